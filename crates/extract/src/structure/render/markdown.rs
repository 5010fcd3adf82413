//! The text as Markdown: `CommonMark`, and tables as GitHub's flavour has them.

mod escape;

use self::escape::{cell, inline, line};
use super::{Article, is_caption};
use crate::structure::{Form, Group, Node, Passage};

/// An article as Markdown, blank lines between blocks.
pub fn markdown(article: &Article<'_>) -> String {
    let mut blocks = Vec::new();
    if let Some(title) = article.title {
        blocks.push(heading(1, title));
    }
    blocks.extend(nodes(article, &article.structure.nodes));
    let mut text = blocks.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Each node as a block of lines.
fn nodes(article: &Article<'_>, nodes: &[Node]) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut list_before = None;
    for node in nodes {
        let mut list = None;
        match node {
            Node::Passage(passage) if article.repeats_title(passage) => {}
            Node::Passage(passage) => blocks.push(block(article, passage)),
            Node::Group(group, inner) => match *group {
                Group::List { ordered } => {
                    // Lists that follow each other have marks of their own, or they would be one.
                    let mark = Mark {
                        ordered,
                        second: list_before.is_some_and(|before: Mark| {
                            before.ordered == ordered && !before.second
                        }),
                    };
                    blocks.push(items(article, inner, mark));
                    list = Some(mark);
                }
                Group::Quote => {
                    let quoted = self::nodes(article, inner).join("\n\n");
                    blocks.push(prefixed(&quoted, "> ", "> "));
                }
                Group::Table => blocks.extend(table(article, inner)),
                Group::Item | Group::Figure | Group::Row | Group::Cell { .. } => {
                    blocks.extend(self::nodes(article, inner));
                }
            },
        }
        list_before = list;
    }
    blocks
}

fn block(article: &Article<'_>, passage: &Passage) -> String {
    let text = article.of(passage);
    match passage.form {
        Form::Paragraph => line(text),
        Form::Heading { level } => heading(article.level(level), text),
        Form::Caption => format!("*{}*", inline(text)),
        Form::Preformatted => fenced(passage.lines.as_deref().unwrap_or(text)),
    }
}

fn heading(level: u8, text: &str) -> String {
    let marks = "#".repeat(usize::from(level));
    // A heading may end in number signs, which are no part of it unless escaped.
    format!("{marks} {}", inline(text).replace('#', "\\#"))
}

fn fenced(text: &str) -> String {
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{text}\n{fence}")
}

/// How the items of a list begin.
#[derive(Clone, Copy)]
struct Mark {
    ordered: bool,
    /// The other of the two that there are.
    second: bool,
}

impl Mark {
    fn of(self, number: usize) -> String {
        match (self.ordered, self.second) {
            (false, false) => "- ".to_owned(),
            (false, true) => "* ".to_owned(),
            (true, false) => format!("{number}. "),
            (true, true) => format!("{number}) "),
        }
    }
}

fn items(article: &Article<'_>, items: &[Node], mark: Mark) -> String {
    let is_tight = items.iter().all(|item| match item {
        Node::Group(Group::Item, inner) => match inner.as_slice() {
            [Node::Passage(_), rest @ ..] | rest => rest
                .iter()
                .all(|node| matches!(node, Node::Group(Group::List { .. }, _))),
        },
        _ => false,
    });
    let between = if is_tight { "\n" } else { "\n\n" };
    let items = items.iter().enumerate().map(|(index, item)| {
        let inner = nodes(article, std::slice::from_ref(item)).join(between);
        let mark = mark.of(index + 1);
        prefixed(&inner, &mark, &" ".repeat(mark.len()))
    });
    items.collect::<Vec<_>>().join(between)
}

/// Lines with something before the first and before the others.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut prefix = first;
    let lines = text.split('\n').map(|line| {
        let line = format!("{prefix}{line}");
        prefix = others;
        line.trim_end_matches(' ').to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A table, and its captions before or after it.
fn table(article: &Article<'_>, nodes: &[Node]) -> Vec<String> {
    let rows: Vec<&[Node]> = nodes
        .iter()
        .filter_map(|node| match node {
            Node::Group(Group::Row, cells) => Some(cells.as_slice()),
            _ => None,
        })
        .collect();
    let columns = rows.iter().map(|cells| cells.len()).max().unwrap_or(0);
    let row = |cells: &[Node]| {
        let texts = cells.iter().map(|cell| cell_text(article, cell));
        let empty = std::iter::repeat_n(String::new(), columns.saturating_sub(cells.len()));
        let texts: Vec<String> = texts.chain(empty).collect();
        format!("| {} |", texts.join(" | "))
    };
    let has_head = rows.first().is_some_and(|cells| is_head(cells));
    let (head, body) = rows.split_at(usize::from(has_head));
    let mut lines = vec![
        row(head.first().copied().unwrap_or_default()),
        format!("|{}", " --- |".repeat(columns)),
    ];
    lines.extend(body.iter().map(|cells| row(cells)));
    let captions = |nodes: &[Node]| -> Vec<String> {
        let captions = nodes.iter().filter(|node| is_caption(node));
        self::nodes(article, &captions.cloned().collect::<Vec<_>>())
    };
    let begin = nodes.iter().position(|node| !is_caption(node));
    let (before, after) = nodes.split_at(begin.unwrap_or(nodes.len()));
    let mut blocks = captions(before);
    if columns > 0 {
        blocks.push(lines.join("\n"));
    }
    blocks.extend(captions(after));
    blocks
}

/// Whether a row holds heads only.
fn is_head(cells: &[Node]) -> bool {
    cells.iter().all(|cell| match cell {
        Node::Group(Group::Cell { header }, inner) => *header || inner.is_empty(),
        _ => false,
    })
}

/// All text of a cell on one line.
fn cell_text(article: &Article<'_>, node: &Node) -> String {
    match node {
        Node::Passage(passage) => cell(article.of(passage)),
        Node::Group(_, inner) => {
            let texts = inner.iter().map(|node| cell_text(article, node));
            texts
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("<br>")
        }
    }
}
