//! The chunked transfer coding (RFC 9112, section 7.1).

use httparse::Status;

/// The content of a chunked body, or `None` if it is not chunked at all: many writers of WARC files undo the coding
/// and keep the header.
pub(super) fn decode(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(body.len());
    let mut is_chunked = false;
    loop {
        match httparse::parse_chunk_size(body) {
            Ok(Status::Complete((start, size))) => {
                is_chunked = true;
                let size = usize::try_from(size).unwrap_or(usize::MAX);
                let (chunk, rest) = body[start..].split_at(size.min(body.len() - start));
                content.extend_from_slice(chunk);
                if size == 0 {
                    break;
                }
                body = rest.strip_prefix(b"\r\n").unwrap_or(rest);
            }
            // the end, or a size that was cut off
            Ok(Status::Partial) => break,
            // the size of a chunk was wrong: the rest is kept
            Err(_) => {
                content.extend_from_slice(body);
                break;
            }
        }
    }
    is_chunked.then_some(content)
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
