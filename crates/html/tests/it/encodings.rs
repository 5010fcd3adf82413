//! Pages of the corpora that were not UTF-8 are decoded from their bytes without an error.

use encoding_rs::Encoding;

use crate::corpus;

/// The encoding of a label in the corpora; `None` for UTF-8.
fn encoding(name: &str) -> Option<&'static Encoding> {
    Encoding::for_label(name.as_bytes()).filter(|encoding| *encoding != encoding_rs::UTF_8)
}

#[test]
fn pages_in_other_character_sets_are_decoded_exactly() {
    let files = corpus::files(&["trafilatura_eval", "htmldate_eval", "formasaurus"]);
    let (mut read, mut wrong) = (0, Vec::new());
    for (name, page) in corpus::lines(&files, 1) {
        let declared = page["encoding"].as_str().and_then(encoding);
        let (Some(encoding), Some(html)) = (declared, page["html"].as_str()) else {
            continue;
        };
        let (bytes, _, unmappable) = encoding.encode(html);
        if unmappable {
            continue; // the corpus itself has characters that the page cannot have had
        }
        read += 1;
        // as sent by a server that names no character set
        let decoded = html::decode(&bytes, Some("text/html"));
        if decoded.text != html {
            wrong.push(format!(
                "{name}: {} read as {}",
                encoding.name(),
                decoded.encoding
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        files.is_empty() || read >= 10,
        "only {read} pages were read"
    );
}
