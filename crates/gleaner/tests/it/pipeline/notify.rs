//! Notifications about how a nightly run ended.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use testsite::{Settings, StubReply, StubSite};

use super::sites::closed_port;
use super::{World, ended, lines};
use crate::workers::signal;

/// Appends the report and the exit code to files.
const KEEP: &str = "cat >> reports.jsonl; echo $GLEANER_EXIT_CODE >> codes";

impl World {
    /// A night with the notification command `command`, with log lines.
    fn night(&self, command: &str, args: &[&str]) -> Command {
        let mut night = self.gleaner(&[&["nightly"], args].concat());
        night
            .env("RUST_LOG", "info")
            .env("GLEANER__NOTIFY__COMMAND", command);
        night
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn reports(&self) -> Vec<Value> {
        lines(&self.read("reports.jsonl"))
    }
}

/// At the same time, since one of them waits for the next minute.
#[tokio::test(flavor = "multi_thread")]
async fn nights_that_fail_are_stopped_or_have_a_schedule_are_reported_to_a_command() {
    tokio::join!(
        a_night_that_ends_badly_is_reported(),
        a_night_that_is_stopped_ends_with_its_own_code(),
        with_a_schedule_each_night_is_reported_and_the_end_of_the_program_is_not(),
    );
}

async fn a_night_that_ends_badly_is_reported() {
    let world = World::new(Settings::default()).await;
    world.name_sites(&[(
        "paper",
        &format!("http://paper.localhost:{}/", closed_port()),
    )]);
    let (output, error) = ended(world.night(KEEP, &["--seeds", "mine.toml"]), 4).await;
    for part in [
        "1 site waits: 1 unreachable (paper), next try ",
        "Warnings:\npaper: has never had an article: unreachable (",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(error.contains("no site could be reached"), "{error}");
    let report = &world.reports()[0];
    assert_eq!(world.read("codes"), "4\n");
    assert_eq!(report["exit_code"], 4);
    assert_eq!(report["state"], "unreachable");
    assert_eq!(report["run"]["sites_added"], 1);
    assert_eq!(report["warnings"][0]["site"], "paper");
    assert_eq!(report["warnings"][0]["state"], "unreachable");
    let text = report["text"].as_str().unwrap();
    assert!(text.contains(": no site could be reached (exit"), "{text}");

    // Nothing is tried before it is due.
    let output = world.ok(&["crawl"]).await;
    assert!(
        output.contains("1 unreachable (paper), next try "),
        "{output}"
    );
    let output = world.ok(&["site", "show", "paper"]).await;
    let first = output.lines().next().unwrap();
    assert!(
        first.starts_with("paper (The paper): unreachable (no connection")
            && first.ends_with("UTC; gleaner site retry paper"),
        "{output}"
    );
    let status = world.status().await;
    assert_eq!(status["warnings"][0]["warning"], "never_worked");
    let output = world.ok(&["status", "--site", "paper"]).await;
    for part in [" cooldown until ", "paper: has never had an article"] {
        assert!(output.contains(part), "{part}: {output}");
    }

    // A failing command is logged, and the exit code stays the same.
    world.ok(&["site", "retry", "paper"]).await;
    let (_, stderr) = ended(world.night("echo no mail >&2; exit 7", &[]), 4).await;
    assert!(
        stderr.contains("notify.command failed: exit status: 7: no mail"),
        "{stderr}"
    );

    // Errors are notified as well, even those in the settings.
    let mut night = world.night(KEEP, &[]);
    night.env("GLEANER__CRAWL__CONTACT", "");
    ended(night, 1).await;
    let report = &world.reports()[1];
    assert_eq!(
        (&report["exit_code"], &report["state"]),
        (&1.into(), &"failed".into())
    );
    assert!(
        report["text"].as_str().unwrap().contains("crawl.contact"),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_that_ends_well_is_reported_on_request_and_warnings_with_their_code() {
    let world = World::new(Settings::default()).await;
    let site = StubSite::start().await.unwrap();
    site.set(
        "paper",
        "/",
        StubReply::Page("<p>Here we are, <a href=/a>go on".to_owned()),
    );
    site.set("paper", "/a", StubReply::Page("<p>Another".to_owned()));
    world.name_sites(&[("paper", &site.url("paper", "/"))]);
    let night = ["--seeds", "mine.toml", "--max-pages", "1"];
    let strict = [&night[..], &["--fail-on", "warnings"]].concat();
    let (_, warned) = ended(world.night(KEEP, &strict), 3).await;
    assert!(warned.contains("1 warning, see above"), "{warned}");
    let paths = site.paths("paper");
    assert!(
        paths.contains(&"/".to_owned()) && !paths.contains(&"/a".to_owned()),
        "no more pages than --max-pages: {paths:?}"
    );
    let report = &world.reports()[0];
    assert_eq!(report["state"], "warnings");
    assert_eq!(report["warnings"][0]["state"], "empty");
    let text = report["text"].as_str().unwrap();
    assert!(
        text.contains("the nightly run is done, with 1 warning (exit code 3)."),
        "{text}"
    );
    // the same every night
    let (output, _) = ended(world.night(KEEP, &strict), 0).await;
    assert!(
        output.contains("\n1 site still needs attention: gleaner status\n"),
        "{output}"
    );
    assert_eq!(world.reports().len(), 1);
    let mut always = world.night(KEEP, &night);
    always.env("GLEANER__NOTIFY__ON", "always");
    ended(always, 0).await;
    let report = &world.reports()[1];
    assert_eq!(
        (&report["exit_code"], &report["state"]),
        (&0.into(), &"done".into())
    );
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(0));
    assert_eq!(report["still"][0]["state"], "empty");
}

/// Waits until `holds` returns true, at most two minutes.
async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < Duration::from_mins(2), "in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Sends SIGTERM and returns the program's output.
async fn terminated(child: Child) -> Output {
    signal(child.id(), "-TERM");
    tokio::task::spawn_blocking(move || child.wait_with_output().unwrap())
        .await
        .unwrap()
}

async fn a_night_that_is_stopped_ends_with_its_own_code() {
    let world = World::new(Settings::default()).await;
    // The command takes as long as sending mail may.
    let mut night = world.night(&format!("sleep 2; {KEEP}"), &["--seeds", "newsroom.toml"]);
    night.env("GLEANER__CRAWL__DELAY_SECONDS", "0.2");
    let night = night.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    until("requests", || world.newsroom.log().len() > 20).await;
    let output = terminated(night.unwrap()).await;
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(output.status.code(), Some(5), "{out}{err}");
    assert!(out.contains("Stopped early; "), "{out}");
    assert!(err.contains("the nightly run was stopped early"), "{err}");
    let report = &world.reports()[0];
    assert_eq!(
        (&report["exit_code"], &report["state"]),
        (&5.into(), &"stopped".into())
    );
    assert!(report["run"]["fetched"].as_u64() > Some(0), "{report}");
    let status = world.status().await;
    assert_eq!(status["runs"][0]["state"], "stopped");
}

async fn with_a_schedule_each_night_is_reported_and_the_end_of_the_program_is_not() {
    let world = World::new(Settings::default()).await;
    world.name_sites(&[(
        "paper",
        &format!("http://paper.localhost:{}/", closed_port()),
    )]);
    let args = ["--seeds", "mine.toml", "--schedule", "* * * * *"];
    let always = |mut night: Command| {
        night.env("GLEANER__NOTIFY__ON", "always");
        night.env("TZ", "Nowhere/Nope");
        night
    };
    ended(always(world.night(KEEP, &args[..2])), 4).await;
    let mut nights = always(world.night(KEEP, &args));
    let nights = nights.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    until("two nights", || world.reports().len() >= 2).await;
    let output = terminated(nights.unwrap()).await;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    // An unknown time zone is taken for UTC, which is visible.
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains(" +00:00; Ctrl-C ends"), "{stdout}");
    let reports = world.reports();
    assert_eq!(reports[0]["state"], "unreachable", "{stderr}");
    // The site waits for its next try and is still unreachable.
    assert_eq!(reports[1]["state"], "unreachable", "{stderr}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_watch_finds_is_sent_once_unless_the_command_fails() {
    let world = World::new(Settings::default()).await;
    let store = &world.database.store;
    store
        .save_watch(None, "All", "lang:de OR lang:en")
        .await
        .unwrap();
    let quiet = store.save_watch(None, "Quiet", "xylophone").await;
    quiet.unwrap();
    let broken = "insert into watches (name, query, seen, sent) values ('Broken', 'storm (', 0, 0)";
    store::testing::damage(store, broken).await.unwrap();
    world.import(&super::links::pages()).await;
    ended(world.night("exit 7", &[]), 0).await;
    let last = store.last_arrival().await.unwrap();
    let marks = store.watches().await.unwrap();
    let marks: Vec<_> = marks.iter().map(|one| (one.sent, one.sent_at)).collect();
    assert_eq!(
        marks,
        [(0, None), (0, None), (last, None)],
        "only the quiet one"
    );
    ended(world.night(KEEP, &[]), 0).await;
    let report = &world.reports()[0];
    assert_eq!(report["exit_code"], 0);
    let [all, broken] = &report["watches"].as_array().unwrap()[..] else {
        panic!("{report}");
    };
    let new = all["new"].as_i64().unwrap();
    assert!(new > 5, "{all}");
    assert_eq!(all["articles"].as_array().unwrap().len(), 5);
    let first = &all["articles"][0];
    let text = report["text"].as_str().unwrap();
    for part in [
        format!("\n\nAll: {new} new articles\n- "),
        format!(") {}\n- ", first["url"].as_str().unwrap()),
        format!("\n- and {} more", new - 5),
        "\n\nBroken: not searched: column 7: ".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    assert!(broken["error"].as_str().unwrap().starts_with("column 7: "));
    ended(world.night(KEEP, &[]), 0).await;
    assert_eq!(world.reports().len(), 1, "nothing new");
}
