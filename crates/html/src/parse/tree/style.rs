//! How authors hide elements: by attributes and by the classes of frameworks.
//!
//! A page's style sheets are not read. Most of what they hide is shown by other rules or by a script: docs/decisions/0036-unseen-pages.md.

/// Whether and how an element is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Hiding {
    #[default]
    Shown,
    /// It is not drawn, unless a script shows it.
    NotDrawn,
    /// It is clipped, off the screen, or a dialog: readers never see it in the text.
    Unseen,
}

/// Maximum length of a box of which nothing is seen, in pixels.
const MAX_CLIPPED: f32 = 1.0;

/// Beginnings and ends of classes for text that is only read aloud, in lower case and without marks.
const READ_ALOUD: [&str; 18] = [
    "a11yhidden",
    "a11yonly",
    "a11ytext",
    "accessiblyhidden",
    "accessibilityhidden",
    "aoffscreen",
    "assistivetext",
    "elementinvisible",
    "hiddenaccessible",
    "hiddenvisually",
    "screenreader",
    "screenreaders",
    "screenreaderonly",
    "screenreadertext",
    "sronly",
    "visualhide",
    "visuallyhidden",
    "visuallyhide",
];

/// How an element is hidden by its attributes or, if its style says nothing of it, by its classes. `is_marked` tells whether it has the
/// attribute `hidden`.
pub(crate) fn hiding(tag: &str, is_marked: bool, style: Option<&str>, class: &str) -> Hiding {
    let hiding = match style.and_then(Hiding::of_style) {
        _ if is_marked => Hiding::NotDrawn,
        Some(hiding) => hiding,
        None if is_read_aloud(class) => Hiding::Unseen,
        None => Hiding::Shown,
    };
    match hiding {
        // a text is never off the screen for good
        Hiding::Unseen if matches!(tag, "article" | "main") => Hiding::NotDrawn,
        hiding => hiding,
    }
}

/// Whether a class attribute has a class for text that is only read aloud. `md:not-sr-only` shows it on larger screens.
pub(crate) fn is_read_aloud(classes: &str) -> bool {
    // each of the names has one of these
    let may = |letters: &[u8]| {
        matches!(
            letters,
            b"idd" | b"sua" | b"11y" | b"ssi" | b"cre" | b"nly" | b"nvi"
        )
    };
    if !classes.as_bytes().windows(3).any(may) {
        return false;
    }
    let mut is_read_aloud = false;
    for class in classes.split_ascii_whitespace() {
        let (variant, class) = class.rsplit_once(':').unwrap_or(("", class));
        // the parts of `Hint_visuallyHidden__x7`, `link__sr-only`
        match class.split("__").find_map(names_read_aloud) {
            Some(true) => is_read_aloud |= variant.is_empty(),
            Some(false) if !variant.contains("focus") => return false,
            _ => {}
        }
    }
    is_read_aloud
}

/// Whether a class is for text that is only read aloud; `Some(false)` if it undoes another: `not-sr-only`.
fn names_read_aloud(class: &str) -> Option<bool> {
    // the shortest of `READ_ALOUD`
    if class.len() < "sronly".len() {
        return None;
    }
    let mut folded = [0; 64]; // of a longer class, the beginning
    let letters = class.bytes().filter(u8::is_ascii_alphanumeric);
    let mut length = 0;
    for (place, letter) in folded.iter_mut().zip(letters) {
        *place = letter.to_ascii_lowercase();
        length += 1;
    }
    let folded = &folded[..length];
    READ_ALOUD.iter().find_map(|name| {
        if let Some(before) = folded.strip_suffix(name.as_bytes()) {
            return Some(!(before.ends_with(b"not") || before.ends_with(b"un")));
        }
        folded.starts_with(name.as_bytes()).then_some(true)
    })
}

impl Hiding {
    /// How the declarations of a style hide an element; `None` if they have no property that could.
    pub(crate) fn of_style(style: &str) -> Option<Self> {
        let mut seen = Declarations::default();
        for declaration in style.split(';') {
            if let Some((property, value)) = declaration.split_once(':') {
                let value = value.split('!').next().unwrap_or_default();
                seen.note(property.trim_ascii(), value.trim_ascii());
            }
        }
        seen.hiding()
    }
}

/// What the declarations of a style say about whether an element is seen.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct Declarations {
    has_any: bool,
    is_not_drawn: bool,
    is_invisible: bool,
    is_clipped: bool,
    is_placed: bool,
    is_moved_off: bool,
    cuts: bool,
    is_narrow: bool,
    is_low: bool,
}

impl Declarations {
    fn note(&mut self, property: &str, value: &str) {
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        let is_tiny = || {
            let digits = value.strip_suffix("px").unwrap_or(value);
            digits
                .parse::<f32>()
                .is_ok_and(|length| length <= MAX_CLIPPED)
        };
        let is_off = || number(value).is_some_and(|place| place <= -900.0);
        let mut lower = [0; 16];
        let Some(lower) = lower.get_mut(..property.len()) else {
            return;
        };
        lower.copy_from_slice(property.as_bytes());
        lower.make_ascii_lowercase();
        match &*lower {
            b"display" => self.is_not_drawn = is("none"),
            b"visibility" => self.is_invisible = is("hidden"),
            b"clip" | b"clip-path" => self.is_clipped |= clips(value),
            b"text-indent" => self.is_clipped |= is_off(),
            b"left" | b"top" => self.is_moved_off |= is_off(),
            b"position" => self.is_placed = is("absolute") || is("fixed"),
            b"overflow" => self.cuts = is("hidden") || is("clip"),
            b"width" => self.is_narrow = is_tiny(),
            b"height" => self.is_low = is_tiny(),
            _ => return,
        }
        self.has_any = true;
    }

    fn hiding(&self) -> Option<Hiding> {
        let is_cut = self.is_narrow && self.is_low && self.cuts;
        let is_off = self.is_placed && self.is_moved_off;
        self.has_any
            .then_some(if self.is_clipped || is_cut || is_off {
                Hiding::Unseen
            } else if self.is_not_drawn || self.is_invisible {
                Hiding::NotDrawn
            } else {
                Hiding::Shown
            })
    }
}

/// The number that a length begins with.
fn number(value: &str) -> Option<f32> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let end = value.find(|c| !is_part(c)).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// Whether a value of `clip` or `clip-path` leaves nothing: `rect(0 0 0 0)`, `rect(1px, 1px, 1px, 1px)`, `inset(50%)`.
fn clips(value: &str) -> bool {
    let Some((shape, sides)) = value.split_once('(') else {
        return false;
    };
    let sides = sides.split(|c: char| c == ',' || c == ')' || c.is_ascii_whitespace());
    let sides: Option<Vec<f32>> = sides.filter(|side| !side.is_empty()).map(number).collect();
    let sides = sides.unwrap_or_default();
    let is_each = |is: fn(&f32) -> bool| !sides.is_empty() && sides.iter().all(is);
    match shape.trim_ascii_end() {
        rect if rect.eq_ignore_ascii_case("rect") => is_each(|side| side.abs() <= MAX_CLIPPED),
        inset if inset.eq_ignore_ascii_case("inset") => is_each(|side| *side >= 50.0),
        circle if circle.eq_ignore_ascii_case("circle") => is_each(|radius| *radius == 0.0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Hiding::{NotDrawn, Shown, Unseen};
    use super::{Hiding, is_read_aloud};

    #[test]
    fn a_style_hides_in_many_ways() {
        for (style, hiding) in [
            ("color:red; DISPLAY : none !important", Some(NotDrawn)),
            ("visibility:hidden", Some(NotDrawn)),
            ("display:block;--x:none", Some(Shown)),
            ("background:url(display:none)", None),
            ("clip: rect(0px, 0px, 0px, 0px)", Some(Unseen)),
            ("clip:rect(1px 1px 1px 1px);position:absolute", Some(Unseen)),
            ("clip:auto;clip-path:none", Some(Shown)),
            ("clip-path: inset(100%)", Some(Unseen)),
            ("clip-path:inset(0 0 5px)", Some(Shown)),
            ("position:absolute;left:-9999px", Some(Unseen)),
            ("left:-9999px", Some(Shown)),
            ("position:fixed; top: -1000em", Some(Unseen)),
            ("position:absolute;left:-20px", Some(Shown)),
            ("display:none;display:block", Some(Shown)),
            ("width:1px;height:1px;overflow:hidden", Some(Unseen)),
            ("width:1em;height:1em;overflow:hidden", Some(Shown)),
            ("width:1%;height:1%;overflow:hidden", Some(Shown)),
            (
                "position:absolute;left:-9999px;position:static",
                Some(Shown),
            ),
            ("text-indent:-9999px;overflow:hidden", Some(Unseen)),
            ("text-indent:-1.5em", Some(Shown)),
            ("width:1px;height:1px;overflow:hidden", Some(Unseen)),
            ("height:1px;overflow:hidden", Some(Shown)),
        ] {
            assert_eq!(Hiding::of_style(style), hiding, "{style}");
        }
    }

    #[test]
    fn classes_of_many_frameworks_are_for_text_that_is_read_aloud() {
        for classes in [
            "sr-only",
            "link visually-hidden",
            "u-visuallyhidden",
            "screen-reader-text",
            "screenreader-only",
            "visually-hidden-focusable",
            "Hint_visuallyHidden__x7 a",
            "link__sr-only",
            "css-1x2-VisuallyHidden",
            "sr-only focus:not-sr-only",
            "usa-sr-only",
            "element-invisible",
        ] {
            assert!(is_read_aloud(classes), "{classes}");
        }
        for classes in [
            "users-only",
            "sr-only md:not-sr-only",
            "not-visually-hidden",
            "md:sr-only",
            "offscreen-menu",
            "hidden",
            "",
        ] {
            assert!(!is_read_aloud(classes), "{classes}");
        }
    }
}
