//! The conditions of a selector on one element.

use crate::name::Name;
use crate::text::decode_attribute;

/// A compound selector: the conditions on an element itself, without its relations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Compound {
    /// Its name in lower case; `None` matches any.
    pub(crate) name: Option<String>,
    pub(crate) parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Id(String),
    Class(String),
    Attribute {
        /// In lower case.
        name: String,
        test: Test,
        ignore_case: bool,
    },
    Not(Vec<Compound>),
    FirstChild,
}

/// The condition on the value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    Any,
    Is(String),
    Word(String),
    Dash(String),
    Begins(String),
    Ends(String),
    Has(String),
}

/// An element at its start tag, as selectors see it.
pub(crate) struct ElementStart<'a> {
    pub(crate) name: Name,
    /// Names and values as written.
    pub(crate) attributes: Vec<(&'a str, &'a str)>,
    /// Whether it is the first child of its parent.
    pub(crate) is_first: bool,
}

impl ElementStart<'_> {
    /// Whether it has this attribute, named in lower case, with a value that `test` accepts.
    fn attribute(&self, name: &str, test: impl Fn(&str) -> bool) -> bool {
        // of several with the same name, the first counts
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.is_some_and(|(_, value)| test(&decode_attribute(value)))
    }
}

impl Compound {
    pub(crate) fn matches(&self, element: &ElementStart<'_>) -> bool {
        let name = self.name.as_deref();
        let called = name.is_none_or(|name| element.name == Name::new(name.as_bytes()));
        called && self.parts.iter().all(|part| part.matches(element))
    }
}

impl Part {
    fn matches(&self, element: &ElementStart<'_>) -> bool {
        match self {
            Self::Id(id) => element.attribute("id", |value| value == id),
            Self::Class(class) => element.attribute("class", |value| has_word(value, class)),
            Self::Attribute {
                name,
                test,
                ignore_case: false,
            } => element.attribute(name, |value| test.accepts(value)),
            Self::Attribute { name, test, .. } => {
                element.attribute(name, |value| test.accepts(&value.to_ascii_lowercase()))
            }
            Self::Not(compounds) => !compounds.iter().any(|compound| compound.matches(element)),
            Self::FirstChild => element.is_first,
        }
    }
}

impl Test {
    fn accepts(&self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Is(wanted) => value == wanted,
            Self::Word(wanted) => has_word(value, wanted),
            Self::Dash(wanted) => value
                .strip_prefix(wanted.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            // an empty string is in every value, but the standard says that it matches none
            Self::Begins(wanted) => !wanted.is_empty() && value.starts_with(wanted.as_str()),
            Self::Ends(wanted) => !wanted.is_empty() && value.ends_with(wanted.as_str()),
            Self::Has(wanted) => !wanted.is_empty() && value.contains(wanted.as_str()),
        }
    }
}

fn has_word(value: &str, wanted: &str) -> bool {
    value.split_ascii_whitespace().any(|word| word == wanted)
}
