//! What text and start tags open and close: the "in body" rules of tree construction (§13.2.6.4.7), and the
//! parts of the earlier modes that matter for text.

use std::ops::Range;

use crate::name::Name;
use crate::parse::attributes::{Attribute, is_blank};
use crate::parse::tree::element::{Phase, StartTag, Traits};
use crate::parse::tree::{Tree, Wanted};
use crate::tag::{
    CLOSES_P, FORMATTING, HEAD, LEAVES_FOREIGN, SCOPED_END, SPECIAL, TABLE_PART, Tag, VOID,
};

impl Tree<'_> {
    /// Handles text with entities decoded; `source` is its range in the page.
    pub(crate) fn text(&mut self, text: &str, source: Range<usize>) {
        let is_blank = text.bytes().all(|byte| is_blank(byte) || byte == 0);
        self.frameset_ok &= is_blank;
        if self.skipped > 0 || self.phase == Phase::Frameset {
            if self.has_closed_formatting() && !self.in_foreign() {
                self.reconstruct_formatting(); // it may keep an end tag from closing what hides it
            }
            self.note_skipped(text);
            self.count_skipped(text);
            return;
        }
        if self.phase == Phase::BeforeBody {
            if is_blank || !self.open.is_empty() {
                return;
            }
            self.phase = Phase::Body;
        }
        if is_blank && self.is_fostering() {
            return;
        }
        self.reconstruct_formatting();
        if self.skipped > 0 {
            self.count_skipped(text); // the formatting was hidden
            return;
        }
        if self.wanted == Wanted::TextOfLinks && !self.blocks.is_in_link() {
            return;
        }
        let place = self.insertion_element();
        self.blocks.enter(place);
        if is_blank {
            self.blocks.blank(text);
        } else {
            self.go_on_after_button(text);
            self.blocks.text(text, source);
        }
    }

    /// Handles a start tag that begins at `at`.
    pub(crate) fn start(&mut self, start: &StartTag, at: usize) {
        self.at = at;
        let tag = start.tag;
        if self.in_foreign() {
            if !leaves_foreign(start) {
                if !start.self_closing {
                    self.push(start, Traits::default(), true);
                }
                return;
            }
            while self.in_foreign() {
                self.pop();
            }
        }
        self.frameset_ok = self.frameset_ok && !keeps_body(start, self.html);
        if !self.enter_body(tag) {
            self.match_void(start);
            self.note_facts(start);
            return;
        }
        if tag == Tag::Form && self.form.is_some() && !self.is_open(Tag::Template) {
            return;
        }
        if tag.is(CLOSES_P) {
            self.close_paragraph();
        }
        if self.make_room(tag) {
            self.insert(start);
        }
    }

    /// Whether the tag is inserted; the first that does not belong in the head begins the body.
    fn enter_body(&mut self, tag: Tag) -> bool {
        if matches!(tag, Tag::Html | Tag::Head) || self.phase == Phase::Frameset {
            return false;
        }
        if self.phase == Phase::BeforeBody && self.open.is_empty() {
            match tag {
                Tag::Frameset => self.phase = Phase::Frameset,
                _ if !tag.is(HEAD) => self.phase = Phase::Body,
                _ => {}
            }
        }
        if tag == Tag::Frameset && self.frameset_ok && self.phase == Phase::Body {
            self.pop_to(0);
            self.phase = Phase::Frameset;
        }
        !matches!(tag, Tag::Body | Tag::Frameset | Tag::Frame)
    }

    /// Closes what must not be around an element with a tag, and reopens formatting; returns false if
    /// the tag is to be dropped.
    fn make_room(&mut self, tag: Tag) -> bool {
        use Tag::{
            A, Applet, Button, Dd, Dt, Input, Li, Marquee, Nobr, Object, Optgroup, Option,
            Plaintext, Rb, Rp, Rt, Rtc, Ruby, Select, Table, Xmp,
        };
        match tag {
            Li | Dd | Dt => self.close_list_item(tag),
            Button => {
                if let Some(index) = self.in_scope(Button, &[]) {
                    self.pop_to(index);
                }
                self.reconstruct_formatting();
            }
            Select | Input => {
                if let Some(index) = self.in_scope(Select, &[]) {
                    self.pop_to(index);
                    if tag == Select {
                        return false;
                    }
                }
                self.reconstruct_formatting();
            }
            Option | Optgroup => {
                if self.innermost() == Option {
                    self.pop();
                }
                self.reconstruct_formatting();
            }
            Table => {
                if !self.quirks {
                    self.close_paragraph();
                }
                self.close_table_around();
            }
            A => {
                if self.is_listed(A) {
                    self.end_formatting(A, Name::of(A));
                }
                self.reconstruct_formatting();
            }
            Nobr => {
                self.reconstruct_formatting();
                if self.in_scope(Nobr, &[]).is_some() {
                    self.end_formatting(Nobr, Name::of(Nobr));
                }
            }
            Applet | Marquee | Object | Plaintext | Xmp => self.reconstruct_formatting(),
            Rb | Rp | Rt | Rtc if self.in_scope(Ruby, &[]).is_some() => {
                let in_rtc = matches!(tag, Rp | Rt);
                while self.innermost_may_end() && !(in_rtc && self.innermost() == Rtc) {
                    self.pop();
                }
            }
            Rb | Rp | Rt | Rtc => {}
            _ if tag.is_heading() && self.innermost().is_heading() => self.pop(),
            _ if tag.is(FORMATTING) || !tag.is(SPECIAL | SCOPED_END) => {
                self.reconstruct_formatting();
            }
            _ => {}
        }
        true
    }

    fn close_list_item(&mut self, tag: Tag) {
        let tags = match tag {
            Tag::Li => [Tag::Li; 2],
            _ => [Tag::Dd, Tag::Dt],
        };
        let is_open = tags.iter().any(|&tag| self.is_open(tag));
        if is_open {
            self.close_item_of(tags);
        }
        self.close_paragraph();
    }

    fn close_item_of(&mut self, tags: [Tag; 2]) {
        for (index, open) in self.open.iter().enumerate().rev() {
            if tags.contains(&open.tag) {
                self.pop_to(index);
                break;
            }
            if open.is_special() && !matches!(open.tag, Tag::Address | Tag::Div | Tag::P) {
                break;
            }
        }
    }

    fn insert(&mut self, start: &StartTag) {
        let tag = start.tag;
        let traits = self.note_facts(start);
        match tag {
            Tag::Br => {
                self.reconstruct_formatting();
                if self.is_shown() {
                    self.blocks.line_break();
                }
            }
            Tag::Svg | Tag::Math => {
                if !start.self_closing {
                    self.push(start, traits, true);
                }
            }
            Tag::Form => {
                if self.is_fostering() {
                    self.void(tag);
                } else {
                    self.push(start, traits, false);
                }
                if !self.is_open(Tag::Template) {
                    // a form directly in a table is not kept: then this is no open form's serial
                    self.form = Some(self.serial);
                }
            }
            Tag::Table => self.push(start, traits, false),
            _ if tag.is(TABLE_PART) => self.start_table_part(start, traits),
            _ if tag.is(VOID) => {
                self.match_void(start);
                if !self.hides(traits.hiding) {
                    self.void(tag);
                }
            }
            _ => {
                self.push(start, traits, false);
                if tag.is(FORMATTING) {
                    self.list_formatting(start, traits);
                }
            }
        }
    }
}

/// Whether a start tag keeps a later `<frameset>` from replacing the body.
fn keeps_body(start: &StartTag, html: &str) -> bool {
    use Tag::{
        Applet, Area, Body, Br, Button, Dd, Dt, Embed, Hr, Iframe, Image, Img, Input, Keygen, Li,
        Listing, Marquee, Object, Pre, Select, Table, Template, Textarea, Wbr, Xmp,
    };
    match start.tag {
        Input => {
            let kind = start.attributes.value(Attribute::Type).of(html);
            !kind.eq_ignore_ascii_case("hidden")
        }
        Applet | Area | Body | Br | Button | Dd | Dt | Embed | Hr | Iframe | Image | Img
        | Keygen | Li | Listing | Marquee | Object | Pre | Select | Table | Template | Textarea
        | Wbr | Xmp => true,
        _ => false,
    }
}

/// Whether a start tag inside `<svg>` or `<math>` ends them.
fn leaves_foreign(start: &StartTag) -> bool {
    use Attribute::{Color, Face, Size};
    start.tag.is(LEAVES_FOREIGN)
        || (start.tag == Tag::Font && start.attributes.has_any(&[Color, Face, Size]))
}
