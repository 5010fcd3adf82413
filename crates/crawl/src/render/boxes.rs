//! Measures where a page draws its text. The browser marks every piece of text with a comment, which contains a random nonce so
//! that no other comment can be mistaken for it. The marks are removed again, and their positions become those of the pieces.

use html::TextBox;
use serde_json::Value;

/// JavaScript expression that measures the pieces of text and inserts a comment with the nonce and a row number before each. It
/// evaluates to the nonce and the rows.
pub(super) const MARKED: &str = "(() => {
    const most = 20000, raw = new Set(['iframe', 'noembed', 'noframes', 'noscript', 'option', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp']);
    const nonce = Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-');
    const rgb = color => (color.match(/[\\d.]+/g) || []).map(Number);
    const behind = new Map();
    const background = element => {
        const path = [];
        let color = null;
        for (let at = element; at && !color; at = at.parentElement) {
            if (behind.has(at)) {
                color = behind.get(at);
                break;
            }
            path.push(at);
            const own = rgb(getComputedStyle(at).backgroundColor);
            if (own.length >= 3 && own[3] !== 0) color = own.slice(0, 3);
        }
        color ||= [255, 255, 255];
        path.forEach(at => behind.set(at, color));
        return color;
    };
    const pieces = [], range = document.createRange();
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (pieces.length < most && walker.nextNode()) {
        const text = walker.currentNode, parent = text.parentElement;
        if (!parent || raw.has(parent.localName) || !text.data.trim()) continue;
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        if (box.width < 1 || box.height < 1) continue;
        const style = getComputedStyle(parent);
        if (style.visibility !== 'visible') continue;
        pieces.push([text, [box.x + scrollX, box.y + scrollY, box.width, box.height, 10 * parseFloat(style.fontSize), Number(style.fontWeight),
            ...rgb(style.color).slice(0, 3), ...background(parent)].map(Math.round)]);
    }
    pieces.forEach(([text], row) => text.parentNode.insertBefore(document.createComment(nonce + ':' + row), text));
    return [nonce, pieces.map(piece => piece[1])];
})()";
/// The expression for a page whose text is not measured.
pub(super) const UNMARKED: &str = "['', []]";

/// Removes the marks from a document. Returns it with the boxes of its text and their positions.
pub(super) fn unmarked(marked: String, nonce: &str, rows: &[Value]) -> (String, Vec<TextBox>) {
    if nonce.is_empty() {
        return (marked, Vec::new());
    }
    let mark = format!("<!--{nonce}:");
    let mut html = String::with_capacity(marked.len());
    let mut boxes = Vec::with_capacity(rows.len());
    let mut parts = marked.split(mark.as_str());
    html.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let Some((row, rest)) = part.split_once("-->") else {
            continue;
        };
        let start = html.len();
        // text contains no `<` of its own: elements in which it could are not marked
        let end = start + rest.find('<').unwrap_or(rest.len());
        html.push_str(rest);
        let row = row.parse().ok().and_then(|row: usize| rows.get(row));
        boxes.extend(row.and_then(|row| text_box(row, start, end)));
    }
    (html, boxes)
}

fn text_box(row: &Value, start: usize, end: usize) -> Option<TextBox> {
    let coordinate = |at: usize| i32::try_from(row[at].as_i64()?).ok();
    let size = |at: usize| u32::try_from(row[at].as_i64()?).ok();
    let part = |at: usize| u8::try_from(row[at].as_i64()?).ok();
    Some(TextBox {
        start: u32::try_from(start).ok()?,
        end: u32::try_from(end).ok()?,
        x: coordinate(0)?,
        y: coordinate(1)?,
        width: size(2)?,
        height: size(3)?,
        font_size: size(4)?,
        font_weight: u16::try_from(row[5].as_i64()?).ok()?,
        color: [part(6)?, part(7)?, part(8)?],
        background: [part(9)?, part(10)?, part(11)?],
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn marks_leave_the_document_and_their_places_stay() {
        let row = |x: i64| json!([x, 2, 30, 20, 160, 400, 0, 0, 0, 255, 255, 255]);
        let marked = "<p><!--s-1:0-->eins <b><!--s-1:1-->zwei</b><!--x--></p><!--s-2:0-->drei";
        let (html, boxes) = unmarked(marked.to_owned(), "s-1", &[row(7), row(-8)]);
        assert_eq!(html, "<p>eins <b>zwei</b><!--x--></p><!--s-2:0-->drei");
        let texts = boxes
            .iter()
            .map(|piece| &html[piece.start as usize..piece.end as usize]);
        assert_eq!(texts.collect::<Vec<_>>(), ["eins ", "zwei"]);
        assert_eq!((boxes[0].x, boxes[1].x), (7, -8));
        assert_eq!((boxes[0].font_size, boxes[0].background), (160, [255; 3]));
    }

    #[test]
    fn odd_rows_are_left_out_and_a_page_that_was_not_marked_stays_as_it_is() {
        let odd = [json!([1, 2, -3]), json!(null)];
        let marked = "<p><!--s:0-->a<!--s:1-->b<!--s:9-->c<!--s:";
        let (html, boxes) = unmarked(marked.to_owned(), "s", &odd);
        assert_eq!((html.as_str(), boxes.len()), ("<p>abc", 0));
        assert_eq!(
            unmarked("<!--:0-->a".to_owned(), "", &[]),
            ("<!--:0-->a".to_owned(), Vec::new())
        );
    }
}
