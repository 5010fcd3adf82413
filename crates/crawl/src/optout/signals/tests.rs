use super::*;
use crate::robots::Decision;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    pairs
        .iter()
        .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
        .collect()
}

fn read_signals(
    pairs: &[(&'static str, &'static str)],
    page: &PageLinks,
    site: &PageOptOuts,
) -> Value {
    Signals::read(&headers(pairs), Some(page), "Gleaner").to_json(site)
}

/// The signals of a response with this header for robots.
fn tagged(value: &'static str) -> Signals {
    Signals::read(&headers(&[("x-robots-tag", value)]), None, "Gleaner")
}

#[test]
fn directives_for_other_agents_are_not_ours() {
    let headers = headers(&[
        ("x-robots-tag", "noai, NoArchive"),
        ("x-robots-tag", "otherbot: nofollow"),
        ("x-robots-tag", "Gleaner: noimageai"),
        (
            "x-robots-tag",
            "unavailable_after: 25 Jun 2027 15:00:00 PST",
        ),
        ("x-robots-tag", "max-snippet: 0, nosnippet"),
    ]);
    let signals = Signals::read(&headers, None, "Gleaner");
    assert!(!signals.nofollow());
    let wanted = [
        "noai",
        "noarchive",
        "noimageai",
        "unavailable_after:25 jun 2027 15:00:00 pst",
        "max-snippet:0",
        "nosnippet",
    ];
    assert_eq!(signals.header, wanted);
    let refusals = json!(["header:noai", "header:noimageai"]);
    let recorded = signals.to_json(&PageOptOuts::default());
    assert_eq!(recorded["ai_optout"], refusals);
}

#[test]
fn directives_are_told_apart_however_they_are_separated() {
    for value in [
        "noindex, nofollow",
        "NOINDEX NOFOLLOW",
        "noindex;nofollow",
        "noindex/nofollow",
        "gleaner: noindex | nofollow",
    ] {
        assert_eq!(tagged(value).header, ["noindex", "nofollow"], "{value}");
        let page = PageLinks {
            robots: vec![value.to_lowercase()],
            ..PageLinks::default()
        };
        let page = Signals::read(&HeaderMap::new(), Some(&page), "Gleaner");
        assert!(page.nofollow(), "{value}");
    }
    // the directives stand between bars
    for (value, wanted) in [
        (
            "noindex; nofollow; max-image-preview:large",
            "noindex|nofollow|max-image-preview:large",
        ),
        (
            "noai nofollow max-snippet:-1",
            "noai|nofollow|max-snippet:-1",
        ),
        (
            "all, nofollow max-snippet:-1",
            "all|nofollow|max-snippet:-1",
        ),
        (
            "max-snippet : 0 max-video-preview:-1 / nofollow | noarchive",
            "max-snippet:0|max-video-preview:-1|nofollow|noarchive",
        ),
        (
            "nofollow unavailable_after: 25 Jun 2027 15:00:00 PST, noarchive",
            "nofollow|unavailable_after:25 jun 2027 15:00:00 pst|noarchive",
        ),
        (
            "nofollow, otherbot: noai noindex",
            "nofollow|otherbot:noai noindex",
        ),
    ] {
        let signals = tagged(value);
        assert_eq!(signals.header.join("|"), wanted, "{value}");
        assert!(signals.nofollow(), "{value}");
    }
    let other = "max-image-preview:large, unavailable_after: 25 Jun 2027 15:00:00 PST, all";
    assert!(!tagged(other).nofollow());
}

#[test]
fn header_and_page_add_up_and_the_header_wins() {
    let page = PageLinks {
        robots: ["noindex", "nofollow", "otherbot: noai"]
            .map(str::to_owned)
            .to_vec(),
        tdm_reservation: Some("0".to_owned()),
        tdm_policy: Some("https://a.example/policy.json".to_owned()),
        ..PageLinks::default()
    };
    let headers = headers(&[("tdm-reservation", "1")]);
    let signals = Signals::read(&headers, Some(&page), "Gleaner");
    assert!(signals.nofollow());
    let wanted = json!({
        "meta_robots": ["noindex", "nofollow"],
        "tdm_source": "header",
        "tdm_reserved": true,
        "tdm_policy_url": "https://a.example/policy.json",
    });
    assert_eq!(signals.to_json(&PageOptOuts::default()), wanted);
}

#[test]
fn the_files_of_the_site_apply_where_the_response_says_nothing() {
    let site = PageOptOuts {
        tdm: Tdm {
            reserved: Some(true),
            policy: Some("https://a.example/tdm".to_owned()),
        },
        ..PageOptOuts::default()
    };
    let silent = PageLinks::default();
    let wanted = json!({
        "tdm_source": "tdmrep.json",
        "tdm_reserved": true,
        "tdm_policy_url": "https://a.example/tdm",
    });
    assert_eq!(read_signals(&[], &silent, &site), wanted);
    let open = PageLinks {
        tdm_reservation: Some("0".to_owned()),
        ..PageLinks::default()
    };
    let page = read_signals(&[], &open, &site);
    assert_eq!(page["tdm_source"], "meta");
    assert_eq!(page["tdm_reserved"], false);
    // What the protocol does not know says nothing.
    let unclear = read_signals(&[("tdm-reservation", "true")], &silent, &site);
    assert_eq!(unclear, wanted);
}

#[test]
fn everything_said_against_ai_is_listed_with_its_place() {
    let site = PageOptOuts {
        ai_txt: Some(Decision {
            allowed: false,
            rule: Some("Disallow: *.html (group *)".to_owned()),
        }),
        ai_crawlers: vec!["GPTBot", "CCBot"],
        signal: vec!["search=yes".to_owned(), "ai-train=no".to_owned()],
        usage: vec!["train-ai=y".to_owned()],
        ..PageOptOuts::default()
    };
    let page = PageLinks {
        robots: vec!["noai".to_owned()],
        ..PageLinks::default()
    };
    let signals = read_signals(&[("content-usage", "train-ai=n")], &page, &site);
    let wanted = json!([
        "meta:noai",
        "ai.txt",
        "content-signal:ai-train=no",
        "content-usage:train-ai=n",
        "robots:GPTBot",
        "robots:CCBot",
    ]);
    assert_eq!(signals["ai_optout"], wanted);
    assert_eq!(signals["ai_txt"], "Disallow: *.html (group *)");
    let site_signal = json!(["search=yes", "ai-train=no"]);
    assert_eq!(signals["content_signal"], site_signal);
    assert_eq!(signals["content_usage"], json!(["train-ai=n"]));
}

#[test]
fn no_signals_are_an_empty_object() {
    let (page, site) = (PageLinks::default(), PageOptOuts::default());
    assert_eq!(read_signals(&[], &page, &site), json!({}));
}
