#![doc = include_str!("../README.md")]

mod articles;
mod connect;
mod crawl;
mod embedded;
mod error;
mod extract;
mod labels;
mod migrations;
mod once;
mod pages;
mod retry;
mod status;
mod store;
mod stories;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod upkeep;

pub use articles::article_changes::{
    ArticleChange, ArticleChangeCursor, ArticleChangeQuery, ChangedPart,
};
pub use articles::changes::{Change, ChangeKind};
pub use articles::cursor::{Cursor, Series, Token};
pub use articles::export::{ExportBatch, ExportQuery, MIN_ID_DIGITS, Withdrawal};
pub use articles::headlines::{Headline, date_of, known_date};
pub use articles::row::ArticleRow;
pub use articles::search::{
    DayCount, Field, Interval, KeyWord, KeyWords, LanguageCount, NewHits, Passages, Patience,
    Period, SearchCounts, SearchCursor, SearchHit, SearchOrder, SearchPage, SearchQuery,
    SearchSyntaxError, Similar, SimilarTitle, SiteCount, Snippet, TimeSeries, Wanted, Watch,
    WiderQuery,
};
pub use articles::{VersionKey, article_id};
pub use crawl::aliases::Alias;
pub use crawl::channels::{ChannelSite, HostChannels};
pub use crawl::clock::ClockSkew;
pub use crawl::crowding::LAST_CHANNEL_PRIORITY;
pub use crawl::forget::{Forgotten, Successor};
pub use crawl::forgotten::ForgottenSite;
pub use crawl::frontier::{Due, FirstVisits, NewUrl, UrlHistory, UrlKind, Via};
pub use crawl::hosts::{CooldownReason, KnownRobots, RobotsOutage, RobotsTxt};
pub use crawl::leases::Lease;
pub use crawl::optouts::{WellKnown, WellKnownFile};
pub use crawl::seeds::{SeedSite, Seeded, TakenHome};
pub use crawl::sites::overview::{
    ChannelVisit, HomeVisit, Lifecycle, SiteChannel, SiteHost, SiteOverview,
};
pub use crawl::sites::{NamedSite, Render, Site};
pub use crawl::skipped::{SkippedCount, SkippedUrl};
pub use crawl::url_variants::{Original, UrlVariant};
pub use crawl::visits::outcome::Outcome;
pub use error::StoreError;
pub use extract::rules::{SiteRules, TestPages};
pub use extract::verdicts::{NewVerdict, STAND_IN, STAND_IN_REASON, SaveCounts, StoredVerdict};
pub use labels::blocks::{BlockCandidate, BlockLabel, SiteBlockLabel};
pub use labels::import::{ImportedLabel, LabelImportCounts};
pub use labels::list::{LabelKind, LabelProgress};
pub use labels::pairs::queue::{PairCandidate, PairQuery, VersionText};
pub use labels::pairs::samples::{
    GroupedArticle, PairBin, PairKind, PairSample, PairStats, SampledPair,
};
pub use labels::pairs::{Pair, PairAnswer, PairLabel, SampledLabel};
pub use labels::queue::{LabelCandidate, LabelQuery};
pub use labels::{Address, Judgement, LabelGroup, LabelStats, PageLabel, Prediction, SiteLabel};
pub use pages::archive::{LastPage, RawBatch, RawPage, RawQuery, UnreadablePage};
pub use pages::import::{ImportCounts, ImportedPage, ImportedVisit};
pub use pages::retention::{Pruned, Retention, RetentionDays};
pub use pages::{BATCH_BYTES, FreshPage, NewPage, PageKey, ServerResponse, StoredPage};
pub use status::Server;
pub use status::activity::Activity;
pub use status::coverage::{ChannelCoverage, SiteCoverage};
pub use status::days::{LayoutSeen, SiteDay};
pub use status::diagnosis::{Diagnosis, clock};
pub use status::disk::DiskUse;
pub use status::health::{Concern, Warning};
pub use status::indexes::{DamagedIndex, IndexCheck};
pub use status::runs::{LastRun, Run, RunState};
pub use status::site_state::{SiteState, Standing};
pub use status::sites::{PolicyFile, QueuedUrl, SiteFetch, SitePolicy, SiteVisits};
pub use status::{QueueSizes, RejectedCursor, RejectedPage, SiteHealth, Status};
pub use store::{Database, Store};
pub use stories::aggregates::{
    AggregateClaim, Aggregates, ArticleTerms, NewStoryLink, StoryMember, StoryMerge, StoryMove,
};
pub use stories::copies::{Copy, CopyBatch, CopyCandidate, CopyGroup, CopyMember, TextLeader};

pub use crate::text::Position;
pub use crawl::quotas::{PatternStats, Quota};
pub use crawl::slots::{RequestSlot, SlotAnswer, SlotKey};
pub use crawl::visits::{Record, Recorded, Visit};
pub use stories::fresh::{FreshCursor, FreshOrder, FreshQuery, FreshStory};
pub use stories::{
    NearlyJoined, Story, StoryArticle, StoryCursor, StoryLead, StoryLink, StoryOrder, StoryQuery,
    StoryReport, StoryText,
};
