#![doc = include_str!("../README.md")]

mod article;
mod bench;
mod bench_site;
mod body;
mod calendar;
#[cfg(test)]
mod checks;
mod counts;
mod desk;
mod edition;
mod expected;
mod feeds;
mod furniture;
mod gold;
mod hostile;
mod hosts;
mod html;
mod lists;
mod log;
mod maze;
mod newsroom;
mod pages;
mod prose;
mod random;
mod reply;
mod robots;
mod scripted;
mod seeds;
mod server;
mod settings;
mod site;
mod sitemaps;
mod sites;
mod specials;
mod state;
mod traps;
mod windows1252;

pub use bench::bench_page;
pub use bench_site::{BenchSettings, BenchSite};
pub use expected::{Expected, ExpectedArticle, ExpectedPage, Trap};
pub use hostile::Hostile;
pub use log::Request;
pub use newsroom::Newsroom;
pub use scripted::{Scripted, ScriptedSite};
pub use settings::Settings;
pub use state::{Changes, Disturbance};
