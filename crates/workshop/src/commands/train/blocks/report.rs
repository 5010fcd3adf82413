//! Evaluates models on pages of sites they have not seen.

use std::collections::{BTreeMap, BTreeSet};

use extract::learned::{self, BlockModel, BlockModelFile};
use extract::text_of;
use gleaner::console::table;
use lab::blocks::{BlockSample, BlockView};
use lab::metrics::text::{PageScore, TextScores};
use lab::metrics::{harmonic, ratio, real};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::{Value, json};

/// A page extracted by a model that has not seen its site.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) text: String,
    score: PageScore,
    /// Numbers of true positive, false positive and false negative blocks.
    blocks: [usize; 3],
}

/// Extracts each page with the model of its fold.
pub(super) fn judge(samples: &[BlockSample], models: &[BlockModel]) -> Vec<Judged> {
    let judge = |sample: &BlockSample| {
        let model = &models[sample.fold(models.len())];
        let document = &sample.document;
        let labels = learned::label_with(model, document);
        let text = text_of(document, &labels);
        let mut blocks = [0; 3];
        for (label, content) in labels.by_block().into_iter().zip(&sample.content) {
            match (label == extract::Label::Content, content) {
                (true, true) => blocks[0] += 1,
                (true, false) => blocks[1] += 1,
                (false, true) => blocks[2] += 1,
                (false, false) => {}
            }
        }
        Judged {
            score: PageScore::of(&sample.gold, &text),
            text,
            blocks,
        }
    };
    samples.par_iter().map(judge).collect()
}

/// The training data, by set.
pub(super) fn data(names: &[String], samples: &[BlockSample]) -> Value {
    let sets = names.iter().enumerate().map(|(set, name)| {
        let whole = || {
            let of_set = samples.iter().filter(|sample| sample.set == set);
            of_set.filter(|sample| sample.view == BlockView::Whole)
        };
        let used = || whole().filter(|sample| sample.trained_on());
        let sites: BTreeSet<&str> = used().map(|sample| sample.site.as_str()).collect();
        json!({
            "set": name,
            "pages": used().count(),
            "left_out": whole().count() - used().count(),
            "sites": sites.len(),
            "blocks": used().map(BlockSample::len).sum::<usize>(),
        })
    });
    sets.collect()
}

/// The scores of a group of pages.
struct Group {
    name: String,
    pages: usize,
    blocks: [f64; 3],
    text: TextScores,
}

/// Groups pages by set, and within sets of several types also by type.
fn groups(names: &[String], samples: &[BlockSample], judged: &[Judged]) -> Vec<Group> {
    let mut pages: BTreeMap<(usize, BlockView, &str), Vec<&Judged>> = BTreeMap::new();
    for (sample, judged) in std::iter::zip(samples, judged) {
        for page_type in ["", &sample.page_type] {
            let key = (sample.set, sample.view, page_type);
            pages.entry(key).or_default().push(judged);
        }
    }
    let types = |set: usize| {
        let whole = pages
            .keys()
            .filter(|(of, view, _)| *of == set && *view == BlockView::Whole);
        whole.count()
    };
    pages
        .iter()
        .filter(|((set, _, page_type), _)| page_type.is_empty() || types(*set) > 2)
        .map(|((set, view, page_type), pages)| {
            let scores: Vec<PageScore> = pages.iter().map(|page| page.score).collect();
            let sum = |at: usize| real(pages.iter().map(|page| page.blocks[at]).sum());
            let (precision, recall) = (
                ratio(sum(0), sum(0) + sum(1)),
                ratio(sum(0), sum(0) + sum(2)),
            );
            Group {
                name: format!("{} {page_type}", names[*set]).trim_end().to_owned() + view.name(),
                pages: pages.len(),
                blocks: [harmonic(precision, recall), precision, recall],
                text: TextScores::of(&scores),
            }
        })
        .collect()
}

/// The scores for the weights file.
pub(super) fn scores(names: &[String], samples: &[BlockSample], judged: &[Judged]) -> Value {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let scores = groups(names, samples, judged).into_iter().map(|group| {
        json!({
            "set": group.name,
            "pages": group.pages,
            "block_f1": round(group.blocks[0]),
            "text_f1": round(group.text.f1),
            "text_precision": round(group.text.precision),
            "text_recall": round(group.text.recall),
        })
    });
    scores.collect()
}

/// The scores as a table.
pub(super) fn table(names: &[String], samples: &[BlockSample], judged: &[Judged]) -> String {
    let headings = "cross-validation by site | >pages | >block f1 | >precision | >recall | >text f1 | >std | >precision | >recall";
    let rows = groups(names, samples, judged).into_iter().map(|group| {
        let text = &group.text;
        let numbers = [text.f1, text.std[0], text.precision, text.recall];
        let numbers = group.blocks.into_iter().chain(numbers);
        [group.name, group.pages.to_string()]
            .into_iter()
            .chain(numbers.map(|number| format!("{number:.4}")))
            .collect()
    });
    table::of(headings, rows)
}

/// Formats the weights file with one tree and one name per line, so that it can be read, searched and compared.
pub(super) fn pretty(model: &BlockModelFile) -> serde_json::Result<String> {
    let indented = |text: &str| text.replace('\n', "\n  ");
    let provenance = serde_json::to_string_pretty(&model.provenance)?;
    let blocks = serde_json::to_string_pretty(&model.blocks)?;
    let names = model.tokens.iter().map(|(name, values)| {
        let values = serde_json::to_string(values)?;
        Ok(format!("{}: {values}", json!(name)))
    });
    let names: Vec<String> = names.collect::<serde_json::Result<_>>()?;
    let parts = [
        ("format", model.format.to_string()),
        ("provenance", indented(&provenance)),
        ("thresholds", serde_json::to_string(&model.thresholds)?),
        ("tokens", format!("{{\n    {}\n  }}", names.join(",\n    "))),
        ("blocks", indented(&blocks)),
    ];
    let parts = parts.map(|(key, value)| format!("  \"{key}\": {value}"));
    Ok(format!("{{\n{}\n}}\n", parts.join(",\n")))
}

#[cfg(test)]
mod tests {
    use extract::learned::{FORMAT, trees};

    use super::*;

    #[test]
    fn a_weights_file_can_be_read_and_has_a_tree_a_line() {
        let model = BlockModelFile {
            format: FORMAT,
            provenance: json!({"data": ["a\nb"]}),
            thresholds: *BlockModel::shipped().thresholds(),
            tokens: [("<p".to_owned(), [0.5, 0.0, 0.0, -1.0])].into(),
            blocks: trees::ForestFile {
                format: trees::FORMAT,
                bias: -0.25,
                trees: vec!["words<=12.5 -1.0 1.0".to_owned(), "0.5".to_owned()],
            },
        };
        let text = pretty(&model).unwrap();
        assert!(BlockModel::read(&text).is_ok());
        assert!(text.contains("\n      \"words<=12.5 -1.0 1.0\",\n      \"0.5\"\n"));
        let read: BlockModelFile = serde_json::from_str(&text).unwrap();
        assert_eq!(read.provenance, model.provenance);
        assert_eq!(read.tokens, model.tokens);
        assert_eq!(read.blocks, model.blocks);
    }
}
