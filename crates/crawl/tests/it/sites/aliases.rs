//! Host aliases: those that redirect, and those that respond themselves.

use testsite::{StubReply, StubSite};

use super::fixture::Fixture;

#[tokio::test(flavor = "multi_thread")]
async fn links_to_an_alias_that_redirects_are_requested_on_the_alias_that_answers() {
    let fixture = Fixture::without_guesses("www.paper").await;
    let site = &fixture.site;
    let moved = |path: &str| StubReply::Redirect(301, site.url("paper", path));
    site.set("www.paper", "/", moved("/"));
    for path in ["/one-of-the-articles", "/two-of-the-articles"] {
        site.set("www.paper", path, moved(path));
        fixture.page(path, None);
    }
    // This page exists only on the other alias: the target of a redirect is not rewritten.
    let third = "/three-of-the-articles";
    let redirect = StubReply::Redirect(302, site.url("www.paper", third));
    site.set("paper", third, redirect);
    let page = StubSite::article("three", None, &[]);
    site.set("www.paper", third, page);
    let first = site.url("www.paper", "/one-of-the-articles");
    fixture.home(&[first.as_str(), "/two-of-the-articles", third]);
    fixture.crawl().await;
    assert_eq!(fixture.requested("www.paper"), ["/", third]);
    let requested = fixture.requested("paper").join(" ");
    let wanted = "/ /one-of-the-articles /three-of-the-articles /two-of-the-articles";
    assert_eq!(requested, wanted);
    assert!(fixture.is_stored("www.paper", third).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_answers_on_two_aliases_is_requested_on_its_canonical_one() {
    let fixture = Fixture::without_guesses("paper").await;
    let site = &fixture.site;
    let home = |links: &[&str]| {
        let own = site.url("www.paper", "/");
        for name in ["paper", "www.paper"] {
            site.set(name, "/", StubSite::article("Paper", Some(&own), links));
        }
    };
    for name in ["paper", "www.paper"] {
        for path in ["/one-of-the-articles", "/two-of-the-articles"] {
            site.set(name, path, StubSite::article(path, None, &[]));
        }
    }
    home(&[]);
    fixture.crawl().await;
    home(&[
        "/one-of-the-articles",
        &site.url("paper", "/two-of-the-articles"),
    ]);
    fixture.make_due().await;
    fixture.crawl().await;
    assert_eq!(fixture.requested("paper"), ["/", "/"]);
    let requested = fixture.requested("www.paper").join(" ");
    assert_eq!(requested, "/ / /one-of-the-articles /two-of-the-articles");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_canonical_url_on_the_alias_that_redirects_is_ignored() {
    let fixture = Fixture::without_guesses("paper").await;
    let site = &fixture.site;
    let home = |links: &[&str]| {
        let twin = site.url("www.paper", "/");
        site.set("paper", "/", StubSite::article("Paper", Some(&twin), links));
    };
    site.set(
        "www.paper",
        "/",
        StubReply::Redirect(301, site.url("paper", "/")),
    );
    fixture.page("/one-of-the-articles", None);
    home(&[]);
    fixture.crawl().await;
    home(&[
        "/one-of-the-articles",
        &site.url("www.paper", "/two-of-the-articles"),
    ]);
    fixture.page("/two-of-the-articles", Some("/two-of-the-articles"));
    fixture.make_due().await;
    fixture.crawl().await;
    assert!(fixture.is_stored("paper", "/two-of-the-articles").await);
    let requested = fixture.requested("www.paper");
    assert!(requested.iter().all(|path| path == "/"), "{requested:?}");
}
