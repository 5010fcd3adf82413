//! Words by their beginnings, to compare titles with addresses, which drop endings and accents.

use super::row::count;
use crate::title;

/// Shorter words tell nothing.
const SHORTEST: usize = 3;
/// Characters that are compared.
const STEM: usize = 4;

/// The beginnings of the words of a text.
pub(super) struct Stems(Vec<String>);

impl Stems {
    pub(super) fn of(text: &str) -> Self {
        let words = title::words(text).map(|word| plain(&word));
        let long = words.filter(|word| word.chars().count() >= SHORTEST);
        Self(long.map(|word| word.chars().take(STEM).collect()).collect())
    }

    /// Share of the words that stand in the other text too; 0 without words.
    pub(super) fn share_in(&self, other: &Self) -> f32 {
        let found = self.0.iter().filter(|stem| other.0.contains(stem)).count();
        count(found) / count(self.0.len().max(1))
    }
}

/// A word without the signs that addresses leave out.
fn plain(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            'ä' | 'à' | 'á' | 'â' | 'ã' => plain.push('a'),
            'ö' | 'ó' | 'ò' | 'ô' | 'õ' => plain.push('o'),
            'ü' | 'ú' | 'ù' => plain.push('u'),
            'é' | 'è' | 'ê' | 'ë' => plain.push('e'),
            'í' | 'ì' => plain.push('i'),
            'ß' => plain.push_str("ss"),
            'ç' => plain.push('c'),
            'ñ' => plain.push('n'),
            _ => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_endings_do_not_matter() {
        let title = Stems::of("Brücke wird gesperrt");
        assert!((title.share_in(&Stems::of("/bruckenbau/sie-wird-gesperrte")) - 1.0).abs() < 1e-6);
        assert!((title.share_in(&Stems::of("/wirtschaft")) - 0.0).abs() < 1e-6);
        assert!(Stems::of("").share_in(&title).abs() < 1e-6);
    }
}
