//! What the program passes to the reader, in tests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use classify::Classifier;
use crawl::{Channel, Seed, SeedRules, Survey};
use extract::{Input, Options};
use store::{Outcome, Store, StoredPage};
use tokio_util::sync::CancellationToken;

use super::visited::{ATTACK, article_of};
use super::world::{Added, Started};
use crate::ExplainedPage;
use crate::reader::{
    ChangedPage, ChangedValue, FoundSite, PageReading, RuleTrial, RuleUse, RunRequest, SiteOutcome,
    StartedRun, Tools, UploadedSite,
};

/// Tools that note the sites that are added and the runs that are started.
pub(super) fn tools(store: &Store, added: Added, started: Started) -> Tools {
    let (adding, starting, saving) = (store.clone(), store.clone(), store.clone());
    Tools {
        explain: Arc::new(|page| Box::pin(std::future::ready(explained(&page)))),
        survey: Arc::new(|home| Box::pin(async move { found(&home) })),
        add_site: Arc::new(move |seed: Seed| {
            let (added, store) = (Arc::clone(&added), adding.clone());
            Box::pin(async move {
                let site = seed.to_site().map_err(|error| error.to_string())?;
                let saved = store.upsert_sites(&[site]).await;
                saved.map_err(|error| error.to_string())?;
                added.lock().unwrap().push(seed);
                Ok(())
            })
        }),
        add_sites: Arc::new(|file| Box::pin(async move { uploaded(&file) })),
        start_run: Arc::new(move |request| {
            let (started, store) = (Arc::clone(&started), starting.clone());
            Box::pin(async move {
                if request == RunRequest::Crawl(Some("b".to_owned())) {
                    return Err("run 1 (nightly) is under way".to_owned());
                }
                let id = store.begin_run("crawl").await;
                let id = id.map_err(|error| error.to_string())?;
                let stop = CancellationToken::new();
                let run = StartedRun { id, stop };
                started.lock().unwrap().push((request, run.clone()));
                Ok(run)
            })
        }),
        try_rules: Arc::new(|(_, rules, _)| Box::pin(tried(rules))),
        save_rules: Arc::new(move |(site, rules, revision)| {
            let store = saving.clone();
            Box::pin(async move {
                let rules = rules.to_json();
                let saved = store.change_rules(&site, &rules, revision);
                saved.await.map_err(|error| error.to_string())
            })
        }),
    }
}

/// What a site offers, without requests.
fn found(home: &str) -> Result<FoundSite, String> {
    if home.contains("nowhere") {
        return Err("no such name: nowhere.example".to_owned());
    }
    let seed = Seed::from_home(home).map_err(|error| error.to_string())?;
    let channel = Channel {
        url: "https://www.new.example/<feed>".to_owned(),
        kind: "feed",
        named_by: "page",
        in_seed: false,
        format: Some("RSS"),
        moved_to: None,
        outcome: Outcome::Fetched,
        entries: 12,
    };
    Ok(FoundSite {
        survey: Survey {
            site_id: seed.id.clone(),
            owner: "new.example".to_owned(),
            refused: None,
            robots_status: Some(200),
            robots_failure: None,
            crawl_delay: None,
            channels: vec![channel],
            front_page: None,
        },
        is_script_only: home.contains("scripts"),
        entry: "[[site]]".to_owned(),
        unfit: home
            .contains("moved")
            .then(|| "it has moved to elsewhere".to_owned()),
        seed,
    })
}

/// What becomes of the sites of a file, whatever it is.
fn uploaded(file: &[u8]) -> Result<Vec<UploadedSite>, String> {
    if file.starts_with(b"none") {
        return Err("it contains no feeds".to_owned());
    }
    let outcomes = [
        SiteOutcome::Added("new".to_owned()),
        SiteOutcome::Known("old".to_owned()),
        SiteOutcome::Refused(format!("{} bytes", file.len())),
    ];
    let sites = outcomes.into_iter();
    let sites = sites.map(|outcome| UploadedSite {
        name: ATTACK.to_owned(),
        outcome,
    });
    Ok(sites.collect())
}

/// Extracts a page with the built-in extractor.
pub(super) fn reading(page: &StoredPage) -> PageReading {
    let html = String::from_utf8_lossy(&page.body);
    let input = Input::new(&html, None);
    let options = Options::default();
    let explained = extract::explain(&input, &options);
    PageReading {
        text: extract::extract(&input, &options).text,
        metadata: explained.metadata,
        blocks: explained.blocks,
        extractor: "test 1".to_owned(),
    }
}

/// Explains a stored page by the built-in extractor.
fn explained(page: &StoredPage) -> Result<ExplainedPage, String> {
    let html = String::from_utf8(page.body.clone()).map_err(|error| error.to_string())?;
    let options = Options::default();
    let input = Input::new(&html, None);
    let extraction = extract::extract(&input, &options);
    let model = Classifier::built_in("gleaner").ok_or("no model")?;
    let seen = classify::Page::new(Some(&page.url), None, &html, &extraction);
    Ok(ExplainedPage {
        explanation: extract::explain(&input, &options),
        verdict: classify::classify(&model, &seen),
        effects: Vec::new(),
        picture: "<svg/>".to_owned(),
        text: extraction.text,
        html,
    })
}

/// What rules would change, without pages.
async fn tried(rules: SeedRules) -> Result<RuleTrial, String> {
    if rules.drop.iter().any(|rule| rule.contains(":hover")) {
        return Err(format!("`drop`: {ATTACK}"));
    }
    if rules.drop.iter().any(|rule| rule == ".slow") {
        tokio::time::sleep(Duration::from_secs(4)).await;
    }
    let page = ChangedPage {
        url: "https://www.a.example/story".to_owned(),
        article_id: Some(article_of("a")),
        values: BTreeMap::from([(
            "title",
            ChangedValue {
                before: None,
                after: Some(ATTACK.to_owned()),
            },
        )]),
        texts: Some([
            format!("One two. Buy {ATTACK}"),
            "One two. Three.".to_owned(),
        ]),
        unreadable_date: Some(ATTACK.to_owned()),
        is_lost: true,
    };
    let rules = rules.drop.iter().map(|rule| RuleUse {
        key: "drop".to_owned(),
        rule: rule.clone(),
        pages: 7,
    });
    Ok(RuleTrial {
        pages: 40,
        left: 10,
        has_queued: false,
        fell_back: 2,
        rules: rules.collect(),
        changed: vec![page],
    })
}
