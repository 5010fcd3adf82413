//! The page that explains an extraction.

use super::visited::{BLOCKS, article_of, visited};
use super::world::{Shows as _, World};

#[tokio::test]
async fn a_hostile_page_is_explained_in_a_bounded_answer_that_says_what_is_left_out() {
    let world = World::new().await;
    visited(world.store(), "d").await;
    let explain = format!("/article/{}/explain", article_of("d"));
    let of_all = format!("of {BLOCKS} blocks are content");
    let page = world.page(&explain).await;
    page.has([&of_all, "The first 3000 blocks are shown."]);
    assert!(page.len() < 4_000_000, "{}", page.len());
    assert!(!page.contains(['\x1b', '\u{202e}']));
    let rule = format!("/article/{}/rule?drop=1", article_of("d"));
    let page = world.page(&rule).await;
    assert!(page.len() < 100_000, "{}", page.len());
}
