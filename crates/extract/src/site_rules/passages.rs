//! The text inside matched elements.

use html::{Match, Span, TextDocument, fold};

/// The disjoint ranges of the document's text that the elements cover, in order.
pub(super) fn union<'a>(found: impl Iterator<Item = &'a Match>) -> Vec<Span> {
    merged(found.map(|found| found.text).collect())
}

/// Ranges in order, with overlapping ones merged.
pub(super) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut union: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match union.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => union.push(span),
        }
    }
    union
}

/// The text in `wanted` and not in `dropped`, one paragraph per block, and for each block whether any of it is kept.
pub(super) fn text(
    document: &TextDocument,
    wanted: &[Span],
    dropped: &[Span],
) -> (String, Vec<bool>) {
    let mut text = String::new();
    let mut content = vec![false; document.blocks.len()];
    let (mut next_wanted, mut next_dropped) = (0, 0);
    for (number, block) in document.blocks.iter().enumerate() {
        let inside = within(wanted, &mut next_wanted, block.text);
        let without = within(dropped, &mut next_dropped, block.text);
        let mut paragraph = String::new();
        for span in inside {
            paragraph.push(' '); // the text between two elements is left out, and may have been a space
            push_without(
                &mut paragraph,
                &document.text,
                both(*span, block.text),
                without,
            );
        }
        let paragraph = fold(&paragraph);
        if !paragraph.is_empty() {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(&paragraph);
            content[number] = true;
        }
    }
    (text, content)
}

/// The ordered spans that overlap a block. `next` advances with the blocks.
fn within<'a>(spans: &'a [Span], next: &mut usize, block: Span) -> &'a [Span] {
    while spans.get(*next).is_some_and(|span| span.end <= block.start) {
        *next += 1;
    }
    let rest = &spans[*next..];
    let count = rest.iter().take_while(|span| span.start < block.end);
    &rest[..count.count()]
}

fn both(one: Span, other: Span) -> Span {
    Span {
        start: one.start.max(other.start),
        end: one.end.min(other.end),
    }
}

fn push_without(paragraph: &mut String, text: &str, span: Span, without: &[Span]) {
    let mut at = span.start;
    for hole in without {
        let hole = both(*hole, span);
        if hole.end > at && !hole.is_empty() {
            let before = Span {
                start: at,
                end: hole.start,
            };
            paragraph.push_str(before.of(text));
            at = hole.end;
        }
    }
    let rest = Span {
        start: at,
        end: span.end,
    };
    paragraph.push_str(rest.of(text));
}
