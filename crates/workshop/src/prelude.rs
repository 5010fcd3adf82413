//! What the files of commands have in common: `use crate::prelude::*`.

pub(crate) use std::path::{Path, PathBuf};

pub(crate) use anyhow::{Context as _, anyhow, bail};
pub(crate) use gleaner::console::failure::Advise as _;
pub(crate) use gleaner::console::output::Results;
pub(crate) use gleaner::console::plural::count;
pub(crate) use gleaner::console::table::{self, Align, lay_out};
pub(crate) use gleaner::program::Context;
pub(crate) use gleaner::{database, parallel};
pub(crate) use lab::gold::GoldPage;
pub(crate) use serde_json::{Value, json};
