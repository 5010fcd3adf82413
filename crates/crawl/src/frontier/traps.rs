//! Detects crawler traps that their URLs do not reveal, by pages without new text.
//!
//! A page has new text if enough of its text was on no other page of the host in this crawl. The pages of an archive
//! do, since each names articles; a calendar, a filter or a page under another session id repeats known text. After several
//! dozen pages in a row without new text, their URL pattern is given up until the next day: its links are not admitted,
//! and those that wait are not requested. Only pages found through links count, because the pages that a site announces in
//! feeds, sitemaps and on its front page are finite in number.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{DateTime, Datelike, Utc};
use memchr::{memchr, memmem};
use store::{Due, UrlKind, Via};
use url::Url;

use crate::frontier::hash;
use crate::locked;
use crate::url::pattern::pattern;

/// Pages in a row without new text after which a group of URLs is given up: those of one pattern, of one path with any query (which
/// one bad pattern does not close), of one first path segment, of one host.
const PER_PATTERN: u32 = 24;
const PER_PATH: u32 = 32;
const PER_FIRST_SEGMENT: u32 = 48;
const PER_HOST: u32 = 120;
/// Minimum new shingles of a page with new text: two headlines, or a sentence. A title that repeats the words of the
/// URL has fewer.
const MIN_NEW: usize = 10;
/// Words per shingle.
const WORDS: usize = 4;
const MAX_SHINGLES: usize = 1 << 12;
/// Size of the filter of known shingles in bits, and the number of shingles at which it is emptied; known text then counts
/// as new again.
const FILTER_BITS: usize = 1 << 20;
const MAX_KNOWN: usize = 1 << 18;
/// Maximum number of counts kept in memory.
const MAX_COUNTS: usize = 1 << 16;

/// Finds crawler traps by the pages in a row without new text, over all hosts of a worker.
#[derive(Debug, Default)]
pub(crate) struct TrapDetector {
    without_new_text: Mutex<HashMap<u64, u32>>,
    /// Counts that have reached their bound.
    given_up: AtomicUsize,
}

impl TrapDetector {
    /// Whether links to this URL are given up, because too many similar pages in a row had no new text.
    pub(crate) fn is_given_up(&self, url: &Url, now: DateTime<Utc>) -> bool {
        if self.given_up.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let without_new_text = locked(&self.without_new_text);
        let mut keys = keys(url, now).into_iter();
        keys.any(|(key, max)| {
            without_new_text
                .get(&key)
                .is_some_and(|count| *count >= max)
        })
    }

    fn count(&self, url: &Url, has_new_text: bool, now: DateTime<Utc>) {
        let mut without_new_text = locked(&self.without_new_text);
        if has_new_text && without_new_text.is_empty() {
            return;
        }
        for (key, max) in keys(url, now) {
            if has_new_text {
                self.forget(&mut without_new_text, key, max);
                continue;
            }
            if without_new_text.len() >= MAX_COUNTS {
                without_new_text.clear();
                self.given_up.store(0, Ordering::Relaxed);
            }
            let count = without_new_text.entry(key).or_default();
            *count += 1;
            if *count == max {
                self.given_up.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Records the shingles of a page. Counts the page if it was found through links alone and is fetched for the first
    /// time.
    pub(crate) fn record(
        &self,
        known: &mut KnownText,
        due: &Due,
        url: &Url,
        shingles: &[u32],
        now: DateTime<Utc>,
    ) {
        let has_new_text = known.insert(shingles) >= MIN_NEW;
        if counts(due) {
            self.count(url, has_new_text, now);
        } else if has_new_text {
            self.reset(url, now);
        }
    }

    /// Resets the counts of the host and the path segment of an announced page with new text.
    fn reset(&self, url: &Url, now: DateTime<Utc>) {
        let mut without_new_text = locked(&self.without_new_text);
        if without_new_text.is_empty() {
            return;
        }
        let groups = keys(url, now).into_iter();
        for (key, max) in groups.filter(|(_, max)| *max > PER_PATTERN) {
            self.forget(&mut without_new_text, key, max);
        }
    }

    /// Forgets the count of a group, which may be given up.
    fn forget(&self, counts: &mut HashMap<u64, u32>, key: u64, max: u32) {
        if counts.remove(&key).is_some_and(|count| count >= max) {
            self.given_up.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Whether a waiting URL belongs to a group that is given up.
    pub(crate) fn skips(&self, due: &Due, url: &Url, now: DateTime<Utc>) -> bool {
        counts(due) && self.is_given_up(url, now)
    }
}

/// Whether a URL was found through links alone and has not been fetched. Pages that are visited again have no new text.
fn counts(due: &Due) -> bool {
    let fetched = due.history.as_ref().and_then(|h| h.body_hash.as_ref());
    due.kind == UrlKind::Page
        && matches!(due.via, Via::Link | Via::Section | Via::Redirect)
        && fetched.is_none()
}

/// The groups of a URL, each with the number of pages in a row that may have no new text. The day is part of each key, so that
/// all are tried again on the next.
fn keys(url: &Url, now: DateTime<Utc>) -> Vec<(u64, u32)> {
    let (authority, path) = (url.authority(), url.path());
    let day = now.num_days_from_ce();
    let key = |kind: &str, name: &str| hash(&(kind, day, authority, name));
    let mut keys = vec![
        (key("pattern", &pattern(url)), PER_PATTERN),
        (key("host", ""), PER_HOST),
    ];
    if url.query().is_some() {
        keys.push((key("path", path), PER_PATH));
    }
    if let Some((first, _)) = path.trim_matches('/').split_once('/') {
        keys.push((key("first", first), PER_FIRST_SEGMENT));
    }
    keys
}

/// The text of the pages of a host: a Bloom filter of shingles with a single hash function.
#[derive(Debug)]
pub(crate) struct KnownText {
    filter: Box<[u64]>,
    known: usize,
}

impl Default for KnownText {
    fn default() -> Self {
        Self {
            filter: vec![0; FILTER_BITS / 64].into(),
            known: 0,
        }
    }
}

impl KnownText {
    /// Adds shingles, and returns how many are new.
    fn insert(&mut self, shingles: &[u32]) -> usize {
        if self.known >= MAX_KNOWN {
            *self = Self::default();
        }
        let before = self.known;
        for shingle in shingles {
            let bit = *shingle as usize % FILTER_BITS;
            let word = &mut self.filter[bit / 64];
            self.known += usize::from(*word >> (bit % 64) & 1 == 0);
            *word |= 1 << (bit % 64);
        }
        self.known - before
    }
}

/// Hashed shingles of the words of a page: of its text, its meta elements, and its JSON-LD, which holds the text of pages
/// built by scripts. Words with digits are left out, since dates and numbers are not text.
pub(crate) fn shingles(html: &str) -> Vec<u32> {
    let mut found = Shingles::default();
    let mut rest = html.as_bytes();
    while let Some(at) = memchr(b'<', rest)
        && found.all.len() < MAX_SHINGLES
    {
        found.run(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix(b"<!--") {
            let end = memmem::find(comment, b"-->").unwrap_or(comment.len());
            rest = &comment[end..];
            continue;
        }
        let (tag, inside) = rest.split_at(memchr(b'>', rest).unwrap_or(rest.len()));
        rest = inside;
        if is_tag(tag, "meta") {
            found.run(tag);
        } else if is_tag(tag, "script") {
            let (script, after) = inside.split_at(end_of(inside, "script"));
            if memmem::find(tag, b"ld+json").is_some() {
                found.run(script);
            }
            rest = after;
        } else if is_tag(tag, "style") {
            rest = &inside[end_of(inside, "style")..];
        }
    }
    found.run(rest);
    found.all.truncate(MAX_SHINGLES);
    found.all
}

fn is_tag(tag: &[u8], name: &str) -> bool {
    let named = tag.get(1..=name.len());
    named.is_some_and(|named| named.eq_ignore_ascii_case(name.as_bytes()))
}

/// The start of the end tag of this name, or the end of the text.
fn end_of(inside: &[u8], name: &str) -> usize {
    let mut tags = memmem::find_iter(inside, b"</");
    let end = tags.find(|at| is_tag(&inside[at + 1..], name));
    end.unwrap_or(inside.len())
}

#[derive(Default)]
struct Shingles {
    all: Vec<u32>,
    /// Hashes of the last words, in a ring buffer.
    last: [u64; WORDS],
    words: usize,
}

impl Shingles {
    /// Adds the shingles of a UTF-8 text. They do not extend into other texts.
    fn run(&mut self, text: &[u8]) {
        self.words = 0;
        let mut word = 0_u64;
        let mut has_digit = false;
        for byte in text {
            let letter = LETTERS[usize::from(*byte)];
            // in scripts written without spaces, the first byte of each character begins a word
            if letter == 0 || letter >= 0xE0 {
                if word != 0 {
                    self.end(word, has_digit);
                }
                (word, has_digit) = (0, false);
                if matches!(byte, b'/' | b'=') {
                    self.words = 0; // a URL
                }
            }
            let continues_a_separator = word == 0 && byte & 0xC0 == 0x80;
            if letter != 0 && !continues_a_separator {
                has_digit |= letter.is_ascii_digit();
                word = word.rotate_left(5) ^ u64::from(letter);
            }
        }
        if word != 0 {
            self.end(word, has_digit);
        }
    }

    fn end(&mut self, word: u64, has_digit: bool) {
        if has_digit {
            return;
        }
        self.last[self.words % WORDS] = word;
        self.words += 1;
        if self.words >= WORDS && self.all.len() < MAX_SHINGLES {
            let shingle = (0..WORDS).fold(0_u64, |hash, n| {
                let word = self.last[(self.words + n) % WORDS];
                (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
            self.all.push((shingle >> 32) as u32);
        }
    }
}

/// The value hashed for each byte of UTF-8: ASCII letters in lower case, digits and bytes of other characters unchanged, 0
/// for separators. Separators include the characters U+0080 to U+00BF and U+2000 to U+2FFF, punctuation and symbols, by
/// their first bytes.
const LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut byte = 0_u8;
    // 0xFF does not occur in UTF-8.
    while byte < u8::MAX {
        if byte.is_ascii_alphanumeric() || !byte.is_ascii() && byte != 0xC2 && byte != 0xE2 {
            letters[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    letters
};

#[cfg(test)]
mod tests;
