use serde_json::{Value, json};
use store::Cursor;

use super::*;
use crate::reader::tests::{Response, Shows as _, World};

/// The body of a response, which must be a problem.
fn problem(answer: &Response) -> Value {
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let problem = answer.json();
    assert_eq!(problem["status"], answer.status);
    problem
}

#[test]
fn every_operation_is_described_with_its_answers() {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    assert_eq!(DOCUMENT["openapi"], "3.1.0");
    assert_eq!(paths.len(), 14);
    for (path, item) in paths {
        let get = &item["get"];
        assert!(path.starts_with("/api/v1/"), "{path}");
        assert!(get["summary"].is_string(), "{path}");
        let content = &get["responses"]["200"]["content"];
        assert!(content["application/json"].is_object(), "{path}");
        for parameter in get["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{path} {parameter}");
        }
    }
}

#[tokio::test]
async fn the_operations_that_are_described_answer_as_described() {
    let world = World::new().await;
    let id = world.article("1", "Ein Haus brennt.").await;
    for path in DOCUMENT["paths"].as_object().unwrap().keys() {
        let answer = world.get(&path.replace("{id}", &id)).await;
        if path.contains("stories/{id}") || path.contains("sources/{id}") {
            assert_eq!(answer.status, 404);
            problem(&answer);
            continue;
        }
        assert_eq!(answer.status, 200, "{path} {answer:?}");
        assert_eq!(answer.header("content-type"), "application/json");
        let known = answer.header("etag").to_owned();
        let again = world
            .get_with(&path.replace("{id}", &id), "if-none-match", &known)
            .await;
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        let path = path.replace("{id}", &id);
        let head = world.head(&path, "if-none-match", "\"other\"").await;
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        assert_eq!(head.header("etag"), known, "{path}");
        let head = world.head(&path, "if-none-match", &known).await;
        assert_eq!(head.status, 304, "{path}");
    }
    assert_eq!(world.get("/api").await.status, 200);
    // What may be empty by the description is accepted empty.
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for parameter in item["get"]["parameters"].as_array().into_iter().flatten() {
            let schema = &parameter["schema"];
            let is_text = schema["type"].to_string().contains("string");
            let has_bound = ["pattern", "minLength", "enum"]
                .iter()
                .any(|of| !schema[of].is_null());
            if parameter["in"] != "query" || !is_text || has_bound {
                continue;
            }
            let path = format!("{path}?{}=", parameter["name"].as_str().unwrap());
            let answer = world.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn bad_parameters_are_problems() {
    let world = World::new().await;
    let unknown = world.get("/api/v1/articles?foo=1").await.json();
    let detail = unknown["detail"].as_str().unwrap();
    let expected = "there is no parameter `foo`; use one of `language`, ";
    assert!(detail.starts_with(expected), "{detail}");
    for path in [
        "/api/v1/stories?limit=0",
        "/api/v1/stories?limit=99999999999999999999",
        "/api/v1/stories?after=x",
        "/api/v1/stories?after=00000000.9223372036854775807.a",
        "/api/v1/stories?after=00000000.-8210298412799999999.a",
        "/api/v1/stories?since=soon",
        "/api/v1/stories?sinse=7d",
        "/api/v1/articles?limit=101",
        "/api/v1/articles?after=d1.%00",
        "/api/v1/articles?until=-7d",
        "/api/v1/articles?limit=1&limit=2",
        "/api/v1/changes?after=-1",
        "/api/v1/changes?latest=perhaps",
        "/api/v1/search?q=since:never",
        "/api/v1/search?order=beauty",
        "/api/v1/rejected?after=1",
        "/api/v1/runs?limit=a",
        "/api/v1/articles?language=german",
        "/api/v1/articles?language=%00",
        "/api/v1/articles?source=nope",
        "/api/v1/articles?source=%00",
        "/api/v1/articles?source=",
        "/api/v1/articles?story=f",
        "/api/v1/articles?story=%00",
        "/api/v1/articles?author=",
        "/api/v1/search?q=lang:zz",
        "/api/v1/search?q=story:ffffff",
        "/api/v1/search?q=site:nope",
        "/api/v1/changes?after=1",
        "/api/v1/changes?language=xx",
        "/api/v1/changes?source=nope",
        "/api/v1/changes?source=%00",
        "/api/v1/stories?language=",
        "/api/v1/articles/%ff",
    ] {
        let answer = world.refused(path).await;
        assert!(!problem(&answer)["detail"].as_str().unwrap().is_empty());
    }
    for path in [
        "/api/v1/articles/00",
        "/api/v1/articles/%00",
        "/api/v1/stories/%00",
        "/api/v1/sources/%00",
        "/api/v1/none",
    ] {
        let answer = world.get(path).await;
        assert_eq!(answer.status, 404, "{path} {answer:?}");
        problem(&answer);
    }
    world.page("/api/v1/search?q=a%00b&counts=true").await;
    world.page("/api/v1/articles?author=%00").await;
    let posted = problem(&world.post("/api/v1/runs", "").await);
    assert_eq!(posted["status"], 405);
}

#[tokio::test]
async fn languages_and_sites_may_have_no_articles_but_must_be_known() {
    let world = World::new().await;
    let id = world.article("1", "Ein Haus brennt.").await;
    world.story(&id).await;
    for (list, found) in [
        ("articles?language=DE", 1),
        ("articles?language=fr", 0),
        ("articles?source=archive.example", 1),
        ("articles?source=archive.example&language=fr", 0),
        ("articles?source=www.archive.example&language=fr", 0),
        ("articles?source=WWW.Archive.example", 1),
        ("search?q=site:WWW.Archive.example", 1),
        ("changes?source=www.Archive.example", 1),
        ("changes?language=DE&source=archive.example", 1),
        ("changes?language=fr", 0),
        ("stories?language=DE", 1),
        ("stories?language=fr", 0),
    ] {
        let answer = world.get(&format!("/api/v1/{list}")).await;
        assert_eq!(answer.status, 200, "{list} {answer:?}");
        let items = answer.json()["items"].as_array().unwrap().len();
        assert_eq!(items, found, "{list}");
    }
    let whole = world.get(&format!("/api/v1/stories/{id}")).await.json();
    for factor in ["breadth", "recency", "burst", "cohesion"] {
        assert!(whole["story"][factor].is_number(), "{factor}: {whole}");
    }
    assert_eq!(whole["articles"][0]["id"], id.as_str());
    let unknown = world.get("/api/v1/articles?source=ftp.archive.example");
    let detail = problem(&unknown.await)["detail"].to_string();
    detail.has(["ftp.archive.example"]);
}

#[tokio::test]
async fn lists_come_in_pages() {
    let world = World::new().await;
    for n in 0..3 {
        world
            .article(&n.to_string(), &format!("Ein Haus {n}."))
            .await;
        world.no_article(&format!("x{n}")).await;
    }
    for list in [
        "articles?limit=2",
        "search?q=haus&limit=2",
        "rejected?limit=2",
    ] {
        let path = format!("/api/v1/{list}");
        let first = world.get(&path).await.json();
        let next = first["next"].as_str().unwrap().as_bytes();
        let after: String = url::form_urlencoded::byte_serialize(next).collect();
        let rest = world.get(&format!("{path}&after={after}")).await.json();
        let [first, last] = [&first, &rest].map(|page| page["items"].as_array().unwrap());
        assert_eq!((first.len(), last.len()), (2, 1), "{list}");
        assert!(!first.contains(&last[0]), "{list}");
        assert_eq!(rest["next"], Value::Null, "{list}");
    }
    let counted = world.get("/api/v1/search?q=haus&counts=true").await.json();
    assert_eq!(counted["counts"]["total"], 3);
    let mut pieces = counted["items"][0]["snippet"].as_array().unwrap().iter();
    assert!(pieces.any(|piece| piece["is_match"] == true), "{counted}");
    assert_eq!(counted["similar"], Value::Null);
    let misspelt = world.get("/api/v1/search?q=titlee").await.json();
    let similar = &misspelt["similar"]["titles"][0];
    assert_eq!(similar["title"], "A title");
    assert_eq!(similar["language"], "de");
}

#[tokio::test]
async fn items_state_what_the_record_states() {
    let world = World::new().await;
    let one = world.article("1", "Ein Haus.").await;
    let fields = json!({
        "date_published": "2026-11-01T00:00:00Z", "date_published_precision": "month", "date_published_source": "text",
    });
    let two = world.article_with("2", "Ein Haus!", &fields).await;
    let whole = world.get(&format!("/api/v1/articles/{two}")).await.json();
    let list = world.get("/api/v1/articles?until=2026-11-02").await.json();
    let hits = world.get("/api/v1/search?q=haus").await.json();
    let hits = hits["items"].as_array().unwrap();
    let hit = hits.iter().find(|hit| hit["article"]["id"] == *two);
    for item in [&list["items"][0], &hit.unwrap()["article"]] {
        for name in [
            "date_published_precision",
            "date_published_tz",
            "date_gone",
            "duplicate_of",
        ] {
            assert_eq!(item[name], whole["versions"][0][name], "{name}: {item}");
        }
        assert_eq!(item["date_published_precision"], "month");
    }
    world.moved(&two, &one).await;
    let list = world.get("/api/v1/articles?until=2026-11-02").await.json();
    assert_eq!(list["items"], json!([]), "it is at its new URL alone");
    let whole = world.get(&format!("/api/v1/articles/{two}")).await.json();
    assert_eq!(whole["versions"][0]["moved_to"], one.as_str());
}

#[tokio::test]
async fn changes_and_withdrawals_are_followed_by_their_cursor() {
    let world = World::new().await;
    let one = world.article("1", "Ein Haus.").await;
    let first = world.get("/api/v1/changes").await.json();
    assert_eq!(first["items"][0]["id"], one);
    assert_eq!(first["items"][0]["text"], "Ein Haus.");
    let after = first["next"].as_str().unwrap().to_owned();
    let after_it = format!("/api/v1/changes?after={after}");
    let none = world.get(&after_it).await.json();
    assert_eq!(none["next"], first["next"]);
    assert_eq!(none["more"], false);
    let Cursor { number, token } = after.parse().unwrap();
    let token = token.unwrap();
    for lost in [
        format!("{}~{token}", number + 1),
        format!("{number}~000000000000"),
        number.to_string(),
    ] {
        let lost = world
            .refused(&format!("/api/v1/changes?after={lost}"))
            .await;
        let detail = problem(&lost)["detail"].to_string();
        let why = format!("of this database, up to {number}, does not include");
        detail.has([why]);
    }
    world.article("2", "Ein Garten.").await;
    let then = world.get(&after_it).await.json();
    assert_eq!(then["items"].as_array().unwrap().len(), 1);
    let start = world.get("/api/v1/changes?limit=1").await.json();
    assert_eq!(start["more"], true);
    assert_eq!(then["more"], false);
    let forgotten = world
        .store()
        .forget_site("archive.example", &|| false)
        .await;
    forgotten.unwrap();
    let changes = world.get("/api/v1/changes").await.json();
    let withdrawn = changes["withdrawn"].as_array().unwrap();
    let gone = format!("{one}:1");
    assert!(withdrawn.iter().any(|of| of["version_id"] == gone));
    let next: Cursor = changes["next"].as_str().unwrap().parse().unwrap();
    let cursors = withdrawn.iter().map(|of| of["cursor"].as_i64().unwrap());
    assert_eq!(cursors.max(), Some(next.number));
    assert_ne!(changes["next"], then["next"]);
}
