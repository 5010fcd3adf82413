//! What is labelled.

use std::fmt::Debug;

use ratatui::text::Line;

/// A page or a pair to be labelled; every text of it is safe to print.
pub(super) trait Item: Debug + Send + 'static {
    /// Tells it from the others.
    type Key: Debug + PartialEq + Send + 'static;
    /// An answer.
    type Answer: Copy;
    /// An answer with all that is saved of it.
    type Label: Debug + Send + 'static;

    /// What one is called.
    const NOUN: &'static str;
    /// Columns that its text may have.
    const MAX_COLUMNS: u16;
    /// The key that shows the help.
    const HELP_KEY: char;
    /// The keys and what they do.
    const HELP: &'static [(&'static str, &'static str)];

    fn key(&self) -> Self::Key;
    /// What messages call it.
    fn heading(&self) -> &str;
    /// Where it comes from.
    fn origin(&self) -> &str;
    /// Addresses for the browser.
    fn addresses(&self) -> Vec<String>;
    /// Whether the same person has labelled it before.
    fn is_labelled(&self) -> bool;
    /// The label of an answer.
    fn label(&self, answer: Self::Answer) -> Self::Label;
    /// One pane of it in lines of at most `columns`.
    fn rows(&self, pane: Pane, columns: usize) -> Vec<TextLine>;
    /// Three lines above the text.
    fn head(&self, width: usize) -> Vec<Line<'static>>;

    /// An answer for people.
    fn name(answer: Self::Answer) -> String;
    /// What a key asks for.
    fn action(key: char) -> Option<Action<Self::Answer>>;
    /// The answer of a key where a list of answers is open.
    fn choice(key: char) -> Option<Self::Answer>;
    /// That list.
    fn choices() -> Vec<String>;
    /// The line of keys below the text.
    fn keys(pane: Pane) -> String;
}

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action<A> {
    /// Give this answer.
    Answer(A),
    /// Open the list of answers.
    Choose,
    /// Skip it for this session.
    Skip,
    /// Bring the last one back.
    Undo,
    /// Show it in a browser.
    Open,
    /// Show the other pane.
    SwitchPane,
    Help,
}

/// One line of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextLine {
    pub(super) text: String,
    /// Of less weight, or no text of the item: drawn faintly.
    pub(super) is_faint: bool,
}

impl TextLine {
    /// A line of the text.
    pub(super) fn plain(text: String) -> Self {
        Self {
            text,
            is_faint: false,
        }
    }

    /// A line beside it.
    pub(super) fn faint(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_faint: true,
        }
    }
}

/// What is shown of an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Pane {
    /// The text of an article; two texts beside each other.
    #[default]
    Text,
    /// All blocks of a page, content or not; two texts one below the other.
    Blocks,
}
