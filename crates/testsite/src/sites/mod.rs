//! One file per site: its addresses and its template.

pub(crate) mod elbkurier;
pub(crate) mod harbour;
pub(crate) mod morgenblatt;
pub(crate) mod tagnetz;
pub(crate) mod valley;
