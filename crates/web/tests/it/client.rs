//! A served reader, and a client for it.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use classify::Classifier;
use crawl::{Channel, Seed, SeedRules, Survey};
use extract::{Input, Options};
use store::testing::{self, TestDatabase};
use store::{Outcome, Store, StoredPage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use web::{
    Access, ChangedPage, ChangedValue, ExplainedPage, FoundSite, LabelTools, PageReading, Reader,
    RuleTrial, RuleUse, RunRequest, SiteOutcome, StartedRun, Tools, UploadedSite,
};

use crate::newsroom::{ATTACK, article_of};

/// A reader on loopback.
pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) address: SocketAddr,
    /// Sites that were added.
    pub(crate) added: Arc<Mutex<Vec<Seed>>>,
    /// Runs that were started.
    pub(crate) started: Arc<Mutex<Vec<(RunRequest, StartedRun)>>>,
    _stop: tokio_util::sync::DropGuard,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then_some(value.trim())
        })
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
fn reading(page: &StoredPage) -> PageReading {
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

impl World {
    pub(crate) async fn start() -> Self {
        Self::start_with(None, Some("ana")).await
    }

    /// A reader with a token, and with a default name for labelling.
    pub(crate) async fn start_with(token: Option<&str>, labeller: Option<&str>) -> Self {
        let database = testing::database().await;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let added: Arc<Mutex<Vec<Seed>>> = Arc::default();
        let (noted, store) = (Arc::clone(&added), database.store.clone());
        let saving = database.store.clone();
        let starting = database.store.clone();
        let started: Arc<Mutex<Vec<(RunRequest, StartedRun)>>> = Arc::default();
        let runs = Arc::clone(&started);
        let tools = Tools {
            explain: Arc::new(|page| Box::pin(std::future::ready(explained(&page)))),
            survey: Arc::new(|home| Box::pin(async move { found(&home) })),
            add_site: Arc::new(move |seed: Seed| {
                let (noted, store) = (Arc::clone(&noted), store.clone());
                Box::pin(async move {
                    let site = seed.to_site().map_err(|error| error.to_string())?;
                    store
                        .upsert_sites(&[site])
                        .await
                        .map_err(|error| error.to_string())?;
                    noted.lock().unwrap().push(seed);
                    Ok(())
                })
            }),
            add_sites: Arc::new(|file| Box::pin(async move { uploaded(&file) })),
            start_run: Arc::new(move |request| {
                let (runs, store) = (Arc::clone(&runs), starting.clone());
                Box::pin(async move {
                    if request == RunRequest::Crawl(Some("b".to_owned())) {
                        return Err("run 1 (nightly) is under way".to_owned());
                    }
                    let id = store.begin_run("crawl").await;
                    let stop = CancellationToken::new();
                    let id = id.map_err(|error| error.to_string())?;
                    let run = StartedRun { id, stop };
                    runs.lock().unwrap().push((request, run.clone()));
                    Ok(run)
                })
            }),
            try_rules: Arc::new(|_, rules, _| Box::pin(tried(rules))),
            save_rules: Arc::new(move |site, rules, revision| {
                let store = saving.clone();
                Box::pin(async move {
                    let rules = rules.to_json();
                    let saved = store.change_rules(&site, &rules, revision);
                    saved.await.map_err(|error| error.to_string())
                })
            }),
        };
        let label_tools = LabelTools {
            read: Arc::new(|page| Box::pin(async move { Ok(reading(&page)) })),
            threshold: 0.5,
            labeller: labeller.map(str::to_owned),
        };
        let access = Access::new(address, &[], token.map(str::to_owned));
        let reader = Reader::new(&database.store, access, tools, false);
        let stop = CancellationToken::new();
        tokio::spawn(web::serve(
            listener,
            web::labelling(reader, label_tools),
            stop.clone(),
        ));
        Self {
            database,
            address,
            added,
            started,
            _stop: stop.drop_guard(),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.database.store
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "").await
    }

    /// The same with a header, given as a line.
    pub(crate) async fn get_with(&self, path: &str, header: &str) -> Answer {
        self.send("GET", path, &format!("{header}\r\n"), "").await
    }

    /// The page at a path, which must exist.
    pub(crate) async fn page(&self, path: &str) -> String {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// Sends a form as a page of the reader does.
    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        self.post_from(path, form, &format!("http://{}", self.address))
            .await
    }

    pub(crate) async fn post_from(&self, path: &str, form: &str, origin: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        self.post_as(kind, path, form, origin).await
    }

    /// Sends a file as the form for it does.
    pub(crate) async fn upload(&self, path: &str, file: &str) -> Answer {
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"feeds.opml\"\r\n\
             Content-Type: text/xml\r\n\r\n{file}\r\n--x--\r\n"
        );
        let origin = format!("http://{}", self.address);
        self.post_as("multipart/form-data; boundary=x", path, &form, &origin)
            .await
    }

    async fn post_as(&self, kind: &str, path: &str, form: &str, origin: &str) -> Answer {
        let length = form.len();
        let head =
            format!("Origin: {origin}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n");
        self.send("POST", path, &head, form).await
    }

    async fn send(&self, method: &str, path: &str, head: &str, body: &str) -> Answer {
        let host = self.address;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{head}\r\n{body}"
        );
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }
}
