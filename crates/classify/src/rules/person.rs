//! Pages about those who write.

use super::list::{begins, list, tail};
use crate::Evidence;
use crate::title;

pub(super) fn author(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    if page.schema_type(&["ProfilePage"]).is_some() {
        return Some("the page calls itself a ProfilePage".to_owned());
    }
    if let Some(said) = begins(page, words::people::TITLES).filter(|_| list(page).is_some()) {
        return Some(format!("the title says \"{said}\" over a list"));
    }
    let (part, name) = tail(page, words::people::PATHS)?;
    let words: Vec<String> = title::words(&name).collect();
    let is_name = (2..=4).contains(&words.len());
    let says = |text: &str| {
        title::words(text)
            .map(|word| plain(&word))
            .eq(words.iter().cloned())
    };
    let named = || says(page.headline()) || page.own_title.first().is_some_and(|own| says(own));
    (is_name && named()).then(|| format!("the URL ends with {part} and the name in the headline"))
}

/// A word as it stands in an address.
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'à' | 'á' | 'â' | 'ã' | 'å' => out.push('a'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' | 'ı' => out.push('i'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ø' => out.push('o'),
            'ù' | 'ú' | 'û' => out.push('u'),
            'ç' | 'ć' | 'č' => out.push('c'),
            'ñ' | 'ń' => out.push('n'),
            'ł' => out.push('l'),
            'ś' | 'š' => out.push('s'),
            'ż' | 'ź' | 'ž' => out.push('z'),
            _ => out.push(letter),
        }
    }
    out
}
