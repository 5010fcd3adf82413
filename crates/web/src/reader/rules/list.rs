//! Lists the rules in force for a site, and saves changes.

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use crawl::SeedRules;
use serde::Deserialize;
use store::SiteOverview;

use super::{InForce, RuleChange, RuleUse, in_force, permit, run_trial};
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render, unknown_value};
use crate::reader::sources::find;
use crate::reader::{Reader, format};

/// The name of the action that saves rules.
const SAVED: &str = "save";

#[derive(Debug, Default, Deserialize)]
pub(super) struct Params {
    /// The action that was just completed.
    #[serde(default)]
    done: String,
}

#[derive(Template)]
#[template(path = "rules/list.html")]
struct RulesPage {
    frame: Frame,
    writing: Writing,
    site: SiteOverview,
    /// Whether rules have just been saved.
    is_saved: bool,
    known: InForce,
    counts: Counts,
}

/// How often each rule matches.
enum Counts {
    /// There are no rules.
    NoRules,
    /// Another trial is in progress.
    Busy,
    /// The rules cannot be tried, for this reason.
    Failed(String),
    Counted {
        rules: Vec<RuleUse>,
        pages: usize,
        left: usize,
    },
}

impl RulesPage {
    /// The rules with their keys.
    fn rules(&self) -> Vec<(&'static str, &str)> {
        let keys = SeedRules::KEYS.into_iter();
        let all = keys.flat_map(|key| {
            let rules = self.known.rules.rules(key).iter();
            rules.map(move |rule| (key, rule.as_str()))
        });
        all.collect()
    }

    /// The number of pages on which a rule matched: `12 of 50`.
    fn matched(&self, key: &str, rule: &str) -> Option<String> {
        let Counts::Counted { rules, pages, .. } = &self.counts else {
            return None;
        };
        let mut rules = rules.iter();
        let used = rules.find(|used| used.key == key && used.rule == rule)?;
        Some(format!("{} of {pages}", used.pages))
    }

    /// Whether the rules are those of the seed.
    fn is_seeded(&self) -> bool {
        self.known.rules == self.known.seeded
    }
}

pub(super) async fn list(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(params): Query<Params>,
) -> Answer {
    let site = find(&reader.store, &id, false).await?;
    if !matches!(params.done.as_str(), "" | SAVED) {
        return Err(unknown_value("done", &params.done, [SAVED]));
    }
    let known = in_force(&reader, &site.id).await?;
    let counts = counts(&reader, &site.id, &known.rules).await?;
    render(&RulesPage {
        frame: Frame::of(Part::Sources, reader.zone),
        writing: reader.access.writing(&headers),
        is_saved: params.done == SAVED,
        site,
        known,
        counts,
    })
}

/// Counts the last pages on which each rule matches. The page is useful without these counts.
async fn counts(reader: &Reader, id: &str, rules: &SeedRules) -> Result<Counts, PageError> {
    if rules.is_empty() {
        return Ok(Counts::NoRules);
    }
    let Some(permit) = permit(reader).await else {
        return Ok(Counts::Busy);
    };
    let counted = run_trial(reader, permit, id, rules.clone(), |trial| Counts::Counted {
        rules: trial.rules,
        pages: trial.pages,
        left: trial.left,
    });
    match counted.await {
        Err(PageError::Invalid(why)) => Ok(Counts::Failed(why)),
        counts => counts,
    }
}

/// A rule to be added or removed.
#[derive(Debug, Deserialize)]
pub(super) struct SaveForm {
    #[serde(flatten)]
    change: RuleChange,
    /// The revision of the rules that the page showed.
    revision: String,
}

/// Saves a change to the rules.
pub(super) async fn save(
    State(reader): State<Reader>,
    Path(id): Path<String>,
    Form(SaveForm { change, revision }): Form<SaveForm>,
) -> Answer {
    let site = find(&reader.store, &id, false).await?;
    let known = in_force(&reader, &site.id).await?;
    let changed = || {
        let message =
            "The rules of this site have changed since you opened the page. Reload it, then save.";
        PageError::Invalid(message.to_owned())
    };
    if revision.parse() != Ok(known.revision) {
        return Err(changed());
    }
    let rules = change.apply(known.rules)?;
    // For a large site this takes longer than a response may; the guard lets it end in any case.
    let saved = (reader.tools.save_rules)((site.id.clone(), rules, known.revision)).await;
    if !saved.map_err(PageError::Invalid)? {
        return Err(changed());
    }
    let id = format::segment(&site.id);
    Ok(Redirect::to(&format!("/source/{id}/rules?done={SAVED}")).into_response())
}
