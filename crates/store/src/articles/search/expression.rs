//! What articles must be to match: all that a query says, once it is parsed.

use chrono::{DateTime, Utc};

/// What an article must be to match.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Expr {
    /// All of these.
    All(Vec<Self>),
    /// At least one of these.
    Any(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// It has these words.
    Words(Words),
    /// It has one of these values.
    Field(Field, Vec<String>),
    /// Its date is this or later.
    Since(DateTime<Utc>),
    /// Its date is earlier.
    Until(DateTime<Utc>),
}

/// Words of a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Words {
    /// In normalisation form C.
    pub(super) text: String,
    pub(super) form: Form,
    /// Whether only the headline counts.
    pub(super) in_title: bool,
}

/// How words match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// In any inflection.
    Any,
    /// As they are written.
    Written,
    /// As the beginning of a word.
    Prefix,
}

/// A field of an article with values to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// A site by its id, domain or host.
    Site,
    /// A tag of a site, from its seed.
    SiteTag,
    /// A language (ISO 639-1).
    Language,
    /// Words of a byline.
    Author,
    /// The outlet's section.
    Section,
    /// A keyword of the outlet.
    Tag,
    /// A story by its id or the first digits of the id.
    Story,
    /// A name in the text, or words of it.
    Name,
    /// Something that is not always there, such as an image.
    Has,
}

impl Expr {
    /// Whether words are a part of it.
    pub(super) fn has_words(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_words),
            Self::Not(part) => part.has_words(),
            Self::Words(_) => true,
            _ => false,
        }
    }

    /// Whether it is a time.
    pub(super) fn is_time(&self) -> bool {
        matches!(self, Self::Since(_) | Self::Until(_))
    }

    /// Whether it says only where articles appeared, and when.
    pub(super) fn is_place_or_time(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_place_or_time),
            Self::Not(part) => part.is_place_or_time(),
            Self::Field(Field::Site | Field::SiteTag | Field::Language, _)
            | Self::Since(_)
            | Self::Until(_) => true,
            _ => false,
        }
    }

    /// Adds the values of the same field to these. Returns whether there were any.
    pub(super) fn joined(&mut self, other: &Self) -> bool {
        match (self, other) {
            (Self::Field(Field::Has, _), _) => return false,
            (Self::Field(field, values), Self::Field(other, more)) if field == other => {
                values.extend(more.iter().cloned());
            }
            (Self::Since(since), Self::Since(other)) => *since = (*other).min(*since),
            (Self::Until(until), Self::Until(other)) => *until = (*other).max(*until),
            _ => return false,
        }
        true
    }
}
