//! Articles that change, disappear or move; and previews of what new code would change.

use std::collections::HashSet;

use serde_json::Value;
use testsite::Changes;

use super::night::by_url;
use super::{World, lines, text, write};

/// What `gleaner changes` reports about an article.
fn kinds<'a>(changes: &'a [Value], id: &str) -> Vec<&'a str> {
    let of_article = changes.iter().filter(|change| text(change, "id") == id);
    of_article.map(|change| text(change, "change")).collect()
}

/// Asserts that the changes of a night in which all pages were visited are reported, and gone or moved articles are marked.
pub(super) async fn assert_reported(world: &World, first: &[Value], days: &Changes) {
    let second = world.articles().await;
    let before: HashSet<&str> = first.iter().map(|article| text(article, "url")).collect();
    let after = by_url(&second);
    let changes = lines(&world.ok(&["changes", "--json"]).await);
    for (limit, is_cut) in [(changes.len() - 1, true), (changes.len(), false)] {
        let limited = ["changes", "--json", "--limit", &limit.to_string()];
        let (shown, warned) = world.ends_with(0, &limited).await;
        assert_eq!(warned.contains("there are more than"), is_cut, "{warned}");
        assert_eq!(lines(&shown), changes[changes.len() - limit..]);
    }
    for url in &days.updated {
        let article = after[url.as_str()];
        assert_eq!(article["version"], 2, "{url}");
        assert_eq!(kinds(&changes, text(article, "id")), ["new", "changed"]);
        let diff = world.ok(&["diff", &text(article, "id")[..10]]).await;
        assert!(
            diff.contains("version 1 of") && diff.contains("{+"),
            "{diff}"
        );
        let diff = lines(&world.ok(&["diff", text(article, "id"), "--json"]).await);
        assert!(diff[0]["words_added"].as_u64() > Some(0));
        let missing = world.refused(&["diff", text(article, "id"), "5"]).await;
        assert!(
            missing.contains("no version 5; the article has versions 1, 2"),
            "{missing}"
        );
    }
    let short = world.refused(&["diff", "e9"]).await;
    assert!(short.contains("\"e9\" has fewer than 4 digits"), "{short}");
    let known: Vec<&String> = days
        .withdrawn
        .iter()
        .filter(|url| before.contains(url.as_str()))
        .collect();
    assert!(!known.is_empty());
    for url in known {
        let article = after[url.as_str()];
        assert!(
            article["date_gone"].is_string(),
            "{url} is marked, not deleted"
        );
        assert!(!text(article, "text").is_empty());
        assert_eq!(
            kinds(&changes, text(article, "id")),
            ["new", "gone"],
            "{url}"
        );
    }
    let known: Vec<&(String, String)> = days
        .moved
        .iter()
        .filter(|(from, _)| before.contains(from.as_str()))
        .collect();
    assert!(!known.is_empty());
    for (from, to) in known {
        let (old, new) = (after[from.as_str()], after[to.as_str()]);
        assert_eq!(old["moved_to"], new["id"], "{from} went on as {to}");
        assert_eq!(
            (&old["date_gone"], &new["moved_to"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(kinds(&changes, text(old, "id")), ["new", "moved"], "{from}");
        let listed = changes
            .iter()
            .find(|change| change["change"] == "moved" && change["id"] == old["id"]);
        assert_eq!(listed.unwrap()["moved_to"], new["url"]);
        let error = world.refused(&["diff", text(old, "id")]).await;
        let moved = format!(
            "has moved: article {} is the new one",
            &text(new, "id")[..10]
        );
        assert!(error.contains(&moved), "{error}");
    }
}

/// A preview of what other code would change after a night, which writes nothing.
pub(super) async fn assert_previewed(world: &World) {
    let before = world.articles().await;
    let same = world.ok(&["extract", "--all", "--diff"]).await;
    assert!(same.contains(" 0 would change"), "{same}");

    let settings = b"[extract]\nextractor = \"everything\"\n";
    write(&world.path("other.toml"), settings);
    let other = ["extract", "--all", "--diff", "--config", "other.toml"];
    let preview = world.ok(&other).await;
    assert!(
        preview.contains("\ntext: ") && preview.contains("{+"),
        "{preview}"
    );
    let site = text(&before[0], "source_id");
    let of_site = [&other[..], &["--json", "--site", site]].concat();
    let pages = lines(&world.ok(&of_site).await);
    assert!(pages.iter().any(|page| page["fields"]["text"].is_array()));
    let host = format!("{site}.localhost:");
    assert!(pages.iter().all(|page| text(page, "url").contains(&host)));
    assert_eq!(world.articles().await, before);
    let again = world.ok(&["extract"]).await;
    assert!(again.starts_with("0 pages extracted"), "{again}");

    // Once in earnest, of one site.
    let of_site = world.ok(&["extract", "--all", "--site", site]).await;
    let count = |output: &str| -> u64 { output.split(' ').next().unwrap().parse().unwrap() };
    assert!((1..count(&same)).contains(&count(&of_site)), "{of_site}");
}
