//! Diagnosis of a site: its state, and one sentence with the next step. Pure functions.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::{
    HomeVisit, Lifecycle, Outcome, SiteOverview, SiteState, Standing,
    crawl::hosts::{authority_of, is_of_domain},
};

/// The diagnosis of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// The state.
    pub state: SiteState,
    /// The reason.
    pub why: Option<String>,
    /// When the site is retried by itself.
    pub next_try: Option<DateTime<Utc>>,
    /// What a person can do.
    pub step: Option<String>,
    /// Whether nothing can be fetched although it should be.
    pub is_trouble: bool,
}

impl Diagnosis {
    /// Diagnoses a site.
    pub fn of(site: &SiteOverview) -> Self {
        let id = &site.id;
        let resting = |state, why: &str, step| Self::new(state, Some(why.to_owned()), None, step);
        match site.lifecycle {
            Lifecycle::Forgotten => {
                let step = format!("gleaner site forget {id}");
                let why = "the deletion is not finished";
                return resting(SiteState::Forgotten, why, Some(step));
            }
            Lifecycle::Removed => {
                let why = "its articles stay; seeding it again restores it";
                return resting(SiteState::Removed, why, None);
            }
            Lifecycle::Paused => {
                let step = format!("gleaner site resume {id}");
                return resting(SiteState::Paused, "nothing is fetched", Some(step));
            }
            Lifecycle::Active if !site.seeded => {
                let why = "known only from imported pages, and not crawled";
                return resting(SiteState::Imported, why, None);
            }
            Lifecycle::Active => {}
        }
        let trouble = of_refusals(site).or_else(|| of_host(site));
        if let Some(trouble) = trouble.or_else(|| of_home(site)) {
            return trouble;
        }
        let channels = of_channels(site);
        if site.last_article.is_some() {
            let (why, step) = channels.unzip();
            return Self::new(SiteState::Ok, why, None, step);
        }
        let (state, (why, step)) = if site.visits == 0 {
            let step = format!("gleaner crawl --site {id}");
            (SiteState::New, ("not crawled yet".to_owned(), step))
        } else if site.pages == 0 {
            (SiteState::Unread, of_unread(site, channels))
        } else {
            (SiteState::Empty, of_empty(site, channels))
        };
        Self::new(state, Some(why), None, Some(step))
    }

    fn new(
        state: SiteState,
        why: Option<String>,
        next_try: Option<DateTime<Utc>>,
        step: Option<String>,
    ) -> Self {
        Self {
            state,
            why,
            next_try,
            step,
            is_trouble: state.standing() == Standing::Trouble,
        }
    }

    /// A sentence such as `unreachable (www.exmaple.org does not resolve), next try 12:37 UTC; gleaner site retry ID`.
    pub fn sentence(&self, now: DateTime<Utc>) -> String {
        let mut sentence = self.state.to_string();
        if let Some(why) = &self.why {
            let _ = write!(sentence, " ({why})");
        }
        if let Some(next) = self.next_try {
            let _ = write!(sentence, ", next try {}", clock(next, now));
        }
        if let Some(step) = &self.step {
            sentence.push_str("; ");
            sentence.push_str(step);
        }
        sentence
    }
}

/// Whether a site has been tried and has never yielded an article. Pages that wait for extraction may be articles.
pub(crate) fn never_worked(site: &SiteOverview, state: &Diagnosis, has_unread: bool) -> bool {
    let rested = site
        .cooldown
        .as_ref()
        .is_some_and(|cooldown| cooldown.reason != SiteState::Rationed);
    let tried = site.visits > 0 || rested;
    let may_come = site.answers > 0 && (has_unread || site.pages == 0);
    tried
        && site.seeded
        && site.lifecycle == Lifecycle::Active
        && site.last_article.is_none()
        && (state.is_trouble || !may_come)
}

/// Why nothing of a site was extracted, and what a person can do about it.
fn of_unread(site: &SiteOverview, channels: Option<(String, String)>) -> (String, String) {
    let retry = || format!("gleaner site retry {}", site.id);
    let unreadable = site.home_visit.as_ref();
    let unreadable = unreadable.filter(|visit| visit.outcome == Outcome::Skipped);
    if let Some(visit) = unreadable {
        return (home_answer(visit), retry());
    }
    if site.answers > 0 {
        let why = format!("{} responses, no page extracted yet", site.answers);
        return (why, "gleaner extract".to_owned());
    }
    channels.or_else(|| of_pages(site)).unwrap_or_else(|| {
        let why = format!("{} visits, none was answered", site.visits);
        (why, retry())
    })
}

/// Why none of the extracted pages of a site is an article, and what a person can do about it.
fn of_empty(site: &SiteOverview, channels: Option<(String, String)>) -> (String, String) {
    let mostly = site.mostly.as_deref().unwrap_or("no news");
    let mostly = mostly.replace('_', " ");
    let why = match site.pages {
        1 => format!("the only extracted page is not an article: {mostly}"),
        pages => {
            format!("none of the {pages} extracted pages is an article; most are: {mostly}")
        }
    };
    if let Some((cause, step)) = of_walls(site) {
        return (why + cause, step);
    }
    if let Some((cause, step)) = channels.or_else(|| of_pages(site)) {
        return (format!("{cause}; {why}"), step);
    }
    match &site.skipped {
        Some(skipped) => (
            format!("{why}; what it links to is left out: {skipped}"),
            format!("gleaner status --skipped {}", site.id),
        ),
        None => (why, format!("gleaner explain {}", site.home)),
    }
}

/// The diagnosis of a site whose main host is cooling down.
fn of_host(site: &SiteOverview) -> Option<Diagnosis> {
    let cooldown = site.cooldown.as_ref()?;
    let retry = || Some(format!("gleaner site retry {}", site.id));
    let state = cooldown.reason;
    let (why, step) = match state {
        SiteState::Unreachable => (
            "its robots.txt could not be fetched, so nothing is allowed",
            retry(),
        ),
        SiteState::Failing => ("too many failures in a row", retry()),
        SiteState::Busy => (
            "it asks to retry later",
            Some("it is requested again by itself; if this recurs, a longer crawl.delay_seconds may help".to_owned()),
        ),
        SiteState::Blocked => ("it demands proof that the client is human", retry()),
        SiteState::Private => (
            "its address is not public; allow it with `crawl.private_hosts` if it is yours",
            retry(),
        ),
        SiteState::Slow => (
            "it asks for a longer delay than crawl.max_crawl_delay_seconds",
            Some("a larger crawl.max_crawl_delay_seconds lets it be crawled at its pace".to_owned()),
        ),
        SiteState::Rationed => (
            "its budget of requests or time is used up",
            Some("the next night continues; larger crawl.max_pages_per_visit, max_visit_seconds or max_pages_per_site take more".to_owned()),
        ),
        SiteState::Broken => ("its crawl failed, see the log", retry()),
        SiteState::Ok
        | SiteState::New
        | SiteState::Unread
        | SiteState::Empty
        | SiteState::Paused
        | SiteState::Removed
        | SiteState::Forgotten
        | SiteState::Imported
        | SiteState::Disallowed
        | SiteState::Gone
        | SiteState::Moved => return None, // states of a site, not of a host
    };
    let why = cooldown.detail.clone().unwrap_or_else(|| why.to_owned());
    Some(Diagnosis::new(state, Some(why), site.main_host_at, step))
}

/// The diagnosis of a site whose crawl failed: what its front page answered, or its pages, if none was fetched.
fn of_refusals(site: &SiteOverview) -> Option<Diagnosis> {
    let cooldown = site.cooldown.as_ref()?;
    if cooldown.reason != SiteState::Failing {
        return None;
    }
    of_home(site).or_else(|| {
        let (why, step) = of_pages(site)?;
        let page = site.failed_page.as_ref()?;
        let (state, step) = match (page.outcome, page.http_status) {
            (Outcome::Refused, Some(403)) => (
                SiteState::Blocked,
                format!("ask the publisher, or gleaner site remove {}", site.id),
            ),
            _ => (SiteState::Failing, step),
        };
        Some(Diagnosis::new(
            state,
            Some(why),
            site.main_host_at,
            Some(step),
        ))
    })
}

/// How the details of a redirect begin that was not followed.
const NOT_FOLLOWED: &str = "not followed, ";

/// The diagnosis of a site whose front page could not be fetched.
fn of_home(site: &SiteOverview) -> Option<Diagnosis> {
    let visit = site.home_visit.as_ref()?;
    if let Some(there) = redirected_to(visit)
        && (visit.other_site.is_some()
            || !is_followed(visit) && !is_of_domain(authority_of(there), &site.domain))
    {
        let (why, step) = match &visit.other_site {
            Some(other) => (
                format!("which belongs to the site {other}"),
                format!(
                    "delete it from its seed file, then gleaner site remove {}",
                    site.id
                ),
            ),
            None => (
                "which is not followed".to_owned(),
                "change `home` in the seed".to_owned(),
            ),
        };
        let why = format!("its front page redirects to {there}, {why}");
        return Some(Diagnosis::new(
            SiteState::Moved,
            Some(why),
            site.next_at,
            Some(step),
        ));
    }
    let state = match visit.outcome {
        Outcome::Fetched | Outcome::NotModified | Outcome::Redirected | Outcome::Skipped => {
            return None;
        }
        Outcome::Disallowed => SiteState::Disallowed,
        // It is the request that the server does not understand.
        Outcome::Refused if matches!(visit.http_status, Some(400 | 405 | 412)) => {
            SiteState::Failing
        }
        Outcome::Refused | Outcome::Challenge => SiteState::Blocked,
        Outcome::NotFound => SiteState::Gone,
        Outcome::Unreachable | Outcome::DnsFailure | Outcome::TlsFailure | Outcome::Timeout => {
            SiteState::Unreachable
        }
        Outcome::Busy => SiteState::Busy,
        Outcome::ServerError | Outcome::TooLarge | Outcome::Malformed | Outcome::RedirectLoop => {
            SiteState::Failing
        }
    };
    let (why, step) = if visit.outcome == Outcome::Disallowed && visit.detail.is_none() {
        let step = "a retry does not help, but a feed that it allows does: name it in the seed";
        let why = "its robots.txt forbids its front page";
        (why.to_owned(), step.to_owned())
    } else {
        let step = format!("gleaner site retry {}", site.id);
        (home_answer(visit), step)
    };
    Some(Diagnosis::new(state, Some(why), site.next_at, Some(step)))
}

/// The URL to which a front page redirects.
fn redirected_to(visit: &HomeVisit) -> Option<&str> {
    let detail = visit.detail.as_deref();
    let detail = detail.filter(|_| visit.outcome == Outcome::Redirected)?;
    let detail = detail.strip_prefix(NOT_FOLLOWED).unwrap_or(detail);
    detail.strip_prefix("to ")
}

/// Whether a redirect was followed.
fn is_followed(visit: &HomeVisit) -> bool {
    let detail = visit.detail.as_deref();
    !detail.is_some_and(|detail| detail.starts_with(NOT_FOLLOWED))
}

/// Why most pages of a site show nothing, and what a person can do about it.
fn of_walls(site: &SiteOverview) -> Option<(&'static str, String)> {
    let remove = || format!("gleaner site remove {}", site.id);
    Some(match site.mostly.as_deref()? {
        "consent_wall" => (
            "; it shows nothing without consent, which a crawler does not give",
            remove(),
        ),
        "js_shell" => (
            "; its text is loaded by scripts, which run only in a browser",
            "`render = \"auto\"` in its seed, with a program built with `--features render`"
                .to_owned(),
        ),
        "challenge" => ("; it demands proof that the client is human", remove()),
        _ => return None,
    })
}

/// The outcome of a visit, such as `403 refused` or `timeout: no response in time`.
pub(crate) fn answer(outcome: Outcome, status: Option<i16>, detail: Option<&str>) -> String {
    let outcome = outcome.as_str().replace('_', " ");
    let text = match detail {
        Some(detail) if detail.starts_with(&outcome) => detail.to_owned(),
        Some(detail) => format!("{outcome}: {detail}"),
        None => outcome,
    };
    match status {
        Some(status) => format!("{status} {text}"),
        None => text,
    }
}

/// What the front page answered.
fn home_answer(visit: &HomeVisit) -> String {
    let said = answer(visit.outcome, visit.http_status, visit.detail.as_deref());
    format!("its front page: {said}")
}

/// What the feed or sitemap of a site answered of which none works, and what a person can do about it.
fn of_channels(site: &SiteOverview) -> Option<(String, String)> {
    let broken = site.broken_channel.as_ref()?;
    let said = answer(broken.outcome, broken.http_status, broken.detail.as_deref());
    let why = format!(
        "none of its feeds and sitemaps works: {}: {said}",
        broken.url
    );
    let step = format!(
        "look whether it has moved and name it in the seed, or gleaner site retry {}",
        site.id
    );
    Some((why, step))
}

/// What the pages answered that channels and links named, if none was fetched, and what a person can do about it.
fn of_pages(site: &SiteOverview) -> Option<(String, String)> {
    let page = site.failed_page.as_ref()?;
    let said = answer(page.outcome, page.http_status, page.detail.as_deref());
    let why = format!(
        "no page that it names was fetched, such as {}: {said}",
        page.url
    );
    Some((why, format!("gleaner explain {}", page.url)))
}

/// The time of day in UTC, with the date if it is not that of `now`; `now` if it has passed.
pub fn clock(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    if at <= now {
        "now".to_owned()
    } else if at.date_naive() == now.date_naive() {
        at.format("%H:%M UTC").to_string()
    } else {
        at.format("%Y-%m-%d %H:%M UTC").to_string()
    }
}
