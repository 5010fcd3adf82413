//! Labelling of pages and blocks: undo and access.

use std::cmp::Reverse;

use store::SiteLabel;

use super::visited::{ATTACK, visited};
use super::world::{Response, Shows as _, World};

const PAGES: &str = "/label/pages";

/// The value of a hidden field of a page.
fn field(page: &str, name: &str) -> String {
    page.value(&format!("name=\"{name}\" value=\"")).to_owned()
}

/// The labels of pages, the newest first.
async fn labels(world: &World) -> Vec<SiteLabel> {
    let mut labels = world.store().labels(None, None, None).await.unwrap();
    labels.sort_by_key(|label| Reverse(label.label.at));
    labels
}

/// The page types of all labels, the newest first.
async fn types(world: &World) -> Vec<String> {
    let labels = labels(world).await.into_iter();
    let types = labels.map(|label| label.label.judgement.page_type.unwrap());
    types.collect()
}

/// Sends an answer for the page that is shown.
async fn answered(world: &World, path: &str, answer: &str) -> Response {
    let key = field(&world.page(path).await, "page");
    let sent = world
        .post(path, &format!("page={key}&answer={answer}"))
        .await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    assert_eq!(sent.header("location"), path);
    sent
}

#[tokio::test]
async fn pages_are_labelled_skipped_and_undone_repeatedly() {
    let world = World::new().await;
    let page = world.page(PAGES).await;
    page.has(["There is nothing more to label"]);
    visited(world.store(), "a").await;
    let first = world.page(PAGES).await;
    first.lacks([ATTACK, "<img"]);
    first.has([
        "ana: 0 labelled",
        "3 to go",
        "aria-keyshortcuts=\"n\"",
        "news score 0.500, by rule:test",
        "rel=\"noreferrer external\"",
        "value=\"live_blog\"",
    ]);
    first.lacks(["value=\"undo\""]);
    answered(&world, PAGES, "article").await;
    assert_eq!(types(&world).await, ["article"]);
    let second = world.page(PAGES).await;
    assert_ne!(field(&first, "page"), field(&second, "page"));
    second.has(["1 labelled, 1 in this session"]);
    answered(&world, PAGES, "skip").await;
    answered(&world, PAGES, "legal").await;
    assert_eq!(types(&world).await, ["legal", "article"]);
    let none = world.page(PAGES).await;
    none.has(["nothing more to label"]);
    for left in [&["article"][..], &["article"], &[], &[]] {
        assert_eq!(world.post(PAGES, "answer=undo").await.status, 303);
        assert_eq!(types(&world).await, left);
    }
    let back = world.page(PAGES).await;
    assert_eq!(field(&back, "page"), field(&first, "page"));
    back.has(["Nothing to undo", "3 to go"]);
}

#[tokio::test]
async fn sites_and_orders_are_chosen_in_the_url_and_invalid_answers_are_rejected() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    visited(world.store(), "b").await;
    let path = "/label/pages?site=b&order=random";
    let of_b = world.page(path).await;
    of_b.has([
        "3 to go",
        "www.b.example",
        "action=\"/label/pages?site=b&#38;order=random\"",
    ]);
    let key = field(&of_b, "page");
    for (form, status) in [
        ("answer=article".to_owned(), 400),
        ("page=1.2.3&answer=article".to_owned(), 400),
        ("page=1.2&answer=article".to_owned(), 404),
        (format!("page={key}&answer=beautiful"), 400),
        ("page=1".to_owned(), 422),
    ] {
        let answer = world.post(PAGES, &form).await;
        assert_eq!(answer.status, status, "{form}: {}", answer.body);
    }
    let none = world.post("/label/none", "answer=same").await;
    assert_eq!(none.status, 404);
    assert!(types(&world).await.is_empty());
    answered(&world, path, "other").await;
    let label = labels(&world).await.remove(0);
    assert_eq!(label.site_id, "b");
    assert_eq!(label.label.prediction.unwrap().source, "rule:test");
}

#[tokio::test]
async fn without_the_token_nothing_is_written() {
    let world = World::with_token("a secret of the house").await;
    visited(world.store(), "a").await;
    let page = world.page(PAGES).await;
    page.has(["needs <a href=\"/token\">"]);
    page.lacks(["value=\"article\""]);
    let page = world.page("/watches").await;
    page.has(["<a href=\"/token\">"]);
    page.lacks(["method=\"post\""]);
    for (path, form) in [
        (PAGES, "page=1.1&answer=article"),
        ("/watches", "name=A&query=storm"),
    ] {
        assert_eq!(world.post(path, form).await.status, 403, "{path}");
    }
    let wrong = world.post("/token", "token=a+guess").await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (403, ""));
    wrong.has(["That is not the token."]);
    let right = "token=a+secret+of+the+house&back=%2Fwatches";
    let right = world.post("/token", right).await;
    assert_eq!((right.status, right.header("location")), (303, "/watches"));
}

#[tokio::test]
async fn the_overview_says_what_there_is_and_how_often_people_agree() {
    let world = World::new().await;
    let page = world.page("/label").await;
    page.has(["You have labelled 0."]);
    page.lacks(["how often"]);
    visited(world.store(), "a").await;
    answered(&world, PAGES, "article").await;
    answered(&world, PAGES, "article").await;
    let odd = world.refused("/label?site=a%22%3E").await;
    odd.lacks(["a\">"]);
    let page = world.page("/label?site=a&order=random").await;
    page.has([
        "You have labelled 2.",
        "Pages: news or not",
        "value=\"a\"",
        "href=\"/label/blocks?site=a&#38;order=random\"",
        "<th scope=\"row\">ana</th><td>pages</td><td class=\"number\">2</td>",
    ]);
    let agrees = page.contains(">0 of 2<") || page.contains(">1 of 2<");
    assert!(agrees, "one of the three pages is an article: {page}");
}

#[tokio::test]
async fn the_blocks_of_a_page_are_chosen_and_their_text_is_kept() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    let path = "/label/blocks";
    let page = world.page(path).await;
    page.has(["https://www.a.example/story"]);
    let (key, blocks) = (field(&page, "page"), field(&page, "blocks"));
    assert_eq!(blocks, "1", "the page is one line of text");
    page.has(["<input type=\"checkbox\" name=\"content\" value=\"0\""]);
    for wrong in ["blocks=2&content=0", "blocks=1&content=7"] {
        let form = format!("page={key}&{wrong}&answer=save");
        assert_eq!(world.post(path, &form).await.status, 400, "{form}");
    }
    let form = format!("page={key}&blocks=1&content=0&answer=save");
    assert_eq!(world.post(path, &form).await.status, 303);
    let labels = async || world.store().block_labels(None, None, None).await.unwrap();
    let of_site = labels().await.remove(0);
    assert_eq!(of_site.domain, "a.example");
    let label = of_site.label;
    assert_eq!(label.text, "https://www.a.example/story");
    assert_eq!((label.content, label.blocks), (vec![0], 1));
    assert_eq!(label.who, "ana");
    let none = world.page(path).await;
    none.has(["nothing more to label", "value=\"undo\""]);
    assert_eq!(world.post(path, "answer=undo").await.status, 303);
    assert!(labels().await.is_empty());
    assert_eq!(field(&world.page(path).await, "page"), key);
    let skip = format!("page={key}&answer=skip");
    assert_eq!(world.post(path, &skip).await.status, 303);
    world.page(path).await.has(["Skipped: https"]);
}
