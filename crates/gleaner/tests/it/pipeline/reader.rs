//! `gleaner serve` after a night: every page that is linked, and texts that try to inject markup.

use std::collections::{BTreeSet, VecDeque};

use serde_json::json;

use super::World;
use super::serving::Serving;

/// Maximum number of pages that a walk requests.
const PAGES: usize = 120;

/// The targets of a page's links within the reader.
fn links(html: &str) -> impl Iterator<Item = String> {
    let targets = html
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let within = targets.filter(|target| target.starts_with('/'));
    within.map(|target| {
        target
            .split('#')
            .next()
            .unwrap()
            .replace("&#38;", "&")
            .replace("&amp;", "&")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_of_the_reader_leads_to_a_page() {
    let world = World::after_a_night().await;
    let serving = Serving::start(&world);
    let mut seen: BTreeSet<String> = ["/".to_owned()].into();
    let mut waiting: VecDeque<String> = seen.iter().cloned().collect();
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    let mut requested = 0;
    while let Some(path) = waiting.pop_front().filter(|_| requested < PAGES) {
        requested += 1;
        let (status, body) = serving.get(&path);
        assert!(matches!(status, 200 | 303), "{path}: {status} {body}");
        let is_page = body.contains("<html");
        if is_page {
            assert_eq!(body.matches("<h1").count(), 1, "{path}");
            assert!(body.trim_end().ends_with("</html>"), "{path}");
        }
        kinds.insert(path.split(['/', '?', '.']).nth(1).unwrap().to_owned());
        for link in links(&body).filter(|_| is_page) {
            if seen.insert(link.clone()) {
                waiting.push_back(link);
            }
        }
    }
    for kind in [
        "", "story", "article", "source", "sources", "runs", "assets", "feeds",
    ] {
        assert!(kinds.contains(kind), "no page of {kind:?} among {kinds:?}");
    }
    let (_, front) = serving.get("/");
    let stories = links(&front).filter(|link| link.starts_with("/story/"));
    let stories: Vec<String> = stories.collect();
    let (_, story) = serving.get(&stories[0]);
    let article = links(&story).find(|link| link.starts_with("/article/"));
    assert_explained(&serving, &stories, &article.unwrap());
}

/// Asserts that stories show what their publishers share, and articles why they are articles.
fn assert_explained(serving: &Serving, stories: &[String], article: &str) {
    let pages: Vec<String> = stories.iter().map(|story| serving.get(story).1).collect();
    let mut shared = pages.iter();
    assert!(shared.any(|page| page.contains("Reported by several publishers")));
    let mut summaries = pages.iter();
    assert!(summaries.all(|page| page.contains("<p class=\"summary\"")));
    let (status, explained) = serving.get(&format!("{article}/explain"));
    assert_eq!(status, 200);
    assert!(explained.contains("learned classifier"), "{explained}");
    let (_, picture) = serving.get(&format!("{article}/picture.svg"));
    assert!(picture.starts_with("<svg"), "{picture}");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_do_not_become_markup() {
    let payloads = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "'><iframe srcdoc=x>",
        "</title><script>alert(1)</script>",
        "<a href=\"javascript:alert(1)\">x</a>",
    ];
    let escape = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('"', "&quot;")
    };
    let page = |version: &str| {
        let paragraphs: Vec<String> = payloads.iter().map(|payload| format!("<p>Der Rat sagte am {version}: {} und beschloss danach, \
            dass die Brücke über den Fluss noch in diesem Jahr erneuert werden soll, wie die Bürgermeisterin mitteilte.</p>", escape(payload))).collect();
        format!(
            "<html lang=de><head><title>Rat der Stadt stimmt für die neue Brücke {0}</title><meta name=author content=\"{0}\"><meta property=\"og:type\" content=article>\
             <meta property=\"article:published_time\" content=\"2026-11-01T08:00:00Z\"></head>\
             <body><article><h1>Rat der Stadt stimmt für die neue Brücke {0}</h1>{1}</article></body></html>",
            escape(payloads[1]),
            paragraphs.join("")
        )
    };
    let world = World::new(testsite::Settings::default()).await;
    let url = "https://paper.example/news/die-bruecke-1.html";
    let lines = [
        ("Montag", "2026-11-01T10:00:00Z"),
        ("Dienstag", "2026-11-02T10:00:00Z"),
    ]
    .map(|(version, at)| json!({"url": url, "html": page(version), "fetched_at": at}).to_string());
    world.import(&lines.join("\n")).await;
    world.ok(&["aggregate"]).await;
    let articles = world.articles().await;
    let id = articles[0]["id"].as_str().unwrap();
    let serving = Serving::start(&world);
    for path in [
        "/".to_owned(),
        format!("/article/{id}"),
        format!("/article/{id}/diff"),
        format!("/article/{id}/explain"),
        format!("/article/{id}/picture.svg"),
        "/search?q=Br%C3%BCcke".to_owned(),
        "/search?q=%3Cscript%3Ealert(1)%3C/script%3E".to_owned(),
        format!("/story/{id}"),
    ] {
        let (status, body) = serving.get(&path);
        assert_eq!(status, 200, "{path}: {body}");
        for markup in [
            "<script>",
            "<img src=x",
            "<svg onload",
            "<iframe",
            "href=\"javascript:",
        ] {
            assert!(!body.contains(markup), "{path} has {markup}");
        }
    }
    let (_, diff) = serving.get(&format!("/article/{id}/diff"));
    assert!(
        diff.contains("<del>Montag:</del>") && diff.contains("<ins>Dienstag:</ins>"),
        "{diff}"
    );
}
