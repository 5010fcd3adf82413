//! The chunked transfer coding (RFC 9112, section 7.1).

/// The content of a chunked body, or `None` if it is not chunked at all: many writers of WARC files undo the coding
/// and keep the header.
pub(super) fn decode(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(body.len());
    let mut is_chunked = false;
    loop {
        let Some((size, rest)) = size_line(body) else {
            if !is_chunked {
                return None;
            }
            // The size of a chunk was wrong: the rest is kept. Only digits are the next size, cut off.
            let is_size = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'\r';
            if !body.iter().all(is_size) {
                content.extend_from_slice(body);
            }
            return Some(content);
        };
        is_chunked = true;
        body = rest;
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

/// The size of a chunk from the line before it, and what follows the line.
fn size_line(body: &[u8]) -> Option<(usize, &[u8])> {
    let end = body.iter().position(|&byte| byte == b'\n')?;
    let size = std::str::from_utf8(&body[..end]).ok()?;
    let size = size.split(';').next().unwrap_or_default().trim();
    // A sign would pass `from_str_radix`.
    if size.is_empty() || !size.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some((usize::from_str_radix(size, 16).ok()?, &body[end + 1..]))
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
        for (body, content) in [
            (&b"a\r\nhello"[..], &b"hello"[..]),
            (b"5\r\nhello\r\n1f", b"hello"),
            (b"5\r\nhello\r\n1ff8\r", b"hello"),
            (b"3\r\nhello\r\n7\r\n, world", b"hello\r\n7\r\n, world"),
        ] {
            assert_eq!(decode(body).unwrap(), content);
        }
    }
}
