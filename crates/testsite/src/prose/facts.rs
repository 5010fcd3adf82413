//! Facts that stay the same throughout a story: who, where, what, how much.

use std::{cell::RefCell, collections::HashMap};

use super::grammar::{Grammar, expand};
use crate::{language::Language, random::Random};

/// The facts of a story. Each is drawn from its own stream, so that one does not affect another.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) language: Language,
    pub(crate) topic: usize,
    seed: u64,
    known: RefCell<HashMap<String, String>>,
}

/// A person of the story.
#[derive(Debug)]
struct Person {
    woman: bool,
    name: String,
    surname: &'static str,
    role: &'static str,
}

impl Facts {
    pub(crate) fn new(language: Language, topic: usize, seed: u64) -> Self {
        Self {
            language,
            topic,
            seed,
            known: RefCell::default(),
        }
    }

    /// A random stream of the story.
    pub(crate) fn stream(&self, name: &str) -> Random {
        Random::new(self.seed, name)
    }

    /// Expands `line` with the facts of the story and capitalises it.
    pub(crate) fn write(&self, line: &str, random: &mut Random) -> String {
        let text = expand(line, random, &mut |name, random| self.lookup(name, random));
        capitalised(&text)
    }

    /// Expands a random alternative of `rule`.
    pub(crate) fn any(&self, rule: &str, random: &mut Random) -> String {
        let line = random.pick(Grammar::of(self.language).rule(rule));
        self.write(line, random)
    }

    /// A fact by its name in the grammar.
    pub(crate) fn get(&self, name: &str) -> String {
        self.lookup(name, &mut self.stream(name))
    }

    fn lookup(&self, name: &str, random: &mut Random) -> String {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let grammar = Grammar::of(self.language);
        let fact = match name {
            "ort2" => self.other_place(),
            "ORT" => self.get("ort").to_uppercase(),
            "o" | "O" | "od" | "oa" | "og" => self.noun("o", name),
            _ if name.starts_with("i1") || name.starts_with("I1") => self.noun("i1", name),
            _ if name.starts_with("i2") || name.starts_with("I2") => self.noun("i2", name),
            _ if name.ends_with(['1', '2', '3']) => self.person_fact(name),
            _ => {
                let lines = grammar.rule(&format!("={name}"));
                if lines.is_empty() {
                    let line = random.pick(grammar.rule(name));
                    return expand(line, random, &mut |name, random| self.lookup(name, random));
                }
                let mut own = self.stream(name);
                let line = own.pick(lines);
                expand(line, &mut own, &mut |name, random| {
                    self.lookup(name, random)
                })
            }
        };
        self.known
            .borrow_mut()
            .insert(name.to_owned(), fact.clone());
        fact
    }

    fn other_place(&self) -> String {
        let places = Grammar::of(self.language).rule("=ort");
        let here = self.get("ort");
        let mut stream = self.stream("ort2");
        let mut place = stream.pick(places);
        while place == here {
            place = stream.pick(places);
        }
        place.to_owned()
    }

    /// The topic's object or an institution, inflected according to `name`: a capital for the start of
    /// a sentence; at the end, `d` for dative, `a` for accusative, `g` for genitive.
    fn noun(&self, which: &str, name: &str) -> String {
        let grammar = Grammar::of(self.language);
        let lines = match which {
            "o" => grammar.rule(&format!("obj.{}", self.topic)),
            _ => grammar.rule("inst"),
        };
        let start = self.stream("institutions").below(lines.len());
        let line = match which {
            "o" => self.stream("object").pick(lines),
            "i1" => lines.get(start).copied().unwrap_or_default(),
            _ => {
                let step = 1 + self.stream("second").below(lines.len().saturating_sub(1));
                lines
                    .get((start + step) % lines.len().max(1))
                    .copied()
                    .unwrap_or_default()
            }
        };
        let phrase = match self.language {
            Language::German => german_noun(line, name.chars().last()),
            Language::English => format!("the {line}"),
        };
        let mut stream = self.stream("noun");
        let phrase = expand(&phrase, &mut stream, &mut |name, random| {
            self.lookup(name, random)
        });
        if name.starts_with(char::is_uppercase) {
            capitalised(&phrase)
        } else {
            phrase
        }
    }

    fn person_fact(&self, name: &str) -> String {
        let (what, which) = name.split_at(name.len() - 1);
        let person = self.person(which);
        let german = self.language == Language::German;
        let word = match (what.to_lowercase().as_str(), german, person.woman) {
            ("p", ..) => return person.name,
            ("n", ..) => person.surname,
            ("r", ..) => person.role,
            ("die", true, true) => "die",
            ("die", true, false) => "der",
            ("die", false, _) => "the",
            ("sie", true, true) => "sie",
            ("sie", true, false) => "er",
            ("sie", false, true) => "she",
            ("sie", false, false) => "he",
            _ => "",
        };
        if what.starts_with(char::is_uppercase) {
            capitalised(word)
        } else {
            word.to_owned()
        }
    }

    fn person(&self, which: &str) -> Person {
        let grammar = Grammar::of(self.language);
        let mut stream = self.stream(&format!("person {which}"));
        let woman = stream.chance(50);
        let (first, role) = if woman {
            ("first.f", "role.f")
        } else {
            ("first.m", "role.m")
        };
        let first = stream.pick(grammar.rule(first));
        // Persons with consecutive numbers get different surnames.
        let surnames = grammar.rule("last");
        let offset = which.parse::<usize>().unwrap_or(0) * 7;
        let start = self.stream("surnames").below(surnames.len());
        let surname = surnames
            .get((start + offset) % surnames.len().max(1))
            .copied()
            .unwrap_or_default();
        Person {
            woman,
            name: format!("{first} {surname}"),
            surname,
            role: stream.pick(grammar.rule(role)),
        }
    }
}

/// A German noun phrase from `gender;noun;genitive` with its definite article.
fn german_noun(line: &str, case: Option<char>) -> String {
    let mut parts = line.split(';');
    let gender = parts.next().unwrap_or_default();
    let noun = parts.next().unwrap_or_default();
    let genitive = parts.next().unwrap_or(noun);
    match (gender, case) {
        ("f", Some('d')) => format!("der {noun}"),
        ("m" | "n", Some('d')) => format!("dem {noun}"),
        ("f", Some('g')) => format!("der {genitive}"),
        ("m" | "n", Some('g')) => format!("des {genitive}"),
        ("m", Some('a')) => format!("den {noun}"),
        ("f", _) => format!("die {noun}"),
        ("m", _) => format!("der {noun}"),
        _ => format!("das {noun}"),
    }
}

/// The text with its first letter capitalised, even after a quotation mark.
pub(crate) fn capitalised(text: &str) -> String {
    let Some((at, letter)) = text.char_indices().find(|(_, c)| c.is_alphanumeric()) else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..at]);
    out.extend(letter.to_uppercase());
    out.push_str(&text[at + letter.len_utf8()..]);
    out
}
