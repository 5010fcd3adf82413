//! Longer pages, for training and for evaluation: paragraphs of other articles in the body of an article.

use std::collections::HashMap;

use html::TextDocument;

use crate::gold::GoldPage;

/// Minimum words of a paragraph.
const MIN_WORDS: usize = 8;

/// Paragraphs of articles, by the languages of their pages.
#[derive(Clone, Debug, Default)]
pub struct Paragraphs(HashMap<String, Vec<String>>);

impl Paragraphs {
    /// Adds the paragraphs of a page's gold text.
    pub fn add(&mut self, page: &GoldPage) {
        let gold = page.gold_text.as_deref().unwrap_or_default();
        let lines = gold.lines().map(str::trim);
        let long = lines.filter(|line| line.split_whitespace().count() >= MIN_WORDS);
        let of_language = self.0.entry(language(page)).or_default();
        of_language.extend(long.map(str::to_owned));
    }

    /// Paragraphs in the language of a page, of at least `words` words in all, beginning anywhere. They depend only on the page.
    pub fn for_page(&self, page: &GoldPage, words: usize) -> Vec<&str> {
        let Some(known) = self
            .0
            .get(&language(page))
            .filter(|known| !known.is_empty())
        else {
            return Vec::new();
        };
        let mut left = words;
        let all = known.iter().cycle().skip(page.html.len() % known.len());
        let chosen = all.take_while(|paragraph| {
            let is_wanted = left > 0;
            left = left.saturating_sub(paragraph.split_whitespace().count());
            is_wanted
        });
        chosen.map(String::as_str).collect()
    }
}

/// The two letters of a page's language.
fn language(page: &GoldPage) -> String {
    page.language().chars().take(2).collect()
}

/// A page with paragraphs inserted.
#[derive(Clone, Debug)]
pub struct Lengthened {
    /// The page.
    pub html: String,
    /// Where the paragraphs begin and end, in bytes.
    pub inserted: std::ops::Range<usize>,
}

/// Inserts paragraphs after one in the middle of the content, in elements like its own. `None` if no block of the content is a paragraph
/// in an element of its own.
pub fn lengthened(
    html: &str,
    document: &TextDocument,
    content: &[bool],
    paragraphs: &[&str],
) -> Option<Lengthened> {
    let mut blocks_of: HashMap<u32, usize> = HashMap::new();
    for block in &document.blocks {
        *blocks_of.entry(block.element).or_default() += 1;
    }
    let is_paragraph = |block: &&html::TextBlock| {
        block.words as usize >= MIN_WORDS
            && block.link_words == 0
            && block.element > 0
            && blocks_of[&block.element] == 1
    };
    let blocks = std::iter::zip(&document.blocks, content).filter(|(_, content)| **content);
    let candidates: Vec<&html::TextBlock> = blocks
        .map(|(block, _)| block)
        .filter(is_paragraph)
        .collect();
    let element = &document.elements[candidates.get(candidates.len() / 2)?.element as usize];
    let source = html.get(element.source.start as usize..element.source.end as usize)?;
    let open = &source[..=source.find('>')?];
    let name: String = open[1..]
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let mut inserted = String::new();
    for paragraph in paragraphs {
        let text = paragraph.replace('&', "&amp;").replace('<', "&lt;");
        inserted.extend([open, text.as_str(), "</", name.as_str(), ">\n"]);
    }
    let at = element.source.end as usize;
    Some(Lengthened {
        html: [&html[..at], &inserted, &html[at..]].concat(),
        inserted: at..at + inserted.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(json: &str) -> GoldPage {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn paragraphs_of_the_same_language_follow_one_in_the_middle() {
        let one = r#"{"html":"<p>x","gold_language":"de","gold_text":"Kurz\nDer Rat hat am Montag sehr lange und laut getagt.\nDie Brücke & der Fluss sind heute wieder offen gewesen."}"#;
        let mut paragraphs = Paragraphs::default();
        paragraphs.add(&page(one));
        let own = page(r#"{"html":"","gold_language":"de-AT"}"#);
        let chosen = paragraphs.for_page(&own, 20);
        assert_eq!(chosen.len(), 2, "{chosen:?}");
        let english = page(r#"{"html":"","gold_language":"en"}"#);
        assert!(paragraphs.for_page(&english, 20).is_empty());
        let line = "Sie sagte, das sei am Ende doch keine Überraschung mehr.";
        let html = format!(
            "<h1>Rat</h1><p class=a>{line}<p class=b>{line}</p><p class=c>{line}<nav>Mehr</nav>"
        );
        let document = html::parse(&html);
        let content = [false, true, true, true, false];
        let long = lengthened(&html, &document, &content, &chosen[..2]).unwrap();
        let inserted = &long.html[long.inserted.clone()];
        assert!(inserted.starts_with("<p class=b>"), "{inserted}");
        assert!(long.html.contains("&amp; der Fluss"));
        let read = html::parse(&long.html);
        assert_eq!(read.blocks.len(), 7);
        let inside = |block: &&html::TextBlock| long.inserted.contains(&(block.offset as usize));
        assert_eq!(read.blocks.iter().filter(inside).count(), 2);
    }
}
