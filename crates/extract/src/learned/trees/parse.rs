//! The parser of trees.

use std::collections::HashMap;
use std::str::SplitAsciiWhitespace;

use super::{ForestError, MAX_LEAVES, Tree};

/// Parses one tree. `number` is its index in errors.
pub(super) fn tree(
    text: &str,
    number: usize,
    features: &HashMap<&str, u16>,
) -> Result<Tree, ForestError> {
    let mut reader = Reader {
        words: text.split_ascii_whitespace(),
        number,
        features,
    };
    let tree = reader.tree(MAX_LEAVES - 1)?;
    match reader.words.next() {
        None => Ok(tree),
        Some(_) => Err(ForestError::Shape { tree: number }),
    }
}

struct Reader<'a> {
    words: SplitAsciiWhitespace<'a>,
    number: usize,
    features: &'a HashMap<&'a str, u16>,
}

impl Reader<'_> {
    /// Parses a tree of at most `depth` levels of splits: one of [`MAX_LEAVES`] leaves has no more.
    fn tree(&mut self, depth: usize) -> Result<Tree, ForestError> {
        let word = self.words.next();
        let word = word.ok_or(ForestError::Shape { tree: self.number })?;
        let Some((name, threshold)) = word.split_once("<=") else {
            return Ok(Tree::Leaf(self.finite(word)?));
        };
        let depth = depth.checked_sub(1).ok_or(ForestError::TooLarge)?;
        let feature = self.features.get(name).copied();
        Ok(Tree::Split {
            feature: feature.ok_or_else(|| ForestError::UnknownFeature {
                tree: self.number,
                name: name.to_owned(),
            })?,
            threshold: self.finite(threshold)?,
            below: Box::new(self.tree(depth)?),
            above: Box::new(self.tree(depth)?),
        })
    }

    fn finite(&self, word: &str) -> Result<f32, ForestError> {
        let number = word.parse().ok().filter(|number: &f32| number.is_finite());
        number.ok_or_else(|| ForestError::Number {
            tree: self.number,
            found: word.to_owned(),
        })
    }
}
