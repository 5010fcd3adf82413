//! Text that authors hide, and when it is read nonetheless.

use memchr::memchr_iter;

use crate::document::TextBlock;
use crate::parse::tree::Tree;
use crate::parse::tree::element::Phase;
use crate::parse::tree::style::Hiding;
use crate::tag::Tag;

/// Minimum bytes, outside links, of the paragraph before the hidden rest of a text and of one in it.
const MIN_PARAGRAPH_BYTES: usize = 100;
/// Parts of the classes and ids of dialogs that a script opens over the page.
const DIALOGS: [&str; 10] = [
    "cookie", "consent", "gdpr", "modal", "dialog", "popup", "pop-up", "lightbox", "overlay",
    "privacy",
];

/// Classes of a text that is shown while the pointer is over a word, in lower case and without marks.
const HOVERED: [&str; 8] = [
    "popoverbody",
    "popovercontent",
    "popovertext",
    "tooltipbody",
    "tooltipbox",
    "tooltipcontent",
    "tooltipinner",
    "tooltiptext",
];
/// Classes of such a text or of the word that has it.
const HOVERED_OR_WORD: [&str; 2] = ["popover", "tooltip"];

/// Beginnings of classes that name what a post is about.
const TOPICS: [&str; 2] = ["category-", "tag-"];

/// What is skipped only because its author hides it.
#[derive(Clone, Default)]
pub(crate) struct Hidden {
    /// Whether it is read as if it were shown.
    pub(crate) is_shown: bool,
    /// Number of open elements that are skipped only because they are hidden.
    pub(crate) open: u32,
    /// Bytes of text skipped in them, without white space.
    bytes: usize,
    /// Bytes of it outside links.
    prose: usize,
    /// The hidden elements in a row that may be the rest of a text: their positions in the page, the element around them with the
    /// position in the text, `prose` before them and before the last.
    row: Vec<usize>,
    place: Option<(u32, u32)>,
    before: usize,
    before_last: usize,
    /// The positions of those that are, and of buttons that are a part of the text.
    rests: Vec<usize>,
    /// The positions of the elements that are read nonetheless.
    opened: Vec<usize>,
}

impl Hidden {
    /// Whether an element at a position in the page is read nonetheless.
    pub(crate) fn is_opened(&self, at: usize) -> bool {
        self.opened.binary_search(&at).is_ok()
    }

    /// Notes that the element at a position is to be read.
    pub(crate) fn open_at(&mut self, at: usize) {
        self.rests.push(at);
    }
}

impl<'a> Tree<'a> {
    /// A tree that also reads what authors hide.
    pub(crate) fn showing_hidden(html: &'a str) -> Tree<'a> {
        let mut tree = Tree::new(html);
        tree.hidden.is_shown = true;
        tree
    }

    /// A tree that also reads the hidden elements and the buttons at some positions in the page.
    pub(crate) fn showing_rests(html: &'a str, rests: Vec<usize>) -> Tree<'a> {
        let mut tree = Tree::new(html);
        tree.hidden.opened = rests;
        tree
    }

    /// The positions of the hidden elements that continue a shown text in the element around both, since a script reveals them when
    /// the reader asks for more; and of the buttons that are a part of the text.
    pub(crate) fn hidden_rests(&mut self) -> Option<Vec<usize>> {
        let mut rests = std::mem::take(&mut self.hidden.rests);
        rests.sort_unstable();
        (!rests.is_empty()).then_some(rests)
    }

    /// Whether an element that begins here is not read because its author hides it so.
    pub(crate) fn hides(&self, hiding: Hiding) -> bool {
        let hidden = &self.hidden;
        match hiding {
            Hiding::Shown => false,
            Hiding::Unseen => true,
            Hiding::NotDrawn => !hidden.is_shown && !hidden.is_opened(self.at),
        }
    }

    /// Notes a hidden element that begins here inside an element of the text.
    pub(crate) fn note_hidden(&mut self, around: u32, is_inline: bool) {
        if self.skipped > 0 {
            return;
        }
        let place = (around, self.blocks.position());
        if self.hidden.place != Some(place) {
            self.hidden.place = self.may_go_on(around, is_inline).then_some(place);
            self.hidden.row.clear();
            self.hidden.before = self.hidden.prose;
        }
        self.hidden.before_last = self.hidden.prose;
        if self.hidden.place.is_some() {
            self.hidden.row.push(self.at);
        }
    }

    /// Whether a hidden element that begins here may continue the shown text: only labels, which are no headings, are between it and
    /// a paragraph inside or beside the element around it. An inline one follows dots, or no text.
    fn may_go_on(&self, around: u32, is_inline: bool) -> bool {
        let begun = self.blocks.begun();
        let has_dots = begun.ends_with('…') || begun.ends_with("...");
        if is_inline && !begun.is_empty() && !has_dots {
            return false;
        }
        let document = &self.blocks.document;
        let Some((element, outer)) = document
            .elements
            .get(around as usize)
            .and_then(|element| Some((element, element.parent?)))
        else {
            return false;
        };
        // longer than a label: `Read more`, `Advertisement`
        let is_long = |bytes: usize| bytes >= 60;
        if is_long(begun.len()) {
            return has_dots && begun.len() >= MIN_PARAGRAPH_BYTES;
        }
        let holder = |block: &TextBlock| document.elements[block.element as usize];
        let is_label =
            |block: &&TextBlock| !is_long(block.text.len()) && !holder(block).tag.is_heading();
        let mut above = document.blocks.iter().rev().take(3);
        above
            .find(|block| !is_label(block))
            .is_some_and(|paragraph| {
                let is_inside = paragraph.offset >= element.source.start;
                let is_beside = outer > 0 && holder(paragraph).parent == Some(outer);
                paragraph.text.len() >= MIN_PARAGRAPH_BYTES
                    && paragraph.link_words == 0
                    && (is_inside || is_beside)
            })
    }

    /// Notes that a hidden element ended. Short ones in a row go with the others, but do not make the rest of a text.
    pub(crate) fn end_hidden(&mut self) {
        let hidden = &mut self.hidden;
        hidden.open -= 1;
        if hidden.open > 0 {
            return;
        }
        let own = hidden.prose - hidden.before_last;
        if own < MIN_PARAGRAPH_BYTES {
            hidden.before += own;
            hidden.before_last = hidden.prose;
        }
        if hidden.prose >= hidden.before + 400 {
            hidden.rests.append(&mut hidden.row);
        }
    }

    /// Counts skipped text, if it is skipped only because its author hides it.
    pub(crate) fn count_skipped(&mut self, text: &str) {
        if self.skipped == self.hidden.open && self.phase == Phase::Body {
            let bytes = text_bytes(text);
            self.hidden.bytes += bytes;
            if !self.is_open(Tag::A) {
                self.hidden.prose += bytes;
            }
        }
    }

    /// Whether the page shows little text and hides more: then a script reveals it, and it is the main
    /// text.
    pub(crate) fn hides_most(&self) -> bool {
        if self.hidden.bytes == 0 {
            return false;
        }
        let shown = text_bytes(&self.blocks.document.text);
        // about 1,300 words are a main text
        shown < (8 << 10) && self.hidden.bytes > shown
    }
}

/// Whether a class, id or role is that of a dialog. The classes of a post may name its category: `category-privacy`.
pub(crate) fn names_dialog(names: &str) -> bool {
    let lower = names.to_ascii_lowercase();
    let mut names = lower.split_ascii_whitespace();
    let is_topic = |name: &str| TOPICS.iter().any(|topic| name.starts_with(topic));
    names.any(|name| !is_topic(name) && DIALOGS.iter().any(|dialog| name.contains(dialog)))
}

/// Bytes of a text, without white space and NUL.
fn text_bytes(text: &str) -> usize {
    let words = text.split_whitespace().map(str::len);
    words.sum::<usize>() - memchr_iter(0, text.as_bytes()).count()
}

/// Whether a class attribute has a class for text that is shown while the pointer is over the word around it: `glossary__tooltip-text`.
/// `tooltip` alone is such a class if the word is named after what it has.
pub(crate) fn is_hovered(classes: &str, classes_of_word: &str) -> bool {
    let may = |letters: &[u8]| {
        letters.eq_ignore_ascii_case(b"tip") || letters.eq_ignore_ascii_case(b"pop")
    };
    let may_be_named = |classes: &str| classes.as_bytes().windows(3).any(may);
    may_be_named(classes)
        && classes.split_ascii_whitespace().any(|class| {
            let part = class.rsplit("__").next().unwrap_or(class);
            let mut letters: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
            letters.make_ascii_lowercase();
            HOVERED.contains(&letters.as_str())
                || HOVERED_OR_WORD.contains(&letters.as_str()) && may_be_named(classes_of_word)
        })
}

#[cfg(test)]
mod tests {
    use crate::cases::assert_texts;
    use crate::parse;

    #[test]
    fn hidden_text_is_left_out_unless_it_is_most_of_the_page() {
        assert_texts(
            "<p>shown text</p><div hidden>a tip</div> => shown text
            <p>teaser</p><div style='display:none'><p>The whole story.</p><p>All of it.</p></div> => teaser¶The whole story.¶All of it.",
        );
    }

    #[test]
    fn a_hidden_dialog_is_never_text() {
        let text = |html: &str| parse(html).text;
        let asked = "We use cookies for many purposes. ".repeat(9);
        for dialog in ["<div id=cookie-note hidden>", "<div hidden role=dialog>"] {
            let html = format!("<p>The bridge is closed.</p>{dialog}<p>{asked}</div>");
            assert_eq!(text(&html), "The bridge is closed.", "{dialog}");
        }
        let told = "The bridge has been closed for a year. ".repeat(9);
        for post in [
            "<article class=privacy hidden>",
            "<div class='post category-privacy tag-cookies' hidden>",
        ] {
            let html = format!("<p>News</p>{post}<p>{told}</div></article>");
            assert!(text(&html).contains(told.trim()), "{post}");
        }
    }

    #[test]
    fn what_only_a_screen_reader_reads_is_no_text() {
        let text = |html: &str| parse(html).text;
        for hint in [
            "<span class=sr-only>, opens new tab</span>",
            "<i style='position:absolute; left:-9999px'> (nouvelle fenêtre)</i>",
            "<span style='clip-path:inset(50%)'>（新しいタブで開く）</span>",
            "<span class='a visuallyHidden'>öffnet neues Fenster</span>",
        ] {
            let page = format!("<p>The town <a href=x>pays{hint}</a> for the bridge.");
            assert_eq!(text(&page), "The town pays for the bridge.", "{hint}");
        }
        let long = "Das Diagramm zeigt die Kosten der Brücke je Jahr. ".repeat(12);
        let shown = format!("<article><p>{}</p>", "The bridge is closed. ".repeat(30));
        let described = format!("{shown}<div style='clip:rect(0 0 0 0)'><p>{long}</p></div>");
        assert_eq!(text(&described).lines().count(), 1);
    }

    #[test]
    fn the_text_of_a_tooltip_is_no_text() {
        let text = |html: &str| parse(html).text;
        for word in [
            "<span class=tooltip>levy<span class=tooltiptext>A tax.</span></span>",
            "<dfn>levy<i role=tooltip>A tax.</i></dfn>",
            "<a href=#levy class=has-tooltip>levy<span class='a Term__tooltip-content'>Eine Abgabe.</span></a>",
            "<abbr class=tooltip>levy<span class=popover-body>Une taxe.</span></abbr>",
        ] {
            let page = format!("<p>The town pays a {word} for the bridge.");
            assert_eq!(
                text(&page),
                "The town pays a levy for the bridge.",
                "{word}"
            );
        }
        for word in [
            "<b><span class=tooltip>levy</span></b>",
            "<span style='color:red'><span class=tooltip title='A tax.'>levy</span></span>",
            "<span class=tip>levy<span class=tooltip>A tax.</span></span>",
        ] {
            let shown = format!("<p>A {word} is due.<div class=tooltip>Soon.</div>");
            assert_eq!(text(&shown), "A levy is due.\nSoon.", "{word}");
        }
    }

    #[test]
    fn the_hidden_rest_of_a_text_is_read() {
        let lines = |html: &str| parse(html).text.lines().count();
        let shown = format!("<p>{}</p>", "The bridge is closed. ".repeat(30));
        let rest = format!("<div hidden><p>{}</p></div>", "More. ".repeat(100));
        let page = |text: &str| format!("<article>{text}</article>");
        assert_eq!(
            lines(&page(&format!("{shown}<button>More</button>{rest}"))),
            2
        );
        assert_eq!(lines(&page(&format!("<div>{shown}</div>{rest}"))), 2);
        // before a text, beside its box, and little of it
        assert_eq!(lines(&page(&format!("{rest}{shown}"))), 1);
        assert_eq!(lines(&format!("{}{rest}", page(&shown))), 1);
        assert_eq!(
            lines(&page(&format!("{shown}<div hidden>Thanks.</div>"))),
            1
        );
    }

    #[test]
    fn the_hidden_rest_may_follow_a_label_or_be_hidden_by_paragraphs() {
        let reads = |between: &str, hidden: &str| {
            let shown = "Die Brücke ist seit Mai gesperrt. ".repeat(60);
            let page = format!("<article><p>{shown}</p>{between}{hidden}</article>");
            parse(&page).text.contains("Rest.")
        };
        let rest = format!("<p>{} Rest.</p>", "La ville paie le pont. ".repeat(24));
        let whole = format!("<div hidden>{rest}</div>");
        let long = "La ville paie le pont. ".repeat(9);
        let by_paragraph = format!("<p hidden>{long} Rest.").repeat(4);
        for (between, hidden) in [
            ("<p><a href=#>Weiterlesen</a></p>", &whole),
            ("<div class=ad><span>Publicité</span></div>", &whole),
            ("<div><label for=c>Lire la suite</label>", &whole),
            ("<span>...</span>", &whole.replace("div", "span")),
            ("", &by_paragraph),
        ] {
            assert!(reads(between, hidden), "{between}");
        }
        let links = format!("<ul hidden><li><a href=x>{long} Rest.</a></ul>").repeat(4);
        let notes = "<p hidden>Merci, nous avons reçu votre message. Rest.</p>".repeat(12);
        for (between, hidden) in [
            ("<h3>Kommentare</h3>", &whole),
            ("<div>Ein Begriff", &whole.replace("div", "span")),
            ("<div><div><label>Lire la suite</label>", &whole),
            ("<p>Partager</p>", &links),
            ("<p>Ja.</p><p>Nein.</p><p>Doch.</p>", &whole),
            ("", &notes),
        ] {
            assert!(!reads(between, hidden), "{between}");
        }
    }
}
