//! How a page says that it is live: by its address, its title, and the names of its elements.

use std::sync::LazyLock;

use url::Url;

use crate::phrases::Phrases;
use html::{Element, TextDocument};

/// Words of an address or a title that only live blogs have, letters and digits only, parted by hyphens.
const WORDS: [&str; 29] = [
    "as-it-happened",
    "diretta",
    "en-direct",
    "en-directo",
    "en-vivo",
    "im-ticker",
    "in-diretta",
    "kurznachrichten",
    "le-direct",
    "live",
    "live-blog",
    "live-ticker",
    "live-update",
    "live-updates",
    "liveblog",
    "liveticker",
    "livestory",
    "liveupdate",
    "liveupdates",
    "minute-by-minute",
    "minute-par-minute",
    "minuto-a-minuto",
    "minuto-per-minuto",
    "na-zywo",
    "newsblog",
    "news-blog",
    "newsticker",
    "relacja-na-zywo",
    "ticker",
];
static WHOLE_WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(WORDS.map(|word| format!("-{word}-"))));
/// A part of each of them, as it may be written.
static MAY_SAY: LazyLock<Phrases> = LazyLock::new(|| {
    let parts = [
        "live", "diret", "direct", "vivo", "ticker", "kurznach", "blog", "happened", "minut", "ywo",
    ];
    Phrases::in_any_case(parts)
});
/// Parts of a path below which live blogs stand.
const PARTS: [&str; 5] = ["live", "liveblog", "liveblogs", "livestory", "liveticker"];
/// What the names of their elements say, letters and digits only.
const NAMES: [&str; 10] = [
    "liveblog",
    "liveticker",
    "livestory",
    "liveupdate",
    "livecenter",
    "livefeed",
    "livepost",
    "newsticker",
    "tickerentry",
    "ticker",
];
/// What a name has that is one of these.
static HINTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(["ive", "icker"]));
/// Bytes of a name that are looked at.
const LONGEST_NAME: usize = 200;

/// Whether the address or the title says so.
pub(super) fn is_called_live(document: &TextDocument, url: Option<&Url>) -> bool {
    let by_address = url.is_some_and(|url| {
        let parts = || url.path().split('/').filter(|part| !part.is_empty());
        let Some(last) = parts().next_back() else {
            return false;
        };
        parts().rev().skip(1).any(|part| PARTS.contains(&part)) || says(last)
    });
    by_address || says(&document.title)
}

/// Whether the page has elements by whose names it may be one.
pub(super) fn may_hold_a_blog(document: &TextDocument) -> bool {
    let times = document.head.times.len();
    times >= super::blocks::FEWEST
        && document
            .elements
            .iter()
            .any(|element| is_named_live(document, element))
}

/// Whether the class or id of an element says so.
pub(super) fn is_named_live(document: &TextDocument, element: &Element) -> bool {
    [element.class, element.id].into_iter().any(|name| {
        let name = document.attribute(name);
        // most have nothing of it
        let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
        !name.is_empty()
            && HINTS.are_in(name)
            && name.split_ascii_whitespace().any(|token| {
                let letters: String = token.chars().filter(char::is_ascii_alphanumeric).collect();
                let letters = letters.to_ascii_lowercase();
                NAMES.iter().any(|word| letters.starts_with(word))
            })
    })
}

/// Whether a text has one of the words as whole words.
fn says(text: &str) -> bool {
    if !MAY_SAY.are_in(text) {
        return false;
    }
    let mut words = String::from("-");
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_empty() {
            words.extend(word.chars().flat_map(char::to_lowercase).map(plain));
            words.push('-');
        }
    }
    WHOLE_WORDS.are_in(&words)
}

fn plain(letter: char) -> char {
    match letter {
        'ż' => 'z',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn whole_words_count() {
        assert!(says("Sturmnacht im Liveticker: die Lage"));
        assert!(says("Guerre : suivez en direct la situation"));
        assert!(says("Relacja na żywo"));
        assert!(says("storm-live-updates-2231"));
        assert!(!says(
            "Olive oil prices: where sticker shock hits livestock"
        ));
        assert!(!says("He directed the deliverance"));
    }
}
