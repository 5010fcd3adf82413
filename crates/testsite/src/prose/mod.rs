//! Generates news: the same seed gives the same story.

mod facts;
mod grammar;

use std::collections::HashMap;

use self::{facts::Facts, grammar::Grammar};
use crate::{language::Language, random::Random};

/// Topics that the grammars know: transport, politics, business, culture, science, sport.
pub(crate) const TOPICS: usize = 6;

/// The inputs of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) language: Language,
    pub(crate) topic: usize,
    pub(crate) seed: u64,
    /// Seed of the title. It does not affect the story.
    pub(crate) title_seed: u64,
    /// How often the text has changed since its publication.
    pub(crate) revision: u32,
    /// Agency copy: with a dateline, without an author.
    pub(crate) agency: bool,
    /// Only the first paragraphs.
    pub(crate) abridged: bool,
}

impl Plan {
    /// A story that is neither agency copy nor changed.
    pub(crate) fn new(language: Language, topic: usize, seed: u64) -> Self {
        Self {
            language,
            topic,
            seed,
            title_seed: 0,
            revision: 0,
            agency: false,
            abridged: false,
        }
    }
}

/// Everything from below the headline to the last paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Story {
    pub(crate) standfirst: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) caption: String,
    pub(crate) credit: String,
}

/// A part of a story's body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// A paragraph.
    Paragraph(String),
    /// A subheading.
    Heading(String),
    /// A paragraph that introduces the list after it, and the list.
    List(String, Vec<String>),
}

/// The headline of a story; much cheaper than the story.
pub(crate) fn title(plan: &Plan) -> String {
    let facts = facts(plan);
    facts.any(
        &format!("title.{}", plan.topic),
        &mut Random::new(plan.seed ^ plan.title_seed, "title"),
    )
}

/// The keywords of a story: its place, its second place, its institution.
pub(crate) fn tags(plan: &Plan) -> Vec<String> {
    let facts = facts(plan);
    let institution = facts.get("i1");
    let bare = institution.split_once(' ').map_or("", |(_, noun)| noun);
    vec![facts.get("ort"), facts.get("ort2"), bare.to_owned()]
}

/// The standfirst of a story.
pub(crate) fn standfirst(plan: &Plan) -> String {
    let facts = facts(plan);
    facts.any("standfirst", &mut facts.stream("standfirst"))
}

/// Every keyword that a story of this language may have.
pub(crate) fn known_tags(language: Language) -> Vec<String> {
    let grammar = Grammar::of(language);
    let institutions = grammar.rule("inst").iter().map(|line| match language {
        Language::German => line.split(';').nth(1).unwrap_or_default(),
        Language::English => line,
    });
    let places = grammar.rule("=ort").iter().copied();
    places.chain(institutions).map(str::to_owned).collect()
}

/// The name of a reporter; a site always has the same few.
pub(crate) fn reporter(language: Language, site_seed: u64, which: usize) -> String {
    Facts::new(language, 0, site_seed.wrapping_add(which as u64)).get("p1")
}

/// The whole story.
pub(crate) fn story(plan: &Plan) -> Story {
    let facts = facts(plan);
    let mut parts = body(plan, &facts);
    if plan.abridged {
        parts.truncate((parts.len() / 2).max(4));
        while matches!(parts.last(), Some(Part::Heading(_))) {
            parts.pop();
        }
    }
    Story {
        standfirst: standfirst(plan),
        parts,
        caption: facts.any("caption", &mut facts.stream("caption")),
        credit: facts.any("credit", &mut facts.stream("credit")),
    }
}

fn facts(plan: &Plan) -> Facts {
    Facts::new(plan.language, plan.topic, plan.seed)
}

/// Lines of rules, each of which is used once.
struct Notebook<'a> {
    facts: &'a Facts,
    random: Random,
    unused: HashMap<String, Vec<&'static str>>,
}

impl Notebook<'_> {
    /// Expands an unused line of `rule`; `None` if all are used.
    fn line(&mut self, rule: &str) -> Option<String> {
        let language = self.facts.language;
        let lines = self
            .unused
            .entry(rule.to_owned())
            .or_insert_with(|| Grammar::of(language).rule(rule).to_vec());
        if lines.is_empty() {
            return None;
        }
        let line = lines.swap_remove(self.random.below(lines.len()));
        Some(self.facts.write(line, &mut self.random))
    }

    /// A paragraph of `sentences`, from the rules of the topic and from those for every topic.
    fn paragraph(&mut self, sentences: usize) -> Option<String> {
        let detail = format!("detail.{}", self.facts.topic);
        let mut text = String::new();
        for _ in 0..sentences {
            let rule = if self.random.chance(55) {
                detail.as_str()
            } else {
                "common"
            };
            let Some(line) = self.line(rule).or_else(|| self.line("common")) else {
                break;
            };
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&line);
        }
        (!text.is_empty()).then_some(text)
    }
}

fn body(plan: &Plan, facts: &Facts) -> Vec<Part> {
    let mut book = Notebook {
        facts,
        random: facts.stream("body"),
        unused: HashMap::new(),
    };
    let length = book.random.between(0, 100);
    // Many short articles, few long ones: 150 to 850 words.
    let target = 150 + usize::try_from(length * length * 700 / 10_000).unwrap_or(0);
    let lead = book
        .line(&format!("lead.{}", plan.topic))
        .unwrap_or_default();
    let lead = if plan.agency {
        format!("{} {lead}", facts.any("dateline", &mut book.random))
    } else {
        lead
    };
    let mut parts = vec![Part::Paragraph(lead)];
    let mut words = 40;
    for round in 0.. {
        let sentences = 2 + book.random.below(3);
        let rules: &[&str] = match round % 7 {
            0 if round == 0 => &["intro1"],
            2 | 6 => &["quote1"],
            3 if target > 300 => &["heading"],
            4 if round == 4 => &["intro2", "quote2"],
            4 => &["quote2"],
            5 if round == 5 && target > 450 => &["listintro"],
            _ => &[],
        };
        let written: Vec<_> = rules.iter().filter_map(|rule| book.line(rule)).collect();
        let text = written.join(" ");
        match rules.first() {
            Some(&"heading") if words + 60 < target => {
                parts.extend((!text.is_empty()).then_some(Part::Heading(text)));
            }
            Some(&"listintro") => {
                let items: Vec<_> = (0..4).filter_map(|_| book.line("item")).collect();
                words += items.len() * 8;
                parts.push(Part::List(text, items));
            }
            Some(&("intro1" | "quote1" | "intro2" | "quote2")) if !text.is_empty() => {
                words += text.split_whitespace().count();
                parts.push(Part::Paragraph(text));
            }
            _ => {
                let Some(text) = book.paragraph(sentences) else {
                    break;
                };
                words += text.split_whitespace().count();
                parts.push(Part::Paragraph(text));
            }
        }
        if words >= target {
            break;
        }
    }
    if plan.agency {
        parts.extend(book.line("agencyend").map(Part::Paragraph));
    }
    for revision in 0..plan.revision {
        let mut random = facts.stream(&format!("revision {revision}"));
        let text = format!(
            "{} {}",
            facts.any("common", &mut random),
            facts.any("quote1", &mut random)
        );
        parts.insert(2.min(parts.len()), Part::Paragraph(text));
    }
    parts
}
