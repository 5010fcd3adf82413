//! Renders Markdown: `CommonMark` with the tables of GitHub Flavored Markdown.

use super::{Article, is_caption};
use crate::structure::{Container, Node, Passage, PassageKind};

/// Renders an article as Markdown, with blank lines between blocks.
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
            Node::Container(group, inner) => match *group {
                Container::List { ordered } => {
                    // adjacent lists need different markers, or they would be one list
                    let marker = ListMarker {
                        ordered,
                        second: list_before.is_some_and(|before: ListMarker| {
                            before.ordered == ordered && !before.second
                        }),
                    };
                    blocks.push(items(article, inner, marker));
                    list = Some(marker);
                }
                Container::Quote => {
                    let quoted = self::nodes(article, inner).join("\n\n");
                    blocks.push(prefixed(&quoted, "> ", "> "));
                }
                Container::Table => blocks.extend(table(article, inner)),
                Container::Item | Container::Figure | Container::Row | Container::Cell { .. } => {
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
    match passage.kind {
        PassageKind::Paragraph => line(text),
        PassageKind::Heading { level } => heading(article.level(level), text),
        PassageKind::Caption => format!("*{}*", inline(text)),
        PassageKind::Preformatted => fenced(passage.lines.as_deref().unwrap_or(text)),
    }
}

fn heading(level: u8, text: &str) -> String {
    let marks = "#".repeat(usize::from(level));
    // number signs at the end of a heading are not part of it unless escaped
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

/// The marker of a list's items.
#[derive(Clone, Copy)]
struct ListMarker {
    ordered: bool,
    /// Whether to use the second of the two markers.
    second: bool,
}

impl ListMarker {
    fn of(self, number: usize) -> String {
        match (self.ordered, self.second) {
            (false, false) => "- ".to_owned(),
            (false, true) => "* ".to_owned(),
            (true, false) => format!("{number}. "),
            (true, true) => format!("{number}) "),
        }
    }
}

fn items(article: &Article<'_>, items: &[Node], marker: ListMarker) -> String {
    let is_tight = items.iter().all(|item| match item {
        Node::Container(Container::Item, inner) => match inner.as_slice() {
            [Node::Passage(_), rest @ ..] | rest => rest
                .iter()
                .all(|node| matches!(node, Node::Container(Container::List { .. }, _))),
        },
        _ => false,
    });
    let between = if is_tight { "\n" } else { "\n\n" };
    let items = items.iter().enumerate().map(|(index, item)| {
        let inner = nodes(article, std::slice::from_ref(item)).join(between);
        let marker = marker.of(index + 1);
        prefixed(&inner, &marker, &" ".repeat(marker.len()))
    });
    items.collect::<Vec<_>>().join(between)
}

/// Adds a prefix to the first line and another to the rest.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut prefix = first;
    let lines = text.split('\n').map(|line| {
        let line = format!("{prefix}{line}");
        prefix = others;
        line.trim_end_matches(' ').to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A table with its captions before or after it.
fn table(article: &Article<'_>, nodes: &[Node]) -> Vec<String> {
    let rows: Vec<&[Node]> = nodes
        .iter()
        .filter_map(|node| match node {
            Node::Container(Container::Row, cells) => Some(cells.as_slice()),
            _ => None,
        })
        .collect();
    let columns = rows.iter().map(|cells| cells.len()).max().unwrap_or(0);
    let row = |cells: &[Node], columns: usize| {
        let texts = cells.iter().map(|cell| cell_text(article, cell));
        let empty = std::iter::repeat_n(String::new(), columns.saturating_sub(cells.len()));
        let texts: Vec<String> = texts.chain(empty).collect();
        format!("| {} |", texts.join(" | "))
    };
    let has_head = rows.first().is_some_and(|cells| is_head(cells));
    let (head, body) = rows.split_at(usize::from(has_head));
    let mut lines = vec![
        row(head.first().copied().unwrap_or_default(), columns),
        format!("|{}", " --- |".repeat(columns)),
    ];
    // only the first two lines must have all columns
    let columns_of_body = columns.min(32);
    lines.extend(body.iter().map(|cells| row(cells, columns_of_body)));
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

/// Whether a row has only header cells.
fn is_head(cells: &[Node]) -> bool {
    cells.iter().all(|cell| match cell {
        Node::Container(Container::Cell { header }, inner) => *header || inner.is_empty(),
        _ => false,
    })
}

/// All text of a cell on one line.
fn cell_text(article: &Article<'_>, node: &Node) -> String {
    match node {
        Node::Passage(passage) => cell(article.of(passage)),
        Node::Container(_, inner) => {
            let texts = inner.iter().map(|node| cell_text(article, node));
            texts
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("<br>")
        }
    }
}

/// Escapes text inside a line.
fn inline(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 16);
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let after = rest.peek().copied().unwrap_or(' ');
        let is_markup = match c {
            '\\' | '`' | '*' | '[' | '<' | '~' => true,
            // not emphasis inside a word
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            // begins a character reference
            '&' => after.is_ascii_alphanumeric() || after == '#',
            _ => false,
        };
        if is_markup {
            safe.push('\\');
        }
        if !c.is_control() || c.is_whitespace() {
            safe.push(c);
        }
        before = c;
    }
    safe
}

/// Escapes text at the start of a line, so that it is not read as a heading, item, quote, rule or fence.
fn line(text: &str) -> String {
    let safe = inline(text);
    let digits = safe.bytes().take_while(u8::is_ascii_digit).count();
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let marks = safe.trim_start_matches('#');
    let at = if safe.starts_with('>') || safe.starts_with("--") || safe.starts_with("==") {
        Some(0)
    } else if let Some(rest) = safe.strip_prefix(['-', '+', '=']) {
        ends_word(rest).then_some(0)
    } else if marks.len() < safe.len() {
        ends_word(marks).then_some(0)
    } else if digits > 0 {
        let rest = &safe[digits..];
        let after_mark = rest.strip_prefix(['.', ')']);
        after_mark.is_some_and(ends_word).then_some(digits)
    } else {
        None
    };
    match at {
        Some(at) => format!("{}\\{}", &safe[..at], &safe[at..]),
        None => safe,
    }
}

/// Escapes text in a table cell, which ends at a vertical bar.
fn cell(text: &str) -> String {
    // parsers disagree on a bar after a backslash, but not on a character reference
    inline(text).replace("\\|", "\\&#124;").replace('|', "\\|")
}
