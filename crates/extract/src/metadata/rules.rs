//! Rules by name. Each reads a field in one way; a value carries the name of the rule that gave it and, if asked for, its rivals.

use serde::Serialize;
use serde_json::Value;

use super::{FieldSource, Metadata, Page, all_rules};

/// One way to read a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<R> {
    pub name: &'static str,
    pub source: FieldSource,
    pub read: R,
}

impl<R> Rule<R> {
    pub(super) const fn new(name: &'static str, source: FieldSource, read: R) -> Self {
        Self { name, source, read }
    }
}

/// A rule that reads a value from some input.
pub(super) type Reads<In, T> = Rule<fn(&In) -> Option<T>>;

/// A rule that reads a value from a page.
pub(super) type PageRule<T> = Rule<fn(&Page<'_>) -> Option<T>>;

/// Which rules read the metadata. The default is all of them, up to the one that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSet {
    /// A bit for each rule that is left out, by its place among all.
    left_out: u128,
    /// Whether the rules that do not decide are read as well.
    pub(super) rivals: bool,
}

impl RuleSet {
    /// The set with the values of the rules that do not decide: see [`Decision::rivals`].
    #[must_use]
    pub fn with_rivals(self) -> Self {
        Self {
            rivals: true,
            ..self
        }
    }

    /// The set without a rule, to measure what it decides; `None` if no rule has that name.
    #[must_use]
    pub fn without(self, name: &str) -> Option<Self> {
        let left_out = self.left_out | (1 << place(name)?);
        Some(Self { left_out, ..self })
    }

    /// Whether a rule is read.
    pub(super) fn has(self, name: &str) -> bool {
        self.left_out == 0 || place(name).is_none_or(|at| self.left_out >> at & 1 == 0)
    }
}

/// The place of a rule among all.
fn place(name: &str) -> Option<usize> {
    let mut rules = all_rules().into_iter().flat_map(|(_, names)| names);
    rules.position(|rule| rule == name)
}

/// How the value of a field was decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// Name of the rule that gave the value.
    pub rule: &'static str,
    /// The source of the value.
    pub source: FieldSource,
    /// The values of the other rules; empty unless [`RuleSet::with_rivals`] is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<Rival>,
}

impl Decision {
    /// A decision without rivals.
    pub(super) fn new(rule: &'static str, source: FieldSource) -> Self {
        Self {
            rule,
            source,
            rivals: Vec::new(),
        }
    }

    /// The same with what other rules say, which is read only if the set asks for it.
    pub(super) fn rivalled<V: Serialize>(
        mut self,
        set: RuleSet,
        others: impl IntoIterator<Item = (&'static str, V)>,
    ) -> Self {
        if set.rivals {
            let others = others.into_iter().map(|(rule, value)| {
                let value = serde_json::to_value(value).unwrap_or_default();
                Rival { rule, value }
            });
            self.rivals = others.collect();
        }
        self
    }
}

/// What another rule says of a field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rival {
    /// Name of the rule.
    pub rule: &'static str,
    /// Its value.
    pub value: Value,
}

impl Rival {
    /// Its value as text.
    pub fn text(&self) -> String {
        text_of(&self.value)
    }
}

impl Metadata {
    /// The fields that rules decided: name, value as text, decision.
    pub fn decided(&self) -> Vec<(&'static str, String, &Decision)> {
        let values = serde_json::to_value(self).unwrap_or_default();
        let decisions = self.decisions.iter();
        decisions
            .map(|(field, decision)| (*field, text_of(&values[*field]), decision))
            .collect()
    }
}

/// A value as text: names and tags with commas, an instant as such.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let texts: Vec<String> = values.iter().map(text_of).collect();
            texts.join(", ")
        }
        Value::Object(date) => date.get("at").map(text_of).unwrap_or_default(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A value of a field with the decision for it.
#[derive(Debug)]
pub(super) struct Decided<T> {
    pub value: T,
    pub decision: Decision,
}

/// The value of the first rule that has one.
pub(super) fn first<In, T: Serialize>(
    rules: &[Reads<In, T>],
    input: &In,
    set: RuleSet,
) -> Option<Decided<T>> {
    let rules = rules.iter().filter(|rule| set.has(rule.name));
    let mut found = rules.filter_map(|rule| Some((rule, (rule.read)(input)?)));
    let (rule, value) = found.next()?;
    let others = found.map(|(rule, value)| (rule.name, value));
    let decision = Decision::new(rule.name, rule.source).rivalled(set, others);
    Some(Decided { value, decision })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_rule_has_a_name_of_its_own_and_a_bit() {
        let names: Vec<&str> = all_rules()
            .into_iter()
            .flat_map(|(_, names)| names)
            .collect();
        let different: HashSet<&str> = names.iter().copied().collect();
        assert_eq!(different.len(), names.len());
        assert!(names.len() <= u128::BITS as usize);
        for name in names {
            let set = RuleSet::default().without(name).unwrap();
            assert!(!set.has(name) && RuleSet::default().has(name), "{name}");
        }
        assert_eq!(RuleSet::default().without("no-such-rule"), None);
    }
}
