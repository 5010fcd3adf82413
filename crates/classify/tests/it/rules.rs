//! Where rules decide, and where they do not.

use classify::rules::RuleMatch;
use classify::{Evidence, Page, PageType};

fn first(page: &Page<'_>) -> Option<RuleMatch> {
    classify::rules::first(&Evidence::of(page))
}

fn rule(page: &Page<'_>) -> Option<&'static str> {
    first(page).map(|finding| finding.rule.name)
}

/// The rule for a page that has enough text to be an article.
fn of(url: &str, title: &str) -> Option<&'static str> {
    let text = "Der Rat beschloss am Freitag, die alte Brücke zu sperren. ".repeat(30);
    rule(&Page {
        url: Some(url),
        title,
        text: &text,
        ..Page::default()
    })
}

fn of_url(path: &str) -> Option<&'static str> {
    of(
        &format!("https://www.morgenblatt.example{path}"),
        "Morgenblatt",
    )
}

fn of_title(title: &str) -> Option<&'static str> {
    of("https://www.morgenblatt.example/a1", title)
}

fn of_text(text: &str) -> Option<&'static str> {
    let url = Some("https://www.morgenblatt.example/a1");
    rule(&Page {
        url,
        text,
        ..Page::default()
    })
}

#[test]
fn an_error_status_decides_before_anything_else() {
    let page = Page {
        url: Some("https://morgenblatt.example/"),
        http_status: Some(404),
        ..Page::default()
    };
    let finding = first(&page).unwrap();
    assert_eq!(finding.rule.name, "http-error");
    assert_eq!(finding.rule.page_type, PageType::Error);
    assert_eq!(finding.reason, "the server answered with status 404");
    let found = Page {
        http_status: Some(200),
        ..page
    };
    assert_eq!(rule(&found), Some("home"));
}

#[test]
fn a_whole_title_decides_and_a_headline_with_the_same_words_does_not() {
    for (rule, titles) in [
        (
            Some("not-found-title"),
            &[
                "Seite nicht gefunden | Morgenblatt",
                "404 – Page not found",
                "Страница не найдена | Вестник",
                "お探しのページは見つかりませんでした",
                "الصفحة غير موجودة - الصحيفة",
                "Dit artikel is niet meer beschikbaar | De Bode",
                "Cet article n’est plus disponible",
                "Artikkeli ei ole enää saatavilla - Sanomat",
            ][..],
        ),
        (
            Some("legal"),
            &[
                "Impressum – Morgenblatt",
                "Impressum Morgenblatt",
                "Morgenblatt Impressum",
                "Morgenblatt | Datenschutzerklärung",
                "Datenschutzerklärung der Morgenblatt Medien GmbH & Co. KG | Morgenblatt",
                "Datenschutz - Morgenblatt",
                "Privacy Policy",
                "Terms & Conditions | Morgenblatt",
                "Mentions légales",
            ],
        ),
        (
            None,
            &[
                "Fehler – und was wir daraus lernen",
                "Vermisster Junge nicht gefunden",
                "Datenschutz: Was Nutzer jetzt wissen müssen",
                "Datenschutz - Bußgeld für Onlinehändler",
                "Privacy - what the ruling means",
                "Neue Datenschutzerklärung ärgert Nutzer von WhatsApp",
                "Impressumspflicht für Blogger",
                "Terms of Endearment turns forty",
                "Privacy policy changes anger users",
            ],
        ),
    ] {
        for title in titles {
            assert_eq!(of_title(title), rule, "{title}");
        }
    }
}

#[test]
fn a_url_decides_by_the_end_of_its_path_or_by_its_query_alone() {
    for (rule, paths) in [
        (
            Some("home"),
            &["", "/", "/?cid=mail&utm_source=x", "/index.html", "/#top"][..],
        ),
        (
            Some("legal"),
            &[
                "/impressum",
                "/ueber-uns/impressum/",
                "/impressum/index",
                "/vs/general/impressum-195",
                "/services/article7893735/Impressum.html",
                "/rechtliches/datenschutz/",
                "/terms-of-use.php",
            ],
        ),
        (
            Some("search"),
            &[
                "/suche",
                "/suche/?q=bruecke",
                "/search/bruecke",
                "/?s=bruecke",
                "/?q=old+bridge+closes+today",
                "/suche.html",
            ],
        ),
        (Some("tag"), &["/tag/bruecken", "/tag/bruecken/page/3/"]),
        (
            Some("author"),
            &["/autoren/erika-muster", "/author/erika-muster-1234"],
        ),
        (
            Some("section"),
            &[
                "/category/technology",
                "/politik/",
                "/newsticker/wirtschaft/",
                "/politik/index",
            ],
        ),
        (
            None,
            &[
                // a blog's article by its number
                "/?p=3289",
                "/2026/11/datenschutz",
                "/datenschutz-bussgeld-fuer-haendler",
                "/terms/d/digital-marketing",
                "/politik/die-suche-nach-dem-jungen-geht-weiter",
                "/search/how-search-engines-changed-the-news",
                "/artikel-123456?q=teaser",
                "/?q=node/12",
                "/index.php?q=content/old-bridge",
                "/?q=the-old-bridge-closes",
                "/story?s=815",
                "/category/tech/topics",
                "/autoren/erika-muster/die-bruecke-bleibt-zu",
                "/tag/der-tag-an-dem-die-bruecke-fiel",
                "/tag/bruecken/15-11-2026",
                "/topic/history-of-coffee",
                "/thema/umwelt/woher-kommt-die-luft",
                "/politik/bruecke",
                "/sport/20261121",
                "/news?id=7",
            ],
        ),
    ] {
        for path in paths {
            assert_eq!(of_url(path), rule, "{path}");
        }
    }
    let legal = of("https://datenschutz.morgenblatt.example/schule", "");
    assert_eq!(legal, Some("legal"));
    for invalid in ["hard::morgenblatt.example-bruecke.html", ""] {
        assert_eq!(of(invalid, "Die Brücke"), None, "{invalid}");
    }
}

#[test]
fn a_challenge_has_its_title_or_its_script_and_little_text() {
    let title = "Just a moment...";
    let page = Page {
        title,
        text: "Checking your browser.",
        ..Page::default()
    };
    assert_eq!(rule(&page), Some("challenge"));
    for title in ["Un instant…", "Acceso denegado | El Faro", "请稍候"] {
        let page = Page { title, ..page };
        assert_eq!(rule(&page), Some("challenge"), "{title}");
    }
    let html = "<script>window._cf_chl_opt={}</script>";
    let page = Page {
        html,
        text: "",
        ..Page::default()
    };
    assert_eq!(rule(&page), Some("challenge"));
    assert_eq!(
        of_title("Just a moment"),
        None,
        "a short headline over a long text"
    );
    assert_eq!(of_title("Just a moment with the mayor"), None);
}

#[test]
fn a_consent_wall_is_mostly_a_request_for_consent() {
    let wall = Some("consent-wall");
    let report = "Die alte Brücke bleibt zu. ".repeat(20);
    for (text, rule) in [
        (
            "Weiterlesen mit Werbung\nWir und unsere Partner verarbeiten Daten. Mit Ihrer \
             Zustimmung zeigen wir personalisierte Werbung.\nAlle akzeptieren",
            wall,
        ),
        ("We use cookies. Accept all or manage preferences.", wall),
        (
            "Ci servono i cookie. Per favore accetta i cookie di profilazione o prendi un abbonamento senza pubblicità.",
            wall,
        ),
        (
            "Me ja kumppanimme käytämme evästeitä. Voit hyväksyä kaikki evästeet.",
            wall,
        ),
        ("Мы и наши партнёры храним данные.\nПринять все", wall),
        (
            "Nosotros y nuestros 90 socios guardamos datos.\nAceptar y continuar",
            wall,
        ),
        (
            &format!("{report}\n\nWir verwenden Cookies. Alle akzeptieren"),
            None,
        ),
        (
            "Die Stadt bat um Ihre Zustimmung, und alle stimmten zu.",
            None,
        ),
    ] {
        assert_eq!(of_text(text), rule, "{text}");
    }
    assert_eq!(of("https://consent.morgenblatt.example/v2", ""), wall);
    let asking = of_url("/zustimmung?url=https%3A%2F%2Fmorgenblatt.example%2F");
    assert_eq!(asking, wall);
}

#[test]
fn a_consent_banner_beside_navigation_is_no_wall() {
    let asking = |blocks| {
        rule(&Page {
            url: Some("https://www.morgenblatt.example/verein/"),
            title: "Vereine - Morgenblatt",
            text: "Wir und unsere Partner verwenden Cookies. Ihre Einwilligung ist freiwillig.",
            blocks: Some(blocks),
            ..Page::default()
        })
    };
    assert_eq!(asking(3), Some("consent-wall"));
    assert_eq!(asking(23), None);
}

#[test]
fn a_page_that_waits_for_scripts_is_a_shell() {
    let shell = |html: &str, blocks| {
        rule(&Page {
            html,
            blocks: Some(blocks),
            text: "Laden",
            ..Page::default()
        })
    };
    let root = "<body><div id=\"root\"></div><script src=a.js></script>";
    assert_eq!(shell(root, 1), Some("js-shell"));
    let request = "<NOSCRIPT>Bitte JavaScript einschalten</NOSCRIPT>";
    assert_eq!(shell(request, 2), Some("js-shell"));
    assert_eq!(
        shell(request, 200),
        None,
        "a list of links has blocks enough"
    );
    assert_eq!(shell("<p>Laden", 1), None);
    for text in [
        "Der Artikel wird geladen.",
        "Chargement de l’article…",
        "記事を読み込んでいます",
        "This page needs JavaScript.",
    ] {
        let page = Page {
            text,
            blocks: Some(1),
            ..Page::default()
        };
        assert_eq!(rule(&page), Some("js-shell"), "{text}");
    }
    for filled in ["<p>Laden</p>", "Laden"] {
        let app = format!("<div id=app>{filled}</div>");
        assert_eq!(shell(&app, 1), None);
    }
    for empty in [
        "<div class=x id='app' data-v=1> </div>",
        "<div id=__nuxt><!--app--></div>",
        "<app-root></app-root>",
    ] {
        assert_eq!(shell(empty, 1), Some("js-shell"), "{empty}");
    }
}

#[test]
fn a_wall_or_shell_at_the_root_is_not_called_home() {
    let front = |text, html| {
        rule(&Page {
            url: Some("https://www.morgenblatt.example/"),
            title: "Morgenblatt",
            html,
            blocks: Some(4),
            text,
            ..Page::default()
        })
    };
    assert_eq!(front("", "<div id=root></div>"), Some("js-shell"));
    let wall = "Wir und unsere 842 Partner verarbeiten Daten auf Ihrem Gerät.";
    assert_eq!(front(wall, ""), Some("consent-wall"));
    assert_eq!(
        front("We and our 1,412 partners use cookies.", ""),
        Some("consent-wall")
    );
    assert_eq!(front("Alle Nachrichten", ""), Some("home"));
    assert_eq!(front("", ""), Some("home"));
}

#[test]
fn a_page_without_text_is_no_article() {
    assert_eq!(of_text(""), Some("no-text"));
    assert_eq!(of_text(" \n — "), Some("no-text"));
}
