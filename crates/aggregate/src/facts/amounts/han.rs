//! Numbers in Chinese and Japanese characters.

use super::reader::{AmountReader, amount};
use super::{Amount, AmountKind};

impl AmountReader<'_> {
    /// The number in characters that starts here: "三人", "二十三", "一万". What cannot be read, or may be another word, is a label.
    pub(super) fn han(&self, start: usize) -> Option<Amount> {
        if !matches!(self.lexicon.code(), "ja" | "zh") {
            return None;
        }
        let after = self.after(start);
        let end = after.find(|c| digit(c).is_none() && power(c).is_none());
        let run = after.get(..end.unwrap_or(after.len()))?;
        // "一部"
        if run.is_empty() || run == "一" {
            return None;
        }
        let span = start..start + run.len();
        let Some(value) = value(run) else {
            return Some(amount(AmountKind::Label, run.to_owned(), span));
        };
        if self.before(start).ends_with(is_about) {
            return Some(self.named(span));
        }
        let counted = self.counted(value.to_string(), span, false);
        Some(self.with_half(counted))
    }

    /// The end of a character for "and some" after a number that ends here: "十数人", "3万多人".
    pub(super) fn some(&self, end: usize) -> Option<usize> {
        let next = self.after(end).chars().next()?;
        let is_read = matches!(self.lexicon.code(), "ja" | "zh") && is_about(next);
        is_read.then(|| end + next.len_utf8())
    }
}

fn is_about(c: char) -> bool {
    matches!(c, '数' | '數' | '余' | '餘' | '多' | '几' | '幾')
}

fn digit(c: char) -> Option<u128> {
    let digits = [
        "〇零",
        "一",
        "二两兩",
        "三",
        "四",
        "五",
        "六",
        "七",
        "八",
        "九",
    ];
    let found = (0..).zip(digits).find(|(_, forms)| forms.contains(c));
    found.map(|(number, _)| number)
}

fn power(c: char) -> Option<u32> {
    match c {
        '十' => Some(1),
        '百' => Some(2),
        '千' => Some(3),
        '万' | '萬' => Some(4),
        '億' | '亿' => Some(8),
        '兆' => Some(12),
        _ => None,
    }
}

/// The value of characters, if they form one number.
fn value(run: &str) -> Option<u128> {
    // "百貨店", "千葉"
    if run.chars().count() == 1 && run.chars().all(|c| power(c).is_some_and(|power| power > 1)) {
        return None;
    }
    let (mut total, mut group, mut current) = (0, 0, None);
    let (mut group_limit, mut total_limit) = (u32::MAX, u32::MAX);
    for c in run.chars() {
        if let Some(digit) = digit(c) {
            // "二三" is a range, "二〇二六" a year; "一百零五" has a zero between
            if current.is_some_and(|current| current != 0) {
                return None;
            }
            current = Some(digit);
            continue;
        }
        let power = power(c)?;
        let factor = 10_u128.pow(power);
        if power < 4 {
            if power >= group_limit {
                return None;
            }
            group_limit = power;
            group += current.take().unwrap_or(1) * factor;
        } else {
            group += current.take().unwrap_or(0);
            if power >= total_limit || group == 0 {
                return None;
            }
            (total_limit, group_limit) = (power, u32::MAX);
            total += group * factor;
            group = 0;
        }
    }
    Some(total + group + current.unwrap_or(0))
}
