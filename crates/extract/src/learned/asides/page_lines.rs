//! Tests the words of lines of the page in many languages.

use super::is_aside;

fn is_left_out(line: &str) -> bool {
    is_aside(&html::parse(&format!("<p>{line}</p>")), 0)
}

#[test]
fn lines_of_the_page_are_left_out() {
    for line in [
        "Share your thoughts in the comments",
        "Was meinen Sie? Schreiben Sie uns Ihre Meinung in die Kommentare.",
        "Co o tym sądzisz? Zostaw komentarz",
        "あなたの意見をコメント欄で教えてください",
        "Reproduction of this article without permission is prohibited.",
        "При использовании материалов ссылка на сайт обязательна.",
        "Απαγορεύεται η αναδημοσίευση χωρίς άδεια.",
        "View gallery: 12 photos",
        "Bilderstrecke ansehen (12 Bilder)",
        "Galéria megnyitása (12 kép)",
        "写真を見る(全12枚)",
        "Tags: ferries, Saint Brannock, shipping",
        "Mots-clés : bibliothèques, gare, lecture",
        "关键词:桥梁,修缮,江湾",
        "Views: 1,284",
        "Просмотров: 1284",
        "阅读量:1284",
        "The post Ferry returns appeared first on The Harbour Courier.",
        "Der Beitrag Alte Mühle mahlt wieder erschien zuerst auf Talbacher Bote.",
        "Tipsa oss! Mejla tips@skargardsbladet.example.",
        "Stay up to date: follow us on Google News",
        "Listen to this story",
        "Hallgassa meg a cikket",
        "حجم الخط",
        "Questo articolo è stato tradotto automaticamente.",
        "Imprimer cette page",
        "Found a mistake? Tell us.",
        "Was this article helpful?",
        "Une erreur ? Signalez-la à la rédaction.",
        "Este texto no puede reproducirse sin permiso.",
        "Hãy theo dõi fanpage của chúng tôi.",
        "免责声明：本文仅代表作者个人观点，与本网站无关。",
        "Если вы заметите ошибку в тексте, выделите её и нажмите Ctrl+Enter",
        "[责任编辑：王小明]",
        "調整字體︰大中小",
        "Wybrane komentarze",
        "Vous avez aimé cet article ? Le journal ne vit que grâce aux dons.",
        "Topics:beesvalley",
    ] {
        assert!(is_left_out(line), "{line}");
    }
}

#[test]
fn sentences_with_some_of_their_words_stay() {
    for line in [
        "She left a comment on the plan, and the mayor replied within the hour.",
        "Haben Sie Hinweise? Die Polizei bittet Zeugen, sich zu melden.",
        "有网友在评论区留言称老桥很美。",
        "네티즌은 응원한다고 댓글로 남겨 화제가 됐다.",
        "The council forbids the reproduction of its seal.",
        "Der Nachdruck des Romans war nach einer Woche vergriffen.",
        "The gallery shows twelve photos of the bridge.",
        "The views from the bridge are famous: hills, river and town.",
        "El museo tuvo mil visitas el domingo.",
        "The ferry first appeared in the harbour in May.",
        "He found a mistake in the plan, and the mayor thanked him.",
        "Die Spende half dem Verein durch den Winter.",
        "Автор заметил ошибку и исправил её на следующий день.",
        "Listen to the river, the old man said.",
    ] {
        assert!(!is_left_out(line), "{line}");
    }
}
