//! What tells one news site from another.

use crate::{
    article::{Article, Brief},
    desk::Desk,
    reply::Reply,
    sites,
};

/// The language of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    German,
    English,
}

impl Language {
    /// ISO 639-1.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::German => "de",
            Self::English => "en",
        }
    }

    /// `german` or `english`, as the language asks.
    pub(crate) fn say<T>(self, german: T, english: T) -> T {
        match self {
            Self::German => german,
            Self::English => english,
        }
    }
}

/// One news site: its names, its addresses, its template.
#[derive(Debug)]
pub(crate) struct Site {
    /// Host name without `.localhost`, and id in the seeds.
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) motto: &'static str,
    pub(crate) country: &'static str,
    pub(crate) language: Language,
    /// Place among the sites; part of every seed.
    pub(crate) index: usize,
    /// Article ids begin here.
    pub(crate) first_id: usize,
    pub(crate) paths: Paths,
    /// Feeds named in the seeds. Others are to be discovered.
    pub(crate) feeds: &'static [&'static str],
    /// How an article's path looks.
    pub(crate) article_path: fn(&Brief) -> String,
    /// The whole page around `main`.
    pub(crate) frame: fn(&Desk, &Head, &str) -> String,
    /// The page of an article.
    pub(crate) article: fn(&Desk, &Article) -> String,
    /// An article as it is announced on the home page and in lists.
    pub(crate) teaser: fn(&Desk, &Brief) -> String,
    /// Pages that only this site has; asked before all others.
    pub(crate) own: fn(&Desk, &Ask) -> Option<Reply>,
    /// What the site does to every answer.
    pub(crate) finish: fn(&Desk, &Ask, Reply) -> Reply,
}

/// Paths of the pages that every site has. A `*` stands for a slug.
#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) section: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) author: &'static str,
    /// The finite list of all articles.
    pub(crate) archive: &'static str,
    /// Name of the parameter that counts pages.
    pub(crate) page: &'static str,
    pub(crate) search: &'static str,
    pub(crate) imprint: &'static str,
    pub(crate) privacy: &'static str,
    pub(crate) terms: &'static str,
    pub(crate) contact: &'static str,
    pub(crate) login: &'static str,
}

/// A request's path, taken apart.
#[derive(Debug)]
pub(crate) struct Ask<'a> {
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
}

impl<'a> Ask<'a> {
    pub(crate) fn new(path_and_query: &'a str) -> Self {
        let (path, query) = path_and_query
            .split_once('?')
            .unwrap_or((path_and_query, ""));
        Self { path, query }
    }

    /// Path and query.
    pub(crate) fn full(&self) -> String {
        if self.query.is_empty() {
            self.path.to_owned()
        } else {
            format!("{}?{}", self.path, self.query)
        }
    }

    /// The value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'a str> {
        self.query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The last number in the path.
    pub(crate) fn last_number(&self) -> Option<usize> {
        Self::numbers(self.path).last()
    }

    /// Every number in a text.
    pub(crate) fn numbers(text: &str) -> impl Iterator<Item = usize> {
        text.split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
    }
}

/// What a page says of itself in its head.
#[derive(Debug, Default)]
pub(crate) struct Head<'a> {
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    /// Path of the canonical page.
    pub(crate) canonical: String,
    /// Further markup.
    pub(crate) extra: String,
    /// The section that the navigation marks.
    pub(crate) section: Option<usize>,
    /// Whether this is the home page.
    pub(crate) home: bool,
}

/// The five sites.
pub(crate) static SITES: [&Site; 5] = [
    &sites::morgenblatt::SITE,
    &sites::elbkurier::SITE,
    &sites::harbour::SITE,
    &sites::valley::SITE,
    &sites::tagnetz::SITE,
];

/// The site with this id.
pub(crate) fn by_id(id: &str) -> Option<&'static Site> {
    SITES.into_iter().find(|site| site.id == id)
}

impl Site {
    /// Names of the sections, by topic.
    pub(crate) fn sections(&self) -> [&'static str; 6] {
        self.language.say(
            [
                "Regionales",
                "Politik",
                "Wirtschaft",
                "Kultur",
                "Wissen",
                "Sport",
            ],
            [
                "Transport",
                "Politics",
                "Business",
                "Culture",
                "Science",
                "Sport",
            ],
        )
    }

    /// Path of a section.
    pub(crate) fn section_path(&self, topic: usize) -> String {
        let name = self.sections().get(topic).copied().unwrap_or_default();
        self.paths.section.replace('*', &slug(name))
    }

    /// Path of a keyword's page.
    pub(crate) fn tag_path(&self, tag: &str) -> String {
        self.paths.tag.replace('*', &slug(tag))
    }

    /// Path of a reporter's page.
    pub(crate) fn author_path(&self, author: &str) -> String {
        self.paths.author.replace('*', &slug(author))
    }
}

/// Lower-case ASCII words joined by hyphens, as in URLs.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'é' | 'ë' => out.push('e'),
            'ı' => out.push('i'),
            _ if letter.is_ascii_alphanumeric() => out.push(letter),
            '’' | '\'' | '\u{307}' => {}
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_ascii_and_have_single_hyphens() {
        assert_eq!(
            slug("„Größe“ – ein Überblick: 3,5 %"),
            "groesse-ein-ueberblick-3-5"
        );
        assert_eq!(slug("residents’ association"), "residents-association");
    }

    #[test]
    fn the_last_number_of_a_path_is_found_before_its_ending() {
        assert_eq!(
            Ask::new("/2026/nov/a-3-10012.html?x=9").last_number(),
            Some(10_012)
        );
        assert_eq!(Ask::new("/kontakt").last_number(), None);
    }
}
