//! States of sites, and what to do about them.

use super::*;
use crate::{ChannelVisit, testing};
use chrono::TimeDelta;

fn now() -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse().unwrap()
}

fn cooling(reason: SiteState, detail: Option<&str>) -> SiteOverview {
    testing::cooling("a", now() + TimeDelta::minutes(37), reason, detail)
}

/// A site with these numbers of visits, answers and extracted pages, most of which are of this type.
fn crawled([visits, answers, pages]: [i64; 3], mostly: &str) -> SiteOverview {
    SiteOverview {
        visits,
        answers,
        pages,
        mostly: Some(mostly.to_owned()),
        ..testing::overview("a", now() + TimeDelta::minutes(37))
    }
}

/// A visit of the front page.
fn home(outcome: Outcome, http_status: Option<i16>, detail: Option<&str>) -> HomeVisit {
    HomeVisit {
        outcome,
        http_status,
        detail: detail.map(str::to_owned),
        other_site: None,
        at: now(),
    }
}

/// A site that was visited once, with this visit of its front page.
fn visited(home_visit: HomeVisit) -> SiteOverview {
    SiteOverview {
        home_visit: Some(home_visit),
        ..crawled([1, 0, 0], "")
    }
}

fn visit(path: &str, outcome: Outcome, http_status: Option<i16>) -> ChannelVisit {
    ChannelVisit {
        url: format!("https://www.a.example/{path}"),
        outcome,
        http_status,
        detail: None,
    }
}

fn describe(site: &SiteOverview) -> String {
    Diagnosis::of(site).sentence(now())
}

fn never_worked(site: &SiteOverview, has_unread: bool) -> bool {
    super::never_worked(site, &Diagnosis::of(site), has_unread)
}

#[test]
fn a_state_says_why_until_when_and_what_to_do() {
    for (state, detail) in [
        (SiteState::Unreachable, "www.exmaple.org does not resolve"),
        (SiteState::Blocked, "bot challenge by Cloudflare"),
    ] {
        assert_eq!(
            describe(&cooling(state, Some(detail))),
            format!("{state} ({detail}), next try 12:37 UTC; gleaner site retry a")
        );
    }
    let blocked = visited(home(Outcome::Refused, Some(403), None));
    let empty = crawled([9, 9, 9], "consent_wall");
    let old = SiteOverview {
        skipped: Some("nofollow".to_owned()),
        ..crawled([9, 9, 1], "home")
    };
    let paused = SiteOverview {
        lifecycle: Lifecycle::Paused,
        ..cooling(SiteState::Unreachable, None)
    };
    let well = SiteOverview {
        last_article: Some(now()),
        ..empty.clone()
    };
    for (site, sentence) in [
        (
            &blocked,
            "blocked (its front page: 403 refused), next try 12:37 UTC; gleaner site retry a",
        ),
        (
            &crawled([0, 0, 0], ""),
            "new (not crawled yet); gleaner crawl --site a",
        ),
        (
            &empty,
            "empty (none of the 9 extracted pages is an article; most are: consent wall; it shows nothing without consent, which \
             a crawler does not give); gleaner site remove a",
        ),
        (
            &crawled([9, 9, 9], "js_shell"),
            "empty (none of the 9 extracted pages is an article; most are: js shell; its text is loaded by scripts, which run \
             only in a browser); `render = \"auto\"` in its seed, with a program built with `--features render`",
        ),
        (
            &crawled([9, 9, 9], "tag"),
            "empty (none of the 9 extracted pages is an article; most are: tag); gleaner explain https://www.a.example/",
        ),
        (
            &old,
            "empty (the only extracted page is not an article: home; what it links to is left out: nofollow); gleaner status \
             --skipped a",
        ),
        (
            &paused,
            "paused (nothing is fetched); gleaner site resume a",
        ),
        (&well, "ok"),
    ] {
        assert_eq!(describe(site), sentence);
    }
    assert!(never_worked(&blocked, true) && never_worked(&empty, false));
    let is_not_extracted = crawled([9, 9, 0], "consent_wall");
    assert!(!never_worked(&is_not_extracted, false) && !never_worked(&paused, false));
}

#[test]
fn what_is_said_of_a_front_page_names_its_cause_once() {
    let describe = |outcome, http_status, detail: Option<&str>| {
        describe(&visited(home(outcome, http_status, detail)))
    };
    let via = "redirect loop via https://www.a.example/";
    assert_eq!(
        describe(Outcome::RedirectLoop, Some(302), Some(via)),
        "failing (its front page: 302 redirect loop via https://www.a.example/), next try 12:37 UTC; gleaner site retry a"
    );
    assert_eq!(
        describe(Outcome::Disallowed, None, None),
        "disallowed (its robots.txt forbids its front page), next try 12:37 UTC; a retry does not help, but a feed that it \
         allows does: name it in the seed"
    );
    for (status, state) in [(403, "blocked"), (412, "failing"), (405, "failing")] {
        let said = describe(Outcome::Refused, Some(status), None);
        assert!(said.starts_with(state), "{said}");
    }
    let is_text = Some("text/plain is not a page");
    assert_eq!(
        describe(Outcome::Skipped, Some(200), is_text),
        "unread (its front page: 200 skipped: text/plain is not a page); gleaner site retry a"
    );
    let closed = "its robots.txt at https cannot be obeyed now";
    assert!(describe(Outcome::Disallowed, None, Some(closed)).ends_with("gleaner site retry a"));
}

#[test]
fn a_site_whose_front_page_leads_to_another_domain_or_site_has_moved_there() {
    let with = |detail: &str, other_site: Option<&str>| SiteOverview {
        last_article: Some(now()).filter(|_| other_site.is_none()),
        ..visited(HomeVisit {
            other_site: other_site.map(str::to_owned),
            ..home(Outcome::Redirected, Some(301), Some(detail))
        })
    };
    let moved = with("not followed, to https://www.new.example/", None);
    assert!(Diagnosis::of(&moved).is_trouble);
    assert_eq!(
        describe(&moved),
        "moved (its front page redirects to https://www.new.example/, which is not followed), next try 12:37 UTC; change \
         `home` in the seed"
    );
    for followed in [
        "to https://a.example/",
        "not followed, to https://m.a.example/",
    ] {
        assert_eq!(describe(&with(followed, None)), "ok", "{followed}");
    }
    let moved = with("to https://www.a.example/", Some("b"));
    assert_eq!(
        describe(&moved),
        "moved (its front page redirects to https://www.a.example/, which belongs to the site b), next try 12:37 UTC; delete it \
         from its seed file, then gleaner site remove a"
    );
    assert!(never_worked(&moved, false));
}

#[test]
fn a_site_without_a_working_channel_names_it_and_what_to_do() {
    let broken = visit("rss", Outcome::Busy, Some(503));
    let malformed = ChannelVisit {
        detail: Some("neither a feed nor a sitemap".to_owned()),
        ..visit("rss", Outcome::Malformed, Some(200))
    };
    for (counts, broken_channel, last_article, state, said, rest) in [
        (
            [3, 1, 1],
            broken.clone(),
            None,
            "empty",
            "503 busy",
            "; the only extracted page is not an article: home",
        ),
        (
            [3, 0, 0],
            malformed,
            None,
            "unread",
            "200 malformed: neither a feed nor a sitemap",
            "",
        ),
        ([3, 1, 1], broken, Some(now()), "ok", "503 busy", ""),
    ] {
        let site = SiteOverview {
            broken_channel: Some(broken_channel),
            last_article,
            ..crawled(counts, "home")
        };
        assert_eq!(
            describe(&site),
            format!(
                "{state} (none of its feeds and sitemaps works: https://www.a.example/rss: {said}{rest}); look whether it has \
                 moved and name it in the seed, or gleaner site retry a"
            )
        );
    }
}

#[test]
fn a_site_whose_pages_fail_names_one_and_one_at_a_private_address_what_allows_it() {
    let refused = visit("1", Outcome::Refused, Some(403));
    let with = |site: SiteOverview, failed_page| SiteOverview {
        failed_page: Some(failed_page),
        ..site
    };
    let failing = || cooling(SiteState::Failing, Some("most recent outcome: refused"));
    let cause = "no page that it names was fetched, such as https://www.a.example/1:";
    let explained = "gleaner explain https://www.a.example/1";
    for (site, sentence) in [
        (
            with(crawled([9, 2, 1], "home"), refused.clone()),
            format!(
                "empty ({cause} 403 refused; the only extracted page is not an article: home); {explained}"
            ),
        ),
        (
            with(crawled([9, 0, 0], "home"), refused.clone()),
            format!("unread ({cause} 403 refused); {explained}"),
        ),
        (
            with(failing(), refused.clone()),
            format!(
                "blocked ({cause} 403 refused), next try 12:37 UTC; ask the publisher, or gleaner site remove a"
            ),
        ),
        (
            with(failing(), visit("1", Outcome::Timeout, None)),
            format!("failing ({cause} timeout), next try 12:37 UTC; {explained}"),
        ),
        (
            SiteOverview {
                home_visit: Some(home(Outcome::Refused, Some(403), None)),
                ..with(failing(), refused)
            },
            "blocked (its front page: 403 refused), next try 12:37 UTC; gleaner site retry a"
                .to_owned(),
        ),
    ] {
        assert_eq!(describe(&site), sentence);
    }
    let private = describe(&cooling(SiteState::Private, None));
    assert_eq!(private.matches("crawl.private_hosts").count(), 1);
    assert!(private.ends_with("gleaner site retry a"), "{private}");
}

#[test]
fn no_state_of_a_site_that_brings_nothing_is_without_a_next_step() {
    let reasons = [
        SiteState::Unreachable,
        SiteState::Failing,
        SiteState::Busy,
        SiteState::Blocked,
        SiteState::Private,
        SiteState::Slow,
        SiteState::Rationed,
        SiteState::Broken,
    ];
    let counts = [[0, 0, 0], [3, 0, 0], [3, 2, 0], [3, 3, 3]];
    let sites = reasons.map(|reason| cooling(reason, None)).into_iter();
    for site in sites.chain(counts.map(|counts| crawled(counts, "home"))) {
        let state = Diagnosis::of(&site);
        assert!(state.step.is_some() && state.why.is_some(), "{state:?}");
    }
}
