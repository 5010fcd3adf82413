//! The quota of a site, and the budgets of URL patterns.

use store::testing::age;
use testsite::StubSite;

use super::fixture::Fixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_site_gets_no_more_requests_than_its_quota_from_all_workers_together() {
    let mut fixture = Fixture::without_guesses("paper").await;
    fixture.settings.max_pages_per_site = 25;
    let site = &fixture.site;
    let mut links: Vec<String> = (0..30)
        .map(|n| format!("/city/article-number-{n}"))
        .collect();
    fixture.articles(&links);
    for n in 0..30 {
        let path = format!("/sport/article-number-{n}");
        let page = StubSite::article(&path, None, &[]);
        site.set("sport.paper", &path, page);
        links.push(site.url("sport.paper", &path));
    }
    fixture.home(&links);
    let workers = (0..3).map(|_| fixture.crawl());
    let [a, b, c]: [_; 3] = workers.collect::<Vec<_>>().try_into().ok().unwrap();
    let (a, b, c) = tokio::join!(a, b, c);
    let requested = fixture.requested("paper").len() + fixture.requested("sport.paper").len();
    assert_eq!(requested, 25, "{a:?} {b:?} {c:?}");
    assert!(
        a.left
            .iter()
            .chain(&b.left)
            .chain(&c.left)
            .any(|(_, ended)| matches!(ended, crawl::EndReason::QuotaExhausted(_)))
    );
    // another crawl of the same run finds the quota used up
    fixture.make_due().await;
    fixture.crawl().await;
    let again = fixture.requested("paper").len() + fixture.requested("sport.paper").len();
    assert_eq!(again, 25);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_that_fails_returns_its_quota_and_reports_its_visits() {
    let mut fixture = Fixture::without_guesses("paper").await;
    fixture.settings.max_pages_per_site = 25;
    fixture.home(&["https://elsewhere.example/"]);
    let store = &fixture.database.store;
    let refuse = "alter table skipped_urls add check (false)";
    store::testing::damage(store, refuse).await.unwrap();
    let report = fixture.crawl().await;
    assert_eq!(report.left[0].1, crawl::EndReason::Broken);
    assert_eq!(report.count(store::Outcome::Fetched), 1);
    let used = store::testing::rows(store, "select used from quotas");
    assert_eq!(used.await.unwrap(), [serde_json::json!({"used": 1})]);
}

/// Classifies all pages as the extraction would: all but tags and home are articles.
async fn read_all(fixture: &Fixture) {
    let store = &fixture.database.store;
    let pages = store
        .pages_to_extract("1", false, &[], None, 10_000)
        .await
        .unwrap();
    let readings = pages.iter().map(|page| {
        let is_article = page.url.contains("/city/");
        let article = serde_json::json!({
            "identity": page.url,
            "text": page.url,
            "content_hash": store::article_id(&page.url),
            "word_count": 1,
            "extractor": "test",
        });
        store::NewVerdict {
            page_type: "tag".to_owned(),
            pattern: crawl::pattern_of(&page.url_requested),
            ..store::testing::verdict(page.key, is_article.then_some(article))
        }
    });
    store
        .save_verdicts(&readings.collect::<Vec<_>>())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawler_trap_without_articles_gets_a_small_budget_from_the_second_run_on() {
    let fixture = Fixture::without_guesses("paper").await;
    let site = &fixture.site;
    let word = |n: usize| {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
        format!("{}{}{}", letter(n / 676), letter(n / 26), letter(n))
    };
    let night = |from: usize, to: usize| {
        let mut links = Vec::new();
        for n in from..to {
            for path in [
                format!("/tag/{}/", word(n)),
                format!("/city/an-article-of-{}", word(n)),
            ] {
                fixture.page(&path, None);
                links.push(path);
            }
        }
        let links: Vec<&str> = links.iter().map(String::as_str).collect();
        site.set(
            "paper",
            "/overview/",
            StubSite::article("All", None, &links),
        );
        fixture.home(&["/overview/"]);
    };
    let counted = || {
        let requested = fixture.requested("paper");
        let of = |prefix: &str| {
            requested
                .iter()
                .filter(|path| path.starts_with(prefix))
                .collect::<std::collections::HashSet<_>>()
                .len()
        };
        (of("/tag/"), of("/city/"))
    };
    night(0, 150);
    fixture.crawl().await;
    assert_eq!(counted(), (150, 150));
    read_all(&fixture).await;
    night(150, 400);
    fixture.make_due().await;
    fixture.crawl().await;
    let (tags, articles) = counted();
    assert_eq!(articles, 400, "what yields articles is taken up");
    assert!(
        (155..250).contains(&tags),
        "of tags a part is tried: {tags}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_goes_on_after_the_clock_was_ahead() {
    let fixture = Fixture::without_guesses("paper").await;
    let links: Vec<String> = (0..12).map(|n| format!("/city/article-{n}")).collect();
    fixture.articles(&links);
    fixture.home(&links);
    fixture.crawl_at_most(Some(5)).await;
    assert_eq!(fixture.requested("paper").len(), 5);
    let store = &fixture.database.store;
    store::testing::put_clock_back(store, 30).await.unwrap();
    fixture.crawl().await;
    assert_eq!(fixture.requested("paper").len(), 13);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_articles_is_read_every_night_whatever_its_address_and_articles_are_not() {
    let fixture = Fixture::without_guesses("paper").await;
    let lists = [
        "/list_25434",
        "/news/articlelist/1898055.cms",
        "/nachrichten-aus-dem-landkreis-und-der-region",
    ];
    let articles = [
        "/city/first-of-the-news",
        "/city/second-of-the-news",
        "/city/third-of-the-news",
    ];
    fixture.home(&[lists, articles].concat());
    for night in 0..12 {
        if night == 1 {
            fixture.home(&lists); // the articles have left the front page
        }
        // an article names others too
        for (number, path) in lists.iter().chain(&articles).enumerate() {
            let newest = format!("/city/news-of-night-{night}-in-{number}");
            fixture.page(&newest, None);
            fixture.set(path, StubSite::article("News", None, &[newest.as_str()]));
        }
        fixture.make_due().await;
        fixture.crawl().await;
        read_all(&fixture).await;
        age(&fixture.database.store, 24).await.unwrap();
    }
    for (list, article) in lists.into_iter().zip(articles) {
        assert_eq!(fixture.times(list), 12, "{list}");
        let visits = fixture.times(article);
        assert!(visits < 11, "{article}: {visits} visits");
    }
    let newest = fixture.requested("paper").into_iter();
    let newest = newest.filter(|path| path.starts_with("/city/news-of-night-11"));
    assert!(newest.count() >= 3);
}
