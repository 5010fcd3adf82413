//! The headline, out of what a page calls its title.

mod site_name;
#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::ops::Deref;

use super::Source;
use super::authors::names::Outlet;
use super::json_ld::{self, Entity};
use super::text::{clean, fold, letters};
use html::{Tag, TextDocument};

/// Share of words in common from which on two titles mean the same.
const AGREEMENT: f32 = 0.6;
/// Words of a title that are compared.
const MANY_WORDS: usize = 60;
/// Headings looked at.
const MANY: usize = 12;
/// Words from which on a wording may be a headline of its own.
const WORDING: usize = 3;
/// Letters from which on a word says what a headline is about, and of those how many must be the same.
const TOPIC_LETTERS: usize = 5;
/// Letters a heading has at least that a title opens with.
const OPENING_LETTERS: usize = 16;

/// What a page calls its title in one place, without the name of the site.
#[derive(Debug, Clone)]
struct Claim {
    text: String,
    /// Its letters and digits, by which it is compared.
    spelt: String,
    source: Source,
}

impl Claim {
    fn new(text: String, source: Source) -> Self {
        let spelt = letters(&text);
        Self {
            text,
            spelt,
            source,
        }
    }
}

/// The headline without the name of the site. In this order:
///
/// 1. A wording of its own: JSON-LD's, where all else is one other wording (publishers word `<title>` and `<h1>` for search
///    engines), or the one of two that the page shows as a lesser heading.
/// 2. The visible heading that the other statements bear out, unless two independent ones agree on another wording.
/// 3. The part of a title that is a heading; a lone `<h1>` on the same matter.
/// 4. The best statement.
pub(super) fn of(
    document: &TextDocument,
    article: Option<&Entity>,
    outlet: &Outlet,
) -> Option<(String, Source)> {
    let claims = Claims::read(document, article, outlet);
    let h1 = headings(document, Tag::H1, outlet);
    let lesser = LazyCell::new(|| headings(document, Tag::H2, outlet));
    let claim = claims
        .own_wording(&h1, &lesser)
        .or_else(|| claims.borne_out(&h1, &lesser))
        .or_else(|| part_shown(document, &h1, &lesser))
        .or_else(|| claims.lone_heading(&h1))
        .or_else(|| claims.best(document, outlet))
        .or_else(|| h1.into_iter().next())?;
    Some((claim.text, claim.source))
}

/// The titles a page states.
struct Claims {
    linked: Option<Claim>,
    open_graph: Option<Claim>,
    twitter: Option<Claim>,
    page: Option<Claim>,
}

impl Claims {
    fn read(document: &TextDocument, article: Option<&Entity>, outlet: &Outlet) -> Self {
        let claim =
            |source| move |text: String| Claim::new(site_name::without(&text, outlet), source);
        let meta = |name: &str| {
            let text = document.head.meta(name).and_then(clean);
            text.map(claim(Source::Meta))
        };
        let linked = article.and_then(|a| {
            json_ld::property(a, "headline").or_else(|| json_ld::property(a, "name"))
        });
        Self {
            linked: linked.map(claim(Source::JsonLd)),
            open_graph: meta("og:title"),
            twitter: meta("twitter:title"),
            page: clean(&document.title).map(claim(Source::Title)),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Claim> {
        [&self.linked, &self.open_graph, &self.twitter, &self.page]
            .into_iter()
            .flatten()
    }

    /// The wording of JSON-LD or of `og:title` that differs from the one all other statements share.
    fn own_wording(&self, h1: &[Claim], lesser: &impl Deref<Target = Vec<Claim>>) -> Option<Claim> {
        let (linked, open_graph) = (self.linked.as_ref()?, self.open_graph.as_ref()?);
        let page = &self.page.as_ref()?.spelt;
        let is_shown = |claim: &Claim| lesser.iter().any(|h| h.spelt.ends_with(&claim.spelt));
        let apart = linked.spelt == *page && open_graph.spelt != *page;
        let (own, other) = if apart {
            (open_graph, linked)
        } else {
            (linked, open_graph)
        };
        let shared = &other.spelt;
        let headed = |Claim { spelt, .. }: &Claim| {
            !spelt.is_empty() && (shared.ends_with(spelt) || spelt.ends_with(shared))
        };
        let agreed = h1.iter().any(headed) && (apart || page.starts_with(shared));
        (agreed
            && (!apart || is_shown(own))
            && is_other_wording(own, other)
            && is_on_the_matter(&own.text, &other.text))
        .then(|| own.clone())
    }

    /// The heading that the statements bear out.
    fn borne_out(&self, h1: &[Claim], lesser: &impl Deref<Target = Vec<Claim>>) -> Option<Claim> {
        let is_title = |heading: &Claim| {
            let opens = self.open_graph.iter().chain(&self.page);
            opens
                .into_iter()
                .any(|title| site_name::opens(&heading.spelt, &title.text))
                || self.all().any(|claim| agree(&heading.text, &claim.text))
        };
        let spelt_so = |heading: &Claim| self.all().any(|claim| claim.spelt == heading.spelt);
        let agreed = h1.iter().filter(|heading| is_title(heading));
        let heading = agreed.max_by_key(|heading| (spelt_so(heading), heading.text.len()))?;
        if let (Some(linked), Some(open_graph)) = (&self.linked, &self.open_graph)
            && linked.spelt == open_graph.spelt
            && linked.spelt != heading.spelt
        {
            return Some(linked.clone());
        }
        // Another wording that is the heading but for the word above it ("Sport Der TSV gewinnt"), if most say it so.
        let spelt_like = |like: &Claim, claims: &mut dyn Iterator<Item = &Claim>| {
            claims.filter(|claim| claim.spelt == like.spelt).count()
        };
        let bare = self.all().find(|claim| follows_kicker(claim, heading));
        if let Some(bare) = bare {
            let with_kicker = spelt_like(heading, &mut self.all());
            let without = spelt_like(bare, &mut self.all().chain(lesser.iter()));
            if without >= with_kicker {
                return Some(bare.clone());
            }
        }
        // The same, but with the blanks and marks that the layout of the heading leaves out.
        let mut stated = [&self.linked, &self.open_graph].into_iter().flatten();
        let fuller = stated.find(|claim| fills_in(&claim.text, &heading.text));
        Some(fuller.unwrap_or(heading).clone())
    }

    /// The only `<h1>` of a page that has no JSON-LD, where it is on the same matter as a title, if in other words.
    fn lone_heading(&self, h1: &[Claim]) -> Option<Claim> {
        let [heading] = h1 else { return None };
        if self.linked.is_some() {
            return None;
        }
        if let Some(bare) = self.all().find(|claim| follows_kicker(claim, heading)) {
            return Some(bare.clone());
        }
        let long = heading.text.split(' ').count() >= WORDING;
        (long
            && self
                .all()
                .any(|claim| is_on_the_matter(&heading.text, &claim.text)))
        .then(|| heading.clone())
    }

    /// The best statement where no heading is one.
    fn best(&self, document: &TextDocument, outlet: &Outlet) -> Option<Claim> {
        let page = || {
            let title = clean(&document.title)?;
            let text = site_name::without(&site_name::guess(&title), outlet);
            Some(Claim::new(text, Source::Title))
        };
        let stated = self.linked.clone().or_else(|| self.open_graph.clone());
        stated.or_else(page)
    }
}

/// A heading that a title begins with, or that is one of its parts.
fn part_shown(document: &TextDocument, h1: &[Claim], lesser: &[Claim]) -> Option<Claim> {
    let title = clean(&document.title)?;
    let parts: Vec<String> = site_name::parts(&title).map(letters).collect();
    let whole = letters(&title);
    let longest = parts.iter().map(String::len).max().unwrap_or_default();
    let is_part = |heading: &&Claim| {
        let spelt = &heading.spelt;
        let long = words(&heading.text).len() >= WORDING
            || !heading.text.contains(' ') && !spelt.is_ascii();
        spelt.len() >= OPENING_LETTERS && long && whole.starts_with(spelt)
            || parts.len() > 1 && 2 * spelt.len() >= longest && parts.contains(spelt)
    };
    h1.iter()
        .chain(lesser)
        .filter(is_part)
        .max_by_key(|heading| heading.text.len())
        .cloned()
}

/// Whether two wordings differ in more than what one has at its ends.
fn is_other_wording(one: &Claim, other: &Claim) -> bool {
    one.text.split(' ').count() >= WORDING
        && !one.spelt.contains(&other.spelt)
        && !other.spelt.contains(&one.spelt)
}

/// Whether two wordings have a long word, or the beginning of one, in common.
fn is_on_the_matter(one: &str, other: &str) -> bool {
    let topics = |text: &str| -> Vec<String> {
        let words = words(text).into_iter();
        let long = words.map(|word| word.chars().take(TOPIC_LETTERS).collect::<String>());
        long.filter(|word| word.chars().count() == TOPIC_LETTERS)
            .collect()
    };
    let other = topics(other);
    topics(one).iter().any(|topic| other.contains(topic))
}

/// Whether a title is the greater part of a heading, from some word on to its end.
fn follows_kicker(title: &Claim, heading: &Claim) -> bool {
    let (title, heading) = (&title.spelt, &heading.spelt);
    title.len() < heading.len()
        && 2 * title.len() > heading.len()
        && heading.ends_with(title.as_str())
}

/// Whether a title is a heading with more blanks and marks, but for quotation marks.
fn fills_in(title: &str, heading: &str) -> bool {
    let mut rest = title.chars();
    let kept = heading.chars().all(|wanted| {
        rest.by_ref()
            .take_while(|c| *c == wanted || !c.is_alphanumeric() && !is_quote(*c))
            .any(|c| c == wanted)
    });
    kept && rest.all(|c| !c.is_alphanumeric() && !is_quote(c))
}

fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '‘' | '’' | '‚' | '“' | '”' | '„' | '«' | '»'
    )
}

/// The texts of the page's headings of one rank, each once, but for the name of the site.
fn headings(document: &TextDocument, tag: Tag, outlet: &Outlet) -> Vec<Claim> {
    let elements = document
        .elements
        .iter()
        .filter(|element| element.tag == tag);
    let mut headings: Vec<Claim> = Vec::new();
    for element in elements.take(MANY) {
        let inside = element.source.start..element.source.end;
        let first = document
            .blocks
            .partition_point(|block| block.offset < inside.start);
        let blocks = document.blocks[first..].iter();
        let texts: Vec<&str> = blocks
            .take_while(|block| inside.contains(&block.offset))
            .map(|block| document.text_of(block))
            .collect();
        if let Some(text) = clean(&texts.join(" "))
            && !outlet.is_called(&text)
            && !headings.iter().any(|known| known.text == text)
        {
            headings.push(Claim::new(text, Source::Heading));
        }
    }
    headings
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
