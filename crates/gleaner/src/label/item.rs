//! Items to be labelled: pages or pairs of articles.

use std::fmt::Debug;

use ratatui::text::Line;

/// A page or a pair to be labelled; every text of it is safe to print.
pub(super) trait Item: Debug + Clone + PartialEq + Send + 'static {
    /// Identifies it.
    type Key: Debug + Clone + PartialEq + Send + 'static;
    /// An answer.
    type Answer: Copy;
    /// The label that is saved.
    type Label: Debug + Clone + PartialEq + Send + 'static;

    /// The word for one item.
    const NOUN: &'static str;
    /// Widest text.
    const MAX_COLUMNS: u16;
    /// The key that shows the help.
    const HELP_KEY: char;
    /// The keys and what they do.
    const HELP: &'static [(&'static str, &'static str)];

    fn key(&self) -> Self::Key;
    /// Its name in messages.
    fn heading(&self) -> &str;
    /// Its site, or the kind of pair.
    fn origin(&self) -> &str;
    /// URLs for the browser.
    fn addresses(&self) -> Vec<String>;
    /// Whether the same person has labelled it before.
    fn is_labelled(&self) -> bool;
    /// The label of an answer that this person gives now.
    fn label(&self, answer: Self::Answer, who: &str) -> Self::Label;
    /// One pane of it in lines of at most `columns`.
    fn rows(&self, pane: Pane, columns: usize) -> Vec<TextLine>;
    /// Three lines above the text.
    fn head(&self, width: usize) -> Vec<Line<'static>>;

    /// The name of an answer.
    fn name(answer: Self::Answer) -> String;
    /// The action of a key.
    fn action(key: char) -> Option<Action<Self::Answer>>;
    /// The answer of a key while the list of answers is open.
    fn choice(key: char) -> Option<Self::Answer>;
    /// That list.
    fn choices() -> Vec<String>;
    /// The line of keys below the text.
    fn keys(pane: Pane) -> String;
}

/// The action of a key.
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
    /// Boilerplate or a remark: drawn faintly.
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

    /// A remark.
    pub(super) fn faint(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_faint: true,
        }
    }
}

/// The view of an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Pane {
    /// The text of an article; two texts beside each other.
    #[default]
    Text,
    /// All blocks of a page, content or not; two texts one below the other.
    Blocks,
}
