//! Every expected page is served as expected.

use super::{get, state, text, untagged};
use crate::{
    Expected, Settings,
    newsroom::{self, SITES, State},
    server::reply::Payload,
};

#[test]
fn every_expected_page_is_served() {
    let state = state();
    for day in 0..3 {
        let expected = Expected::of(&state);
        for article in &expected.articles {
            let reply = get(&state, &article.url);
            assert_eq!(
                (reply.status, reply.page_type),
                (200, Some(article.page_type)),
                "{}",
                article.url
            );
            let html = if article.site == "valley-observer" {
                continue;
            } else {
                text(&reply)
            };
            let further = article.parts.iter().map(|part| {
                let reply = get(&state, part);
                assert_eq!(
                    (reply.status, reply.page_type),
                    (200, Some("article")),
                    "{part}"
                );
                text(&reply)
            });
            let plain = untagged(&(html + &further.collect::<String>()));
            for paragraph in article
                .paragraphs
                .iter()
                .chain(&article.captions)
                .chain([&article.title, &article.standfirst])
            {
                assert!(
                    plain.contains(paragraph.as_str()),
                    "day {day} {}: {paragraph}",
                    article.url
                );
            }
        }
        for page in &expected.not_articles {
            let reply = get(&state, &page.url);
            assert_eq!(
                (reply.status, reply.page_type),
                (200, Some(page.page_type)),
                "{}",
                page.url
            );
        }
        for (url, canonical) in &expected.variants {
            let reply = get(&state, url);
            assert_eq!(reply.status, 200, "{url}");
            assert!(text(&reply).contains(canonical.as_str()), "{url}");
        }
        for url in &expected.withdrawn {
            assert_eq!(get(&state, url).status, 410, "{url}");
        }
        for (from, to) in &expected.moved {
            let reply = get(&state, from);
            assert_eq!(reply.status, 301, "{from}");
            assert!(reply.headers.contains(&("location", to.clone())), "{from}");
        }
        let changes = newsroom::advance(&state);
        assert_eq!((changes.new.len(), changes.updated.len()), (10, 10));
        assert_eq!((changes.withdrawn.len(), changes.moved.len()), (5, 5));
    }
}

#[test]
fn an_advance_changes_the_pages_it_names_and_no_other_article() {
    let state = state();
    let urls: Vec<_> = Expected::of(&state)
        .articles
        .into_iter()
        .map(|article| article.url)
        .collect();
    let before: Vec<_> = urls
        .iter()
        .map(|url| get(&state, url).body().to_vec())
        .collect();
    let changes = newsroom::advance(&state);
    for (url, before) in urls.iter().zip(before) {
        let reply = get(&state, url);
        let differs = reply.status != 200 || reply.body() != before;
        let meant = changes.updated.contains(url)
            || changes.withdrawn.contains(url)
            || changes.moved.iter().any(|(from, _)| from == url);
        assert_eq!(differs, meant, "{url}");
    }
}

#[test]
fn the_same_seed_gives_the_same_newsroom_and_another_seed_another() {
    let (one, two) = (state(), state());
    assert_eq!(Expected::of(&one), Expected::of(&two));
    let now = one.settings.now;
    let other = State::new(
        Settings {
            seed: 2,
            now,
            ..Settings::default()
        },
        4000,
    );
    assert_ne!(
        Expected::of(&one).articles[0].text,
        Expected::of(&other).articles[0].text
    );
}

#[test]
fn dates_lie_in_order_and_in_the_past_of_the_newsroom() {
    let state = state();
    for day in 0..3 {
        let now = state.settings.now + chrono::TimeDelta::days(day);
        for article in Expected::of(&state).articles {
            assert!(
                article.published <= article.modified && article.modified < now,
                "{}",
                article.url
            );
        }
        newsroom::advance(&state);
    }
}

#[test]
fn robots_texts_consist_of_known_lines() {
    let state = state();
    for site in SITES.iter() {
        let reply = get(&state, &state.url(&site.id, "/robots.txt"));
        assert_eq!(reply.status, if site.id == "elbkurier" { 404 } else { 200 });
        for line in text(&reply)
            .lines()
            .filter(|line| reply.status == 200 && !line.is_empty() && !line.starts_with('#'))
        {
            let key = line.split(':').next().unwrap().to_lowercase();
            assert!(
                ["user-agent", "allow", "disallow", "crawl-delay", "sitemap"]
                    .contains(&key.as_str()),
                "{line}"
            );
        }
    }
}

#[test]
fn a_site_of_thousands_answers_from_its_seed_alone() {
    let settings = Settings {
        articles_per_site: 5_000,
        ..Settings::default()
    };
    let state = State::new(settings, 4000);
    for path in [
        "/",
        "/politik/?seite=70",
        "/archiv/?seite=250",
        "/sitemaps/artikel-5.xml.gz",
    ] {
        assert_eq!(
            get(&state, &state.url("morgenblatt", path)).status,
            200,
            "{path}"
        );
    }
    assert!(matches!(
        get(&state, &state.url("harbour-gazette", "/stream")).payload,
        Payload::Endless
    ));
}

#[test]
fn an_article_on_several_pages_has_each_paragraph_on_one_and_links_from_page_to_page() {
    let state = state();
    let expected = Expected::of(&state);
    let several = expected.articles.iter().filter(|a| !a.parts.is_empty());
    let several: Vec<_> = several.collect();
    assert_eq!(several.len(), 2);
    for article in several {
        let urls: Vec<&String> = [&article.url].into_iter().chain(&article.parts).collect();
        let pages: Vec<String> = urls.iter().map(|url| text(&get(&state, url))).collect();
        let plain: Vec<String> = pages.iter().map(|page| untagged(page)).collect();
        for paragraph in &article.paragraphs {
            let on = plain
                .iter()
                .filter(|page| page.contains(paragraph.as_str()));
            assert_eq!(on.count(), 1, "{}: {paragraph}", article.url);
        }
        for (index, page) in pages.iter().enumerate() {
            for (other, url) in urls.iter().enumerate().filter(|(other, _)| *other != index) {
                let (_, path) = url.split_once(":4000").unwrap();
                assert!(page.contains(&format!("\"{path}\"")), "{index} to {other}");
            }
            assert_eq!(
                page.contains("rel=next"),
                article.site == "elbkurier" && index + 1 < urls.len()
            );
            let own = if article.site == "elbkurier" {
                urls[index]
            } else {
                urls[0]
            };
            assert!(
                page.contains(&format!("canonical href=\"{own}\""))
                    || page.contains(&format!("rel=\"canonical\" href=\"{own}\"")),
                "{own}"
            );
        }
        assert!(
            expected
                .not_articles
                .iter()
                .all(|page| !urls.contains(&&page.url))
        );
    }
    assert_eq!(expected.continuations.len(), 3);
}

#[test]
fn one_article_ends_at_a_paywall_and_states_its_length() {
    let state = state();
    let expected = Expected::of(&state);
    let mut walled = expected.articles.iter().filter(|a| a.truncated);
    let article = walled.next().unwrap();
    assert!(walled.next().is_none());
    let page = text(&get(&state, &article.url));
    let (_, count) = page.split_once("\"wordCount\":").unwrap();
    let count: usize = count.split([',', '}']).next().unwrap().parse().unwrap();
    let shown = article.text.split_whitespace().count();
    assert!(
        shown * 10 < count * 6 && count - shown > 100,
        "{shown} of {count}"
    );
    assert!(page.contains("\"isAccessibleForFree\":false") && page.contains("class=\"paywall\""));
}

#[test]
fn live_blogs_state_their_number_of_entries() {
    let state = state();
    for article in Expected::of(&state).articles {
        let page = text(&get(&state, &article.url));
        let entries = page.matches("class=\"eintrag\"").count();
        assert_eq!(entries, article.entries, "{}", article.url);
        assert_eq!(article.entries > 2, article.page_type == "live_blog");
        let stated = page.matches("BlogPosting\"").count();
        assert_eq!(
            stated > 2,
            article.site == "tagnetz" && entries > 0,
            "{}",
            article.url
        );
    }
}
