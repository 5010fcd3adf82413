//! Stories: owners, copied texts, and links between languages.

use chrono::TimeDelta;
use store::{
    Aggregates, ImportedPage, NewStoryLink, SeedSite, Site, Store, StoryMerge, StoryQuery, testing,
};

use crate::fixtures::{accepted, article, finding, group, member, now, ranked, save, seed};

/// Imports a page of a host and saves its article. Returns its id.
async fn publish(store: &Store, host: &str, text: &str) -> String {
    publish_by(store, host, text, &[]).await
}

/// Like [`publish`], with an article that credits agencies.
async fn publish_by(store: &Store, host: &str, text: &str, agencies: &[&str]) -> String {
    let url = format!("https://{host}/news");
    let page = ImportedPage {
        domain: host.split_once('.').unwrap().1.to_owned(),
        ..testing::imported(&url, text.as_bytes(), Some(now()))
    };
    store.import_pages(&[page]).await.unwrap();
    let pages = store.pages_to_extract("never", true, &[], None, 99).await;
    let pages = pages.unwrap();
    let key = pages.iter().find(|p| p.url == url).unwrap().key;
    let mut article = article(&url, text);
    article["agencies"] = agencies.into();
    let reading = accepted(key, "1", article);
    save(store, &[reading]).await;
    store::article_id(&url)
}

fn site_of(id: &str, host: &str, publisher: Option<&str>) -> SeedSite {
    let known = seed(id, host);
    SeedSite {
        site: Site {
            publisher: publisher.map(str::to_owned),
            ..known.site
        },
        domain: host.split_once('.').unwrap().1.to_owned(),
        ..known
    }
}

/// Groups articles into one story.
async fn tell(store: &Store, saves: i64, ids: &[String]) {
    let members = ids.iter().map(|id| member(id, &ids[0]));
    let found = Aggregates {
        members: members.collect(),
        ..Aggregates::default()
    };
    group(store, saves, &found).await;
}

#[tokio::test]
async fn outlets_of_one_publisher_have_one_owner_and_so_have_hosts_of_one_domain() {
    let store = &testing::database().await;
    let sites = [
        site_of("day", "www.day.example", Some("The House")),
        site_of("evening", "www.evening.example", Some("THE HOUSE")),
        // The same publisher, by its domain, although its seed does not name it.
        site_of("sport", "sport.day.example", None),
        site_of("morning", "www.morning.example", None),
    ];
    store.upsert_sites(&sites).await.unwrap();
    let again = store.upsert_sites(&sites).await.unwrap();
    assert_eq!((again.added, again.updated, again.unchanged), (0, 0, 4));
    let mut ids = Vec::new();
    for host in [
        "www.day.example",
        "www.evening.example",
        "sport.day.example",
        "www.morning.example",
        "sport.morning.example",
        "www.unseeded.example",
    ] {
        ids.push(publish(store, host, &format!("Ein Bericht von {host}.")).await);
    }
    tell(store, 0, &ids).await;
    let reports = store.story_reports(&ids[..1]).await.unwrap();
    let owner = |id: &String| reports.iter().find(|r| r.id == *id).unwrap().owner.as_str();
    let owners: Vec<&str> = ids.iter().map(owner).collect();
    let (house, morning) = ("the house", "morning.example");
    assert_eq!(
        owners,
        [house, house, house, morning, morning, "unseeded.example"]
    );
    let told = store.story_articles(&ids[0]).await.unwrap();
    assert!(told.iter().any(|article| article.owner == house));
    let known = store.sites().await.unwrap();
    let day = known.iter().find(|site| site.id == "day").unwrap();
    assert_eq!(day.publisher.as_deref(), Some("The House"));

    let sold = site_of("evening", "www.evening.example", Some("Another"));
    assert_eq!(store.upsert_sites(&[sold]).await.unwrap().updated, 1);
    let reports = store.story_reports(&ids[..1]).await.unwrap();
    let evening = reports.iter().find(|r| r.id == ids[1]).unwrap();
    assert_eq!(evening.owner, "another");
    the_crawled_sites_of_a_language_that_publish_are_named(store).await;
}

async fn the_crawled_sites_of_a_language_that_publish_are_named(store: &Store) {
    let quiet = site_of("quiet", "www.quiet.example", None);
    let mut english = site_of("english", "www.english.example", None);
    english.site.language = Some("en".to_owned());
    store.upsert_sites(&[quiet, english]).await.unwrap();
    publish(store, "www.english.example", "A report.").await;
    assert!(store.pause_site("morning", true).await.unwrap());
    let hour = TimeDelta::hours(1);
    let found = store.sites_publishing("de", now() - hour).await.unwrap();
    let named = ["day", "evening", "sport"].map(|id| (id.to_owned(), format!("The {id}")));
    assert_eq!(found, named);
    let later = store.sites_publishing("de", now() + hour).await.unwrap();
    assert!(later.is_empty());
}

#[tokio::test]
async fn a_text_is_the_agencys_that_one_of_its_copies_credits() {
    let store = &testing::database().await;
    let leader = publish_by(store, "www.a.example", "Ein Text.", &[]).await;
    let copy = publish_by(store, "www.b.example", "Ein Text", &["dpa"]).await;
    let other = publish_by(store, "www.c.example", "Ein Text!", &["DPA", "AFP"]).await;
    let alone = publish(store, "www.d.example", "Noch ein Text.").await;
    let copies = vec![
        finding(&leader, None),
        finding(&copy, Some(&leader)),
        finding(&other, Some(&leader)),
        finding(&alone, None),
    ];
    let found = Aggregates {
        copies,
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    for id in [&leader, &copy, &other] {
        let group = store.copy_group(id).await.unwrap().unwrap();
        assert_eq!(group.agencies.len(), 2, "{:?}", group.agencies);
        assert!(group.agencies.contains(&"AFP".to_owned()));
        assert_eq!(group.copied_by.len(), 2);
        assert_eq!(group.credited_by, group.copied_by, "not the leader");
    }
    let group = store.copy_group(&copy).await.unwrap().unwrap();
    assert_eq!(
        group.leader_url.as_deref(),
        Some("https://www.a.example/news")
    );
    assert_eq!(group.rule.as_deref(), Some("exact_text"));
    let group = store.copy_group(&alone).await.unwrap().unwrap();
    assert!(group.agencies.is_empty() && group.copied_by.is_empty());
    assert!(store.copy_group("nobody").await.unwrap().is_none());
    tell(store, 1, &[leader.clone(), alone]).await;
    let told = store.story_articles(&leader).await.unwrap();
    let wire = told.iter().find(|article| article.id == leader).unwrap();
    assert_eq!((wire.agencies.len(), wire.copied_by.len()), (2, 2));
    assert_eq!(wire.credited_by, wire.copied_by);
    let members = store.copy_members(&leader).await.unwrap();
    let credits = |id: &str| {
        &members
            .iter()
            .find(|member| member.id == id)
            .unwrap()
            .agencies
    };
    assert_eq!(credits(&other), &["DPA", "AFP"]);
}

#[tokio::test]
async fn links_follow_what_is_found_and_end_with_their_stories() {
    let store = &testing::database().await;
    let mut ids = Vec::new();
    for host in [
        "www.a.example",
        "www.b.example",
        "www.c.example",
        "www.d.example",
    ] {
        ids.push(publish(store, host, host).await);
    }
    let [german, english, other, french] = &ids[..] else {
        unreachable!()
    };
    let language = |id: &String| match id {
        _ if id == german => "de",
        _ if id == french => "fr",
        _ => "en",
    };
    let members = ids.iter().map(|id| member(id, id));
    let link = |a: &String, b: &String| NewStoryLink {
        story_id: a.clone(),
        language: language(a).to_owned(),
        other_id: b.clone(),
        other_language: language(b).to_owned(),
        score: 9.5,
        needed: 7.0,
        shared: r#"[{"sign": "name", "form": "Köln", "other_form": "Koln", "weight": 9.5}]"#
            .to_owned(),
    };
    let looked_at = |linked: &[&String], links: Vec<NewStoryLink>| Aggregates {
        linked: linked.iter().map(|id| (*id).clone()).collect(),
        links,
        ..Aggregates::default()
    };
    let of = async |id: &String| -> Vec<String> {
        let links = store.story_links(id).await.unwrap();
        links.into_iter().map(|link| link.linked_id).collect()
    };
    let first = Aggregates {
        members: members.collect(),
        stories: ids.iter().map(|id| ranked(id, language(id))).collect(),
        ..looked_at(
            &[german, english, other, french],
            vec![
                link(german, english),
                link(english, french),
                link(german, french),
            ],
        )
    };
    group(store, 0, &first).await;
    assert_eq!(of(german).await, [english.clone(), french.clone()]);
    let back = store.story_links(english).await.unwrap().remove(0);
    assert_eq!(
        (&back.linked_id, &back.shared[0]["form"]),
        (german, &"Koln".into())
    );
    let query = StoryQuery {
        language: Some("fr".to_owned()),
        limit: 9,
        ..StoryQuery::default()
    };
    let links = store.stories(&query).await.unwrap().remove(0).links;
    assert_eq!(
        (&links[0]["language"], &links[1]["language"]),
        (&"de".into(), &"en".into())
    );

    // The English story is no longer compared: its links stay, unless a story has a better one.
    let links = vec![link(german, other)];
    group(store, 1, &looked_at(&[german, other, french], links)).await;
    assert_eq!(of(german).await, std::slice::from_ref(other));
    assert_eq!(of(english).await, std::slice::from_ref(french));
    let merged = Aggregates {
        merged: vec![StoryMerge {
            from: other.clone(),
            to: english.clone(),
            language: "en".to_owned(),
            at: now(),
        }],
        ..Aggregates::default()
    };
    group(store, 2, &merged).await;
    assert!(of(german).await.is_empty() && of(other).await.is_empty());
    store.forget_aggregates().await.unwrap();
    assert!(of(english).await.is_empty());
}
