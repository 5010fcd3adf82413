//! Decodes bytes to text by the byte-order mark, the response header, the page's own declaration, or
//! else a guess from the bytes.

mod twice;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Number of bytes at the start of a page that are searched for its declaration. The standard
/// prescribes 1,024, but real pages put scripts before it.
const PRESCAN_BYTES: usize = 4096;
/// More than one replacement character in this many non-ASCII characters means that the declared encoding is wrong.
const CHARS_PER_ERROR: usize = 20;

/// A page as text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded {
    /// The page, without a byte-order mark.
    pub text: String,
    /// Name of the encoding used, as in the Encoding Standard; of a page in ASCII, the declared one.
    pub encoding: &'static str,
    /// Whether some bytes were invalid in that encoding and became U+FFFD.
    pub had_errors: bool,
}

/// Decodes a page. `content_type` is the value of the HTTP header, if there was one.
///
/// Markup with zero bytes between its first letters is UTF-16, and mostly well-formed UTF-8 with non-ASCII characters is UTF-8,
/// whatever is declared. If the declared encoding is plainly wrong, it is guessed from the bytes. UTF-8 that was read as Latin-1
/// and encoded again is decoded twice, if that holds for nearly the whole page. Never fails.
pub fn decode(bytes: &[u8], content_type: Option<&str>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    // Markup in UTF-16 without a mark begins so whatever is declared.
    match bytes {
        [b'<', 0, second, 0, ..] if *second != 0 => return decode_as(UTF_16LE, bytes),
        [0, b'<', 0, second, ..] if *second != 0 => return decode_as(UTF_16BE, bytes),
        _ => {}
    }
    let is_wide = |e: &&'static Encoding| *e == UTF_16LE || *e == UTF_16BE;
    // Markup in UTF-16 has zero bytes.
    let has_zeros = || memchr::memchr(0, bytes).is_some();
    let declared = content_type
        .and_then(charset_of)
        .filter(|e| !is_wide(e) || has_zeros())
        .or_else(|| declared_in(&bytes[..bytes.len().min(PRESCAN_BYTES)]));
    if let Some(wide) = declared.filter(is_wide) {
        return decode_as(wide, bytes);
    }
    let least = match declared {
        Some(other) if other != UTF_8 => 90,
        _ => 60, // in news texts in EUC-JP, it is up to 52, in other legacy encodings up to 42
    };
    if percent_of_utf8(bytes) >= least && (declared.is_none() || !stateful(bytes)) {
        let mut decoded = decode_as(UTF_8, bytes);
        if let Some(text) = twice::decoded_twice(&decoded.text) {
            decoded.text = text;
        }
        if let Some(declared) = declared.filter(|encoding| encoding.is_ascii_compatible())
            && bytes.is_ascii()
        {
            decoded.encoding = declared.name();
        }
        return decoded;
    }
    let Some(declared) = declared else {
        return decode_as(guess(bytes), bytes);
    };
    let decoded = decode_as(declared, bytes);
    if decoded.had_errors && mostly_wrong(&decoded.text) {
        let other = decode_as(guess(bytes), bytes);
        if !other.had_errors {
            return other;
        }
    }
    decoded
}

/// The percentage of non-ASCII bytes that belong to well-formed UTF-8; 100 without such bytes.
fn percent_of_utf8(bytes: &[u8]) -> usize {
    if std::str::from_utf8(bytes).is_ok() {
        return 100;
    }
    let foreign = |bytes: &[u8]| bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let valid = bytes
        .utf8_chunks()
        .map(|chunk| foreign(chunk.valid().as_bytes()));
    100 * valid.sum::<usize>() / foreign(bytes).max(1)
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    Decoded {
        text: text.into_owned(),
        encoding: encoding.name(),
        had_errors,
    }
}

/// Whether there are escapes, as in ISO-2022-JP and its kin, whose bytes are pure ASCII and so look like UTF-8.
fn stateful(bytes: &[u8]) -> bool {
    memchr::memchr(0x1b, bytes).is_some()
}

/// The legacy encoding that bytes are likely in.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(bytes, true);
    detector.guess(None, false)
}

fn mostly_wrong(text: &str) -> bool {
    let (mut wrong, mut foreign) = (0, 0);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        foreign += 1;
        wrong += usize::from(c == char::REPLACEMENT_CHARACTER);
    }
    wrong * CHARS_PER_ERROR > foreign
}

/// The encoding in `text/html; charset=…`.
fn charset_of(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim()
            .eq_ignore_ascii_case("charset")
            .then(|| Encoding::for_label(value.as_bytes()))?
    })
}

/// The encoding a page declares in a `meta` tag or an XML declaration.
fn declared_in(head: &[u8]) -> Option<&'static Encoding> {
    let lower = head.to_ascii_lowercase();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'<', &lower[at..]) {
        let tag = &lower[at + found + 1..];
        if tag.starts_with(b"!--") {
            let Some(end) = memchr::memmem::find(tag, b"-->") else {
                break;
            };
            at += found + 1 + end;
            continue;
        }
        at += found + 1;
        let attribute: &[u8] = if tag.starts_with(b"meta") {
            b"charset"
        } else if tag.starts_with(b"?xml") {
            b"encoding"
        } else {
            continue;
        };
        let tag = &tag[..memchr::memchr(b'>', tag).unwrap_or(tag.len())];
        if let Some(encoding) = value_after(tag, attribute) {
            // A page whose ASCII declaration could be read is not UTF-16, and "user defined" means windows-1252.
            return Some(match encoding.name() {
                "UTF-16LE" | "UTF-16BE" => UTF_8,
                "x-user-defined" => WINDOWS_1252,
                _ => encoding,
            });
        }
    }
    None
}

fn value_after(tag: &[u8], attribute: &[u8]) -> Option<&'static Encoding> {
    let start = memchr::memmem::find(tag, attribute)? + attribute.len();
    let value = tag[start..].trim_ascii_start().strip_prefix(b"=")?;
    let value = value.trim_ascii_start();
    let value = value
        .strip_prefix(b"\"")
        .or_else(|| value.strip_prefix(b"'"))
        .unwrap_or(value);
    let end = value
        .iter()
        .position(|b| b"\"';> \t\r\n/?".contains(b))
        .unwrap_or(value.len());
    Encoding::for_label(&value[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_names_the_encoding() {
        let decoded = decode(b"Gr\xfc\xdfe", Some("text/html; Charset=\"ISO-8859-1\""));
        assert_eq!(decoded.text, "Grüße");
        assert_eq!(decoded.encoding, "windows-1252");
        assert!(!decoded.had_errors);
    }

    #[test]
    fn what_is_called_utf_16_and_has_no_zeros_is_something_else() {
        let decoded = |bytes: &[u8], charset: &str| {
            let media = format!("text/xml; charset={charset}");
            decode(bytes, Some(&media)).text
        };
        let plain = "<rss><title>Grüße";
        for charset in ["utf-16", "UTF-16BE"] {
            assert_eq!(decoded(plain.as_bytes(), charset), plain);
        }
        let latin = b"<?xml encoding='iso-8859-1'?><title>Gr\xfc\xdfe";
        assert!(decoded(latin, "utf-16").ends_with("<title>Grüße"));
        let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&wide, "utf-16"), plain);
        for plain in [
            plain,
            "<?xml version='1.0' encoding='UTF-16'?><a>ç",
            "<!-- Я -->",
        ] {
            let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
                plain.encode_utf16().flat_map(bytes).collect()
            };
            for wide in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
                assert_eq!(decode(&wide, None).text, plain);
                assert_eq!(decoded(&wide, "utf-8"), plain);
            }
        }
    }

    #[test]
    fn a_byte_order_mark_prevails_and_is_removed() {
        let decoded = decode(
            b"\xef\xbb\xbfGr\xc3\xbc\xc3\x9fe",
            Some("text/html; charset=latin1"),
        );
        assert_eq!(
            (decoded.text.as_str(), decoded.encoding),
            ("Grüße", "UTF-8")
        );
        let decoded = decode(b"\xff\xfeG\0r\0\xfc\0", None);
        assert_eq!(
            (decoded.text.as_str(), decoded.encoding),
            ("Grü", "UTF-16LE")
        );
    }

    #[test]
    fn the_page_declares_its_encoding_when_the_header_does_not() {
        for page in [
            &b"<html><!-- <meta charset=utf-8> --><meta http-equiv='Content-Type' content='text/html; charset=windows-1251'>\xcf\xf0\xe8\xe2\xe5\xf2"[..],
            b"<META CharSet = \"cp1251\">\xcf\xf0\xe8\xe2\xe5\xf2",
            b"<?xml version='1.0' encoding='windows-1251'?>\xcf\xf0\xe8\xe2\xe5\xf2",
        ] {
            let decoded = decode(page, Some("text/html"));
            assert!(decoded.text.ends_with("Привет"), "{}", decoded.text);
        }
    }

    #[test]
    fn valid_utf_8_is_recognised_whatever_is_declared() {
        let decoded = decode(
            "<meta charset=iso-8859-1>Größe".as_bytes(),
            Some("text/html; charset=iso-8859-1"),
        );
        assert_eq!(decoded.encoding, "UTF-8");
        assert!(decoded.text.ends_with("Größe"));
    }

    #[test]
    fn the_encoding_of_invalid_utf_8_is_guessed() {
        let page = b"<meta charset=utf-8>F\xfcr die B\xfcrger w\xe4re das sch\xf6n";
        let decoded = decode(page, None);
        assert!(
            decoded.text.ends_with("Für die Bürger wäre das schön"),
            "{}",
            decoded.text
        );
    }

    #[test]
    fn single_invalid_bytes_do_not_make_utf_8_something_else() {
        for (text, invalid, content_type) in [
            (
                "<meta charset=utf-8><p>Der Bürgermeister",
                &b"<!-- \xe4 -->"[..],
                None,
            ),
            ("<p>lunedì", b"\xa0", None),
            (
                "<p>\u{201c}Fine\u{201d}, he said",
                b"<script>'\xe9'</script>",
                Some("text/html"),
            ),
            (
                "<meta charset=iso-8859-1><p>Größe, Höhe, Länge, Stärke, Würde, Müller, Bäder, Köche, Flüsse, Wälder",
                b"\xe2\x80",
                None,
            ),
            (
                "<p>Größe, Höhe, Länge, Stärke, Würde, Müller, Bäder, Köche, Flüsse, Wälder",
                b"\xff",
                Some("text/html; charset=latin1"),
            ),
        ] {
            let decoded = decode(&[text.as_bytes(), invalid].concat(), content_type);
            assert_eq!(
                (decoded.encoding, decoded.had_errors),
                ("UTF-8", true),
                "{text}"
            );
            assert!(decoded.text.starts_with(text), "{}", decoded.text);
        }
    }

    #[test]
    fn shift_jis_and_any_other_bytes_are_decoded_without_declaration() {
        let decoded = decode(
            b"\x82\xb1\x82\xea\x82\xcd\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\xcd\x82\xc5\x82\xb7",
            None,
        );
        assert_eq!(decoded.text, "これは日本語の文章です");
        assert_eq!(decode(b"", None).text, "");
        let noise: Vec<u8> = (0..=255).cycle().take(5000).collect();
        assert!(
            !decode(&noise, Some("text/html; charset=nonsense"))
                .text
                .is_empty()
        );
    }
}
