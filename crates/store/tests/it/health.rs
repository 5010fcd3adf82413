//! Site health from daily counts.

use chrono::{TimeDelta, Timelike as _};
use store::{NewVerdict, Outcome, UrlKind, testing};

use crate::fixtures::{
    accepted, article, claimed, fetched, now, one_page, record, rejected, save, visit,
};

#[tokio::test]
async fn readings_are_counted_by_day_and_a_new_reading_takes_the_old_one_back() {
    let store = &testing::database().await;
    let at = (now() - TimeDelta::days(3)).with_hour(12).unwrap();
    let one = one_page(store, "one", "<p>one</p>", at).await;
    let two = one_page(store, "two", "<p>two</p>", at).await;
    let unread = async |days| {
        store
            .days_to_extract(days)
            .await
            .unwrap()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(unread(28).await, [at.date_naive()]);
    assert_eq!(unread(2).await, []);
    let with_layout = |mut reading: NewVerdict, layout| {
        reading.layout = Some(layout);
        reading
    };
    let first = [
        with_layout(accepted(one, "1", article("one", "one")), u64::MAX - 5),
        rejected(two, "1", "consent_wall"),
    ];
    save(store, &first).await;
    let day = |articles, walls| async move {
        let days = store.site_days(28).await.unwrap();
        let (_, days) = days.first_key_value().unwrap();
        assert_eq!(days.len(), 1, "{days:?}");
        assert_eq!((days[0].day, days[0].visits), (at.date_naive(), 0));
        assert_eq!((days[0].articles, days[0].walls), (articles, walls));
    };
    day(1, 1).await;
    assert_eq!(unread(28).await, []);
    let layouts = store.site_layouts(28).await.unwrap();
    let (_, layouts) = layouts.first_key_value().unwrap();
    assert_eq!((layouts.len(), layouts[0].layout), (1, u64::MAX - 5));
    // Extracted again with the same result, and then with a different one.
    save(store, &first).await;
    day(1, 1).await;
    let second = [
        rejected(one, "2", "section"),
        accepted(two, "2", article("two", "two")),
    ];
    save(store, &second).await;
    day(1, 0).await;
    let status = store.status().await.unwrap();
    assert_eq!(status.sites[0].rejected.get("section"), Some(&1));
    assert_eq!(status.sites[0].rejected.get("consent_wall"), None);
    assert_eq!(status.sites[0].articles, 1);
    assert!(!status.queue.about);
    assert!(store.site_days(2).await.unwrap().is_empty());
}

#[tokio::test]
async fn status_tells_the_last_success_dead_channels_and_what_rests() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(due[0].kind, UrlKind::Home);
    let good = fetched(due[0].url_id, &due[0].url, b"<p>front</p>");
    let success = good.fetched_at;
    record(store, &lease, &good).await;
    for (minutes, outcome) in [
        (1, Outcome::DnsFailure),
        (2, Outcome::TlsFailure),
        (3, Outcome::Challenge),
    ] {
        let mut failed = visit(due[0].url_id, &due[0].url, outcome);
        failed.fetched_at = success + TimeDelta::minutes(minutes);
        record(store, &lease, &failed).await;
    }
    let status = store.status().await.unwrap();
    let site = &status.sites[0];
    assert_eq!(site.last_success, Some(success));
    assert_eq!(site.last_fetch, Some(success + TimeDelta::minutes(3)));
    assert_eq!(site.dead_channels, 1);
    for name in ["dns_failure", "tls_failure", "challenge"] {
        assert_eq!(site.failures.get(name), Some(&1), "{name}");
    }
    let days = store.site_days(2).await.unwrap();
    let visits: i64 = days["a"].iter().map(|day| day.visits).sum();
    let answers: i64 = days["a"].iter().map(|day| day.answers).sum();
    assert_eq!((visits, answers), (4, 1));
}

#[tokio::test]
async fn a_changed_article_is_no_new_article_of_its_site() {
    let store = &testing::database().await;
    let first = (now() - TimeDelta::days(3)).with_hour(12).unwrap();
    let old = one_page(store, "one", "old", first).await;
    let new = one_page(store, "one", "new", first + TimeDelta::days(2)).await;
    for (page, text) in [(old, "A text."), (new, "A corrected text.")] {
        save(store, &[accepted(page, "1", article("one", text))]).await;
    }
    let days = store.new_articles(28).await.unwrap();
    let (_, days) = days.first_key_value().unwrap();
    assert_eq!(days.iter().collect::<Vec<_>>(), [(&first.date_naive(), &1)]);
    assert!(store.new_articles(2).await.unwrap().is_empty());
    let overview = store.site_overviews(&[], false).await.unwrap();
    assert_eq!(overview[0].last_article, Some(old.fetched_at));
    let status = store.status().await.unwrap();
    assert_eq!(status.sites[0].last_article, Some(old.fetched_at));
    let pool = sqlx::PgPool::connect(&store.url()).await.unwrap();
    let last = sqlx::query_scalar("select date_last_article from news.sources");
    let last: chrono::DateTime<chrono::Utc> = last.fetch_one(&pool).await.unwrap();
    assert_eq!(last, old.fetched_at);
    let state = sqlx::query_scalar("select state from news.sources");
    let state: String = state.fetch_one(&pool).await.unwrap();
    assert_eq!(state, "active");
}
