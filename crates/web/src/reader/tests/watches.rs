//! Watches.

use super::visited::{ATTACK, visited};
use super::world::{Shows as _, World};

const ID: &str = "/watches/1";

#[tokio::test]
async fn a_watch_counts_and_names_its_new_articles_until_they_are_seen() {
    let world = World::new().await;
    let search = world.page("/search?q=lang:de").await;
    search.has(["href=\"/watches?q=lang%3Ade\">Watch this search</a>"]);
    let form = world.page("/watches?q=title").await;
    form.has(["name=\"query\" value=\"title\""]);
    let added = world.post("/watches", "name=%3Cb%3E&query=title").await;
    assert_eq!((added.status, added.header("location")), (303, "/watches"));
    let before = world.page("/watches").await;
    before.has(["nothing new"]);
    visited(world.store(), "a").await;
    let page = world.page("/watches").await;
    page.has([
        "<a href=\"/search?q=title&amp;order=newest\">&#60;b&#62;</a>",
        "1 new article<",
        "A title &#60;script&#62;",
        "href=\"/feeds/search.rss?q=title\"",
    ]);
    page.lacks([ATTACK]);
    let api = world.get("/api/v1/watches").await.json();
    assert_eq!(api["items"][0]["new"], 1, "{api}");
    let until = page.value("name=\"until\" value=\"");
    let seen = world.post("/watches/seen", &format!("until={until}")).await;
    assert_eq!(seen.status, 303);
    let after = world.page("/watches").await;
    after.has(["nothing new"]);
    after.lacks(["Mark all"]);

    let changed = world.post(ID, "name=Titles&query=title+lang:de").await;
    assert_eq!(changed.status, 303);
    let page = world.page("/watches").await;
    page.has(["<code>title lang:de</code>"]);
    assert_eq!(world.post(&format!("{ID}/delete"), "").await.status, 303);
    world.page("/watches").await.lacks(["Titles"]);
}

#[tokio::test]
async fn a_query_that_search_refuses_is_refused_with_its_place_and_one_that_breaks_later_shows_why()
{
    let world = World::new().await;
    visited(world.store(), "a").await;
    for (query, why) in [("storm+(", "column 7: "), ("site:foo", "there is no site")] {
        let form = format!("name=A&query={query}");
        let refused = world.post("/watches", &form).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.body.contains(why), "{query}: {}", refused.body);
    }
    for form in ["name=A&query=site:a", "name=B&query=storm"] {
        assert_eq!(world.post("/watches", form).await.status, 303);
    }
    let typed = "name=\"query\" value=\"storm NEAR coast\"";
    let wrong = world.post(ID, "name=A&query=storm+NEAR+coast").await;
    assert_eq!(wrong.status, 400);
    wrong.has([typed]);
    let forgotten = world.store().forget_site("a", &|| false).await;
    forgotten.unwrap();
    let page = world.page("/watches").await;
    // the other one has nothing new, and what is not searched may be marked too
    page.has([
        "there is no site &#34;a&#34;",
        "nothing new",
        "Mark all as seen",
    ]);
}
