//! A site rule created in the reader by pointing at a block: tried, saved, and applied by `extract`.

use super::serving::Serving;
use super::site_rules::{SITE, articles};
use super::{World, text};

/// The text between the first occurrences of two texts.
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let rest = page.split_once(before).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("{before} is missing: {page}"));
    rest.split(after).next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_is_dropped_by_pointing_leaves_the_articles() {
    let world = World::after_a_night().await;
    let before = articles(&world).await;
    let standfirst = |url: &str| {
        let expected = world.newsroom.expected().articles;
        let mut expected = expected.into_iter().filter(|a| a.site == SITE);
        expected.find(|a| a.url == url).map(|a| a.standfirst)
    };
    let with: Vec<(&String, String)> = before
        .iter()
        .filter_map(|(url, article)| Some((url, standfirst(url)?, article)))
        .filter(|(_, first, article)| {
            !first.is_empty() && text(article, "text").contains(first.as_str())
        })
        .map(|(url, first, _)| (url, first))
        .collect();
    assert!(with.len() > 3, "{with:?}");
    let (url, first) = &with[0];
    let id = text(&before[*url], "id").to_owned();
    let serving = Serving::start(&world);

    let (_, explained) = serving.get(&format!("/article/{id}/explain"));
    let rows = explained.split("<tr");
    let mut rows =
        rows.filter(|row| row.contains(first.as_str()) && row.contains(" class=\"content\""));
    let number = between(rows.next().unwrap(), "name=\"drop\" value=\"", "\"").to_owned();
    let (status, offered) = serving.get(&format!("/article/{id}/rule?drop={number}"));
    assert_eq!(status, 200, "{offered}");
    assert_eq!(
        between(&offered, "name=\"rule\" value=\"", "\""),
        ".vorspann"
    );

    let query = "key=drop&rule=.vorspann";
    let (status, tried) = serving.get(&format!("/source/{SITE}/rules/try?{query}"));
    assert_eq!(status, 200, "{tried}");
    assert!(tried.contains(&format!("<del>{first}")), "{first}: {tried}");
    assert_eq!(articles(&world).await, before, "so far");

    let rules = format!("/source/{SITE}/rules");
    serving.post(&rules, &format!("{query}&revision=0"));
    // An unchanged seed leaves the rule in force.
    let seeded = world.ok(&["seed", "newsroom.toml"]).await;
    assert!(seeded.starts_with("0 sites added, 0 updated"), "{seeded}");
    assert!(
        !world
            .ok(&["extract"])
            .await
            .starts_with("0 pages extracted")
    );
    let after = articles(&world).await;
    // Some pages of the site have another layout.
    let left = with
        .iter()
        .filter(|(url, first)| text(&after[*url], "text").contains(first.as_str()));
    let left: Vec<&&String> = left.map(|(url, _)| url).collect();
    assert!(
        !left.contains(&url) && left.len() + 3 < with.len(),
        "{left:?}"
    );
    serving.post(&rules, &format!("action=remove&{query}&revision=1"));
    world.ok(&["extract"]).await;
    let again = articles(&world).await;
    assert!(text(&again[*url], "text").contains(first.as_str()));
}
