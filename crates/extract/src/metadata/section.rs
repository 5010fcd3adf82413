//! The section of the outlet.

use serde_json::Value;

use super::facts::{MAX_NAME_BYTES, linked, meta};
use super::json_ld::{self, Entity};
use super::rules::Rule;
use super::text::{clean, is_number, letters};
use super::{FieldSource, Page};
use crate::element_names::{AncestorSearch, has_rel, is_one_of, name_parts, names_in};
use html::{Tag, TextDocument};
use text::words;

/// Minimum words of a breadcrumb that may be a part of the title.
const MIN_TITLE_WORDS: usize = 4;
/// Maximum words of the name of a section in breadcrumbs.
const MAX_STEP_WORDS: usize = 8;
/// Maximum number of breadcrumbs.
const MAX_BREADCRUMBS: usize = 12;
/// Maximum number of ancestors of a link that are searched for the class of its list.
const MAX_LEVELS: usize = 4;
/// Meta names of the section.
const META: [&str; 6] = [
    "article:section",
    "og:article:section",
    "parsely-section",
    "sailthru.section",
    "section",
    "cxenseparse:section",
];

/// A page whose title and authors are known.
pub(super) struct Titled<'a> {
    pub page: &'a Page<'a>,
    /// The letters of its title.
    pub title: String,
    /// The authors, whose pages may be above that of the article.
    pub authors: &'a [String],
}

/// A rule that reads a page whose title and authors are known.
type SectionRule = Rule<fn(&Titled<'_>) -> Option<String>>;

/// The rules for the section.
pub(super) const RULES: &[SectionRule] = &[
    Rule::new("section-json-ld", FieldSource::JsonLd, |titled| {
        let stated = linked(titled.page.article, "articleSection")?;
        Some(first(&stated)).filter(|name| titled.may_be_section(name))
    }),
    Rule::new("section-meta", FieldSource::Meta, |titled| {
        let metas = META
            .iter()
            .filter_map(|name| meta(titled.page.document, &[*name]));
        metas
            .map(|name| first(&name))
            .find(|name| titled.may_be_section(name))
    }),
    Rule::new(
        "section-breadcrumbs-json-ld",
        FieldSource::JsonLd,
        |titled| titled.first_step(crumbs(titled.page.entities)),
    ),
    Rule::new("section-category-link", FieldSource::Text, |titled| {
        let mut names = categories(titled.page.document).map(|name| first(&name));
        names.find(|name| titled.may_be_section(name))
    }),
    Rule::new("section-breadcrumbs", FieldSource::Text, |titled| {
        titled.first_step(shown_crumbs(titled.page.document))
    }),
];

impl Titled<'_> {
    /// Whether a name may be that of a section: it is neither that of the outlet nor the title, and no other value.
    fn may_be_section(&self, name: &str) -> bool {
        let outlet = self.page.outlet;
        name.len() <= MAX_NAME_BYTES
            && !words::section::NONE.contains(&name.to_lowercase().as_str())
            && !outlet.is_called(name)
            && !outlet.is(name)
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && letters(name) != self.title
            && !is_value(name)
    }

    /// The first breadcrumb that is neither the home page, the page itself, its author, nor a link back.
    fn first_step(&self, crumbs: Vec<Crumb>) -> Option<String> {
        let is_author = |name: &str| {
            let mut authors = self.authors.iter();
            authors.any(|author| letters(author) == letters(name))
        };
        let crumbs = without_home(self.page.document, crumbs);
        let mut names = crumbs.iter().map(|name| without_label(name));
        let step = names.find(|name| {
            self.may_be_section(name)
                && !is_of_title(name, &self.title)
                && !is_author(name)
                && !leads_back(name)
        })?;
        Some(step.to_owned())
    }
}

/// Whether a breadcrumb is as long as a title, or a part of that of the page, possibly shortened: `The council closes the ...`.
fn is_of_title(name: &str, title: &str) -> bool {
    let shortened = name.trim_end_matches(['.', '…', ' ']);
    let words = shortened.split_whitespace().count();
    words > MAX_STEP_WORDS || words >= MIN_TITLE_WORDS && title.contains(&letters(shortened))
}

/// Whether a link leads back: `< Back to blog`.
fn leads_back(name: &str) -> bool {
    let lower = name.to_lowercase();
    let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    words::section::BACK
        .iter()
        .any(|back| bare.starts_with(back))
}

/// Whether a text is a value of another kind: JSON, a label with a value, a counter: `Comments (0)`.
fn is_value(name: &str) -> bool {
    let is_counter = || {
        let bracket = name.strip_suffix(')');
        let number = bracket.and_then(|name| name.rsplit_once('('));
        number.is_some_and(|(_, number)| is_number(number))
    };
    let is_labelled = || {
        name.split_once(':')
            .is_some_and(|(_, value)| !value.starts_with(' '))
    };
    name.starts_with(['{', '[', '"']) || is_counter() || is_labelled()
}

/// The first of several sections: `Politics, Europe, Elections`.
fn first(name: &str) -> String {
    let several = name.matches(',').count() > 1 || name.contains(',') && !name.contains(", ");
    let first = name.split(',').next().filter(|_| several);
    without_label(first.unwrap_or(name).trim()).to_owned()
}

/// A name without a label: `Politics` for `Category: Politics`.
fn without_label(name: &str) -> &str {
    let after = |label: &&str| {
        let head = name.get(..label.len())?;
        let rest = name.get(label.len()..)?.trim_start();
        (head.to_lowercase() == **label && !rest.is_empty()).then_some(rest)
    };
    words::section::LABELS
        .iter()
        .find_map(after)
        .unwrap_or(name)
}

/// A breadcrumb: its name and its URL, which is empty if not given.
type Crumb = (String, String);

/// The names of breadcrumbs without the first if others follow and its URL leads to the home page.
fn without_home(document: &TextDocument, crumbs: Vec<Crumb>) -> Vec<String> {
    let lang = document.head.lang.as_deref().unwrap_or_default();
    let has_home = matches!(&crumbs[..], [(_, url), _, ..] if is_home(url, lang));
    let crumbs = crumbs.into_iter().skip(usize::from(has_home));
    crumbs.map(|(name, _)| name).collect()
}

/// Whether the path of a URL is `/`, or only the language of the page: `/en/`.
fn is_home(url: &str, lang: &str) -> bool {
    let host_and_path = url.split_once("://").map(|(_, rest)| rest);
    let path = match host_and_path {
        Some(rest) => rest.find('/').map_or("", |at| &rest[at..]),
        None => url,
    };
    let name = path.trim_matches('/');
    let code = lang.get(..2).unwrap_or_default();
    !url.is_empty() && (name.is_empty() || name == lang || name == code)
}

/// The names in the first `BreadcrumbList` in JSON-LD, ordered by position.
fn crumbs(entities: &[&Entity]) -> Vec<Crumb> {
    let mut lists = entities
        .iter()
        .filter(|entity| json_ld::types(entity).any(|kind| kind == "BreadcrumbList"));
    let Some(Value::Array(items)) = lists.find_map(|list| list.get("itemListElement")) else {
        return Vec::new();
    };
    let named = |item: &Value| {
        let item = item.as_object()?;
        let inner = item.get("item").and_then(Value::as_object);
        let name = item.get("name").or_else(|| inner?.get("name"))?;
        let position = item
            .get("position")
            .and_then(|p| p.as_u64().or_else(|| p.as_str()?.parse().ok()));
        let url = item.get("item").and_then(Value::as_str);
        let url = url.or_else(|| inner?.get("@id").or_else(|| inner?.get("url"))?.as_str());
        let crumb = (clean(name.as_str()?)?, url.unwrap_or_default().to_owned());
        Some((position.unwrap_or(u64::MAX), crumb))
    };
    let mut named: Vec<(u64, Crumb)> = items
        .iter()
        .take(MAX_BREADCRUMBS)
        .filter_map(named)
        .collect();
    named.sort_by_key(|(position, _)| *position);
    named.into_iter().map(|(_, crumb)| crumb).collect()
}

/// The texts of links with `rel=category`.
fn categories(document: &TextDocument) -> impl Iterator<Item = String> {
    let anchors = document.head.anchors.iter();
    anchors
        .filter(|anchor| has_rel(document, anchor, "category"))
        .take(MAX_BREADCRUMBS)
        .filter_map(|anchor| clean(anchor.text.of(&document.text)))
}

/// The links to other pages in elements whose class or `id` names breadcrumbs. `<html>` and `<body>` are ignored, since their
/// classes describe the layout: `genesis-breadcrumbs-hidden`.
fn shown_crumbs(document: &TextDocument) -> Vec<Crumb> {
    let finder = memchr::memmem::Finder::new("readcrumb");
    let mut paths = AncestorSearch::new(document, MAX_LEVELS, |element| {
        let mut attributes = [element.class, element.id].into_iter();
        !matches!(element.tag, Tag::Html | Tag::Body)
            && attributes.any(|name| {
                finder.find(document.attribute(name).as_bytes()).is_some()
                    || names_in(document, name)
                        .flat_map(name_parts)
                        .any(|part| is_one_of(part, words::section::CLASSES))
            })
    });
    let anchors = document.head.anchors.iter();
    let anchors = anchors.filter(|anchor| {
        !anchor.hidden
            && !anchor.text.is_empty()
            && !document.attribute(anchor.href).starts_with('#')
            && paths.find(anchor.element).is_some()
    });
    anchors
        .take(MAX_BREADCRUMBS)
        .filter_map(|anchor| {
            let href = document.attribute(anchor.href).to_owned();
            Some((clean(anchor.text.of(&document.text))?, href))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Outlet;

    fn section(head: &str, body: &str) -> Option<String> {
        let document = html::parse(&format!("<head>{head}</head><body>{body}"));
        let data = json_ld::LinkedData::parse(&document.head.json_ld);
        let entities = data.entities();
        let article = json_ld::article(&entities, &[]);
        let outlet = Outlet::new(Some("Der Bote"), None);
        let page = Page {
            article,
            entities: &entities,
            ..Page::bare(&document, &outlet)
        };
        let titled = Titled {
            page: &page,
            title: letters("Neue Brücke"),
            authors: &[],
        };
        RULES.iter().find_map(|rule| (rule.read)(&titled))
    }

    #[test]
    fn the_first_step_of_the_path_is_the_section() {
        let list = r#"<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[
            {"position":2,"item":{"name":"Lokales"}},{"position":1,"name":"Der Bote"},{"position":3,"name":"Neue Brücke"}]}</script>"#;
        assert_eq!(section(list, "").as_deref(), Some("Lokales"));
        let shown =
            "<ol class=breadcrumbs><li><a href=/>Start</a><li><a href=/l>Lokales</a></ol><p>x";
        assert_eq!(section("", shown).as_deref(), Some("Lokales"));
        let shown = "<div id=fil-ariane><a href=/>Accueil</a> › <a href=/l>Ville</a></div><p>x";
        assert_eq!(section("", shown).as_deref(), Some("Ville"));
        assert_eq!(section("", "<ul><li><a href=/l>Lokales</a></ul>"), None);
    }

    #[test]
    fn the_step_to_the_home_page_is_no_section() {
        let shown = |href: &str| {
            let path = format!(
                "<div class=breadcrumb><a href={href}>Pagina prima</a> <a href=/ts>Thời sự</a></div>"
            );
            section("<html lang=vi>", &path)
        };
        for home in [
            "/",
            "/vi/",
            "https://bote.example",
            "https://bote.example/vi",
        ] {
            assert_eq!(shown(home).as_deref(), Some("Thời sự"), "{home}");
        }
        assert_eq!(shown("/uk").as_deref(), Some("Pagina prima"));
        let list = r#"<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[
            {"position":1,"name":"Pagina prima","item":"https://bote.example/"},{"position":2,"item":{"@id":"/ts","name":"Thời sự"}}]}</script>"#;
        assert_eq!(section(list, "").as_deref(), Some("Thời sự"));
        let alone = "<div class=breadcrumb><a href=/>Lokales</a></div>";
        assert_eq!(section("", alone).as_deref(), Some("Lokales"));
    }

    #[test]
    fn the_page_itself_and_a_link_back_are_no_sections() {
        let shown = |crumb: &str| {
            let path = "<a href=/>Start</a> <a href=/x>";
            section(
                "",
                &format!("<div class=breadcrumb>{path}{crumb}</a></div>"),
            )
        };
        for other in [
            "&lt; Back to blog",
            "How the council closed the old bridge of Easton for two years",
        ] {
            assert_eq!(shown(other), None, "{other}");
        }
        assert_eq!(shown("Category: Security").as_deref(), Some("Security"));
    }

    #[test]
    fn page_wide_names_and_internal_links_are_no_breadcrumbs() {
        let body = |class: &str, link: &str| {
            let html =
                format!("<html><body class='single {class}'><a href={link}>Zum Inhalt</a><p>Text");
            let document = html::parse(&html);
            shown_crumbs(&document)
        };
        assert!(body("genesis-breadcrumbs-hidden", "/x").is_empty());
        let skip = "<nav class=breadcrumbs><a href=#main>Weiter</a><a href=/l>Lokales</a></nav>";
        assert_eq!(section("", skip).as_deref(), Some("Lokales"));
    }

    #[test]
    fn a_label_before_the_name_of_a_section_is_cut_off() {
        let head = "<meta property=article:section content='Category: Politics'>";
        assert_eq!(section(head, "").as_deref(), Some("Politics"));
        let link = "<p>x <a rel=category href=/l>Kategorie: Lokales</a>";
        assert_eq!(section("", link).as_deref(), Some("Lokales"));
        let none = "<meta name=section content='Featured'>";
        assert_eq!(section(none, ""), None);
    }

    #[test]
    fn values_of_other_kinds_are_no_sections() {
        let stated = |name: &str| section(&format!("<meta name=section content='{name}'>"), "");
        for name in [
            "Comments (0)",
            r#"{"desk":"city"}"#,
            "Slideshow:The bridge",
            "E-mail",
            "View",
        ] {
            assert_eq!(stated(name), None, "{name}");
        }
        for name in ["Formula 1", "Books (Reviews)", "Culture: Film"] {
            assert_eq!(stated(name).as_deref(), Some(name));
        }
        assert_eq!(
            stated("Latest stories from Foreign").as_deref(),
            Some("Foreign")
        );
    }

    #[test]
    fn the_first_name_of_a_stated_section_counts() {
        let head = "<meta property=article:section content='Politik, Wahlen, Stadt'>";
        assert_eq!(section(head, "").as_deref(), Some("Politik"));
        assert_eq!(section("<meta name=section content=Home>", ""), None);
    }
}
