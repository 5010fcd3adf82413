//! Adds a site by its home page: what the site offers is looked up and shown, and a click adds it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect};
use crawl::Seed;
use serde::Deserialize;

use super::actions::redirect;
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::{FoundSite, Reader, format};

/// Maximum number of checks that run at a time, and of checks that are kept.
const MAX_RUNNING: usize = 4;
const MAX_KEPT: usize = 32;

/// Checks of sites. They take as long as the delay between requests requires, and continue if the browser leaves.
#[derive(Debug, Default)]
pub(in crate::reader) struct Checks(Mutex<(u64, VecDeque<Check>)>);

#[derive(Debug, Clone)]
struct Check {
    number: u64,
    home: String,
    /// `None` until it is finished.
    found: Option<Arc<Result<FoundSite, String>>>,
}

impl Checks {
    /// Records the start of a check and returns its number; `None` if too many are running.
    fn begin(&self, home: &str) -> Option<u64> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, checks) = &mut *kept;
        let running = checks.iter().filter(|check| check.found.is_none()).count();
        if running >= MAX_RUNNING {
            return None;
        }
        if checks.len() >= MAX_KEPT
            && let Some(oldest) = checks.iter().position(|check| check.found.is_some())
        {
            checks.remove(oldest);
        }
        *next += 1;
        checks.push_back(Check {
            number: *next,
            home: home.to_owned(),
            found: None,
        });
        Some(*next)
    }

    fn end(&self, number: u64, found: Result<FoundSite, String>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut checks = kept.1.iter_mut();
        if let Some(check) = checks.find(|check| check.number == number) {
            check.found = Some(Arc::new(found));
        }
    }

    /// The check with the number in a URL.
    fn named(&self, number: &str) -> Result<Check, PageError> {
        let number = number.parse().ok();
        let check = number.and_then(|number| self.find(number));
        check.ok_or(PageError::NotFound("site look-up"))
    }

    fn find(&self, number: u64) -> Option<Check> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut checks = kept.1.iter();
        checks.find(|check| check.number == number).cloned()
    }
}

#[derive(Template)]
#[template(path = "sources/add.html")]
struct AddPage {
    frame: Frame,
    writing: Writing,
    /// The id of the site that has the front page already.
    known: Option<String>,
}

pub(super) async fn form(State(reader): State<Reader>, headers: HeaderMap) -> Answer {
    render(&AddPage {
        frame: Frame::of(Part::Sources, reader.zone),
        writing: reader.access.writing(&headers),
        known: None,
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct Home {
    home: String,
}

/// Starts to look a site up.
pub(super) async fn check(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Form(Home { home }): Form<Home>,
) -> Answer {
    let home = home.trim().to_owned();
    if home.is_empty() {
        return Err(PageError::Invalid(
            "Enter the URL of a front page.".to_owned(),
        ));
    }
    // before anything is requested; what is wrong with a URL is said by the look-up
    if let Ok(seed) = Seed::from_home(&home)
        && let Some(known) = seed.known(&reader.store).await?
    {
        let page = render(&AddPage {
            frame: Frame::of(Part::Sources, reader.zone),
            writing: reader.access.writing(&headers),
            known: Some(known),
        })?;
        return Ok((StatusCode::CONFLICT, page).into_response());
    }
    let Some(number) = reader.sources.checks.begin(&home) else {
        let message =
            format!("{MAX_RUNNING} sites are being looked up. Wait until one of them is done.");
        return Err(PageError::Busy(message));
    };
    let state = Arc::clone(&reader.sources);
    let looking = (reader.tools.survey)(home);
    tokio::spawn(async move {
        // A look-up that panics has ended too.
        let found = tokio::spawn(looking).await;
        let found =
            found.unwrap_or_else(|_| Err("The look-up failed; the log has the reason.".to_owned()));
        state.checks.end(number, found);
    });
    Ok(Redirect::to(&format!("/sources/add/{number}")).into_response())
}

#[derive(Template)]
#[template(path = "sources/found.html")]
struct FoundPage<'a> {
    frame: Frame,
    writing: Writing,
    number: u64,
    home: &'a str,
    /// `None` until it is finished.
    found: Option<Result<&'a FoundSite, &'a str>>,
}

pub(super) async fn found(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(number): Path<String>,
) -> Answer {
    let check = reader.sources.checks.named(&number)?;
    let found = check.found.as_deref();
    render(&FoundPage {
        frame: Frame::of(Part::Sources, reader.zone),
        writing: reader.access.writing(&headers),
        number: check.number,
        home: &check.home,
        found: found.map(|found| found.as_ref().map_err(String::as_str)),
    })
}

/// The fields of a site that the user may change.
#[derive(Debug, Deserialize)]
pub(super) struct SiteForm {
    id: String,
    name: String,
    #[serde(default)]
    country: String,
    #[serde(default)]
    language: String,
}

/// Adds a site that was looked up.
pub(super) async fn add(
    State(reader): State<Reader>,
    Path(number): Path<String>,
    Form(form): Form<SiteForm>,
) -> Answer {
    let found = reader.sources.checks.named(&number)?.found;
    let found = found.as_deref().and_then(|found| found.as_ref().ok());
    let found = found.ok_or(PageError::NotFound("site look-up"))?;
    if let Some(why) = &found.unfit {
        return Err(PageError::Invalid(why.clone()));
    }
    let some = |text: String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let mut seed = found.seed.clone();
    form.id.trim().clone_into(&mut seed.id);
    form.name.trim().clone_into(&mut seed.name);
    seed.country = some(form.country).map(|country| country.to_uppercase());
    seed.language = some(form.language).map(|language| language.to_lowercase());
    let id = seed.id.clone();
    (reader.tools.add_site)(seed)
        .await
        .map_err(PageError::Invalid)?;
    reader.sources.overview.forget();
    Ok(redirect(&id, "add"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_bounded_and_the_oldest_goes_first() {
        let checks = Checks::default();
        let no = || Err("no such name".to_owned());
        for number in 1..=MAX_RUNNING as u64 {
            assert_eq!(checks.begin("a.example"), Some(number));
        }
        assert_eq!(checks.begin("a.example"), None);
        checks.end(1, no());
        assert_eq!(checks.begin("b.example"), Some(5));
        for number in 2..=100 {
            checks.end(number, no());
            checks.begin("c.example");
        }
        let first = checks.find(1);
        assert!(first.is_none());
        assert!(checks.find(100).is_some());
        assert!(checks.0.lock().unwrap().1.len() <= MAX_KEPT);
    }
}
