//! Rules of a site, created by choosing a block.

use crawl::{Seed, SeedRules};
use store::SiteRules;

use super::visited::{article_of, seeded, visited};
use super::world::{Shows as _, World};

async fn in_force(world: &World) -> Option<SiteRules> {
    let ids = ["a".to_owned()];
    world.store().site_rules(&ids).await.unwrap().pop()
}

async fn unread(world: &World) -> usize {
    let pages = world.store().pages_to_extract("1", false, &[], None, 10);
    pages.await.unwrap().len()
}

#[tokio::test]
async fn a_chosen_block_has_selectors() {
    let world = World::new().await;
    visited(world.store(), "b").await;
    let article = format!("/article/{}", article_of("b"));
    let explained = world.page(&format!("{article}/explain")).await;
    let row = explained.split("<tr").find(|row| row.contains("Sign up"));
    let row = row.unwrap();
    let number = row.value("name=\"drop\" value=\"");
    row.has([&format!("aria-label=\"Keep block {number}\"")]);
    let offered = world.page(&format!("{article}/rule?drop={number}")).await;
    offered.has([
        "<blockquote dir=\"auto\">Sign up for our newsletter",
        "action=\"/source/b/rules/try\"",
        "name=\"key\" value=\"drop\"",
        "name=\"rule\" value=\".newsletter\" checked",
        "name=\"rule\" value=\".body &#62; p\"",
        "matches 3 blocks of this page",
    ]);
    offered.lacks(["<script>alert"]);
    let kept = world.page(&format!("{article}/rule?keep={number}")).await;
    kept.has(["name=\"key\" value=\"keep\""]);
    for odd in ["drop=99", ""] {
        let answer = world.get(&format!("{article}/rule?{odd}")).await;
        assert_eq!(answer.status, 404, "{odd}");
    }
}

#[tokio::test]
async fn a_trial_shows_what_a_rule_changes_and_changes_nothing() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    let tried = world
        .page("/source/a/rules/try?key=drop&rule=.x&own=aside+%3E+.box")
        .await;
    tried.has([
        "With the rule <code>aside &#62; .box</code>",
        "1 of 40 pages would change: 1 article would be lost, ",
        "The rule matches on 7 pages",
        "stopped early, after 4 seconds: 10 pages were not tried",
        "match nothing on 2 articles",
        "cannot be read as a date",
        "<del>Buy &#60;script&#62;",
        "<ins>Three.</ins>",
        &format!("href=\"/article/{}\"", article_of("a")),
        "name=\"revision\" value=\"0\"",
        "Save this rule",
    ]);
    tried.lacks(["<script>alert", "<img"]);
    assert_eq!(in_force(&world).await, None);
    let wrong = world
        .refused("/source/a/rules/try?key=drop&rule=a:hover")
        .await;
    wrong.has(["`drop`: &#60;script&#62;"]);
    world.refused("/source/a/rules/try?key=drop&rule=").await;
    let none = world.get("/source/none/rules/try?key=drop&rule=a").await;
    assert_eq!(none.status, 404);
}

#[tokio::test]
async fn one_trial_runs_at_a_time() {
    let world = World::new().await;
    seeded(world.store(), "a").await;
    let (slow, other) = tokio::join!(
        world.get("/source/a/rules/try?key=drop&rule=.slow"),
        async {
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            world.get("/source/a/rules/try?key=drop&rule=.box").await
        }
    );
    assert_eq!((slow.status, other.status), (200, 503));
    other.has(["Other rules are being tried"]);
    world.page("/source/a/rules/try?key=drop&rule=.box").await;
}

#[tokio::test]
async fn a_rule_is_saved_and_removed_and_the_pages_are_extracted_again() {
    let world = World::new().await;
    visited(world.store(), "a").await;
    assert_eq!(unread(&world).await, 0);
    let empty = world.page("/source/a/rules").await;
    empty.has(["This site has no rules"]);
    let form = "action=add&key=drop&rule=.news%22letter&revision=0";
    let saved = world.post("/source/a/rules", form).await;
    assert_eq!(saved.status, 303, "{}", saved.body);
    let known = in_force(&world).await.unwrap();
    assert_eq!(known.rules, serde_json::json!({"drop": [".news\"letter"]}));
    assert_eq!(known.revision, 1);
    assert_eq!(unread(&world).await, 3);
    let page = world.page(saved.header("location")).await;
    page.has([
        "Saved.",
        "<code>.news&#34;letter</code>",
        "7 of 40",
        "[site.rules]",
        "drop = [&#39;.news&#34;letter&#39;]",
        "No seed file names this site",
        "action=remove&amp;key=drop&amp;rule=.news%22letter",
    ]);
    // Another person has changed them meanwhile.
    let late = world
        .post("/source/a/rules", "key=drop&rule=.box&revision=0")
        .await;
    assert_eq!(late.status, 400);
    late.has(["have changed since"]);
    let removed = "action=remove&key=drop&rule=.news%22letter&revision=1";
    assert_eq!(world.post("/source/a/rules", removed).await.status, 303);
    assert_eq!(in_force(&world).await.unwrap().rules, serde_json::json!({}));
    assert_eq!(world.post("/source/a/rules", removed).await.status, 400);
    assert_eq!(world.get("/source/none/rules").await.status, 404);
}

#[tokio::test]
async fn the_page_says_what_a_later_seed_does() {
    let world = World::new().await;
    let mut seed = Seed::from_home("https://www.a.example/").unwrap();
    "a".clone_into(&mut seed.id);
    seed.file = Some("/seeds/<mine>.toml".to_owned());
    seed.rules.drop.push(".box".to_owned());
    let seeded = async |seed: &Seed| {
        let sites = [seed.to_site().unwrap()];
        world.store().upsert_sites(&sites).await.unwrap();
        in_force(&world).await.unwrap()
    };
    seeded(&seed).await;
    let page = world.page("/source/a/rules").await;
    let expected = "These are the rules that <code>/seeds/&#60;mine&#62;.toml</code>";
    page.has([expected]);
    let form = "key=keep&rule=.note&revision=1";
    assert_eq!(world.post("/source/a/rules", form).await.status, 303);
    let page = world.page("/source/a/rules").await;
    page.has(["These rules were changed here"]);
    // The file is unchanged: what was changed here stays.
    let known = seeded(&seed).await;
    let both = serde_json::json!({"keep": [".note"], "drop": [".box"]});
    assert_eq!(known.rules, both);
    assert_eq!(known.revision, 2);
    // The file has changed: its rules replace those.
    seed.rules = SeedRules::default();
    let known = seeded(&seed).await;
    assert_eq!((known.rules, known.revision), (serde_json::json!({}), 3));
}
