//! Pages that do not exist, and the menu.

use crate::client::World;
use crate::newsroom::{article_of, visited};

#[tokio::test]
async fn an_article_is_below_the_articles() {
    let world = World::start().await;
    visited(world.store(), "a").await;
    for end in ["", "/explain"] {
        let path = format!("/article/{}{end}", article_of("a"));
        let page = world.page(&path).await;
        let current = "<a href=\"/search\" aria-current=\"page\">Articles</a>";
        assert!(page.contains(current), "{page}");
        assert_eq!(page.matches("aria-current").count(), 1, "{page}");
    }
}
