use serde_json::json;

use crate::reader::tests::{Shows as _, World};

#[tokio::test]
async fn the_first_digits_of_an_id_are_enough() {
    let world = World::new().await;
    let id = world.article("1", "Ein Haus.").await;
    world.story(&id).await;
    let short = id[..12].to_ascii_uppercase();
    for (path, status) in [
        (format!("/article/{short}"), 303),
        (format!("/article/{short}/diff?from=1&to=1"), 400), // the same version
        (format!("/api/v1/articles/{short}"), 200),
        ("/api/v1/articles/000000000000".to_owned(), 404),
        ("/article/000000000000/diff".to_owned(), 404),
        (format!("/story/{}", &id[..12]), 303),
        (format!("/story/{id}"), 200),
        (format!("/api/v1/stories/{}", &id[..12]), 200),
    ] {
        let page = world.get(&path).await;
        assert_eq!(page.status, status, "{path}: {}", page.body);
    }
    let explained = world.get(&format!("/article/{short}/explain")).await;
    explained.has(["How this page was extracted"]);
    let twin = format!(
        "insert into article_heads (article_id) values ('{}' || repeat('f', 56))",
        &id[..8]
    );
    world.damage(&twin).await;
    for path in [
        format!("/article/{}/diff", &id[..8]),
        format!("/article/{}/explain", &id[..8]),
        format!("/api/v1/articles/{}", &id[..8]),
    ] {
        let page = world.refused(&path).await;
        let expected = "the ids of several articles begin with";
        assert!(page.body.contains(expected), "{path}: {}", page.body);
    }
}

#[tokio::test]
async fn copies_are_listed_with_their_titles_and_dates() {
    let world = World::new().await;
    let leader = world.article("1", "Ein Haus.").await;
    let fields = json!({
        "title": null, "date_published": "2026-11-24T00:00:00Z", "date_published_precision": "day", "date_published_source": "text",
    });
    let copy = world.article_with("2", "Ein Haus!", &fields).await;
    world.copied(&leader, &copy).await;
    let page = world.get(&format!("/article/{leader}")).await;
    let listed = page.body.split("id=\"copies\"").nth(1).unwrap();
    listed.has([
        "archive.example: <a href=",
        ">(no title)</a>",
        ">2026-11-24</time>",
    ]);
    let page = world.get(&format!("/article/{copy}")).await;
    let first = format!("<a href=\"/article/{leader}\">a text that this site published first</a>");
    page.has([&first]);
    for path in ["/source/archive.example", "/search?q=haus"] {
        world.get(path).await.has([">(no title)</a>"]);
    }
    let feed = world.get("/feeds/search.json").await.json();
    let titles = feed["items"].as_array().unwrap().iter();
    let titles: Vec<_> = titles.map(|item| &item["title"]).collect();
    assert!(titles.contains(&&json!("(no title)")), "{titles:?}");
}

#[tokio::test]
async fn a_copy_of_another_site_says_that_it_was_published_elsewhere() {
    let world = World::new().await;
    let leader = world
        .article_at("https://www.other.example/1", "Ein Haus.", &json!({}))
        .await;
    let copy = world.article("1", "Ein Haus.").await;
    world.copied(&leader, &copy).await;
    let page = world.get(&format!("/article/{copy}")).await;
    let first =
        format!("<a href=\"/article/{leader}\">a text that was published elsewhere first</a>");
    page.has([&first]);
}

#[tokio::test]
async fn names_authors_section_and_tags_are_links_to_searches() {
    let world = World::new().await;
    let fields = json!({
        "authors": ["Anna Schmidt", "Ben <i>O'Hara</i>"], "section": "Politik & mehr", "tags": ["Klima", "Nord Süd"],
    });
    let id = world.article_with("1", "Ein Haus.", &fields).await;
    let sql = format!(
        "insert into article_terms (article_id, version, entities, keywords)
        values ('{id}', 1, '[{{\"norm\": \"Alte Brücke\", \"text\": \"Alten Brücke\"}},
            {{\"norm\": \"Alte Brücke\", \"text\": \"Alte Brücke\"}}, {{\"norm\": \"!\", \"text\": \"!\"}}]', '[]')"
    );
    world.damage(&sql).await;
    let page = world.get(&format!("/article/{id}")).await.body;
    page.lacks(["<i>"]);
    let links = page.split("<a href=\"/search?q=").skip(1);
    let links: Vec<&str> = links.map(|link| link.split('"').next().unwrap()).collect();
    let fields = [
        "author", "author", "author", "author", "lang", "section", "tag", "tag", "name",
    ];
    let found: Vec<&str> = links
        .iter()
        .map(|link| link.split("%3A").next().unwrap())
        .collect();
    assert_eq!(found, fields, "{page}");
    for link in &links {
        let found = world.get(&format!("/search?q={link}")).await.body;
        assert!(found.contains("1 article</h2>"), "{link}: {found}");
        assert!(found.contains(">original page</a>"), "{link}: {found}");
    }
    let keys = world.get("/keys").await.body;
    keys.has(["<kbd>?</kbd>"]);
    world.story(&id).await;
    let page = world.get(&format!("/story/{id}")).await.body;
    let feed = format!("/feeds/search.json?q=story:{id}");
    page.has([&format!("<a href=\"{feed}\">")]);
    let feed = world.get(&feed).await.json();
    assert_eq!(feed["items"].as_array().unwrap().len(), 1, "{feed}");
}
