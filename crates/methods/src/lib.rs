#![doc = include_str!("../README.md")]

mod arc90;
mod block_clusters;
mod boilerpipe;
pub mod density;
mod div_ratio;
mod filters;
mod subtree;
mod subtree_density;
mod text_statistics;
mod visual;
mod whitespace;

use extract::{Extractor, GLEANER};

/// The baseline for the others.
const EVERYTHING: Extractor = Extractor {
    name: "everything",
    summary: "all visible text",
    source: "like the output of `lynx -dump`; the baseline for the others",
    steps: &[filters::EVERYTHING],
};

/// All extractors, the default first.
pub static EXTRACTORS: &[Extractor] = &[
    GLEANER,
    boilerpipe::ARTICLE,
    boilerpipe::DEFAULT,
    boilerpipe::LARGEST,
    boilerpipe::WORDS,
    boilerpipe::DENSITY,
    boilerpipe::SENTENCES,
    boilerpipe::CANOLA,
    boilerpipe::EVERYTHING,
    density::DENSITY,
    density::MEAN,
    density::GAUSS,
    density::perceptron::SLP,
    density::perceptron::MLP,
    subtree_density::LONGEST,
    subtree_density::FILTER,
    div_ratio::DIV_RATIO,
    arc90::ARC90,
    whitespace::WHITESPACE,
    text_statistics::TEXT_STATISTICS,
    block_clusters::BLOCK_CLUSTERS,
    visual::VISUAL,
    EVERYTHING,
];

/// The extractor with that name.
pub fn by_name(name: &str) -> Option<&'static Extractor> {
    EXTRACTORS.iter().find(|extractor| extractor.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extractors_have_unique_names_and_the_default_is_the_first() {
        for extractor in EXTRACTORS {
            let same = EXTRACTORS.iter().filter(|e| e.name == extractor.name);
            assert_eq!(same.count(), 1, "{}", extractor.name);
        }
        assert_eq!(EXTRACTORS[0], GLEANER);
        assert!(by_name("no such extractor").is_none());
    }
}
