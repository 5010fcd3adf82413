//! A single record: fields, a block and its digest.

use std::io::{self, Write as _};

use chrono::{DateTime, SecondsFormat, SubsecRound as _, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

/// Compression level: the usual one, as most readers of archives are slower than their writers anyway.
const LEVEL: Compression = Compression::new(6);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// `WARC-Type`.
    pub(crate) kind: &'static str,
    /// `WARC-Record-ID`, as returned by [`id`].
    pub(crate) id: String,
    /// `WARC-Date`.
    pub(crate) date: DateTime<Utc>,
    /// `Content-Type` of the block.
    pub(crate) content_type: &'static str,
    /// Fields that only some kinds of records have, with their values.
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) block: Vec<u8>,
}

impl Record {
    /// The record as a gzip member.
    pub(crate) fn compressed(&self) -> io::Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::with_capacity(self.block.len() / 3), LEVEL);
        encoder.write_all(self.head().as_bytes())?;
        encoder.write_all(&self.block)?;
        encoder.write_all(b"\r\n\r\n")?;
        encoder.finish()
    }

    fn head(&self) -> String {
        let mut head = format!(
            "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: {}\r\nWARC-Date: {}\r\n",
            self.kind,
            self.id,
            date(self.date)
        );
        for (name, value) in &self.fields {
            head.push_str(&field(name, value));
        }
        let digest = digest(&Sha256::digest(&self.block));
        head.push_str(&field("WARC-Block-Digest", &digest));
        head.push_str(&field("Content-Type", self.content_type));
        head.push_str(&field("Content-Length", &self.block.len().to_string()));
        head.push_str("\r\n");
        head
    }
}

/// The `warcinfo` record at the start of a file. `fields` describe who created it and how.
pub(crate) fn info(file: &str, date: DateTime<Utc>, fields: &[(&str, String)]) -> Record {
    let block: String = fields
        .iter()
        .map(|(name, value)| field(name, value))
        .collect();
    Record {
        kind: "warcinfo",
        id: id(&["warcinfo", file, &date.to_rfc3339(), &block]),
        date,
        content_type: "application/warc-fields",
        fields: vec![("WARC-Filename", file.to_owned())],
        block: block.into_bytes(),
    }
}

/// A record id derived from its parts, and therefore reproducible (RFC 9562, UUID version 8).
pub(crate) fn id(about: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in about {
        digest.update(part.as_bytes());
        digest.update([0]);
    }
    let mut bytes = digest.finalize();
    bytes[6] = 0x80 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    let text = hex::encode(&bytes[..16]);
    let parts = [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ];
    format!("<urn:uuid:{}>", parts.join("-"))
}

/// A SHA-256 digest with its label.
pub(crate) fn digest(sha256: &[u8]) -> String {
    format!("sha256:{}", hex::encode(sha256))
}

/// A date to the microsecond.
pub(crate) fn date(at: DateTime<Utc>) -> String {
    at.trunc_subsecs(6)
        .to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// A field on one line; control characters become blanks.
pub(crate) fn field(name: &str, value: &str) -> String {
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("{name}: {}\r\n", value.trim())
}
