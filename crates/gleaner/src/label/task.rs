//! What lies on the desk: something to look at, and to say one thing of.

use std::fmt::Debug;

use ratatui::text::Line;

/// A thing to be labelled; every text of it is fit for the screen.
pub(super) trait Task: Debug + Send + 'static {
    /// Tells it from the others.
    type Key: Debug + PartialEq + Send + 'static;
    /// What can be said of it.
    type Answer: Copy;
    /// An answer with all that is kept of it.
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
    /// What it is called in a remark.
    fn heading(&self) -> &str;
    /// Where it comes from.
    fn origin(&self) -> &str;
    /// What a browser can show of it.
    fn addresses(&self) -> Vec<String>;
    /// Whether the same person has labelled it before.
    fn is_labelled(&self) -> bool;
    /// The label of an answer.
    fn label(&self, answer: Self::Answer) -> Self::Label;
    /// One side of it in lines of so many columns.
    fn rows(&self, side: Side, columns: usize) -> Vec<Row>;
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
    fn keys(side: Side) -> String;
}

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action<A> {
    /// Say this.
    Answer(A),
    /// Open the list of answers.
    Choose,
    /// Pass it over for this session.
    Skip,
    /// Take the last one up again.
    Undo,
    /// Show it in a browser.
    Open,
    /// Show its other side.
    TurnOver,
    Help,
}

/// One line of a task on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) text: String,
    /// Of less weight, and remarks of ours: drawn faintly.
    pub(super) is_faint: bool,
}

impl Row {
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

/// What is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Side {
    /// The text of an article; two texts beside each other.
    #[default]
    Text,
    /// All blocks of a page, content or not; two texts one below the other.
    Blocks,
}
