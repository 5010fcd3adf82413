//! Writes one archive to standard output.

use chrono::Utc;

use crate::console::output::Results;
use crate::files::warc::write::{Output, info};

/// One archive on standard output.
#[derive(Debug)]
pub(super) struct Stream {
    out: Results,
    about: Vec<(&'static str, String)>,
    info: Option<String>,
}

impl Stream {
    /// `about` is written into its description.
    pub(super) fn new(about: Vec<(&'static str, String)>) -> Self {
        Self {
            out: Results::new(),
            about,
            info: None,
        }
    }

    /// Flushes the output.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.out.finish()
    }
}

impl Output for Stream {
    fn open(&mut self) -> anyhow::Result<String> {
        if let Some(info) = &self.info {
            return Ok(info.clone());
        }
        let record = info(None, Utc::now(), &self.about);
        self.out.bytes(&record.compressed()?)?;
        self.info = Some(record.id.clone());
        Ok(record.id)
    }

    fn add(&mut self, compressed: &[u8], _: u64) -> anyhow::Result<()> {
        self.out.bytes(compressed)
    }
}
