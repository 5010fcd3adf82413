//! Articles that moved to another URL.

use store::{Aggregates, Cursor, Due, ExportQuery, Lease, Outcome, Store, Visit, testing};

use crate::fixtures::{
    accepted, article, as_in_the_view, claimed, fetched, finding, group, home, member, overview,
    published, ranked, record, rejected, save, to_extract, url, visit,
};
use crate::search::{ask, matches};

const OLD: &str = "https://www.a.example/old";
const NEW: &str = "https://www.a.example/new";

/// Visits the front page, which links to these paths. Returns what is due then.
async fn linked(store: &Store, lease: &Lease, paths: &[&str]) -> Vec<Due> {
    let home = home(store, lease).await;
    let mut front = fetched(home.url_id, &home.url, b"front");
    let links = paths.iter().map(|path| url("www.a.example", path));
    front.links = links.collect();
    record(store, lease, &front).await;
    store.due(lease, 10).await.unwrap()
}

#[tokio::test]
async fn an_article_whose_page_names_another_address_has_moved_though_its_text_changed_too() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let fetch = async |visit: Visit| {
        record(store, &lease, &visit).await;
        let pages = to_extract(store).await;
        pages.last().unwrap().key
    };
    let due = linked(store, &lease, &["old"]).await.remove(0);
    let front = to_extract(store).await[0].key;
    save(store, &[rejected(front, "1", "front_page")]).await;
    assert_eq!(due.url, OLD);
    let key = fetch(fetched(due.url_id, OLD, b"one")).await;
    let first = article(OLD, "Der Rat tagt heute.");
    save(store, &[accepted(key, "1", first)]).await;
    let (old, new) = (store::article_id(OLD), store::article_id(NEW));
    let moved = store.link_moved(std::slice::from_ref(&old), 2).await;
    assert_eq!(moved.unwrap(), 0);

    // the page has a different text, and names another URL as its own
    let key = fetch(fetched(due.url_id, OLD, b"two")).await;
    let second = article(NEW, "Der Rat hat gestern getagt.");
    save(store, &[accepted(key, "1", second)]).await;
    let moved = store.link_moved(std::slice::from_ref(&new), 2).await;
    assert_eq!(moved.unwrap(), 1);
    let moved_to = async |id: &str| store.article(id).await.unwrap()[0]["moved_to"].clone();
    assert_eq!(moved_to(&old).await, new.as_str());
    assert!(moved_to(&new).await.is_null());
    as_in_the_view(store, &store.export(0, 10).await.unwrap()).await;
    let again = store.link_moved(&[new.clone(), old.clone()], 2).await;
    assert_eq!(again.unwrap(), 0, "to do it again changes nothing");

    // the article at the old URL was first, and the one at the new URL takes its place
    let copy = published(store, "copy", "Der Rat tagt heute.", "de").await;
    let work = store.copies_due(10, 1 << 20).await.unwrap();
    let found = Aggregates {
        cursor: work.cursor,
        copies: vec![
            finding(&old, None),
            finding(&new, Some(&old)),
            finding(&copy, Some(&old)),
        ],
        members: vec![member(&old, &old)],
        stories: vec![ranked(&old, "de")],
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    let copy_of = async |id: &str| store.article(id).await.unwrap()[0]["duplicate_of"].clone();
    assert_eq!(copy_of(&old).await, new.as_str());
    assert!(copy_of(&new).await.is_null());
    assert_eq!(copy_of(&copy).await, new.as_str());
    as_in_the_view(store, &store.export(0, 10).await.unwrap()).await;
    leads(store, &new, &old, &copy).await;
    counts_once(store, [&new, &copy]).await;

    // the page no longer names another URL
    let cursor = store.last_cursor().await.unwrap();
    let key = fetch(fetched(due.url_id, OLD, b"three")).await;
    let third = article(OLD, "Der Rat tagt heute.");
    save(store, &[accepted(key, "1", third)]).await;
    let changed = store.export(cursor, 10).await.unwrap();
    let ids: Vec<_> = changed.iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, [old.as_str()]);
    let linked = store.link_moved(std::slice::from_ref(&old), 2).await;
    linked.unwrap();
    assert!(moved_to(&old).await.is_null());
    assert_eq!(copy_of(&new).await, old.as_str());
    assert_eq!(copy_of(&copy).await, old.as_str());
    as_in_the_view(store, &store.export(0, 10).await.unwrap()).await;
}

/// Checks that the article at the new URL leads the copy, in the story that the grouping knows by the old URL.
async fn leads(store: &Store, new: &String, old: &String, copy: &String) {
    let group = async |id: &str| store.copy_group(id).await.unwrap().unwrap();
    for (id, leader) in [(old, Some(new)), (new, None), (copy, Some(new))] {
        let group = group(id).await;
        assert_eq!(group.duplicate_of.as_ref(), leader);
        assert_eq!(group.copied_by, ["archive.example"], "not by itself");
    }
    let members = store.copy_members(copy).await.unwrap();
    let mut members: Vec<&String> = members.iter().map(|member| &member.id).collect();
    members.sort();
    let mut expected = [new, copy];
    expected.sort();
    assert_eq!(members, expected);
    let told = store.story_articles(old).await.unwrap();
    let told: Vec<_> = told.iter().map(|a| (&a.id, a.copied_by.len())).collect();
    assert_eq!(told, [(new, 1)]);
    let reports = store.story_reports(std::slice::from_ref(old)).await;
    let reports = reports.unwrap();
    let mut texts: Vec<_> = reports.iter().map(|r| (&r.id, &r.text_of)).collect();
    texts.sort();
    let mut expected = [(new, new), (copy, new)];
    expected.sort();
    assert_eq!(texts, expected);
    let first = store.article_versions(old).await.unwrap().pop();
    let moved = reports.iter().find(|report| report.id == *new).unwrap();
    let since = first.map(|(_, at)| at);
    assert_eq!(moved.fetched_at, since, "what has moved is not new");
}

/// Checks that the article is found, counted and exported at its new URL alone, where it leads its copy.
async fn counts_once(store: &Store, [new, copy]: [&String; 2]) {
    let mut both = [new.clone(), copy.clone()];
    both.sort();
    for (query, expected) in [
        ("rat", &both[..]),
        ("rat has:copies", std::slice::from_ref(new)),
        ("rat has:original", std::slice::from_ref(copy)),
        ("rat -has:original", std::slice::from_ref(new)),
    ] {
        assert_eq!(matches(store, query).await, expected, "{query}");
    }
    let (found, _) = store
        .export_matches(&ask("rat"), 0, &ExportQuery::default())
        .await
        .unwrap();
    let latest = ExportQuery {
        latest: true,
        ..ExportQuery::default()
    };
    let followed = store.export_some(Cursor::default(), 10, &latest).await;
    for batch in [found, followed.unwrap()] {
        let ids = batch.rows.iter().map(|row| row["id"].as_str().unwrap());
        let mut ids: Vec<&str> = ids.collect();
        ids.sort_unstable();
        assert_eq!(ids, both);
    }
    assert_eq!(store.queue().await.unwrap().articles, 2);
    let sources = testing::rows(store, "select articles from news.sources").await;
    let sources = sources.unwrap();
    assert!(
        sources.iter().all(|row| row["articles"] == 1),
        "{sources:?}"
    );
    assert_eq!(overview(store, "a").await.articles, Some(1));
}

#[tokio::test]
async fn one_404_says_nothing_and_a_second_or_a_410_or_451_or_301_that_the_article_is_gone() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let due = linked(store, &lease, &["old"]).await.remove(0);
    record(store, &lease, &fetched(due.url_id, OLD, b"one")).await;
    for page in to_extract(store).await {
        let verdict = if page.url == OLD {
            accepted(page.key, "1", article(OLD, "Der Rat tagt heute."))
        } else {
            rejected(page.key, "1", "front_page")
        };
        save(store, &[verdict]).await;
    }
    let id = store::article_id(OLD);
    for (outcome, status, is_gone) in [
        (Outcome::NotFound, Some(404), false),
        (Outcome::NotFound, Some(404), true),
        (Outcome::NotModified, Some(304), false),
        (Outcome::NotFound, Some(404), false),
        (Outcome::Timeout, None, false),
        (Outcome::NotFound, Some(404), false),
        (Outcome::NotFound, Some(410), true),
        (Outcome::NotModified, Some(304), false),
        (Outcome::NotFound, Some(410), true),
        (Outcome::Timeout, None, true),
        (Outcome::NotFound, Some(404), true),
        (Outcome::NotModified, Some(304), false),
        (Outcome::Refused, Some(403), false),
        (Outcome::Refused, Some(451), true),
        (Outcome::Refused, Some(403), true),
        (Outcome::NotModified, Some(304), false),
        (Outcome::Redirected, Some(302), false),
        (Outcome::Redirected, Some(301), true),
        (Outcome::Timeout, None, true),
        // to the front page, for now: no sign that the page is back
        (Outcome::Redirected, Some(302), true),
    ] {
        let visit = Visit {
            http_status: status,
            ..visit(due.url_id, OLD, outcome)
        };
        record(store, &lease, &visit).await;
        let row = store.article(&id).await.unwrap().remove(0);
        assert_eq!(
            row["date_gone"].is_string(),
            is_gone,
            "{outcome:?} {status:?}"
        );
    }
    for (target, is_gone) in [
        ("https://www.b.example/old", false),
        ("https://www.b.example/", true),
        ("https://news.a.example/old", false),
        ("https://www.b.example/new", true),
        ("https://www.b.example/archive/old", true), // a word alone names no page
        ("https://www.b.example/old?from=a", false),
        ("https://www.a.example/archive", true),
    ] {
        let visit = Visit {
            http_status: Some(308),
            target: Some(target.to_owned()),
            ..visit(due.url_id, OLD, Outcome::Redirected)
        };
        record(store, &lease, &visit).await;
        let row = store.article(&id).await.unwrap().remove(0);
        assert_eq!(row["date_gone"].is_string(), is_gone, "{target}");
    }
}

/// Sentences with these numbers.
fn report(numbers: std::ops::Range<u32>) -> String {
    let sentences = numbers.map(|n| format!("Antrag {n} kostet {} Euro im Jahr. ", n * 7));
    sentences.collect()
}

#[tokio::test]
async fn an_article_has_moved_if_its_url_redirects_to_one_with_mostly_the_same_text() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let paths = ["old", "between", "new", "other", "section"];
    let due = linked(store, &lease, &paths).await;
    let address = |path: &str| format!("https://www.a.example/{path}");
    let id_of = |path: &str| {
        let mut due = due.iter();
        due.find(|due| due.url == address(path)).unwrap().url_id
    };
    for path in ["old", "new", "other", "section"] {
        let page = fetched(id_of(path), &address(path), path.as_bytes());
        record(store, &lease, &page).await;
    }
    let texts = [
        ("old", format!("Von Anna Beispiel. {}", report(1..20))),
        ("new", format!("{}Mehr zum Thema.", report(2..24))),
        ("other", report(15..40)),
    ];
    for page in to_extract(store).await {
        let text = texts.iter().find(|(path, _)| page.url == address(path));
        let verdict = match text {
            Some((_, text)) => accepted(page.key, "1", article(&page.url, text)),
            None => rejected(page.key, "1", "front_page"),
        };
        save(store, &[verdict]).await;
    }
    let [old, new] = ["old", "new"].map(|path| store::article_id(&address(path)));
    let redirects = async |from: &str, status: i16, to: &str| {
        let visit = Visit {
            http_status: Some(status),
            target: Some(address(to)),
            ..visit(id_of(from), &address(from), Outcome::Redirected)
        };
        record(store, &lease, &visit).await;
    };
    let moved_to = async |changed: &String| {
        let linked = store.link_moved(std::slice::from_ref(changed), 2).await;
        linked.unwrap();
        store.article(&old).await.unwrap()[0]["moved_to"].clone()
    };
    for to in ["", "section", "other", "old", "unknown"] {
        redirects("old", 301, to).await;
        assert!(moved_to(&old).await.is_null(), "to {to:?}");
    }
    redirects("between", 308, "new").await;
    redirects("old", 301, "between").await;
    assert_eq!(moved_to(&new).await, new.as_str(), "by way of another URL");
    assert!(store.article(&old).await.unwrap()[0]["date_gone"].is_null());
    redirects("old", 302, "section").await;
    let failed = visit(id_of("old"), OLD, Outcome::Timeout);
    record(store, &lease, &failed).await;
    assert_eq!(moved_to(&old).await, new.as_str(), "for now it does not");
    let back = visit(id_of("old"), OLD, Outcome::NotModified);
    record(store, &lease, &back).await;
    assert!(moved_to(&old).await.is_null(), "the page is back");
}
