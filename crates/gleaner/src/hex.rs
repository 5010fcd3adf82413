//! Lower-case hexadecimal.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits =
        |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    bytes.iter().flat_map(digits).collect()
}
