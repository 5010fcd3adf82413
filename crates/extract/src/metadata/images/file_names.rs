//! What the file names of pictures say: whether two are one picture in several sizes, and whether one is a placeholder.

/// Minimum bytes of a file name that identifies a picture in any folder.
const MIN_NAME_BYTES: usize = 8;
/// Maximum digits of a size in pixels.
const MAX_SIZE_DIGITS: usize = 4;
/// Ends of the file names of pictures.
const PICTURE_ENDS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "avif", "gif"];
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

/// Whether two URLs are those of one picture, perhaps in several sizes.
pub(super) fn are_versions(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (one, other) = (FileName::of(one), FileName::of(other));
    one.name.eq_ignore_ascii_case(other.name)
        && (one.is_telling()
            || one.is_picture
                && other.is_picture
                && one
                    .folders_without_sizes()
                    .eq(other.folders_without_sizes()))
}

/// The parts of the URL of a picture.
struct FileName<'a> {
    /// Host and folders.
    folders: &'a str,
    /// The name of the file without its end and a size; empty if it is nothing but a size.
    name: &'a str,
    /// Whether its end is that of a picture.
    is_picture: bool,
}

impl<'a> FileName<'a> {
    fn of(url: &'a str) -> Self {
        let path = path(url);
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let (folders, file) = path.rsplit_once('/').unwrap_or_default();
        let (stem, end) = file.rsplit_once('.').unwrap_or((file, ""));
        let is_picture = PICTURE_ENDS
            .iter()
            .any(|known| end.eq_ignore_ascii_case(known));
        let is_number = || stem.len() <= MAX_SIZE_DIGITS && is_digits(stem);
        Self {
            folders,
            name: if is_size(stem) || is_number() {
                ""
            } else {
                without_size(stem)
            },
            is_picture,
        }
    }

    /// Whether no other picture has that name, unlike `original` or `image`.
    fn is_telling(&self) -> bool {
        let is_mark = |b: u8| b.is_ascii_digit() || matches!(b, b'-' | b'_');
        self.name.len() >= MIN_NAME_BYTES
            && (!self.name.is_ascii() || self.name.bytes().any(is_mark))
    }

    fn folders_without_sizes(&self) -> impl Iterator<Item = &'a str> {
        self.folders.split('/').filter(|folder| !is_size(folder))
    }
}

fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// A file name without the size at its end, such as `-1024x768`.
fn without_size(name: &str) -> &str {
    match name.rsplit_once(['-', '_']) {
        Some((head, tail)) if is_size(tail) && !head.is_empty() => head,
        _ => name,
    }
}

/// Whether a text is a width, a height or both: `640w`, `w640`, `640x480`.
fn is_size(text: &str) -> bool {
    let is_number = |text: &str| text.len() <= MAX_SIZE_DIGITS && is_digits(text);
    let of_one = ['w', 'h', 'x'].iter().any(|mark| {
        let number = text.strip_prefix(*mark).or(text.strip_suffix(*mark));
        number.is_some_and(is_number)
    });
    let of_both = || {
        text.split_once('x')
            .is_some_and(|(w, h)| is_number(w) && is_number(h))
    };
    of_one || of_both()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a URL is clearly that of a placeholder.
pub(super) fn is_placeholder(url: &str) -> bool {
    let path = path(url).to_ascii_lowercase();
    let file = path.rsplit('/').next().unwrap_or(&path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words = || {
        let words = stem.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty())
    };
    let is_filler =
        |word: &str| BESIDE_PLACEHOLDERS.contains(&word) || is_size(word) || is_digits(word);
    let is_named = || {
        words().any(|word| PLACEHOLDERS.contains(&word))
            && words().all(|word| PLACEHOLDERS.contains(&word) || is_filler(word))
    };
    file.contains("placeholder")
        || file.contains("gravatar")
        || url.contains("gravatar.com/")
        || is_named()
}
