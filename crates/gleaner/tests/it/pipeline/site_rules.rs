//! A user's rules for a site apply to stored pages: `seed test` previews them, `seed` and `extract` apply them.

use std::collections::BTreeMap;

use serde_json::Value;
use testsite::ExpectedArticle;

use super::{World, lines, text, write};

const SITE: &str = "morgenblatt";

/// The seeds of the newsroom with rules for one of its sites.
fn with_rules(seeds: &str, rules: &str) -> String {
    let site = seeds.find(&format!("id = \"{SITE}\"")).unwrap();
    let end = "\nsitemaps = []\n";
    let end = site + seeds[site..].find(end).unwrap() + end.len();
    format!("{}[site.rules]\n{rules}\n{}", &seeds[..end], &seeds[end..])
}

/// The latest versions of the site's articles by URL.
async fn articles(world: &World) -> BTreeMap<String, Value> {
    let articles = world.articles().await.into_iter();
    let ours = articles.filter(|a| a["source_id"] == SITE && a["is_latest"] == true);
    ours.map(|a| (text(&a, "url").to_owned(), a)).collect()
}

async fn unread(world: &World) -> i64 {
    world.status().await["queue"]["pages_unread"]
        .as_i64()
        .unwrap()
}

/// The section of a URL, such as `politik`.
fn section(url: &str) -> &str {
    let path = url.splitn(4, '/').nth(3).unwrap();
    path.split('/').next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_rules_apply_to_stored_pages_and_can_be_tried_before() {
    let world = World::after_a_night().await;
    let before = articles(&world).await;
    let expected = world.newsroom.expected().articles;
    let ours = |a: &&ExpectedArticle| {
        a.site == SITE
            && !a.authors.is_empty()
            && a.page_type == "article"
            && before.contains_key(&a.url)
    };
    let ours: Vec<&ExpectedArticle> = expected.iter().filter(ours).collect();
    let refused = section(&ours[0].url);
    let kept: Vec<&&ExpectedArticle> = ours.iter().filter(|a| section(&a.url) != refused).collect();
    assert!(!kept.is_empty());
    let rules = format!(
        "text = [\"p.vorspann\", \"article .text > p\", \"footer.author-box\"]\ndrop = [\"em\"]\ntitle = [\"header > .ressort\"]\n\
         date = [\"time.nowhere\"]\nnot_articles = [\"/{refused}/*\"]"
    );
    let seeds = with_rules(&world.newsroom.seeds_toml(), &rules);
    write(&world.path("rules.toml"), seeds.as_bytes());

    // A trial reports everything and changes nothing.
    let none = world.refused(&["seed", "test", "newsroom.toml"]).await;
    assert!(
        none.contains("no site in newsroom.toml has rules"),
        "{none}"
    );
    let test = ["seed", "test", "rules.toml", "--limit", "200"];
    let nobody = [&test[..], &["--site", "nobody"]].concat();
    let error = world.refused(&nobody).await;
    assert!(error.contains("no site \"nobody\""), "{error}");
    let output = world.ok(&test).await;
    for part in [
        kept[0].url.as_str(),
        &format!("  title   - {}", kept[0].title),
        "`date` \"time.nowhere\" matched on 0 of",
        "Nothing was written",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let tried = lines(&world.ok(&[&test[..], &["--json"]].concat()).await);
    assert_eq!(tried.len(), 1);
    let changed = tried[0]["changed"].as_array().unwrap();
    let change = |url: &str| changed.iter().find(|change| change["url"] == url).unwrap();
    let verdict = &change(&ours[0].url)["verdict"];
    assert!(text(verdict, "after").contains("rule:site"), "{verdict}");
    assert!(change(&kept[0].url)["texts"].is_array());
    assert_eq!(articles(&world).await, before);
    assert_eq!(unread(&world).await, 0);

    // Once in force, only the site's pages are read again.
    let output = world.ok(&["seed", "rules.toml"]).await;
    assert!(output.starts_with("0 sites added, 1 updated"), "{output}");
    assert!(
        output.contains("gleaner extract, as rules have changed"),
        "{output}"
    );
    let due = unread(&world).await;
    assert!(due > 0);
    // A new name is no new rule, although pages of a site with rules are due.
    let renamed = seeds.replace("\nname = \"", "\nname = \"The ");
    write(&world.path("renamed.toml"), renamed.as_bytes());
    let output = world.ok(&["seed", "renamed.toml"]).await;
    assert!(
        !output.contains("0 updated") && output.contains("Next: gleaner crawl"),
        "{output}"
    );
    world.ok(&["seed", "rules.toml"]).await;
    let outdated = "the stored text differs: gleaner extract --all --diff --site morgenblatt";
    let output = world.ok(&["explain", &kept[0].url]).await;
    assert!(output.contains(outdated), "{output}");
    let output = world.ok(&["extract"]).await;
    let extracted = format!("{due} pages extracted");
    assert!(output.starts_with(&extracted), "{output}");
    assert_eq!(unread(&world).await, 0);
    let after = articles(&world).await;
    assert!(after.keys().all(|url| section(url) != refused));
    for wanted in &kept {
        let found = &after[&wanted.url];
        assert_eq!(text(found, "title"), wanted.section, "{}", wanted.url);
        assert!(
            text(found, "text").starts_with(&wanted.standfirst),
            "{}",
            wanted.url
        );
        assert_eq!(
            found["date_published"], before[&wanted.url]["date_published"],
            "no rule found one"
        );
    }
    let output = world.ok(&["explain", &kept[0].url]).await;
    let words = after[&kept[0].url]["word_count"].as_i64().unwrap();
    for part in [
        "the rules of the site morgenblatt are in force".to_owned(),
        "\"p.vorspann\" matches 1 elements".to_owned(),
        format!("text  {words} words: {}", &kept[0].standfirst[..20]),
        format!("  title  {}", kept[0].section),
    ] {
        assert!(output.contains(&part), "{part}: {output}");
    }
    assert!(!output.contains(outdated), "{output}");
    // Once removed, everything is as before.
    world.ok(&["seed", "newsroom.toml"]).await;
    world.ok(&["extract"]).await;
    let again = articles(&world).await;
    assert!(again.keys().eq(before.keys()));
    let mut compared = 0;
    for wanted in expected.iter().filter(|a| before.contains_key(&a.url)) {
        let (old, new) = (&before[&wanted.url], &again[&wanted.url]);
        assert_eq!(text(new, "title"), text(old, "title"), "{}", wanted.url);
        assert_eq!(text(new, "text"), text(old, "text"), "{}", wanted.url);
        compared += 1;
    }
    assert!(compared > kept.len(), "{compared}");
}
