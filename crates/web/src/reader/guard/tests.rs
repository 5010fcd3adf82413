use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::reader::tests::{Shows as _, World};

#[tokio::test]
async fn requests_that_are_given_up_keep_their_places_until_their_work_ends() {
    let (running, end) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
    let of_work = (Arc::clone(&running), Arc::clone(&end));
    let world = World::explaining(Arc::new(move |_| {
        let (running, end) = of_work.clone();
        // does not end with the request
        let work = tokio::spawn(async move {
            running.fetch_add(1, Ordering::SeqCst);
            end.acquire().await.unwrap().forget();
        });
        Box::pin(async move {
            work.await.unwrap();
            Err("has ended".to_owned())
        })
    }))
    .await;
    let id = world.article("1", "Ein Haus.").await;
    let explain = format!("/article/{id}/explain");
    for _ in 0..MAX_READINGS + 3 {
        let given_up = tokio::time::timeout(Duration::from_millis(300), world.get(&explain));
        assert!(given_up.await.is_err());
    }
    while running.load(Ordering::SeqCst) < MAX_READINGS {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.get("/runs").await.status, 200);
    assert_eq!(running.load(Ordering::SeqCst), MAX_READINGS);
    end.add_permits(9);
    let next = world.get(&explain).await;
    next.has(["has ended"]);
}

#[tokio::test]
async fn requests_of_one_kind_do_not_delay_those_of_another() {
    let world = World::new().await;
    let id = world.article("1", "Ein Haus.").await;
    let kinds = [
        (&world.places.searches, "/search?q=haus"),
        (&world.places.searches, "/api/v1/search?q=haus"),
        (&world.places.searches, "/feeds/search.rss?q=haus"),
        (&world.places.searches, "/watches"),
        (&world.places.searches, "/watches/1"),
        (&world.places.readings, &format!("/article/{id}/explain")),
        (
            &world.places.readings,
            &format!("/article/{id}/rule?drop=1"),
        ),
        (&world.places.readings, "/label/blocks"),
        (&world.places.others, "/runs"),
    ];
    let get = |path| tokio::time::timeout(Duration::from_millis(100), world.get(path));
    for (places, path) in kinds {
        let number = u32::try_from(places.available_permits()).unwrap();
        let all = places.acquire_many(number).await.unwrap();
        assert!(get(path).await.is_err(), "{path}");
        for (_, other) in kinds
            .iter()
            .filter(|(others, _)| !Arc::ptr_eq(others, places))
        {
            world.get(other).await;
        }
        assert_eq!(world.get("/healthz").await.status, 200);
        drop(all);
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let world = World::new().await;
    for (version, hosts, status) in [
        (Version::HTTP_11, &["localhost"][..], 200),
        (Version::HTTP_11, &[], 400),
        (Version::HTTP_11, &["localhost", "localhost"], 400),
        (Version::HTTP_11, &["evil.example"], 421),
        (Version::HTTP_10, &[], 200),
        (Version::HTTP_10, &["evil.example"], 421),
    ] {
        let mut request = Request::get("/healthz").version(version);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        let answer = world.send(request, "").await;
        assert_eq!(answer.status, status, "{version:?} {hosts:?}");
    }
}

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let pairs = pairs.iter().map(|(name, value)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    });
    pairs.collect()
}

fn access(address: &str, token: Option<&str>) -> Access {
    Access::new(address.parse().unwrap(), &[], token.map(str::to_owned))
}

#[test]
fn host_names_of_dns_rebinding_are_rejected() {
    let hosts = ["news.example".to_owned()];
    let access = Access::new("127.0.0.1:8080".parse().unwrap(), &hosts, None);
    for host in [
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1:8080",
        "[::1]:8080",
        "news.example",
    ] {
        assert!(access.accepts_host(host), "{host}");
    }
    for host in [
        "",
        "evil.example",
        "localhost.evil.example",
        "news.example.evil",
        "a b",
    ] {
        assert!(!access.accepts_host(host), "{host}");
    }
}

#[test]
fn pages_of_other_sites_do_not_write() {
    let access = access("127.0.0.1:8080", None);
    let own = [
        ("host", "localhost:8080"),
        ("origin", "http://localhost:8080"),
    ];
    assert_eq!(access.write_refusal(&headers(&own)), None);
    assert_eq!(access.write_refusal(&headers(&[])), None);
    for foreign in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://localhost:9090"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let sent = headers(&[("host", "localhost:8080"), foreign]);
        assert!(access.write_refusal(&sent).is_some(), "{foreign:?}");
    }
}

#[test]
fn writing_needs_the_token_where_there_is_one() {
    let with = access("127.0.0.1:8080", Some("secret"));
    for given in [
        ("authorization", "Bearer secret"),
        ("cookie", "a=b; gleaner_token=secret"),
    ] {
        assert_eq!(with.write_refusal(&headers(&[given])), None, "{given:?}");
    }
    for given in [
        ("authorization", "Bearer secre"),
        ("cookie", "gleaner_token="),
        ("cookie", "token=secret"),
    ] {
        assert!(
            with.write_refusal(&headers(&[given])).is_some(),
            "{given:?}"
        );
    }
}

#[test]
fn a_public_reader_without_a_token_is_read_only() {
    let hosts = ["news.example".to_owned()];
    let behind_a_proxy = Access::new("127.0.0.1:8080".parse().unwrap(), &hosts, None);
    for access in [access("0.0.0.0:8080", None), behind_a_proxy] {
        assert!(access.write_refusal(&headers(&[])).is_some(), "{access:?}");
    }
}

#[test]
fn the_first_proxy_says_whether_the_connection_is_encrypted() {
    for (schemes, wanted) in [
        ("https", true),
        ("HTTPS, http", true),
        ("http,https", false),
        ("", false),
    ] {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-proto", HeaderValue::from_static(schemes));
        assert_eq!(is_encrypted(&headers), wanted, "{schemes}");
    }
    assert!(!is_encrypted(&HeaderMap::new()));
}
