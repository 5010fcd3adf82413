//! Names and keywords of articles, for counts:
//! `zcat FILE | cargo run --release -p aggregate --example names language=de most=5`.
#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "an example prints its numbers, and stops where its input is wrong"
)]

mod shared;

use aggregate::{
    DocumentFrequencies, Gazetteer, Lexicon, StoryParams, TermCounts, keywords, names,
};
use shared::option;

fn main() {
    let rows = shared::rows();
    let lexicon = Lexicon::of(&option("language").unwrap_or_else(|| "de".to_owned()));
    let weights = StoryParams::default().weights;
    let mut frequencies = DocumentFrequencies::default();
    let mut gazetteer = Gazetteer::default();
    if let Some(file) = option::<String>("background") {
        for row in shared::file(&file) {
            gazetteer.learn(row.text.as_deref().unwrap_or_default());
        }
    }
    for row in &rows {
        frequencies.learn(&TermCounts::of(
            "",
            row.text.as_deref().unwrap_or_default(),
            &lexicon,
        ));
        gazetteer.learn(row.text.as_deref().unwrap_or_default());
    }
    for row in rows.iter().take(option("most").unwrap_or(5)) {
        let text = row.text.as_deref().unwrap_or_default();
        println!("{}: {}", row.id, text.chars().take(300).collect::<String>());
        let counts = TermCounts::of(row.title.as_deref().unwrap_or_default(), text, &lexicon);
        for keyword in keywords(&counts, &background, &weights, 8) {
            println!("  {:.2} {}", keyword.weight, keyword.term);
        }
        for name in names(text, &gazetteer) {
            println!(
                "    {:?} {} [{}..{}] = {}",
                name.label, name.text, name.start, name.end, name.norm
            );
        }
    }
}
