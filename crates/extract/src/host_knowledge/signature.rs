//! The signature of a page: hashes of its content blocks, used to compare it with other pages.

use super::layout::element_hash;
use crate::hash::{self, mixed};
use crate::labels::Labels;
use html::{Tag, TextBlock, TextDocument};

/// Version of the serialised form of a [`PageSignature`]. Other versions are ignored.
pub const FORMAT: i16 = 1;
/// The first and the last `MAX_BLOCKS_PER_END` content blocks are hashed.
const MAX_BLOCKS_PER_END: usize = 64;
/// Bytes of the header and of each block.
const HEADER_BYTES: usize = 8;
const BLOCK_BYTES: usize = 6;
/// Maximum bytes of a block that are hashed.
const MAX_BYTES: usize = 4_096;
/// Maximum words of a heading.
const MAX_HEADING_WORDS: u32 = 12;

/// The content of one page as hashes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageSignature {
    /// Hash of the page's URL; of the canonical URL if it states one.
    pub(super) address: u32,
    /// Hash of its title; 0 if it has none.
    pub(super) title: u32,
    /// Its content blocks in reading order.
    pub(super) blocks: Vec<BlockSignature>,
}

/// One content block.
#[expect(
    clippy::struct_excessive_bools,
    reason = "remarks that do not depend on each other, a bit each when stored"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BlockSignature {
    /// Index of the block; not stored.
    pub(super) index: u32,
    /// Hash of its text and of the elements around it; 0 if the text has no letters.
    pub(super) text: u32,
    /// Number of words, at most 63.
    pub(super) words: u8,
    /// Whether it is a heading or ends with a colon.
    pub(super) heading: bool,
    /// Whether it resembles a date: short, with several numbers, or a copyright notice.
    pub(super) dated: bool,
    /// Whether the title or a description of the page has the same text.
    pub(super) own: bool,
    /// Whether it was dropped.
    pub(super) dropped: bool,
}

const MAX_WORDS: u32 = 63;

impl PageSignature {
    /// The signature of a page whose blocks are labelled. `address` is its canonical URL.
    pub(super) fn of(document: &TextDocument, labels: &Labels, address: &str) -> Self {
        let content: Vec<usize> = labels.content_blocks().collect();
        let cut = content.len().saturating_sub(MAX_BLOCKS_PER_END);
        let hashed = content.iter().enumerate();
        let hashed = hashed.filter(|(place, _)| *place < MAX_BLOCKS_PER_END || *place >= cut);
        let own = descriptions(document);
        let signature_of = |&index: &usize| {
            let block = &document.blocks[index];
            let text = document.text_of(block);
            BlockSignature {
                index: u32::try_from(index).unwrap_or(u32::MAX),
                text: place_and_text(document, block, text),
                words: u8::try_from(block.words.min(MAX_WORDS)).unwrap_or(0),
                heading: is_heading(document, block) || text.ends_with(':'),
                dated: is_date(text),
                own: is_own(&own, text),
                dropped: false,
            }
        };
        Self {
            address: short(hash::fnv(address.bytes())),
            title: text_hash(&document.title).map_or(0, short),
            blocks: hashed.map(|(_, index)| signature_of(index)).collect(),
        }
    }

    /// Its slot in the sample of the host, below [`super::SLOTS`].
    pub fn slot(&self) -> i16 {
        i16::try_from(self.address as usize % super::SLOTS).unwrap_or(0)
    }

    /// Number of blocks of this page that were dropped because they repeat.
    pub fn dropped(&self) -> usize {
        self.blocks.iter().filter(|block| block.dropped).count()
    }

    /// The stored form, little-endian: the hashes of URL and title, then for each block its hash, word count and flags.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + BLOCK_BYTES * self.blocks.len());
        bytes.extend(self.address.to_le_bytes());
        bytes.extend(self.title.to_le_bytes());
        for block in &self.blocks {
            let marks = [block.heading, block.own, block.dropped, block.dated];
            let marks = marks
                .iter()
                .rev()
                .fold(0, |bits, mark| bits << 1 | u8::from(*mark));
            bytes.extend(block.text.to_le_bytes());
            bytes.extend([block.words, marks]);
        }
        bytes
    }

    /// Parses the form written by [`PageSignature::to_bytes`]; `None` for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, blocks) = bytes.split_at_checked(HEADER_BYTES)?;
        if blocks.len() % BLOCK_BYTES != 0 || blocks.len() > BLOCK_BYTES * 2 * MAX_BLOCKS_PER_END {
            return None;
        }
        let number = |four: &[u8]| four.try_into().map_or(0, u32::from_le_bytes);
        let block = |bytes: &[u8]| BlockSignature {
            index: 0,
            text: number(&bytes[..4]),
            words: bytes[4],
            heading: bytes[5] & 1 != 0,
            own: bytes[5] & 2 != 0,
            dropped: bytes[5] & 4 != 0,
            dated: bytes[5] & 8 != 0,
        };
        Some(Self {
            address: number(&head[..4]),
            title: number(&head[4..]),
            blocks: blocks.chunks_exact(BLOCK_BYTES).map(block).collect(),
        })
    }
}

/// The upper half of the mixed hash, never 0.
fn short(hash: u64) -> u32 {
    u32::try_from(mixed(hash) >> 32).unwrap_or(0).max(1)
}

/// Hash of the lower-case letters and the numbers of a text. In a short text with several numbers, such as a date,
/// only the positions of the numbers count. `None` without letters.
fn text_hash(text: &str) -> Option<u64> {
    let mut sum = hash::FNV_BASIS;
    let (mut letters, mut last) = (false, ' ');
    let is_date = is_date(text);
    let head = text.char_indices().take_while(|(at, _)| *at < MAX_BYTES);
    for c in head.map(|(_, c)| c) {
        let c = match c {
            c if c.is_numeric() && is_date => '0',
            c if c.is_alphanumeric() => c,
            _ => ' ',
        };
        letters |= c.is_alphabetic();
        if c != last || c.is_alphabetic() || !is_date {
            for c in c.to_lowercase() {
                sum = hash::fnv_step(sum, c);
            }
        }
        last = c;
    }
    letters.then_some(sum)
}

/// Whether a text is short and has several numbers ("24 May 2019", "Watch video 02:29"), or is a copyright notice.
fn is_date(text: &str) -> bool {
    const MAX_DATE_BYTES: usize = 100;
    let mut numbers = text
        .split(|c: char| !c.is_numeric())
        .filter(|digits| !digits.is_empty());
    text.len() <= MAX_DATE_BYTES && (text.contains('©') || numbers.nth(1).is_some())
}

/// Hash of a text and of its position: tag and classes of its element and of the element's parent.
fn place_and_text(document: &TextDocument, block: &TextBlock, text: &str) -> u32 {
    let around = document.ancestors(block.element).take(2);
    let place = around.fold(0_u64, |sum, element| {
        mixed(sum ^ element_hash(document, element))
    });
    text_hash(text).map_or(0, |text| short(text ^ place))
}

fn is_heading(document: &TextDocument, block: &TextBlock) -> bool {
    let by_tag = || {
        let mut around = document.ancestors(block.element).take(3);
        around.any(|element| {
            matches!(
                element.tag,
                Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6
            )
        })
    };
    let by_weight = || block.bold_words == block.words;
    block.words <= MAX_HEADING_WORDS && (by_tag() || by_weight())
}

/// Titles and descriptions of the page, in lower case.
fn descriptions(document: &TextDocument) -> Vec<String> {
    let names = [
        "description",
        "og:description",
        "twitter:description",
        "og:title",
    ];
    let stated = names.iter().filter_map(|name| document.head.meta(name));
    let stated = stated.chain([document.title.as_str()]);
    stated.map(str::to_lowercase).collect()
}

/// Whether a title or description has this text or its beginning: descriptions may be cut off.
fn is_own(own: &[String], text: &str) -> bool {
    const MIN_BYTES: usize = 12;
    let text = text.to_lowercase();
    let start = |text: &str, end: usize| {
        text.char_indices()
            .nth(end)
            .map_or(text.len(), |(at, _)| at)
    };
    own.iter().any(|stated| {
        let stated = stated.trim_end_matches(['.', '…', ' ']);
        text.len() >= MIN_BYTES && stated.contains(&text[..start(&text, 60)])
            || stated.len() >= MIN_BYTES && text.contains(&stated[..start(stated, 60)])
    })
}
