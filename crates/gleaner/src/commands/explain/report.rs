//! Formats an explanation as a table and a few lines.

use classify::{FeatureEffect, Verdict};
use extract::{BlockExplanation, Explanation, Label};

use crate::console::clean;
use crate::console::table::{self, cut};

/// Maximum characters of a block's text in the table.
const TEXT_SHOWN: usize = 60;

pub(super) fn blocks(page: &Explanation, full: bool) -> String {
    let rows: Vec<Vec<String>> = page
        .blocks
        .iter()
        .enumerate()
        .map(|(index, block)| row(index, block, full))
        .collect();
    let probabilities = page.threshold.map_or("", |_| " | >p | >needs");
    let headings = format!(
        ">block |  | >words | >links | >density | >level{probabilities} | decided by | in | text"
    );
    let threshold = page.threshold.map_or_else(String::new, |threshold| {
        format!("; content if p is at least {threshold:.3}, higher after the core of the page")
    });
    let cut = if page.blocks.len() < page.labels.len() {
        format!("the first {} blocks are shown; ", page.blocks.len())
    } else {
        String::new()
    };
    format!(
        "{}{cut}{} of {} blocks are content, by {}: {}{threshold}\n",
        table::of(&headings, rows),
        page.content(),
        page.labels.len(),
        page.extractor,
        page.steps.join(" > ")
    )
}

/// The features of the blocks that have any, by name.
pub(super) fn features(page: &Explanation) -> String {
    let blocks = page.blocks.iter().enumerate();
    let shown = blocks.filter(|(_, block)| !block.features.is_empty());
    let tables = shown.map(|(index, block)| {
        let text = cut(&block.text, TEXT_SHOWN);
        let head = format!("\nfeatures of block {}: {text}\n", index + 1);
        let row = |(name, value): &(&str, f32)| vec![(*name).to_owned(), number(*value)];
        head + &table::of("feature | >value", block.features.iter().map(row))
    });
    tables.collect()
}

/// A value with three decimal places, or none if it is whole.
fn number(value: f32) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.3}")
    }
}

fn row(index: usize, block: &BlockExplanation, full: bool) -> Vec<String> {
    let text = if full {
        block.text.clone()
    } else {
        cut(&block.text, TEXT_SHOWN)
    };
    let is_content = block.label == Label::Content;
    let mut cells = vec![
        (index + 1).to_string(),
        if is_content { "+" } else { "" }.to_owned(),
        block.words.to_string(),
        format!("{:.2}", block.link_density),
        format!("{:.1}", block.text_density),
        block.tag_level.to_string(),
    ];
    if let (Some(probability), Some(needed)) = (block.probability, block.needed) {
        cells.extend([probability, needed].map(|p| format!("{p:.3}")));
    }
    cells.extend([
        // A block that no step changed is boilerplate from the start.
        block.decided_by.unwrap_or("(initial)").to_owned(),
        near_path(&block.path),
        text,
    ]);
    cells
}

/// The innermost three elements of a path. Elements unknown to HTML have no name.
fn near_path(path: &str) -> String {
    let parts: Vec<&str> = path.rsplit('/').collect();
    let near = parts.iter().take(3).rev();
    let near: Vec<&str> = near
        .map(|&part| if part.is_empty() { "?" } else { part })
        .collect();
    let more = if parts.len() > 3 { "…/" } else { "" };
    format!("{more}{}", near.join("/"))
}

/// The metadata that the page states, one line each.
pub(super) fn facts(page: &Explanation) -> String {
    let metadata = &page.metadata;
    let list = |names: &[String]| (!names.is_empty()).then(|| names.join(", "));
    let score = metadata
        .language_score
        .map_or_else(String::new, |score| format!(" ({score:.2})"));
    [
        ("title", metadata.title.clone()),
        ("page title", metadata.title_page.clone()),
        ("authors", list(&metadata.authors)),
        (
            "published",
            metadata.date_published.map(|date| {
                format!(
                    "{} ({:?}, to the {:?})",
                    date.at, date.source, date.precision
                )
                .to_lowercase()
            }),
        ),
        (
            "modified",
            metadata.date_modified.map(|date| {
                let by = metadata.decisions.get("date_modified");
                let by = by.map_or_else(String::new, |by| format!(" ({:?})", by.source));
                format!("{date}{by}").to_lowercase()
            }),
        ),
        (
            "language",
            metadata
                .language
                .as_ref()
                .map(|language| format!("{language}{score}")),
        ),
        ("section", metadata.section.clone()),
        ("tags", list(&metadata.tags)),
        ("canonical", metadata.url_canonical.clone()),
    ]
    .into_iter()
    .filter_map(|(name, fact)| Some(format!("{name:>12}  {}\n", clean::line(&fact?))))
    .fold("\n".to_owned(), |text, line| text + &line)
}

/// For each field, the rule that decided, and below it what the other rules say.
pub(super) fn decisions(page: &Explanation, full: bool) -> String {
    let shown = |value: &str| {
        let line = clean::line(value);
        if full { line } else { cut(&line, TEXT_SHOWN) }
    };
    let rows = page
        .metadata
        .decided()
        .into_iter()
        .flat_map(|(field, value, by)| {
            let decided = vec![field.to_owned(), by.rule.to_owned(), shown(&value)];
            let rivals = by.rivals.iter();
            let rivals = rivals
                .map(|rival| vec![String::new(), rival.rule.to_owned(), shown(&rival.text())]);
            std::iter::once(decided).chain(rivals).collect::<Vec<_>>()
        });
    let headings = "field | decided by, then its rivals | value";
    format!("\n{}", table::of(headings, rows))
}

/// Number of page features shown: those with the largest effect on the score.
const WEIGHED_SHOWN: usize = 12;

/// The verdict with its reason, and the effects of the features on the score.
pub(super) fn judgement(verdict: &Verdict, weighed: &[FeatureEffect]) -> String {
    let kept = if verdict.is_article() {
        "kept as an article"
    } else {
        "rejected"
    };
    let head = format!(
        "\n{:>12}  {}, {kept}\n{:>12}  {}\n{:>12}  {:.3} by the model, decided by {}\n",
        "verdict",
        verdict.page_type,
        "reason",
        clean::line(&verdict.reason),
        "news score",
        verdict.news_score,
        verdict.label_source,
    );
    let moving = weighed.iter().filter(|weighed| weighed.effect.abs() > 0.0);
    let rows = moving.take(WEIGHED_SHOWN).map(|weighed| {
        vec![
            weighed.feature.to_owned(),
            number(weighed.value),
            format!("{:+.2}", weighed.effect),
        ]
    });
    let headings = "feature of the page | >value | >log-odds";
    format!("{head}\n{}", table::of(headings, rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shortened_to_its_inner_end() {
        assert_eq!(near_path("body/p"), "body/p");
        assert_eq!(near_path("body//p"), "body/?/p");
        assert_eq!(near_path("body/main/div/p"), "…/main/div/p");
    }
}
