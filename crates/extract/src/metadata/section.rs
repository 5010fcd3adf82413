//! The section of the outlet.

use std::sync::LazyLock;

use serde_json::Value;

use super::facts::{MAX_NAME_BYTES, linked, meta};
use super::json_ld::{self, Entity};
use super::rules::Rule;
use super::tags::LISTS;
use super::text::{clean, letters};
use super::{FieldSource, Page};
use crate::element_names::{AncestorSearch, NameWords, has_rel, names_in};
use html::{Anchor, Element, Tag, TextDocument};
use text::words;

/// Maximum number of breadcrumbs.
const MAX_BREADCRUMBS: usize = 12;
pub(super) static PATHS: LazyLock<NameWords> =
    LazyLock::new(|| NameWords::new(words::section::CLASSES));
/// Meta names of the section.
const META: [&str; 7] = [
    "article:section",
    "articlesection",
    "og:article:section",
    "parsely-section",
    "sailthru.section",
    "section",
    "cxenseparse:section",
];

/// A page whose title is known.
pub(super) struct Titled<'a> {
    pub page: &'a Page<'a>,
    /// The letters of its title.
    pub title: String,
}

/// A rule that reads a page whose title is known.
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
        titled.first_of(metas)
    }),
    Rule::new(
        "section-breadcrumbs-json-ld",
        FieldSource::JsonLd,
        |titled| titled.first_step(crumbs(titled.page.entities)),
    ),
    Rule::new("section-category-link", FieldSource::Text, |titled| {
        titled.first_of(categories(titled.page.document))
    }),
    Rule::new("section-breadcrumbs", FieldSource::Text, |titled| {
        titled.first_step(shown_crumbs(titled.page.document))
    }),
    Rule::new("section-listed", FieldSource::Text, |titled| {
        titled.first_of(listed(titled.page.document))
    }),
];

impl Titled<'_> {
    /// Whether a name may be that of a section: it has a letter, and is neither an address, nor that of the outlet, nor most of the title.
    fn may_be_section(&self, name: &str) -> bool {
        let outlet = self.page.outlet;
        let spelt = letters(name);
        let is_most = 2 * spelt.len() > self.title.len() && self.title.contains(&spelt);
        spelt.contains(char::is_alphabetic)
            && !name.contains("://")
            && name.len() <= MAX_NAME_BYTES
            && !words::section::NONE.contains(&name.to_lowercase().as_str())
            && !outlet.is_called(name)
            && !is_most
    }

    /// The first of some names that may be that of a section.
    fn first_of(&self, names: impl Iterator<Item = String>) -> Option<String> {
        let mut names = names.map(|name| first(&name));
        names.find(|name| self.may_be_section(name))
    }

    /// The first breadcrumb that is neither the home page nor the page itself.
    fn first_step(&self, crumbs: Vec<Crumb>) -> Option<String> {
        let crumbs = without_home(self.page.document, crumbs);
        let mut names = crumbs.iter().map(|name| without_label(name));
        let step = names.find(|name| self.may_be_section(name))?;
        Some(step.to_owned())
    }
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
    !url.is_empty() && lang.starts_with(path.trim_matches('/'))
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
        let position = item.get("position").and_then(Value::as_u64);
        let url = item.get("item").and_then(json_ld::url_of);
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
    texts(document, move |link| has_rel(document, link, "category"))
}

/// The texts of links in lists of the article's sections: with `rel=tag`, or in a description of the article, as in Joomla.
fn listed(document: &TextDocument) -> impl Iterator<Item = String> {
    let is_list = move |element: &Element| is_list_of_sections(document, element);
    let mut lists = AncestorSearch::new(document, 2, is_list);
    texts(document, move |anchor| {
        let list = lists.find(anchor.element);
        list.is_some_and(|list| list.tag == Tag::Dd || has_rel(document, anchor, "tag"))
    })
}

/// The texts of some links.
fn texts(
    document: &TextDocument,
    is_wanted: impl FnMut(&&Anchor) -> bool,
) -> impl Iterator<Item = String> {
    let anchors = document.head.anchors.iter().filter(is_wanted);
    let anchors = anchors.take(MAX_BREADCRUMBS);
    anchors.filter_map(|anchor| clean(anchor.text.of(&document.text)))
}

/// Whether the class of an element ends as that of a list of sections, and names no tags.
pub(super) fn is_list_of_sections(document: &TextDocument, element: &Element) -> bool {
    let ends_so = |name: &str| words::section::LINKS.iter().any(|end| name.ends_with(end));
    names_in(document, element.class).any(ends_so)
        && !names_in(document, element.class).any(|name| LISTS.are_in(name))
}

/// The links in elements whose class or `id` names breadcrumbs, or in the items of a list of breadcrumbs in microdata.
fn shown_crumbs(document: &TextDocument) -> Vec<Crumb> {
    let finder = memchr::memmem::Finder::new("readcrum");
    let mut kinds = document.head.item_types.iter();
    let has_list = kinds.any(|kind| kind.ends_with("BreadcrumbList"));
    let mut paths = AncestorSearch::new(document, 4, |element| {
        let property = document.attribute(element.itemprop);
        let mut attributes = [element.class, element.id].into_iter();
        has_list && property.eq_ignore_ascii_case("itemListElement")
            || attributes.any(|name| {
                finder.find(document.attribute(name).as_bytes()).is_some()
                    || names_in(document, name).any(|name| PATHS.are_in(name))
            })
    });
    let anchors = document.head.anchors.iter();
    let anchors = anchors.filter(|anchor| paths.find(anchor.element).is_some());
    let crumbs = anchors.take(MAX_BREADCRUMBS).filter_map(|anchor| {
        let href = document.attribute(anchor.href).to_owned();
        Some((clean(anchor.text.of(&document.text))?, href))
    });
    crumbs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Outlet;

    /// The section of a page; empty if unknown.
    fn section(head: &str, body: &str) -> String {
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
        };
        let found = RULES.iter().find_map(|rule| (rule.read)(&titled));
        found.unwrap_or_default()
    }

    #[test]
    fn the_first_step_of_the_path_is_the_section() {
        let list = r#"<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[
            {"position":2,"item":{"name":"Lokales"}},{"position":1,"name":"Der Bote"},{"position":3,"name":"Neue Brücke"}]}</script>"#;
        assert_eq!(section(list, ""), "Lokales");
        let shown =
            "<ol class=breadcrumbs><li><a href=/>Start</a><li><a href=/l>Lokales</a></ol><p>x";
        assert_eq!(section("", shown), "Lokales");
        let shown = "<div id=fil-ariane><a href=/>Accueil</a> › <a href=/l>Ville</a></div><p>x";
        assert_eq!(section("", shown), "Ville");
        for (class, name) in [
            ("breadcrum", "शहर"),
            ("pankuzu", "市政"),
            ("weizhi", "城市"),
        ] {
            let path = format!("<div class={class}><a href=/>x</a> <a href=/l>{name}</a></div>");
            assert_eq!(section("", &path), name);
        }
        let item = "<li itemprop=itemListElement itemscope><a itemprop=item href=";
        let list = format!("{item}/>Accueil</a>{item}/ville><span itemprop=name>Ville</span></a>");
        let typed = |kind: &str| {
            let kind = format!("itemscope itemtype=https://schema.org/{kind}");
            section("", &format!("<ol {kind}>{list}</ol><p>x"))
        };
        assert_eq!(typed("BreadcrumbList"), "Ville");
        assert_eq!(typed("ItemList"), "");
        assert_eq!(section("", "<ul><li><a href=/l>Lokales</a></ul>"), "");
    }

    #[test]
    fn the_step_to_the_home_page_is_no_section() {
        let shown = |href: &str| {
            let path = format!(
                "<div class=breadcrumb><a href={href}>Pagina prima</a> <a href=/ts>Thời sự</a></div>"
            );
            section("<html lang=vi-VN>", &path)
        };
        for home in ["/", "https://bote.example", "https://bote.example/vi/"] {
            assert_eq!(shown(home), "Thời sự", "{home}");
        }
        assert_eq!(shown("/uk"), "Pagina prima");
        let list = r#"<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[
            {"position":1,"name":"Pagina prima","item":"https://bote.example/"},{"position":2,"item":{"@id":"/ts","name":"Thời sự"}}]}</script>"#;
        assert_eq!(section(list, ""), "Thời sự");
        let alone = "<div class=breadcrumb><a href=/>Lokales</a></div>";
        assert_eq!(section("", alone), "Lokales");
    }

    #[test]
    fn a_label_before_the_name_of_a_section_is_cut_off() {
        let head = "<meta property=article:section content='Category: Politics'>";
        assert_eq!(section(head, ""), "Politics");
        let link = "<p>x <a rel=category href=/l>Kategorie: Lokales</a>";
        assert_eq!(section("", link), "Lokales");
        for (list, name) in [
            ("<dd class=category-name>Category: <a href=/l>", "Lokales"),
            (
                "<div class=taxonomy-category><a rel=tag href=/l>",
                "Lokales",
            ),
            ("<div class=tags-categories><a rel=tag href=/l>", ""),
            ("<ul class=widget_categories><li><a href=/l>", ""),
        ] {
            assert_eq!(section("", &format!("{list}Lokales</a>")), name, "{list}");
        }
        let none = "<meta name=section content='Featured'>";
        assert_eq!(section(none, ""), "");
    }

    #[test]
    fn values_of_other_kinds_are_no_sections() {
        let stated = |name: &str| section(&format!("<meta name=section content='{name}'>"), "");
        for name in [
            "E-mail",
            "View",
            "365",
            "2023/43",
            "...",
            "Neue Brü...",
            "https://bote.example/stadt/",
        ] {
            assert_eq!(stated(name), "", "{name}");
        }
        for name in ["Formula 1", "3. Liga", "Books (Reviews)", "Culture: Film"] {
            assert_eq!(stated(name), name);
        }
        assert_eq!(stated("Latest stories from Foreign"), "Foreign");
    }

    #[test]
    fn the_first_name_of_a_stated_section_counts() {
        let head = "<meta property=article:section content='Politik, Wahlen, Stadt'>";
        assert_eq!(section(head, ""), "Politik");
        assert_eq!(section("<meta name=section content=Home>", ""), "");
        let item = "<div itemscope><meta itemprop=articleSection content=Ville></div><p>x";
        assert_eq!(section("", item), "Ville");
    }
}
