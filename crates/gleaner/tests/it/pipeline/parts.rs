//! Articles on several pages, fetched more than once.

use serde_json::Value;
use testsite::Settings;

use super::{World, text};

/// A page about a place, with links to the other pages of its article.
pub(crate) fn page(place: &str, links: &[(&str, &str)]) -> String {
    let link = |(href, label): &(&str, &str)| format!("<a href=\"{href}\">{label}</a> ");
    let bar: String = links.iter().map(link).collect();
    let paragraphs = [
        format!(
            "Am Dienstagmorgen haben Helfer in {place} begonnen, die Deiche entlang des Flusses mit Sandsäcken zu erhöhen."
        ),
        format!(
            "Nach Angaben der Behörden stieg der Pegel bei {place} in der Nacht um vierzig Zentimeter, doch eine Gefahr für die Anwohner besteht nicht."
        ),
        format!(
            "Die Schulen in {place} bleiben bis Freitag geschlossen, teilte der Landrat am Abend auf Anfrage dieser Zeitung mit."
        ),
        format!(
            "Wer in {place} helfen will, soll sich bei der Feuerwehr melden, die am Marktplatz eine Sammelstelle eingerichtet hat."
        ),
    ];
    let paragraphs = paragraphs
        .map(|paragraph| format!("<p>{paragraph}</p>"))
        .concat();
    format!(
        "<html><head><title>Deich hält der Flut stand</title><meta property=og:type content=article></head><body><article><h1>Deich hält der Flut stand</h1>\
         <p>Von Ana Berg, <time datetime=2026-03-01T08:00:00Z>1. März 2026</time></p>{paragraphs}</article>\
         <div>{bar}</div></body></html>"
    )
}

/// Imports pages, given as URL, time and HTML, and extracts the new ones.
async fn import(world: &World, pages: &[(&str, &str, &str)]) {
    let line = |(url, at, html): &(&str, &str, &str)| {
        serde_json::json!({ "url": url, "fetched_at": at, "html": html }).to_string() + "\n"
    };
    let lines: String = pages.iter().map(line).collect();
    world.import(&lines).await;
}

/// Which of these places the versions of a story mention, oldest first.
async fn mentioned<'a>(world: &World, story: &str, places: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut versions = world.articles().await;
    versions.retain(|version| text(version, "id") == store::article_id(story));
    versions.sort_by_key(|version| version["version"].as_i64());
    let places = |version: &Value| {
        let named = places
            .iter()
            .filter(|place| text(version, "text").contains(**place));
        named.copied().collect()
    };
    versions.iter().map(places).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn further_pages_belong_to_the_first_page_of_their_time() {
    let world = World::new(Settings::default()).await;
    pages_imported_late_join_the_first_page_of_their_time(&world).await;
    let story = "https://news.example/flut/deich-haelt";
    let second = format!("{story}/seite-2");
    let bar = [(story, "1"), (second.as_str(), "2")];
    let html = |place: &str| page(place, &bar);
    let places = ["Hamburg", "Stade", "Bremen", "Emden", "Husum"];
    let [one, two, changed_one, changed_two, last_two] = places.map(html);
    let first_day = [
        (story, "2026-03-01T09:00:00Z", one.as_str()),
        (&second, "2026-03-01T09:00:20Z", &two),
    ];
    // the further page slightly before the first, as can happen on later visits
    let second_day = [
        (
            second.as_str(),
            "2026-03-02T09:00:00Z",
            changed_two.as_str(),
        ),
        (story, "2026-03-02T09:00:20Z", &changed_one),
    ];
    // only the further page has another text
    let marked = changed_one.replace("<article>", "<article class=\"late\">");
    let third_day = [
        (story, "2026-03-03T09:00:00Z", marked.as_str()),
        (&second, "2026-03-03T09:00:20Z", &last_two),
    ];
    for day in [first_day, second_day, third_day] {
        import(&world, &day).await;
    }
    let wanted = [
        ["Hamburg", "Stade"],
        ["Bremen", "Emden"],
        ["Bremen", "Husum"],
    ];
    assert_eq!(mentioned(&world, story, &places).await, wanted);
    let read = world.ok(&["extract", "--all"]).await;
    assert_eq!(mentioned(&world, story, &places).await, wanted, "{read}");
}

async fn pages_imported_late_join_the_first_page_of_their_time(world: &World) {
    let story = "https://news.example/flut/deich-steigt";
    let second = format!("{story}/seite-2");
    let bar = [(story, "1"), (second.as_str(), "2")];
    let places = ["Kiel", "Eutin", "Jever", "Aurich"];
    let [one, two, changed_one, changed_two] = places.map(|place| page(place, &bar));
    let firsts = [
        (story, "2026-03-01T09:00:00Z", one.as_str()),
        (story, "2026-03-02T09:00:00Z", &changed_one),
    ];
    import(world, &firsts).await;
    let alone = mentioned(world, story, &places).await;
    assert_eq!(alone, [["Kiel"], ["Jever"]]);
    let seconds = [
        (second.as_str(), "2026-03-01T09:00:20Z", two.as_str()),
        (&second, "2026-03-02T09:00:20Z", &changed_two),
    ];
    import(world, &seconds).await;
    let joined = mentioned(world, story, &places).await;
    assert_eq!(joined, [["Kiel", "Eutin"], ["Jever", "Aurich"]]);
}
