//! What sitemaps and their indexes lead to.

use super::*;

#[test]
fn a_sitemap_index_leads_to_sitemaps_until_the_depth_bound() {
    let index = || vec![entry("/s1.xml.gz", None)];
    let first = listed(&scope(), vec![], index());
    assert_eq!((first[0].kind, first[0].depth), (UrlKind::Sitemap, 1));
    assert!(listed_at(3, &scope(), vec![], index()).is_empty());
}

#[test]
fn relative_addresses_of_a_sitemap_are_those_beside_it() {
    let entries = |words: &str| -> Vec<Entry> {
        let words = words.split(' ');
        words.map(|word| entry(word, None)).collect()
    };
    let pages = entries("/politik/1 2 //www.a.example/3 a.example/4 www.a.example/5");
    let sitemaps = entries("/s2.xml a.example/s3.xml mailto:a@a.example");
    let found = listed(&scope(), pages, sitemaps);
    let wanted = "https://a.example/s2.xml https://a.example/s3.xml https://a.example/politik/1 \
        https://a.example/maps/2 https://www.a.example/3 https://a.example/4 \
        https://www.a.example/5";
    assert_eq!(urls(&found).join(" "), wanted);
}

#[test]
fn the_news_extension_decides_how_a_page_was_found() {
    let scope = scope();
    let entry = |news| Entry {
        news,
        ..entry("/1", Some(scope.now))
    };
    let found = listed(&scope, vec![entry(true), entry(false)], vec![]);
    let vias = (found[0].via, found[1].via);
    assert_eq!(vias, (Via::NewsSitemap, Via::Sitemap));
    let published = found[0].published;
    assert_eq!(published, None, "lastmod is no date of publication");
}

#[test]
fn entries_with_the_last_date_of_a_sitemap_are_never_too_old() {
    let scope = scope();
    let found = |depth, days: &[i64]| {
        let entries = days.iter().zip(1..).map(|(days, n)| {
            let modified = scope.now - TimeDelta::days(*days);
            entry(&format!("/{n}"), Some(modified))
        });
        let due = Due {
            via: Via::Sitemap,
            ..due(UrlKind::Sitemap, "/map.xml", depth)
        };
        let sitemap = Sitemap {
            pages: entries.collect(),
            ..Sitemap::default()
        };
        of_sitemap(&scope, &due, sitemap).len()
    };
    for (depth, days, wanted) in [
        (0, &[900, 900, 900][..], 3),
        (0, &[2_000, 400, 400], 2),
        // dead, or of an archive
        (0, &[2_000, 900], 0),
        (0, &[900, 900, 1], 1),
        (1, &[900, 900], 0),
    ] {
        assert_eq!(found(depth, days), wanted, "{days:?} at {depth}");
    }
}

#[test]
fn archives_are_left_out_by_what_their_addresses_name() {
    let scope = scope();
    let (now, year) = (Some(scope.now), scope.now.format("%Y/%m/%d"));
    let pages = vec![
        entry("/2011/03/18/alt", None),
        entry("/2011/03/alt", now),
        entry(&format!("/{year}/neu"), None),
        entry("/ohne-datum", None),
    ];
    let sitemaps = vec![
        entry("/sitemap-2011-03.xml", now),
        entry(&format!("/{}.xml", scope.now.format("%Y-%m")), now),
        entry("/sitemap-12.xml", None),
    ];
    let found = listed(&scope, pages, sitemaps);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(!found.iter().any(|new| new.url.contains("2011")));
}

#[test]
fn the_month_in_the_address_of_a_sitemap_counts_if_nothing_else_tells_its_age() {
    let scope = scope();
    let (now, old) = (Some(scope.now), Some(scope.now - TimeDelta::days(900)));
    let found = |entries: &[(&str, Option<DateTime<Utc>>)]| {
        let entries = entries
            .iter()
            .map(|(path, modified)| entry(path, *modified));
        listed(&scope, vec![], entries.collect()).len()
    };
    for one in [
        "/uploads/2019/05/map.xml",
        "/map.php?id=200507",
        "/v2020-01/map.xml",
    ] {
        assert_eq!(found(&[(one, now)]), 1, "{one}");
        assert_eq!(found(&[(one, None), ("/map-2.xml", now)]), 2, "{one}");
    }
    let of_folder = ["/uploads/2019/05/a.xml", "/uploads/2019/05/b.xml"];
    assert_eq!(found(&of_folder.map(|path| (path, now))), 2);
    let months = ["/2019-05.xml", "/2019-06.xml", "/2019-07.xml"];
    assert_eq!(found(&months.map(|path| (path, now))), 0, "all dated so");
    assert_eq!(found(&months.map(|path| (path, None))), 0);
    let changed = [(months[0], now), (months[1], old), (months[2], None)];
    assert_eq!(found(&changed), 1, "an old month that has changed");
}

#[test]
fn of_an_index_whose_dates_are_all_old_the_newest_sitemaps_are_read() {
    let scope = scope();
    for (days, wanted) in [
        (&[2_000, 900, 900][..], 2),
        (&[2_000], 1),
        // an archive
        (&[2_000, 1], 1),
    ] {
        let entries = days.iter().zip(1..).map(|(days, n)| {
            let modified = scope.now - TimeDelta::days(*days);
            entry(&format!("/{n}.xml"), Some(modified))
        });
        let found = listed(&scope, vec![], entries.collect());
        assert_eq!(found.len(), wanted, "{days:?}");
    }
}

#[test]
fn a_sitemap_that_is_no_volume_of_an_archive_is_read_whatever_its_date() {
    let scope = scope();
    let (now, old) = (Some(scope.now), Some(scope.now - TimeDelta::days(1_500)));
    for (paths, wanted) in [
        (&["/sitemap-posts.xml", "/sitemap-pages.xml"][..], 2),
        (&["/карта-новости.xml", "/карта-рубрики.xml"], 2),
        (&["/map.php?type=articles", "/map.php?type=auteurs"], 2),
        (&["/post-sitemap.xml", "/post-sitemap2.xml"], 1),
        (&["/map.php?part=7", "/map.php?part=12"], 1),
        (&["/2023/sitemap.xml", "/2024/sitemap.xml"], 1),
    ] {
        let entries = vec![entry(paths[0], old), entry(paths[1], now)];
        let found = listed(&scope, vec![], entries);
        assert_eq!(found.len(), wanted, "{paths:?}");
    }
}

#[test]
fn sitemaps_among_pages_and_pages_among_sitemaps_are_told_by_their_addresses() {
    for path in ["/news-1.xml.gz", "/maps/2026.gz", "/karte.php.gz"] {
        let found = listed(&scope(), vec![entry(path, None)], vec![]);
        assert_eq!(found[0].kind, UrlKind::Sitemap, "{path}");
    }
    for (path, kind) in [
        ("/news/1-der-haushalt-steht", UrlKind::Page),
        ("/noticias/2026/el-puente.html", UrlKind::Page),
        ("/новости/мост-открыт/", UrlKind::Page),
        ("/news.xml", UrlKind::Sitemap),
        ("/sitemaps/news", UrlKind::Sitemap),
        ("/map?part=1", UrlKind::Sitemap),
        ("/karte.php", UrlKind::Sitemap),
    ] {
        let found = listed(&scope(), vec![], vec![entry(path, None)]);
        assert_eq!(found[0].kind, kind, "{path}");
    }
}
