//! Dates and times of day in short texts.

/// Finds dates and times of day among the words of a short text.
#[derive(Clone, Copy, Default)]
pub(super) struct Numbers {
    /// Digits of the numbers just read, joined by one separator each: `12.11.2026`; the last one is the newest.
    digits: [u32; 3],
    /// The sign after the last number, if it was the only one.
    joint: Option<char>,
    after_month: bool,
    pub(super) date: bool,
    pub(super) time: bool,
}

impl Numbers {
    pub(super) fn word(&mut self, number: Option<u32>, is_month: bool) {
        let Some(digits) = number else {
            // "12. November", "12 November"
            self.date |= is_month && matches!(self.digits[2], 1 | 2 | 4);
            self.after_month = is_month;
            self.digits = [0; 3];
            self.joint = None;
            return;
        };
        self.date |= self.after_month && digits <= 4;
        self.after_month = false;
        let joint = self.joint.take();
        if matches!(joint, Some('.' | '/' | '-' | ':')) {
            self.digits = [self.digits[1], self.digits[2], digits];
        } else {
            self.digits = [0, 0, digits];
        }
        self.time |= joint == Some(':') && matches!(self.digits, [_, 1 | 2, 2]);
        self.date |=
            joint != Some(':') && matches!(self.digits, [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2]);
    }

    pub(super) fn sign(&mut self, character: char) {
        match character {
            // "12.", "Nov.", "12. 11. 2026": what is between may have a blank after it
            ' ' if self.joint == Some('.') || self.joint.is_none() => {}
            '.' | '/' | '-' | ':' | ',' if self.joint.is_none() => self.joint = Some(character),
            _ => self.joint = Some('\0'),
        }
        if !matches!(character, ' ' | '.' | ',') {
            self.after_month = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TextMeasures, measure};

    fn of(text: &str) -> TextMeasures {
        measure(text, &mut Vec::new())
    }

    #[test]
    fn dates_and_times_are_found_in_short_texts() {
        for text in [
            "12.11.2026",
            "12. November 2026",
            "Nov 12, 2026",
            "2026-11-12",
            "12/11/26",
            "am 3. März",
        ] {
            assert!(of(text).date, "{text}");
        }
        for text in ["1.5 million", "may be 10,000,000", "12 monkeys", "10:30"] {
            assert!(!of(text).date, "{text}");
        }
        assert!(of("um 10:30 Uhr").time);
        assert!(!of("2:1 in overtime").time);
    }
}
