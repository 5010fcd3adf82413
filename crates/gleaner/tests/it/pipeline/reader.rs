//! `gleaner serve` after a night: every page that is linked.

use std::collections::{BTreeSet, VecDeque};

use super::World;
use super::serving::Serving;

/// Maximum number of pages that a walk requests.
const PAGES: usize = 120;

/// The targets of a page's links within the reader.
fn links(html: &str) -> impl Iterator<Item = String> {
    let targets = html
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let within = targets.filter(|target| target.starts_with('/'));
    within.map(|target| {
        target
            .split('#')
            .next()
            .unwrap()
            .replace("&#38;", "&")
            .replace("&amp;", "&")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_of_the_reader_leads_to_a_page() {
    let world = World::after_a_night().await;
    let serving = Serving::start(&world);
    let mut seen: BTreeSet<String> = ["/".to_owned()].into();
    let mut waiting: VecDeque<String> = seen.iter().cloned().collect();
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    let mut requested = 0;
    while let Some(path) = waiting.pop_front().filter(|_| requested < PAGES) {
        requested += 1;
        let (status, body) = serving.get(&path);
        assert!(matches!(status, 200 | 303), "{path}: {status} {body}");
        let is_page = body.contains("<html");
        if is_page {
            assert_eq!(body.matches("<h1").count(), 1, "{path}");
            assert!(body.trim_end().ends_with("</html>"), "{path}");
        }
        kinds.insert(path.split(['/', '?', '.']).nth(1).unwrap().to_owned());
        for link in links(&body).filter(|_| is_page) {
            if seen.insert(link.clone()) {
                waiting.push_back(link);
            }
        }
    }
    for kind in [
        "", "story", "article", "source", "sources", "runs", "assets", "feeds",
    ] {
        assert!(kinds.contains(kind), "no page of {kind:?} among {kinds:?}");
    }
    let (_, front) = serving.get("/");
    let stories = links(&front).filter(|link| link.starts_with("/story/"));
    let stories: Vec<String> = stories.collect();
    let (_, story) = serving.get(&stories[0]);
    let article = links(&story).find(|link| link.starts_with("/article/"));
    assert_explained(&serving, &stories, &article.unwrap());
}

/// Asserts that stories show what their publishers share, and articles why they are articles.
fn assert_explained(serving: &Serving, stories: &[String], article: &str) {
    let pages: Vec<String> = stories.iter().map(|story| serving.get(story).1).collect();
    let mut shared = pages.iter();
    assert!(shared.any(|page| page.contains("Reported by several publishers")));
    let mut summaries = pages.iter();
    assert!(summaries.all(|page| page.contains("<p class=\"summary\"")));
    let (status, explained) = serving.get(&format!("{article}/explain"));
    assert_eq!(status, 200);
    assert!(explained.contains("learned classifier"), "{explained}");
    let (_, picture) = serving.get(&format!("{article}/picture.svg"));
    assert!(picture.starts_with("<svg"), "{picture}");
}
