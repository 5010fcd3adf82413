#![doc = include_str!("../README.md")]

mod articles;
mod copies;
mod embedded;
mod error;
mod export;
mod frontier;
mod hosts;
mod import;
mod names;
mod new_hosts;
mod outcome;
mod pages;
mod readings;
mod remember;
mod runs;
mod save;
mod search;
mod server;
mod sightings;
mod sites;
mod status;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod unread;
mod visits;
mod withdraw;

pub use articles::article_id;
pub use copies::{Copy, CopyCandidate, CopyRule, CopyWork};
pub use error::StoreError;
pub use export::{ArticleRow, Withdrawal};
pub use frontier::{Due, NewUrl, UrlHistory, UrlKind, Via};
pub use hosts::{Lease, RobotsTxt};
pub use import::{Imported, ImportedPage};
pub use outcome::Outcome;
pub use pages::{NewPage, PageKey, StoredPage};
pub use readings::{NewArticle, Reading, Saved};
pub use runs::{Run, RunState};
pub use search::{Hit, SearchQuery};
pub use server::Server;
pub use sites::{SeedSite, Seeded, Site};
pub use status::{Queue, RejectedPage, SiteHealth, Status};
pub use store::{Database, Store};
pub use visits::Visit;
