//! Every page whose type is known, without a connection.

use crate::{Settings, gold, hosts, state::State};

/// A page of the newsroom, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPage {
    /// Canonical URL.
    pub url: String,
    /// Its type, in the words of `page_type` in the article record.
    pub page_type: &'static str,
    /// The `Content-Type` it comes with.
    pub content_type: Option<String>,
    /// Its body.
    pub body: Vec<u8>,
}

/// The pages of [`Expected::articles`](crate::Expected::articles) and
/// [`Expected::not_articles`](crate::Expected::not_articles) on the first day.
pub fn typed_pages(settings: Settings) -> Vec<TypedPage> {
    let state = State::new(settings, 80);
    let expected = gold::expected(&state);
    let articles = expected.articles.into_iter().map(|a| (a.url, a.page_type));
    let others = expected.not_articles.into_iter();
    let pages = articles.chain(others.map(|page| (page.url, page.page_type)));
    pages
        .map(|(url, page_type)| {
            let reply = answer(&state, &url);
            let mut headers = reply.headers.iter();
            let content_type = headers.find(|(name, _)| *name == "content-type");
            TypedPage {
                page_type,
                content_type: content_type.map(|(_, value)| value.clone()),
                body: reply.body().to_vec(),
                url,
            }
        })
        .collect()
}

/// One page is busy the first time.
fn answer(state: &State, url: &str) -> crate::reply::Reply {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.split(':').next().unwrap_or_default();
    let reply = hosts::answer(state, host, path);
    if reply.status == 429 {
        return hosts::answer(state, host, path);
    }
    reply
}
