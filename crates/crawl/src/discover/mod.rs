//! Discovery: turns the links, feeds and sitemaps of a response into URLs for the frontier.

pub(crate) mod channels;
pub(crate) mod feed_links;
pub(crate) mod links;
pub(crate) mod parse;
pub(crate) mod scope;
pub(crate) mod sitemap;
pub(crate) mod well_known;

#[cfg(test)]
mod tests;
