//! Buttons whose text is part of the page: a question that opens its answer, and the heading of a section that a script opens.
//!
//! Only the text of a button tells that it is a question, so the page is read again with it, as with the hidden rest of a text.

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
    /// Its position in the page; `None` if it is no question.
    place: Option<usize>,
    /// Whether it has not ended yet.
    is_open: bool,
    text: String,
}

impl Tree<'_> {
    /// Whether a button that begins here is read: it is the heading of a section that a script opens, or a question. Behind other text in
    /// a heading it is a control.
    pub(crate) fn reads_button(&self) -> bool {
        self.hidden.is_opened(self.at) || self.is_in_heading() && !self.blocks.has_text()
    }

    /// Notes that a button that begins here is skipped.
    pub(crate) fn skip_button(&mut self, attributes: &Attributes) {
        let attributes = attributes.source.of(self.html);
        let opens = OPENS.iter().any(|name| attributes.contains(name));
        let is_candidate = opens && !self.is_open(Tag::P);
        let button = &mut self.button;
        button.place = is_candidate.then_some(self.at);
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
        if let Some(at) = button.place.take()
            && is_question
        {
            self.hidden.open_at(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cases::assert_texts;

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
