//! Pages that are empty without a browser, rendered in one. The browser has no way to the network: what a page asks for is
//! asked by our own client, like any other request, and only if it is needed.

mod boxes;
mod browser;
mod devtools;
mod page;
mod requests;
mod rules;
mod tab;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use store::{Due, Outcome, Render, ServerResponse, StoreError, UrlKind};
use tokio::sync::{Mutex, Semaphore};
use url::Url;

use crate::CrawlError;
use crate::http::response::{Fetch, Rendering};
use crate::settings::{RenderSettings, Settings};
use crate::url::canonical::CanonicalUrl;
use crate::url::traps::looks_like_section;
use crate::worker::host_crawl::HostCrawl;

use self::browser::Browser;
use self::page::{Document, Failure, PageLimits, render};
use self::requests::PageRequests;
pub(crate) use self::requests::RenderCache;

/// Maximum attempts to render a page, if its browser or its process in it dies.
const ATTEMPTS: u32 = 4;

/// The browser of a worker. It is started for the first page that needs one, and replaced when it is worn out.
#[derive(Debug)]
pub(crate) struct Renderer {
    settings: RenderSettings,
    user_agent: String,
    language: String,
    browser: Mutex<Option<Arc<Browser>>>,
    at_once: Semaphore,
}

impl Renderer {
    /// Creates a renderer.
    ///
    /// # Errors
    /// [`CrawlError::Settings`] if the browser named in the settings does not exist.
    pub(crate) fn new(settings: &Settings) -> Result<Self, CrawlError> {
        let render = &settings.render;
        if !render.browser.is_empty() && browser::find(render).is_none() {
            return Err(CrawlError::Settings(format!(
                "`crawl.render.browser` is {:?}, but there is no such program",
                render.browser
            )));
        }
        Ok(Self {
            settings: render.clone(),
            user_agent: settings.user_agent(),
            language: settings.accept_language.clone(),
            browser: Mutex::default(),
            at_once: Semaphore::new(render.pages_at_once.max(1)),
        })
    }

    /// A browser that can render one more page.
    async fn browser(&self) -> Result<Arc<Browser>, String> {
        let mut current = self.browser.lock().await;
        if let Some(browser) = current.as_ref()
            && !browser.is_unfit()
            && browser.pages.fetch_add(1, Ordering::Relaxed) < self.settings.browser_pages
        {
            return Ok(Arc::clone(browser));
        }
        // Pages in progress hold the old browser, which ends with the last of them.
        *current = None;
        let browser = Arc::new(Browser::start(&self.settings).await?);
        browser.pages.store(1, Ordering::Relaxed);
        tracing::debug!(process.group = browser.group(), "a browser was started");
        *current = Some(Arc::clone(&browser));
        Ok(browser)
    }

    /// Renders a page in one or more attempts.
    async fn document(
        &self,
        requests: &mut PageRequests<'_>,
        url: &Url,
        limits: PageLimits,
    ) -> Result<Document, Failure> {
        let Ok(_place) = self.at_once.acquire().await else {
            return Err(Failure::CrawlEnded);
        };
        let mut attempt = 1;
        loop {
            let browser = match self.browser().await {
                Ok(browser) => browser,
                // retried once: it may have been killed while it started
                Err(_) if attempt == 1 => {
                    attempt += 1;
                    continue;
                }
                Err(why) => return Err(Failure::Page(why)),
            };
            requests.begin();
            let rendered = render(
                &browser,
                requests,
                url,
                &self.user_agent,
                &self.language,
                limits,
            );
            match rendered.await {
                Err(error @ (Failure::Browser(_) | Failure::Crashed)) => {
                    if matches!(error, Failure::Browser(_)) {
                        browser.give_up();
                    }
                    if attempt == ATTEMPTS {
                        return Err(Failure::Page(format!("{error}, {attempt} times")));
                    }
                    tracing::debug!(page.url = %url, %error, attempt, "a page is rendered again");
                    attempt += 1;
                }
                ended @ (Ok(_) | Err(Failure::CrawlEnded | Failure::Page(_))) => return ended,
            }
        }
    }
}

/// Whether there is a browser to render with.
pub(crate) fn can_render(settings: &RenderSettings) -> bool {
    browser::find(settings).is_some()
}

/// Whether a page is to be rendered: its site and its history call for it, and the night's quota is not used up. Otherwise the
/// reason, if it should be rendered.
pub(crate) async fn is_wanted(
    host: &HostCrawl,
    due: &Due,
) -> Result<Result<bool, String>, StoreError> {
    let lease = &host.guard.lease;
    let should_render = matches!(due.kind, UrlKind::Home | UrlKind::Page)
        && match lease.site.render {
            Render::Never => false,
            Render::Auto => due.render,
            Render::Always => true,
        };
    if !should_render {
        return Ok(Ok(false));
    }
    if !can_render(&host.settings.render) {
        return Ok(Err("no browser is installed".to_owned()));
    }
    let max = host.settings.render.max_pages_per_site;
    let max = i64::try_from(max).unwrap_or(i64::MAX);
    Ok(if host.guard.store.take_rendering(lease, max).await? {
        Ok(true)
    } else {
        Err("the site's nightly rendering quota is used up".to_owned())
    })
}

/// Renders a page that was fetched. On failure the page is left as it is and `detail` has the reason. `None` if the crawl of the
/// host is over.
pub(crate) async fn rendered(
    host: &HostCrawl,
    due: &Due,
    url: &CanonicalUrl,
    mut fetch: Fetch,
) -> Option<Fetch> {
    let is_html = fetch
        .media_type()
        .is_none_or(|media| matches!(media.as_str(), "text/html" | "application/xhtml+xml"));
    if fetch.outcome != Outcome::Fetched || !is_html {
        return Some(fetch);
    }
    let page = url.as_url();
    let mut requests = PageRequests::new(host, page, &fetch);
    let limits = PageLimits {
        time: host.settings.render.page_time,
        bytes: host.settings.max_body_bytes,
        is_list: due.kind == UrlKind::Home || looks_like_section(page),
        boxes: host.settings.render.boxes,
    };
    let document = host.renderer.document(&mut requests, page, limits).await;
    let (made, refused) = (requests.made.into_inner(), requests.refused.into_inner());
    tracing::debug!(page.url = %page, requests = made, refused, "rendered");
    match document {
        Ok(document) => {
            let content_type = fetch.header(reqwest::header::CONTENT_TYPE);
            let plain = ServerResponse {
                content_type: content_type.map(str::to_owned),
                body: std::mem::take(&mut fetch.body),
            };
            fetch.rendering = Some(Rendering {
                plain,
                url: address(host, page, &document.url),
                boxes: document.boxes,
            });
            fetch.body = document.html.into_bytes();
            fetch.detail = Some(format!(
                "rendered with {made} requests{}",
                if document.unsettled {
                    "; its scripts had not finished"
                } else {
                    ""
                }
            ));
            Some(fetch)
        }
        Err(Failure::CrawlEnded) => None,
        Err(failure @ (Failure::Browser(_) | Failure::Crashed | Failure::Page(_))) => {
            fetch.detail = Some(not_rendered(&failure.to_string()));
            Some(fetch)
        }
    }
}

/// The remark on the visit of a page that should have been rendered.
pub(crate) fn not_rendered(why: &str) -> String {
    format!("not rendered: {why}")
}

/// The URL shown after rendering if it belongs to the site, or else the requested one.
fn address(host: &HostCrawl, page: &Url, shown: &str) -> Url {
    let shown = CanonicalUrl::parse(shown).ok();
    let shown = shown.filter(|shown| shown.domain() == host.frontier.domain);
    shown.map_or_else(|| page.clone(), |shown| shown.as_url().clone())
}
