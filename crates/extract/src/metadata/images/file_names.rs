//! What the file names of pictures say: whether two are one picture in several sizes, and whether one is a placeholder.

use crate::metadata::text::is_number;

/// Minimum bytes of a file name that identifies a picture in any folder.
const MIN_NAME_BYTES: usize = 8;
/// Digits of a size in pixels, and of one without a mark.
const SIZE_DIGITS: std::ops::RangeInclusive<usize> = 1..=4;
const ROUND_DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
/// Minimum digits of the number of a picture.
const MIN_ID_DIGITS: usize = 5;
/// Minimum digits of a hash, or of a part of it.
const MIN_HASH_DIGITS: usize = 8;
/// Maximum bytes of a flag beside a size.
const MAX_FLAG_BYTES: usize = 2;
/// Ends of the file names of pictures.
const PICTURE_ENDS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "avif", "gif"];
/// Names that say which version of a picture it is.
const VERSIONS: [&str; 24] = [
    "compressed",
    "default",
    "featured",
    "full",
    "hqdefault",
    "image",
    "landscape",
    "large",
    "master",
    "maxresdefault",
    "medium",
    "mqdefault",
    "original",
    "panorama",
    "portrait",
    "preview",
    "sddefault",
    "small",
    "social",
    "square",
    "tall",
    "thumb",
    "thumbnail",
    "wide",
];
/// Names of files that show nothing, and other words in their names.
const PLACEHOLDERS: [&str; 7] = [
    "blank",
    "spacer",
    "pixel",
    "avatar",
    "sprite",
    "1x1",
    "transparent",
];
const BESIDE_PLACEHOLDERS: [&str; 16] = [
    "author", "black", "default", "gray", "grey", "icon", "image", "img", "large", "lazy", "photo",
    "picture", "profile", "small", "user", "white",
];
/// File names of the default picture of a site, and other words in them.
const SITE_DEFAULTS: [&str; 18] = [
    "default",
    "defaultimage",
    "fallback",
    "favicon",
    "logo",
    "logos",
    "no",
    "noimage",
    "noimg",
    "nophoto",
    "og",
    "ogimage",
    "ogp",
    "opengraph",
    "share",
    "sharing",
    "sitelogo",
    "touch",
];
const BESIDE_SITE_DEFAULTS: [&str; 20] = [
    "apple",
    "banner",
    "brand",
    "card",
    "dark",
    "facebook",
    "fb",
    "header",
    "light",
    "main",
    "newspaper",
    "preview",
    "site",
    "social",
    "square",
    "thumb",
    "thumbnail",
    "twitter",
    "web",
    "wide",
];

/// What the URL of a picture says of it, whatever the version.
pub(super) struct FileName {
    /// The name of the file in lower case, without its end and a size; empty if it says nothing but the version.
    name: String,
    /// The numbers and hashes of pictures or articles in its folders.
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
        let name = if is_round(stem) || is_version(stem) {
            ""
        } else {
            without_size(stem)
        };
        let parts = folders.split('/').chain(std::iter::once(name));
        let parts = parts.filter(|part| !part.is_empty() && !is_version(part));
        let parts: Vec<&str> = parts.collect();
        let last = parts.last().copied().unwrap_or_default();
        let is_identified = is_picture
            || last.bytes().any(|b| b.is_ascii_digit())
            || last.bytes().filter(|b| matches!(b, b'-' | b'_')).count() >= 2;
        let words = folders.split(|c: char| !c.is_alphanumeric());
        let numbers =
            words.filter(|word| word.len() >= MIN_ID_DIGITS && is_number(word) || is_hash(word));
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

/// Whether a part of a path says only which version of a picture it is: `640x480`, `thumbnail`, `landscape_1020`, `w1200-h630-p-k`.
fn is_version(part: &str) -> bool {
    let is_one = |word: &str| {
        is_size(word)
            || VERSIONS
                .iter()
                .any(|known| word.eq_ignore_ascii_case(known))
    };
    let is_flag =
        |word: &str| word.len() <= MAX_FLAG_BYTES && word.bytes().all(|b| b.is_ascii_alphabetic());
    let words = || part.split(['-', '_']);
    words().any(is_one) && words().all(|word| is_one(word) || is_round(word) || is_flag(word))
}

fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// A file name without the size at its end, such as `-1024x768`. A number without a mark is one after the number of a picture
/// (`43929852_303`), and a round one after a long name (`-1200`).
fn without_size(name: &str) -> &str {
    let mut name = name;
    while let Some((head, tail)) = name.rsplit_once(['-', '_'])
        && !head.is_empty()
    {
        let is_beside_size = || {
            let before = head.rsplit(['-', '_']).next();
            is_number(tail) && before.is_some_and(is_size)
        };
        let is_end = is_size(tail)
            || is_round(tail) && head.len() >= MIN_NAME_BYTES
            || is_number_of_picture(head) && is_number(tail)
            || is_beside_size();
        if !is_end {
            break;
        }
        name = head;
    }
    name
}

/// Whether a word is part of a hash or UUID: hexadecimal letters and digits.
fn is_hash(word: &str) -> bool {
    word.len() >= MIN_HASH_DIGITS
        && word.bytes().all(|b| b.is_ascii_hexdigit())
        && word.bytes().any(|b| b.is_ascii_digit())
        && !is_number(word)
}

/// Whether a text is the number of a picture, and not a day.
fn is_number_of_picture(text: &str) -> bool {
    let is_day = || {
        let after_year = text.get(4..).unwrap_or_default();
        text.len() == "20240503".len()
            && (text.starts_with("19") || text.starts_with("20"))
            && ("0101"..="1231").contains(&after_year)
    };
    text.len() >= MIN_ID_DIGITS && is_number(text) && !is_day()
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

/// Whether a URL is clearly that of a placeholder, or names no file: the home page, or the value of a missing variable.
pub(super) fn is_placeholder(url: &str) -> bool {
    let path = path(url).to_ascii_lowercase();
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", &path));
    let is_home = || {
        folders
            .rsplit_once("//")
            .map_or(folders, |(_, host)| host)
            .find('/')
            .is_none()
    };
    file.contains("placeholder")
        || file.contains("gravatar")
        || url.contains("gravatar.com/")
        || matches!(file, "null" | "undefined")
        || file.is_empty() && !url.contains('?') && is_home()
        || is_named(file, |word| PLACEHOLDERS.contains(&word), |_| false)
}

/// Whether a URL is that of the default picture of a site, by its file name and a folder that is not that of one article. A name without an ending is that
/// of a picture that software draws for each page.
pub(super) fn is_site_default(url: &str) -> bool {
    let path = path(url);
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let is_slug = |folder: &str| folder.bytes().filter(|b| matches!(b, b'-' | b'_')).count() >= 2;
    let is_id = |folder: &str| {
        let has = |is_one: fn(&u8) -> bool| folder.bytes().any(|byte| is_one(&byte));
        let is_mixed = has(u8::is_ascii_digit) || has(u8::is_ascii_uppercase);
        folder.len() >= MIN_NAME_BYTES && is_mixed && has(u8::is_ascii_lowercase)
    };
    let is_beside = |word: &str| BESIDE_SITE_DEFAULTS.contains(&word);
    file.contains('.')
        && is_named(
            &file.to_ascii_lowercase(),
            |word| SITE_DEFAULTS.contains(&word),
            is_beside,
        )
        && FileName::of(url).numbers.is_empty()
        && !folders
            .split('/')
            .skip(1)
            .any(|folder| is_slug(folder) || is_id(folder))
}

/// Whether the name of a file has one of some words, and otherwise only words beside them, sizes and numbers.
fn is_named(file: &str, is_one: impl Fn(&str) -> bool, is_beside: impl Fn(&str) -> bool) -> bool {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words = stem.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_filler = |word: &str| {
        BESIDE_PLACEHOLDERS.contains(&word) || is_beside(word) || is_size(word) || is_number(word)
    };
    words.iter().any(|word| is_one(word))
        && words.iter().all(|word| is_one(word) || is_filler(word))
}
