//! Text without markup.

/// A text without its tags and declarations. `<br>` is a line break; other line breaks are kept.
pub(crate) fn without_tags(markup: &str) -> String {
    let mut plain = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(open) = rest.find('<') {
        plain.push_str(&rest[..open]);
        let tag = &rest[open + 1..];
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') {
            plain.push('<');
            rest = tag;
            continue;
        }
        let Some(end) = tag.find('>') else {
            // no tags follow either
            return plain + &rest[open..];
        };
        let name = tag.get(..2).unwrap_or_default();
        if name.eq_ignore_ascii_case("br") {
            plain.push('\n');
        }
        rest = &tag[end + 1..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn tags_are_left_out_and_other_signs_are_kept() {
        assert_eq!(without_tags("a<b class=x>b</b><!--c-->d"), "abd");
        assert_eq!(without_tags("one<BR/>two\nthree"), "one\ntwo\nthree");
        assert_eq!(without_tags("3 < 4 <3 <b"), "3 < 4 <3 <b");
        assert_eq!(without_tags("<é"), "<é");
    }
}
