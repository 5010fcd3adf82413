//! A reader of a temporary database, for tests.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use chrono::Utc;
use chrono_tz::Tz;
use serde_json::{Value, json};
use store::testing::{self, TestDatabase};
use store::{Aggregates, NewStory};
use tower::ServiceExt as _;

use super::guard::Places;
use super::{Access, LabelTools, Reader, Tools, labelling, reader};
use crate::{BoxFuture, ExplainedPage};

/// A database and its reader.
pub(super) struct World {
    pub(super) database: TestDatabase,
    pub(super) places: Arc<Places>,
    router: Router,
    without_labelling: Router,
}

/// A response.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: StatusCode,
    headers: HeaderMap,
    pub(super) body: String,
}

impl Response {
    /// A header; empty if there is none.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl World {
    pub(super) async fn new() -> Self {
        Self::explaining(|| Box::pin(async { Err("not in tests".to_owned()) })).await
    }

    /// A reader that explains every page like this.
    pub(super) async fn explaining(
        explain: impl Fn() -> BoxFuture<'static, Result<ExplainedPage, String>> + Send + Sync + 'static,
    ) -> Self {
        let database = testing::database().await;
        let access = Access::new("127.0.0.1:8080".parse().unwrap(), &[], None);
        let tools = Tools {
            explain: Arc::new(move |_| explain()),
            survey: Arc::new(|_| Box::pin(async { Err("not in tests".to_owned()) })),
            add_site: Arc::new(|_| Box::pin(async { Err("not in tests".to_owned()) })),
            add_sites: Arc::new(|_| Box::pin(async { Err("not in tests".to_owned()) })),
            start_run: Arc::new(|_| Box::pin(async { Err("not in tests".to_owned()) })),
            try_rules: Arc::new(|_, _, _| Box::pin(async { Err("not in tests".to_owned()) })),
            save_rules: Arc::new(|_, _, _| Box::pin(async { Err("not in tests".to_owned()) })),
        };
        let label_tools = LabelTools {
            read: Arc::new(|_| Box::pin(async { Err("not in tests".to_owned()) })),
            threshold: 0.5,
            labeller: None,
        };
        let with_tools = Reader::new(&database.store, access, tools, true);
        let with_tools = with_tools.in_time_zone(Tz::UTC);
        Self {
            database,
            places: Arc::clone(&with_tools.places),
            without_labelling: reader(with_tools.clone()),
            router: labelling(with_tools, label_tools),
        }
    }

    /// The same reader without the labelling pages.
    pub(super) fn without_labelling(self) -> Self {
        Self {
            router: self.without_labelling.clone(),
            ..self
        }
    }

    pub(super) async fn get(&self, path: &str) -> Response {
        self.get_with(path, "accept", "*/*").await
    }

    pub(super) async fn get_with(&self, path: &str, header: &str, value: &str) -> Response {
        let request = Request::get(path).header(header, value);
        self.ask(request).await
    }

    pub(super) async fn head(&self, path: &str, header: &str, value: &str) -> Response {
        let request = Request::head(path).header(header, value);
        self.ask(request).await
    }

    pub(super) async fn post(&self, path: &str) -> Response {
        self.ask(Request::builder().method(Method::POST).uri(path))
            .await
    }

    async fn ask(&self, request: axum::http::request::Builder) -> Response {
        self.send(request.header("host", "localhost:8080")).await
    }

    /// Sends a request with the given headers only.
    pub(super) async fn send(&self, request: axum::http::request::Builder) -> Response {
        let request = request.body(Body::empty()).unwrap();
        let (head, body) = self
            .router
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Response {
            status: head.status,
            headers: head.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    /// Stores a page of `archive.example` as an article with this text. Returns its id.
    pub(super) async fn article(&self, path: &str, text: &str) -> String {
        self.article_with(path, text, &json!({})).await
    }

    /// The same with other fields.
    pub(super) async fn article_with(&self, path: &str, text: &str, fields: &Value) -> String {
        let url = format!("https://www.archive.example/{path}");
        self.article_at(&url, text, fields).await
    }

    /// The same at any URL whose host begins with `www.`.
    pub(super) async fn article_at(&self, url: &str, text: &str, fields: &Value) -> String {
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
    pub(super) async fn moved(&self, id: &str, to: &str) {
        let sql = format!(
            "update article_heads set moved_to = '{to}', moved_at = now() where article_id = '{id}'"
        );
        let store = &self.database.store;
        testing::damage(store, &sql).await.unwrap();
    }

    /// Stores a story of a single article.
    pub(super) async fn story(&self, article: &str) {
        let story = NewStory {
            title: Some("A title".to_owned()),
            ..testing::story(article, "de")
        };
        let found = Aggregates {
            members: vec![testing::member(article, article)],
            stories: vec![story],
            ..Aggregates::default()
        };
        let first = testing::claim_after(0);
        let saved = self.database.store.save_aggregates(&found, &first).await;
        assert!(saved.unwrap());
    }

    /// Marks an article as a copy of another one.
    pub(super) async fn copied(&self, leader: &str, copy: &str) {
        let found = Aggregates {
            copies: vec![
                testing::finding(leader, None),
                testing::finding(copy, Some(leader)),
            ],
            ..Aggregates::default()
        };
        let first = testing::claim_after(0);
        let saved = self.database.store.save_aggregates(&found, &first).await;
        assert!(saved.unwrap());
    }

    /// Stores a page that is not an article.
    pub(super) async fn no_article(&self, path: &str) {
        self.judge(&format!("https://www.archive.example/{path}"), None)
            .await;
    }

    async fn judge(&self, url: &str, article: Option<Value>) {
        let body = format!("{url} {}", json!(article)).into_bytes();
        let page = testing::imported(url, &body, Some(Utc::now()));
        let store = &self.database.store;
        store.import_pages(&[page]).await.unwrap();
        let pages = store
            .pages_to_extract("never", true, &[], None, 1_000)
            .await
            .unwrap();
        let page = pages.iter().find(|page| page.body == body).unwrap();
        let verdict = testing::verdict(page.key, article);
        store.save_verdicts(&[verdict]).await.unwrap();
    }
}
