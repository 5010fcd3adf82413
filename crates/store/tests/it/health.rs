//! Site health from daily counts.

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use store::{NewUrl, NewVerdict, Outcome, UrlKind, Via, testing};

use crate::fixtures::{
    accepted, article, claimed, claimed_home, fetched, now, one_page, record, rejected, save,
    stored, url, visit,
};

#[tokio::test]
async fn readings_are_counted_by_day_and_a_new_reading_takes_the_old_one_back() {
    let store = &testing::database().await;
    let at = (now() - TimeDelta::days(3)).with_hour(12).unwrap();
    let one = one_page(store, "one", "<p>one</p>", at).await;
    let two = one_page(store, "two", "<p>two</p>", at).await;
    let unread = async |days| -> Vec<_> {
        let days = store.days_to_extract(days).await.unwrap();
        days.into_iter().collect()
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
    let mut good = fetched(due[0].url_id, &due[0].url, b"<p>front</p>");
    let success = good.fetched_at;
    let guess = NewUrl {
        kind: UrlKind::Feed,
        via: Via::WellKnown,
        ..url("www.a.example", "feed")
    };
    good.links = vec![url("www.a.example", "page"), guess];
    record(store, &lease, &good).await;
    for lost in store.due(&lease, 10).await.unwrap() {
        let visits = if lost.kind == UrlKind::Page { 1 } else { 3 };
        for seconds in 1..=visits {
            let mut missed = visit(lost.url_id, &lost.url, Outcome::NotFound);
            missed.fetched_at = success + TimeDelta::seconds(seconds);
            record(store, &lease, &missed).await;
        }
    }
    for (minutes, outcome) in [
        (1, Outcome::DnsFailure),
        (2, Outcome::TlsFailure),
        (3, Outcome::Challenge),
    ] {
        let mut failed = visit(due[0].url_id, &due[0].url, outcome);
        failed.fetched_at = success + TimeDelta::minutes(minutes);
        record(store, &lease, &failed).await;
    }
    let site = store.status().await.unwrap().sites.remove(0);
    assert_eq!(site.last_success, Some(success));
    assert_eq!(site.last_fetch, Some(success + TimeDelta::minutes(3)));
    assert_eq!(site.dead_channels, 1);
    for name in ["dns_failure", "tls_failure", "challenge"] {
        assert_eq!(site.failures.get(name), Some(&1), "{name}");
    }
    // of the page alone: where a feed was only guessed, nothing is lost
    let missing = Some(&1);
    assert_eq!(site.failures.get("not_found"), missing);
    let visits = store.site_visits(2).await.unwrap();
    assert_eq!(visits["a"].ever.get("not_found"), missing);
    assert_eq!(visits["a"].recent.get("not_found"), missing);
    let days = store.site_days(2).await.unwrap();
    let visits: i64 = days["a"].iter().map(|day| day.visits).sum();
    let answers: i64 = days["a"].iter().map(|day| day.answers).sum();
    assert_eq!((visits, answers), (8, 1));
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
    let sources = "select date_last_article, state from news.sources";
    let source = testing::rows(store, sources).await.unwrap().remove(0);
    let last: DateTime<Utc> = source["date_last_article"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!((last, &source["state"]), (old.fetched_at, &"active".into()));
}

#[tokio::test]
async fn a_site_that_gets_only_its_front_page_and_channels_for_two_nights_is_a_warning_that_names_the_channel()
 {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "paper").await;
    let link = |path: &str, kind, priority| NewUrl {
        kind,
        priority,
        ..url("www.paper.example", path)
    };
    let night = async |days_ago: i64| {
        let mut visit = visit(home.url_id, &home.url, Outcome::NotModified);
        visit.fetched_at = now() - TimeDelta::days(days_ago);
        visit.links = vec![
            link("feed", UrlKind::Feed, 11),
            link("story", UrlKind::Page, 260),
            link("report", UrlKind::Page, 260),
        ];
        record(store, &lease, &visit).await;
        let due = store.queued(&lease, 0..=80, 9).await.unwrap();
        for feed in due.iter().filter(|due| due.kind == UrlKind::Feed) {
            let mut refused = crate::fixtures::visit(feed.url_id, &feed.url, Outcome::Busy);
            refused.http_status = Some(503);
            refused.fetched_at = visit.fetched_at;
            record(store, &lease, &refused).await;
        }
    };
    let warned = async || {
        let warnings = store.warnings().await.unwrap();
        let sentences = warnings
            .iter()
            .map(|warning| (warning.state(), warning.describe()));
        let mut starved = sentences.filter(|(state, _)| *state == "starved");
        starved.next().map(|(_, sentence)| sentence)
    };
    // an article, so that it has worked before
    let at = now() - TimeDelta::days(9);
    let page = one_page(store, "story", "<p>one</p>", at).await;
    let old = article("https://www.paper.example/old", "A text.");
    save(store, &[accepted(page, "1", old)]).await;
    night(1).await;
    let first_seen = "update seen set first_seen = now() - interval '3 days'";
    testing::damage(store, first_seen).await.unwrap();
    assert_eq!(warned().await, None, "one night");
    night(0).await;
    // without an article of its own, the sentence says that it has never worked
    let without = "update hosts set site_id = 'paper'";
    testing::damage(store, without).await.unwrap();
    let since = (now() - TimeDelta::days(1)).date_naive();
    assert_eq!(
        warned().await.unwrap(),
        format!(
            "paper: 2 pages wait, and no page was answered since {since} (https://www.paper.example/feed: 503 busy); \
             gleaner site show paper, then gleaner site retry paper"
        )
    );
    let page = store.queued(&lease, 81..=1_000, 9).await.unwrap().remove(0);
    let answered = fetched(page.url_id, &page.url, b"a page");
    record(store, &lease, &answered).await;
    assert_eq!(warned().await, None, "a page was answered");
}

#[tokio::test]
async fn a_night_tells_what_the_night_before_did_not() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "paper").await;
    let night = async |minutes: i64, outcome: Outcome| {
        let mut visit = visit(home.url_id, &home.url, outcome);
        visit.fetched_at = now() + TimeDelta::minutes(minutes);
        record(store, &lease, &visit).await;
        let run = store.begin_run("nightly").await.unwrap();
        let (new, still) = store.new_warnings(run).await.unwrap();
        let states = [new, still].map(|warnings| {
            let states = warnings.iter().map(store::Warning::state);
            states.collect::<Vec<_>>().join(" ")
        });
        states.join("; ")
    };
    assert_eq!(night(1, Outcome::NotFound).await, "gone; ");
    assert_eq!(night(2, Outcome::NotFound).await, "; gone");
    let page = fetched(home.url_id, &home.url, b"<p>one</p>");
    record(store, &lease, &page).await;
    let key = stored(store).await[0].key;
    save(store, &[accepted(key, "1", article(&home.url, "A text."))]).await;
    assert_eq!(night(3, Outcome::Refused).await, "blocked; ");
    assert_eq!(night(4, Outcome::Refused).await, "; blocked");
    assert_eq!(night(5, Outcome::NotModified).await, "; ");
    assert_eq!(night(6, Outcome::Refused).await, "blocked; ");
}
