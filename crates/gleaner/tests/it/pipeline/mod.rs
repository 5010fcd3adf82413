//! The whole pipeline as a user runs it: the program as a process, the newsroom as the web, and its log as evidence.

mod archive;
mod backup;
mod children;
mod clocks;
mod crash;
mod damage;
mod discovery;
mod disk;
mod export;
mod export_formats;
mod forget;
mod forms;
mod health;
mod import;
mod kinds;
mod links;
mod night;
mod notify;
mod parts;
mod pointing;
mod querying;
mod reader;
mod refusals;
mod rendering;
mod serving;
mod site_rules;
mod sites;
mod stories;
mod strain;
mod urls;
mod versions;

use crate::harness::pipeline::{World, lines, program, text, write};
