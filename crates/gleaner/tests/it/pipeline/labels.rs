//! Labels out, in, and at the desk itself.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use testsite::Settings;

use super::{World, lines, text, write};

const SITES: u32 = 12;

fn url(site: u32, name: &str) -> String {
    format!("https://www.site{site}.example/{name}")
}

/// Running text, which the model takes for news.
fn story(site: u32) -> String {
    let paragraph = format!(
        "<p>The council of town {site} decided on Monday, who spoke for it and who against, and why the bridge across the \
         river will stay closed until the engineers have looked at it, which may well take until the end of the year.</p>"
    );
    format!(
        "<html lang=en><head><title>Bridge {site} closed</title></head><body><article><h1>Bridge {site} closed</h1>{}</article>",
        paragraph.repeat(4)
    )
}

fn front(site: u32) -> String {
    let links = (0..20).map(|n| format!("<li><a href=/{n}>Story {n} of the day</a>"));
    let links: String = links.collect();
    format!("<html><head><title>Front of {site}</title></head><body><ul>{links}</ul></body></html>")
}

/// Gold: an article and a front page of each site.
fn gold() -> String {
    let pages = (0..SITES).flat_map(|site| {
        [
            json!({"url": url(site, "bridge-closed.html"), "html": story(site), "page_type": "article"}),
            json!({"url": url(site, ""), "html": front(site), "label": false, "page_type": "frontpage"}),
        ]
    });
    pages.map(|page| page.to_string() + "\n").collect()
}

/// A world in which the pages of the gold are stored and read.
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
async fn labels_come_in_once_and_go_out_as_they_came() {
    let world = world().await;
    let stranger = json!({"url": "https://nowhere.example/", "html": "", "page_type": "article"});
    let file = format!("{}{stranger}\n{{\"url\": 7}}\n{{\"url\": \"x\"}}\n", gold());
    write(&world.path("more.jsonl"), file.as_bytes());
    let said = world
        .ok(&["label", "import", "more.jsonl", "--who", "ana"])
        .await;
    assert!(said.starts_with("24 labels added, 0 replaced"), "{said}");
    for remark in [
        "1 of pages that are not stored here",
        "12 with a page type that is not one of ours",
        "1 lines without a label",
        "1 lines that cannot be read",
    ] {
        assert!(said.contains(remark), "{said}");
    }
    let said = world
        .ok(&["label", "import", "more.jsonl", "--who", "ana"])
        .await;
    assert!(
        said.starts_with("0 labels added, 0 replaced by later ones, 24 known"),
        "{said}"
    );

    let labels = lines(&world.ok(&["label", "export"]).await);
    assert_eq!((labels.len(), sites(&labels).len()), (24, 12));
    let (front, first) = (&labels[0], &labels[1]);
    assert_eq!(first["site"], "site0.example");
    assert_eq!(
        (&first["label"], &first["page_type"]),
        (&json!(true), &json!("article"))
    );
    assert_eq!(
        (&first["labelled_by"], &first["url"]),
        (&json!("ana"), &json!(url(0, "bridge-closed.html")))
    );
    assert_eq!(text(first, "html"), story(0));
    assert_eq!(
        (&front["label"], &front["page_type"]),
        (&json!(false), &Value::Null)
    );

    let other = World::new(Settings::default()).await;
    let exported = world.ok(&["label", "export", "-"]).await;
    write(&other.path("labels.jsonl"), exported.as_bytes());
    other.ok(&["import", "labels.jsonl"]).await;
    other.ok(&["label", "import", "labels.jsonl"]).await;
    assert_eq!(
        other.ok(&["label", "export"]).await,
        exported,
        "another database gives the same"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn train_and_test_share_no_site_and_are_read_by_train_and_eval() {
    let world = world().await;
    world.ok(&["label", "import", "gold.jsonl"]).await;
    let part = async |name: &str| {
        let file = format!("{name}.jsonl.gz");
        let said = world
            .ok(&[
                "label",
                "export",
                &file,
                "--part",
                name,
                "--test-share",
                "0.5",
            ])
            .await;
        assert!(said.starts_with(&format!("{file}: ")), "{said}");
        lines(
            &world
                .ok(&["label", "export", "--part", name, "--test-share", "0.5"])
                .await,
        )
    };
    let (train, test) = (part("train").await, part("test").await);
    assert_eq!(train.len() + test.len(), 24);
    let (train_sites, test_sites) = (sites(&train), sites(&test));
    assert_eq!(train_sites.len() + test_sites.len(), 12);
    assert!(train_sites.iter().all(|site| !test_sites.contains(site)));
    world
        .ok(&[
            "train",
            "page",
            "--data",
            "train.jsonl.gz",
            "--out",
            "mine.json",
            "--folds",
            "2",
        ])
        .await;
    let scores = world
        .ok(&[
            "eval",
            "classify",
            "--gold",
            "test.jsonl.gz",
            "--model",
            "mine.json",
        ])
        .await;
    assert!(scores.contains("mine"), "{scores}");
    let nobody = world
        .run(&["label", "export", "--part", "test", "--test-share", "0"])
        .await;
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("--test-share"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_without_a_terminal_says_what_to_do() {
    let world = World::new(Settings::default()).await;
    let output = world.run(&["label"]).await;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        errors.starts_with("gleaner: labelling needs a terminal"),
        "{errors}"
    );
    assert_eq!(
        world.ok(&["label", "status"]).await,
        "no labels yet; `gleaner label` makes some\n"
    );
}

/// `gleaner label` with arguments on a terminal of its own, which `script` makes; `None` where that is missing.
pub(crate) fn desk(world: &World, args: &str) -> Option<Child> {
    let gleaner = world.gleaner(&[]);
    let program = gleaner.get_program().to_str().unwrap();
    let mut command = Command::new("script");
    command
        .args([
            "-qec",
            &format!("stty rows 30 cols 100; {program} label {args}"),
            "/dev/null",
        ])
        .current_dir(world.folder.path())
        .envs(
            gleaner
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command.spawn().ok()
}

/// What a desk has shown so far, read beside it.
pub(crate) struct Shown(pub(crate) Receiver<Vec<u8>>, pub(crate) String);

impl Shown {
    pub(crate) fn by(desk: &mut Child) -> Self {
        let mut stdout = desk.stdout.take().unwrap();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                let _ = tell.send(buffer[..read].to_vec());
            }
        });
        Self(told, String::new())
    }

    /// Waits until it has shown this; only what changes is written to a screen, so ask for what comes onto an empty place.
    pub(crate) fn wait_for(&mut self, wanted: &str) {
        while !self.1.contains(wanted) {
            let more = self.0.recv_timeout(Duration::from_secs(30));
            let more = more.unwrap_or_else(|_| panic!("{wanted:?} is not in {:?}", self.1));
            self.1 += &String::from_utf8_lossy(&more);
        }
    }
}

/// Waits until there are labels of these types and no others.
async fn wait_for_labels(world: &World, wanted: &[&str]) {
    for _ in 0..60 {
        let said = world.ok(&["label", "status", "--json"]).await;
        let said: Value = serde_json::from_str(&said).unwrap();
        let tallies = said["tallies"].as_array().unwrap();
        let mut types: Vec<&str> = tallies
            .iter()
            .map(|tally| text(tally, "page_type"))
            .collect();
        types.sort_unstable();
        if types == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("there are never labels of {wanted:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_label_pages_and_are_saved_at_once() {
    let world = world().await;
    let Some(mut desk) = desk(&world, "--who ana") else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no `script` to make a terminal"
        );
        return;
    };
    let mut keyboard = desk.stdin.take().unwrap();
    let mut press = |keys: &[u8]| keyboard.write_all(keys).unwrap();
    let mut shown = Shown::by(&mut desk);
    shown.wait_for(".example/");
    press(b"n");
    wait_for_labels(&world, &["article"]).await;
    press(b"x");
    wait_for_labels(&world, &["article", "other"]).await;
    press(b"u");
    wait_for_labels(&world, &["article"]).await;
    press(b"pt");
    wait_for_labels(&world, &["article", "tag"]).await;
    press(b"sq");
    shown.wait_for("Next: gleaner label export");
    let end = &shown.1;
    assert!(
        end.contains("2 labels in ") && end.contains("2 by ana in all"),
        "{end}"
    );
    assert!(
        end.contains("\x1b[?1049l"),
        "the terminal is given back: {end:?}"
    );
    assert!(desk.wait().unwrap().success());
    for label in &lines(&world.ok(&["label", "export"]).await) {
        assert_eq!(text(label, "labelled_by"), "ana");
        assert!(text(label, "model").contains("gleaner-1"), "{label}");
        assert!(label["news_score"].is_f64() && label["labelled_at"].is_string());
    }
}
