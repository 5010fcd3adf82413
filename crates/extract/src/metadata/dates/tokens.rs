//! Short texts cut into numbers, words and single marks, as the date reader wants them.

/// A number, a word in lower case, or a mark. Blanks are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    kind: Kind,
    /// Where it begins, in bytes.
    pub at: usize,
    /// No blank stands before it.
    pub touches: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Number { value: u32, digits: usize },
    Word(Word),
    Mark(char),
}

/// A word in lower case; empty if it is longer than any that dates are written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    bytes: [u8; LONGEST_WORD],
    length: u8,
}

/// Bytes of the longest word in dates.
const LONGEST_WORD: usize = 30;

impl Word {
    fn of(written: &str) -> Self {
        let mut word = Self {
            bytes: [0; LONGEST_WORD],
            length: 0,
        };
        let mut end = 0;
        if written.is_ascii() {
            if let Some(place) = word.bytes.get_mut(..written.len()) {
                place.copy_from_slice(written.as_bytes());
                place.make_ascii_lowercase();
                word.length = u8::try_from(written.len()).unwrap_or_default();
            }
            return word;
        }
        for c in written.chars().flat_map(char::to_lowercase) {
            match word.bytes.get_mut(end..end + c.len_utf8()) {
                Some(place) => end += c.encode_utf8(place).len(),
                None => return word,
            }
        }
        word.length = u8::try_from(end).unwrap_or_default();
        word
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.length));
        std::str::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
    }
}

impl Token {
    /// A mark out of nowhere, to compare with.
    pub(super) fn mark(mark: char) -> Self {
        Self {
            kind: Kind::Mark(mark),
            at: 0,
            touches: false,
        }
    }

    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word.as_str()),
            _ => None,
        }
    }

    pub(super) fn value(&self) -> Option<u32> {
        match self.kind {
            Kind::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    /// How many digits the number has; 0 if it is none.
    pub(super) fn digits(&self) -> usize {
        match self.kind {
            Kind::Number { digits, .. } => digits,
            _ => 0,
        }
    }
}

/// A guess, to begin with.
const BYTES_A_TOKEN: usize = 4;

/// Cuts a text. Numbers of more than nine digits are left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / BYTES_A_TOKEN + 1);
    let mut rest = text;
    let mut touches = false;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let (kind, used) = if digit(first).is_some() {
            let used = length(rest, |c| digit(c).is_some());
            (number(&rest[..used]), used)
        } else if is_letter(first) {
            let used = length(rest, is_letter);
            // ISO 8601's T stands between two digits: it is a blank in effect.
            let word = Word::of(&rest[..used]);
            ((word.as_str() != "t").then_some(Kind::Word(word)), used)
        } else if first.is_whitespace() {
            (None, first.len_utf8())
        } else {
            (Some(Kind::Mark(first)), first.len_utf8())
        };
        let blank = kind.is_none();
        tokens.extend(kind.map(|kind| Token { kind, at, touches }));
        touches = !blank;
        rest = &rest[used..];
    }
    tokens
}

/// The bytes of a text whose characters are of a kind, up to the first that is not.
fn length(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !is(c)).unwrap_or(text.len())
}

/// A number of up to nine digits.
fn number(text: &str) -> Option<Kind> {
    let digits = text.chars().count();
    let value = text.chars().filter_map(digit).fold(0, |value: u32, digit| {
        value.saturating_mul(10).saturating_add(digit)
    });
    (digits <= 9).then_some(Kind::Number { value, digits })
}

/// The value of a digit: European, Arabic, Persian, Devanagari or of full width.
fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = match c {
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(zero))
}

/// East Asian characters are marks: 年 and 月 stand between numbers.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c < '\u{2e80}' && c.is_alphabetic()
}
