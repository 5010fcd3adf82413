//! URLs in place of files: `text`, `classify`, `explain`, `seed`.

use serde_json::Value;
use testsite::{Settings, StubReply, StubSite};

use super::{World, lines};

/// A page that the classifier takes for an article.
fn article() -> StubReply {
    StubReply::Page(
        r#"<!doctype html><html lang="en"><head><title>Council closes the bridge</title>
        <meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-04T08:30:00Z">
        </head><body><nav><a href="/">Home</a> <a href="/sport/">Sport</a></nav><article><h1>Council closes the bridge</h1>
        <p class="byline">By Ada Marsh</p><time datetime="2026-03-04T08:30:00Z">4 March 2026</time>
        <p>The council has closed the old bridge over the canal after engineers found cracks in two of its piers on Tuesday
        evening, and it will stay closed until the end of the month at least.</p>
        <p>Buses take the road by the harbour until then, which adds a quarter of an hour to the way into town, a spokeswoman
        of the transport company said. Cyclists may use the ferry without a ticket.</p>
        <p>Repairs will cost two million, of which the state pays half. The council votes on the money next week; the report
        of the engineers is public from Friday, and residents can ask questions in the town hall on Saturday morning.</p>
        </article><footer><a href="/imprint">Imprint</a></footer></body></html>"#
            .to_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_requested_by_their_urls_and_robots_txt_is_obeyed() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    let robots = "User-agent: *\nDisallow: /private/\n".to_owned();
    site.set(
        "paper",
        "/robots.txt",
        StubReply::Body("text/plain", robots),
    );
    site.set("paper", "/news/bridge.html", article());
    let target = site.url("paper", "/news/bridge.html");
    site.set("paper", "/old", StubReply::Redirect(301, target.clone()));
    site.set("paper", "/private/a.html", article());
    let url = |path: &str| site.url("paper", path);

    let text = world.ok(&["text", &target]).await;
    assert!(text.contains("the old bridge over the canal"), "{text}");
    assert_eq!(site.paths("paper"), ["/robots.txt", "/news/bridge.html"]);

    let (old, private) = (url("/old"), url("/private/a.html"));
    let output = world
        .run(&["text", "--format", "jsonl", &old, &private])
        .await;
    assert!(output.status.success());
    let records = lines(&String::from_utf8(output.stdout).unwrap());
    let [moved, refused] = records.as_slice() else {
        panic!("{records:?}");
    };
    assert_eq!(
        (&moved["url"], &moved["id"]),
        (&Value::from(target.as_str()), &Value::from(old.as_str()))
    );
    let fault = refused["error"].as_str().unwrap_or_default();
    assert!(
        fault.contains("disallows it (Disallow: /private/"),
        "{refused}"
    );
    assert!(!site.paths("paper").contains(&"/private/a.html".to_owned()));

    let verdicts = lines(&world.ok(&["classify", &target]).await);
    assert_eq!(verdicts[0]["page_type"], "article");

    // It is not stored, so it is requested.
    let explained: Value =
        serde_json::from_str(&world.ok(&["explain", &target, "--json"]).await).unwrap();
    assert_eq!(explained["verdict"]["page_type"], "article");
    let unknown = "0".repeat(64);
    let error = world.refused(&["explain", &unknown]).await;
    assert!(
        error.contains(&format!("no page of {unknown} is stored")),
        "{error}"
    );
    sites_are_seeded_by_the_url_of_a_seed_file_or_of_a_front_page(&world, &site).await;
}

async fn sites_are_seeded_by_the_url_of_a_seed_file_or_of_a_front_page(
    world: &World,
    site: &StubSite,
) {
    // Without articles, a story may be asked for in any language.
    let output = world.ok(&["stories", "--language", "de"]).await;
    assert!(output.starts_with("no story found"), "{output}");
    let list = format!("{}\n{}\n", site.url("one", "/"), site.url("two", "/"));
    site.set("lists", "/homes.txt", StubReply::Body("text/plain", list));
    let (list, three) = (site.url("lists", "/homes.txt"), site.url("three", "/"));

    let output = world.ok(&["seed", &list, &three]).await;
    assert!(output.starts_with("3 sites added"), "{output}");
    assert_eq!(
        site.paths("three"),
        [""; 0],
        "a front page is not requested by `seed`"
    );

    // The file lists one site fewer: the URL is known as the origin of both.
    site.set(
        "lists",
        "/homes.txt",
        StubReply::Body("text/plain", site.url("one", "/")),
    );
    let output = world.ok(&["seed", &list]).await;
    assert!(
        output.contains(&format!("is still crawled, and {list} no longer names it")),
        "{output}"
    );

    let missing = site.url("lists", "/missing.opml");
    let error = world.refused(&["seed", &missing]).await;
    for part in ["cannot use the seeds at", "not found: status 404"] {
        assert!(error.contains(part), "{error}");
    }
}
