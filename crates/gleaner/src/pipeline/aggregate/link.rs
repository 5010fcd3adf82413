//! Stories of different languages that tell of the same event.

use aggregate::{Link, Linking, Marked};
use store::NewStoryLink;

use super::finish::small;
use super::state::State;

/// Of texts whose language is not known, which may be any.
const UNKNOWN: &str = "und";

/// What was looked at, and the links that were found. All languages take part, those of the run or not: what is rare among the
/// stories of one has changed for all.
pub(super) fn links(state: &State) -> anyhow::Result<(Vec<String>, Vec<NewStoryLink>)> {
    let mut stories = Vec::new();
    for (language, tongue) in &state.tongues {
        if language == UNKNOWN {
            continue;
        }
        for (summary, marks) in tongue.stories.marked() {
            stories.push(Marked {
                story: summary.id.to_owned(),
                language: language.clone(),
                founded: summary.founded,
                active: summary.active,
                marks,
            });
        }
    }
    let found = aggregate::links(&stories, &Linking::default());
    let found = found.iter().map(row);
    let found = found.collect::<anyhow::Result<Vec<_>>>()?;
    Ok((
        stories.into_iter().map(|story| story.story).collect(),
        found,
    ))
}

/// A link as it is stored, with weights of three digits.
fn row(link: &Link) -> anyhow::Result<NewStoryLink> {
    let round = |number: f64| (number * 1e3).round() / 1e3;
    let mut shared = link.shared.clone();
    for piece in &mut shared {
        piece.weight = round(piece.weight);
    }
    Ok(NewStoryLink {
        story_id: link.story.clone(),
        language: link.language.clone(),
        other_id: link.other.clone(),
        other_language: link.other_language.clone(),
        score: small(round(link.score)),
        needed: small(round(link.needed)),
        shared: serde_json::to_value(shared)?,
    })
}
