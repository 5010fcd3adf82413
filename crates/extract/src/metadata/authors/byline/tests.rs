use super::*;

fn found(document: &TextDocument) -> Option<Credits> {
    shown(document, crate::labels::title::headline_block(document))
}

fn authors(html: &str) -> Vec<String> {
    found(&html::parse(html))
        .map(|credits| credits.persons)
        .unwrap_or_default()
}

/// The authors of a page with a line below its headline.
fn below(line: &str) -> Vec<String> {
    authors(&format!("<h1>Neue Brücke</h1>{line}<p>Der Rat."))
}

#[test]
fn a_byline_under_the_headline_is_read() {
    for byline in [
        "<p>Von Erika Muster</p>",
        "<p>By Erika Muster | 3 May 2024</p>",
        "<p>3. Mai 2024 | Von Erika Muster, Berlin</p>",
        "<p><a rel=author href=/x>Erika Muster</a></p>",
        "<p>Text: <a href=/autoren/muster>Erika Muster</a></p>",
        "<p class=article-byline>Erika Muster</p>",
        "<p>By Erika Muster<br>Staff Writer</p>",
        "<p>Von Erika Muster<br>Uelzen</p>",
        "<p>3. Mai 2024<br>Von Erika Muster</p>",
        "<p class=byline>Erika Muster<br>Reporterin in Uelzen</p>",
        "<p>By Erika Muster Posted May 3</p>",
        "<div><span itemprop=author>Erika Muster</span></div>",
        "<div class=authors><ul><li>Erika Muster</ul></div>",
        "<p>Von Erika Muster muster2@zeitung.example</p>",
        "<p>By Erika Muster<br>muster2@zeitung.example</p>",
    ] {
        assert_eq!(below(byline), ["Erika Muster"], "{byline}");
    }
}

#[test]
fn two_persons_after_a_date_are_a_byline() {
    let read = |byline: &str| below(&format!("<p>{byline}</p>"));
    assert_eq!(
        read("Published on 1 March 2026 by Jane Doe and John Roe"),
        ["Jane Doe", "John Roe"]
    );
    assert_eq!(
        read("The bridge was closed on 1 March 2026 by flood and storm"),
        [""; 0]
    );
}

#[test]
fn far_from_the_headline_the_only_author_that_elements_are_named_after_counts() {
    let text = "<p>Der Rat tagte lange.".repeat(30);
    let far = |ends: &str| authors(&format!("<h1>Neue Brücke</h1>{text}{ends}"));
    for one in [
        "<div><span class='author vcard'>Erika Muster</span></div>",
        "<p class=news-author>Erstellt von Erika Muster</p>",
    ] {
        assert_eq!(far(one), ["Erika Muster"], "{one}");
    }
    let two = "<p class=author>Erika Muster</p><p class=author>Max Feld</p>";
    assert!(far(two).is_empty());
    assert!(far("<p class=byline>Gesponserte Inhalte</p>").is_empty());
    for licence in [
        "Creative Commons Atribuição 3.0",
        "Creative Commons Namensnennung",
        "Public Licence",
    ] {
        let link = format!(
            "<footer><a href=https://creativecommons.org/licenses/by/3.0/>{licence}</a></footer>"
        );
        assert!(far(&link).is_empty(), "{licence}");
    }
    let both = "<div><a href=/author/erika-muster>Erika Muster</a></div>\
                <ul class=comments><li><a href=/author/max-feld>Max Feld</a></ul>";
    assert_eq!(far(both), ["Erika Muster"]);
    // links that do not spell a name, and teasers
    for other in [
        "<a href=/profile/max-feld/show>Max Feld</a>",
        "<a href=/sns/reporter/>記者ページ</a>",
        "<p>Der Rat berät am Freitag noch einmal lange über die neue Brücke <a class=author>Max Feld</a>",
    ] {
        let page = format!("<p class=news-author>Erstellt von Erika Muster</p>{other}");
        assert_eq!(far(&page), ["Erika Muster"], "{other}");
        assert!(far(other).is_empty(), "{other}");
    }
}

#[test]
fn the_name_of_a_month_is_a_first_name_unless_a_number_follows() {
    for (byline, names) in [
        (
            "Von Erika Muster, Jan Feld und Max Bach, Bote",
            ["Erika Muster", "Jan Feld", "Max Bach"].as_slice(),
        ),
        ("By April Doe and May Roe", &["April Doe", "May Roe"]),
        ("By Jane Doe May 3, 2024", &["Jane Doe"]),
        ("By Jane Doe Tuesday 14 May 2024", &["Jane Doe"]),
        ("By Jane Doe Tuesday, May 14, 2024", &["Jane Doe"]),
        ("Von Erika Muster Dienstag, 14.05.2024", &["Erika Muster"]),
        ("Por Ana Ruiz Martes, 14 de mayo de 2024", &["Ana Ruiz"]),
        ("By Tomás Domingo 14 May 2024", &["Tomás Domingo"]),
        ("Door Jan op den Akker 14 mei 2024", &["Jan op den Akker"]),
        ("Door Jan uit den Bogaard", &["Jan uit den Bogaard"]),
        ("Door Anna in ’t Veld op 14 mei 2024", &["Anna in ’t Veld"]),
        ("Posted on September 21, 2020 by Jane Doe", &["Jane Doe"]),
    ] {
        assert_eq!(
            authors(&format!("<h1>Neue Brücke</h1><p>{byline}</p>")),
            names,
            "{byline}"
        );
    }
}

#[test]
fn only_the_part_with_names_of_a_marked_byline_counts() {
    for byline in [
        "Interview: Erika Muster",
        "Text und Interview: Erika Muster",
        "Politik · Entretien : Erika Muster",
        "Wywiad: Erika Muster",
        "Politik · Erika Muster",
        "Von:Erika Muster",
    ] {
        let html = format!("<h1>Neue Brücke</h1><p class=article-author>{byline}</p>");
        assert_eq!(authors(&html), ["Erika Muster"], "{byline}");
    }
    for other in ["Foto: Erika Muster", "Übersetzung: Erika Muster"] {
        let html = format!("<h1>Neue Brücke</h1><p class=author>{other}</p>");
        assert!(authors(&html).is_empty(), "{other}");
    }
}

#[test]
fn a_name_of_one_word_counts_if_its_link_spells_it() {
    let page = |link: &str| below(&format!("<p>{link}</p>"));
    for (link, name) in [
        ("<a rel=author href=/author/erika/>Erika</a>", "Erika"),
        (
            "3. Mai | <a href='https://bote.test/autor/the_max?page=2'>ThE_Max</a>",
            "ThE_Max",
        ),
        (
            "Por <a href=/author/joao><span>Joao</span></a> · 14:05",
            "Joao",
        ),
    ] {
        assert_eq!(page(link), [name], "{link}");
    }
    for link in [
        "<a rel=author href=/author/17>Erika</a>",
        "<a href=/people/>People</a>",
        "<a href=/author/admin>Admin</a>",
    ] {
        assert!(page(link).is_empty(), "{link}");
    }
}

#[test]
fn two_authors_are_two() {
    let html = "<h1>Neue Brücke</h1><p>Von Erika Muster und Max van der Feld</p>";
    assert_eq!(authors(html), ["Erika Muster", "Max van der Feld"]);
    // places are no names
    let html = "<h1>Neue Brücke</h1><p>By Erika Muster in Uelzen and Bad Bevensen";
    assert_eq!(authors(html), ["Erika Muster"]);
}

#[test]
fn texts_other_than_names_are_left_out() {
    for byline in [
        "<p>Von unserer Redaktion</p>",
        "<p>By the time he came it was late</p>",
        "<p class=author>Follow us</p>",
        "<p><a href=/author/all>All Authors</a></p>",
        "<p>Von der Leyen spricht heute</p>",
    ] {
        assert!(
            authors(&format!("<h1>Neue Brücke</h1>{byline}")).is_empty(),
            "{byline}"
        );
    }
}

#[test]
fn bylines_of_other_languages_and_layouts_are_read() {
    for byline in [
        "<p>Written by Erika Muster in Valves</p>",
        "<p>Di Erika Muster</p>",
        "<p>Geschrieben von Erika Muster</p>",
        "<p>By Staff Writer Erika Muster</p>",
        "<p>Door onze verslaggever Erika Muster</p>",
        "<p>Par notre correspondante à Oslo, Erika Muster</p>",
        "<p>Dal nostro inviato Erika Muster</p>",
        "<p><span class=author-name>Erika Muster</span> 3.5.2024</p>",
        "<p>Der Rat tagt.</p><p>Mehr.</p><p>Autorin: Erika Muster</p>",
    ] {
        let html = format!("<h1>Neue Brücke gebaut</h1>{byline}<p>Der Rat.");
        assert_eq!(authors(&html), ["Erika Muster"], "{byline}");
    }
    assert_eq!(
        authors("<h1>新しい橋ができる</h1><p>文：山田花子</p>"),
        ["山田花子"]
    );
}

#[test]
fn pictures_and_comments_have_other_authors() {
    for byline in [
        "<p>Foto von Erika Muster</p>",
        "<p>Illustration by Erika Muster</p>",
        "<p class=comment-author>Erika Muster</p>",
    ] {
        assert!(
            authors(&format!("<h1>Neue Brücke gebaut</h1>{byline}")).is_empty(),
            "{byline}"
        );
    }
}

#[test]
fn an_agency_is_credited_in_a_byline_or_a_line_of_its_own() {
    for html in [
        "<h1>Neue Brücke gebaut</h1><p>Von Erika Muster (dpa)</p>",
        "<h1>Neue Brücke gebaut</h1><p>Von Erika Muster, dpa 12. November 2026</p>",
        "<h1>Neue Brücke gebaut</h1><p>dpa</p>",
    ] {
        let document = html::parse(html);
        assert_eq!(found(&document).unwrap().agencies, ["dpa"], "{html}");
    }
}

#[test]
fn words_that_introduce_names_are_not_part_of_marked_names() {
    for (byline, name) in [
        (
            "<p class=author>Scritto da Chiara Bonfanti</p>",
            "Chiara Bonfanti",
        ),
        ("<p class=author>Από Μαρία Κοντού</p>", "Μαρία Κοντού"),
        ("<p class=author>Автор Анна Лебедева</p>", "Анна Лебедева"),
        (
            "<p class=author>Подготовила Анна Лебедева</p>",
            "Анна Лебедева",
        ),
        (
            "<p class=author>Napisał Tomasz Jabłoński</p>",
            "Tomasz Jabłoński",
        ),
        ("<p class=author>記者 王芳</p>", "王芳"),
        ("<p class=author>文＝ 佐藤美咲</p>", "佐藤美咲"),
        (
            "<p>Publié par Régis Delattre le 16 mai 2011</p>",
            "Régis Delattre",
        ),
        (
            "<p>Publié le 16 mai 2011 par Régis Delattre dans Culture</p>",
            "Régis Delattre",
        ),
        (
            "<p class=submitted>Soumis par Régis Delattre le 20/09/2009 - 08:15</p>",
            "Régis Delattre",
        ),
    ] {
        assert_eq!(below(byline), [name], "{byline}");
    }
}

#[test]
fn names_without_capitals_are_read_where_they_are_marked() {
    for (byline, name) in [
        ("<p class=author>سلمى الخطيب</p>", "سلمى الخطيب"),
        (
            "<p><span itemprop=author>سلمى الخطيب</span></p>",
            "سلمى الخطيب",
        ),
        ("<p>بقلم هدى المصري</p>", "هدى المصري"),
        ("<p>نویسنده: رضا احمدی</p>", "رضا احمدی"),
        ("<p class=author>สมชาย ใจดี</p>", "สมชาย ใจดี"),
        ("<p>โดย สมชาย ใจดี</p>", "สมชาย ใจดี"),
        ("<p>ผู้เขียน: สมชาย ใจดี</p>", "สมชาย ใจดี"),
        ("<p class=author>আব্দুর রহমান</p>", "আব্দুর রহমান"),
        ("<p>بقلم هدى المصري الثلاثاء 14 مايو 2024</p>", "هدى المصري"),
        ("<p>מאת נועה ברקאי</p>", "נועה ברקאי"),
        ("<p><a rel=author href=/x>נועה ברקאי</a></p>", "נועה ברקאי"),
    ] {
        assert_eq!(below(byline), [name], "{byline}");
    }
    assert!(below("<p class=author>هيئة التحرير</p>").is_empty());
    assert!(below("<p>سلمى الخطيب</p>").is_empty());
}

#[test]
fn a_korean_name_before_a_job_is_a_byline() {
    let read = |byline: &str| authors(&format!("<h1>노후 가동교 통행 금지</h1>{byline}"));
    let text = "시의회가 14일 밤 노후한 가동교의 화물차 통행을 금지하는 안건을 통과시켰다.";
    for byline in [
        "<p>박지훈 기자 jhpark@hangu.example",
        "<p>항구일보 박지훈 선임기자 2024.05.14 21:40",
        &format!("<p>[항구일보 박지훈 기자] {text}"),
        &format!("<p>(항구=연합뉴스) 박지훈 기자 = {text}"),
    ] {
        assert_eq!(read(byline), ["박지훈"], "{byline}");
    }
    for both in [
        "<p>박지훈·김미란 기자",
        "<p>박지훈, 김미란 기자",
        "<p>박지훈 김미란 기자 jhpark@hangu.example",
        "<p>항구일보 박지훈, 김미란 기자",
        "<p class=byline><span>박지훈·김미란 기자</span> <span>사진=정하늘 기자</span>",
    ] {
        assert_eq!(read(both), ["박지훈", "김미란"], "{both}");
    }
    for other in [
        "<p>박지훈 기자 구속",
        "<p>사진=박지훈 기자",
        "<p>항구 기자 협회",
        &format!("<p>박지훈 기자 {text}"),
    ] {
        assert!(read(other).is_empty(), "{other}");
    }
    let page = format!("<p>{text}</p><p>박지훈 기자 jhpark@hangu.example");
    let lines = format!("{text}\n\n박지훈 기자 jhpark@hangu.example");
    for lines in [lines.as_str(), text] {
        let (document, outlet) = (html::parse(&page), Outlet::default());
        let page = Page {
            text: lines,
            ..Page::bare(&document, &outlet)
        };
        assert_eq!(at_end(&page).persons, ["박지훈"]);
    }
}

#[test]
fn the_inline_element_of_the_author_counts_alone() {
    for (line, wanted) in [
        (
            "<span class=desk>Politics</span> <span class=author>Jane Doe</span> <span class=day>3 May 2024</span>",
            vec!["Jane Doe"],
        ),
        (
            "<span class=post-date>3 May 2024</span> <span class=post-author>By <a>Jane Doe</a></span> <span class=post-comments>3 comments</span>",
            vec!["Jane Doe"],
        ),
        (
            "<span>Politik</span> <span itemprop=author>Jane Doe</span> <span>Freitag</span>",
            vec!["Jane Doe"],
        ),
        (
            "<span class=author>Jane Doe</span>, <span class=author>John Roe</span> <span class=author-place>Easton Hill</span>",
            vec!["Jane Doe", "John Roe"],
        ),
    ] {
        let html = format!("<h1>Neue Brücke</h1><p>{line}</p><p>Der Rat hat entschieden.");
        assert_eq!(authors(&html), wanted, "{line}");
    }
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
    for name in ["data-testid", "data-cy", "data-component"] {
        let html = format!(
            "<h1>Neue Brücke</h1><div class=x1 {name}=Byline><div class=x2>Jane Doe</div></div><p>Der Rat."
        );
        assert_eq!(authors(&html), ["Jane Doe"], "{name}");
    }
}

#[test]
fn two_names_after_a_common_word_are_two_authors() {
    for line in [
        "<p>Door Aino Laine en Marek Nowak</p>",
        "<p>Av Aino Laine och Marek Nowak</p>",
    ] {
        let page = format!(
            "<title>Neue Brücke</title><h1>Neue Brücke</h1>{line}<p>Der Rat hat entschieden."
        );
        assert_eq!(authors(&page), ["Aino Laine", "Marek Nowak"], "{line}");
    }
}

#[test]
fn who_comments_is_no_author() {
    let comment = "<p class=author>Aino Laine</p><p>Endlich wird die Brücke gebaut.</p>";
    for comments in [
        format!("<section class=comments>{comment}</section>"),
        format!("<div id=comments><ol><li>{comment}<li>Danke.</ol></div>"),
        format!("<div class=comment-list><article>{comment}</article></div>"),
        "<section class=rasprava><p><span class=author>Aino Laine</span> 7.3.2024</p></section>"
            .to_owned(),
    ] {
        let page = format!("<h1>Neue Brücke</h1><p>Der Rat hat entschieden.</p>{comments}");
        assert!(authors(&page).is_empty(), "{comments}");
    }
}

#[test]
fn a_name_alone_beside_a_date_is_a_byline() {
    let read = |lines: &str| {
        authors(&format!(
            "<title>Neue Brücke - Der Bote</title><nav><a href=/>Der Bote</a> <a href=/bs>Bad Salz</a></nav>\
             <h1>Neue Brücke</h1>{lines}<p>Der Rat hat entschieden."
        ))
    };
    for lines in [
        "<div><span>Aino Laine</span><span>26.3.2026 klo 13.15</span></div>",
        "<div>Aino Laine</div><div>Publisert 30. april 2026, kl. 18:40</div>",
        "<div>14 maja 2026, 11:37</div><div>Aino Laine</div>",
        "<p>Closed for two years.<p>Aino Laine | 3 May 2026 | 3 min read",
        "<div><span>12 мая 2026, 14:05</span><span>Aino Laine</span><span>👁 1 245</span></div>",
        "<div>di Aino Laine - 02 Maggio 2026 alle 12:05</div>",
        "<div><a href=/tekijat/laine>Aino Laine</a> 26.3.2026</div>",
        "<div><span>Aino Laine</span><span>Tuesday, March 24, 2026</span></div>",
        "<div>Uelzen, 5. März 2026 · Aino Laine</div>",
        "<div>Politics | Aino Laine | 5 March 2026</div>",
        "<div>5 mars 2026 à 14h35 – Lyon – Aino Laine</div>",
        // a job, an address or a button between them, a job after the name, a time for reading
        "<ul><li>Aino Laine<li>Local reporter<li>14:10, 5 March 2026</ul>",
        "<div>Aino Laine</div><div>aino@bote.example</div><div>Tirsdag 5. marts 2026</div>",
        "<div>Aino Laine</div><div><a href=/f>Seguir</a></div><div>12 de abril de 2026</div>",
        "<p>Aino Laine, redaktør og journalist<br>5. mars 2026</p>",
        "<div>5 May 2026</div><div><span>Aino Laine</span><span>Environment correspondent, Easton</span></div>",
        "<div><span>Aino Laine</span> <span>5 mrt 2026</span> <span>Leestijd: 3 minuten</span></div>",
        "<p>5 Mart 2026 · 4 dk · Aino Laine</p>",
    ] {
        assert_eq!(read(lines), ["Aino Laine"], "{lines}");
    }
    for lines in [
        // a section, an outlet, a topic
        "<div>Bad Salz</div><div>3. Mai 2026</div>",
        "<div>Der Bote</div><div>3. Mai 2026</div>",
        // no date, a label, two names
        "<div>Aino Laine</div><div>Uelzen</div>",
        "<div>Last Update</div><div>3 May 2026</div>",
        "<div>Haber Giriş Tarihi: 05.03.2026 14:10</div>",
        "<div>Bad Ellern, Nordland</div><div>3. Mai 2026</div>",
        "<div>Aino Laine</div><div>3. Mai 2026</div><div>Jane Doe</div>",
    ] {
        assert!(read(lines).is_empty(), "{lines}");
    }
}

#[test]
fn a_label_may_follow_other_parts_of_a_line() {
    for (line, name) in [
        (
            "2026-05-03 10:14 来源：江北日报 作者：李文静 字号：大",
            "李文静",
        ),
        ("2026年5月3日 10時14分 記者：田中美咲", "田中美咲"),
        (
            "12.05.2026 Автор: Светлана Корнеева Просмотров: 122",
            "Светлана Корнеева",
        ),
        ("کد خبر: ۴۴۸۲۱ نویسنده: مریم احمدی", "مریم احمدی"),
        (
            "نویسنده: نگار صالحی تاریخ انتشار: ۸ اردیبهشت ۱۴۰۵",
            "نگار صالحی",
        ),
        ("Autor: Erika Muster Tags: Brücke, Rat", "Erika Muster"),
    ] {
        assert_eq!(below(&format!("<div>{line}</div>")), [name], "{line}");
    }
    for line in [
        "FULL TEXT: Malaba Halts Court Trials",
        "Ein kurzer Text: Erika Muster",
    ] {
        assert!(below(&format!("<div>{line}</div>")).is_empty(), "{line}");
    }
}

#[test]
fn the_word_for_reporter_stands_before_chinese_names() {
    for (line, names) in [
        ("記者林佳蓉／南投報導", vec!["林佳蓉"]),
        ("〔記者林佳蓉／台北報導〕行政院今日宣布", vec!["林佳蓉"]),
        ("本报记者 李文静", vec!["李文静"]),
        ("記者林佳蓉、陳大文／台北報導", vec!["林佳蓉", "陳大文"]),
        (
            "　　本报青石县4月23日电　（记者林晓岚、赵牧之）老桥今天关闭，市民绕行。",
            vec!["林晓岚", "赵牧之"],
        ),
        (
            "青石訊 4月23日（本報記者林佳蓉）老橋今天關閉。",
            vec!["林佳蓉"],
        ),
        (
            "中新社东京5月3日电 (特派记者 李文静)老桥今天关闭。",
            vec!["李文静"],
        ),
    ] {
        let html = format!("<h1>新大橋</h1><div>{line}</div><p>Der Rat.<p>(责编：周启明)");
        assert_eq!(authors(&html), names, "{line}");
    }
    for line in [
        "記者會今日舉行／台北",
        "記者會舉行／台北",
        "記者表示，大橋關閉",
        "昨日，老橋（記者協會）關閉",
    ] {
        let html = format!("<h1>新大橋</h1><div>{line}</div><p>Der Rat.");
        assert!(authors(&html).is_empty(), "{line}");
    }
}

#[test]
fn names_of_other_scripts_end_at_the_job() {
    let thai = "<div><span>เผยแพร่: 3 พ.ค. 2569 10:14</span><span>โดย: สมชาย วงศ์สวัสดิ์ ผู้สื่อข่าวภูมิภาค จังหวัดนครศรีธรรมราช</span></div>";
    let hebrew = "<div><span>מאת: נועה ברקוביץ'</span> <span>10.05.2026, 09:30</span></div>";
    for (line, name) in [(thai, "สมชาย วงศ์สวัสดิ์"), (hebrew, "נועה ברקוביץ'")]
    {
        assert_eq!(below(line), [name], "{line}");
    }
}

#[test]
fn persons_who_are_quoted_or_recommended_did_not_write_the_text() {
    let text = "<p>The three night trains that leave the capital at ten are booked out until Christmas, the railway said on Thursday.</p>";
    let page = |before: &str, box_: &str| {
        format!(
            "<title>Night trains are full</title><article><h1>Night trains are full</h1>{before}{text}{box_}{text}{text}</article>"
        )
    };
    for other in [
        "<blockquote><p>I sleep well.</p><cite class=author>Ada Crane</cite></blockquote>",
        "<figure><blockquote>Ich schlafe gut.</blockquote><figcaption class=autor>Ada Crane</figcaption></figure>",
        "<div class=kundenstimme><p>Ich schlafe gut.</p><span class=author-name>Ada Crane</span></div>",
        "<div class='box exergue'><p>Je dors bien.</p><p class=auteur>Ada Crane</p></div>",
        "<div class=card><h3><a href=/x>A lighthouse is for sale</a></h3><span class=author>Ada Crane</span></div>",
        "<li><h4><a href=/x>Se vende un faro</a></h4><a rel=author href=/autor/ada-crane>Ada Crane</a></li>",
    ] {
        assert!(authors(&page("", other)).is_empty(), "{other}");
        let own = "<p>3 May 2024 · <span class=author>Jane Doe</span></p>";
        assert_eq!(authors(&page(own, other)), ["Jane Doe"], "{other}");
    }
}

#[test]
fn a_byline_may_follow_a_date_and_a_bar() {
    for (line, name) in [
        ("승인 2024.04.24 17:21 | 한서윤 기자", "한서윤"),
        (
            "입력 2024-04-24 17:21 | 한서윤 기자 seoyun@example.com",
            "한서윤",
        ),
        ("한서윤 기자 승인 2024.04.24 17:21", "한서윤"),
        ("2024年4月24日 17:21 | 山本恵子 記者", "山本恵子"),
        ("2024-04-24 17:21 | 記者 林佳蓉", "林佳蓉"),
        ("2024年04月24日 | 本报记者 李文静", "李文静"),
    ] {
        let html =
            format!("<title>교량 통제</title><h1>교량 통제 안내 사항</h1><div>{line}</div><p>Text");
        assert_eq!(authors(&html), [name], "{line}");
    }
}

#[test]
fn a_name_after_by_in_a_sentence_is_no_author() {
    for line in [
        "<p>The goal was scored by Max Feld, a pupil of the school.</p>",
        "<div>Rents by Western Homes, the builder, rose by a tenth.</div>",
        "<p>Lob kam von den Freien Wählern</p>",
        "<p>The record was broken in 2019 by Max Feld, a pupil of the school.</p>",
        "<p>La lettre signée par Max Feld, maire de la ville, est arrivée.</p>",
        "<p>Un libro por Max Feld, poeta, gana el premio.</p>",
    ] {
        assert_eq!(below(line), [""; 0], "{line}");
    }
    for line in [
        "<p>By Erika Muster.</p>",
        "<p>3. Mai 2024 von Erika Muster</p>",
        "<p>Posted by Erika Muster on May 3, 2024 at 4:15 p.m.</p>",
    ] {
        assert_eq!(below(line), ["Erika Muster"], "{line}");
    }
}

#[test]
fn a_byline_may_name_an_agency_with_its_article() {
    let page = html::parse("<h1>Neue Brücke</h1><p>By the Associated Press</p><p>Der Rat.");
    let credits = found(&page).unwrap_or_default();
    assert_eq!(credits.agencies.len(), 1, "{credits:?}");
}

#[test]
fn a_middle_dot_ends_a_japanese_label() {
    for line in [
        "文・高橋健二",
        "<b>聞き手／高橋健二</b>",
        "取材・文・高橋健二",
        "文・高橋健二・写真・森川直美",
        "【文・高橋健二、写真・森川直美】",
        "（取材・文＝高橋健二）",
        "文・撮影　高橋健二",
        "文・撮影＝高橋健二",
        "<span class=author>執筆者 高橋健二</span>",
        "<span class=author>文・写真　高橋健二</span>",
    ] {
        let page = format!("<h1>橋の工事</h1><div>{line}</div><p>町議会は火曜日に決めた。");
        assert_eq!(authors(&page), ["高橋健二"], "{line}");
    }
    let page = "<h1>橋の工事</h1><div>文・編集部</div><p>町議会は火曜日に決めた。";
    assert_eq!(authors(page), [""; 0]);
}

#[test]
fn a_label_beside_a_date_is_no_part_of_the_name() {
    let read = |line: &str| {
        authors(&format!(
            "<title>Neue Brücke</title><h1>Neue Brücke</h1>{line}<p>Der Rat hat entschieden."
        ))
    };
    for (line, name) in [
        (
            "<div>Подготовила Анна Лебедева</div><div>12 мая 2026</div>",
            "Анна Лебедева",
        ),
        (
            "<div>Article de Régis Delattre</div><div>12 mai 2026</div>",
            "Régis Delattre",
        ),
        ("<div>Oprac. Ewa Nowak | 12 maja 2026</div>", "Ewa Nowak"),
        (
            "<div>Της Μαρία Κοντού</div><div>12 Νοεμβρίου 2026</div>",
            "Μαρία Κοντού",
        ),
        (
            "<div>كتبت سلمى الخطيب</div><div>12 مايو 2026</div>",
            "سلمى الخطيب",
        ),
        (
            "<div>Ana Ruiz · 12 de noviembre de 2026 · 14:35 h</div>",
            "Ana Ruiz",
        ),
        ("<div>נעמה ברקאי | 12.11.2026 | 14:35</div>", "נעמה ברקאי"),
        ("<div>12 नवंबर 2026 · सुनीता भारद्वाज</div>", "सुनीता भारद्वाज"),
    ] {
        assert_eq!(read(line), [name], "{line}");
    }
    for line in [
        "<div>سلمى الخطيب</div><div>12 مايو 2026</div>",
        "<div>آخر تحديث 12 مايو 2026</div>",
        "<div><span>শেষ আপডেট</span> <span>12.11.2026</span></div>",
    ] {
        assert_eq!(read(line), [""; 0], "{line}");
    }
}

#[test]
fn two_names_of_any_script_are_two_authors() {
    let read = |line: &str| authors(&format!("<h1>Neue Brücke</h1><p class=author>{line}</p>"));
    for (line, names) in [
        ("سلمى الخطيب ومروان العطار", ["سلمى الخطيب", "مروان العطار"]),
        ("נעמה ברקאי ויותם סלומון", ["נעמה ברקאי", "יותם סלומון"]),
        (
            "सुनीता भारद्वाज और रोहित चतुर्वेदी",
            ["सुनीता भारद्वाज", "रोहित चतुर्वेदी"],
        ),
        (
            "Των Δανάη Κοντού και Στέλιος Λάμπρου",
            ["Δανάη Κοντού", "Στέλιος Λάμπρου"],
        ),
        (
            "<span class=author>윤하람·배준서 기자</span>",
            ["윤하람", "배준서"],
        ),
    ] {
        assert_eq!(read(line), names, "{line}");
    }
    assert_eq!(read("سلمى وليد"), ["سلمى وليد"]);
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
        let page = |own: &str| {
            authors(&format!(
                "<title>Neue Brücke</title>{head}<h1>Neue Brücke</h1>{own}<p>Der Rat."
            ))
        };
        assert_eq!(page(""), [""; 0], "{head}");
        assert_eq!(page(own), ["Aino Laine"], "{head}");
    }
    // the header of the article
    let header = format!("<article><header>{own}<h1>Neue Brücke</h1></header><p>Der Rat.");
    assert_eq!(authors(&header), ["Aino Laine"]);
}

#[test]
fn who_took_the_pictures_is_no_part_of_the_line_of_the_author() {
    for (line, name) in [
        (
            "<p class=byline>Words: Jane Doe. Pictures: John Roe</p>",
            "Jane Doe",
        ),
        ("<p>Words: Jane Doe. Pictures: John Roe</p>", "Jane Doe"),
        (
            "<p class=byline>Teksti: Jane Doe Kuvat: John Roe</p>",
            "Jane Doe",
        ),
        ("<p>Teksti Jane Doe, kuvat John Roe</p>", "Jane Doe"),
        (
            "<p class=author>Tekst Jane Doe Beeld John Roe</p>",
            "Jane Doe",
        ),
        (
            "<p>Texto de Jane Doe e fotografia de John Roe</p>",
            "Jane Doe",
        ),
        (
            "<p class=byline>سلمى الخطيب، تصوير: مروان العطار</p>",
            "سلمى الخطيب",
        ),
        (
            "<p>كتبت سلمى الخطيب، تصوير: مروان العطار</p>",
            "سلمى الخطيب",
        ),
        ("<p>כתבה: נעמה ברקאי | צילום: יותם סלומון</p>", "נעמה ברקאי"),
        // one person did both
        ("<p class=byline>Teksti ja kuvat: Jane Doe</p>", "Jane Doe"),
        ("<p class=byline>Text und Fotos: Jane Doe</p>", "Jane Doe"),
    ] {
        assert_eq!(below(line), [name], "{line}");
    }
    for line in [
        "<p>كتبت سلمى الخطيب</p>",
        "<p class=byline>تصوير: مروان العطار</p>",
    ] {
        assert_eq!(below(line), [""; 0], "{line}");
    }
}

#[test]
fn authors_in_neighbouring_elements_are_all_read() {
    for lines in [
        "<ul class=authors><li><a href=/autor/jd>Jane Doe</a></li><li><a href=/autor/jr>John Roe</a></li></ul>",
        "<ul><li><a href=/author/jd>Jane Doe</a> Reporter</li><li><a href=/author/jr>John Roe</a> Editor</li></ul>",
        "<div><div class=author><b>Jane Doe</b> <i>Reporter</i></div><div class=author><b>John Roe</b> <i>Editor</i></div></div>",
        "<ul class=yazarlar><li>Jane Doe</li><li>John Roe</li></ul>",
        "<address class=byline><p>Jane Doe</p><p>John Roe</p></address>",
        "<p class=byline><a href=mailto:jd@x.example>Jane Doe</a> <a href=mailto:jr@x.example>John Roe</a></p>",
        "<p class=author>Jane Doe / John Roe</p>",
        "<p class=author>Jane Doe + John Roe</p>",
    ] {
        assert_eq!(below(lines), ["Jane Doe", "John Roe"], "{lines}");
    }
    for lines in [
        "<div class=byline><p>Jane Doe</p><p>Reporter in Easton</p></div>",
        "<ul class=author-info><li>Jane Doe</li><li>Easton Hill</li><li>3 May 2024</li></ul>",
        "<p class=byline><a href=/team/jane-doe>Jane Doe</a> <a href=/places/bad-salz>Bad Salz</a></p>",
        "<p class=byline><a href=/jane-doe>Jane Doe</a> <a href=/bad-salz>Bad Salz</a></p>",
        "<p class=author>Jane Doe | Bad Salz</p>",
        "<p>By <a href=/author/jd>Jane Doe</a></p><p>Photos by <a href=/author/jr>John Roe</a></p>",
    ] {
        assert_eq!(below(lines), ["Jane Doe"], "{lines}");
    }
}

#[test]
fn each_of_several_authors_may_have_a_place() {
    for (line, names) in [
        (
            "By Jane Doe in Easton and John Roe in Weston",
            &["Jane Doe", "John Roe"][..],
        ),
        (
            "Par Jane Doe à Lyon et John Roe à Bruxelles",
            &["Jane Doe", "John Roe"],
        ),
        (
            "Von Jane Doe in Kiel, John Roe in Bonn und Ann Poe in Ulm",
            &["Jane Doe", "John Roe", "Ann Poe"],
        ),
        ("By Jane Doe in Easton and Bad Salz", &["Jane Doe"]),
    ] {
        assert_eq!(below(&format!("<p>{line}</p>")), names, "{line}");
    }
}

#[test]
fn the_word_for_author_in_a_class_may_be_of_any_language() {
    for line in [
        "<div class=kirjoittaja>Jane Doe, toimittaja</div>",
        "<p class=article-potpis>Jane Doe</p>",
        "<p><span class=forfatter>Jane Doe</span> 3 min</p>",
    ] {
        assert_eq!(below(line), ["Jane Doe"], "{line}");
    }
    assert_eq!(below("<p class=confirmation>Jane Doe</p>"), [""; 0]);
    let on_page = |lang: &str, line: &str| {
        authors(&format!(
            "<html lang={lang}><h1>Neue Brücke</h1>{line}<p>Der Rat."
        ))
    };
    for (lang, line) in [
        ("es-MX", "<p class=firma>Jane Doe | Bad Salz</p>"),
        ("fr", "<p class=article__signature>Jane Doe</p>"),
        ("UK", "<p class=avtor>Jane Doe</p>"),
    ] {
        assert_eq!(on_page(lang, line), ["Jane Doe"], "{line}");
    }
    for (lang, line) in [
        ("es", "<p class=infirmary>Jane Doe</p>"),
        ("pl", "<p class=firma>Jane Doe</p>"),
        ("ru", "<p class=avtorynok>Jane Doe</p>"),
    ] {
        assert_eq!(on_page(lang, line), [""; 0], "{line}");
    }
}

#[test]
fn the_author_in_rdfa_is_read() {
    for author in [
        "<span property=author typeof=Person><span property=name>Jane Doe</span></span>",
        "<span rel='sioc:has_creator'><a href=/user/9 property='foaf:name'>Jane Doe</a></span>",
        "<span rel='schema:author'><span typeof='schema:Person'>Jane Doe</span></span>",
    ] {
        assert_eq!(below(&format!("<p>{author}</p>")), ["Jane Doe"], "{author}");
    }
}

#[test]
fn a_japanese_text_may_end_with_its_author_in_brackets() {
    let text = "町議会は火曜日に古い橋を閉じると決めた。";
    let read = |text: &str, end: &str| {
        let (html, lines) = (format!("<p>{text}{end}"), format!("{text}{end}"));
        let lines = lines.replace("<p>", "\n");
        let (document, outlet) = (html::parse(&html), Outlet::default());
        let page = Page {
            text: &lines,
            ..Page::bare(&document, &outlet)
        };
        at_end(&page).persons
    };
    for end in ["（高橋健二）", "<p>（高橋健二）", "【高橋健二】"] {
        assert_eq!(read(text, end), ["高橋健二"], "{end}");
    }
    for end in [
        "（敬称略）",
        "<p>（つづく）",
        "と高橋健二（高橋健二）",
        "（文中敬称略）",
        "<p>（以下敬称略）",
        "<p>（随時更新）",
        "（関連記事）",
        "<p>【関連記事】",
        "<p>【動画公開】",
    ] {
        assert_eq!(read(text, end), [""; 0], "{end}");
    }
    assert_eq!(read("市议会星期二决定关闭旧桥。", "（资料图片）"), [""; 0]);
}

#[test]
fn words_for_who_sent_a_text_in_come_before_its_author() {
    for line in [
        "Upplagd av Jane Doe",
        "Opublikowane przez: Jane Doe",
        "Inserito da Jane Doe",
        "Enviat per Jane Doe el Dt., 05/03/2026 - 14:10",
        "Inskickad av Jane Doe den tis, 2026-03-05 - 14:10",
        "Enviado por Jane Doe el Mié, 15/11/2026 - 09:05",
        "Γράφτηκε από τον/την Jane Doe",
        "Gönderen: Jane Doe",
    ] {
        assert_eq!(below(&format!("<p>{line}</p>")), ["Jane Doe"], "{line}");
    }
}

#[test]
fn other_parts_of_a_line_are_no_names_of_reporters() {
    for (line, names) in [
        ("기자명 박지훈 기자", vec!["박지훈"]),
        (
            "박지훈 기자 · 2026.03.05 14:10 · 조회 1,204",
            vec!["박지훈"],
        ),
        ("박지훈·김미란 기자", vec!["박지훈", "김미란"]),
        ("本报记者 李文静 陈国强", vec!["李文静", "陈国强"]),
        ("本报记者 李文静 通讯员 王小明", vec!["李文静"]),
        ("记者 李文静 北京报道", vec!["李文静"]),
        ("记者 李文静 北京电", vec!["李文静"]),
        ("本报记者 李文静 近年来，我市老桥渐多。", vec!["李文静"]),
        ("Por Juan de la Paz | 3 mayo 2026", vec!["Juan de la Paz"]),
        (
            "Por Carlos Alberto Paz 3 de mayo de 2026",
            vec!["Carlos Alberto Paz"],
        ),
        ("记者 李文静 摄", vec!["李文静"]),
    ] {
        assert_eq!(below(&format!("<p>{line}</p>")), names, "{line}");
    }
}
