//! The headline, out of what a page calls its title.

use super::json_ld::{self, Entity};
use super::names::Outlet;
use super::text::{clean, fold, letters};
use crate::document::{Tag, TextDocument};

/// What stands between a headline and the name of the site.
const SEPARATORS: [&str; 9] = [
    " | ", " - ", " – ", " — ", " · ", " » ", " • ", " :: ", " / ",
];
/// Share of words in common from which on two titles mean the same.
const AGREEMENT: f32 = 0.6;
/// Words of a title that are compared.
const MANY_WORDS: usize = 60;
/// Headings looked at.
const MANY: usize = 8;
/// Words a headline has at least, and a site's name at most, where nothing else tells them apart.
const HEADLINE_WORDS: usize = 3;
const SITE_WORDS: usize = 4;

/// The headline without the name of the site: the visible heading that the page's other statements bear out, unless two
/// independent ones agree on another wording; without such a heading, the best statement.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    outlet: &Outlet,
) -> Option<String> {
    let bare = |title: String| without_site(&title, outlet);
    let meta = |name: &str| document.head.meta(name).and_then(clean).map(bare);
    let linked = article
        .and_then(|a| json_ld::property(a, "headline").or_else(|| json_ld::property(a, "name")));
    let open_graph = meta("og:title");
    let twitter = meta("twitter:title");
    let page = clean(&document.title).map(bare);
    let others = [&linked, &open_graph, &twitter, &page];
    let headings = headings(document);
    let agreed = headings
        .iter()
        .filter(|heading| {
            let mut claims = others.iter().copied().flatten();
            let opens = open_graph
                .as_deref()
                .is_some_and(|title| opens(heading, title));
            opens || claims.any(|claim| agree(heading, claim))
        })
        .max_by_key(|heading| heading.len());
    let Some(heading) = agreed else {
        return linked
            .or(open_graph)
            .or_else(|| clean(&document.title).map(|title| bare(guess_site(&title))))
            .or_else(|| headings.into_iter().next());
    };
    if let (Some(linked), Some(open_graph)) = (&linked, &open_graph)
        && letters(linked) == letters(open_graph)
    {
        return Some(linked.clone());
    }
    // Another wording that is the heading but for the word above it ("Sport Der TSV gewinnt").
    let mut claims = others.into_iter().flatten();
    let bare = claims.find(|claim| follows_kicker(claim, heading));
    Some(bare.unwrap_or(heading).clone())
}

/// Whether a heading is the first part of a title that goes on with the name of the site.
fn opens(heading: &str, title: &str) -> bool {
    let mut parts = SEPARATORS
        .iter()
        .filter_map(|separator| title.rsplit_once(separator));
    parts.any(|(head, _)| letters(head) == letters(heading))
}

/// Whether a title is the greater part of a heading, from some word on to its end.
fn follows_kicker(title: &str, heading: &str) -> bool {
    let (title, heading) = (letters(title), letters(heading));
    title.len() < heading.len() && 2 * title.len() > heading.len() && heading.ends_with(&title)
}

/// The texts of the page's `<h1>`s.
fn headings(document: &TextDocument) -> Vec<String> {
    let elements = document
        .elements
        .iter()
        .filter(|element| element.tag == Tag::H1);
    elements
        .take(MANY)
        .filter_map(|element| {
            let inside = element.source.start..element.source.end;
            let blocks = document
                .blocks
                .iter()
                .filter(|block| inside.contains(&block.offset));
            let texts: Vec<&str> = blocks.map(|block| document.text_of(block)).collect();
            clean(&texts.join(" "))
        })
        .collect()
}

/// A title without the name of its site at either end.
fn without_site(title: &str, outlet: &Outlet) -> String {
    let mut title = title;
    for separator in SEPARATORS {
        if let Some((head, tail)) = title.rsplit_once(separator)
            && outlet.is_called(tail)
        {
            title = head;
        }
        if let Some((head, tail)) = title.split_once(separator)
            && outlet.is_called(head)
        {
            title = tail;
        }
    }
    title.trim().to_owned()
}

/// Without knowledge of the site: of three parts and more the longest is taken, of two the last is left out if it is short.
fn guess_site(title: &str) -> String {
    let words = |text: &str| text.split(' ').count();
    let cut = SEPARATORS.iter().find_map(|separator| {
        let parts: Vec<&str> = title.split(separator).collect();
        match parts.as_slice() {
            [] | [_] => None,
            [head, tail] => {
                (words(head) >= HEADLINE_WORDS && words(tail) <= SITE_WORDS).then_some(*head)
            }
            many => many.iter().rev().copied().max_by_key(|part| part.len()),
        }
    });
    cut.unwrap_or(title).trim().to_owned()
}

/// Whether two titles mean the same: most words of the shorter one are in the other.
fn agree(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let (few, many) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let common = few.iter().filter(|word| many.contains(word)).count();
    #[expect(clippy::cast_precision_loss, reason = "titles have few words")]
    let share = common as f32 / many.len().max(1) as f32;
    share >= AGREEMENT
}

fn words(text: &str) -> Vec<String> {
    let words = fold(text).to_lowercase();
    words
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .take(MANY_WORDS)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_site_is_taken_off_at_either_end() {
        let outlet = Outlet::new(Some("Das Morgenblatt"), None);
        let bare = |title| without_site(title, &outlet);
        assert_eq!(bare("Neue Brücke - Das Morgenblatt"), "Neue Brücke");
        assert_eq!(bare("Das Morgenblatt | Neue Brücke"), "Neue Brücke");
        assert_eq!(bare("Neue Brücke - jetzt"), "Neue Brücke - jetzt");
        assert_eq!(
            guess_site("Neue Brücke wird gebaut | Morgenblatt"),
            "Neue Brücke wird gebaut"
        );
    }

    #[test]
    fn the_host_tells_the_name_of_a_site_that_does_not() {
        let url = url::Url::parse("https://www.elbkurier.test/a1").unwrap();
        let outlet = Outlet::new(None, Some(&url));
        let bare = |title| without_site(title, &outlet);
        assert_eq!(bare("Elbkurier - Neue Brücke"), "Neue Brücke");
        assert_eq!(bare("Neue Brücke | elbkurier.test"), "Neue Brücke");
        assert_eq!(bare("Kurier - Neue Brücke"), "Kurier - Neue Brücke");
    }

    #[test]
    fn of_several_parts_the_longest_is_the_headline() {
        assert_eq!(
            guess_site("Das Blog » Archiv » Neue Brücke wird gebaut"),
            "Neue Brücke wird gebaut"
        );
        assert!(opens("Brücke", "Brücke - Die Neue Zeitung"));
    }

    #[test]
    fn the_word_above_a_headline_is_told_from_it() {
        assert!(follows_kicker(
            "Der TSV gewinnt das Derby",
            "Sport: Der TSV gewinnt das Derby"
        ));
        assert!(!follows_kicker("gewinnt", "Sport: Der TSV gewinnt"));
    }

    #[test]
    fn titles_agree_when_most_words_are_the_same() {
        assert!(agree(
            "Neue Brücke wird gebaut",
            "Neue Brücke wird bald gebaut"
        ));
        assert!(!agree("Morgenblatt", "Neue Brücke wird gebaut"));
    }
}
