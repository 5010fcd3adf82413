//! What an answer leads to: links, feeds and sitemaps become addresses for the frontier.

pub(crate) mod announced;
pub(crate) mod channels;
pub(crate) mod links;
pub(crate) mod read;
pub(crate) mod scope;
pub(crate) mod sitemap;
pub(crate) mod well_known;

#[cfg(test)]
mod tests;
