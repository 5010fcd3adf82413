//! Grammars as text files, and their expansion.
//!
//! A line `@name` begins a rule, each further line is an alternative of it, and `#` begins a comment.
//! Inside an alternative, `[a|b]` is a choice (which can be nested), `{name}` is another rule or a
//! fact of the story, and `{#3-9}` is a number.

use std::{collections::HashMap, sync::OnceLock};

use crate::{language::Language, random::Random};

/// The rules of one language.
#[derive(Debug)]
pub(crate) struct Grammar(HashMap<&'static str, Vec<&'static str>>);

impl Grammar {
    /// The grammar of a language, parsed once.
    pub(crate) fn of(language: Language) -> &'static Self {
        static GERMAN: OnceLock<Grammar> = OnceLock::new();
        static ENGLISH: OnceLock<Grammar> = OnceLock::new();
        match language {
            Language::German => {
                GERMAN.get_or_init(|| Self::parse(include_str!("../../data/german.txt")))
            }
            Language::English => {
                ENGLISH.get_or_init(|| Self::parse(include_str!("../../data/english.txt")))
            }
        }
    }

    fn parse(text: &'static str) -> Self {
        let mut rules: HashMap<_, Vec<_>> = HashMap::new();
        let mut current = "";
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('@') {
                current = name;
            } else {
                rules.entry(current).or_default().push(line);
            }
        }
        Self(rules)
    }

    /// The alternatives of a rule; empty if there is no such rule.
    pub(crate) fn rule(&self, name: &str) -> &[&'static str] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Expands an alternative. `lookup` returns the text for a name in braces.
pub(crate) fn expand(
    line: &str,
    random: &mut Random,
    lookup: &mut dyn FnMut(&str, &mut Random) -> String,
) -> String {
    let mut out = String::with_capacity(line.len() * 2);
    let mut rest = line;
    while let Some(at) = rest.find(['[', '{']) {
        out.push_str(&rest[..at]);
        let choice = rest[at..].starts_with('[');
        let end = closing(rest, at);
        let inner = &rest[at + 1..end];
        if choice {
            let options = split(inner);
            let option = random.pick(&options);
            out.push_str(&expand(option, random, lookup));
        } else if let Some(range) = inner.strip_prefix('#') {
            out.push_str(&number(range, random));
        } else {
            out.push_str(&lookup(inner, random));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The position of the bracket that closes the one at `open`; the end of the text if there is none.
fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0_i32;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The options of a choice; bars in inner brackets do not separate.
fn split(inner: &str) -> Vec<&str> {
    let (mut options, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            b'|' if depth == 0 => {
                options.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    options.push(&inner[start..]);
    options
}

fn number(range: &str, random: &mut Random) -> String {
    let (low, high) = range.split_once('-').unwrap_or((range, range));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) => random.between(low, high).to_string(),
        _ => range.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_a_grammar_is_a_rule_or_a_fact() {
        const FACTS: &str = "o O od oa og i1 I1 i1d i1a i1g i2 I2 i2d i2a i2g ORT ort2 \
            p1 p2 p3 n1 n2 n3 r1 r2 r3 die1 die2 Die1 Die2 sie1 sie2 Sie1 Sie2";
        for language in [Language::German, Language::English] {
            let grammar = Grammar::of(language);
            for line in grammar.0.values().flatten() {
                assert_eq!(
                    line.matches('[').count(),
                    line.matches(']').count(),
                    "{line}"
                );
                assert_eq!(
                    line.matches('{').count(),
                    line.matches('}').count(),
                    "{line}"
                );
                for name in line.split('{').skip(1).filter_map(|s| s.split('}').next()) {
                    let known = name.starts_with('#')
                        || FACTS.split_whitespace().any(|fact| fact == name)
                        || !grammar.rule(name).is_empty()
                        || !grammar.rule(&format!("={name}")).is_empty();
                    assert!(known, "{{{name}}} in {line}");
                }
            }
        }
    }
}
