//! Pages that need a browser: which URLs are made due for rendering, what is kept of a rendering, and the quota.

use store::{Lease, PageKey, RawQuery, Render, SeedSite, ServerResponse, Store, Visit, testing};

use crate::fixtures::{claim, fetched, home, now, record, rejected, save, seed};

const SHELL: &[u8] = b"<div id=root></div>";

/// Seeds a site with this rendering setting.
async fn seeded(store: &Store, id: &str, render: Render) {
    let mut site: SeedSite = seed(id, &format!("www.{id}.example"));
    site.site.render = render;
    store.upsert_sites(&[site]).await.unwrap();
}

#[tokio::test]
async fn a_shell_of_a_site_that_may_be_rendered_is_due_once_more() {
    let store = &testing::database().await;
    for (id, render, page_type) in [
        ("shell", Render::Auto, "js_shell"),
        ("section", Render::Auto, "section"),
        ("never", Render::Never, "js_shell"),
        ("always", Render::Always, "js_shell"),
    ] {
        seeded(store, id, render).await;
        let lease = claim(store, "test").await.unwrap();
        let due = home(store, &lease).await;
        assert!(!due.render);
        record(store, &lease, &fetched(due.url_id, &due.url, SHELL)).await;
        store.release_host(&lease, None).await.unwrap();
        let page = store.page_of_url(&due.url).await.unwrap().unwrap();
        save(store, &[rejected(page.key, "1", page_type)]).await;
    }
    assert_eq!(store.queue_renderings().await.unwrap(), 1);
    assert_eq!(store.queue_renderings().await.unwrap(), 0, "once");
    let lease = claim(store, "test").await.unwrap();
    let found = (lease.site_id.as_str(), lease.site.render);
    assert_eq!(found, ("shell", Render::Auto));
    assert!(home(store, &lease).await.render);
    assert!(claim(store, "test").await.is_none(), "no other is due");
}

#[tokio::test]
async fn a_rendered_page_keeps_what_the_server_sent_and_archives_get_that() {
    let store = &testing::database().await;
    seeded(store, "app", Render::Always).await;
    let lease = claim(store, "test").await.unwrap();
    let due = home(store, &lease).await;
    let plain = ServerResponse {
        content_type: Some("text/html; charset=windows-1252".to_owned()),
        body: SHELL.to_vec(),
    };
    let mut visit: Visit = fetched(due.url_id, &due.url, b"<p>A text.");
    let page = visit.page.as_mut().unwrap();
    page.url_final = format!("{}shown", due.url);
    page.plain = Some(plain.clone());
    record(store, &lease, &visit).await;
    let stored = store.page_of_url(&due.url).await.unwrap().unwrap();
    assert!(stored.rendered);
    assert_eq!(stored.body, b"<p>A text.");
    assert_eq!(stored.url, format!("{}shown", due.url));
    let kept = store.server_response(stored.key).await.unwrap();
    assert_eq!(kept, Some(plain.clone()));
    let begin = PageKey {
        fetched_at: now() - chrono::TimeDelta::days(1),
        page_id: 0,
    };
    let all = RawQuery::default();
    let archive = store.raw_pages(begin, 0, i64::MAX, &all).await.unwrap();
    let raw = &archive.pages[0];
    assert_eq!(
        (raw.url.as_str(), raw.body.as_slice()),
        (due.url.as_str(), SHELL)
    );
    assert_eq!(raw.content_type, plain.content_type);
    no_more_pages_are_rendered_than_the_quota_has(store, &lease).await;
}

async fn no_more_pages_are_rendered_than_the_quota_has(store: &Store, lease: &Lease) {
    let mut taken = 0;
    for _ in 0..5 {
        taken += u32::from(store.take_rendering(lease, 3).await.unwrap());
    }
    assert_eq!(taken, 3);
    assert!(store.take_rendering(lease, 4).await.unwrap());
    assert!(!store.take_rendering(lease, 0).await.unwrap());
    // Requests are counted separately.
    assert_eq!(store.take_quota(lease, 32, 10).await.unwrap().pages, 10);
    assert!(!store.take_rendering(lease, 4).await.unwrap());
}
