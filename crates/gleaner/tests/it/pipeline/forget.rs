//! A forgotten site leaves nothing of its pages in the database or in later exports; its withdrawals are kept.

use serde_json::{Value, json};
use store::testing::{analyze, traces};
use testsite::{Settings, StubReply, StubSite};

use super::{World, lines, manifest, text, write};

/// A word in the title, text, address and author of every page of the site, and nowhere else.
const MARKER: &str = "Quittensyndikat";

fn page(title: &str, author: &str) -> String {
    let paragraph = |n: u32| {
        format!(
            "<p>Paragraph {n} of {title} tells at some length what the council of {author} decided on Monday, who spoke for it \
             and who against, and why the bridge across the river stays closed until the engineers have looked at it.</p>"
        )
    };
    let body: String = (1..=6).map(paragraph).collect();
    format!(
        "<html lang=en><head><title>{title}</title><meta name=author content='{author}'></head>\
         <body><article><h1>{title}</h1>{body}</article></body></html>"
    )
}

/// All bytes of a folder, with gzip files decompressed.
fn folder(path: &std::path::Path) -> String {
    let mut all = String::new();
    for file in std::fs::read_dir(path).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            all += &folder(&path);
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut decompressed = Vec::new();
        if std::io::Read::read_to_end(
            &mut flate2::read::MultiGzDecoder::new(&bytes[..]),
            &mut decompressed,
        )
        .is_err()
        {
            decompressed = bytes;
        }
        all.push_str(path.to_str().unwrap());
        all.push_str(&String::from_utf8_lossy(&decompressed));
    }
    all.to_lowercase()
}

/// A site whose pages have the marker, one of them imported; and another site with the same report and one of its own.
async fn two_sites(world: &World, site: &StubSite) {
    let slug = MARKER.to_lowercase();
    let mut links = String::new();
    for n in 1..=3 {
        let path = format!("/politics/{slug}-story-number-{n}");
        links += "<a href='";
        links += &path;
        links += "'>They meet again</a> ";
        let html = page(
            &format!("The {MARKER} meets for the time {n}"),
            &format!("Ada {MARKER}"),
        );
        site.set("fruit", &path, StubReply::Page(html));
    }
    let front = format!("<h1>{MARKER}</h1>{links}");
    site.set("fruit", "/", StubReply::Page(front));
    let links = "<a href='/politics/the-other-story-of-monday'>The other story</a> \
        <a href='/politics/the-same-story-of-monday'>The same story</a>";
    site.set("other", "/", StubReply::Page(links.to_owned()));
    for (path, title) in [
        (
            "/politics/the-other-story-of-monday",
            "The tram is late again",
        ),
        (
            "/politics/the-same-story-of-monday",
            "The council meets for the time 1",
        ),
    ] {
        site.set("other", path, StubReply::Page(page(title, "Bea Beispiel")));
    }
    let seed = |id: &str| {
        let home = site.url(id, "/");
        format!("[[site]]\nid = \"{id}\"\nname = \"The {id}\"\nhome = \"{home}\"\n\n")
    };
    write(
        &world.path("mine.toml"),
        (seed("fruit") + &seed("other")).as_bytes(),
    );
    world.ok(&["nightly", "--seeds", "mine.toml"]).await;
    let imported = json!({
        "url": site.url("fruit", &format!("/archive/{slug}-of-old-times")),
        "html": page(&format!("An old {MARKER}"), &format!("Ada {MARKER}")),
    });
    world.import(&imported.to_string()).await;
    world.ok(&["aggregate"]).await;
    analyze(&world.database.store).await.unwrap();
}

/// The columns in which the marker is found.
async fn marked(world: &World) -> Vec<String> {
    traces(&world.database.store, MARKER).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_byte_of_a_forgotten_site_stays_but_its_withdrawals() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    two_sites(&world, &site).await;
    let before = world.articles().await;
    let of = |site: &str| -> Vec<Value> {
        let ours = before.iter().filter(|a| a["source_id"] == site);
        ours.cloned().collect()
    };
    assert_eq!(
        (of("fruit").len(), of("other").len()),
        (4, 2),
        "{before:#?}"
    );
    let columns = marked(&world).await;
    for column in [
        "articles.text",
        "articles.authors",
        "seen.url",
        "article_terms",
        "pages_2",
    ] {
        let column = format!("public.{column}");
        assert!(
            columns.iter().any(|there| there.starts_with(&column)),
            "{column}: {columns:?}"
        );
    }
    world.ok(&["export", "--out", "corpus"]).await;

    let error = world.refused(&["site", "forget", "fruit"]).await;
    assert!(error.contains("--yes"), "{error}");
    let output = world.ok(&["site", "forget", "fruit", "--yes"]).await;
    assert!(
        output.contains("Next: gleaner aggregate\nRemove it from"),
        "{output}"
    );
    let deleted = "fruit is forgotten. This call deleted 4 article versions, 5 pages,";
    assert!(output.starts_with(deleted), "{output}");
    assert_eq!(marked(&world).await, Vec::<String>::new());
    let output = world.ok(&["site", "forget", "fruit", "--yes"]).await;
    assert!(output.starts_with("fruit was forgotten at "), "{output}");

    // Consumers of the exports learn of it by id only.
    world.ok(&["export", "--continue", "corpus"]).await;
    let withdrawn = manifest(&world.path("corpus"))["withdrawn"].to_string();
    for article in of("fruit") {
        assert!(withdrawn.contains(text(&article, "id")), "{withdrawn}");
    }
    world.ok(&["export", "--out", "later"]).await;
    assert_eq!(manifest(&world.path("later"))["withdrawn"], json!([]));
    let archive = ["export", "--format", "warc", "--out", "pages"];
    world.ok(&archive).await;
    let later = folder(&world.path("later")) + &folder(&world.path("pages"));
    assert!(later.contains("the tram is late again"));
    assert!(!later.contains(&MARKER.to_lowercase()));

    // Its seed does not bring it back.
    world.ok(&["seed", "mine.toml"]).await;

    // The other site is unchanged, and grouped again.
    world.ok(&["aggregate"]).await;
    assert_eq!(world.articles().await.len(), 2);
    let sites = lines(&world.ok(&["site", "list", "--json"]).await);
    assert_eq!(sites.len(), 1);
    let stories = world.ok(&["stories"]).await;
    assert_eq!(stories.lines().count(), 2, "{stories}");
    assert_eq!(marked(&world).await, Vec::<String>::new());
}
