//! Copies and stories of a night are the same however often, wherever and with whatever interruptions it is grouped.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::Value;
use testsite::Settings;

use super::serving::Serving;
use super::{World, ended, lines, program, text};

const NIGHT: [&str; 3] = ["nightly", "--seeds", "newsroom.toml"];

/// The results of grouping, by article.
async fn grouped(world: &World) -> BTreeMap<String, [Value; 3]> {
    let articles = world.articles().await;
    let fields = ["duplicate_of", "story_id", "entities"];
    articles
        .iter()
        .filter(|article| article["is_latest"] == true)
        .map(|article| {
            let values = fields.map(|field| article[field].clone());
            (text(article, "id").to_owned(), values)
        })
        .collect()
}

async fn stories(world: &World) -> Vec<Value> {
    lines(&world.ok(&["stories", "--limit", "1000", "--json"]).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_gives_stories_and_every_wire_copy_has_one_leader() {
    let world = World::after_a_night().await;
    let articles = world.articles().await;
    let by_url: HashMap<&str, &Value> = articles.iter().map(|a| (text(a, "url"), a)).collect();
    let expected = world.newsroom.expected();
    let group = |article: &Value| {
        let leader = text(article, "dup_group_id");
        if leader.is_empty() {
            text(article, "id")
        } else {
            leader
        }
        .to_owned()
    };
    let mut wires: BTreeMap<&str, HashSet<String>> = BTreeMap::new();
    let mut owners: HashMap<String, HashSet<String>> = HashMap::new();
    for wanted in &expected.articles {
        let article = by_url[wanted.url.as_str()];
        let own = wanted.copy_of.clone().unwrap_or_else(|| wanted.url.clone());
        owners.entry(group(article)).or_default().insert(own);
        if let Some(wire) = &wanted.copy_of {
            wires.entry(wire).or_default().insert(group(article));
        }
    }
    assert!(wires.len() > 2);
    for (wire, leaders) in wires {
        assert_eq!(leaders.len(), 1, "all of {wire} have one leader");
    }
    let findings = store::testing::aggregation(&world.database.store)
        .await
        .unwrap();
    for (leader, texts) in owners {
        let of_leader = |row: &&String| row.starts_with("copy") && row.contains(&leader);
        let rows: Vec<&String> = findings.rows.iter().filter(of_leader).collect();
        assert_eq!(
            texts.len(),
            1,
            "only copies have one leader: {texts:?} {rows:?}"
        );
    }
    let stories = stories(&world).await;
    let there: HashSet<&str> = stories.iter().map(|story| text(story, "id")).collect();
    for article in &articles {
        assert!(there.contains(text(article, "story_id")), "{article}");
        let whole: Vec<char> = text(article, "text").chars().collect();
        for name in article["entities"].as_array().unwrap() {
            let offset = |field: &str| usize::try_from(name[field].as_u64().unwrap()).unwrap();
            let there: String = whole[offset("start")..offset("end")].iter().collect();
            assert_eq!(there, text(name, "text"));
        }
    }
    let leading = &stories[0];
    assert!(leading["owners"].as_u64().unwrap() >= 1 && !text(leading, "title").is_empty());
    // ids are shown by their first digits, which are accepted as well
    let short = &text(leading, "id")[..10];
    assert!(world.ok(&["stories"]).await.contains(short));
    let whole = text(leading, "id");
    let found = async |id: &str| world.ok(&["search", &format!("story:{id}")]).await;
    assert_eq!(found(short).await, found(whole).await);
    let (_, error) = world.ends_with(1, &["export", "--story", "ffff"]).await;
    assert!(error.contains("there is no story ffff"), "{error}");
    let page = world.ok(&["explain", short]).await;
    assert!(page.contains("block") && page.contains("needs"), "{page}");

    // a repair splits stories off, and merges others
    let all = world.ok(&["aggregate", "--all"]).await;
    let counted = format!("; {0} stories, {0} of them new", stories.len());
    assert!(all.contains(&counted), "{all}");
    assert_eq!(self::stories(&world).await.len(), stories.len());
    let before = grouped(&world).await;
    let stories = self::stories(&world).await;
    let again = world.ok(&["aggregate"]).await;
    assert!(again.starts_with("0 articles grouped"), "{again}");
    assert_eq!(grouped(&world).await, before);
    assert_eq!(self::stories(&world).await, stories);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_the_newsroom_is_one_story_in_each_language() {
    let events = Settings {
        events: true,
        ..Settings::default()
    };
    let world = World::new(events).await;
    world.ok(&NIGHT).await;
    let changes = world.newsroom.advance();
    store::testing::make_pages_due(&world.database.store)
        .await
        .unwrap();
    world.ok(&NIGHT).await;
    let articles = world.articles().await;
    let latest = articles
        .iter()
        .filter(|article| article["is_latest"] == true);
    let by_url: HashMap<&str, &Value> = latest.map(|a| (text(a, "url"), a)).collect();
    let expected = world.newsroom.expected().articles;
    let mut found: BTreeMap<&str, Vec<(&str, Option<usize>)>> = BTreeMap::new();
    for wanted in &expected {
        let article = by_url[wanted.url.as_str()];
        let of_story = found.entry(text(article, "story_id")).or_default();
        of_story.push((&wanted.language, wanted.event));
        if wanted.event.is_some() && changes.updated.contains(&wanted.url) {
            assert_eq!(
                (text(article, "title"), &article["version"]),
                (wanted.title.as_str(), &2.into())
            );
        }
    }
    found.retain(|_, reports| reports.iter().any(|(_, event)| event.is_some()));
    let mut sizes: Vec<_> = found.values().map(|of| (of[0], of.len())).collect();
    sizes.sort_unstable();
    let event = |language, number, reports| ((language, Some(number)), reports);
    assert_eq!(
        sizes,
        [
            event("de", 12, 3),
            event("de", 13, 2),
            event("de", 16, 2),
            event("en", 14, 2),
            event("en", 15, 2),
            event("en", 16, 2),
        ]
    );
    assert!(
        found.values().all(|of| of.iter().all(|one| *one == of[0])),
        "{found:?}"
    );
    // the page of a story quotes publishers that contradict each other, and leads to the other language
    let story = |language| {
        found
            .iter()
            .find(|(_, of)| of[0] == (language, Some(16)))
            .unwrap()
            .0
    };
    let (status, page) = Serving::start(&world).get(&format!("/story/{}", story("en")));
    assert_eq!(status, 200);
    let shared = page.split("id=\"shared\"").nth(1).unwrap_or(&page);
    for said in [
        "None of the nine crew was hurt",
        "Two of the nine crew were hurt",
    ] {
        assert!(shared.contains(said), "{shared}");
    }
    assert!(page.contains(&format!("/story/{}", story("de"))), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_killed_and_repeated_gives_what_one_without_gives() {
    let world = World::after_a_night().await;
    world.import(&super::links::pages()).await;
    let chunked = |args: &[&str]| {
        let mut command = program(world.folder.path(), args);
        command
            .env("DATABASE_URL", world.database.url())
            .env("GLEANER__AGGREGATE__CHUNK_ARTICLES", "7");
        command
    };
    let (_, warned) = ended(chunked(&["aggregate", "--all"]), 0).await;
    assert!(!warned.contains("another version"), "{warned}");
    let (before, ranked) = (grouped(&world).await, stories(&world).await);
    let mut links = ranked
        .iter()
        .map(|story| story["links"].as_array().unwrap());
    assert!(links.any(|links| !links.is_empty()), "{ranked:#?}");
    let state = store::testing::aggregation(&world.database.store)
        .await
        .unwrap();

    assert!(state.rows.iter().any(|row| row.starts_with("link ")));
    world.database.store.forget_aggregates().await.unwrap();
    let mut deaths = 0;
    let deadline = Instant::now() + Duration::from_mins(2);
    // Killed again and again after a little progress.
    while Instant::now() < deadline {
        let before = turns(&world).await;
        let mut child = chunked(&["aggregate"]).spawn().unwrap();
        while turns(&world).await < before + 2 && child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        deaths += 1;
    }
    assert!(deaths >= 2, "it was through too soon to be killed");
    ended(chunked(&["aggregate"]), 0).await;
    assert_eq!(grouped(&world).await, before);
    assert_eq!(stories(&world).await, ranked);
    let after = store::testing::aggregation(&world.database.store)
        .await
        .unwrap();
    assert_eq!(after.rows, state.rows);
    assert_eq!(
        after.states, state.states,
        "the state is the same to the byte"
    );

    // Two at once: the run that is overtaken continues with what the other has left.
    world.database.store.forget_aggregates().await.unwrap();
    tokio::join!(
        ended(chunked(&["aggregate"]), 0),
        ended(chunked(&["aggregate"]), 0)
    );
    assert_eq!(grouped(&world).await, before);
    assert_eq!(stories(&world).await, ranked);
}

async fn turns(world: &World) -> i64 {
    let state = store::testing::aggregation(&world.database.store);
    state.await.unwrap().saves
}
