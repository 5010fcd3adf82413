//! The chunked transfer coding (RFC 9112, section 7.1).

/// The content of a chunked body, or `None` if it is not chunked at all: many writers of WARC files undo the coding
/// and keep the header.
pub(super) fn decode(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(body.len());
    loop {
        let end = body.iter().position(|&byte| byte == b'\n')?;
        let size = std::str::from_utf8(&body[..end]).ok()?;
        let size = size.split(';').next().unwrap_or_default().trim();
        // A sign would pass `from_str_radix`.
        if size.is_empty() || !size.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let size = usize::from_str_radix(size, 16).ok()?;
        body = &body[end + 1..];
        if size == 0 {
            return Some(content);
        }
        if size > body.len() {
            // The connection broke within the last chunk: what arrived is kept.
            content.extend_from_slice(body);
            return Some(content);
        }
        content.extend_from_slice(&body[..size]);
        body = &body[size..];
        body = body
            .strip_prefix(b"\r\n")
            .or_else(|| body.strip_prefix(b"\n"))
            .unwrap_or(body);
        if body.is_empty() {
            return Some(content);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn chunks_are_joined_and_extensions_and_trailers_ignored() {
        let body = b"5;name=value\r\nhello\r\n7\r\n, world\r\n0\r\nTrailer: x\r\n\r\n";
        assert_eq!(decode(body).unwrap(), b"hello, world");
    }

    #[test]
    fn a_body_that_is_not_chunked_is_left_alone() {
        assert_eq!(decode(b"<html>\n</html>"), None);
        assert_eq!(decode(b"+5\r\nhello"), None);
        assert_eq!(decode(b""), None);
    }

    #[test]
    fn a_broken_last_chunk_keeps_what_came() {
        assert_eq!(decode(b"a\r\nhello").unwrap(), b"hello");
    }
}
