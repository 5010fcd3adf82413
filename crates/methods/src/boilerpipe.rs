//! The boilerpipe family: blocks between block-level tags, shallow features, few rules.

use crate::filters::{
    CANOLA_TREE, CONTENT_FUSION, DENSITY_TREE, DROP_BOILERPLATE, END_MARKS, EQUAL_DENSITY_FUSION,
    EVERYTHING as MARK_EVERYTHING, EXPAND_TITLE, IGNORE_AFTER_END, KEEP_LARGEST,
    KEEP_LARGEST_EXPANDED, LARGE_AT_SAME_LEVEL, LEAVE_OUT_TITLE, LIST_AT_END, PROXIMITY_FUSION,
    SHORT_CLAUSES, SPLIT_PARAGRAPHS, TITLE_MATCH, TRAILING_HEADLINE, WORDS_TREE,
};
use extract::Extractor;

const SOURCE: &str = "Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text \
                      Features, WSDM 2010; boilerpipe (Apache-2.0)";

/// `ArticleExtractor`, followed by a step that removes the title.
pub(crate) const ARTICLE: Extractor = Extractor {
    name: "boilerpipe-article",
    summary: "the words tree, then the longest run of text and what belongs to it; for news articles",
    source: SOURCE,
    steps: &[
        END_MARKS,
        TITLE_MATCH,
        WORDS_TREE,
        IGNORE_AFTER_END,
        TRAILING_HEADLINE,
        PROXIMITY_FUSION,
        DROP_BOILERPLATE,
        CONTENT_FUSION,
        KEEP_LARGEST_EXPANDED,
        EXPAND_TITLE,
        LARGE_AT_SAME_LEVEL,
        LIST_AT_END,
        LEAVE_OUT_TITLE,
    ],
};

pub(crate) const DEFAULT: Extractor = Extractor {
    name: "boilerpipe-default",
    summary: "blocks of equal density joined, then the density tree; for any page",
    source: SOURCE,
    steps: &[EQUAL_DENSITY_FUSION, PROXIMITY_FUSION, DENSITY_TREE],
};

pub(crate) const LARGEST: Extractor = Extractor {
    name: "boilerpipe-largest",
    summary: "the words tree, then only the longest run of content",
    source: SOURCE,
    steps: &[WORDS_TREE, PROXIMITY_FUSION, KEEP_LARGEST],
};

pub(crate) const WORDS: Extractor = Extractor {
    name: "boilerpipe-words",
    summary: "the decision tree over word counts and link density alone",
    source: SOURCE,
    steps: &[WORDS_TREE],
};

pub(crate) const DENSITY: Extractor = Extractor {
    name: "boilerpipe-density",
    summary: "the decision tree over text density and link density alone",
    source: SOURCE,
    steps: &[DENSITY_TREE],
};

pub(crate) const SENTENCES: Extractor = Extractor {
    name: "boilerpipe-sentences",
    summary: "boilerpipe-article, reduced to blocks with a full clause",
    source: SOURCE,
    steps: &[
        END_MARKS,
        TITLE_MATCH,
        WORDS_TREE,
        IGNORE_AFTER_END,
        TRAILING_HEADLINE,
        PROXIMITY_FUSION,
        DROP_BOILERPLATE,
        CONTENT_FUSION,
        KEEP_LARGEST_EXPANDED,
        EXPAND_TITLE,
        LARGE_AT_SAME_LEVEL,
        LIST_AT_END,
        LEAVE_OUT_TITLE,
        SPLIT_PARAGRAPHS,
        SHORT_CLAUSES,
    ],
};

pub(crate) const CANOLA: Extractor = Extractor {
    name: "boilerpipe-canola",
    summary: "the decision tree learned on the Canola set of CleanEval",
    source: SOURCE,
    steps: &[CANOLA_TREE],
};

pub(crate) const EVERYTHING: Extractor = Extractor {
    name: "boilerpipe-everything",
    summary: "every block",
    source: SOURCE,
    steps: &[MARK_EVERYTHING],
};
