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

/// Checks the rule for each first cell of a table, of which there may be none.
#[track_caller]
fn assert_rules(of: impl Fn(&str) -> Option<&'static str>, cases: &str) {
    for case in cases.lines() {
        let Some((given, rule)) = case.rsplit_once("=>") else {
            panic!("no rule in {case}");
        };
        assert_eq!(of(given.trim()).unwrap_or_default(), rule.trim(), "{case}");
    }
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
    assert_rules(
        of_title,
        "Seite nicht gefunden | Morgenblatt => not-found-title
        404 – Page not found => not-found-title
        Страница не найдена | Вестник => not-found-title
        お探しのページは見つかりませんでした => not-found-title
        الصفحة غير موجودة - الصحيفة => not-found-title
        Dit artikel is niet meer beschikbaar | De Bode => not-found-title
        Cet article n’est plus disponible => not-found-title
        Artikkeli ei ole enää saatavilla - Sanomat => not-found-title
        Impressum – Morgenblatt => legal
        Impressum Morgenblatt => legal
        Morgenblatt Impressum => legal
        Morgenblatt | Datenschutzerklärung => legal
        Datenschutzerklärung der Morgenblatt Medien GmbH & Co. KG | Morgenblatt => legal
        Datenschutz - Morgenblatt => legal
        Privacy Policy => legal
        Terms & Conditions | Morgenblatt => legal
        Mentions légales => legal
        Fehler – und was wir daraus lernen =>
        Vermisster Junge nicht gefunden =>
        Datenschutz: Was Nutzer jetzt wissen müssen =>
        Datenschutz - Bußgeld für Onlinehändler =>
        Privacy - what the ruling means =>
        Neue Datenschutzerklärung ärgert Nutzer von WhatsApp =>
        Impressumspflicht für Blogger =>
        Terms of Endearment turns forty =>
        Privacy policy changes anger users =>",
    );
}

#[test]
fn a_url_decides_by_the_end_of_its_path_or_by_its_query_alone() {
    assert_rules(
        of_url,
        "=> home
        / => home
        /?cid=mail&utm_source=x => home
        /index.html => home
        /#top => home
        /impressum => legal
        /ueber-uns/impressum/ => legal
        /impressum/index => legal
        /vs/general/impressum-195 => legal
        /services/article7893735/Impressum.html => legal
        /rechtliches/datenschutz/ => legal
        /terms-of-use.php => legal
        /suche => search
        /suche/?q=bruecke => search
        /search/bruecke => search
        /?s=bruecke => search
        /?q=old+bridge+closes+today => search
        /suche.html => search
        /tag/bruecken => tag
        /tag/bruecken/page/3/ => tag
        /autoren/erika-muster => author
        /author/erika-muster-1234 => author
        /category/technology => section
        /politik/ => section
        /newsticker/wirtschaft/ => section
        /politik/index => section
        /?p=3289 =>
        /2026/11/datenschutz =>
        /datenschutz-bussgeld-fuer-haendler =>
        /terms/d/digital-marketing =>
        /politik/die-suche-nach-dem-jungen-geht-weiter =>
        /search/how-search-engines-changed-the-news =>
        /artikel-123456?q=teaser =>
        /?q=node/12 =>
        /index.php?q=content/old-bridge =>
        /?q=the-old-bridge-closes =>
        /story?s=815 =>
        /category/tech/topics =>
        /autoren/erika-muster/die-bruecke-bleibt-zu =>
        /tag/der-tag-an-dem-die-bruecke-fiel =>
        /tag/bruecken/15-11-2026 =>
        /topic/history-of-coffee =>
        /thema/umwelt/woher-kommt-die-luft =>
        /politik/bruecke =>
        /sport/20261121 =>
        /news?id=7 =>",
    );
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
    assert_rules(
        |text| of_text(&text.replace('¶', "\n")),
        &"Weiterlesen mit Werbung¶Wir und unsere Partner verarbeiten Daten. Mit Ihrer Zustimmung zeigen wir personalisierte Werbung.¶Alle akzeptieren => consent-wall
        We use cookies. Accept all or manage preferences. => consent-wall
        Ci servono i cookie. Per favore accetta i cookie di profilazione o prendi un abbonamento senza pubblicità. => consent-wall
        Me ja kumppanimme käytämme evästeitä. Voit hyväksyä kaikki evästeet. => consent-wall
        Мы и наши партнёры храним данные.¶Принять все => consent-wall
        Nosotros y nuestros 90 socios guardamos datos.¶Aceptar y continuar => consent-wall
        REPORT¶¶Wir verwenden Cookies. Alle akzeptieren =>
        Die Stadt bat um Ihre Zustimmung, und alle stimmten zu. =>"
            .replace("REPORT", &report),
    );
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
