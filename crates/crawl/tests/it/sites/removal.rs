//! Sites that are removed while a crawler runs.

use std::time::Duration;

use crawl::{Crawler, Plan};
use tokio_util::sync::CancellationToken;

use super::fixture::Fixture;

#[tokio::test(flavor = "multi_thread")]
async fn links_of_a_site_that_was_removed_and_named_again_are_followed_by_a_crawler_that_knew_them()
{
    let mut fixture = Fixture::without_guesses("paper").await;
    fixture.settings.max_pages_per_visit = 1;
    let paths = ["/one-of-the-articles", "/two-of-the-articles"];
    fixture.home(&paths);
    for path in paths {
        fixture.page(path, None);
    }
    let store = &fixture.database.store;
    let crawler = Crawler::new(store, &fixture.settings, &Plan::new("test")).unwrap();
    let stop = CancellationToken::new();
    let next = async || crawler.next("test", &[], &stop).await.unwrap();
    next().await.unwrap();
    assert_eq!(fixture.requested("paper"), ["/"]);

    let site = store.sites().await.unwrap().remove(0);
    assert_eq!(store.remove_site(&site.id).await.unwrap(), 2);
    fixture.know("paper").await;
    fixture.home(&["/one-of-the-articles", "/two-of-the-articles", "/"]);
    fixture.make_due().await;
    // The delay since the last request may not be over when the host is claimed.
    for _ in 0..200 {
        if next().await.is_none() {
            if paths.iter().all(|path| fixture.times(path) > 0) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    for path in paths {
        assert_eq!(fixture.times(path), 1, "{path}");
    }
}
