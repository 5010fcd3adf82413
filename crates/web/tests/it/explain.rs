//! The page that explains an extraction.

use crate::client::World;
use crate::newsroom::{BLOCKS, article_of, visited};

#[tokio::test]
async fn a_hostile_page_is_explained_in_a_bounded_answer_that_says_what_is_left_out() {
    let world = World::start().await;
    visited(world.store(), "d").await;
    let explain = format!("/article/{}/explain", article_of("d"));
    let of_all = format!("of {BLOCKS} blocks are content");
    let page = world.page(&explain).await;
    for part in [&of_all, "The first 3000 blocks are shown."] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.len() < 4_000_000, "{}", page.len());
    assert!(!page.contains(['\x1b', '\u{202e}']));
    let rule = format!("/article/{}/rule?drop=1", article_of("d"));
    let page = world.page(&rule).await;
    assert!(page.len() < 100_000, "{}", page.len());
}
