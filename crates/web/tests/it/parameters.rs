//! Pages that do not exist, and the menu.

use crate::client::World;
use crate::newsroom::{article_of, visited};

#[tokio::test]
async fn what_does_not_exist_is_answered_with_what_to_do() {
    let world = World::start().await;
    for (path, said, next) in [
        ("/run/99", "The list has all runs.", "/runs"),
        ("/source/none", "There is no such site.", "/sources"),
        ("/article/00", "search for it", "/"),
        (
            "/feeds/stories.txt",
            "end in .rss, .atom or .json",
            "/search",
        ),
        ("/nothing", "Check the address", "/"),
    ] {
        let answer = world.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body.contains(said), "{path}: {}", answer.body);
        let link = format!("<p><a href=\"{next}\">");
        assert!(answer.body.contains(&link), "{path}: {}", answer.body);
    }
}

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
