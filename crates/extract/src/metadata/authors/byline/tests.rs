use super::*;
use crate::cases::rows;

fn found(document: &TextDocument) -> Option<Credits> {
    shown(document, crate::labels::title::headline_block(document))
}

fn authors(html: &str) -> Vec<String> {
    found(&html::parse(html))
        .map(|credits| credits.persons)
        .unwrap_or_default()
}

/// A page with a line below its headline.
const BELOW: &str = "<h1>Neue Brücke</h1>LINE<p>Der Rat.";

/// The same with a title.
const TITLED: &str =
    "<title>Neue Brücke</title><h1>Neue Brücke</h1>LINE<p>Der Rat hat entschieden.";

/// Checks the authors of a page with each first cell of a table in place of `LINE`.
#[track_caller]
fn assert_names(page: &str, cases: &str) {
    for [line, names] in rows(cases) {
        let found = authors(&page.replace("LINE", line));
        assert_eq!(found.join(", "), names, "{line}");
    }
}

/// The same where the first block is the headline.
#[track_caller]
fn assert_names_below_first(page: &str, cases: &str) {
    for [line, names] in rows(cases) {
        let document = html::parse(&page.replace("LINE", line));
        let found = shown(&document, Some(0)).unwrap_or_default();
        assert_eq!(found.persons.join(", "), names, "{line}");
    }
}

/// A page with a line below the first block, and one with a line above a paragraph.
const BELOW_FIRST: &str = "<h1>New bridge</h1>LINE<p>The council has decided.";
const ABOVE_TEXT: &str = "<h1>New bridge</h1>LINE<p>The council decided on Friday to close the old bridge for two years, and the \
                          shopkeepers fear for trade.";

#[test]
fn a_byline_under_the_headline_is_read() {
    assert_names(
        BELOW,
        "<p>Von Erika Muster</p> => Erika Muster
        <p>By Erika Muster | 3 May 2024</p> => Erika Muster
        <p>3. Mai 2024 | Von Erika Muster, Berlin</p> => Erika Muster
        <p><a rel=author href=/x>Erika Muster</a></p> => Erika Muster
        <p>Text: <a href=/autoren/muster>Erika Muster</a></p> => Erika Muster
        <p class=article-byline>Erika Muster</p> => Erika Muster
        <p>By Erika Muster<br>Staff Writer</p> => Erika Muster
        <p>Von Erika Muster<br>Uelzen</p> => Erika Muster
        <p>3. Mai 2024<br>Von Erika Muster</p> => Erika Muster
        <p class=byline>Erika Muster<br>Reporterin in Uelzen</p> => Erika Muster
        <p>By Erika Muster Posted May 3</p> => Erika Muster
        <div><span itemprop=author>Erika Muster</span></div> => Erika Muster
        <div class=authors><ul><li>Erika Muster</ul></div> => Erika Muster
        <p>Von Erika Muster muster2@zeitung.example</p> => Erika Muster
        <p>By Erika Muster<br>muster2@zeitung.example</p> => Erika Muster",
    );
}

#[test]
fn two_persons_after_a_date_are_a_byline() {
    assert_names(
        BELOW,
        "<p>Published on 1 March 2026 by Jane Doe and John Roe</p> => Jane Doe, John Roe
        <p>The bridge was closed on 1 March 2026 by flood and storm</p> =>",
    );
}

#[test]
fn far_from_the_headline_the_only_author_that_elements_are_named_after_counts() {
    let text = "<p>Der Rat tagte lange.".repeat(30);
    let far = format!("<h1>Neue Brücke</h1>{text}LINE");
    assert_names(
        &far,
        "<div><span class='author vcard'>Erika Muster</span></div> => Erika Muster
        <p class=news-author>Erstellt von Erika Muster</p> => Erika Muster
        <p class=author>Erika Muster</p><p class=author>Max Feld</p> =>
        <p class=byline>Gesponserte Inhalte</p> =>
        <div><a href=/author/erika-muster>Erika Muster</a></div><ul class=comments><li><a href=/author/max-feld>Max Feld</a></ul> => Erika Muster",
    );
    assert_names(
        &far.replace(
            "LINE",
            "<footer><a href=https://creativecommons.org/licenses/by/3.0/>LINE</a></footer>",
        ),
        "Creative Commons Atribuição 3.0 =>
        Creative Commons Namensnennung =>
        Public Licence =>",
    );
    // links that do not spell a name, and teasers
    for other in [
        "<a href=/profile/max-feld/show>Max Feld</a>",
        "<a href=/sns/reporter/>記者ページ</a>",
        "<p>Der Rat berät am Freitag noch einmal lange über die neue Brücke <a class=author>Max Feld</a>",
    ] {
        let own = "<p class=news-author>Erstellt von Erika Muster</p>";
        assert_names(&far, &format!("{own}{other} => Erika Muster\n{other} =>"));
    }
}

#[test]
fn the_name_of_a_month_is_a_first_name_unless_a_number_follows() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p>",
        "Von Erika Muster, Jan Feld und Max Bach, Bote => Erika Muster, Jan Feld, Max Bach
        By April Doe and May Roe => April Doe, May Roe
        By Jane Doe May 3, 2024 => Jane Doe
        By Jane Doe Tuesday 14 May 2024 => Jane Doe
        By Jane Doe Tuesday, May 14, 2024 => Jane Doe
        Von Erika Muster Dienstag, 14.05.2024 => Erika Muster
        Por Ana Ruiz Martes, 14 de mayo de 2024 => Ana Ruiz
        By Tomás Domingo 14 May 2024 => Tomás Domingo
        Door Jan op den Akker 14 mei 2024 => Jan op den Akker
        Door Jan uit den Bogaard => Jan uit den Bogaard
        Door Anna in ’t Veld op 14 mei 2024 => Anna in ’t Veld
        Posted on September 21, 2020 by Jane Doe => Jane Doe",
    );
}

#[test]
fn only_the_part_with_names_of_a_marked_byline_counts() {
    assert_names(
        "<h1>Neue Brücke</h1><p class=article-author>LINE</p>",
        "Interview: Erika Muster => Erika Muster
        Text und Interview: Erika Muster => Erika Muster
        Politik · Entretien : Erika Muster => Erika Muster
        Wywiad: Erika Muster => Erika Muster
        Politik · Erika Muster => Erika Muster
        Von:Erika Muster => Erika Muster",
    );
    assert_names(
        "<h1>Neue Brücke</h1><p class=author>LINE</p>",
        "Foto: Erika Muster =>
        Übersetzung: Erika Muster =>",
    );
}

#[test]
fn a_name_of_one_word_counts_if_its_link_spells_it() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat.",
        "<a rel=author href=/author/erika/>Erika</a> => Erika
        3. Mai | <a href='https://bote.test/autor/the_max?page=2'>ThE_Max</a> => ThE_Max
        Por <a href=/author/joao><span>Joao</span></a> · 14:05 => Joao
        <a rel=author href=/author/17>Erika</a> =>
        <a href=/people/>People</a> =>
        <a href=/author/admin>Admin</a> =>",
    );
}

#[test]
fn a_word_of_one_letter_joins_two_surnames() {
    assert_names(
        BELOW,
        "<p>Autora: Marta Solé i Pons</p> => Marta Solé i Pons
        <p class=author>Jordi Ferrer i Vidal</p> => Jordi Ferrer i Vidal
        <p>Por José Ruiz y Mora</p> => José Ruiz y Mora
        <p class=author>Ewa Nowak i Jan Wilk</p> => Ewa Nowak, Jan Wilk",
    );
}

#[test]
fn two_authors_are_two() {
    assert_names(
        "<h1>Neue Brücke</h1>LINE",
        "<p>Von Erika Muster und Max van der Feld</p> => Erika Muster, Max van der Feld
        <p>By Erika Muster in Uelzen and Bad Bevensen => Erika Muster",
    );
}

#[test]
fn texts_other_than_names_are_left_out() {
    assert_names(
        "<h1>Neue Brücke</h1>LINE",
        "<p>Von unserer Redaktion</p> =>
        <p>By the time he came it was late</p> =>
        <p class=author>Follow us</p> =>
        <p><a href=/author/all>All Authors</a></p> =>
        <p>Von der Leyen spricht heute</p> =>",
    );
}

#[test]
fn bylines_of_other_languages_and_layouts_are_read() {
    assert_names(
        "<h1>Neue Brücke gebaut</h1>LINE<p>Der Rat.",
        "<p>Written by Erika Muster in Valves</p> => Erika Muster
        <p>Di Erika Muster</p> => Erika Muster
        <p>Geschrieben von Erika Muster</p> => Erika Muster
        <p>By Staff Writer Erika Muster</p> => Erika Muster
        <p>Door onze verslaggever Erika Muster</p> => Erika Muster
        <p>Par notre correspondante à Oslo, Erika Muster</p> => Erika Muster
        <p>Dal nostro inviato Erika Muster</p> => Erika Muster
        <p>Deur Erika Muster</p> => Erika Muster
        <p>Isinulat ni Erika Muster</p> => Erika Muster
        <p>Müəllif: Erika Muster</p> => Erika Muster
        <p><span class=author-name>Erika Muster</span> 3.5.2024</p> => Erika Muster
        <p>Der Rat tagt.</p><p>Mehr.</p><p>Autorin: Erika Muster</p> => Erika Muster",
    );
    assert_names(
        "<h1>新しい橋ができる</h1>LINE",
        "<p>文：山田花子</p> => 山田花子",
    );
}

#[test]
fn pictures_and_comments_have_other_authors() {
    assert_names(
        "<h1>Neue Brücke gebaut</h1>LINE",
        "<p>Foto von Erika Muster</p> =>
        <p>Illustration by Erika Muster</p> =>
        <p class=comment-author>Erika Muster</p> =>",
    );
}

#[test]
fn an_agency_is_credited_in_a_byline() {
    for html in [
        "<h1>Neue Brücke gebaut</h1><p>Von Erika Muster (dpa)</p>",
        "<h1>Neue Brücke gebaut</h1><p>Von Erika Muster, dpa 12. November 2026</p>",
    ] {
        let document = html::parse(html);
        assert_eq!(found(&document).unwrap().agencies, ["dpa"], "{html}");
    }
}

#[test]
fn words_that_introduce_names_are_not_part_of_marked_names() {
    assert_names(
        BELOW,
        "<p class=author>Scritto da Chiara Bonfanti</p> => Chiara Bonfanti
        <p class=author>Από Μαρία Κοντού</p> => Μαρία Κοντού
        <p class=author>Автор Анна Лебедева</p> => Анна Лебедева
        <p class=author>Подготовила Анна Лебедева</p> => Анна Лебедева
        <p class=author>Napisał Tomasz Jabłoński</p> => Tomasz Jabłoński
        <p class=author>記者 王芳</p> => 王芳
        <p class=author>文＝ 佐藤美咲</p> => 佐藤美咲
        <p>Publié par Régis Delattre le 16 mai 2011</p> => Régis Delattre
        <p>Publié le 16 mai 2011 par Régis Delattre dans Culture</p> => Régis Delattre
        <p class=submitted>Soumis par Régis Delattre le 20/09/2009 - 08:15</p> => Régis Delattre",
    );
}

#[test]
fn names_without_capitals_are_read_where_they_are_marked() {
    assert_names(
        BELOW,
        "<p class=author>سلمى الخطيب</p> => سلمى الخطيب
        <p><span itemprop=author>سلمى الخطيب</span></p> => سلمى الخطيب
        <p>بقلم هدى المصري</p> => هدى المصري
        <p>نویسنده: رضا احمدی</p> => رضا احمدی
        <p class=author>สมชาย ใจดี</p> => สมชาย ใจดี
        <p>โดย สมชาย ใจดี</p> => สมชาย ใจดี
        <p>ผู้เขียน: สมชาย ใจดี</p> => สมชาย ใจดี
        <p class=author>আব্দুর রহমান</p> => আব্দুর রহমান
        <p>بقلم هدى المصري الثلاثاء 14 مايو 2024</p> => هدى المصري
        <p>מאת נועה ברקאי</p> => נועה ברקאי
        <p><a rel=author href=/x>נועה ברקאי</a></p> => נועה ברקאי
        <p class=author>هيئة التحرير</p> =>
        <p>سلمى الخطيب</p> =>",
    );
}

#[test]
fn a_name_without_capitals_may_be_alone_in_an_element_of_a_marked_byline() {
    assert_names(
        BELOW,
        "<p class=byline><span>رضا کریمی</span> <span>بی‌بی‌سی، تهران</span></p> => رضا کریمی
        <p class=author><b>שרה לוי</b> <small>כתבת לענייני חינוך</small></p> => שרה לוי
        <div class=byline><b>শামীমা আক্তার</b> <small>পদ্মার কথা, ঢাকা</small></div> => শামীমা আক্তার
        <p><b>شیما رحیمی</b> <i>تهران، ایران</i></p> =>",
    );
}

#[test]
fn names_without_capitals_have_hyphens_and_abbreviations() {
    assert_names(
        BELOW,
        "<p>מאת דנה כהן-לוי</p> => דנה כהן-לוי
        <p>מאת רותם בן־דוד</p> => רותם בן־דוד
        <p class=author>سامي أبو-زيد</p> => سامي أبو-زيد
        <p class=author>एस. के. मिश्रा</p> => एस. के. मिश्रा
        <p>লেখক: মো. শফিকুল ইসলাম</p> => মো. শফিকুল ইসলাম",
    );
}

#[test]
fn a_korean_name_before_a_job_is_a_byline() {
    let text = "시의회가 14일 밤 노후한 가동교의 화물차 통행을 금지하는 안건을 통과시켰다.";
    assert_names(
        "<h1>노후 가동교 통행 금지</h1>LINE",
        &"<p>박지훈 기자 jhpark@hangu.example => 박지훈
        <p>항구일보 박지훈 선임기자 2024.05.14 21:40 => 박지훈
        <p>[항구일보 박지훈 기자] TEXT => 박지훈
        <p>(항구=연합뉴스) 박지훈 기자 = TEXT => 박지훈
        <p>(항구=연합뉴스) 박지훈 기자 = 14일 밤 통행 금지. => 박지훈
        <p>박지훈 기자 = TEXT => 박지훈
        <p>박지훈·김미란 기자 => 박지훈, 김미란
        <p>박지훈, 김미란 기자 => 박지훈, 김미란
        <p>박지훈 김미란 기자 jhpark@hangu.example => 박지훈, 김미란
        <p>항구일보 박지훈, 김미란 기자 => 박지훈, 김미란
        <p class=byline><span>박지훈·김미란 기자</span> <span>사진=정하늘 기자</span> => 박지훈, 김미란
        <p>박지훈 기자 구속 =>
        <p>사진=박지훈 기자 =>
        <p>사진=박지훈 기자 = TEXT =>
        <p>항구 기자 협회 =>
        <p>박지훈 기자 TEXT =>"
            .replace("TEXT", text),
    );
}

#[test]
fn the_inline_element_of_the_author_counts_alone() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat hat entschieden.",
        "<span class=desk>Politics</span> <span class=author>Jane Doe</span> <span class=day>3 May 2024</span> => Jane Doe
        <span class=post-date>3 May 2024</span> <span class=post-author>By <a>Jane Doe</a></span> <span class=post-comments>3 comments</span> => Jane Doe
        <span>Politik</span> <span itemprop=author>Jane Doe</span> <span>Freitag</span> => Jane Doe
        <span class=author>Jane Doe</span>, <span class=author>John Roe</span> <span class=author-place>Easton Hill</span> => Jane Doe, John Roe",
    );
    let html = "<h1>Neue Brücke</h1><p><span class=author>Jane Doe</span> <span class=from>Associated Press</span></p>";
    let credits = found(&html::parse(html)).unwrap();
    assert_eq!(
        (credits.persons, credits.agencies),
        (
            vec!["Jane Doe".to_owned()],
            vec!["Associated Press".to_owned()]
        )
    );
}

#[test]
fn an_element_may_be_named_by_a_data_attribute() {
    assert_names(
        "<h1>Neue Brücke</h1><div class=x1 LINE=Byline><div class=x2>Jane Doe</div></div><p>Der Rat.",
        "data-testid => Jane Doe
        data-cy => Jane Doe
        data-component => Jane Doe",
    );
}

#[test]
fn two_names_after_a_common_word_are_two_authors() {
    assert_names(
        TITLED,
        "<p>Door Aino Laine en Marek Nowak</p> => Aino Laine, Marek Nowak
        <p>Av Aino Laine och Marek Nowak</p> => Aino Laine, Marek Nowak",
    );
}

#[test]
fn who_comments_is_no_author() {
    assert_names(
        "<h1>Neue Brücke</h1><p>Der Rat hat entschieden.</p>LINE",
        "<section class=comments><p class=author>Aino Laine</p><p>Endlich wird die Brücke gebaut.</p></section> =>
        <div id=comments><ol><li><p class=author>Aino Laine</p><p>Endlich wird die Brücke gebaut.</p><li>Danke.</ol></div> =>
        <div class=comment-list><article><p class=author>Aino Laine</p><p>Endlich wird die Brücke gebaut.</p></article></div> =>
        <section class=rasprava><p><span class=author>Aino Laine</span> 7.3.2024</p></section> =>",
    );
}

#[test]
fn a_name_alone_beside_a_date_is_a_byline() {
    assert_names(
        "<title>Neue Brücke - Der Bote</title><nav><a href=/>Der Bote</a> <a href=/bs>Bad Salz</a></nav>\
         <h1>Neue Brücke</h1>LINE<p>Der Rat hat entschieden.",
        "<div><span>Aino Laine</span><span>26.3.2026 klo 13.15</span></div> => Aino Laine
        <div>Aino Laine</div><div>Publisert 30. april 2026, kl. 18:40</div> => Aino Laine
        <div>14 maja 2026, 11:37</div><div>Aino Laine</div> => Aino Laine
        <p>Closed for two years.<p>Aino Laine | 3 May 2026 | 3 min read => Aino Laine
        <div><span>12 мая 2026, 14:05</span><span>Aino Laine</span><span>👁 1 245</span></div> => Aino Laine
        <div>di Aino Laine - 02 Maggio 2026 alle 12:05</div> => Aino Laine
        <div><a href=/tekijat/laine>Aino Laine</a> 26.3.2026</div> => Aino Laine
        <div><span>Aino Laine</span><span>Tuesday, March 24, 2026</span></div> => Aino Laine
        <div>Uelzen, 5. März 2026 · Aino Laine</div> => Aino Laine
        <div>Politics | Aino Laine | 5 March 2026</div> => Aino Laine
        <div>5 mars 2026 à 14h35 – Lyon – Aino Laine</div> => Aino Laine
        <ul><li>Aino Laine<li>Local reporter<li>14:10, 5 March 2026</ul> => Aino Laine
        <div>Aino Laine</div><div>aino@bote.example</div><div>Tirsdag 5. marts 2026</div> => Aino Laine
        <div>Aino Laine</div><div><a href=/f>Seguir</a></div><div>12 de abril de 2026</div> => Aino Laine
        <p>Aino Laine, redaktør og journalist<br>5. mars 2026</p> => Aino Laine
        <div>5 May 2026</div><div><span>Aino Laine</span><span>Environment correspondent, Easton</span></div> => Aino Laine
        <div><span>Aino Laine</span> <span>5 mrt 2026</span> <span>Leestijd: 3 minuten</span></div> => Aino Laine
        <p>5 Mart 2026 · 4 dk · Aino Laine</p> => Aino Laine
        <div>Aino Laine / 5 maj 2026, 15:48</div> => Aino Laine
        <div>3. Mai 2026</div><div>View/Post Comments</div> =>
        <div>DERBOTE.EXAMPLE / <span>Dec 6, 2026, 15:48</span></div> =>
        <div>Bad Salz</div><div>3. Mai 2026</div> =>
        <div>Der Bote</div><div>3. Mai 2026</div> =>
        <div>Aino Laine</div><div>Uelzen</div> =>
        <div>Last Update</div><div>3 May 2026</div> =>
        <div>Haber Giriş Tarihi: 05.03.2026 14:10</div> =>
        <div>Bad Ellern, Nordland</div><div>3. Mai 2026</div> =>
        <div>Aino Laine</div><div>3. Mai 2026</div><div>Jane Doe</div> =>",
    );
}

#[test]
fn a_label_may_follow_other_parts_of_a_line() {
    assert_names(
        "<h1>Neue Brücke</h1><div>LINE</div><p>Der Rat.",
        "2026-05-03 10:14 来源：江北日报 作者：李文静 字号：大 => 李文静
        2026年5月3日 10時14分 記者：田中美咲 => 田中美咲
        12.05.2026 Автор: Светлана Корнеева Просмотров: 122 => Светлана Корнеева
        کد خبر: ۴۴۸۲۱ نویسنده: مریم احمدی => مریم احمدی
        نویسنده: نگار صالحی تاریخ انتشار: ۸ اردیبهشت ۱۴۰۵ => نگار صالحی
        Autor: Erika Muster Tags: Brücke, Rat => Erika Muster
        FULL TEXT: Malaba Halts Court Trials =>
        Ein kurzer Text: Erika Muster =>",
    );
}

#[test]
fn the_word_for_reporter_stands_before_chinese_names() {
    assert_names(
        "<h1>新大橋</h1><div>LINE</div><p>Der Rat.<p>(责编：周启明)",
        "記者林佳蓉／南投報導 => 林佳蓉
        〔記者林佳蓉／台北報導〕行政院今日宣布 => 林佳蓉
        本报记者 李文静 => 李文静
        記者林佳蓉、陳大文／台北報導 => 林佳蓉, 陳大文
        　　本报青石县4月23日电　（记者林晓岚、赵牧之）老桥今天关闭，市民绕行。 => 林晓岚, 赵牧之
        青石訊 4月23日（本報記者林佳蓉）老橋今天關閉。 => 林佳蓉
        中新社东京5月3日电 (特派记者 李文静)老桥今天关闭。 => 李文静",
    );
    assert_names(
        "<h1>新大橋</h1><div>LINE</div><p>Der Rat.",
        "記者會今日舉行／台北 =>
        記者會舉行／台北 =>
        記者表示，大橋關閉 =>
        昨日，老橋（記者協會）關閉 =>",
    );
}

#[test]
fn names_of_other_scripts_end_at_the_job() {
    assert_names(
        BELOW,
        "<div><span>เผยแพร่: 3 พ.ค. 2569 10:14</span><span>โดย: สมชาย วงศ์สวัสดิ์ ผู้สื่อข่าวภูมิภาค จังหวัดนครศรีธรรมราช</span></div> => สมชาย วงศ์สวัสดิ์
        <div><span>מאת: נועה ברקוביץ'</span> <span>10.05.2026, 09:30</span></div> => נועה ברקוביץ'",
    );
}

#[test]
fn persons_who_are_quoted_or_recommended_did_not_write_the_text() {
    let text = "<p>The three night trains that leave the capital at ten are booked out until Christmas, the railway said on Thursday.</p>";
    let page = |before: &str| {
        format!(
            "<title>Night trains are full</title><article><h1>Night trains are full</h1>{before}{text}LINE{text}{text}</article>"
        )
    };
    let own = "<p>3 May 2024 · <span class=author>Jane Doe</span></p>";
    for other in [
        "<blockquote><p>I sleep well.</p><cite class=author>Ada Crane</cite></blockquote>",
        "<figure><blockquote>Ich schlafe gut.</blockquote><figcaption class=autor>Ada Crane</figcaption></figure>",
        "<div class=kundenstimme><p>Ich schlafe gut.</p><span class=author-name>Ada Crane</span></div>",
        "<div class='box exergue'><p>Je dors bien.</p><p class=auteur>Ada Crane</p></div>",
        "<div class=card><h3><a href=/x>A lighthouse is for sale</a></h3><span class=author>Ada Crane</span></div>",
        "<li><h4><a href=/x>Se vende un faro</a></h4><a rel=author href=/autor/ada-crane>Ada Crane</a></li>",
    ] {
        assert_names(&page(""), &format!("{other} =>"));
        assert_names(&page(own), &format!("{other} => Jane Doe"));
    }
}

#[test]
fn a_byline_may_follow_a_date_and_a_bar() {
    assert_names(
        "<title>교량 통제</title><h1>교량 통제 안내 사항</h1><div>LINE</div><p>Text",
        "승인 2024.04.24 17:21 | 한서윤 기자 => 한서윤
        입력 2024-04-24 17:21 | 한서윤 기자 seoyun@example.com => 한서윤
        한서윤 기자 승인 2024.04.24 17:21 => 한서윤
        2024年4月24日 17:21 | 山本恵子 記者 => 山本恵子
        2024-04-24 17:21 | 記者 林佳蓉 => 林佳蓉
        2024年04月24日 | 本报记者 李文静 => 李文静",
    );
}

#[test]
fn a_name_after_by_in_a_sentence_is_no_author() {
    assert_names(
        BELOW,
        "<p>The goal was scored by Max Feld, a pupil of the school.</p> =>
        <div>Rents by Western Homes, the builder, rose by a tenth.</div> =>
        <p>Lob kam von den Freien Wählern</p> =>
        <p>The record was broken in 2019 by Max Feld, a pupil of the school.</p> =>
        <p>La lettre signée par Max Feld, maire de la ville, est arrivée.</p> =>
        <p>Un libro por Max Feld, poeta, gana el premio.</p> =>
        <p>By Erika Muster.</p> => Erika Muster
        <p>3. Mai 2024 von Erika Muster</p> => Erika Muster
        <p>Posted by Erika Muster on May 3, 2024 at 4:15 p.m.</p> => Erika Muster",
    );
}

#[test]
fn a_byline_may_name_an_agency_with_its_article() {
    let page = html::parse("<h1>Neue Brücke</h1><p>By the Associated Press</p><p>Der Rat.");
    let credits = found(&page).unwrap_or_default();
    assert_eq!(credits.agencies.len(), 1, "{credits:?}");
}

#[test]
fn a_middle_dot_ends_a_japanese_label() {
    assert_names(
        "<h1>橋の工事</h1><div>LINE</div><p>町議会は火曜日に決めた。",
        "文・高橋健二 => 高橋健二
        <b>聞き手／高橋健二</b> => 高橋健二
        取材・文・高橋健二 => 高橋健二
        文・高橋健二・写真・森川直美 => 高橋健二
        【文・高橋健二、写真・森川直美】 => 高橋健二
        （取材・文＝高橋健二） => 高橋健二
        文・撮影　高橋健二 => 高橋健二
        文・撮影＝高橋健二 => 高橋健二
        <span class=author>執筆者 高橋健二</span> => 高橋健二
        <span class=author>文・写真　高橋健二</span> => 高橋健二
        文・編集部 =>",
    );
}

#[test]
fn a_blank_may_be_inside_a_japanese_name() {
    assert_names(
        "<html lang=ja><h1>橋の工事</h1><div>LINE</div><p>町議会は火曜日に決めた。",
        "執筆：大友 健 => 大友 健
        文／佐々木 健一 => 佐々木 健一
        著者：山田　太郎（社会部） => 山田 太郎
        文：山田太郎 写真：森川直美 => 山田太郎
        文：山田 写真：森川直美 => 山田
        <span class=author>大友健（社会部）</span> => 大友健",
    );
    assert_names(
        "<html lang=zh><h1>老桥维修</h1><div>LINE</div><p>市民绕行。",
        "作者：王芳 李明 => 王芳",
    );
}

#[test]
fn a_label_beside_a_date_is_no_part_of_the_name() {
    assert_names(
        TITLED,
        "<div>Подготовила Анна Лебедева</div><div>12 мая 2026</div> => Анна Лебедева
        <div>Article de Régis Delattre</div><div>12 mai 2026</div> => Régis Delattre
        <div>Oprac. Ewa Nowak | 12 maja 2026</div> => Ewa Nowak
        <div>Της Μαρία Κοντού</div><div>12 Νοεμβρίου 2026</div> => Μαρία Κοντού
        <div>كتبت سلمى الخطيب</div><div>12 مايو 2026</div> => سلمى الخطيب
        <div>Ana Ruiz · 12 de noviembre de 2026 · 14:35 h</div> => Ana Ruiz
        <div>נעמה ברקאי | 12.11.2026 | 14:35</div> => נעמה ברקאי
        <div>12 नवंबर 2026 · सुनीता भारद्वाज</div> => सुनीता भारद्वाज
        <div>سلمى الخطيب</div><div>12 مايو 2026</div> =>
        <div>آخر تحديث 12 مايو 2026</div> =>
        <div><span>শেষ আপডেট</span> <span>12.11.2026</span></div> =>",
    );
}

#[test]
fn two_names_of_any_script_are_two_authors() {
    assert_names(
        "<h1>Neue Brücke</h1><p class=author>LINE</p>",
        "سلمى الخطيب ومروان العطار => سلمى الخطيب, مروان العطار
        נעמה ברקאי ויותם סלומון => נעמה ברקאי, יותם סלומון
        सुनीता भारद्वाज और रोहित चतुर्वेदी => सुनीता भारद्वाज, रोहित चतुर्वेदी
        Των Δανάη Κοντού και Στέλιος Λάμπρου => Δανάη Κοντού, Στέλιος Λάμπρου
        <span class=author>윤하람·배준서 기자</span> => 윤하람, 배준서
        سلمى وليد => سلمى وليد",
    );
}

#[test]
fn the_name_of_the_outlet_in_the_head_of_a_page_is_no_byline() {
    let own = "<p>Door Aino Laine</p>";
    for head in [
        "<header><a href=/>De Lindebode</a></header>",
        "<div><a href='https://www.dilago.example/'>Di Lago Notizie</a></div>",
        "<header><p>Von Grünau Tageblatt</p></header>",
        "<nav><a href=/de-brug>De Grote Brug</a></nav>",
    ] {
        let page = format!("<title>Neue Brücke</title>{head}{BELOW}");
        assert_names(&page, &format!("=>\n{own} => Aino Laine"));
    }
    // the header of the article
    let header = "<article><header>LINE<h1>Neue Brücke</h1></header><p>Der Rat.";
    assert_names(header, &format!("{own} => Aino Laine"));
}

#[test]
fn who_took_the_pictures_is_no_part_of_the_line_of_the_author() {
    assert_names(
        BELOW,
        "<p class=byline>Words: Jane Doe. Pictures: John Roe</p> => Jane Doe
        <p>Words: Jane Doe. Pictures: John Roe</p> => Jane Doe
        <p class=byline>Teksti: Jane Doe Kuvat: John Roe</p> => Jane Doe
        <p>Teksti Jane Doe, kuvat John Roe</p> => Jane Doe
        <p class=author>Tekst Jane Doe Beeld John Roe</p> => Jane Doe
        <p>Texto de Jane Doe e fotografia de John Roe</p> => Jane Doe
        <p class=byline>سلمى الخطيب، تصوير: مروان العطار</p> => سلمى الخطيب
        <p>كتبت سلمى الخطيب، تصوير: مروان العطار</p> => سلمى الخطيب
        <p>כתבה: נעמה ברקאי | צילום: יותם סלומון</p> => נעמה ברקאי
        <p class=byline>Teksti ja kuvat: Jane Doe</p> => Jane Doe
        <p>Tekst og foto: Jane Doe</p> => Jane Doe
        <p>Texte et photos : Jane Doe</p> => Jane Doe
        <p>Foto e testo: Jane Doe</p> => Jane Doe
        <p>Text/Bild: Jane Doe</p> => Jane Doe
        <p>Foto og video: Jane Doe</p> =>
        <p>Text und Musik: Jane Doe</p> =>
        <p class=byline>Text und Fotos: Jane Doe</p> => Jane Doe
        <p>كتبت سلمى الخطيب</p> =>
        <p class=byline>تصوير: مروان العطار</p> =>",
    );
}

#[test]
fn authors_in_neighbouring_elements_are_all_read() {
    assert_names(
        BELOW,
        "<ul class=authors><li><a href=/autor/jd>Jane Doe</a></li><li><a href=/autor/jr>John Roe</a></li></ul> => Jane Doe, John Roe
        <ul><li><a href=/author/jd>Jane Doe</a> Reporter</li><li><a href=/author/jr>John Roe</a> Editor</li></ul> => Jane Doe, John Roe
        <div><div class=author><b>Jane Doe</b> <i>Reporter</i></div><div class=author><b>John Roe</b> <i>Editor</i></div></div> => Jane Doe, John Roe
        <ul class=yazarlar><li>Jane Doe</li><li>John Roe</li></ul> => Jane Doe, John Roe
        <address class=byline><p>Jane Doe</p><p>John Roe</p></address> => Jane Doe, John Roe
        <p class=byline><a href=mailto:jd@x.example>Jane Doe</a> <a href=mailto:jr@x.example>John Roe</a></p> => Jane Doe, John Roe
        <p class=author>Jane Doe / John Roe</p> => Jane Doe, John Roe
        <p class=author>Jane Doe + John Roe</p> => Jane Doe, John Roe
        <div class=byline><p>Jane Doe</p><p>Reporter in Easton</p></div> => Jane Doe
        <ul class=author-info><li>Jane Doe</li><li>Easton Hill</li><li>3 May 2024</li></ul> => Jane Doe
        <p class=byline><a href=/team/jane-doe>Jane Doe</a> <a href=/places/bad-salz>Bad Salz</a></p> => Jane Doe
        <p class=byline><a href=/jane-doe>Jane Doe</a> <a href=/bad-salz>Bad Salz</a></p> => Jane Doe
        <p class=author>Jane Doe | Bad Salz</p> => Jane Doe
        <p>By <a href=/author/jd>Jane Doe</a></p><p>Photos by <a href=/author/jr>John Roe</a></p> => Jane Doe",
    );
}

#[test]
fn each_of_several_authors_may_have_a_place() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat.",
        "By Jane Doe in Easton and John Roe in Weston => Jane Doe, John Roe
        Par Jane Doe à Lyon et John Roe à Bruxelles => Jane Doe, John Roe
        Von Jane Doe in Kiel, John Roe in Bonn und Ann Poe in Ulm => Jane Doe, John Roe, Ann Poe
        By Jane Doe in Easton and Bad Salz => Jane Doe",
    );
}

#[test]
fn the_word_for_author_in_a_class_may_be_of_any_language() {
    assert_names(
        BELOW,
        "<div class=kirjoittaja>Jane Doe, toimittaja</div> => Jane Doe
        <p class=article-potpis>Jane Doe</p> => Jane Doe
        <p><span class=forfatter>Jane Doe</span> 3 min</p> => Jane Doe
        <p class=confirmation>Jane Doe</p> =>",
    );
    assert_names(
        "<html LINE<p>Der Rat.",
        "lang=es-MX><h1>Neue Brücke</h1><p class=firma>Jane Doe | Bad Salz</p> => Jane Doe
        lang=fr><h1>Neue Brücke</h1><p class=article__signature>Jane Doe</p> => Jane Doe
        lang=UK><h1>Neue Brücke</h1><p class=avtor>Jane Doe</p> => Jane Doe
        lang=es><h1>Neue Brücke</h1><p class=infirmary>Jane Doe</p> =>
        lang=pl><h1>Neue Brücke</h1><p class=firma>Jane Doe</p> =>
        lang=ru><h1>Neue Brücke</h1><p class=avtorynok>Jane Doe</p> =>",
    );
}

#[test]
fn the_author_in_rdfa_is_read() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat.",
        "<span property=author typeof=Person><span property=name>Jane Doe</span></span> => Jane Doe
        <span rel='sioc:has_creator'><a href=/user/9 property='foaf:name'>Jane Doe</a></span> => Jane Doe
        <span rel='schema:author'><span typeof='schema:Person'>Jane Doe</span></span> => Jane Doe",
    );
}

#[test]
fn words_for_who_sent_a_text_in_come_before_its_author() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat.",
        "Upplagd av Jane Doe => Jane Doe
        Opublikowane przez: Jane Doe => Jane Doe
        Inserito da Jane Doe => Jane Doe
        Enviat per Jane Doe el Dt., 05/03/2026 - 14:10 => Jane Doe
        Inskickad av Jane Doe den tis, 2026-03-05 - 14:10 => Jane Doe
        Enviado por Jane Doe el Mié, 15/11/2026 - 09:05 => Jane Doe
        Γράφτηκε από τον/την Jane Doe => Jane Doe
        Gönderen: Jane Doe => Jane Doe",
    );
}

#[test]
fn other_parts_of_a_line_are_no_names_of_reporters() {
    assert_names(
        "<h1>Neue Brücke</h1><p>LINE</p><p>Der Rat.",
        "기자명 박지훈 기자 => 박지훈
        박지훈 기자 · 2026.03.05 14:10 · 조회 1,204 => 박지훈
        박지훈·김미란 기자 => 박지훈, 김미란
        本报记者 李文静 陈国强 => 李文静, 陈国强
        本报记者 李文静 通讯员 王小明 => 李文静
        记者 李文静 北京报道 => 李文静
        记者 李文静 北京电 => 李文静
        本报记者 李文静 近年来，我市老桥渐多。 => 李文静
        Por Juan de la Paz | 3 mayo 2026 => Juan de la Paz
        Por Carlos Alberto Paz 3 de mayo de 2026 => Carlos Alberto Paz
        记者 李文静 摄 => 李文静",
    );
}

#[test]
fn the_label_in_the_next_line_is_no_part_of_the_name() {
    assert_names_below_first(
        BELOW_FIRST,
        "<p><span>05 مارس 2026</span><span>كتبت: ليلى حداد</span><span>تصوير: سامي ناصر</span></p> => ليلى حداد
        <p>5 marca 2026<br>Tekst: Jane Doe<br>Zdjęcia: John Roe</p> => Jane Doe
        <p>5. März 2026<br>Text: Jane Doe<br>Bilder: John Roe</p> => Jane Doe",
    );
}

#[test]
fn names_after_by_in_a_sentence_a_caption_or_a_footer_are_no_authors() {
    assert_names_below_first(
        BELOW_FIRST,
        "<p>Das Blog Brücke von Erika Muster und Max Feld ist nun im Handel.</p> =>
        <p>Frische Kräuter vom Kräutergarten der Hütte</p> =>
        <h2>De Grote Brug</h2> =>
        <p>Ein Beitrag von Jane Doe</p> => Jane Doe",
    );
}

#[test]
fn the_element_or_the_link_after_the_name_is_no_part_of_it() {
    assert_names_below_first(
        BELOW_FIRST,
        "<p><span>By Jane Doe</span> <span>Science reporter, Easton News</span></p> => Jane Doe
        <p><b>By Jane Doe</b> <i>Health and science reporter</i></p> => Jane Doe
        <p><span>By <a>Jane Doe</a></span> <span>Editor</span></p> => Jane Doe
        <p><b>By Jane Doe</b> <i>Easton Hill, Northland</i></p> => Jane Doe
        <p><b>By Mary Ann</b> <b>Doe</b></p> => Mary Ann Doe
        <p><b>By</b> <b>Mary</b> <b>Ann Doe</b></p> => Mary Ann Doe
        <p>Von Jane Doe <a href=#>Folgen</a></p> => Jane Doe
        <p><b>By Jane Doe</b> <a href=/rss>Email the author</a> <a href=#>Follow</a></p> => Jane Doe
        <p><span class=autor>Autor: Jane Doe <a href=#>Napisz do autora</a> <a href=#>Obserwuj</a></span></p> => Jane Doe
        <p><span class=byline>Par Jane Doe <a href=/s>S'abonner</a></span></p> => Jane Doe
        <p>By <a>Jane Doe</a> <span>and John Roe</span></p> => Jane Doe, John Roe",
    );
}

#[test]
fn authors_in_elements_of_their_own_need_no_word_between() {
    assert_names_below_first(
        BELOW_FIRST,
        "<p><b>By Jane Doe</b> <b>John Roe</b></p> => Jane Doe, John Roe
        <p><b>By Jane Doe</b><br><b>John Roe</b></p> => Jane Doe, John Roe
        <p>By <span class=a>Jane Doe</span> <span class=a>John Roe</span></p> => Jane Doe, John Roe
        <p>By <a href=/x>Jane Doe</a> <a href=/y>John Roe</a></p> => Jane Doe, John Roe
        <p><b>By Jane Doe</b> <b>Easton News</b></p> => Jane Doe
        <p><b>By Jane Doe</b> <b>Staff Writer</b></p> => Jane Doe
        <p><b>By Jane Doe</b> <b>May 3, 2024</b></p> => Jane Doe
        <p><b>By Jane Doe</b> <a href=/share>Share Article</a></p> => Jane Doe",
    );
}

#[test]
fn a_line_that_is_marked_itself_precedes_one_marked_around_it() {
    assert_names_below_first(
        ABOVE_TEXT,
        "<div class=author-info><div><div>Easton Insider</div></div><p><span class=author>Jane Doe</span> 1 day ago</p></div> => Jane Doe",
    );
}

#[test]
fn who_reviewed_a_text_did_not_write_it() {
    assert_names_below_first(
        ABOVE_TEXT,
        "<p class=author>Reviewed by <a class=author-link>Jane Doe</a></p> =>
        <p class=author>Reviewed by <a class=author-link>Jane Doe</a></p><p class=author>John Roe</p> => John Roe",
    );
}

#[test]
fn a_word_in_an_element_of_its_own_or_before_that_of_a_name_is_no_part_of_it() {
    let marked = "<span class='author vcard'><a class=url href=/x>Jane Doe</a></span>";
    assert_names_below_first(
        ABOVE_TEXT,
        &"<div class=byline><span class=role>Teksti ja kuvat</span> <span class=name>Jane Doe</span></div> => Jane Doe
        <div class=author><span>Bài</span> <span>Jane Doe</span></div> => Jane Doe
        <p class=author><span class=kicker>Haber merkezinden</span> <a class=name href=/x>Jane Doe</a></p> => Jane Doe
        <p class=autor>Escribe <a class=n href=/x>Jane Doe</a></p> => Jane Doe
        <p>Pubblicato il 11 marzo 2026<span class=byline> da MARKED</span></p> => Jane Doe
        <p>Publicado em 11 de março de 2026<span class=byline> do MARKED</span></p> => Jane Doe
        <p>Publicat la 11 martie 2026<span class=byline> de MARKED</span></p> => Jane Doe"
            .replace("MARKED", marked),
    );
}

#[test]
fn who_took_the_pictures_is_no_author() {
    for word in [
        "Kuvat",
        "Zdjęcia",
        "Фото",
        "Fotoğraflar",
        "Ảnh",
        "Φωτογραφίες",
    ] {
        let of = |role: &str, name: &str| {
            format!(
                "<div class=author><span class=role>{role}</span> <span class=name>{name}</span></div>"
            )
        };
        let (other, own) = (of(word, "John Roe"), of("Text", "Jane Doe"));
        let cases = format!("{other} =>\n{other}{own} => Jane Doe");
        assert_names_below_first(ABOVE_TEXT, &cases);
    }
}

#[test]
fn tools_beside_the_author_are_no_organisation() {
    assert_names_below_first(
        ABOVE_TEXT,
        "<p class=author>Jane Doe</p><p><a href=/author/jane-doe>View staff page</a> <a href=/rss/author/11/jane-doe>RSS</a></p> => Jane Doe",
    );
}
