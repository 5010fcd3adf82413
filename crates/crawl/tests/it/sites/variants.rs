//! URL variants of a page, and its canonical URL.

use testsite::StubReply;

use super::fixture::{Fixture, feed_link};

#[tokio::test(flavor = "multi_thread")]
async fn index_files_are_their_directories_unless_these_are_no_pages() {
    let fixture = Fixture::without_guesses("paper").await;
    let site = &fixture.site;
    fixture.page("/answers/", None);
    fixture.page("/answers/index.html", None);
    fixture.page("/missing/index.html", None);
    fixture.page("/redirects/index.html", None);
    fixture.page("/known/index.html", None);
    let back = site.url("paper", "/redirects/index.html");
    site.set("paper", "/redirects/", StubReply::Redirect(302, back));
    site.set("paper", "/missing/", StubReply::Status(404));
    site.set("paper", "/known/", StubReply::Status(403));
    fixture.home(&[
        "/index.html",
        "/answers/index.html",
        "/missing/index.html",
        "/redirects/index.html",
        "/known/",
    ]);
    fixture.crawl().await;
    // the directories are known not to be pages when the links to their index files are found
    fixture.home(&["/known/index.html", "/missing/index.html"]);
    fixture.make_due().await;
    fixture.crawl().await;
    assert_eq!(fixture.times("/index.html"), 0);
    assert_eq!(fixture.times("/answers/index.html"), 0);
    let pages = [
        "/answers/",
        "/missing/index.html",
        "/redirects/index.html",
        "/known/index.html",
    ];
    fixture.assert_stored(&pages, "stored").await;
    assert_eq!(fixture.times("/missing/"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alternate_keeps_the_title_and_date_of_its_feed() {
    let fixture = Fixture::without_guesses("paper").await;
    let paths = ["/2031/index.html", "/ponte/index.php", "/more/default.aspx"];
    for path in paths {
        fixture.page(path, None);
    }
    fixture.set("/feed.xml", fixture.feed(&paths.map(|path| (path, 1))));
    fixture.front(&feed_link("/feed.xml"), &[]);
    fixture.crawl().await;
    let store = &fixture.database.store;
    for path in paths {
        let url = fixture.site.url("paper", path);
        let page = store.page_of_url(&url).await.unwrap();
        let page = page.unwrap_or_else(|| panic!("{path}: {:?}", fixture.requested("paper")));
        assert_eq!(page.title_feed.as_deref(), Some(path));
        assert!(page.published_feed.is_some(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_of_a_page_lead_to_the_page_and_are_not_requested_again() {
    let fixture = Fixture::without_guesses("paper").await;
    let plain = "/city/a-title-of-many-words";
    let tagged = "/city/a-title-of-many-words?from=front";
    let amp = "/amp/city/a-title-of-many-words";
    let print = "/city/a-title-of-many-words?print=1";
    for form in [plain, tagged, amp, print] {
        fixture.page(form, Some(plain));
    }
    let only_amp = "/amp/city/only-as-amp-of-many-words";
    fixture.page(only_amp, None);
    fixture.home(&[
        tagged,
        amp,
        print,
        "/city/a-title-of-many-words?outputType=amp",
        "/city/a-title-of-many-words/print",
        "/city//a-title-of-many-words",
        only_amp,
    ]);
    fixture.crawl().await;
    fixture.make_due().await;
    fixture.crawl().await;
    let requested = fixture.requested("paper");
    let times = [tagged, plain].map(|path| fixture.times(path));
    assert_eq!(
        times,
        [1, 2],
        "once, and once again at night: {requested:?}"
    );
    fixture.assert_stored(&[only_amp], "stored").await;
    let is_variant = |path: &&String| {
        ["amp", "print", "//"]
            .iter()
            .any(|mark| path.contains(mark))
    };
    let mut variants = requested.iter().filter(is_variant);
    assert!(variants.all(|path| path == only_amp), "{requested:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_canonical_url_has_not_answered_keeps_its_visits() {
    let fixture = Fixture::without_guesses("paper").await;
    let page = "/city/a-title-of-many-words?id=1";
    let canonical = "/city/a-title-of-many-words";
    fixture.page(page, Some(canonical));
    fixture.set(canonical, StubReply::Status(503));
    fixture.home(&[page]);
    for night in 1..=2 {
        fixture.crawl().await;
        assert_eq!(fixture.times(page), night);
        fixture.make_due().await;
    }
    fixture.page(canonical, Some(canonical));
    for _ in 0..2 {
        fixture.crawl().await;
        fixture.make_due().await;
    }
    assert_eq!(fixture.times(page), 3, "once more, and then it rests");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_canonical_url_does_not_lose_the_page() {
    let fixture = Fixture::without_guesses("paper").await;
    let site = &fixture.site;
    let gone = "/city/one-title-of-many-words";
    let back = "/city/two-title-of-many-words";
    fixture.page("/city/one-title-of-many-words?id=1", Some(gone));
    fixture.page("/city/two-title-of-many-words?id=2", Some(back));
    let to = site.url("paper", "/city/two-title-of-many-words?id=2");
    site.set("paper", back, StubReply::Redirect(301, to));
    site.set("paper", gone, StubReply::Status(404));
    // these name each other
    let here = "/city/five-title-of-many-words";
    let there = "/city/five-title-of-many-words?id=5";
    fixture.page(here, Some(there));
    fixture.page(there, Some(here));
    // these name their home page and section by mistake
    fixture.page("/city/three-title-of-many-words", Some("/"));
    fixture.page("/city/four-title-of-many-words", Some("/city/"));
    fixture.home(&[
        "/city/one-title-of-many-words?id=1",
        "/city/two-title-of-many-words?id=2",
        "/city/three-title-of-many-words",
        "/city/four-title-of-many-words",
        here,
    ]);
    fixture.crawl().await;
    assert_eq!((fixture.times(gone), fixture.times(back)), (1, 1));
    assert_eq!(fixture.times("/city/"), 0);
    let before = fixture.requested("paper").len();
    // all four pages are visited every night as separate pages, and one of the two that name each other
    fixture.make_due().await;
    fixture.crawl().await;
    let requested = fixture.requested("paper");
    assert_eq!(requested.len(), before + 1 + 4 + 1, "{requested:?}");
}
