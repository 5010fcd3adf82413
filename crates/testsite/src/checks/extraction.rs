//! What the extractor finds on the pages is what they were generated from: entries of live blogs, further pages, paywalls.

use extract::{Extraction, Input, Options, extract};
use url::Url;

use super::{get, state};
use crate::{Expected, ExpectedArticle, newsroom::State};

fn read(state: &State, url: &str) -> Extraction {
    let reply = get(state, url);
    let html = html::decode(reply.body(), reply.content_type()).text;
    let url = Url::parse(url).ok();
    extract(&Input::new(&html, url.as_ref()), &Options::default())
}

fn articles(state: &State) -> Vec<ExpectedArticle> {
    Expected::of(state).articles
}

#[test]
fn live_blogs_have_their_entries_with_times() {
    let state = state();
    for article in articles(&state) {
        let page = read(&state, &article.url);
        assert_eq!(page.live.len(), article.entries, "{}", article.url);
        let (Some(newest), Some(oldest)) = (page.live.first(), page.live.last()) else {
            continue;
        };
        assert_eq!(newest.at, Some(article.modified), "{}", article.url);
        assert_eq!(oldest.at, Some(article.published), "{}", article.url);
        for (entry, paragraph) in page.live.iter().zip(&article.paragraphs) {
            assert_eq!(&entry.text, paragraph);
            assert!(entry.in_text && page.text.contains(paragraph.as_str()));
        }
    }
}

#[test]
fn the_pages_of_an_article_lead_to_each_other_and_make_its_text() {
    let state = state();
    for article in articles(&state) {
        let first = read(&state, &article.url);
        if article.parts.is_empty() {
            assert_eq!(first.paging, None, "{}", article.url);
            continue;
        }
        let mut texts = vec![first.text];
        let mut next = first.paging.and_then(|paging| paging.next);
        for (index, part) in article.parts.iter().enumerate() {
            assert_eq!(next.as_ref().map(Url::as_str), Some(part.as_str()));
            let page = read(&state, part);
            let paging = page.paging.unwrap();
            assert_eq!(paging.number as usize, index + 2);
            assert_eq!(paging.all.len(), article.parts.len() + 1, "{part}");
            assert_eq!(paging.first.unwrap().as_str(), article.url);
            next = paging.next;
            texts.push(page.text);
        }
        assert_eq!(next, None);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let joined = extract::pagination::join(&texts);
        let count = |piece: &str| joined.matches(piece).count();
        let long = article
            .paragraphs
            .iter()
            .filter(|p| p.split(' ').count() > 8);
        for paragraph in long.chain([&article.standfirst]) {
            assert_eq!(count(paragraph), 1, "{}: {paragraph}", article.url);
        }
    }
}

#[test]
fn paywalls_are_detected_and_nothing_else() {
    let state = state();
    let expected = Expected::of(&state);
    for article in &expected.articles {
        let page = read(&state, &article.url);
        assert_eq!(
            page.truncated == Some(true),
            article.truncated,
            "{}: {:?}",
            article.url,
            page.truncated_by
        );
    }
    for page in &expected.not_articles {
        let read = read(&state, &page.url);
        assert!(read.live.is_empty(), "{}", page.url);
        let is_teaser = page.page_type == "paywall_teaser";
        let is_cut = read.truncated == Some(true);
        assert_eq!(
            is_cut, is_teaser,
            "{}: {:?} {}",
            page.url, read.truncated_by, read.text
        );
    }
}
