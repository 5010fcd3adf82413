#![doc = include_str!("../README.md")]

mod articles;
mod connect;
mod crawl;
mod embedded;
mod error;
mod extract;
mod labels;
mod migrations;
mod pages;
mod retry;
mod status;
mod store;
mod stories;
#[cfg(feature = "testing")]
pub mod testing;
mod text;

pub use articles::article_id;
pub use articles::changes::{Change, ChangeKind};
pub use articles::export::{ArticleRow, ExportBatch, ExportQuery, Withdrawal};
pub use articles::search::{Hit, SearchQuery};
pub use crawl::aliases::Alias;
pub use crawl::frontier::{Due, NewUrl, UrlHistory, UrlKind, Via};
pub use crawl::leases::Lease;
pub use crawl::optouts::{WellKnown, WellKnownFile};
pub use crawl::robots::{RobotsOutage, RobotsTxt};
pub use crawl::sites::{SeedSite, Seeded, Site};
pub use crawl::url_variants::{Original, UrlVariant};
pub use crawl::visits::outcome::Outcome;
pub use crawl::websub::pushes::PushedFeed;
pub use error::StoreError;
pub use extract::host_knowledge::{HostTrace, KnownPage};
pub use extract::kept::Kept;
pub use extract::rules::{SiteRules, TestPages};
pub use extract::verdicts::{Reading, Saved};
pub use labels::import::{GivenLabel, LabelsImported};
pub use labels::pairs::queue::{PairCandidate, PairQuery, VersionKey, VersionText};
pub use labels::pairs::samples::{
    GroupedArticle, PairBin, PairKind, PairSample, PairTally, SampledPair,
};
pub use labels::pairs::{Pair, PairAnswer, PairLabel, WeighedLabel};
pub use labels::queue::{Candidate, LabelOrder, LabelQuery, LabelQueue};
pub use labels::tallies::{LabelTallies, LabelTally};
pub use labels::{Address, Guess, Judgement, LabelOfSite, PageLabel};
pub use pages::import::{Imported, ImportedPage};
pub use pages::imported_visit::ImportedVisit;
pub use pages::raw::{RawBatch, RawPage, RawQuery};
pub use pages::{NewPage, PageKey, StoredPage};
pub use status::Server;
pub use status::coverage::{ChannelCoverage, SiteCoverage};
pub use status::days::{Day, LayoutSeen};
pub use status::runs::{Run, RunState};
pub use status::{Queue, RejectedPage, SiteHealth, Status};
pub use store::{Database, Store};
pub use stories::copies::{Copy, CopyCandidate, CopyGroup, CopyWork};
pub use stories::findings::{
    AggregateClaim, Aggregates, ArticleTerms, Carried, Merged, NewStory, NewStoryLink, StoryMember,
};

pub use crawl::quotas::{PatternStats, Quota};
pub use crawl::slots::{RequestSlot, SlotAnswer, SlotKey};
pub use crawl::visits::{Record, Recorded, Visit};
pub use crawl::websub::subscriptions::SubscriptionStatus;
pub use crawl::websub::{Hub, Subscription, SubscriptionState};
pub use pages::unchanged::Unchanged;
pub use stories::links::StoryLink;
pub use stories::{NearlyJoined, Story, StoryArticle, StoryOrder, StoryQuery, StoryReport};
