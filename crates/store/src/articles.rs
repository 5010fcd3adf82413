//! Articles and their versions.

use sha2::{Digest, Sha256};

/// Lower-case hex SHA-256 of a normalised URL: the id of the article there.
pub fn article_id(identity: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(identity.as_bytes())
        .iter()
        .fold(String::with_capacity(64), |mut id, byte| {
            let _ = write!(id, "{byte:02x}");
            id
        })
}
