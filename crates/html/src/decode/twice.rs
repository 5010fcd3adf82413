//! UTF-8 that was read as Latin-1 and encoded again: `youâ\u{80}\u{99}re`.

use super::CHARS_PER_ERROR;

/// Repairs a text whose non-ASCII characters are, but for a few, UTF-8 that was read as Latin-1 and encoded again.
pub(super) fn decoded_twice(text: &str) -> Option<String> {
    if !may_be_encoded_twice(text.as_bytes()) {
        return None;
    }
    let (mut right, mut wrong) = (String::with_capacity(text.len()), 0);
    let (mut repaired, mut bytes) = (0, Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        right.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        bytes.clear();
        bytes.extend(run.chars().map_while(|c| u8::try_from(c).ok()));
        match std::str::from_utf8(&bytes) {
            Ok(read) if bytes.len() == run.chars().count() => {
                repaired += read.chars().count();
                right.push_str(read);
            }
            _ => {
                wrong += run.chars().count();
                right.push_str(run);
            }
        }
    }
    right.push_str(rest);
    (repaired >= 4 && wrong * CHARS_PER_ERROR <= repaired).then_some(right)
}

/// Whether a text has a character that may be a UTF-8 lead byte read as Latin-1, followed by a possible continuation byte.
fn may_be_encoded_twice(bytes: &[u8]) -> bool {
    // U+00C2 to U+00F4, and U+0080 to U+00BF
    let mut seconds = memchr::memchr_iter(0xc2, bytes).filter(|at| *at >= 2);
    seconds.any(|at| bytes[at - 2] == 0xc3 && (0x82..=0xb4).contains(&bytes[at - 1]))
}

#[cfg(test)]
mod tests {
    use crate::decode;

    #[test]
    fn a_page_that_was_encoded_twice_is_decoded_twice() {
        let page = "<p>Don’t say “Größe”, say “Maß” – 大きさ 😀.";
        let latin: String = page.bytes().map(char::from).collect();
        let twice = decode(latin.as_bytes(), Some("text/html; charset=utf-8"));
        assert_eq!((twice.text.as_str(), twice.encoding), (page, "UTF-8"));
        let mostly = "Größe ".repeat(40) + "Don’t";
        let mut latin: String = mostly.bytes().map(char::from).collect();
        latin.push('→');
        assert_eq!(decode(latin.as_bytes(), None).text, mostly + "→");
    }

    #[test]
    fn text_that_only_looks_double_encoded_is_kept() {
        for page in [
            "« Liberté», dit-elle à l’été : ô «Égalité» ",
            "Ã© is how é looks if UTF-8 is read as Latin-1, and Ã¼ is ü.",
            "A page about ASCII with one Â© in it.",
            "MAÇÃ» e São Paulo, não é verdade? ",
            "Größe, Maß, Bücher, schön ",
        ] {
            let page = page.repeat(3);
            assert_eq!(decode(page.as_bytes(), None).text, page);
        }
    }
}
