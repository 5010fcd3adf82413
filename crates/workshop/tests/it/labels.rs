//! Labels of pages and blocks: given in the browser, exported, imported and used.

use serde_json::{Value, json};
use testsite::Settings;

use crate::harness::cli::{article, front};
use crate::harness::pipeline::{World, lines, text, write};
use crate::harness::typed;
use crate::serving::{Serving, field};
use crate::{has, ok};

const SITES: u32 = 12;

fn url(site: u32, name: &str) -> String {
    format!("https://www.site{site}.example/{name}")
}

/// Running text, which the model classifies as news.
fn story(site: u32) -> String {
    article(&format!("Bridge {site} of town {site} closed"), 6)
}

/// A gold set: an article and a front page of each site.
fn gold() -> String {
    let pages = (0..SITES).flat_map(|site| {
        [
            json!({"url": url(site, "bridge-closed.html"), "html": story(site), "page_type": "article"}),
            json!({"url": url(site, ""), "html": front(site), "label": false, "page_type": "frontpage"}),
        ]
    });
    pages.map(|page| page.to_string() + "\n").collect()
}

/// A world in which the pages of the gold set are stored and extracted.
async fn world() -> World {
    let world = World::new(Settings::default()).await;
    write(&world.path("gold.jsonl"), gold().as_bytes());
    world.ok(&["import", "gold.jsonl"]).await;
    world.ok(&["extract"]).await;
    world
}

fn sites(labels: &[Value]) -> Vec<&str> {
    let mut sites: Vec<&str> = labels.iter().map(|label| text(label, "site")).collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_are_imported_once_and_exported_unchanged() {
    let world = world().await;
    let stranger = json!({"url": "https://nowhere.example/", "html": "", "page_type": "article"});
    let file = format!("{}{stranger}\n{{\"url\": 7}}\n{{\"url\": \"x\"}}\n", gold());
    write(&world.path("more.jsonl"), file.as_bytes());
    let output = ok(&world, "label import more.jsonl --who ana").await;
    for remark in [
        "24 labels added, 0 replaced",
        "1 of pages that are not stored here",
        "12 with an unknown page type",
        "1 line without a label",
        "1 line that cannot be read",
    ] {
        has(&output, remark);
    }
    let output = ok(&world, "label import more.jsonl --who ana").await;
    let known = "0 labels added, 0 replaced by later ones, 24 already known";
    has(&output, known);

    let noise: Vec<u8> = (0..20_000_u32).map(|n| (n * n % 251) as u8).collect();
    write(&world.path("random.bin"), &noise);
    let error = world.refused(&["label", "import", "random.bin"]).await;
    has(&error, "nothing was imported");

    let of_site = ["label", "export", "--site"];
    let of_one = [&of_site[..], &["WWW.site0.example"]].concat();
    assert_eq!(lines(&world.ok(&of_one).await).len(), 2);
    let of_unknown = [&of_site[..], &["nowhere.example"]].concat();
    let error = world.refused(&of_unknown).await;
    has(&error, "there is no site \"nowhere.example\"");
    let labels = lines(&world.ok(&["label", "export"]).await);
    assert_eq!((labels.len(), sites(&labels).len()), (24, 12));
    let (front, first) = (&labels[0], &labels[1]);
    assert_eq!(first["site"], "site0.example");
    assert_eq!(first["label"], true);
    assert_eq!(first["page_type"], "article");
    assert_eq!(first["labelled_by"], "ana");
    assert_eq!(first["url"], url(0, "bridge-closed.html"));
    assert_eq!(text(first, "html"), story(0));
    assert_eq!(front["label"], false);
    assert_eq!(front["page_type"], Value::Null);

    let other = World::new(Settings::default()).await;
    let exported = world.ok(&["label", "export", "-"]).await;
    write(&other.path("labels.jsonl"), exported.as_bytes());
    other.ok(&["import", "labels.jsonl"]).await;
    other.ok(&["label", "import", "labels.jsonl"]).await;
    let again = other.ok(&["label", "export"]).await;
    assert_eq!(again, exported, "another database gives the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn train_and_test_share_no_site_and_are_read_by_train_and_eval() {
    let world = world().await;
    world.ok(&["label", "import", "gold.jsonl"]).await;
    let part = async |name: &str| {
        let file = format!("{name}.jsonl.gz");
        let part = format!("--part {name} --test-share 0.5");
        let output = ok(&world, &format!("label export {file} {part}")).await;
        assert!(output.starts_with(&format!("{file}: ")), "{output}");
        lines(&ok(&world, &format!("label export {part}")).await)
    };
    let (train, test) = (part("train").await, part("test").await);
    assert_eq!(train.len() + test.len(), 24);
    let (train_sites, test_sites) = (sites(&train), sites(&test));
    assert_eq!(train_sites.len() + test_sites.len(), 12);
    assert!(train_sites.iter().all(|site| !test_sites.contains(site)));
    let train = "train page --data train.jsonl.gz --out mine.json --folds 2";
    ok(&world, train).await;
    let eval = "eval classify --gold test.jsonl.gz --model mine.json";
    has(&ok(&world, eval).await, "mine");
    let nobody = typed("label export --part test --test-share 0");
    has(&world.refused(&nobody).await, "--test-share");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_labelled_in_the_browser_and_exported() {
    let world = world().await;
    let status = world.ok(&["label", "status"]).await;
    has(&status, "no labels yet; create some with `workshop label`");
    world.refused(&["label", "--site", "nowhere"]).await;
    let serving = Serving::by(&world, &["label", "--who", "ana", "--order", "random"]);
    assert_eq!(serving.path, "/label?order=random");
    has(&serving.page(&serving.path), "<strong>ana</strong>");

    let path = "/label/pages";
    for answer in ["article", "undo", "article", "section"] {
        let key = field(&serving.page(path), "page").unwrap();
        let page = if answer == "undo" {
            String::new()
        } else {
            format!("page={key}&")
        };
        serving.post(path, &format!("{page}answer={answer}"));
    }
    let labels = lines(&world.ok(&["label", "export"]).await);
    let mut types: Vec<&str> = labels
        .iter()
        .map(|label| text(label, "page_type"))
        .collect();
    types.sort_unstable();
    assert_eq!(types, ["article", "section"]);
    for label in &labels {
        assert_eq!(label["label"], text(label, "page_type") == "article");
        assert_eq!(text(label, "labelled_by"), "ana");
        assert!(text(label, "model").contains("gleaner-1"), "{label}");
        assert!(label["news_score"].is_f64() && label["labelled_at"].is_string());
    }
}

/// A page that declares itself an article: a headline and four paragraphs.
fn report(site: u32) -> String {
    let days = ["Montag", "Dienstag", "Mittwoch", "Donnerstag"];
    let paragraphs = days.map(|day| {
        format!(
            "<p>Der Rat von Ort {site} sagte am {day}, wer dafür war und wer dagegen, und beschloss danach, dass die Brücke über \
             den Fluss noch in diesem Jahr erneuert werden soll, wie die Bürgermeisterin mitteilte.</p>"
        )
    });
    format!(
        "<html lang=de><head><title>Rat von Ort {site} stimmt für die neue Brücke</title><meta name=author content=\"Anna Schmidt\">\
         <meta property=\"og:type\" content=article><meta property=\"article:published_time\" content=\"2026-11-01T08:00:00Z\">\
         </head><body><nav><a href=/>Start</a></nav><article><h1>Rat von Ort {site} stimmt für die neue Brücke</h1>{}</article></body></html>",
        paragraphs.concat()
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_are_labelled_in_the_browser_exported_and_trained_on() {
    let world = World::new(Settings::default()).await;
    let pages = (0..SITES).map(|site| {
        let page = json!({"url": url(site, "news/die-bruecke-1.html"), "html": report(site)});
        page.to_string() + "\n"
    });
    let pages: String = pages.collect();
    write(&world.path("pages.jsonl"), pages.as_bytes());
    world.ok(&["import", "pages.jsonl"]).await;
    world.ok(&["extract"]).await;
    let none = world.refused(&typed("label export --of blocks")).await;
    has(&none, "/label/blocks");
    let serving = Serving::by(&world, &["label", "--who", "ana"]);
    let path = "/label/blocks";
    let mut pages = 0;
    // All paragraphs except the last, without the headline.
    while let page = serving.page(path)
        && let Some(key) = field(&page, "page")
    {
        let blocks: usize = field(&page, "blocks").unwrap().parse().unwrap();
        assert_eq!(page.matches("type=\"checkbox\"").count(), blocks);
        assert!(blocks >= 5, "{page}");
        let mut form = format!("page={key}&blocks={blocks}&answer=save");
        for index in blocks - 4..blocks - 1 {
            let index = index.to_string();
            form.extend(["&content=", &index]);
        }
        serving.post(path, &form);
        pages += 1;
    }
    assert_eq!(pages, SITES);
    let output = ok(&world, "label export blocks.jsonl --of blocks").await;
    has(&output, "blocks.jsonl: 12 labels");
    let labels = lines(&ok(&world, "label export --of blocks").await);
    assert_eq!(sites(&labels).len(), 12);
    for label in &labels {
        let gold = text(label, "gold_text");
        assert_eq!(gold.matches("beschloss danach").count(), 3, "{label}");
        for other in ["Donnerstag", "Start"] {
            assert!(!gold.contains(other), "{label}");
        }
        assert!(text(label, "html").starts_with("<html"), "{label}");
    }
    let of_test = "label export --of blocks --part test --test-share 0";
    world.refused(&typed(of_test)).await;
    let train =
        "train blocks --data blocks.jsonl --out blocks.json --folds 2 --forests 1 --trees 3";
    has(&ok(&world, train).await, "blocks.json written");
}
