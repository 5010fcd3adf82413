//! Ranges and ratios: two figures that are one.

use super::reader::AmountReader;
use super::{Amount, AmountKind};

impl AmountReader<'_> {
    /// Makes one figure of two with only a small word or a dash between them: "17 to 12 votes", "between 12 and 14 per cent".
    pub(super) fn joined(&self, amounts: Vec<Amount>) -> Vec<Amount> {
        let mut joined: Vec<Amount> = Vec::with_capacity(amounts.len());
        for amount in amounts {
            let last = joined.last_mut();
            let Some(last) = last.filter(|last| self.is_joined(last, &amount)) else {
                joined.push(amount);
                continue;
            };
            last.value = format!("{}~{}", last.value, amount.value);
            last.kind = amount.kind;
            last.units = amount.units;
            last.span.end = amount.span.end;
        }
        joined
    }

    fn is_joined(&self, first: &Amount, second: &Amount) -> bool {
        use AmountKind::{Clock, Count, Day, Year};
        let fits = match (first.kind, second.kind) {
            (Count, Count | Clock | Day) => first.units.is_empty(),
            (Year, Year) => true,
            _ => false,
        };
        // the currency before the second one is part of it
        let between = self.passage.get(first.span.end..second.span.start);
        let Some(between) = between.filter(|_| fits) else {
            return false;
        };
        let word = between.strip_prefix('.').unwrap_or(between).trim();
        matches!(word, "-" | "–" | "—")
            || !word.is_empty()
                && word.chars().all(char::is_alphabetic)
                && self.is_small(&word.to_lowercase())
    }
}
