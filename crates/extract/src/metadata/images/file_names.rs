//! What the file names of pictures say: whether two are one picture in several sizes, and whether one is a placeholder.

use crate::metadata::text::is_number;

/// Minimum bytes of a file name that identifies a picture in any folder.
const MIN_NAME_BYTES: usize = 8;
/// Digits of a size in pixels, and of one without a mark.
const SIZE_DIGITS: std::ops::RangeInclusive<usize> = 1..=4;
const ROUND_DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
/// Ends of the file names of pictures.
const PICTURE_ENDS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "avif", "gif"];
/// Names that say which version of a picture it is.
const VERSIONS: &str = "
    compressed default featured full hqdefault image landscape large master maxresdefault
    medium mqdefault original panorama portrait preview sddefault small social square tall
    thumb thumbnail wide";
/// Words of the names of files that show nothing.
const PLACEHOLDERS: &str = "
    blank spacer pixel avatar sprite 1x1 transparent";
/// Words of the file names of the default picture of a site.
const SITE_DEFAULTS: &str = "
    default defaultimage fallback favicon logo logos noimage noimg nophoto og ogimage ogp
    opengraph share sharing sitelogo";

/// What the URL of a picture says of it, whatever the version.
pub(super) struct FileName {
    /// The name of the file in lower case, without its end and a size; empty if it says nothing but the version.
    name: String,
    /// The numbers of pictures or articles in its folders.
    numbers: Vec<String>,
    /// Host, folders and name, except those that say only the version; `None` if they do not tell the picture from others.
    place: Option<String>,
}

impl FileName {
    pub(super) fn of(url: &str) -> Self {
        let path = path(url);
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let (folders, file) = path.rsplit_once('/').unwrap_or_default();
        let (stem, is_picture) = stem(file);
        let name = if is_version(stem) {
            ""
        } else {
            without_size(stem)
        };
        let parts = folders.split('/').chain(std::iter::once(name));
        let parts: Vec<&str> = parts.filter(|part| !is_version(part)).collect();
        let last = parts.last().copied().unwrap_or_default();
        let is_identified = is_picture || last.bytes().any(|b| b.is_ascii_digit());
        let words = folders.split(|c: char| !c.is_alphanumeric());
        let numbers = words.filter(|word| word.len() >= 5 && is_number(word));
        Self {
            name: name.to_ascii_lowercase(),
            numbers: numbers.map(str::to_owned).collect(),
            place: is_identified.then(|| parts.join("/")),
        }
    }

    /// Whether both are those of one picture, perhaps in several versions.
    pub(super) fn is_version_of(&self, other: &Self) -> bool {
        let is_named_so = self.name.len() >= MIN_NAME_BYTES
            && self.name == other.name
            && !self.has_other_number(other);
        is_named_so || self.place.is_some() && self.place == other.place
    }

    /// Whether both have numbers, and none in common.
    fn has_other_number(&self, other: &Self) -> bool {
        let has = |numbers: &[String]| !numbers.is_empty();
        let is_known = |number: &String| other.numbers.contains(number);
        has(&self.numbers) && has(&other.numbers) && !self.numbers.iter().any(is_known)
    }
}

/// The name of a file without its ends (`bruecke.jpg.webp`), and whether they are those of pictures.
fn stem(file: &str) -> (&str, bool) {
    let mut stem = file;
    while let Some((before, end)) = stem.rsplit_once('.')
        && PICTURE_ENDS
            .iter()
            .any(|known| end.eq_ignore_ascii_case(known))
    {
        stem = before;
    }
    if stem.len() < file.len() {
        (stem, true)
    } else {
        (file.rsplit_once('.').map_or(file, |(stem, _)| stem), false)
    }
}

/// Whether a part of a path says only which version of a picture it is: `640x480`, `thumbnail`, `landscape_1020`; also an empty one.
fn is_version(part: &str) -> bool {
    let is_name = |word: &str| {
        let mut names = VERSIONS.split_ascii_whitespace();
        names.any(|known| word.eq_ignore_ascii_case(known))
    };
    let mut words = part.split(['-', '_']).filter(|word| !word.is_empty());
    words.all(|word| is_size(word) || is_round(word) || is_name(word))
}

fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// A file name without the size at its end, such as `-1024x768`. A number without a mark is one if it is round, after a long name
/// (`-1200`).
fn without_size(name: &str) -> &str {
    let mut name = name;
    while let Some((head, tail)) = name.rsplit_once(['-', '_'])
        && !head.is_empty()
        && (is_size(tail) || is_round(tail) && head.len() >= MIN_NAME_BYTES)
    {
        name = head;
    }
    name
}

/// Whether a text may be a width or a height without a mark: `1200`. Other numbers count the pictures.
fn is_round(text: &str) -> bool {
    ROUND_DIGITS.contains(&text.len())
        && !text.starts_with('0')
        && text.ends_with('0')
        && is_number(text)
}

/// Whether a text is a width, a height or both: `640w`, `w640`, `s640`, `640x480`.
fn is_size(text: &str) -> bool {
    let is_length = |text: &str| SIZE_DIGITS.contains(&text.len()) && is_number(text);
    let of_one = ['w', 'h', 'x', 's'].iter().any(|mark| {
        let number = text.strip_prefix(*mark).or(text.strip_suffix(*mark));
        number.is_some_and(is_length)
    });
    let of_both = || {
        text.split_once('x')
            .is_some_and(|(w, h)| is_length(w) && is_length(h))
    };
    of_one || of_both()
}

/// Whether a URL is clearly that of a placeholder.
pub(super) fn is_placeholder(url: &str) -> bool {
    let path = path(url).to_ascii_lowercase();
    let file = path.rsplit('/').next().unwrap_or_default();
    file.contains("placeholder") || url.contains("gravatar") || is_named(file, PLACEHOLDERS)
}

/// Whether a URL is that of the default picture of a site, by its file name and folders that are not that of one article.
pub(super) fn is_site_default(url: &str) -> bool {
    let path = path(url);
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let is_slug = |folder: &str| folder.bytes().filter(|b| matches!(b, b'-' | b'_')).count() >= 2;
    is_named(&file.to_ascii_lowercase(), SITE_DEFAULTS) && !folders.split('/').skip(1).any(is_slug)
}

/// Whether the name of a file has one of some words, and otherwise only sizes and numbers.
fn is_named(file: &str, names: &str) -> bool {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words = stem.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_name = |word: &&str| names.split_ascii_whitespace().any(|name| name == *word);
    let is_filler = |word: &str| is_size(word) || is_number(word);
    words.iter().any(is_name) && words.iter().all(|word| is_name(word) || is_filler(word))
}
