//! What a rule changes on the stored pages of a site.

use aggregate::{DiffKind, DiffSpan, diff_spans, words_changed};
use store::SiteOverview;

use super::excerpt::excerpt;
use super::{ChangedPage, MAX_TRIAL, RuleChange, RuleTrial, in_force, permit, run_trial};
use crate::reader::prelude::*;
use crate::reader::sources::find;

#[derive(Template)]
#[template(path = "rules/trial.html")]
struct TrialPage {
    frame: Frame,
    writing: Writing,
    site: SiteOverview,
    change: RuleChange,
    revision: i32,
    trial: ShownTrial,
}

/// A trial, with the words that differ.
#[derive(Default)]
struct ShownTrial {
    /// Its pages are in `changed`.
    outcome: RuleTrial,
    /// Number of pages on which the rule matched.
    matched: usize,
    /// Number of pages that are no longer articles.
    lost: usize,
    removed: usize,
    added: usize,
    changed: Vec<ShownPage>,
}

struct ShownPage {
    page: ChangedPage,
    removed: usize,
    added: usize,
    text: Vec<DiffSpan>,
}

impl ShownTrial {
    fn new(mut trial: RuleTrial, change: &RuleChange) -> Self {
        let mut rules = trial.rules.iter();
        let of_change = rules.find(|used| used.key == change.key && used.rule == change.rule());
        let matched = of_change.map_or(0, |used| used.pages);
        let changed = std::mem::take(&mut trial.changed);
        let mut shown = Self {
            outcome: trial,
            matched,
            ..Self::default()
        };
        for page in changed {
            shown.lost += usize::from(page.is_lost);
            let page = ShownPage::new(page);
            shown.removed += page.removed;
            shown.added += page.added;
            shown.changed.push(page);
        }
        // The largest changes come first.
        let size = |page: &ShownPage| std::cmp::Reverse(page.removed + page.added);
        shown.changed.sort_by_key(size);
        shown
    }
}

impl ShownPage {
    fn new(mut page: ChangedPage) -> Self {
        let texts = page.texts.take().unwrap_or_default();
        let text = diff_spans(&texts[0], &texts[1]);
        let (removed, added) = words_changed(&text);
        Self {
            page,
            removed,
            added,
            text: excerpt(&text),
        }
    }
}

pub(super) async fn trial(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(change): Query<RuleChange>,
) -> Answer {
    let site = find(&reader.store, &id, false).await?;
    let known = in_force(&reader, &site.id).await?;
    let rules = change.apply(known.rules)?;
    let Some(permit) = permit(&reader).await else {
        let message = "Other rules are being tried. Reload this page in a few seconds.";
        return Err(PageError::Busy(message.to_owned()));
    };
    let of_change = change.clone();
    let show = move |trial| ShownTrial::new(trial, &of_change);
    let trial = run_trial(&reader, permit, &site.id, rules, show).await?;
    render(&TrialPage {
        frame: Frame::of(Part::Sources, reader.zone),
        writing: reader.access.writing(&headers),
        site,
        change,
        revision: known.revision,
        trial,
    })
}
