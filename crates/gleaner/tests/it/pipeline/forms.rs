//! Variants of a page are one article, whichever of them were fetched.

use testsite::Settings;

use super::{World, text};

/// A page with a text about `topic` that declares this canonical URL.
fn page(topic: &str, canonical: Option<&str>) -> String {
    let link = canonical.map_or_else(String::new, |url| {
        format!("<link rel=\"canonical\" href=\"{url}\">")
    });
    super::parts::page(topic, &[]).replace("<head>", &format!("<head>{link}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn amp_print_and_parameter_forms_of_an_article_are_one_article() {
    let world = World::new(Settings::default()).await;
    let hamburg = "https://news.example/deich-hamburg-4711.html";
    let forms = [
        // by their canonical link or a tracking parameter
        (hamburg, Some(hamburg)),
        (
            "https://news.example/deich-hamburg-4711.html?ref=front",
            Some(hamburg),
        ),
        ("https://amp.news.example/deich-hamburg", Some(hamburg)),
        ("https://news.example/druck/4711", Some(hamburg)),
        (
            "https://news.example/deich-hamburg-4711.html?utm_source=feed",
            None,
        ),
        // by the form of their URL
        ("https://news.example/amp/deich-hamburg-4711.html", None),
        ("https://news.example/deich-hamburg-4711.amp.html", None),
        (
            "https://news.example/deich-hamburg-4711.html?view=print",
            None,
        ),
        ("https://news.example/deich-hamburg-4711.html/print", None),
    ];
    let mut pages = String::new();
    for (url, canonical) in forms {
        let html = page("Hamburg", canonical);
        pages.push_str(&serde_json::json!({ "url": url, "html": html }).to_string());
        pages.push('\n');
    }
    let other = page("Bremen", None);
    let url = "https://news.example/deich-bremen/index.html";
    pages.push_str(&serde_json::json!({ "url": url, "html": other }).to_string());
    pages.push('\n');
    world.import(&pages).await;
    let articles = world.articles().await;
    let ids: std::collections::BTreeSet<&str> =
        articles.iter().map(|article| text(article, "id")).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    let wanted = store::article_id(hamburg);
    assert!(ids.contains(wanted.as_str()));
    assert!(ids.contains(store::article_id("https://news.example/deich-bremen/").as_str()));
}
