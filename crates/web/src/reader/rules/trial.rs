//! What a rule changes on the stored pages of a site.

use aggregate::{DiffKind, DiffSpan, diff_spans, words_changed};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use store::SiteOverview;

use super::{ChangedPage, MAX_TRIAL, RuleChange, RuleTrial, in_force, permit, run_trial};
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::sources::find;
use crate::reader::{Reader, format};

/// Number of words shown on each side of a difference.
const CONTEXT_WORDS: usize = 8;
/// Maximum number of words of a difference, and of bytes of a span.
const MAX_WORDS: usize = 120;
const MAX_BYTES: usize = 4_000;
/// Maximum number of spans.
const MAX_SPANS: usize = 60;

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

/// The spans that differ, with some words around each; `…` marks omissions.
fn excerpt(spans: &[DiffSpan]) -> Vec<DiffSpan> {
    let last = spans.len().saturating_sub(1);
    let shown = spans.iter().enumerate().map(|(index, span)| {
        let text = match span.fate {
            DiffKind::Kept => {
                let words = |is_between| CONTEXT_WORDS * usize::from(is_between);
                ends(&span.text, words(index > 0), words(index < last))
            }
            DiffKind::Removed | DiffKind::Added => ends(&span.text, MAX_WORDS, 0),
        };
        DiffSpan {
            fate: span.fate,
            text: format::cut(&text, MAX_BYTES).into_owned(),
        }
    });
    let mut shown: Vec<DiffSpan> = shown.take(MAX_SPANS).collect();
    if spans.len() > MAX_SPANS {
        shown.push(DiffSpan {
            fate: DiffKind::Kept,
            text: " …".to_owned(),
        });
    }
    shown
}

/// The first and the last words of a text, with `…` for those between.
fn ends(text: &str, first: usize, last: usize) -> String {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    if words.len() <= first + last {
        return text.to_owned();
    }
    let (begin, end) = (
        words[..first].concat(),
        words[words.len() - last..].concat(),
    );
    [begin.as_str(), "… ", end.as_str()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_shown_with_the_words_around_it() {
        let words: Vec<String> = (0..60).map(|n| format!("w{n}")).collect();
        let before = format!(
            "{} Buy now! {}",
            words[..30].join(" "),
            words[30..].join(" ")
        );
        let shown = excerpt(&diff_spans(&before, &words.join(" ")));
        let texts: Vec<(DiffKind, &str)> =
            shown.iter().map(|s| (s.fate, s.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (DiffKind::Kept, "… w22 w23 w24 w25 w26 w27 w28 w29 "),
                (DiffKind::Removed, "Buy now! "),
                (DiffKind::Kept, "w30 w31 w32 w33 w34 w35 w36 w37 … "),
            ]
        );
        assert!(excerpt(&[]).is_empty());
    }

    #[test]
    fn long_differences_are_cut() {
        let text = "word ".repeat(1000);
        let shown = excerpt(&diff_spans(&text, ""));
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].text.split_whitespace().count(), MAX_WORDS + 1);
        let many: Vec<DiffSpan> = (0..200)
            .map(|n| DiffSpan {
                fate: if n % 2 == 0 {
                    DiffKind::Kept
                } else {
                    DiffKind::Added
                },
                text: "x ".to_owned(),
            })
            .collect();
        assert_eq!(excerpt(&many).len(), MAX_SPANS + 1);
    }
}
