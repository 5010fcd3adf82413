//! Names of elements as features: the words of tags, classes and ids.
//!
//! Each token has the log-odds of content in such an element, learned separately for four zones: the block's element, the two
//! around it, all further ancestors, and inline elements in the block. Arc90's Readability has a hand-written table (+25, -25).

use foldhash::HashMap;

use super::features::parent_of;
use html::{Element, Tag, TextDocument};
use text::hash;

/// The number of zones: positions of an element relative to a block.
pub const ZONES: usize = 4;
/// Names of the zones: the block's element; the two around it; further ancestors; inline elements in it.
pub const ZONE_NAMES: [&str; ZONES] = ["own", "near", "outer", "inline"];

/// Names of the features.
pub static NAMES: [&str; WIDTH] = [
    "own_names_max",
    "own_names_min",
    "own_names_sum",
    "near_names_max",
    "near_names_min",
    "near_names_sum",
    "outer_names_max",
    "outer_names_min",
    "outer_names_mean",
    "inline_names_sum",
];
/// Number of [`NAMES`].
pub const WIDTH: usize = 10;

/// Log-odds of tokens by zone.
#[derive(Debug, Clone, Default)]
pub struct TokenTable {
    values: HashMap<u64, [f32; ZONES]>,
}

impl<'a> FromIterator<(&'a str, [f32; ZONES])> for TokenTable {
    fn from_iter<T: IntoIterator<Item = (&'a str, [f32; ZONES])>>(tokens: T) -> Self {
        let hashed = tokens
            .into_iter()
            .map(|(token, values)| (hash(token.bytes()), values));
        Self {
            values: hashed.collect(),
        }
    }
}

/// The tokens of an element: the words of its class and id in lower case, and `<tag` unless it is generic.
pub fn tokens_of_element(document: &TextDocument, element: &Element) -> Vec<String> {
    let mut tokens = words(document.attribute(element.class));
    tokens.extend(words(document.attribute(element.id)));
    if let Some(tag) = token_of_tag(element.tag) {
        tokens.push(format!("<{tag}"));
    }
    tokens
}

/// The words of class names, in lower case: `storyBody__text-2` has `story`, `body` and `text`.
pub fn words(names: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(names, |word| words.push(word.to_ascii_lowercase()));
    words
}

fn token_of_tag(tag: Tag) -> Option<&'static str> {
    match tag {
        Tag::Div | Tag::Body => None,
        Tag::Other => Some("custom"),
        tag => Some(tag.name()),
    }
}

/// Calls `take` with each word of at least two letters: a letter followed by lower-case letters, or several capitals.
fn each_word<'a>(names: &'a str, mut take: impl FnMut(&'a str)) {
    let bytes = names.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        if !bytes[i].is_ascii_alphabetic() {
            i += 1;
            continue;
        }
        i += 1;
        while i < bytes.len() && bytes[i].is_ascii_lowercase() {
            i += 1;
        }
        if i == start + 1 && bytes[start].is_ascii_uppercase() {
            while i < bytes.len() && bytes[i].is_ascii_uppercase() {
                i += 1;
            }
        }
        if i > start + 1 {
            take(&names[start..i]);
        }
    }
}

/// Hash of a token, ignoring ASCII case.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    hash::fnv(bytes.map(|byte| byte.to_ascii_lowercase()))
}

/// Maximum, minimum, sum and number of token values.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    greatest: f32,
    least: f32,
    sum: f32,
    tokens: f32,
}

impl Span {
    fn add(&mut self, value: f32) {
        // the table has no value of exactly 0, so 0 means that the token was not learned for the zone
        if value != 0.0 {
            self.join(&Self {
                greatest: value,
                least: value,
                sum: value,
                tokens: 1.0,
            });
        }
    }

    fn join(&mut self, other: &Self) {
        if other.tokens == 0.0 {
            return;
        }
        if self.tokens == 0.0 {
            *self = *other;
            return;
        }
        self.greatest = self.greatest.max(other.greatest);
        self.least = self.least.min(other.least);
        self.sum += other.sum;
        self.tokens += other.tokens;
    }
}

/// The token values of a page's elements.
#[derive(Debug)]
pub struct TokenSums<'a> {
    document: &'a TextDocument,
    table: &'a TokenTable,
    /// For each element: an index into `known`.
    of_element: Vec<u32>,
    /// Spans by distinct name, so that elements with equal names are looked up once.
    known: Vec<[Span; 3]>,
    /// For each element: the outer zone of itself and all ancestors.
    outer: Vec<Span>,
}

impl<'a> TokenSums<'a> {
    /// Looks up the tokens of all elements once.
    pub fn of(document: &'a TextDocument, table: &'a TokenTable) -> Self {
        let mut sums = Self {
            document,
            table,
            of_element: Vec::with_capacity(document.elements.len()),
            known: Vec::new(),
            outer: Vec::with_capacity(document.elements.len()),
        };
        let mut numbers: HashMap<(Tag, &str, &str), u32> = HashMap::default();
        for element in &document.elements {
            let class = document.attribute(element.class);
            let id = document.attribute(element.id);
            let next = u32::try_from(sums.known.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry((element.tag, class, id)).or_insert_with(|| {
                sums.known.push(table.spans(element.tag, class, id));
                next
            });
            sums.of_element.push(number);
            let mut outer = element
                .parent
                .map_or(Span::default(), |parent| sums.outer[parent as usize]);
            outer.join(&sums.known[number as usize][2]);
            sums.outer.push(outer);
        }
        sums
    }

    fn span(&self, element: usize, zone: usize) -> &Span {
        &self.known[self.of_element[element] as usize][zone]
    }

    /// Writes the features of a block, in the order of [`NAMES`].
    pub fn write_row(&self, block: usize, row: &mut [f32]) {
        let block = &self.document.blocks[block];
        let element = block.element as usize;
        let own = self.span(element, 0);
        let parent = parent_of(self.document, element);
        let grandparent = parent_of(self.document, parent);
        let mut near = Span::default();
        if parent != element {
            near.join(self.span(parent, 1));
        }
        if grandparent != parent {
            near.join(self.span(grandparent, 1));
        }
        let outer = match self.document.elements[grandparent].parent {
            Some(further) if grandparent != parent => self.outer[further as usize],
            _ => Span::default(),
        };
        let mut inline = 0.0;
        let names = self.document.attribute(block.inline_class);
        each_word(names, |word| inline += self.table.value(word)[3]);
        let values = [
            own.greatest,
            own.least,
            own.sum,
            near.greatest,
            near.least,
            near.sum,
            outer.greatest,
            outer.least,
            outer.sum / outer.tokens.max(1.0),
            inline,
        ];
        for (cell, value) in std::iter::zip(row, values) {
            *cell = value;
        }
    }
}

impl TokenTable {
    fn value(&self, token: &str) -> [f32; ZONES] {
        let values = self.values.get(&hash(token.bytes()));
        values.copied().unwrap_or_default()
    }

    fn spans(&self, tag: Tag, class: &str, id: &str) -> [Span; 3] {
        let mut spans = [Span::default(); 3];
        let mut add = |values: [f32; ZONES]| {
            for (span, value) in std::iter::zip(&mut spans, values) {
                span.add(value);
            }
        };
        each_word(class, |word| add(self.value(word)));
        each_word(id, |word| add(self.value(word)));
        if let Some(tag) = token_of_tag(tag) {
            let bytes = std::iter::once(b'<').chain(tag.bytes());
            add(self.values.get(&hash(bytes)).copied().unwrap_or_default());
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(
            words("storyBody__text-2 HTMLPart a X"),
            ["story", "body", "text", "htmlp", "art"]
        );
    }

    #[test]
    fn each_zone_has_values_of_its_own() {
        let document = parse(
            "<main class=story><section><div class=box><p class=text><span class=by>x</span>",
        );
        let table: TokenTable = [
            ("<p", [1.0, 0.0, 0.0, 0.0]),
            ("text", [-0.5, 9.0, 9.0, 9.0]),
            ("box", [9.0, 2.0, 9.0, 9.0]),
            ("story", [9.0, 9.0, 3.0, 9.0]),
            ("by", [9.0, 9.0, 9.0, -4.0]),
        ]
        .into_iter()
        .collect();
        let mut row = [0.0; WIDTH];
        TokenSums::of(&document, &table).write_row(0, &mut row);
        let wanted = [1.0, -0.5, 0.5, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, -4.0];
        assert_eq!(row.map(f32::to_bits), wanted.map(f32::to_bits));
    }
}
