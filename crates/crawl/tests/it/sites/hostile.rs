//! Sites that would lead a crawler inwards, astray or round in circles.

use std::fmt::Write as _;

use chrono::{Days, Utc};
use store::testing::{rows, visited};
use testsite::{StubReply, StubSite};

use super::fixture::Fixture;

#[tokio::test(flavor = "multi_thread")]
async fn redirects_lead_neither_inwards_nor_to_strangers() {
    let mut fixture = Fixture::without_guesses("paper").await;
    // Only the name is allowed, not the address itself.
    fixture.settings.private_hosts = vec!["paper.localhost".to_owned()];
    let port = fixture.site.port();
    let targets = [
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        format!("http://127.0.0.1:{port}/inside"),
        format!("http://[::1]:{port}/inside"),
        format!("http://[::ffff:127.0.0.1]:{port}/inside"),
        format!("http://2130706433:{port}/inside"),
        "file:///etc/passwd".to_owned(),
        "http://[".to_owned(),
        fixture.site.url("elsewhere", "/inside"),
    ];
    let paths: Vec<String> = (0..targets.len()).map(|n| format!("/door-{n}")).collect();
    for (path, target) in paths.iter().zip(targets) {
        fixture.set(path, StubReply::Redirect(302, target));
    }
    fixture.page("/ordinary", None);
    fixture.home(&[&paths[..], &["/ordinary".to_owned()]].concat());
    fixture.crawl().await;
    let log = fixture.site.log();
    let inside = log.iter().find(|request| request.path == "/inside");
    assert!(inside.is_none(), "{inside:?}");
    let visits = visited(&fixture.database.store).await.unwrap();
    for path in &paths {
        assert_eq!(fixture.times(path), 1, "{path}");
        let url = fixture.site.url("paper", path);
        let visit = visits.iter().find(|(visited, ..)| *visited == url);
        let outcome = visit.map_or("not visited", |(_, outcome, _)| outcome);
        assert!(
            ["redirected", "malformed", "skipped"].contains(&outcome),
            "{path}: {outcome}"
        );
    }
    fixture.assert_stored(&["/ordinary"], "beside them").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_wants_a_cookie_is_asked_for_again_with_it() {
    let fixture = Fixture::without_guesses("paper").await;
    let page = "<title>The open door</title><p>The council has met.".to_owned();
    fixture.set("/door", StubReply::Door(page));
    fixture.home(&["/door"]);
    fixture.crawl().await;
    fixture.assert_stored(&["/door"], "with its cookie").await;
    let times = fixture.times("/door");
    assert!(times <= 3, "{times} requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swarm_of_sitemaps_costs_some_hundred_requests_a_night() {
    let mut fixture = Fixture::without_guesses("paper").await;
    fixture.settings.max_pages_per_site = 1_000;
    let mut index = String::from("<sitemapindex>");
    for n in 0..3_000 {
        let path = format!("/swarm-{n}.xml");
        let day = Utc::now().date_naive() - Days::new(n % 20);
        let url = fixture.site.url("paper", &path);
        let _ = write!(
            index,
            "<sitemap><loc>{url}</loc><lastmod>{day}</lastmod></sitemap>"
        );
        let page = fixture.site.url("paper", &format!("/nothing/{n}.html"));
        let sitemap = format!("<urlset><url><loc>{page}</loc></url></urlset>");
        fixture.set(&path, StubReply::Body("application/xml", sitemap));
    }
    index += "</sitemapindex>";
    fixture.set("/index.xml", StubReply::Body("application/xml", index));
    fixture.names_sitemap("/index.xml");
    fixture.page("/ordinary", None);
    fixture.home(&["/ordinary"]);
    fixture.crawl().await;
    let requested = fixture.requested("paper").into_iter();
    let sitemaps = requested.filter(|path| path.starts_with("/swarm-")).count();
    assert!(
        (100..=200).contains(&sitemaps),
        "{sitemaps} sitemaps were read"
    );
    let known = "select count(*) as rows from seen where kind <> 'page'";
    let known = rows(&fixture.database.store, known).await.unwrap();
    let known = known[0]["rows"].as_i64().unwrap();
    assert!(known < 1_100, "{known} sitemaps are known");
    fixture.assert_stored(&["/ordinary"], "beside them").await;
}

/// Links of a page of a maze.
const DOORS: usize = 8;
/// Pages of a maze that are there to be read.
const ROOMS: usize = 320;

/// The path of a page of a maze, which no URL gives away: a calendar, a session in the path, headlines that lead to headlines, and
/// folders in folders.
fn room(maze: &str, n: usize) -> String {
    match maze {
        "weeks" => format!("/wochen/woche/{}", 900 + n),
        "sessions" => format!("/s-{:x}/seite/{}", 0x00c0_ffee + n * 7_919, n % 5),
        "slugs" => {
            let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
            let word: String = [n / 26, n, n + 7, n + 3].map(letter).iter().collect();
            format!("/mehr/{word}-aller-{word}-dinge")
        }
        _ if n == 0 => "/spiegel/stadt/".to_owned(),
        _ => {
            let names = [
                "stadt", "land", "fluss", "wald", "berg", "see", "tal", "feld",
            ];
            let (outer, name) = ((n - 1) / DOORS, names[(n - 1) % DOORS]);
            format!("{}{name}/", room(maze, outer))
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_maze_that_no_url_gives_away_is_left_after_some_dozen_pages() {
    let mazes = ["weeks", "sessions", "slugs", "mirrors"];
    let mut fixture = Fixture::empty().await;
    fixture.settings.well_known_channels = false;
    for maze in mazes {
        fixture.know(maze).await;
        for n in 0..ROOMS {
            let path = room(maze, n);
            let name = path.rsplit('/').find(|name| !name.is_empty());
            let name = name.unwrap().replace('-', " ");
            let mut page = format!(
                "<!doctype html><html lang=\"de\"><title>{name} - Stadtblatt</title><nav>Start &gt; {name}</nav><h1>{name}</h1>\
                 <p>Hier finden Sie alles, was in der Stadt und auf dem Land in diesen Tagen zu sehen und zu hören ist, von den \
                 Märkten am Morgen bis zu den Konzerten am Abend, und wer etwas vermisst, schreibt der Redaktion einen Brief.</p>"
            );
            for door in 1..=DOORS {
                let path = room(maze, n * DOORS + door);
                let _ = write!(page, "<a href=\"{path}\">Weiter</a>");
            }
            fixture.site.set(maze, &path, StubReply::Page(page));
        }
        let home = StubSite::article(maze, None, &[&room(maze, 0)]);
        fixture.site.set(maze, "/", home);
    }
    fixture.crawl().await;
    for maze in mazes {
        let pages = fixture.requested(maze).len() - 1;
        assert!((10..60).contains(&pages), "{maze}: {pages} pages");
    }
}
