//! Formats counts with their nouns.

use std::fmt::Display;

/// Formats a count with its noun: `1 page`, `2 pages`. `noun` is in the singular; its last word is put into the plural.
pub fn count<N: Copy + Display + PartialEq + From<u8>>(n: N, noun: &str) -> String {
    if n == N::from(1) {
        return format!("{n} {noun}");
    }
    let before_y = noun.strip_suffix('y');
    match before_y.filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{n} {stem}ies"),
        None if noun.ends_with('s') => format!("{n} {noun}es"),
        None => format!("{n} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        for (n, noun, expected) in [
            (0_u64, "page", "0 pages"),
            (1, "page", "1 page"),
            (2, "new article", "2 new articles"),
            (1, "address", "1 address"),
            (3, "address", "3 addresses"),
            (2, "story", "2 stories"),
            (2, "day", "2 days"),
        ] {
            assert_eq!(count(n, noun), expected);
        }
    }
}
