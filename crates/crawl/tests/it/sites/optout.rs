//! Opt-out signals as recorded with each page.

use serde_json::json;
use store::{PageKey, RawPage, RawQuery};
use testsite::{StubReply, StubSite};

use super::fixture::Fixture;

const TDMREP: &str = "/.well-known/tdmrep.json";
const AI_TXT: &str = "/ai.txt";

impl Fixture {
    async fn with_articles() -> Self {
        let fixture = Self::paper().await;
        let paths = ["/open/a", "/closed/b"];
        fixture.home(&paths);
        fixture.articles(&paths);
        fixture
    }

    fn file(&self, path: &str, text: &str) {
        self.set(path, StubReply::Body("text/plain", text.to_owned()));
    }

    async fn stored(&self, path: &str) -> RawPage {
        let first = PageKey {
            fetched_at: chrono::DateTime::UNIX_EPOCH,
            page_id: -1,
        };
        let (store, all) = (&self.database.store, RawQuery::default());
        let batch = store.raw_pages(first, 0, i64::MAX, &all).await.unwrap();
        let url = self.site.url("paper", path);
        let mut pages = batch.pages.into_iter();
        pages.find(|page| page.url == url).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_asked_for_once_and_recorded_with_every_page_they_speak_of() {
    let fixture = Fixture::with_articles().await;
    fixture.file(
        TDMREP,
        r#"[{"location": "/open/*", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": 1, "tdm-policy": "https://a.example/tdm"}]"#,
    );
    fixture.file(AI_TXT, "User-Agent: *\nDisallow: *.html\nAllow: /open/\n");
    fixture.file(
        "/robots.txt",
        "User-agent: GPTBot\nDisallow: /closed/\n\nUser-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /never/\n",
    );
    fixture.crawl().await;
    let closed = fixture.stored("/closed/b").await;
    let wanted = json!({
        "tdm_source": "tdmrep.json",
        "tdm_reserved": true,
        "tdm_policy_url": "https://a.example/tdm",
        "ai_txt": "Disallow: *.html (group *)",
        "content_signal": ["search=yes", "ai-train=no"],
        "ai_optout": ["ai.txt", "content-signal:ai-train=no", "robots:GPTBot"],
    });
    assert_eq!(closed.opt_out, wanted);
    assert_eq!(closed.opt_outs, ["tdm", "ai"]);
    let open = fixture.stored("/open/a").await;
    assert_eq!(open.opt_out["tdm_reserved"], false);
    assert_eq!(open.opt_out["ai_txt"], "Allow: /open/ (group *)");
    let refusals = json!(["content-signal:ai-train=no"]);
    assert_eq!(open.opt_out["ai_optout"], refusals);

    // Another crawl on the same day requests neither.
    fixture.make_due().await;
    fixture.crawl().await;
    assert_eq!((fixture.times(TDMREP), fixture.times(AI_TXT)), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_absent_is_seen_the_next_night() {
    let fixture = Fixture::with_articles().await;
    fixture.crawl().await;
    assert_eq!(fixture.stored("/open/a").await.opt_out, json!({}));
    fixture.file(AI_TXT, "User-Agent: *\nDisallow: /\n");
    fixture.set("/open/new", StubSite::article("New", None, &[]));
    fixture.home(&["/open/new"]);
    fixture.pass_day().await;
    fixture.crawl().await;
    let new = fixture.stored("/open/new").await;
    assert_eq!(new.opt_out["ai_optout"], json!(["ai.txt"]));
    assert_eq!(fixture.times(TDMREP), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_txt_holds_for_these_files_too() {
    let fixture = Fixture::with_articles().await;
    fixture.file(
        "/robots.txt",
        "User-agent: *\nDisallow: /.well-known/\nDisallow: /ai.txt\n",
    );
    fixture.file(AI_TXT, "User-Agent: *\nDisallow: /\n");
    fixture.crawl().await;
    assert_eq!((fixture.times(TDMREP), fixture.times(AI_TXT)), (0, 0));
    assert_eq!(fixture.stored("/open/a").await.opt_out, json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_within_the_host_is_followed_and_one_elsewhere_is_not() {
    let fixture = Fixture::with_articles().await;
    let moved = |name: &str, path: &str| StubReply::Redirect(301, fixture.site.url(name, path));
    fixture.set(AI_TXT, moved("paper", "/files/ai.txt"));
    fixture.file("/files/ai.txt", "User-Agent: *\nDisallow: /\n");
    fixture.set(TDMREP, moved("elsewhere", "/tdmrep.json"));
    fixture.crawl().await;
    let page = fixture.stored("/open/a").await;
    assert_eq!(page.opt_out["ai_optout"], json!(["ai.txt"]));
    assert_eq!(fixture.times_at("elsewhere", "/tdmrep.json"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_too_busy_for_them_is_left_alone_and_not_asked_for_them_again() {
    let fixture = Fixture::with_articles().await;
    fixture.set(TDMREP, StubReply::Status(429));
    fixture.crawl().await;
    let requests = [TDMREP, AI_TXT, "/"].map(|path| fixture.times(path));
    assert_eq!(requests, [1, 0, 0]);
}
