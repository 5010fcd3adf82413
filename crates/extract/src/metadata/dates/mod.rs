//! Dates of pages: the order of day and month, and dates in addresses. Text is read by [`text::dates`].

pub(super) mod order;
pub(super) mod url;

pub(crate) use text::dates::{DateStamp, Order, first_in, parse};
pub(super) use text::dates::{FoundDate, all_in, month};

pub(crate) use self::order::of as order_of;
