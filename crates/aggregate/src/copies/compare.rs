//! Whether a text is a near copy of another.

use chrono::TimeDelta;

use super::fingerprint::{Fingerprint, shared};
use super::{CopyRule, DedupArticle, Leader};

// The thresholds serve all languages; the README shows the sensitivity.

/// Containment from which a text is a copy, 0 to 1.
const SURE: f64 = 0.7;
/// Containment from which it is a copy if the time and the figures or title agree too.
const LIKELY: f64 = 0.25;
/// Minimum share of the copy's 3-grams that are its leader's. A digest of five reports is a copy of none.
const COVERAGE: f64 = 0.2;
/// Minimum 3-grams that two texts must share; a notice at the foot of a page has fewer.
const COMMON: usize = 20;
/// Minimum share of equal figures, of those of the text with fewer.
const FIGURES: f64 = 0.5;
/// The same for long words, which decide where there are too few figures.
const LONG_WORDS: f64 = 0.5;
/// The same for the words of the titles.
const TITLE: f64 = 0.5;

/// The containment and the rule if an article is a near copy of a leader.
pub(crate) fn judge(
    item: &DedupArticle,
    fingerprint: &Fingerprint,
    leader: &Leader,
) -> Option<(f32, CopyRule)> {
    let own = fingerprint.shingles.len();
    let smaller = own.min(leader.fingerprint.shingles.len());
    let common = shared(&fingerprint.shingles, &leader.fingerprint.shingles);
    let containment = ratio(common, smaller);
    if common < COMMON || containment < LIKELY || ratio(common, own) < COVERAGE {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a share needs no more")]
    let score = containment as f32;
    let figures = figures(fingerprint, &leader.fingerprint);
    if figures == Agreement::Against {
        return None;
    }
    if containment >= SURE {
        return Some((score, CopyRule::NearText));
    }
    let title = || Agreement::of(&fingerprint.title, &leader.fingerprint.title, TITLE);
    // Articles of one site share its notices and author biographies; agencies serve many sites.
    let elsewhere = item.site.is_empty() || item.site != leader.item.site;
    let near = elsewhere && item.apart(&leader.item) <= TimeDelta::hours(72);
    let agree = figures == Agreement::For || title() == Agreement::For;
    (near && agree).then_some((score, CopyRule::LikelyText))
}

/// What two sets of figures or words prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agreement {
    For,
    Against,
    /// There are too few of them.
    Unknown,
}

impl Agreement {
    fn of(a: &[u32], b: &[u32], share: f64) -> Self {
        Self::from(shared(a, b), a.len().min(b.len()), share)
    }

    fn from(part: usize, whole: usize, share: f64) -> Self {
        // fewer prove nothing
        if whole < 3 {
            Self::Unknown
        } else if ratio(part, whole) >= share {
            Self::For
        } else {
            Self::Against
        }
    }
}

/// Whether the figures agree. Where both texts have the same words around a figure, the figure must be equal too: this
/// distinguishes two instances of a template from two copies of a report.
fn figures(a: &Fingerprint, b: &Fingerprint) -> Agreement {
    let same_form = shared_forms(&a.slots, &b.slots);
    match Agreement::from(shared(&a.slots, &b.slots), same_form, FIGURES) {
        Agreement::Unknown => {}
        decided => return decided,
    }
    match Agreement::of(&a.figures, &b.figures, FIGURES) {
        Agreement::For => Agreement::For,
        // Other figures in other places belong to another passage. Long words decide.
        _ => match Agreement::of(&a.long_words, &b.long_words, LONG_WORDS) {
            Agreement::For => Agreement::For,
            _ => Agreement::Unknown,
        },
    }
}

/// The number of templates that two ascending lists share.
fn shared_forms(a: &[(u32, u32)], b: &[(u32, u32)]) -> usize {
    let forms = |slots: &[(u32, u32)]| {
        let mut forms: Vec<u32> = slots.iter().map(|slot| slot.0).collect();
        forms.dedup();
        forms
    };
    shared(&forms(a), &forms(b))
}

#[expect(clippy::cast_precision_loss, reason = "texts have fewer words")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
