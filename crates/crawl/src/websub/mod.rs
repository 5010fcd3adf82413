//! `WebSub`: hubs that push a feed (W3C Recommendation, 2018).

pub(crate) mod subscriber;
