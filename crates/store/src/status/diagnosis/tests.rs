//! States of sites, and what to do about them.

use super::*;
use crate::{ChannelVisit, testing};
use chrono::{TimeDelta, TimeZone as _};

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 7, 1, 12, 0, 0).unwrap()
}

fn due() -> DateTime<Utc> {
    now() + TimeDelta::minutes(37)
}

fn site(id: &str) -> SiteOverview {
    testing::overview(id, due())
}

fn cooling(id: &str, reason: SiteState, detail: Option<&str>) -> SiteOverview {
    testing::cooling(id, due(), reason, detail)
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
        visits: 1,
        ..site("a")
    }
}

fn describe(site: &SiteOverview) -> String {
    Diagnosis::of(site).sentence(now())
}

#[test]
fn a_state_says_why_until_when_and_what_to_do() {
    for (state, detail) in [
        (SiteState::Unreachable, "www.exmaple.org does not resolve"),
        (SiteState::Blocked, "bot challenge by Cloudflare"),
    ] {
        assert_eq!(
            describe(&cooling("a", state, Some(detail))),
            format!("{state} ({detail}), next try 12:37 UTC; gleaner site retry a")
        );
    }
    let blocked = visited(home(Outcome::Refused, Some(403), None));
    assert_eq!(
        describe(&blocked),
        "blocked (its front page: 403 refused), next try 12:37 UTC; gleaner site retry a"
    );
    assert!(never_worked(&blocked, &Diagnosis::of(&blocked), true));
    assert_eq!(
        describe(&site("a")),
        "new (not crawled yet); gleaner crawl --site a"
    );
    let empty = SiteOverview {
        visits: 9,
        answers: 9,
        pages: 9,
        mostly: Some("consent_wall".to_owned()),
        ..site("a")
    };
    assert_eq!(
        describe(&empty),
        "empty (none of the 9 extracted pages is an article; most are: consent wall; it shows nothing without consent, which \
         a crawler does not give); gleaner site remove a"
    );
    let scripts = SiteOverview {
        mostly: Some("js_shell".to_owned()),
        ..empty.clone()
    };
    assert!(
        describe(&scripts).ends_with(
            "its text is loaded by scripts, which run only in a browser); `render = \"auto\"` in its seed, with a program \
             built with `--features render`"
        )
    );
    let tags = SiteOverview {
        mostly: Some("tag".to_owned()),
        ..empty.clone()
    };
    assert!(describe(&tags).ends_with("most are: tag); gleaner explain https://www.a.example/"));
    let old = SiteOverview {
        pages: 1,
        mostly: Some("home".to_owned()),
        skipped: Some("nofollow".to_owned()),
        ..empty.clone()
    };
    assert_eq!(
        describe(&old),
        "empty (the only extracted page is not an article: home; what it links to is left out: nofollow); gleaner status \
         --skipped a"
    );
    assert!(never_worked(&empty, &Diagnosis::of(&empty), false));
    let fresh = SiteOverview {
        pages: 0,
        ..empty.clone()
    };
    assert!(
        !never_worked(&fresh, &Diagnosis::of(&fresh), false),
        "not extracted yet"
    );
    let paused = SiteOverview {
        lifecycle: Lifecycle::Paused,
        ..cooling("a", SiteState::Unreachable, None)
    };
    assert_eq!(
        describe(&paused),
        "paused (nothing is fetched); gleaner site resume a"
    );
    assert!(!never_worked(&paused, &Diagnosis::of(&paused), false));
    let well = SiteOverview {
        last_article: Some(now()),
        ..empty
    };
    assert_eq!(describe(&well), "ok");
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
    let with = |detail: &str, other_site: Option<&str>| {
        visited(HomeVisit {
            other_site: other_site.map(str::to_owned),
            ..home(Outcome::Redirected, Some(301), Some(detail))
        })
    };
    let article = |site: SiteOverview| SiteOverview {
        last_article: Some(now()),
        ..site
    };
    let moved = article(with("not followed, to https://www.new.example/", None));
    let moved = Diagnosis::of(&moved);
    assert!(moved.is_trouble);
    assert_eq!(
        moved.sentence(now()),
        "moved (its front page redirects to https://www.new.example/, which is not followed), next try 12:37 UTC; change \
         `home` in the seed"
    );
    for followed in [
        "to https://a.example/",
        "not followed, to https://m.a.example/",
    ] {
        let state = Diagnosis::of(&article(with(followed, None))).state;
        assert_eq!(state, SiteState::Ok, "{followed}");
    }
    let site = with("to https://www.a.example/", Some("b"));
    let moved = Diagnosis::of(&site);
    assert_eq!(
        moved.sentence(now()),
        "moved (its front page redirects to https://www.a.example/, which belongs to the site b), next try 12:37 UTC; delete it \
         from its seed file, then gleaner site remove a"
    );
    assert!(never_worked(&site, &moved, false));
}

#[test]
fn a_site_without_a_working_channel_names_it_and_what_to_do() {
    let broken = |outcome, http_status, detail: Option<&str>| {
        Some(ChannelVisit {
            url: "https://www.a.example/rss".to_owned(),
            outcome,
            http_status,
            detail: detail.map(str::to_owned),
        })
    };
    let step = "look whether it has moved and name it in the seed, or gleaner site retry a";
    let home_alone = SiteOverview {
        visits: 3,
        answers: 1,
        pages: 1,
        mostly: Some("home".to_owned()),
        broken_channel: broken(Outcome::Busy, Some(503), None),
        ..site("a")
    };
    assert_eq!(
        describe(&home_alone),
        format!(
            "empty (none of its feeds and sitemaps works: https://www.a.example/rss: 503 busy; the only extracted page is not an \
             article: home); {step}"
        )
    );
    let unread = SiteOverview {
        answers: 0,
        pages: 0,
        broken_channel: broken(
            Outcome::Malformed,
            Some(200),
            Some("neither a feed nor a sitemap"),
        ),
        ..home_alone.clone()
    };
    assert_eq!(
        describe(&unread),
        format!(
            "unread (none of its feeds and sitemaps works: https://www.a.example/rss: 200 malformed: neither a feed nor a \
             sitemap); {step}"
        )
    );
    let well = SiteOverview {
        last_article: Some(now()),
        ..home_alone
    };
    assert_eq!(
        describe(&well),
        format!(
            "ok (none of its feeds and sitemaps works: https://www.a.example/rss: 503 busy); {step}"
        )
    );
}

#[test]
fn a_site_whose_pages_fail_names_one_and_one_at_a_private_address_what_allows_it() {
    let failing = SiteOverview {
        visits: 9,
        answers: 2,
        pages: 1,
        mostly: Some("home".to_owned()),
        failed_page: Some(ChannelVisit {
            url: "https://www.a.example/1".to_owned(),
            outcome: Outcome::Refused,
            http_status: Some(403),
            detail: None,
        }),
        ..site("a")
    };
    let cause = "no page that it names was fetched, such as https://www.a.example/1: 403 refused";
    let step = "gleaner explain https://www.a.example/1";
    assert_eq!(
        describe(&failing),
        format!("empty ({cause}; the only extracted page is not an article: home); {step}")
    );
    let unread = SiteOverview {
        answers: 0,
        pages: 0,
        ..failing
    };
    assert_eq!(describe(&unread), format!("unread ({cause}); {step}"));
    let failed_page = unread.failed_page;
    let blocked = SiteOverview {
        failed_page: failed_page.clone(),
        ..cooling(
            "a",
            SiteState::Failing,
            Some("most recent outcome: refused"),
        )
    };
    assert_eq!(
        describe(&blocked),
        format!(
            "blocked ({cause}), next try 12:37 UTC; ask the publisher, or gleaner site remove a"
        )
    );
    let missing = SiteOverview {
        failed_page: failed_page.map(|page| ChannelVisit {
            outcome: Outcome::Timeout,
            http_status: None,
            ..page
        }),
        ..blocked.clone()
    };
    assert_eq!(
        describe(&missing),
        format!(
            "failing ({}), next try 12:37 UTC; {step}",
            cause.replace("403 refused", "timeout")
        )
    );
    let at_home = SiteOverview {
        home_visit: Some(home(Outcome::Refused, Some(403), None)),
        ..blocked
    };
    assert_eq!(
        describe(&at_home),
        "blocked (its front page: 403 refused), next try 12:37 UTC; gleaner site retry a"
    );
    let private = describe(&cooling("a", SiteState::Private, None));
    assert_eq!(
        private.matches("crawl.private_hosts").count(),
        1,
        "{private}"
    );
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
    let mut sites: Vec<SiteOverview> = reasons.map(|reason| cooling("a", reason, None)).into();
    sites.extend(
        [(0, 0, 0), (3, 0, 0), (3, 2, 0), (3, 3, 3)].map(|(visits, answers, pages)| SiteOverview {
            visits,
            answers,
            pages,
            ..site("a")
        }),
    );
    for site in &sites {
        let state = Diagnosis::of(site);
        assert!(state.step.is_some() && state.why.is_some(), "{state:?}");
    }
}
