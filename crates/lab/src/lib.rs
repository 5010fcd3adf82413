#![doc = include_str!("../README.md")]

pub mod blocks;
pub mod boost;
pub mod calibrate;
mod edit;
pub mod folds;
pub mod gold;
pub mod lengthen;
pub mod metrics;
pub mod names;
pub mod page;
pub mod perceptron;
mod random;
pub mod sampling;
pub mod score_table;
pub mod scripts;
pub mod word_classes;

pub use random::Random;
