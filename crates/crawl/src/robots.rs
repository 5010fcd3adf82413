//! robots.txt by RFC 9309: fetched once a day, kept in the store, and asked before every request.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::header;
use robotxt::{AccessResult, Robots};
use store::{Outcome, RobotsTxt};
use url::{Position, Url};

use crate::fetch::{Accept, Fetcher, Request};
use crate::politeness::retry_after;

/// How long an answer is used (RFC 9309, section 2.4).
const MAX_AGE: TimeDelta = TimeDelta::hours(24);
/// How long a failure is used: the host is shut off meanwhile, so it is asked again sooner.
const MAX_AGE_OF_FAILURE: TimeDelta = TimeDelta::minutes(55);
/// Redirects followed (RFC 9309, section 2.3.1.2).
const MAX_REDIRECTS: usize = 5;

/// What asking for a robots.txt gave.
#[derive(Debug)]
pub(crate) enum Asked {
    /// An answer, or none: either way it says what is allowed.
    Answer(RobotsTxt),
    /// The host wants to be left alone until then.
    Busy(Option<DateTime<Utc>>),
}

/// Whether a stored robots.txt may still be used.
pub(crate) fn is_fresh(robots: &RobotsTxt, now: DateTime<Utc>) -> bool {
    let age = now - robots.fetched_at;
    let failed = robots.status.is_none_or(|status| status >= 500);
    age < if failed { MAX_AGE_OF_FAILURE } else { MAX_AGE }
}

/// Asks a host for its robots.txt.
pub(crate) async fn ask(fetcher: &Fetcher, scheme: &str, authority: &str) -> Asked {
    let unreachable = |status| {
        Asked::Answer(RobotsTxt {
            fetched_at: Utc::now(),
            status,
            body: Vec::new(),
        })
    };
    let Ok(mut url) = Url::parse(&format!("{scheme}://{authority}/robots.txt")) else {
        return unreachable(None);
    };
    for _ in 0..=MAX_REDIRECTS {
        let request = Request {
            url: &url,
            accept: Accept::Robots,
            etag: None,
            last_modified: None,
        };
        let fetch = fetcher.get(request).await;
        let status = fetch.status_code();
        match fetch.outcome {
            Outcome::Redirected => match fetch.location {
                Some(location) if matches!(location.scheme(), "http" | "https") => url = location,
                _ => return unreachable(status),
            },
            // A 503 that names no time is a server error like any other (section 2.3.1.4).
            Outcome::Busy
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                return Asked::Busy(
                    fetch
                        .header(header::RETRY_AFTER)
                        .and_then(|v| retry_after(v, Utc::now())),
                );
            }
            // A bot wall: nobody asked us in.
            Outcome::Challenge => return Asked::Busy(None),
            // An answer that broke off says nothing; its status must not make it an empty file.
            Outcome::Timeout
            | Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Malformed
            | Outcome::Skipped => {
                return unreachable(None);
            }
            _ => {
                return Asked::Answer(RobotsTxt {
                    fetched_at: Utc::now(),
                    status,
                    body: fetch.body,
                });
            }
        }
    }
    // More than five redirects count as "unavailable": nothing is forbidden.
    unreachable(Some(310))
}

/// The rules of one host for us.
#[derive(Debug)]
pub(crate) struct Rules {
    robots: Robots,
    reachable: bool,
}

/// What the rules say of one address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) allowed: bool,
    /// The rule that decided, as it would stand in the file, and whose group it is of.
    pub(crate) rule: Option<String>,
}

impl Rules {
    /// Reads a stored robots.txt: 2xx is obeyed, 3xx and 4xx allow all, 5xx and silence nothing.
    pub(crate) fn read(txt: &RobotsTxt, product: &str) -> Self {
        let access = match txt.status {
            Some(200..=299) => AccessResult::Successful(&txt.body),
            Some(300..=499) => AccessResult::Unavailable,
            _ => AccessResult::Unreachable,
        };
        let reachable = !matches!(access, AccessResult::Unreachable);
        Self {
            robots: Robots::from_access(access, product),
            reachable,
        }
    }

    /// Whether the host said anything at all.
    pub(crate) fn reachable(&self) -> bool {
        self.reachable
    }

    pub(crate) fn check(&self, url: &Url) -> Ruling {
        let path = &url[Position::BeforePath..Position::AfterQuery];
        let rule = self.robots.matching_rule(path).map(|rule| {
            let verb = if rule.is_allow() { "Allow" } else { "Disallow" };
            format!(
                "{verb}: {} (group {})",
                rule.pattern(),
                self.robots.user_agent()
            )
        });
        Ruling {
            allowed: self.robots.is_allowed(path),
            rule,
        }
    }

    pub(crate) fn crawl_delay(&self) -> Option<Duration> {
        self.robots.crawl_delay()
    }

    pub(crate) fn sitemaps(&self) -> &[Url] {
        self.robots.sitemaps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(status: Option<i16>, body: &str) -> Rules {
        let txt = RobotsTxt {
            fetched_at: Utc::now(),
            status,
            body: body.as_bytes().to_vec(),
        };
        Rules::read(&txt, "Gleaner")
    }

    fn allowed(body: &str, path: &str) -> bool {
        let url = Url::parse("https://example.org")
            .unwrap()
            .join(path)
            .unwrap();
        rules(Some(200), body).check(&url).allowed
    }

    #[test]
    fn our_group_comes_before_the_star_and_the_longest_match_decides() {
        let file = "User-agent: *\nDisallow: /\n\nUser-agent: gleaner\nDisallow: /archiv\nAllow: /archiv/frei\nDisallow: /*?druck=\nDisallow: /*.pdf$\n";
        for (path, wanted) in [
            ("/", true),
            ("/politik/a.html", true),
            ("/archiv", false),
            ("/archiv/2020", false),
            ("/archiv/frei/1", true),
            ("/a?druck=1", false),
            ("/a.pdf", false),
            ("/a.pdf?x", true),
            ("/%61rchiv/x", false),
            ("/robots.txt", true),
        ] {
            assert_eq!(allowed(file, path), wanted, "{path}");
        }
        assert!(!allowed(
            "User-agent: GleanerNews\nAllow: /\n\nUser-agent: *\nDisallow: /\n",
            "/a"
        ));
        assert!(allowed(
            "User-agent: other\nUser-agent: Gleaner\nDisallow:\n\nUser-agent: *\nDisallow: /\n",
            "/a"
        ));
    }

    #[test]
    fn the_rule_that_decided_is_told() {
        let file = "User-agent: *\nDisallow: /intern\n";
        let ruling =
            rules(Some(200), file).check(&Url::parse("https://a.example/intern/x").unwrap());
        assert_eq!(
            ruling,
            Ruling {
                allowed: false,
                rule: Some("Disallow: /intern (group *)".to_owned())
            }
        );
    }

    #[test]
    fn no_file_allows_all_and_a_broken_server_nothing() {
        let url = Url::parse("https://a.example/x").unwrap();
        for (status, wanted) in [
            (Some(404), true),
            (Some(403), true),
            (Some(310), true),
            (Some(500), false),
            (Some(503), false),
            (None, false),
        ] {
            let rules = rules(status, "User-agent: *\nDisallow: /\n");
            assert_eq!(rules.check(&url).allowed, wanted, "{status:?}");
            assert_eq!(rules.reachable(), wanted, "{status:?}");
        }
    }

    #[test]
    fn rules_behind_the_first_500_kib_do_not_count() {
        let file = format!(
            "User-agent: *\nDisallow: /a\n{}\nDisallow: /b\n",
            "#".repeat(robotxt::BYTE_LIMIT)
        );
        assert!(!allowed(&file, "/a"));
        assert!(allowed(&file, "/b"));
    }

    #[test]
    fn delay_and_sitemaps_are_read() {
        let rules = rules(
            Some(200),
            "Sitemap: https://a.example/s.xml\nUser-agent: *\nCrawl-delay: 2.5\nSitemap: https://a.example/t.xml\n",
        );
        assert_eq!(rules.crawl_delay(), Some(Duration::from_millis(2_500)));
        assert_eq!(rules.sitemaps().len(), 2);
    }

    #[test]
    fn an_answer_keeps_for_a_day_and_a_failure_for_an_hour() {
        let now = Utc::now();
        let aged = |status, hours| RobotsTxt {
            fetched_at: now - TimeDelta::hours(hours),
            status,
            body: Vec::new(),
        };
        assert!(is_fresh(&aged(Some(200), 23), now));
        assert!(!is_fresh(&aged(Some(200), 24), now));
        assert!(is_fresh(&aged(Some(500), 0), now));
        assert!(!is_fresh(&aged(None, 1), now));
    }
}
