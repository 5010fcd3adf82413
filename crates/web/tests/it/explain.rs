//! The page that explains an extraction.

use crate::client::World;
use crate::newsroom::{BLOCKS, article_of, visited};

#[tokio::test]
async fn two_extractors_are_shown_side_by_side() {
    let world = World::start().await;
    visited(world.store(), "b").await;
    let explain = format!("/article/{}/explain", article_of("b"));
    let alone = world.page(&explain).await;
    assert!(alone.contains("<option value=\"arc90\">"), "{alone}");
    assert!(!alone.contains("<option value=\"gleaner\""), "{alone}");
    assert!(!alone.contains("<script>alert"), "{alone}");
    let both = world.page(&format!("{explain}?with=everything")).await;
    for part in [
        "<option value=\"everything\" selected>",
        "content in both",
        "<dt>only in gleaner</dt><dd>0 blocks</dd>",
        "<tr class=\"differs\">",
        "<td data-label=\"everything\" class=\"content\">content</td>",
        "<ins>Start News",
    ] {
        assert!(both.contains(part), "{part}: {both}");
    }
    assert!(!both.contains("<script>alert"), "{both}");
    let same = world.page(&format!("{explain}?with=gleaner")).await;
    assert!(same.contains("The two texts have the same words"), "{same}");
    let none = world.page(&format!("{explain}?with=")).await;
    assert!(!none.contains("content in both"), "{none}");
    for odd in ["none", "%00", "%3Cb%3E"] {
        let answer = world.get(&format!("{explain}?with={odd}")).await;
        assert_eq!(answer.status, 400, "{odd}");
    }
}

#[tokio::test]
async fn a_hostile_page_is_explained_in_a_bounded_answer_that_says_what_is_left_out() {
    let world = World::start().await;
    visited(world.store(), "d").await;
    let explain = format!("/article/{}/explain", article_of("d"));
    let of_all = format!("of {BLOCKS} blocks are content");
    for (query, of_texts) in [
        ("", ""),
        (
            "?with=everything",
            "The first 100 kB of each text are compared.",
        ),
    ] {
        let page = world.page(&format!("{explain}{query}")).await;
        for part in [&of_all, "The first 3000 blocks are shown.", of_texts] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.len() < 4_000_000, "{}", page.len());
        assert!(!page.contains(['\x1b', '\u{202e}']));
    }
    let rule = format!("/article/{}/rule?drop=1", article_of("d"));
    let page = world.page(&rule).await;
    assert!(page.len() < 100_000, "{}", page.len());
}
