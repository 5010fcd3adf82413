//! Buttons whose text is part of the page: a word within a sentence that opens its definition, and a question that opens its answer.
//!
//! Only what follows a button tells which it is, so the page is read again with it, as with the hidden rest of a text.

use crate::parse::attributes::Attributes;
use crate::parse::tree::Tree;
use crate::tag::Tag;

/// Maximum bytes of the text of a button that are looked at.
const MAX_BYTES: usize = 200;
/// Parts of the names of attributes of a button that opens something.
const OPENS: [&str; 2] = ["aria-expanded", "aria-controls"];

/// The last button that was skipped.
#[derive(Default)]
pub(crate) struct SkippedButton {
    /// Its position in the page, and that of the next character in the text; `None` if it is no word and no question.
    place: Option<(usize, u32)>,
    /// Whether it is within a paragraph.
    is_in_paragraph: bool,
    /// Whether it has not ended yet.
    is_open: bool,
    text: String,
}

impl Tree<'_> {
    /// Whether a button that begins here is read: it is the heading of a section that a script opens, or it was found to be a part of the
    /// text. Behind other text in a heading it is a control.
    pub(crate) fn reads_button(&self) -> bool {
        self.hidden.is_opened(self.at) || self.is_in_heading() && !self.blocks.has_text()
    }

    /// Whether a button that is read is a part of the line around it.
    pub(crate) fn is_button_in_line(&self) -> bool {
        self.is_open(Tag::P) || self.is_in_heading()
    }

    /// Notes that a button that begins here is skipped.
    pub(crate) fn skip_button(&mut self, attributes: &Attributes) {
        let is_in_paragraph = self.is_open(Tag::P);
        let is_candidate = if is_in_paragraph {
            leads_to_word(self.blocks.begun())
        } else {
            let attributes = attributes.source.of(self.html);
            OPENS.iter().any(|name| attributes.contains(name))
        };
        let place = (self.at, self.blocks.position());
        let button = &mut self.button;
        button.place = is_candidate.then_some(place);
        button.is_in_paragraph = is_in_paragraph;
        button.is_open = true;
        button.text.clear();
    }

    /// Notes text that is not read, which may be that of the button.
    pub(crate) fn note_skipped(&mut self, text: &str) {
        let button = &mut self.button;
        let is_its_own = button.is_open && self.skipped == 1;
        if button.place.is_some() && is_its_own && button.text.len() < MAX_BYTES {
            let end = text.floor_char_boundary(MAX_BYTES);
            button.text.push_str(&text[..end]);
        }
    }

    /// Notes that a skipped button ends.
    pub(crate) fn end_button(&mut self) {
        let button = &mut self.button;
        button.is_open = false;
        let text = button.text.trim();
        let is_question = text.len() >= 12 && text.ends_with(['?', '？', '؟']);
        if !button.is_in_paragraph
            && let Some((at, _)) = button.place.take()
            && is_question
        {
            self.hidden.open_at(at);
        }
    }

    /// Notes text that is read after a skipped button.
    pub(crate) fn go_on_after_button(&mut self, text: &str) {
        let next = text.trim_start();
        if next.is_empty() {
            return;
        }
        let Some((at, position)) = self.button.place.take() else {
            return;
        };
        let letters = self.button.text.chars().filter(|c| c.is_alphabetic());
        // a mark that opens a note has fewer letters
        let is_word = letters.take(2).count() == 2;
        let begun = self.blocks.begun();
        let before = self.html.get(..at).unwrap_or_default();
        let is_joined = next.len() == text.len() && !before.ends_with(char::is_whitespace);
        let words = || begun.split_whitespace().chain(next.split_whitespace());
        // letter case tells a name from a word
        let is_sentence = last_word(begun).starts_with(char::is_lowercase)
            || last_word(begun).starts_with(char::is_uppercase)
            || is_joined
            // a byline with its button has fewer words
            || words().take(12).count() == 12;
        if is_word
            && position == self.blocks.position()
            && self.blocks.has_text()
            && begins_lower(next)
            && is_sentence
        {
            self.hidden.open_at(at);
        }
    }
}

/// Whether the next word belongs to the sentence that a text begins: its last word is its first, or is in lower case. The name of an author
/// is not: `By Jane Doe <button>Follow</button>`.
fn leads_to_word(begun: &str) -> bool {
    let last = last_word(begun);
    last.ends_with(char::is_alphanumeric) && (last.len() == begun.len() || begins_lower(last))
}

fn last_word(begun: &str) -> &str {
    let end = &begun[begun.ceil_char_boundary(begun.len().saturating_sub(MAX_BYTES))..];
    end.rsplit_once(' ').map_or(end, |(_, last)| last)
}

/// Whether a text begins with a letter in lower case, or of a script without case.
fn begins_lower(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() && !first.is_uppercase())
}

#[cfg(test)]
mod tests {
    use crate::cases::assert_texts;
    use crate::parse;

    #[test]
    fn a_button_within_a_sentence_is_a_word_of_it() {
        let text = |html: &str| parse(html).text;
        assert_texts(
            "<p>The council of <button class=gloss>aldermen</button> meets on Friday. => The council of aldermen meets on Friday.
            <p>Die <button type=button aria-expanded=false>Umlage</button><span role=tooltip hidden>Ein Beitrag.</span> steigt im Mai.</p> => Die Umlage steigt im Mai.
            <p>市议会的<button><b>咨询委员</b></button>周五开会。 => 市议会的咨询委员周五开会。
            <p>המועצה החליטה ביום שישי לסגור את הגשר הישן לשנתיים בגלל <button>הסדקים</button> שנמצאו בו. => המועצה החליטה ביום שישי לסגור את הגשר הישן לשנתיים בגלל הסדקים שנמצאו בו.",
        );
        for control in [
            "<p>The council meets. <button>Share</button> it is open to all.",
            "<p>By Jane Doe <button>Follow</button> and others",
            "<p>The council meets <button>i</button> on Friday.",
            "<p>The council meets <button>Share</button></p><p>on Friday.",
            "<p>The council meets <button>Share</button> On Friday.",
            "<div>Sort by <button>date</button> or size</div>",
            "<p>박지훈 기자 <button>구독</button> 입력 오늘",
            "<p>سلمى الحداد <button>متابعة</button> من القاهرة",
        ] {
            let read = text(control);
            for label in ["Share", "Follow", "i on", "date", "구독", "متابعة"] {
                assert!(!read.contains(label), "{control}");
            }
        }
    }

    #[test]
    fn a_button_with_the_question_of_an_answer_is_a_block() {
        assert_texts(
            "<div><button aria-expanded=false>Who pays for it?<i></i></button><div>The town.</div></div> => Who pays for it?¶The town.
            <section>Fragen <button class=x aria-controls=a1><span>Wer zahlt das alles?</span></button><p id=a1>Die Stadt.</section> => Fragen¶Wer zahlt das alles?¶Die Stadt.
            <li><button aria-expanded=true> من يدفع الكلفة؟ </button><p>المدينة.</p> => من يدفع الكلفة؟¶المدينة.
            <div><button aria-expanded=false>Sections</button><p>The town.</div> => The town.
            <div><button>Forgot your password?</button><p>The town.</div> => The town.",
        );
    }
}
