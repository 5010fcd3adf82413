//! Checks over the whole newsroom, without a connection.

use std::collections::{BTreeSet, HashSet, VecDeque};

use chrono::{DateTime, Utc};

use crate::{
    Expected, Settings, gold, hosts, prose,
    reply::{Payload, Reply},
    site::{Language, SITES},
    state::State,
};

fn state() -> State {
    let now: DateTime<Utc> = "2026-11-20T18:00:00Z".parse().unwrap();
    State::new(
        Settings {
            now,
            ..Settings::default()
        },
        4000,
    )
}

fn get(state: &State, url: &str) -> Reply {
    let rest = url
        .strip_prefix("http://")
        .unwrap_or_else(|| panic!("{url}"));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    hosts::answer(
        state,
        authority.split(':').next().unwrap(),
        &format!("/{path}"),
    )
}

fn text(reply: &Reply) -> String {
    String::from_utf8_lossy(reply.body()).into_owned()
}

/// Absolute URLs of the links of a page.
fn links(url: &str, html: &str) -> BTreeSet<String> {
    let root = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    let html = html.replace("HREF=", "href=");
    html.split("<a ")
        .chain(html.split("<A "))
        .skip(1)
        .filter_map(|tag| {
            tag.split('>')
                .next()?
                .split_once("href=")
                .map(|(_, href)| href)
        })
        .map(|href| {
            href.trim_start_matches(['"', '\''])
                .split(['"', '\'', ' '])
                .next()
                .unwrap()
        })
        .map(|href| href.replace("&amp;", "&"))
        .filter(|href| !href.starts_with('#'))
        .map(|href| match href {
            _ if href.starts_with("http") => href,
            _ if href.starts_with('/') => format!("{root}{href}"),
            _ => format!("{}/{href}", url.rsplit_once('/').unwrap().0),
        })
        .collect()
}

/// Follows every link of a site but those into traps, forbidden and foreign places.
fn walk(state: &State, expected: &Expected, site: &str) -> HashSet<String> {
    let home = state.url(site, "/");
    let mut seen = HashSet::from([home.clone()]);
    let mut queue = VecDeque::from([home]);
    let avoid: Vec<_> = expected
        .disallowed
        .iter()
        .chain(&expected.foreign)
        .collect();
    while let Some(url) = queue.pop_front() {
        let reply = get(state, &url);
        if let Some((_, to)) = reply.headers.iter().find(|(name, _)| *name == "location") {
            queue.extend(seen.insert(to.clone()).then(|| to.clone()));
            continue;
        }
        let failing = expected.failing.iter().find(|(failing, _)| *failing == url);
        let status = failing.map_or(200, |(_, status)| *status);
        let reply = if reply.status == 429 {
            get(state, &url)
        } else {
            reply
        };
        assert_eq!(reply.status, status, "{url}");
        for link in links(&url, &text(&reply)) {
            let lost = expected.traps.iter().any(|trap| trap.catches(&link));
            let forbidden = avoid.iter().any(|prefix| link.starts_with(*prefix));
            if !lost && !forbidden && seen.insert(link.clone()) {
                queue.push_back(link);
            }
        }
    }
    seen
}

#[test]
fn every_link_resolves_and_every_expected_page_is_linked() {
    let state = state();
    let expected = gold::expected(&state);
    for site in SITES {
        let seen = walk(&state, &expected, site.id);
        let home = state.url(site.id, "/");
        let pages = expected.not_articles.iter().map(|page| &page.url);
        for url in expected
            .articles
            .iter()
            .map(|article| &article.url)
            .chain(pages)
        {
            assert!(
                !url.starts_with(&home) || seen.contains(url),
                "{url} is not linked"
            );
        }
    }
}

#[test]
fn what_is_expected_is_what_is_served() {
    let state = state();
    for day in 0..3 {
        let expected = gold::expected(&state);
        for article in &expected.articles {
            let mut reply = get(&state, &article.url);
            if reply.status == 429 {
                reply = get(&state, &article.url);
            }
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
            let plain = untagged(&html);
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
        let changes = state.advance();
        assert_eq!((changes.new.len(), changes.updated.len()), (10, 10));
        assert_eq!((changes.withdrawn.len(), changes.moved.len()), (5, 5));
    }
}

/// Text without tags, entities written out.
fn untagged(html: &str) -> String {
    let mut out = String::new();
    for piece in html.split('<') {
        out.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    out.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

#[test]
fn an_advance_changes_the_pages_it_names_and_no_other_article() {
    let state = state();
    let urls: Vec<_> = gold::expected(&state)
        .articles
        .into_iter()
        .map(|article| article.url)
        .collect();
    for url in &urls {
        // The busy one is busy only once.
        get(&state, url);
    }
    let before: Vec<_> = urls
        .iter()
        .map(|url| get(&state, url).body().to_vec())
        .collect();
    let changes = state.advance();
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
    assert_eq!(gold::expected(&one), gold::expected(&two));
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
        gold::expected(&one).articles[0].text,
        gold::expected(&other).articles[0].text
    );
}

#[test]
fn articles_differ_unless_they_are_copies_and_have_the_length_of_news() {
    let expected = gold::expected(&state());
    let shingles = |text: &str| -> HashSet<String> {
        let words: Vec<_> = text.split_whitespace().map(str::to_lowercase).collect();
        words.windows(3).map(|w| w.join(" ")).collect()
    };
    let all: Vec<_> = expected
        .articles
        .iter()
        .map(|a| (a, shingles(&a.text)))
        .collect();
    let (mut worst, mut least_copy) = (0.0_f64, 1.0_f64);
    for (place, (a, a_shingles)) in all.iter().enumerate() {
        let words = a.text.split_whitespace().count();
        assert!(
            (110..=1_100).contains(&words),
            "{} has {words} words",
            a.url
        );
        for (b, b_shingles) in &all[..place] {
            let count = |n: usize| f64::from(u32::try_from(n).unwrap());
            let common = count(a_shingles.intersection(b_shingles).count());
            let share = common / count(a_shingles.len().min(b_shingles.len()));
            if a.copy_of.is_some() && a.copy_of == b.copy_of {
                least_copy = least_copy.min(share);
            } else {
                worst = worst.max(share);
            }
        }
    }
    println!("most alike: {worst:.3}, copies at least {least_copy:.3}");
    assert!(worst < 0.42, "{worst}");
    assert!(least_copy > 0.7, "{least_copy}");
}

#[test]
fn two_sites_print_one_agency_text_word_for_word() {
    let state = state();
    let tickers = |site: &str, group: &str| {
        let expected = gold::expected(&state).articles.into_iter();
        let mut copies = expected.filter(|a| a.site == site && a.copy_of.as_deref() == Some(group));
        copies.next().unwrap()
    };
    for group in ["de-0", "de-1"] {
        let (one, other) = (tickers("morgenblatt", group), tickers("tagnetz", group));
        assert_eq!(one.text, other.text);
        assert_ne!(one.title, other.title, "one of them is retitled");
        let bodies = [&one, &other].map(|article| {
            let page = text(&get(&state, &article.url));
            let (_, after) = page.split_once("</h1>").unwrap();
            untagged(after.split_once("</article>").unwrap().0)
        });
        assert_eq!(bodies[0], bodies[1]);
    }
}

#[test]
fn dates_lie_in_order_and_in_the_past_of_the_newsroom() {
    let state = state();
    for day in 0..3 {
        let now = state.settings.now + chrono::TimeDelta::days(day);
        for article in gold::expected(&state).articles {
            assert!(
                article.published <= article.modified && article.modified < now,
                "{}",
                article.url
            );
        }
        state.advance();
    }
}

#[test]
fn no_placeholder_is_left_in_a_text() {
    for language in [Language::German, Language::English] {
        for seed in 0..400 {
            let plan = prose::Plan {
                language,
                topic: (seed % 6) as usize,
                seed,
                titling: 0,
                revision: 2,
                wire: seed % 5 == 0,
                abridged: false,
            };
            let story = format!("{} {:?}", prose::title(&plan), prose::story(&plan).parts);
            let clean = story
                .replace("Paragraph", "")
                .replace("Heading", "")
                .replace("List", "");
            assert!(!clean.contains(['{', '}', '|', '@', '#']), "{clean}");
            assert!(
                !clean.contains("  ") && !clean.contains(" ,") && !clean.contains(".."),
                "{clean}"
            );
        }
    }
}

#[test]
fn robots_texts_consist_of_known_lines() {
    let state = state();
    for site in SITES {
        let reply = get(&state, &state.url(site.id, "/robots.txt"));
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
