//! Where a browser drew the text of a page that it rendered.

use serde::{Deserialize, Serialize};

/// A piece of text as a browser drew it. Lengths are in CSS pixels, positions relative to the upper left corner of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TextBox {
    /// Byte offset in the page at which the text begins.
    pub start: u32,
    /// Byte offset in the page at which it ends.
    pub end: u32,
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// Its width; 0 if it is not drawn.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The size of its font, in tenths of a pixel.
    pub font_size: u32,
    /// The weight of its font: 400 is regular, 700 bold.
    pub font_weight: u16,
    /// The colour of the text: red, green, blue.
    pub color: [u8; 3],
    /// The colour behind it.
    pub background: [u8; 3],
}

impl TextBox {
    /// Whether any of it is drawn.
    #[inline]
    pub fn is_drawn(&self) -> bool {
        self.width > 0 && self.height > 0
    }

    /// Its right edge.
    #[inline]
    pub fn right(&self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// Its lower edge.
    #[inline]
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// The box around the drawn pieces of text between two offsets in the page, with the style of the longest. `pieces`
    /// are those of the page, in reading order.
    pub(crate) fn around(start: u32, end: u32, pieces: &[Self]) -> Self {
        let first = pieces.partition_point(|piece| piece.end <= start);
        let inside = pieces[first..].iter().take_while(|piece| piece.start < end);
        let mut around: Option<Self> = None;
        let mut longest = 0;
        for piece in inside.filter(|piece| piece.is_drawn()) {
            let length = piece.end.saturating_sub(piece.start);
            let mut whole = *piece;
            if let Some(before) = &around {
                whole.join(before);
                if length <= longest {
                    whole.font_size = before.font_size;
                    whole.font_weight = before.font_weight;
                    whole.color = before.color;
                    whole.background = before.background;
                }
            }
            longest = longest.max(length);
            around = Some(whole);
        }
        Self {
            start,
            end,
            ..around.unwrap_or_default()
        }
    }

    /// Extends the box to cover that of another piece.
    fn join(&mut self, other: &Self) {
        let (right, bottom) = (
            self.right().max(other.right()),
            self.bottom().max(other.bottom()),
        );
        self.x = self.x.min(other.x);
        self.y = self.y.min(other.y);
        self.width = right.saturating_sub(self.x).unsigned_abs();
        self.height = bottom.saturating_sub(self.y).unsigned_abs();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    const PAGE: &str = "<h1>Head</h1><p>one <b>two</b> three</p><div hidden>four</div>";

    fn piece(text: &str, x: i32, y: i32, width: u32, font_size: u32) -> TextBox {
        let start = u32::try_from(PAGE.find(text).unwrap()).unwrap();
        TextBox {
            start,
            end: start + u32::try_from(text.len()).unwrap(),
            x,
            y,
            width,
            height: 20,
            font_size,
            ..TextBox::default()
        }
    }

    #[test]
    fn the_box_of_a_block_covers_its_pieces_in_the_style_of_the_longest() {
        let mut document = parse(PAGE);
        document.set_boxes(&[
            piece("Head", 10, 0, 100, 300),
            piece("one ", 10, 40, 40, 160),
            piece("two", 50, 40, 40, 170),
            piece(" three", 10, 60, 70, 160),
        ]);
        let boxes = &document.boxes;
        assert_eq!(boxes.len(), document.blocks.len());
        assert_eq!((boxes[0].width, boxes[0].font_size), (100, 300));
        let paragraph = boxes[1];
        assert_eq!((paragraph.x, paragraph.y), (10, 40));
        assert_eq!((paragraph.right(), paragraph.bottom()), (90, 80));
        assert_eq!(paragraph.font_size, 160);
        assert_eq!(paragraph.start, document.blocks[1].offset);
    }

    #[test]
    fn text_without_pieces_is_not_drawn_and_a_page_without_pieces_has_no_boxes() {
        let mut document = parse(PAGE);
        document.set_boxes(&[piece("Head", 10, 0, 100, 300)]);
        assert!(document.boxes[0].is_drawn() && !document.boxes[1].is_drawn());
        document.set_boxes(&[]);
        assert!(document.boxes.is_empty());
    }

    #[test]
    fn extreme_coordinates_do_no_harm() {
        let mut document = parse(PAGE);
        let far = TextBox {
            x: i32::MIN,
            width: u32::MAX,
            height: u32::MAX,
            y: i32::MIN,
            ..piece("one ", 0, 0, 1, 1)
        };
        document.set_boxes(&[
            far,
            TextBox {
                start: far.start + 4,
                end: far.end + 4,
                ..far
            },
        ]);
        assert!(document.boxes[1].is_drawn());
    }
}
