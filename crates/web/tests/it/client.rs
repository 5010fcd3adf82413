//! A reader that is served, and what asks it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use crawl::{Channel, Seed, Survey};
use serde_json::json;
use store::testing::{self, TestDatabase};
use store::{ExportQuery, Outcome, PairBin, PairKind, PairSample, SampledPair, Store, StoredPage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use web::{Access, Connections, FoundSite, LabelTools, PageReading, Reader, Tools};

/// A reader on loopback.
pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) address: SocketAddr,
    /// Sites that were added.
    pub(crate) added: Arc<Mutex<Vec<Seed>>>,
    _stop: tokio_util::sync::DropGuard,
}

/// What was answered.
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

/// What a site offers, without asking it.
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
        hub: None,
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
        },
        entry: "[[site]]".to_owned(),
        unfit: home
            .contains("moved")
            .then(|| "it has moved to elsewhere".to_owned()),
        seed,
    })
}

/// What the extractor that ships takes from a page.
fn reading(page: &StoredPage) -> PageReading {
    let html = String::from_utf8_lossy(&page.body);
    let input = extract::Input::new(&html, None);
    let options = extract::Options::default();
    let explained = extract::explain(&input, &options);
    PageReading {
        text: extract::extract(&input, &options).text,
        metadata: explained.metadata,
        blocks: explained.blocks,
        extractor: "test 1".to_owned(),
    }
}

/// A sample of the two articles with the smallest ids.
async fn drawn(store: Store, kind: PairKind, seed: i64) -> Result<(), String> {
    let all = store.export_some(0, 100, &ExportQuery::default()).await;
    let rows = all.unwrap().rows.into_iter().map(|row| json!(row));
    let mut ids: Vec<String> = rows
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    let [a, b, ..] = &ids[..] else {
        return Err("there are no two articles".to_owned());
    };
    let sample = PairSample {
        kind,
        seed,
        version: "1".to_owned(),
        articles: 2,
        bins: vec![PairBin {
            name: "apart".to_owned(),
            pairs: 1,
        }],
        pairs: vec![SampledPair {
            a: a.clone(),
            b: b.clone(),
            score: 0.5,
            bin: 0,
        }],
    };
    store.save_pair_sample(&sample).await.unwrap();
    Ok(())
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::start_with(None, Some("ana")).await
    }

    /// A reader with a token, and a name under which people label unless they give another.
    pub(crate) async fn start_with(token: Option<&str>, labeller: Option<&str>) -> Self {
        let database = testing::database().await;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let added: Arc<Mutex<Vec<Seed>>> = Arc::default();
        let (noted, store) = (Arc::clone(&added), database.store.clone());
        let drawing = database.store.clone();
        let tools = Tools {
            explain: Arc::new(|_| Box::pin(async { Err("not here".to_owned()) })),
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
            labels: LabelTools {
                read: Arc::new(|page| Box::pin(async move { Ok(reading(&page)) })),
                draw: Arc::new(move |kind, seed| Box::pin(drawn(drawing.clone(), kind, seed))),
                threshold: 0.5,
                labeller: labeller.map(str::to_owned),
            },
        };
        let access = Access::new(address, &[], token.map(str::to_owned));
        let reader = Reader::new(&database.store, access, tools, false);
        let stop = CancellationToken::new();
        tokio::spawn(web::serve(
            listener,
            web::reader(reader),
            Connections::Browsers,
            stop.clone(),
        ));
        Self {
            database,
            address,
            added,
            _stop: stop.drop_guard(),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.database.store
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
        .await
    }

    /// The same with a header, given as a line.
    pub(crate) async fn get_with(&self, path: &str, header: &str) -> Answer {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n{header}\r\nConnection: close\r\n\r\n",
            self.address
        ))
        .await
    }

    /// The page at a path, which is there.
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
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            form.len()
        ))
        .await
    }

    async fn ask(&self, request: &str) -> Answer {
        let mut stream = self.connect(request).await;
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

    /// Sends a request; the answer is read by the caller.
    pub(crate) async fn connect(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }
}
