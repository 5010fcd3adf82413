//! Classes of words by their neighbours, learned from text without labels.
//!
//! Kneser & Ney, *Improved Clustering Techniques for Class-Based Statistical Language Modelling* (Eurospeech 1993): each word is moved to the
//! class in which a bigram model of classes makes the text likeliest, until no word moves or the rounds are over. Words of one class occur
//! in the same contexts: first names, towns, days of the week. A name in no labelled sentence is then like one that occurs in some.

use std::collections::{BTreeMap, HashMap};

use crate::metrics::real;

/// The class of sentence boundaries, which no word has.
const EDGE: usize = 0;
/// The class of words that are too rare for one of their own.
const RARE: usize = 1;
/// Number of counts whose logarithm is looked up.
const LOG_TABLE_SIZE: usize = 1 << 16;

/// How often words are next to each other.
#[derive(Debug)]
pub struct WordNeighbours {
    /// The words with a class, the most frequent first; their numbers follow those of the edge and of rare words.
    words: Vec<String>,
    /// By number of a word: the numbers of the words before and after it, and how often they occur.
    before: Vec<Vec<(u32, u32)>>,
    after: Vec<Vec<(u32, u32)>>,
}

impl WordNeighbours {
    /// Counts the words of sentences. Those that occur fewer than `min` times get no class.
    pub fn count<'a>(sentences: &[Vec<&'a str>], min: usize) -> Self {
        let mut counts: BTreeMap<&'a str, usize> = BTreeMap::new();
        for word in sentences.iter().flatten() {
            *counts.entry(word).or_default() += 1;
        }
        let mut frequent: Vec<(&str, usize)> = counts
            .into_iter()
            .filter(|(_, count)| *count >= min)
            .collect();
        frequent.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let numbers: HashMap<&str, u32> = frequent.iter().map(|(word, _)| *word).zip(2..).collect();
        let mut pairs: HashMap<(u32, u32), u32> = HashMap::new();
        for sentence in sentences {
            let mut previous = 0;
            for word in sentence {
                let number = numbers.get(word).copied().unwrap_or(1);
                *pairs.entry((previous, number)).or_default() += 1;
                previous = number;
            }
            *pairs.entry((previous, 0)).or_default() += 1;
        }
        let size = frequent.len() + 2;
        let (mut before, mut after) = (vec![Vec::new(); size], vec![Vec::new(); size]);
        for ((first, second), count) in pairs {
            after[first as usize].push((second, count));
            before[second as usize].push((first, count));
        }
        Self {
            words: frequent
                .into_iter()
                .map(|(word, _)| word.to_owned())
                .collect(),
            before,
            after,
        }
    }

    /// The words with a class, the most frequent first.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The class of each of [`Self::words`], a number below `classes`.
    pub fn classes(&self, classes: usize, rounds: usize) -> Vec<usize> {
        let classes = classes.max(3);
        let own = classes - 2;
        let mut class_of: Vec<usize> = [EDGE, RARE]
            .into_iter()
            .chain((0..self.words.len()).map(|index| 2 + index % own))
            .collect();
        let mut counts = ClassCounts::new(self, &class_of, classes);
        let logs = Logs::new();
        for _ in 0..rounds {
            let mut moved = 0;
            for word in 2..class_of.len() {
                let from = class_of[word];
                let beside = self.beside(word, &class_of);
                counts.change(from, &beside, -1);
                let to = counts.best(&beside, &logs);
                counts.change(to, &beside, 1);
                class_of[word] = to;
                moved += usize::from(from != to);
            }
            if moved == 0 {
                break;
            }
        }
        class_of.split_off(2)
    }

    /// The classes beside a word.
    fn beside(&self, word: usize, class_of: &[usize]) -> Beside {
        let mut itself = 0;
        let mut sum = |neighbours: &[(u32, u32)]| {
            let mut sums: BTreeMap<usize, i64> = BTreeMap::new();
            itself = 0;
            for (near, count) in neighbours {
                if *near as usize == word {
                    itself = i64::from(*count);
                } else {
                    *sums.entry(class_of[*near as usize]).or_default() += i64::from(*count);
                }
            }
            sums.into_iter().collect()
        };
        let (before, after) = (sum(&self.before[word]), sum(&self.after[word]));
        Beside {
            before,
            after,
            itself,
        }
    }
}

/// How often a word occurs after each class, before each class, and after itself.
#[derive(Debug)]
struct Beside {
    before: Vec<(usize, i64)>,
    after: Vec<(usize, i64)>,
    itself: i64,
}

impl Beside {
    /// How often the word occurs.
    fn all(&self) -> i64 {
        self.after.iter().map(|(_, count)| count).sum::<i64>() + self.itself
    }
}

/// How often a class follows another.
#[derive(Debug)]
struct ClassCounts {
    classes: usize,
    /// By class and the class after it.
    after: Vec<i64>,
    /// By class and the class before it: the same counts, laid out for the other direction.
    before: Vec<i64>,
    all: Vec<i64>,
}

impl ClassCounts {
    fn new(words: &WordNeighbours, class_of: &[usize], classes: usize) -> Self {
        let mut counts = Self {
            classes,
            after: vec![0; classes * classes],
            before: vec![0; classes * classes],
            all: vec![0; classes],
        };
        for (word, after) in words.after.iter().enumerate() {
            for (next, count) in after {
                let (from, to) = (class_of[word], class_of[*next as usize]);
                counts.add(from, to, i64::from(*count));
                counts.all[from] += i64::from(*count);
            }
        }
        counts
    }

    fn add(&mut self, from: usize, to: usize, count: i64) {
        self.after[from * self.classes + to] += count;
        self.before[to * self.classes + from] += count;
    }

    /// Adds a word to a class (`times` 1), or removes it (−1).
    fn change(&mut self, class: usize, beside: &Beside, times: i64) {
        for (near, count) in &beside.after {
            self.add(class, *near, times * count);
        }
        for (near, count) in &beside.before {
            self.add(*near, class, times * count);
        }
        self.add(class, class, times * beside.itself);
        self.all[class] += times * beside.all();
    }

    /// The class in which a word makes the text likeliest; the first of equals.
    fn best(&self, beside: &Beside, logs: &Logs) -> usize {
        let all = beside.all();
        let mut gains: Vec<f64> = self
            .all
            .iter()
            .map(|class| -2.0 * logs.gain(*class, all))
            .collect();
        let mut add = |neighbours: &[(usize, i64)], counts: &[i64]| {
            for (near, count) in neighbours {
                let row = &counts[near * self.classes..(near + 1) * self.classes];
                for (class, (gain, known)) in gains.iter_mut().zip(row).enumerate() {
                    // neighbours of its own class are counted below
                    if class != *near {
                        *gain += logs.gain(*known, *count);
                    }
                }
            }
        };
        add(&beside.after, &self.before);
        add(&beside.before, &self.after);
        let mut within = vec![beside.itself; self.classes];
        for (near, count) in beside.after.iter().chain(&beside.before) {
            within[*near] += count;
        }
        for (class, (gain, count)) in gains.iter_mut().zip(within).enumerate() {
            *gain += logs.gain(self.after[class * self.classes + class], count);
        }
        let best = (2..self.classes)
            .rev()
            .max_by(|a, b| gains[*a].total_cmp(&gains[*b]));
        best.unwrap_or(RARE)
    }
}

/// A table of n · ln n.
#[derive(Debug)]
struct Logs(Vec<f64>);

impl Logs {
    fn new() -> Self {
        Self((0..LOG_TABLE_SIZE).map(|n| n_log_n(real(n))).collect())
    }

    fn of(&self, n: i64) -> f64 {
        let known = usize::try_from(n).ok().and_then(|n| self.0.get(n));
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts of words are far below 2^52"
        )]
        known.copied().unwrap_or_else(|| n_log_n(n as f64))
    }

    /// The growth of n · ln n if a count grows.
    fn gain(&self, count: i64, more: i64) -> f64 {
        if more == 0 {
            return 0.0;
        }
        self.of(count + more) - self.of(count)
    }
}

fn n_log_n(n: f64) -> f64 {
    if n > 0.0 { n * n.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_the_same_neighbours_share_a_class() {
        let mut sentences = Vec::new();
        for who in ["Ada", "Ben", "Cleo"] {
            for place in ["Hallbruck", "Marrow", "Tann"] {
                sentences.push(vec![who, "lives", "in", place]);
                sentences.push(vec!["in", place, "we", "met", who]);
            }
        }
        sentences.push(vec!["once"]);
        let words = WordNeighbours::count(&sentences, 2);
        let classes = words.classes(8, 20);
        let of = |word: &str| {
            let index = words.words().iter().position(|known| known == word);
            classes[index.unwrap()]
        };
        assert_eq!(of("Ada"), of("Ben"));
        assert_eq!(of("Ada"), of("Cleo"));
        assert_eq!(of("Hallbruck"), of("Tann"));
        assert_ne!(of("Ada"), of("Tann"));
        assert!(!words.words().iter().any(|word| word == "once"));
        assert_eq!(classes, words.classes(8, 20));
        assert!(classes.iter().all(|class| (2..8).contains(class)));
    }

    #[test]
    fn class_counts_equal_those_of_the_text() {
        let sentences = [
            vec!["a", "a", "b"],
            vec!["b", "a", "c"],
            vec!["c", "c", "a"],
        ];
        let words = WordNeighbours::count(&sentences, 1);
        let class_of = [EDGE, RARE, 2, 3, 2];
        let mut counts = ClassCounts::new(&words, &class_of, 4);
        let beside = words.beside(2, &class_of);
        counts.change(2, &beside, -1);
        counts.change(3, &beside, 1);
        let other = ClassCounts::new(&words, &[EDGE, RARE, 3, 3, 2], 4);
        assert_eq!((counts.after, counts.before), (other.after, other.before));
        assert_eq!(counts.all, other.all);
    }

    #[test]
    fn no_text_has_no_classes() {
        let words = WordNeighbours::count(&[], 1);
        assert!(words.words().is_empty() && words.classes(4, 3).is_empty());
    }
}
