//! Lines that are left out, and sentences like them that stay.

use super::*;
use html::parse;

const PARAGRAPH: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the \
                         northern bank fear for their trade: they ask the regional government for help, and for a ferry.</p>";

/// Number of blocks kept of a line between two paragraphs.
fn kept_in(line: &str, mode: Mode) -> usize {
    let document = parse(&format!("{PARAGRAPH}{line}{PARAGRAPH}"));
    let mut labels = Labels::all_content(&document);
    labels.mode = mode;
    leave_out(&document, &mut labels);
    labels.content_blocks().count() - 2
}

#[test]
fn lines_of_the_source_are_left_out() {
    for (line, kept) in [
        ("<p>（原标题：老桥关闭两年）</p>", 0),
        ("<p>原题为《老桥关闭两年》</p>", 0),
        ("<p>End Quote Jane Doe, mayor</p>", 0),
        (
            "<p><a href=#below>Continue reading the main story</a></p>",
            0,
        ),
        ("<h2>Share</h2>", 1),
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), kept, "{line}");
    }
}

#[test]
fn lines_that_are_not_the_articles_own_are_left_out() {
    for line in [
        "<p>Read more: <a href=/x>Ferry to start in May</a></p>",
        "<p><a href=/x>RELATED | Ferry to start in May</a></p>",
        "<p>Lesen Sie auch: <a href=/x>Fähre ab Mai</a></p>",
        "<p>À lire aussi <a href=/x>Un bac dès le mois de mai</a></p>",
        "<p>Lire aussi sur example.org » <a href=/x>un bac dès mai</a></p>",
        "<blockquote>PUEDES VER: <a href=/x>¿Qué pasa con el puente?</a></blockquote>",
        "<p>相关阅读：<a href=/x>新的轮渡五月开通</a></p>",
        "<h3>Auch interessant:</h3><ul><li><a href=/x>Fähre ab Mai</a><li><a href=/y>Der Rat tagt</a></ul>",
        "<p>The old bridge in March (Image: Getty)</p>",
        "<p>The old bridge in March. Photo: Jane Doe</p>",
        "<p>The old bridge in March | © Jane Doe/City Archive</p>",
        "<p>The old bridge in March. (AP Photo/Jane Doe, File)</p>",
        "<p>Foto: Erika Muster</p>",
        "<p class=image-caption>The old bridge in March</p>",
        "<div class=bildunterschrift><p>Die alte Brücke im März</p></div>",
        "<p>Фото: Иван Иванов</p>",
        "<p>Подписывайтесь на наш канал!</p>",
        "<p>Abonnez-vous à notre newsletter !</p>",
        "<p>Jane Doe/Getty Images</p>",
        "<p>Sign up for our newsletter and read it every morning.</p>",
        "<p>Folgen Sie uns auf Mastodon!</p>",
        "<p>The old bridge in March (file photo)</p>",
        "<p>Der Rat (v. l.): Jane Doe und Erika Muster vor der Brücke.</p>",
        "<p>This post may contain affiliate links.</p>",
        "<p>Externer Inhalt nicht verfügbar</p>",
        "<p>3 Min. Lesezeit | Lesezeit: 3 Minuten</p>",
        "<p>Mit dem Laden des Videos akzeptieren Sie die Datenschutzerklärung des Anbieters.</p>",
        "<p>- Anzeige -</p>",
        "<div>ADVERTISEMENT – CONTINUE READING BELOW</div>",
        "<p>La suite après cette publicité</p>",
        "<li>Share this article</li>",
        "<p>प्रिंट करें</p>",
        "<p>【広告】</p>",
        "<p>Baca juga: <a href=/x>Kapal feri mulai Mei</a></p>",
        "<p>Xem thêm: <a href=/x>Phà mới từ tháng 5</a></p>",
        "<p>بیشتر بخوانید: <a href=/x>کشتی تازه از اردیبهشت</a></p>",
        "<p>อ่านเพิ่มเติม: <a href=/x>เรือข้ามฟากเริ่มเดือนพฤษภาคม</a></p>",
        "<p>SCROLL TO CONTINUE WITH CONTENT</p>",
        "<p>Printer-friendly version</p>",
        "<p><a href=/a>bees</a> · <a href=/b>Aldmoor valley</a> · <a href=/c>wild hives</a></p>",
        "<p>ⓒ 한빛일보, 무단전재 및 재배포 금지</p>",
        "<p>انتهای پیام/</p>",
        "<p>Nächste Seite</p>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
    }
}

#[test]
fn notices_and_controls_of_the_page_are_left_out() {
    for line in [
        "<p>Please turn off your ad blocker to read on.</p>",
        "<p>It looks like you’re using an ad blocker.</p>",
        "<p>Bitte deaktivieren Sie Ihren Adblocker.</p>",
        "<p>Desactiva tu bloqueador de anuncios para seguir.</p>",
        "<p>Ihre Stadt, jeden Tag in Ihrem Postfach</p>",
        "<div><span>Artikel anhören</span><span>Abspielen</span></div>",
        "<div><span>Écouter cet article</span><span>00:00 / 05:12</span></div>",
        "<p>Share your thoughts in the comments</p>",
        "<p>Was meinen Sie? Schreiben Sie uns Ihre Meinung in die Kommentare.</p>",
        "<p>Co o tym sądzisz? Zostaw komentarz</p>",
        "<p>あなたの意見をコメント欄で教えてください</p>",
        "<p>Reproduction of this article without permission is prohibited.</p>",
        "<p>При использовании материалов ссылка на сайт обязательна.</p>",
        "<p>Απαγορεύεται η αναδημοσίευση χωρίς άδεια.</p>",
        "<p>View gallery: 12 photos</p>",
        "<p>Bilderstrecke ansehen (12 Bilder)</p>",
        "<p>Galéria megnyitása (12 kép)</p>",
        "<p>写真を見る(全12枚)</p>",
        "<p>Tags: ferries, Saint Brannock, shipping</p>",
        "<p>Mots-clés : bibliothèques, gare, lecture</p>",
        "<p>关键词:桥梁,修缮,江湾</p>",
        "<p>Views: 1,284</p>",
        "<p>Просмотров: 1284</p>",
        "<p>阅读量:1284</p>",
        "<p>The post Ferry returns appeared first on The Harbour Courier.</p>",
        "<p>Der Beitrag Alte Mühle mahlt wieder erschien zuerst auf Talbacher Bote.</p>",
        "<p>Tipsa oss! Mejla tips@skargardsbladet.example.</p>",
        "<p>Stay up to date: follow us on Google News</p>",
        "<p>Listen to this story</p>",
        "<p>Hallgassa meg a cikket</p>",
        "<p>حجم الخط</p>",
        "<p>Questo articolo è stato tradotto automaticamente.</p>",
        "<p>Imprimer cette page</p>",
        "<p>Found a mistake? Tell us.</p>",
        "<p>Was this article helpful?</p>",
        "<p>Une erreur ? Signalez-la à la rédaction.</p>",
        "<p>Este texto no puede reproducirse sin permiso.</p>",
        "<p>Hãy theo dõi fanpage của chúng tôi.</p>",
        "<p>免责声明：本文仅代表作者个人观点，与本网站无关。</p>",
        "<p>Если вы заметите ошибку в тексте, выделите её и нажмите Ctrl+Enter</p>",
        "<p>[责任编辑：王小明]</p>",
        "<p>調整字體︰大中小</p>",
        "<p>Wybrane komentarze</p>",
        "<p>Vous avez aimé cet article ? Le journal ne vit que grâce aux dons.</p>",
        "<p>Topics:beesvalley</p>",
        "<div><span>Nächstes Bild</span><span>Vorheriges Bild</span><span>3 / 12</span></div>",
        "<div><span>Immagine precedente</span><span>2/8</span><span>Schermo intero</span></div>",
        "<p>Autoplay</p>",
        "<li>Rozmiar czcionki A- A+</li>",
        "<li>Text size: A A A</li>",
        "<div><b>Taille du texte : a A</b><i>Imprimer</i></div>",
        "<p>Ihr Kommentar wurde abgeschickt und wird geprüft.</p>",
        "<div>Votre commentaire a été envoyé.</div>",
        "<p>Spróbuj ponownie później.</p>",
        "<p>If you buy through these links, we may earn an affiliate commission.</p>",
        "<p>Si compras con estos enlaces, podemos recibir una comisión.</p>",
        "<p>Als je via deze links koopt, ontvangen wij een commissie.</p>",
        "<p>Článek pokračuje po reklamě</p>",
        "<div>El texto continúa después del anuncio</div>",
        "<p>Haberin devamı reklamın altında</p>",
        "<p>Ausgedruckt am 3.5.2024</p>",
        "<p>Imprimé le 3 mai 2024</p>",
        "<p>Adresa článku: https://example.org/most</p>",
        "<table><tr><td>Mest lest: <a href=/x>Ferja går igjen fra kaia</a><br><br><a href=/y>Ny bro åpner</a></table>",
        "<div>Lire aussi : <a href=/x>Un bac dès le mois de mai</a><br><br><a href=/y>La halle rouvre</a></div>",
        "<li>Leggi anche: <a href=/x>Il traghetto torna a maggio</a><br><br><a href=/y>Il mercato riapre</a></li>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
    }
}

#[test]
fn sentences_and_headings_of_the_article_stay() {
    for line in [
        "<p>Read more about <a href=/x>the plan of the council</a>.</p>",
        "<p>More than a hundred people came to the <a href=/x>meeting</a>.</p>",
        "<h3>Related costs</h3>",
        "<h2>See also</h2>",
        "<h2><a href=/x>THE COUNCIL HAS DECIDED: A FERRY</a></h2>",
        "<p>The photo shows the old bridge in March.</p>",
        "<p>The mayor declined to comment. (dpa/lby)</p>",
        "<p>The mayor declined to comment. (Reuters)</p>",
        "<p>Der Bürgermeister äußert sich nicht. (APA/dpa, 1.11.2015)</p>",
        "<p>The old bridge is closed to all (Photo ID required)</p>",
        "<p>BILD: Warum ist die Brücke zu?</p>",
        "<p>Source: the council, which has no money for it.</p>",
        "<p>Un homme assassine au couteau le gardien du pont.</p>",
        "<p>Der Rat dankt allen, die mit ihrer Spende geholfen haben.</p>",
        "<p>»Folgen Sie uns auf Mastodon«, sagte der Bürgermeister.</p>",
        "<p>وقال المتحدث عبر البريد الإلكتروني إن الجسر مغلق.</p>",
        "<p>The mayor declined to comment on the cracks (c) to Reuters.</p>",
        "<p>The newsletter of the council names no date.</p>",
        "<p>The council keeps its records (archives) in the town hall.</p>",
        "<p>»Kritik (von links) stört mich nicht«, sagte er dem Abgeordneten aus Moorlingen am Freitag nach der Sitzung.</p>",
        "<p>Lesezeit: 3 Minuten. Moorlingen – Der Rat hat am Freitag nach langer Debatte beschlossen, die alte Brücke zu schließen.</p>",
        "<p>Influencer verdienen mit Affiliate-Links viel Geld.</p>",
        "<p>Every third reader is using an ad blocker, the publishers say.</p>",
        "<p>Die Rentnerin fand täglich in ihrem Postfach drei Briefe eines Anwalts, den sie nicht kannte.</p>",
        "<p>Le facteur a déposé la lettre dans votre boîte mail, dit le maire.</p>",
        "<p>The story continues below the surface of the river, where the divers work.</p>",
        "<pre>services: db: image: example:18 ports: 5432</pre>",
        "<h3>Comments</h3>",
        "<pre>print</pre>",
        "<dl><dt>Share</dl>",
        "<p>Share prices fell.</p>",
        "<p>Der Rat erstattet Anzeige.</p>",
        "<p>She left a comment on the plan, and the mayor replied within the hour.</p>",
        "<p>Haben Sie Hinweise? Die Polizei bittet Zeugen, sich zu melden.</p>",
        "<p>有网友在评论区留言称老桥很美。</p>",
        "<p>네티즌은 응원한다고 댓글로 남겨 화제가 됐다.</p>",
        "<p>The council forbids the reproduction of its seal.</p>",
        "<p>Der Nachdruck des Romans war nach einer Woche vergriffen.</p>",
        "<p>The gallery shows twelve photos of the bridge.</p>",
        "<p>The views from the bridge are famous: hills, river and town.</p>",
        "<p>El museo tuvo mil visitas el domingo.</p>",
        "<p>The ferry first appeared in the harbour in May.</p>",
        "<p>He found a mistake in the plan, and the mayor thanked him.</p>",
        "<p>Die Spende half dem Verein durch den Winter.</p>",
        "<p>Автор заметил ошибку и исправил её на следующий день.</p>",
        "<p>Listen to the river, the old man said.</p>",
        "<p>Le livre est imprimé le matin et vendu le soir.</p>",
        "<p>Imprimé le soir, le journal est lu le matin.</p>",
        "<p>Ausgedruckt am Schalter kostet die Karte zwei Euro.</p>",
        "<p>S. 12–15</p>",
        "<p>Artists may earn commission on each print.</p>",
        "<p>Osa laskuista tulee suoraan sähköpostiin.</p>",
        "<div><b>Share</b><i>of the market</i></div>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 1, "{line}");
    }
}

#[test]
fn calls_and_notes_in_many_languages_are_left_out() {
    for line in [
        // a newsletter that promises how often it comes
        "<p>Our best reports in your inbox every Friday</p>",
        "<p>Vše podstatné každé ráno do vašeho e-mailu</p>",
        "<div>أخبار النهر كل صباح على بريدك الإلكتروني</div>",
        // channels of messengers
        "<p>Pratite i naš WhatsApp kanal.</p>",
        "<div>Новините първо през нашия Viber канал</div>",
        "<p>খবর পেতে আমাদের টেলিগ্রাম চ্যানেল দেখুন।</p>",
        // support of the newsroom
        "<p>Soutenez la presse indépendante.</p>",
        "<p>Atbalsti neatkarīgu žurnālistiku!</p>",
        "<li>Подкрепете независимата журналистика</li>",
        // a player without scripts
        "<p>Увімкніть JavaScript у браузері</p>",
        "<div>Habilita JavaScript en tu navegador.</div>",
        "<p>JavaScriptを有効にしてください</p>",
        // the origin of a copy
        "<p>(Published from a syndicated feed.)</p>",
        "<p>यह खबर सिंडीकेट फीड से ली गई है।</p>",
        "<p>Original-Content von: Talbacher Bote, übermittelt durch news aktuell</p>",
        // what a machine made of the text
        "<p>This summary was created with AI and read by an editor.</p>",
        "<div>Diese Audioversion wurde künstlich erzeugt.</div>",
        "<p>この要約はAIが作成しました。</p>",
        // signing in, the source that a search prefers, and the time to read
        "<div>Connectez-vous pour commenter.</div>",
        "<p>Bizi Google'da tercih edilen kaynak olarak ekleyin</p>",
        "<li>مدة القراءة: 4 دقائق</li>",
        // labels and links to other articles
        "<div>- বিজ্ঞাপন -</div>",
        "<p>விளம்பரம்</p>",
        "<li>გაზიარება</li>",
        "<p>আরও পড়ুন: <a href=/x>মে মাসে ফেরি চলবে</a></p>",
        "<h4>আরও খবর</h4><p><a href=/x>মে মাসে ফেরি চলবে</a></p>",
        "<p>یہ بھی پڑھیں: <a href=/x>مئی میں کشتی چلے گی</a></p>",
        "<div>Чытайце таксама: <a href=/x>Паром вяртаецца ў траўні</a></div>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
    }
}

#[test]
fn labels_end_where_elements_meet_and_at_a_count() {
    for line in [
        "<div><span>Lire aussi</span><a href=/x>Un bac dès le mois de mai</a></div>",
        "<p><b>Lue myös</b><a href=/x>Lautta palaa toukokuussa takaisin joelle</a></p>",
        "<li><em>Čtěte také</em><a href=/x>Přívoz se vrací na řeku v květnu</a></li>",
        "<p>You may also be interested in: <a href=/x>Ferry returns</a></p>",
        "<p>Das könnte Sie auch interessieren: <a href=/x>Fähre ab Mai</a></p>",
        "<div><span>함께 보면 좋은 기사</span><a href=/x>나루터 배편 다시 운항</a></div>",
        "<div><span>Dalintis</span><span>Komentarai (12)</span></div>",
        "<p>Comments (3)</p>",
        "<li>コメント (5)</li>",
        "<p>[<a href=/>Start page</a>] [<a href=#top>Top</a>]</p>",
        "<div>[<a href=/p>Tisk</a>] [<a href=/z>Domů</a>] [<a href=/s>Sdílet</a>]</div>",
        "<p>Listen to this article 4 min</p>",
        "<p>Artikel anhören (12 Min.)</p>",
        "<div>Luister naar dit artikel • 4 minuten</div>",
        "<p>Hallgassa meg a cikket 4 perc</p>",
        "<div><span>Écouter cet article</span><span>4 min</span></div>",
        "<table><tr><td>[<a href=/b>Назад</a>] [<a href=#a>Вверх</a>]</td></tr></table>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
    }
}

#[test]
fn labels_without_blanks_may_have_many_letters() {
    for line in [
        "<p>ข่าวที่เกี่ยวข้อง</p><ul><li><a href=/x>เรือข้ามฟากกลับมาแล้ว</a></ul>",
        "<li>ขนาดตัวอักษร</li>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
    }
}

#[test]
fn sentences_with_words_of_calls_stay() {
    for line in [
        "<p>She had checked her inbox every morning since May.</p>",
        "<p>The WhatsApp channel of the council has few readers.</p>",
        "<p>Der Verein unterstützt die Arbeit der Retter mit einer Spende.</p>",
        "<p>[1] The council, minutes of <a href=/x>May</a>.</p>",
        "<p>You may also be interested in the work of <a href=/x>Jane Doe</a>.</p>",
        "<p>Shares (12)</p>",
        "<p>Deel 2</p>",
        "<p>Print 5 pages</p>",
        "<p>The summary was created with the help of three historians.</p>",
        "<p>Der Rat will das Audio seiner Sitzung veröffentlichen.</p>",
        "<p>Vous recevez chaque matin dix lettres du même notaire.</p>",
        "<p>La fundación apoya el periodismo de las islas.</p>",
        "<p><b>Related</b><i>ness</i> is hard to prove.</p>",
    ] {
        assert_eq!(kept_in(line, Mode::Balanced), 1, "{line}");
    }
}

#[test]
fn recall_mode_keeps_asides() {
    assert_eq!(kept_in("<p>Photo: Jane Doe</p>", Mode::Recall), 1);
}

#[test]
fn a_page_of_captions_keeps_them() {
    let caption = "<p>The old bridge in March. Photo: Jane Doe</p>";
    let document = parse(&format!("<p>Nine pictures.</p>{}", caption.repeat(9)));
    let mut labels = Labels::all_content(&document);
    leave_out(&document, &mut labels);
    assert_eq!(labels.content_blocks().count(), 10);
}
