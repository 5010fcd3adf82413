//! A site with something of everything, whose names and texts contain an attack.

use std::time::Duration;

use chrono::{SubsecRound as _, Utc};
use crawl::Seed;
use serde_json::json;
use store::{
    Lease, NewUrl, NewVerdict, Outcome, PageKey, RobotsTxt, SkippedUrl, Store, UrlKind, Via, Visit,
    testing,
};

/// Markup that would run if it were not escaped.
pub(crate) const ATTACK: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

/// The page of the article.
const STORY: &str = "<html lang=en><title>A title</title><body><nav><a href=/>Start</a> <a href=/news>News</a></nav>\
    <article><h1>A title</h1><div class=body><p>The council decided on Tuesday evening, after a long debate and against the \
    advice of its own engineers, that the old bridge will be torn down in spring. ATTACK</p><p>A new one is to be built \
    beside it by the end of next year, and the ferry will run until then, the mayor told reporters after the vote.</p>\
    <p class=newsletter>Sign up for our newsletter, and never miss what matters in the town and around it, every morning \
    before breakfast in your own mailbox.</p></div></article><footer><p>Imprint</p></footer>";

/// Number of blocks of a page that is made to be large.
pub(crate) const BLOCKS: usize = 5_000;

/// The page of the article of site `d`, with a block of 180 kB.
fn hostile() -> String {
    format!(
        "<p>\x1b[2J\u{202e}{}{}",
        "\"quoted\" ".repeat(20_000),
        "<p>\x1b[2J\u{202e}x".repeat(BLOCKS - 1)
    )
}

pub(crate) async fn seeded(store: &Store, id: &str) {
    let mut seed = Seed::from_home(&format!("https://www.{id}.example/")).unwrap();
    id.clone_into(&mut seed.id);
    seed.name = format!("The {id} {ATTACK}");
    store
        .upsert_sites(&[seed.to_site().unwrap()])
        .await
        .unwrap();
}

/// A seeded site with one article, two rejected pages, a page that failed and one that is due.
pub(crate) async fn visited(store: &Store, id: &str) {
    seeded(store, id).await;
    let only = [id.to_owned()];
    let lease = store.claim_host("test", Duration::from_mins(1), &only);
    let lease = lease.await.unwrap().unwrap();
    let robots = RobotsTxt {
        fetched_at: Utc::now(),
        status: Some(200),
        body: format!("User-agent: *\nDisallow: /intern/ # {ATTACK}\n").into_bytes(),
    };
    store
        .save_robots(&lease, &lease.scheme, &robots, Utc::now())
        .await
        .unwrap();
    let home = store.due(&lease, 1).await.unwrap().remove(0);
    let mut front = fetched(home.url_id, &home.url);
    front.links = ["story", "imprint", "gone", "later"]
        .map(|path| link(&lease, path))
        .to_vec();
    front.opt_out = json!({"tdm_reserved": true});
    testing::record(store, &lease, &front).await.unwrap();
    let skipped = ["calendar/1", "calendar/2"].map(|path| SkippedUrl {
        url: format!("https://{}/{path}", lease.authority),
        reason: "a page of a calendar",
    });
    store.save_skipped(lease.host_id, &skipped).await.unwrap();
    for due in store.due(&lease, 10).await.unwrap() {
        let visit = match due.url.rsplit('/').next() {
            Some("later") => continue,
            Some("gone") => Visit {
                http_status: Some(404),
                detail: Some(ATTACK.to_owned()),
                ..Visit::new(
                    due.url_id,
                    &due.url,
                    Utc::now().trunc_subsecs(6),
                    Outcome::NotFound,
                )
            },
            _ => fetched(due.url_id, &due.url),
        };
        testing::record(store, &lease, &visit).await.unwrap();
    }
    store.release_host(&lease, None).await.unwrap();
    for page in store
        .pages_to_extract("1", false, &[], None, 10)
        .await
        .unwrap()
    {
        let is_article = page.url.ends_with("story");
        let verdict = verdict(page.key, &page.url, is_article);
        store.save_verdicts(&[verdict]).await.unwrap();
    }
}

/// The id of the article of a site that was [`visited`].
pub(crate) fn article_of(id: &str) -> String {
    store::article_id(&format!("https://www.{id}.example/story"))
}

fn link(lease: &Lease, path: &str) -> NewUrl {
    NewUrl {
        url: format!("https://{}/{path}", lease.authority),
        authority: lease.authority.clone(),
        kind: UrlKind::Page,
        via: Via::Link,
        priority: 50,
        depth: 1,
        title: None,
        published: None,
        changed: None,
    }
}

fn fetched(url_id: i64, url: &str) -> Visit {
    let body = match url {
        "https://www.b.example/story" => STORY.replace("ATTACK", &ATTACK.replace('<', "&lt;")),
        "https://www.d.example/story" => hostile(),
        _ => url.to_owned(),
    };
    Visit {
        http_status: Some(200),
        size_bytes: 12,
        page: Some(testing::page(url, body.as_bytes())),
        ..Visit::new(url_id, url, Utc::now().trunc_subsecs(6), Outcome::Fetched)
    }
}

fn verdict(key: PageKey, url: &str, is_article: bool) -> NewVerdict {
    let article = json!({
        "identity": url,
        "title": format!("A title {ATTACK}"),
        "text": "A text of some words.",
        "content_hash": store::article_id(url),
        "word_count": 5,
        "authors": [],
        "language": "en",
        "language_score": null,
        "extractor": "test",
    });
    NewVerdict {
        page_type: if is_article { "article" } else { "imprint" }.to_owned(),
        label_source: "rule:test".to_owned(),
        reason: format!("the title says {ATTACK}"),
        ..testing::verdict(key, is_article.then_some(article))
    }
}
