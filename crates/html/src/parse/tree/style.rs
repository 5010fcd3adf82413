//! How authors hide elements: by style, by the page's own style sheets, and by the classes of frameworks.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::{memchr, memchr_iter, memchr2};

/// Whether and how an element is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Hiding {
    #[default]
    Shown,
    /// It is transparent or has no font size, or the page's style sheet does not draw it: much of what is hidden so is shown by
    /// a script or by other rules, such as text that fades in.
    Maybe,
    /// It is not drawn, unless a script shows it.
    NotDrawn,
    /// It is clipped, off the screen, or a dialog: readers never see it in the text.
    Unseen,
}

/// Maximum length of a box of which nothing is seen, in pixels.
const MAX_CLIPPED: f32 = 1.0;
/// Maximum position of text that is moved off the screen, in any unit.
const MAX_OFF_SCREEN: f32 = -900.0;
/// Maximum rules of a page's style sheets that are kept, of those for one name, and of names.
const MAX_RULES: usize = 10_000;
const MAX_RULES_OF_NAME: usize = 64;
const MAX_NAMES: usize = 4_096;
/// Maximum classes and ids of a selector, and classes of an element that are looked up.
const MAX_PARTS: usize = 4;
const MAX_CLASSES: usize = 32;
/// Maximum rules that are compared with the elements of a page; the elements after that are shown.
const MAX_COMPARED: usize = 1 << 20;
/// Maximum depth of conditions around rules, such as `@media` in `@supports`.
const MAX_CONDITIONS: usize = 8;

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
/// Bytes of the shortest of them, and maximum bytes read of a class.
const MIN_CLASS_BYTES: usize = "sronly".len();
const MAX_CLASS_BYTES: usize = 64;

/// How an element is hidden by its attributes or, if its style says nothing of it, by its classes or the page's style sheets.
/// `is_marked` tells whether it has the attribute `hidden`.
pub(crate) fn hiding(
    tag: &str,
    is_marked: bool,
    style: Option<&str>,
    [class, id]: [&str; 2],
    sheets: &StyleSheets,
) -> Hiding {
    let hiding = match style.and_then(Hiding::of_style) {
        _ if is_marked => Hiding::NotDrawn,
        Some(hiding) => hiding,
        None if is_read_aloud(class) => Hiding::Unseen,
        None => sheets.hiding(tag, class, id),
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
    if class.len() < MIN_CLASS_BYTES {
        return None;
    }
    let mut folded = [0; MAX_CLASS_BYTES];
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
    is_faded: bool,
    is_clipped: bool,
    moves: bool,
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
        let is_off = || number(value).is_some_and(|place| place <= MAX_OFF_SCREEN);
        let is_zero = || number(value) == Some(0.0);
        let mut lower = [0; 16];
        let Some(lower) = lower.get_mut(..property.len()) else {
            return;
        };
        lower.copy_from_slice(property.as_bytes());
        lower.make_ascii_lowercase();
        match &*lower {
            b"display" => self.is_not_drawn = is("none"),
            b"visibility" => self.is_invisible = is("hidden"),
            b"opacity" | b"font-size" => self.is_faded |= is_zero(),
            b"clip" | b"clip-path" => self.is_clipped |= clips(value),
            b"text-indent" => self.is_clipped |= is_off(),
            b"left" | b"top" => self.is_moved_off |= is_off(),
            b"position" => self.is_placed = is("absolute") || is("fixed"),
            b"overflow" => self.cuts = is("hidden") || is("clip"),
            b"width" => self.is_narrow = is_tiny(),
            b"height" => self.is_low = is_tiny(),
            b"transform" | b"transition" | b"animation" | b"will-change" => {
                self.moves = true;
                return;
            }
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
            } else if self.is_faded && !self.moves {
                Hiding::Maybe
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

/// The rules of a page's own style sheets for names that some rule hides. Of the selectors, those of one element by its tag,
/// classes and id are read: what others match depends on the state of the page.
#[derive(Clone, Default)]
pub(crate) struct StyleSheets {
    rules: Vec<Rule>,
    /// The rules by a class or id that they require: `.a`, `#b`.
    by_name: HashMap<String, Vec<usize>>,
    /// The rules that were compared with elements.
    compared: Cell<usize>,
    /// The bits of the names, to tell most others apart quickly.
    bits: u64,
}

/// The bit of a class or id with its mark: `.a`, `#b`.
fn bit(mark: u8, name: &str) -> u64 {
    let name = name.as_bytes();
    let ends = [name.first(), name.last()].map(|byte| u64::from(byte.copied().unwrap_or_default()));
    let length = u64::try_from(name.len()).unwrap_or_default();
    1 << ((31 * ends[0] + 7 * ends[1] + length + u64::from(mark)) % 64)
}

#[derive(Clone)]
struct Rule {
    tag: Option<String>,
    /// Its classes and ids: `.a`, `#b`.
    names: Vec<String>,
    is_important: bool,
    hiding: Hiding,
}

/// A rule as written, and whether it applies only under a condition, such as the width of the screen.
struct Written<'a> {
    selectors: &'a str,
    declarations: &'a str,
    is_conditional: bool,
}

impl StyleSheets {
    /// Reads the content of a `<style>`.
    pub(crate) fn read(&mut self, sheet: &str) {
        let sheet = without_comments(sheet);
        let mut rules = Vec::new();
        split(&sheet, false, MAX_CONDITIONS, &mut rules);
        let hiding = |rule: &Written| {
            let hiding = Hiding::of_style(rule.declarations)?;
            // what is shown on some screens is shown
            let counts = !rule.is_conditional || hiding == Hiding::Shown;
            counts.then_some(hiding)
        };
        let may_hide = |rule: &&Written| !rule.is_conditional && may_hide(rule.declarations);
        for rule in rules.iter().filter(may_hide) {
            if hiding(rule).is_some_and(|hiding| hiding != Hiding::Shown) {
                for (_, names) in selectors(rule.selectors) {
                    if let Some(name) = names.first()
                        && self.by_name.len() < MAX_NAMES
                    {
                        self.by_name.entry((*name).to_owned()).or_default();
                        self.bits |= bit(name.as_bytes()[0], &name[1..]);
                    }
                }
            }
        }
        if self.by_name.is_empty() {
            return;
        }
        for rule in &rules {
            for (tag, names) in selectors(rule.selectors) {
                let known = names.iter().find(|name| self.by_name.contains_key(**name));
                let Some(known) = known.filter(|_| self.rules.len() < MAX_RULES) else {
                    continue;
                };
                let Some(hiding) = hiding(rule) else {
                    break;
                };
                let rules = self.by_name.entry((*known).to_owned()).or_default();
                if rules.len() >= MAX_RULES_OF_NAME {
                    continue;
                }
                rules.push(self.rules.len());
                self.rules.push(Rule {
                    tag: tag.map(str::to_ascii_lowercase),
                    names: names.iter().map(|name| (*name).to_owned()).collect(),
                    is_important: rule.declarations.contains('!'),
                    hiding,
                });
            }
        }
    }

    /// How the rules hide an element. Rules elsewhere may draw what these do not.
    pub(crate) fn hiding(&self, tag: &str, classes: &str, id: &str) -> Hiding {
        if self.rules.is_empty() || self.compared.get() > MAX_COMPARED {
            return Hiding::Shown;
        }
        let id = id.trim_ascii();
        let classes = || classes.split_ascii_whitespace().take(MAX_CLASSES);
        let has = |name: &str| match name.split_at(1) {
            ("#", name) => id == name,
            (_, name) => classes().any(|class| class == name),
        };
        let mut key = String::new();
        let mut best = None;
        let names = classes().map(|class| ('.', class)).chain([('#', id)]);
        for (mark, name) in names {
            if self.bits & bit(u8::try_from(mark).unwrap_or_default(), name) == 0 {
                continue;
            }
            key.clear();
            key.push(mark);
            key.push_str(name);
            let rules = self.by_name.get(&key);
            let compared = rules.map_or(0, Vec::len);
            self.compared.set(self.compared.get() + compared);
            for at in rules.into_iter().flatten() {
                let rule = &self.rules[*at];
                if rule.tag.as_ref().is_none_or(|wanted| wanted == tag)
                    && rule.names.iter().all(|name| has(name))
                {
                    let ids = rule.names.iter().filter(|name| name.starts_with('#'));
                    let weight = (ids.count(), rule.names.len(), rule.tag.is_some());
                    best = best.max(Some((rule.is_important, weight, *at)));
                }
            }
        }
        match best.map(|(_, _, at)| self.rules[at].hiding) {
            Some(Hiding::NotDrawn) => Hiding::Maybe,
            best => best.unwrap_or_default(),
        }
    }
}

/// Whether declarations may have a property that hides.
fn may_hide(declarations: &str) -> bool {
    let may = |letters: &[u8]| {
        let mut lower = [0; 4];
        lower.copy_from_slice(letters);
        lower.make_ascii_lowercase();
        matches!(
            &lower,
            b"none" | b"hidd" | b"opac" | b"clip" | b"inde" | b"abso" | b"fixe" | b"font"
        )
    };
    declarations.as_bytes().windows(4).any(may)
}

fn without_comments(sheet: &str) -> Cow<'_, str> {
    // asterisks are rare in sheets, slashes are not
    let mark = |from: usize, is_mark: &dyn Fn(usize) -> bool| {
        let stars = memchr_iter(b'*', &sheet.as_bytes()[from..]);
        let mut places = stars.map(|at| from + at);
        places.find(|at| is_mark(*at))
    };
    let byte = |at: usize| sheet.as_bytes().get(at).copied();
    let mut kept = Cow::Borrowed("");
    let mut from = 0;
    while let Some(star) = mark(from, &|at| at > from && byte(at - 1) == Some(b'/')) {
        kept += &sheet[from..star - 1];
        let end = mark(star + 1, &|at| byte(at + 1) == Some(b'/'));
        from = end.map_or(sheet.len(), |end| end + 2);
    }
    kept + &sheet[from..]
}

/// Splits a style sheet into its rules.
fn split<'a>(sheet: &'a str, is_conditional: bool, depth: usize, rules: &mut Vec<Written<'a>>) {
    let mut rest = sheet;
    while let Some(open) = memchr(b'{', rest.as_bytes()) {
        let selectors = rest[..open].rsplit([';', '}']).next().unwrap_or_default();
        let selectors = selectors.trim_ascii();
        let length = block_length(&rest[open + 1..]);
        let block = &rest[open + 1..open + 1 + length];
        let name = selectors.to_ascii_lowercase();
        rest = rest.get(open + 1 + length + 1..).unwrap_or_default();
        if !name.starts_with('@') {
            // declarations after a nested rule may be of the inner element
            let own = block.find('{').map_or(block, |inner| {
                let end = block[..inner].rfind(';').map_or(0, |end| end + 1);
                &block[..end]
            });
            rules.push(Written {
                selectors,
                declarations: own,
                is_conditional,
            });
        } else if ["@media", "@supports", "@layer", "@container"]
            .iter()
            .any(|rule| name.starts_with(rule))
            && !(name.starts_with("@media print") || name.starts_with("@media only print"))
            && depth > 0
        {
            split(block, true, depth - 1, rules);
        }
    }
}

/// Bytes before the brace that closes a block.
fn block_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(found) = memchr2(b'{', b'}', &text.as_bytes()[at..]) {
        match text.as_bytes()[at + found] {
            b'{' => depth += 1,
            _ if depth == 0 => return at + found,
            _ => depth -= 1,
        }
        at += found + 1;
    }
    text.len()
}

/// The tag, if any, and the names of each selector in a list that describes one element by them.
fn selectors(list: &str) -> impl Iterator<Item = (Option<&str>, Vec<&str>)> {
    list.split(',').filter_map(|selector| {
        let selector = selector.trim_ascii();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let start = selector.find(['.', '#'])?;
        let (tag, mut rest) = selector.split_at(start);
        if !tag.chars().all(is_name) {
            return None;
        }
        let tag = (!tag.is_empty()).then_some(tag);
        let mut names = Vec::new();
        while !rest.is_empty() {
            if !rest.starts_with(['.', '#']) || names.len() == MAX_PARTS {
                return None;
            }
            let end = rest[1..]
                .find(|c| !is_name(c))
                .map_or(rest.len(), |at| at + 1);
            if end < 2 {
                return None;
            }
            names.push(&rest[..end]);
            rest = &rest[end..];
        }
        names.sort_by_key(|name| Reverse(name.starts_with('#')));
        Some((tag, names))
    })
}

#[cfg(test)]
mod tests {
    use super::Hiding::{Maybe, NotDrawn, Shown, Unseen};
    use super::{Hiding, StyleSheets, is_read_aloud};

    #[test]
    fn a_selector_that_goes_on_with_a_letter_of_two_bytes_is_left_out() {
        let mut sheets = StyleSheets::default();
        sheets.read(".a{display:none}.a\u{a0}b,.ä\u{a0},#\u{a0}{display:none}");
        assert_eq!(sheets.hiding("p", "a", ""), Maybe);
    }

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
            ("font-size:0", Some(Maybe)),
            ("opacity: 0.0", Some(Maybe)),
            ("opacity:.5;font-size:0.9em", Some(Shown)),
            ("opacity:0;transition:opacity 1s", Some(Shown)),
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

    #[test]
    fn the_rules_of_a_page_hide_by_tag_class_and_id() {
        let hiding = |sheet: &str, tag: &str, classes: &str, id: &str| {
            let mut sheets = StyleSheets::default();
            sheets.read(sheet);
            sheets.hiding(tag, classes, id)
        };
        for (sheet, expected) in [
            (".tip{display:none}", Maybe),
            ("@charset 'x'; a, span.tip { clip : rect(0,0,0,0) }", Unseen),
            ("/* .x{} */ #note{position:absolute;left:-9999px}", Unseen),
            (".tip.small{opacity:0}", Maybe),
            ("p.tip{display:none}", Shown),
            (".tip.big{display:none}", Shown),
            (".js .tip{display:none}.tip:hover{display:none}", Shown),
            ("@media print{.tip{display:none}}", Shown),
            ("@media (max-width:9px){.tip{display:none}}", Shown),
            (".tip{display:none}.tip{display:block}", Shown),
            (".tip.small{display:block}.tip{display:none}", Shown),
            (
                ".tip{display:none!important}.tip.small{display:block}",
                Maybe,
            ),
            (
                ".tip{display:none}@media (min-width:9px){.tip{display:block}}",
                Shown,
            ),
            ("@font-face{src:url(x)}.tip{color:red;display:none}", Maybe),
            ("@media screen{.small{display:none", Shown),
            (".tip{display:none", Maybe),
        ] {
            assert_eq!(
                hiding(sheet, "span", "tip small", "note"),
                expected,
                "{sheet}"
            );
        }
    }
}
