use std::time::{Duration, Instant};

use super::browser::{Browser, find, memory};
use crate::settings::RenderSettings;
use crate::tests::made;

/// Settings for a test; `None`, with a message, if no browser is installed.
fn settings() -> Option<RenderSettings> {
    let settings = RenderSettings {
        sandbox: false, // tests in a container run as root
        ..made::settings().render
    };
    if find(&settings).is_none() {
        eprintln!("skipped: no browser is installed");
        return None;
    }
    Some(settings)
}

#[test]
fn a_browser_is_found_by_its_path_and_missed_by_its_name() {
    let of = |browser: &str| RenderSettings {
        browser: browser.to_owned(),
        ..made::settings().render
    };
    assert_eq!(find(&of("/bin/sh")).unwrap().to_str(), Some("/bin/sh"));
    assert!(find(&of("sh")).is_some());
    assert_eq!(find(&of("/bin/no-such-browser")), None);
    assert_eq!(find(&of("no-such-browser")), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_dropped_ends_with_all_its_processes() {
    let Some(settings) = settings() else { return };
    let browser = Browser::start(&settings).await.unwrap();
    let group = browser.group();
    assert!(!browser.is_unfit());
    assert!(memory(group) > 20 << 20, "{} bytes", memory(group));
    drop(browser);
    let dropped = Instant::now();
    while memory(group) > 0 && dropped.elapsed() < Duration::from_secs(5) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(memory(group), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_grows_is_ended() {
    let Some(settings) = settings() else { return };
    let small = RenderSettings {
        browser_memory_bytes: 1 << 20,
        ..settings
    };
    let browser = Browser::start(&small).await.unwrap();
    let group = browser.group();
    let begun = Instant::now();
    while !browser.is_unfit() || memory(group) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is not ended");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
