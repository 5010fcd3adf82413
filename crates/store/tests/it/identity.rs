//! Which article a page shows: that of the canonical URL that it names or its own, a known version or a new one.

use chrono::TimeDelta;
use serde_json::{Value, json};
use store::{PageKey, SaveCounts, Store, testing};

use crate::fixtures::{
    ID, accepted, article, claim, counted, due_at, fetched, now, one_page, record, save, seed,
    to_extract, upsert, url, versions,
};

/// Extracts a page as this article.
async fn read(store: &Store, page: PageKey, article: Value) -> SaveCounts {
    save(store, &[accepted(page, "1", article)]).await
}

/// An article with this headline.
fn titled(identity: &str, title: &str, text: &str) -> Value {
    let mut article = article(identity, text);
    article["title"] = title.into();
    article
}

/// The article of a page that names another URL as its own.
fn naming(canonical: &str, own: &str, title: &str, text: &str) -> Value {
    let mut article = titled(canonical, title, text);
    article["url_canonical"] = canonical.into();
    article["own_identity"] = own.into();
    article
}

const BRIDGE: &str = "Die alte Brücke über den Fluss bleibt bis zum Sommer gesperrt, teilte die Stadt am Montag mit.";
const MARKET: &str = "Der Wochenmarkt zieht im Herbst auf den Platz vor der Kirche, beschloss der Rat mit knapper Mehrheit.";
const SCHOOL: &str = "An der neuen Schule lernen ab August dreihundert Kinder, doch es fehlen noch vier Lehrerinnen.";

#[tokio::test]
async fn pages_without_a_headline_that_name_one_url_are_told_apart_by_their_text() {
    let store = &testing::database().await;
    let of = |path: &str| format!("https://www.archive.example/{path}");
    let mut added = Vec::new();
    for (path, text) in [("bridge", BRIDGE), ("market", MARKET), ("school", SCHOOL)] {
        let page = one_page(store, path, path, now()).await;
        let mut article = naming(ID, &of(path), "", text);
        article["title"] = Value::Null;
        added.push(counted(&read(store, page, article).await));
    }
    assert_eq!(added, ["added 1"; 3]);
}

#[tokio::test]
async fn pages_that_all_name_one_url_stay_articles_of_their_own() {
    let store = &testing::database().await;
    let hour = |hours| now() - TimeDelta::hours(hours);
    let of = |path: &str| format!("https://www.archive.example/{path}");
    let [bridge, market, school] = [
        one_page(store, "bridge", "a", hour(9)).await,
        one_page(store, "market", "b", hour(8)).await,
        one_page(store, "1", "c", hour(7)).await,
    ];
    // the first is believed, the second is another article
    let first = naming(ID, &of("bridge"), "Brücke gesperrt", BRIDGE);
    let second = naming(ID, &of("market"), "Markt zieht um", MARKET);
    for (page, article) in [(bridge, &first), (market, &second)] {
        let saved = read(store, page, article.clone()).await;
        assert_eq!(counted(&saved), "added 1");
    }
    // the page that is at this URL takes it over, and the first page is read again
    let saved = read(store, school, titled(ID, "Schule ohne Lehrer", SCHOOL)).await;
    assert_eq!((saved.added, saved.withdrawn, saved.requeued), (1, 1, 1));
    let waiting = to_extract(store).await;
    let waiting: Vec<_> = waiting.iter().map(|page| page.key).collect();
    assert_eq!(waiting, [bridge]);
    read(store, bridge, first).await;
    for (url, text) in [
        (ID, SCHOOL),
        (&of("bridge"), BRIDGE),
        (&of("market"), MARKET),
    ] {
        let versions = store.article(&store::article_id(url)).await.unwrap();
        let texts: Vec<_> = versions.iter().map(|row| row["text"].clone()).collect();
        assert_eq!(texts, [json!(text)], "{url}");
    }
    // a second page and a view have the headline or the text of the article
    for (n, title, text) in [
        (5, "Schule ohne Lehrer", MARKET),
        (4, "Lehrer fehlen", SCHOOL),
    ] {
        let view = one_page(store, &format!("view/{n}"), &n.to_string(), hour(n)).await;
        let url = of(&format!("view/{n}"));
        read(store, view, naming(ID, &url, title, text)).await;
        let found = store.article(&store::article_id(&url)).await;
        assert!(found.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_page_that_rests_for_another_article_is_visited_the_next_night() {
    let store = &testing::database().await;
    let mut site = seed("paper", "paper.example");
    site.start
        .extend(["one", "two"].map(|path| url("paper.example", path)));
    upsert(store, &[site]).await;
    let lease = claim(store, "test").await.unwrap();
    let mut due = store.due(&lease, 100).await.unwrap();
    due.retain(|due| !due.url.ends_with('/'));
    for due in &due {
        let mut visit = fetched(due.url_id, &due.url, due.url.as_bytes());
        visit.next_due = Some(now() + TimeDelta::days(30));
        // the other may have answered late
        for _ in 0..2 {
            record(store, &lease, &visit).await;
        }
    }
    let [one, two] = ["one", "two"].map(|path| format!("https://paper.example/{path}"));
    let pages = to_extract(store).await;
    let key = |url: &str| pages.iter().find(|page| page.url == url).unwrap().key;
    let named = naming(&one, &two, "Markt zieht um", MARKET);
    for verdict in [
        accepted(key(&one), "1", article(&one, BRIDGE)),
        accepted(key(&two), "1", named),
    ] {
        save(store, &[verdict]).await;
    }
    for due in &due {
        let shown = (lease.host_id, due.url_id);
        let id = store::article_id(&due.url);
        let own = store.shows_article(shown, &id);
        assert!(own.await.unwrap(), "{}", due.url);
    }
    let since = now() - TimeDelta::days(7);
    store.make_due(&[], since).await.unwrap();
    let due = store.due(&lease, 100).await.unwrap();
    let is_due = |url: &str| due.iter().any(|due| due.url == url);
    assert!(is_due(&two) && !is_due(&one));
}

#[tokio::test]
async fn urls_that_differ_in_form_alone_are_one_article_while_their_texts_are_the_same() {
    let store = &testing::database().await;
    let mut site = seed("paper", "paper.example");
    let paths = [
        ["News/Bericht-1", "news/bericht-1"],
        ["ville/le-pont", "ville/le-pont/"],
        ["mercado", "mercado/index.php"],
        ["w/AbC", "w/abc"],
    ];
    let of = |path: &str| url("paper.example", path);
    site.start
        .extend(paths.iter().flatten().map(|path| of(path)));
    upsert(store, &[site]).await;
    let lease = claim(store, "test").await.unwrap();
    let first = store.due(&lease, 100).await.unwrap();
    let later = now() + TimeDelta::hours(1);
    for path in paths.as_flattened() {
        let due = first.iter().find(|due| due.url == of(path).url);
        let due = due.unwrap();
        let visit = fetched(due.url_id, &due.url, due.url.as_bytes());
        record(store, &lease, &due_at(later, visit)).await;
    }
    let pages = to_extract(store).await;
    let read = |path: &str, text: &str| {
        let url = of(path).url;
        let page = pages.iter().find(|page| page.url == url).unwrap();
        accepted(page.key, "1", article(&url, text))
    };
    let texts = [[BRIDGE; 2], [MARKET; 2], [SCHOOL; 2], [BRIDGE, MARKET]];
    let verdicts = paths.iter().zip(texts);
    let verdicts = verdicts.flat_map(|(paths, texts)| [0, 1].map(|n| read(paths[n], texts[n])));
    let verdicts: Vec<_> = verdicts.collect();
    // of two batches, and of one
    save(store, &verdicts[..1]).await;
    save(store, &verdicts[1..]).await;
    for again in [&verdicts[1..2], &verdicts[..]] {
        assert_eq!(save(store, again).await.added, 0);
    }
    // two that exist already stay two
    save(store, &[read(paths[3][1], BRIDGE)]).await;
    let mut own = Vec::new();
    for path in paths.as_flattened() {
        let versions = store.article(&store::article_id(&of(path).url)).await;
        own.push(versions.unwrap().len());
    }
    assert_eq!(own, [1, 0, 1, 0, 1, 0, 1, 1]);
    // a URL without an article rests until the other is no page
    let since = now() - TimeDelta::days(7);
    store.make_due(&[], since).await.unwrap();
    let due = store.due(&lease, 100).await.unwrap();
    let is_due = paths.as_flattened().iter().map(|path| {
        let url = of(path).url;
        usize::from(due.iter().any(|due| due.url == url))
    });
    assert_eq!(is_due.collect::<Vec<_>>(), own);
    let alternate = store.alternate_of(&of(paths[1][0]).url).await.unwrap();
    assert_eq!(alternate, Some(of(paths[1][1]).url));
    // a URL that was visited later does not rest if its former page is extracted again
    let again = first.iter().find(|due| due.url == of(paths[0][1]).url);
    let again = again.unwrap();
    let visit = fetched(again.url_id, &again.url, b"later");
    record(store, &lease, &due_at(later, visit)).await;
    save(store, &verdicts[1..2]).await;
    store.make_due(&[], since).await.unwrap();
    let due = store.due(&lease, 100).await.unwrap();
    assert!(due.iter().any(|due| due.url == again.url));
}

#[tokio::test]
async fn pages_of_one_batch_that_name_one_url_lose_no_article() {
    let store = &testing::database().await;
    let hour = |hours| now() - TimeDelta::hours(hours);
    let of = |path: &str| format!("https://www.archive.example/{path}");
    // a page that names the URL, the page at it in two versions, and one that is known as an article of its own too
    let bridge = one_page(store, "bridge", "a", hour(9)).await;
    let school = one_page(store, "1", "b", hour(8)).await;
    let school_later = one_page(store, "1", "c", hour(7)).await;
    let market = one_page(store, "market", "d", hour(6)).await;
    let market_later = one_page(store, "market", "e", hour(5)).await;
    let bridge_named = naming(ID, &of("bridge"), "Brücke gesperrt", BRIDGE);
    let market_named = naming(ID, &of("market"), "Markt zieht um", MARKET);
    let changed = format!("{SCHOOL} Nun gibt es zwei.");
    let batch = [
        (bridge, bridge_named),
        (school, titled(ID, "Schule ohne Lehrer", SCHOOL)),
        (school_later, titled(ID, "Schule ohne Lehrer", &changed)),
        (market, titled(&of("market"), "Markt zieht um", MARKET)),
        (market_later, market_named),
    ];
    let batch = batch.map(|(page, article)| accepted(page, "1", article));
    for _ in 0..3 {
        save(store, &batch).await;
    }
    for (url, texts) in [(ID, 2), (&of("bridge"), 1), (&of("market"), 1)] {
        let versions = store.article(&store::article_id(url)).await.unwrap();
        assert_eq!(versions.len(), texts, "{url}");
    }
    let waiting = to_extract(store).await;
    assert!(waiting.is_empty(), "{waiting:?}");
}

#[tokio::test]
async fn two_views_that_show_other_texts_evict_neither() {
    let store = &testing::database().await;
    let view = |title: &str, text: &str| {
        let mut article = titled(ID, title, text);
        article["url_canonical"] = ID.into();
        article
    };
    let monday = one_page(store, "amp/1", "a", now() - TimeDelta::days(2)).await;
    let tuesday = one_page(store, "print/1", "b", now() - TimeDelta::days(1)).await;
    let batch = [
        accepted(monday, "1", view("Montag", BRIDGE)),
        accepted(tuesday, "1", view("Dienstag", MARKET)),
    ];
    save(store, &batch[..1]).await;
    for _ in 0..3 {
        let saved = save(store, &batch[1..]).await;
        assert_eq!((saved.withdrawn, saved.requeued), (0, 0));
    }
    assert_eq!(versions(store).await.len(), 2);
}

#[tokio::test]
async fn the_beginning_that_a_paywall_shows_makes_no_version() {
    let store = &testing::database().await;
    let whole = format!("{BRIDGE} {MARKET} {SCHOOL}");
    let truncated = |text: &str| {
        let mut article = article(ID, text);
        article["is_truncated"] = true.into();
        article
    };
    let paid = |text: &str| {
        let mut article = article(ID, text);
        article["is_free"] = false.into();
        article
    };
    let most = format!("{BRIDGE} {MARKET}");
    for (n, article, expected) in [
        (-3, article(ID, &whole), "added 1"),
        (-2, truncated(BRIDGE), "unchanged 1"),
        (-1, truncated(&most), "unchanged 1"),
        (0, paid(&most), "unchanged 1"),
        // the publisher took something out
        (1, article(ID, &most), "versions 1"),
        (
            2,
            truncated(&format!(
                "{SCHOOL} Ein ganz anderer Text steht nun an dieser Stelle."
            )),
            "versions 1",
        ),
        (3, truncated(&whole), "versions 1"),
        // the whole of what was cut off
        (4, truncated(BRIDGE), "versions 1"),
        (5, article(ID, BRIDGE), "unchanged 1"),
    ] {
        let at = now() - TimeDelta::hours(10 - n);
        let page = one_page(store, "1", &n.to_string(), at).await;
        let saved = read(store, page, article).await;
        assert_eq!(counted(&saved), expected, "page {n}");
    }
}
