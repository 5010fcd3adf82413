#![doc = include_str!("../README.md")]

mod expected;
mod log;
mod newsroom;
mod seeds;
mod server;
mod settings;
mod state;

pub use expected::{Expected, ExpectedArticle, ExpectedPage, Trap};
pub use log::Request;
pub use newsroom::Newsroom;
pub use settings::Settings;
pub use state::{Changes, Disturbance};
