//! The page that explains an extraction.

use crate::client::World;
use crate::newsroom::{article_of, visited};

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
