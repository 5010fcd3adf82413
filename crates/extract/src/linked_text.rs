//! An alternative text of an article: `articleBody` in its JSON-LD, or the body in the state of its page.
//!
//! Some pages show a teaser and have the whole text in their metadata. The visible text is still preferred: the other may be
//! abridged, lack paragraphs or belong to another page. It is used only if it is much longer and has most of the visible text, or
//! if there is none.

use std::collections::HashSet;

use crate::hash::hash_words;
use crate::labels::Labels;
use crate::learned::features::count;
use crate::word_count::{fair_words, split_words};
use html::{TextDocument, parse};
use text::hash::fnv;

/// The text of an article in its JSON-LD, or in the state of its page.
#[derive(Debug)]
pub(crate) struct LinkedText {
    /// The text as an HTML page.
    pub html: String,
    /// The parsed page.
    pub document: TextDocument,
    /// Its labels: all of it is content.
    pub labels: Labels,
}

impl LinkedText {
    /// A body that a page states, if it is much longer than the text and contains most of it.
    pub(crate) fn better_than(text: &str, body: &str) -> Option<Self> {
        let (words, stated_words) = (fair_words(text), fair_words(body));
        if stated_words < 60 || stated_words <= words {
            return None;
        }
        let html = as_html(body);
        let document = parse(&html);
        let texts: Vec<&str> = document
            .blocks
            .iter()
            .map(|block| document.text_of(block))
            .collect();
        let (shown, stated) = (runs(text), runs(&texts.join(" ")));
        // distinct shingles: some publishers repeat their text
        let common = shown.intersection(&stated).count();
        let is_longer = count(stated.len()) >= 1.6 * count(shown.len());
        let has_most = count(common) >= 0.5 * count(shown.len());
        if !is_longer || !has_most {
            return None;
        }
        let labels = Labels::all_content(&document);
        Some(Self {
            html,
            document,
            labels,
        })
    }
}

/// The text as HTML: without markup, each line is a paragraph.
fn as_html(body: &str) -> String {
    let body = if body.contains("&lt;") {
        htmlize::unescape(body)
    } else {
        body.into()
    };
    let has_markup = ["</p>", "</P>", "<p>", "<br"]
        .iter()
        .any(|tag| body.contains(tag));
    if has_markup {
        body.into_owned()
    } else {
        let lines = body.lines().filter(|line| !line.trim().is_empty());
        let mut html = String::with_capacity(body.len());
        for line in lines {
            html.extend(["<p>", line, "</p>\n"]);
        }
        html
    }
}

/// The distinct word shingles of a text.
fn runs(text: &str) -> HashSet<u64> {
    let words = split_words(text).map(|word| fnv(word.to_lowercase().bytes()));
    let words: Vec<u64> = words.collect();
    words.windows(4).map(hash_words).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Extraction, Input, Options, extract};

    const SENTENCES: [&str; 4] = [
        "The council decided on Friday to close the old bridge across the river for two years.",
        "Engineers had found cracks in three of the piers, the mayor told reporters in the town hall.",
        "Until the new bridge opens, buses will take the road through the forest and need ten minutes more.",
        "Shopkeepers on the northern bank fear for their trade and ask for help from the regional government.",
    ];

    fn read(shown: usize, body: &str) -> Extraction {
        let paragraphs: Vec<String> = SENTENCES[..shown]
            .iter()
            .map(|line| format!("<p>{line}</p>"))
            .collect();
        let paragraphs = paragraphs.concat();
        let data = serde_json::json!({"@type": "NewsArticle", "headline": "Bridge closed", "articleBody": body});
        let html = format!(
            "<title>Bridge closed</title><script type=application/ld+json>{data}</script><article><h1>Bridge closed</h1>{paragraphs}</article>"
        );
        let options = Options {
            structure: true,
            ..Options::default()
        };
        extract(&Input::new(&html, None), &options)
    }

    #[test]
    fn the_json_ld_text_replaces_a_teaser() {
        for body in [
            SENTENCES.join("\n"),
            SENTENCES.map(|line| format!("<p>{line}</p>")).concat(),
            SENTENCES
                .map(|line| format!("&lt;p&gt;{line}&lt;/p&gt;"))
                .concat(),
        ] {
            let read = read(2, &body);
            assert_eq!(read.text, SENTENCES.join("\n\n"), "{body}");
            let structure = read.structure.unwrap();
            assert_eq!(structure.blocks().len(), 4, "{body}");
        }
    }

    #[test]
    fn visible_text_prevails_over_longer_linked_text_that_repeats_or_differs() {
        let whole = SENTENCES.join("\n\n");
        let twice = format!("{whole}\n{whole}");
        let other = "Nothing of this is on the page at all, and it goes on and on. ".repeat(12);
        for body in [twice.as_str(), other.as_str(), ""] {
            assert_eq!(read(4, body).text, whole, "{body}");
        }
    }

    #[test]
    fn a_page_that_shows_no_content_has_its_linked_text() {
        let whole = SENTENCES.join("\n\n");
        let read = |shown: &str| {
            let linked = serde_json::json!({"@type": "NewsArticle", "articleBody": whole});
            let html = format!("<script type=application/ld+json>{linked}</script>{shown}");
            extract(&Input::new(&html, None), &Options::default()).text
        };
        assert_eq!(read("<div id=root></div>"), whole);
        let other = "Nothing of this is stated in the metadata, and it goes on and on. ".repeat(12);
        assert_eq!(read(&format!("<p>{other}</p>")), other.trim());
    }

    #[test]
    fn what_explains_a_page_is_what_is_stored_of_it() {
        let data = serde_json::json!({"@type": "NewsArticle", "headline": "Bridge closed", "articleBody": SENTENCES.join("\n")});
        let first = SENTENCES[0];
        let html = format!(
            "<title>Bridge closed</title><script type=application/ld+json>{data}</script><article><h1>Bridge closed</h1><p>{first}</p></article>"
        );
        let input = Input::new(&html, None);
        let options = Options::default();
        let read = extract(&input, &options);
        assert_eq!(read.text, SENTENCES.join("\n\n"));
        assert_eq!(read.content_blocks, 4);
        let mut explained = crate::explain(&input, &options);
        for decision in explained.metadata.decisions.values_mut() {
            decision.rivals.clear();
        }
        assert_eq!(explained.metadata, read.metadata);
        assert_eq!(explained.steps.last(), Some(&"JSON-LD text"));
    }
}
