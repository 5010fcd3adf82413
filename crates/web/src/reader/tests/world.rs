//! A reader of a temporary database.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request};
use chrono::Utc;
use chrono_tz::Tz;
use crawl::Seed;
use serde_json::{Value, json};
use store::testing::{self, TestDatabase};
use store::{Aggregates, RunState, Store, StoredPage, Story};
use tower::ServiceExt as _;

use super::tools::{reading, tools};
use crate::reader::guard::Places;
use crate::reader::{Access, LabelTools, Reader, RunRequest, StartedRun, labelling, reader};
use crate::{ExplainedPage, Tool};

/// The address of the reader as its pages have it.
const ORIGIN: &str = "http://localhost:8080";

/// How a page is explained.
type Explain = Tool<StoredPage, ExplainedPage>;
/// Sites that were added.
pub(super) type Added = Arc<Mutex<Vec<Seed>>>;
/// Runs that were started.
pub(super) type Started = Arc<Mutex<Vec<(RunRequest, StartedRun)>>>;

/// A database and its reader.
pub(crate) struct World {
    pub(super) database: TestDatabase,
    pub(in crate::reader) places: Arc<Places>,
    pub(super) added: Added,
    pub(super) started: Started,
    router: Router,
    without_labelling: Router,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: HeaderMap,
    pub(crate) body: String,
}

impl Response {
    /// A header; empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl AsRef<str> for Response {
    fn as_ref(&self) -> &str {
        &self.body
    }
}

/// What a page shows.
pub(crate) trait Shows: AsRef<str> {
    /// Asserts that the page has each of these parts.
    #[track_caller]
    fn has<P: AsRef<str>>(&self, parts: impl IntoIterator<Item = P>) {
        let page = self.as_ref();
        for part in parts {
            let part = part.as_ref();
            assert!(page.contains(part), "{part} is missing: {page}");
        }
    }

    /// Asserts that the page has none of these parts.
    #[track_caller]
    fn lacks<P: AsRef<str>>(&self, parts: impl IntoIterator<Item = P>) {
        let page = self.as_ref();
        for part in parts {
            let part = part.as_ref();
            assert!(!page.contains(part), "{part} is there: {page}");
        }
    }

    /// What is between this part and the next double quotation mark.
    #[track_caller]
    fn value(&self, part: &str) -> &str {
        let page = self.as_ref();
        let rest = page.split(part).nth(1);
        let rest = rest.unwrap_or_else(|| panic!("{part} is missing: {page}"));
        rest.split('"').next().unwrap()
    }
}

impl<T: AsRef<str> + ?Sized> Shows for T {}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(None, None).await
    }

    /// A reader with a token.
    pub(super) async fn with_token(token: &str) -> Self {
        Self::with(Some(token), None).await
    }

    /// A reader that explains every page like this.
    pub(crate) async fn explaining(explain: Explain) -> Self {
        Self::with(None, Some(explain)).await
    }

    async fn with(token: Option<&str>, explain: Option<Explain>) -> Self {
        let database = testing::database().await;
        let (added, started) = (Added::default(), Started::default());
        let mut tools = tools(&database.store, Arc::clone(&added), Arc::clone(&started));
        if let Some(explain) = explain {
            tools.explain = explain;
        }
        let label_tools = LabelTools {
            read: Arc::new(|page| Box::pin(async move { Ok(reading(&page)) })),
            threshold: 0.5,
            labeller: "ana".to_owned(),
        };
        let address = "127.0.0.1:8080".parse().unwrap();
        let access = Access::new(address, &[], token.map(str::to_owned));
        let with_tools = Reader::new(&database.store, access, tools, true);
        let with_tools = with_tools.in_time_zone(Tz::UTC);
        Self {
            database,
            places: Arc::clone(&with_tools.places),
            added,
            started,
            without_labelling: reader(with_tools.clone()),
            router: labelling(with_tools, label_tools),
        }
    }

    /// The same reader without the labelling pages.
    pub(crate) fn without_labelling(self) -> Self {
        Self {
            router: self.without_labelling.clone(),
            ..self
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.database.store
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.get_with(path, "accept", "*/*").await
    }

    pub(crate) async fn get_with(&self, path: &str, header: &str, value: &str) -> Response {
        self.ask(Request::get(path).header(header, value), "").await
    }

    pub(crate) async fn head(&self, path: &str, header: &str, value: &str) -> Response {
        self.ask(Request::head(path).header(header, value), "")
            .await
    }

    /// The page at a path, which must exist.
    pub(crate) async fn page(&self, path: &str) -> String {
        let page = self.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        page.body
    }

    /// The answer for a path that is refused as invalid.
    pub(crate) async fn refused(&self, path: &str) -> Response {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
        answer
    }

    /// Sends a form as a page of the reader does.
    pub(crate) async fn post(&self, path: &str, form: &str) -> Response {
        self.post_from(path, form, ORIGIN).await
    }

    pub(super) async fn post_from(&self, path: &str, form: &str, origin: &str) -> Response {
        let kind = "application/x-www-form-urlencoded";
        self.post_as(kind, path, form, origin).await
    }

    /// Sends a file as the form for it does.
    pub(super) async fn upload(&self, path: &str, file: &str) -> Response {
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"feeds.opml\"\r\n\
             Content-Type: text/xml\r\n\r\n{file}\r\n--x--\r\n"
        );
        let kind = "multipart/form-data; boundary=x";
        self.post_as(kind, path, &form, ORIGIN).await
    }

    async fn post_as(&self, kind: &str, path: &str, form: &str, origin: &str) -> Response {
        let request = Request::post(path).header("origin", origin);
        self.ask(request.header("content-type", kind), form).await
    }

    async fn ask(&self, request: Builder, body: &str) -> Response {
        let request = request.header("host", "localhost:8080");
        self.send(request, body).await
    }

    /// Sends a request with the given headers only.
    pub(crate) async fn send(&self, request: Builder, body: &str) -> Response {
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Response {
            status: head.status.as_u16(),
            headers: head.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    /// Stores a page of `archive.example` as an article with this text. Returns its id.
    pub(crate) async fn article(&self, path: &str, text: &str) -> String {
        self.article_with(path, text, &json!({})).await
    }

    /// The same with other fields.
    pub(crate) async fn article_with(&self, path: &str, text: &str, fields: &Value) -> String {
        let url = format!("https://www.archive.example/{path}");
        self.article_at(&url, text, fields).await
    }

    /// The same at any URL whose host begins with `www.`.
    pub(crate) async fn article_at(&self, url: &str, text: &str, fields: &Value) -> String {
        let mut article = json!({
            "identity": url,
            "title": "A title",
            "text": text,
            "content_hash": store::article_id(text),
            "word_count": text.split_whitespace().count(),
            "authors": ["Anna Schmidt"],
            "language": "de",
            "language_score": null,
            "extractor": "test",
        });
        for (name, value) in fields.as_object().unwrap() {
            article[name] = value.clone();
        }
        self.judge(url, Some(article)).await;
        store::article_id(url)
    }

    /// Marks an article as moved to another one.
    pub(crate) async fn moved(&self, id: &str, to: &str) {
        let sql = format!(
            "update article_heads set moved_to = '{to}', moved_at = now() where article_id = '{id}'"
        );
        self.damage(&sql).await;
    }

    /// Changes the database as no function of the store does.
    pub(crate) async fn damage(&self, sql: &str) {
        testing::damage(self.store(), sql).await.unwrap();
    }

    /// Stores a run that has ended. Returns its id.
    pub(crate) async fn run(&self, command: &str, state: RunState, counts: &Value) -> i64 {
        let run = self.store().begin_run(command).await.unwrap();
        let ended = self.store().finish_run(run, state, counts, None).await;
        ended.map(|()| run).unwrap()
    }

    /// Stores a story of a single article.
    pub(crate) async fn story(&self, article: &str) {
        let story = Story {
            title: Some("A title".to_owned()),
            ..testing::story(article, "de")
        };
        let found = Aggregates {
            members: vec![testing::member(article, article)],
            stories: vec![story],
            ..Aggregates::default()
        };
        self.save(&found).await;
    }

    /// Marks an article as a copy of another one.
    pub(crate) async fn copied(&self, leader: &str, copy: &str) {
        let found = Aggregates {
            copies: vec![
                testing::finding(leader, None),
                testing::finding(copy, Some(leader)),
            ],
            ..Aggregates::default()
        };
        self.save(&found).await;
    }

    async fn save(&self, found: &Aggregates) {
        let first = testing::claim_after(0);
        let saved = self.store().save_aggregates(found, &first).await;
        assert!(saved.unwrap());
    }

    /// Stores a page that is not an article.
    pub(crate) async fn no_article(&self, path: &str) {
        self.judge(&format!("https://www.archive.example/{path}"), None)
            .await;
    }

    async fn judge(&self, url: &str, article: Option<Value>) {
        let body = format!("{url} {}", json!(article)).into_bytes();
        let page = testing::imported(url, &body, Some(Utc::now()));
        let store = self.store();
        store.import_pages(&[page]).await.unwrap();
        let pages = store.pages_to_extract("never", true, &[], None, 1_000);
        let pages = pages.await.unwrap();
        let page = pages.iter().find(|page| page.body == body).unwrap();
        let verdict = testing::verdict(page.key, article);
        store.save_verdicts(&[verdict]).await.unwrap();
    }
}
