//! Boilerplate and other fixed texts, read from `data/texts.toml`.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use crate::{language::Language, random::Random};

/// The texts of one language.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Texts {
    /// The cookie notice.
    pub(crate) cookies: String,
    /// The line above the newsletter form.
    pub(crate) newsletter: String,
    /// Hidden text.
    pub(crate) hidden: String,
    /// The donation appeal below an article.
    pub(crate) appeal: String,
    /// The box about the newsletter, between two paragraphs of an article.
    pub(crate) newsletter_box: String,
    /// The box about the app, between two paragraphs of an article.
    pub(crate) app_box: String,
    /// A note by the editors below an article.
    pub(crate) disclaimer: String,
    /// Short biographies of reporters.
    biographies: Vec<String>,
    comments: Vec<String>,
    /// Names of readers who comment.
    commenters: Vec<String>,
    /// Names of the sections, by topic.
    pub(crate) sections: Vec<String>,
    /// Texts as long as an article, for pages that are not articles, by kind of page.
    long: HashMap<String, Vec<String>>,
    imprint: ServiceText,
    privacy: ServiceText,
    terms: ServiceText,
    contact: ServiceText,
}

/// The text of a service page.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ServiceText {
    pub(crate) title: String,
    pub(crate) paragraphs: Vec<String>,
}

/// The texts of a language.
pub(crate) fn of(language: Language) -> &'static Texts {
    #[derive(Default, Deserialize)]
    struct File {
        de: Texts,
        en: Texts,
    }
    static FILE: LazyLock<File> =
        LazyLock::new(|| toml::from_str(include_str!("../../data/texts.toml")).unwrap_or_default());
    language.choose(&FILE.de, &FILE.en)
}

impl Texts {
    /// The biography of a reporter, always the same one.
    pub(crate) fn biography(&self, name: &str) -> String {
        let sum: usize = name.bytes().map(usize::from).sum();
        let biography = self.biographies.get(sum % self.biographies.len().max(1));
        biography.map_or_else(String::new, |text| text.replace("{name}", name))
    }

    /// Readers' comments under an article: name and text.
    pub(crate) fn comments(&self, article: usize) -> Vec<(&str, &str)> {
        let mut random = Random::new(article as u64, "comments");
        let start = random.below(self.comments.len());
        let comment = |n: usize| {
            self.comments
                .get((start + n * 3) % self.comments.len().max(1))
        };
        (0..random.below(4))
            .filter_map(|n| Some((self.commenters.get(n)?.as_str(), comment(n)?.as_str())))
            .collect()
    }

    /// The long text of a kind of page. `name` is the subject of the page.
    pub(crate) fn long(&self, kind: &str, name: &str) -> Vec<String> {
        let lines = self.long.get(kind).into_iter().flatten();
        lines.map(|line| line.replace("{name}", name)).collect()
    }

    /// Imprint, privacy policy, terms and contact.
    pub(crate) fn service(&self) -> [&ServiceText; 4] {
        [&self.imprint, &self.privacy, &self.terms, &self.contact]
    }
}
