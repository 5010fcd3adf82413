//! Steps that label each run by a rule over it and its neighbours.

use crate::labels::{Filter, Label, Labels, Run};
use crate::rules::{self, Rule};
use html::TextDocument;

/// The tree over word counts, see [`rules::num_words`].
pub const WORDS_TREE: Filter = Filter {
    name: "words-tree",
    apply: |_, labels| label_by(rules::num_words, labels),
};

/// The tree over text densities, see [`rules::text_density`].
pub const DENSITY_TREE: Filter = Filter {
    name: "density-tree",
    apply: |_, labels| label_by(rules::text_density, labels),
};

/// The canola tree, see [`rules::canola`].
pub const CANOLA_TREE: Filter = Filter {
    name: "canola-tree",
    apply: |_, labels| label_by(rules::canola, labels),
};

/// Every block is content.
pub const EVERYTHING: Filter = Filter {
    name: "everything",
    apply: mark_everything,
};

fn label_by(rule: Rule, labels: &mut Labels) {
    let mut previous = Run::EMPTY;
    for i in 0..labels.runs.len() {
        let current = labels.runs[i];
        let next = labels.runs.get(i + 1).unwrap_or(&Run::EMPTY);
        labels.runs[i].label = rule(&previous, &current, next);
        previous = current;
    }
}

fn mark_everything(_: &TextDocument, labels: &mut Labels) {
    for run in &mut labels.runs {
        run.label = Label::Content;
    }
}
