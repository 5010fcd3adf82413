#![doc = include_str!("../README.md")]

mod apps;
mod bench;
mod language;
mod markup;
mod mutate;
mod newsroom;
mod prose;
mod random;
mod server;
mod stub;

pub use apps::{AppArticle, AppSites};
pub use bench::bench_page;
pub use mutate::try_mutated;
pub use newsroom::{
    Changes, Expected, ExpectedArticle, Fault, LabelledPage, Newsroom, Settings, Trap,
    labelled_pages,
};
pub use server::log::Request;
pub use stub::{StubReply, StubSite};
