//! The encoding of one old site.

/// What bytes 0x80 to 0x9f mean; `\u{0}` where they mean nothing.
const UPPER: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// The text in windows-1252; what it has no byte for becomes a character reference.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for letter in text.chars() {
        let code = u32::from(letter);
        let place = UPPER.iter().position(|c| *c == letter && letter != '\0');
        match (
            u8::try_from(code),
            place.and_then(|place| u8::try_from(place).ok()),
        ) {
            (_, Some(place)) => out.push(0x80 + place),
            (Ok(byte), None) if !(0x80..0xa0).contains(&code) => out.push(byte),
            _ => out.extend_from_slice(format!("&#{code};").as_bytes()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_accents_and_pounds_are_single_bytes() {
        assert_eq!(encode("“£é–"), [0x93, 0xa3, 0xe9, 0x96]);
        assert_eq!(encode("ā"), b"&#257;");
    }
}
