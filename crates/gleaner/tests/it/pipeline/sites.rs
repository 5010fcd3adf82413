//! Failing sites are reported with reason, next try and advice; sites are paused, retried and removed.

use testsite::{Settings, StubReply, StubSite};

use super::{World, write};

/// A port on which nothing listens.
pub(super) fn closed_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

pub(super) fn seeds(sites: &[(&str, &str)]) -> String {
    let site = |(id, home): &(&str, &str)| {
        format!("[[site]]\nid = \"{id}\"\nname = \"The {id}\"\nhome = \"{home}\"\n\n")
    };
    sites.iter().map(site).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_refuses_says_why_and_is_fetched_without_a_wait_once_it_opens() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    let home = site.url("paper", "/");
    world.name_sites(&[("paper", &home)]);
    for (status, meaning) in [
        (429, "asks for fewer requests"),
        (404, "correct `home`"),
        (500, "cannot be fetched: server error"),
        (403, "refuses this crawler"),
    ] {
        site.set("paper", "/", StubReply::Status(status));
        let check = ["seed", "check", "mine.toml"];
        let (output, error) = world.ends_with(1, &check).await;
        assert!(output.contains(meaning), "{output}");
        let closed = "1 of 1 site cannot be crawled at present";
        assert!(error.contains(closed), "{error}");
    }
    // it answers the guesses of its feeds, so it is reached
    let output = world.ok(&["nightly", "--seeds", "mine.toml"]).await;
    assert!(
        output.contains(
            "paper: has never had an article: blocked (its front page: 403 refused), next try"
        ),
        "{output}"
    );
    site.set("paper", "/", StubReply::Page("<p>Here we are".to_owned()));
    world.ok(&["site", "retry", "paper"]).await;
    let output = world.ok(&["crawl", "--site", "paper"]).await;
    assert!(output.starts_with("1 URL fetched"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_are_paused_resumed_removed_and_renamed() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    let [one, two] = ["one", "two"].map(|name| {
        let front = StubReply::Page(format!("<p>Front page of {name}"));
        site.set(name, "/", front);
        site.url(name, "/")
    });
    let both = [("one", one.as_str()), ("two", two.as_str())];
    world.name_sites(&both);
    world.ok(&["seed", "mine.toml"]).await;
    world.ok(&["site", "pause", "one"]).await;
    let output = world.ok(&["seed", "mine.toml"]).await;
    assert!(
        output.contains("one stays paused; resume it with `gleaner site resume one`"),
        "{output}"
    );
    let output = world.ok(&["crawl", "--site", "one"]).await;
    assert!(output.contains("1 site waits: 1 paused (one)"), "{output}");
    assert_eq!(site.paths("one"), [""; 0]);
    world.ok(&["site", "resume", "one"]).await;

    // A site removed from its file is reported, and removed with --prune; named again, it comes back.
    world.name_sites(&[("two", &two)]);
    let output = world.ok(&["seed", "mine.toml"]).await;
    assert!(output.contains("one is still crawled, and "), "{output}");
    let output = world.ok(&["seed", "--prune", "mine.toml"]).await;
    assert!(output.contains("one is removed, as "), "{output}");
    let list = world.ok(&["site", "list"]).await;
    assert!(
        list.lines()
            .any(|line| line.starts_with("one ") && line.contains(" removed ")),
        "{list}"
    );
    world.name_sites(&both);
    world.ok(&["seed", "mine.toml"]).await;

    // A renamed site takes the host of its former id.
    world.name_sites(&[("two", &two), ("first", &one)]);
    let (output, warned) = world.ends_with(0, &["seed", "--prune", "mine.toml"]).await;
    assert!(output.starts_with("1 site added, "), "{output}");
    assert!(output.contains("one is removed, as "), "{output}");
    assert!(!warned.contains("left out"), "{warned}");

    let output = world.ok(&["site", "remove", "two"]).await;
    assert!(output.starts_with("two is removed"), "{output}");
    let output = world.ok(&["site", "remove", "two"]).await;
    assert_eq!(output, "two is already removed\n");
    let (_, error) = world.ends_with(1, &["site", "remove", "firsts"]).await;
    assert!(error.contains("did you mean first?"), "{error}");
    a_site_whose_host_another_took_over_names_the_other(&world).await;
}

async fn a_site_whose_host_another_took_over_names_the_other(world: &World) {
    let seed = async |id: &str| {
        world.name_sites(&[(id, "https://www.paper.test/")]);
        world.ok(&["seed", "mine.toml"]).await;
    };
    seed("old").await;
    world.ok(&["site", "remove", "old"]).await;
    seed("new").await;
    let forget = ["site", "forget", "old", "--yes"];
    let (_, error) = world.ends_with(1, &forget).await;
    assert!(
        error.contains("belong to the site new") && error.contains("gleaner site forget new"),
        "{error}"
    );
    world.ok(&["site", "forget", "new", "--yes"]).await;
    let output = world.ok(&forget).await;
    assert!(output.starts_with("old is forgotten."), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_warns_of_sites_that_do_not_answer_unless_none_does() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    site.set("busy", "/robots.txt", StubReply::Status(503));
    let gone = format!("http://gone.localhost:{}/", closed_port());
    let (open, busy) = (site.url("open", "/"), site.url("busy", "/"));
    world.name_sites(&[("busy", &busy), ("gone", &gone), ("open", &open)]);
    world.ok(&["seed", "mine.toml"]).await;
    let (output, _) = world.ends_with(0, &["doctor"]).await;
    assert!(
        output.contains("warn   network: 2 of 3 sites cannot be crawled now (busy, gone): robots.txt of busy answers 503, gone"),
        "{output}"
    );
    world.ok(&["site", "pause", "open"]).await;
    let (output, _) = world.ends_with(0, &["doctor"]).await;
    assert!(output.contains("warn   network: 2 of 2 sites"), "{output}");
    world.ok(&["site", "pause", "busy"]).await;
    let printed = world.ok(&["doctor", "--settings"]).await;
    assert!(printed.contains("\nprivate_hosts = []\n"), "{printed}");
    let (output, _) = world.ends_with(1, &["doctor"]).await;
    assert!(
        output.contains("wrong  network: robots.txt of gone"),
        "{output}"
    );
}

/// A site with a feed and a news sitemap.
async fn paper() -> StubSite {
    let site = StubSite::start().await.unwrap();
    let front = "<link rel=alternate type='application/rss+xml' href='/feed.xml'><p>Front page";
    site.set("paper", "/", StubReply::Page(front.to_owned()));
    let feed = "<rss version='2.0'><channel><title>Paper</title><item><title>One</title><link>/one</link></item></channel></rss>";
    site.set(
        "paper",
        "/feed.xml",
        StubReply::Body("application/rss+xml", feed.to_owned()),
    );
    let robots = format!("Sitemap: {}\n", site.url("paper", "/news.xml"));
    site.set(
        "paper",
        "/robots.txt",
        StubReply::Body("text/plain", robots),
    );
    let sitemap = format!(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{}</loc></url></urlset>",
        site.url("paper", "/one")
    );
    site.set(
        "paper",
        "/news.xml",
        StubReply::Body("application/xml", sitemap),
    );
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_is_added_with_what_it_offers_and_not_twice() {
    let world = World::new(Settings::default()).await;
    let site = paper().await;
    write(
        &world.path("own.toml"),
        seeds(&[("mine", "https://www.example.com/")]).as_bytes(),
    );

    let home = site.url("paper", "/");
    let add = [
        "site",
        "add",
        home.as_str(),
        "--id",
        "paper",
        "--name",
        "The \"Paper\"",
    ];
    let (_, error) = world.ends_with(1, &add).await;
    assert!(
        error.contains("own.toml? Not a terminal: pass --yes"),
        "{error}"
    );
    let added = [&add[..], &["--yes"]].concat();
    // Without https, it is added at http, unless https is asked for.
    let bare = home.trim_start_matches("http://");
    let (_, error) = world
        .ends_with(1, &["site", "add", &format!("https://{bare}"), "--yes"])
        .await;
    assert!(error.contains("https://"), "{error}");
    let mut at_http = added.clone();
    at_http[2] = bare;
    let output = world.ok(&at_http).await;
    assert!(output.contains("Added to own.toml; "), "{output}");
    let file = std::fs::read_to_string(world.path("own.toml")).unwrap();
    let (feed, sitemap) = (
        site.url("paper", "/feed.xml"),
        site.url("paper", "/news.xml"),
    );
    let entry = format!(
        "\n[[site]]\nid = \"paper\"\nname = \"The \\\"Paper\\\"\"\nhome = \"{home}\"\nfeeds = [\"{feed}\"]\nsitemaps = [\"{sitemap}\"]\n"
    );
    assert!(
        file.contains("id = \"mine\"") && file.ends_with(&entry),
        "{file}"
    );
    let sites = world.database.store.sites().await.unwrap();
    assert_eq!(sites.len(), 2);

    let (output, error) = world.ends_with(1, &added).await;
    assert!(
        error.contains("the site \"paper\" already exists") && !error.contains("--id"),
        "{error}"
    );
    assert_eq!(output, "", "refused before anything is requested");
    let german = [&added[..], &["--language", "german"]].concat();
    let (_, error) = world.ends_with(1, &german).await;
    assert!(
        error.contains("gleaner: --language must be two lower-case letters"),
        "{error}"
    );
    let gone = format!("http://gone.localhost:{}/", closed_port());
    let (_, error) = world.ends_with(1, &["site", "add", &gone, "--yes"]).await;
    assert!(
        error.contains("cannot be crawled: no connection"),
        "{error}"
    );
    assert_eq!(
        std::fs::read_to_string(world.path("own.toml")).unwrap(),
        file
    );

    // Once forgotten, it comes back only if a person adds it.
    world.ok(&["site", "forget", "paper", "--yes"]).await;
    let (_, error) = world.ends_with(0, &["seed", "own.toml"]).await;
    assert!(
        error.contains("paper is left out: it was forgotten on 2"),
        "{error}"
    );
    let rest = file.strip_suffix(&entry).unwrap();
    write(&world.path("own.toml"), rest.as_bytes());
    let (_, error) = world.ends_with(1, &add).await;
    assert!(error.contains("This site was forgotten on 2"), "{error}");
    world.ok(&added).await;
    assert!(world.database.store.site("paper").await.unwrap().is_some());
}
