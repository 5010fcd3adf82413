//! Renders a page in a browser, from its request until its document has settled.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use html::TextBox;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use url::Url;

use crate::render::boxes::{MARKED, UNMARKED, unmarked};
use crate::render::browser::Browser;
use crate::render::devtools::{CallError, Event};
use crate::render::requests::PageRequests;
use crate::render::tab::Tab;
use crate::worker::report::CrawlEnded;

/// Interval of the checks for changes.
const CHECK_INTERVAL: Duration = Duration::from_millis(150);
/// Checks in a row without a change after which it has settled.
const SETTLED_CHECKS: u32 = 4;
/// Timeout for reading the document at the end.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum refused requests, after which the document is taken as it is.
const MAX_REFUSED: usize = 1_000;
/// Maximum scrolls of a list to its end.
const MAX_SCROLLS: u32 = 20;

/// Runs before the page's own scripts. It disables windows, printing, workers that outlive the page, and sockets, which
/// interception does not see and which would only wait for a network that is not there.
const SEALED: &str = "
window.open = () => null;
window.print = () => {};
for (const name of ['WebSocket', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection', 'SharedWorker']) delete window[name];
delete Navigator.prototype.serviceWorker;
delete Navigator.prototype.sendBeacon;
";

/// Measures the document, in an isolated world that scripts of the page cannot reach.
const PROBE: &str = "[document.readyState !== 'loading' && location.href !== 'about:blank',
    document.getElementsByTagName('*').length, document.documentElement ? document.documentElement.textContent.length : 0,
    document.scrollingElement ? document.scrollingElement.scrollHeight : 0]";
/// Scrolls to the top, then to the end: the browser may have kept the end in view while the list grew above it.
const SCROLL: &str =
    "window.scrollTo(0, 0); requestAnimationFrame(() => requestAnimationFrame(() =>
    window.scrollTo(0, document.scrollingElement ? document.scrollingElement.scrollHeight : 0)))";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) html: String,
    /// Its URL at the end.
    pub(super) url: String,
    /// Whether its scripts were still active.
    pub(super) unsettled: bool,
    /// Boxes of its text; empty unless requested.
    pub(super) boxes: Vec<TextBox>,
}

/// Why a page was not rendered.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The crawl of the host is over.
    #[error("the crawl of the host is over")]
    CrawlEnded,
    /// The browser died or hangs. Another one may succeed.
    #[error("{0}")]
    Browser(CallError),
    /// The process of the page died. The same browser may succeed.
    #[error("its process died")]
    Crashed,
    /// The page is at fault.
    #[error("{0}")]
    Page(String),
}

impl From<CrawlEnded> for Failure {
    fn from(CrawlEnded: CrawlEnded) -> Self {
        Self::CrawlEnded
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Refused { .. } => Self::Page(error.to_string()),
            error => Self::Browser(error),
        }
    }
}

/// How a page is rendered.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageLimits {
    /// Maximum time in which scripts are active.
    pub(super) time: Duration,
    /// Maximum length of the document's HTML, in bytes.
    pub(super) bytes: usize,
    /// Whether the page is a list, which is scrolled to its end.
    pub(super) is_list: bool,
    /// Whether its text is measured.
    pub(super) boxes: bool,
}

pub(super) async fn render(
    browser: &Browser,
    requests: &PageRequests<'_>,
    url: &Url,
    user_agent: &str,
    language: &str,
    limits: PageLimits,
) -> Result<Document, Failure> {
    let (tab, events) = Tab::open(browser).await?;
    for (method, params) in [
        ("Page.enable", json!({})),
        ("Inspector.enable", json!({})),
        (
            "Network.enable",
            json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0 }),
        ),
        ("Network.setBypassServiceWorker", json!({ "bypass": true })),
        (
            "Fetch.enable",
            json!({ "patterns": [{ "urlPattern": "*" }] }),
        ),
        (
            "Emulation.setUserAgentOverride",
            json!({ "userAgent": user_agent, "acceptLanguage": language }),
        ),
        (
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": SEALED }),
        ),
    ] {
        tab.call(method, params).await?;
    }
    let document = watch(&tab, events, requests, url, limits).await;
    let closed = tab.close().await;
    let document = document?;
    if let Err(error) = closed {
        // The document is good; the browser is not.
        tracing::debug!(%error, "a page was not closed");
        browser.give_up();
    }
    Ok(document)
}

/// Navigates to the page and answers its requests until its document has settled or its time is over.
async fn watch(
    tab: &Tab<'_>,
    mut events: mpsc::Receiver<Event>,
    requests: &PageRequests<'_>,
    url: &Url,
    limits: PageLimits,
) -> Result<Document, Failure> {
    drop(tab.send("Page.navigate", json!({ "url": url.as_str() })));
    let mut answers = FuturesUnordered::new();
    let mut probe = Probe::new(limits.is_list);
    let mut look = tokio::time::interval(CHECK_INTERVAL);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // Time in which scripts were active or blocked the page, not that in which requests waited for their turn.
    let mut worked = Duration::ZERO;
    let unsettled = loop {
        if worked >= limits.time || requests.refused.load(Ordering::Relaxed) > MAX_REFUSED {
            break true;
        }
        let (counts, since) = (answers.is_empty() || probe.is_stuck(), Instant::now());
        tokio::select! {
            event = events.recv() => {
                let Some(event) = event else {
                    return Err(if tab.browser.devtools.is_closed() {
                        Failure::Browser(CallError::Closed)
                    } else {
                        Failure::Page("it produces more events than can be processed".to_owned())
                    });
                };
                match event.method.as_str() {
                    "Fetch.requestPaused" => {
                        probe.begin_again();
                        answers.push(answer(tab, requests, event.params));
                    }
                    "Page.javascriptDialogOpening" => {
                        drop(tab.send("Page.handleJavaScriptDialog", json!({ "accept": false })));
                    }
                    "Inspector.targetCrashed" => {
                        return Err(Failure::Crashed);
                    }
                    _ => {}
                }
            }
            Some(answered) = answers.next(), if !answers.is_empty() => {
                answered?;
                probe.begin_again();
            }
            seen = probe.answer() => probe.take(seen)?,
            _ = look.tick(), if probe.pending.is_none() => {
                if answers.is_empty() && probe.quiet >= SETTLED_CHECKS {
                    if !probe.scroll() {
                        break false;
                    }
                    drop(tab.send("Runtime.evaluate", evaluation(SCROLL, probe.world)));
                }
                probe.ask(tab);
            }
            // A blocked page emits no events.
            () = tokio::time::sleep(2 * CHECK_INTERVAL) => {}
        }
        if counts {
            worked += since.elapsed();
        }
    };
    // On a page that is not blocked, this would end our own evaluation.
    if probe.is_stuck() {
        drop(tab.send("Runtime.terminateExecution", json!({})));
    }
    read_document(tab, probe.world, limits, unsettled).await
}

async fn answer(
    tab: &Tab<'_>,
    requests: &PageRequests<'_>,
    paused: Value,
) -> Result<(), CrawlEnded> {
    let request = &paused["request"];
    let field = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let from_page = paused["frameId"].as_str() == Some(&tab.target);
    let answer = requests
        .answer(
            &field(&request["url"]),
            &field(&request["method"]),
            &field(&paused["resourceType"]),
            from_page,
        )
        .await?;
    let (method, params) = answer.command(&paused["requestId"], &field(&paused["resourceType"]));
    drop(tab.send(method, params));
    Ok(())
}

fn evaluation(script: &str, world: Option<i64>) -> Value {
    let mut params = json!({ "expression": script, "returnByValue": true });
    if let Some(world) = world {
        params["contextId"] = world.into();
    }
    params
}

async fn read_document(
    tab: &Tab<'_>,
    world: Option<i64>,
    limits: PageLimits,
    unsettled: bool,
) -> Result<Document, Failure> {
    let bytes = limits.bytes;
    let marking = if limits.boxes { MARKED } else { UNMARKED };
    // In our isolated world, where functions replaced by the page have no effect.
    let script = format!(
        "(() => {{
            const [nonce, rows] = document.documentElement ? {marking} : {UNMARKED};
            const doctype = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
            const html = doctype + (document.documentElement ? document.documentElement.outerHTML : '');
            const marks = rows.reduce((sum, _, row) => sum + `<!--${{nonce}}:${{row}}-->`.length, 0);
            return html.length - marks > {bytes} ? null : [html, location.href, nonce, rows];
        }})()"
    );
    let call = tab.call("Runtime.evaluate", evaluation(&script, world));
    let Ok(answer) = tokio::time::timeout(READ_TIMEOUT, call).await else {
        // The page is at fault if the browser responds.
        let version = tab
            .browser
            .devtools
            .call(None, "Browser.getVersion", json!({}));
        return Err(match tokio::time::timeout(READ_TIMEOUT, version).await {
            Ok(Ok(_)) => Failure::Page("its scripts block the page".to_owned()),
            Ok(Err(error)) => error.into(),
            Err(_) => Failure::Browser(CallError::Silent),
        });
    };
    match &answer?["result"]["value"] {
        Value::Array(values) if field(values, 1) == "about:blank" => {
            Err(Failure::Page("it shows no document".to_owned()))
        }
        Value::Array(values) => {
            let rows = values.get(3).and_then(Value::as_array);
            let rows = rows.map(Vec::as_slice).unwrap_or_default();
            let (html, boxes) = unmarked(field(values, 0), &field(values, 2), rows);
            Ok(Document {
                html,
                url: field(values, 1),
                unsettled,
                boxes,
            })
        }
        Value::Null => Err(Failure::Page(format!(
            "its document has more than {bytes} bytes"
        ))),
        _ => Err(Failure::Page("it has no document".to_owned())),
    }
}

fn field(values: &[Value], index: usize) -> String {
    values
        .get(index)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// Checks whether the document still changes.
struct Probe {
    pending: Option<(
        Instant,
        tokio::sync::oneshot::Receiver<Result<Value, CallError>>,
    )>,
    /// The isolated world of the checks.
    world: Option<i64>,
    last: Value,
    quiet: u32,
    scrolls_left: u32,
    scrolled_at: Value,
}

impl Probe {
    fn new(is_list: bool) -> Self {
        Self {
            pending: None,
            world: None,
            last: Value::Null,
            quiet: 0,
            scrolls_left: if is_list { MAX_SCROLLS } else { 0 },
            scrolled_at: Value::Null,
        }
    }

    /// Whether the page does not respond because a script blocks it.
    fn is_stuck(&self) -> bool {
        let since = self.pending.as_ref();
        since.is_some_and(|(since, _)| since.elapsed() > Duration::from_secs(2))
    }

    fn begin_again(&mut self) {
        self.quiet = 0;
    }

    /// Whether to scroll the settled list once more.
    fn scroll(&mut self) -> bool {
        if self.scrolls_left == 0 || self.last == self.scrolled_at {
            return false;
        }
        self.scrolls_left -= 1;
        self.scrolled_at = self.last.take();
        self.quiet = 0;
        true
    }

    /// Sends a check, in our isolated world once there is a document.
    fn ask(&mut self, tab: &Tab<'_>) {
        if self.world.is_none() {
            let world = json!({ "frameId": tab.target, "worldName": "gleaner" });
            self.pending = Some((Instant::now(), tab.send("Page.createIsolatedWorld", world)));
        } else {
            let params = evaluation(PROBE, self.world);
            self.pending = Some((Instant::now(), tab.send("Runtime.evaluate", params)));
        }
    }

    /// The response to the check; pending if none is expected.
    async fn answer(&mut self) -> Result<Value, CallError> {
        match &mut self.pending {
            Some((_, answer)) => answer.await.unwrap_or(Err(CallError::Closed)),
            None => std::future::pending().await,
        }
    }

    fn take(&mut self, seen: Result<Value, CallError>) -> Result<(), Failure> {
        self.pending = None;
        let seen = match seen {
            Ok(seen) => seen,
            // The document has been replaced, and its world with it.
            Err(CallError::Refused { .. }) => {
                self.world = None;
                self.quiet = 0;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(world) = seen["executionContextId"].as_i64() {
            self.world = Some(world);
            return Ok(());
        }
        let seen = &seen["result"]["value"];
        if seen[0] == true && *seen == self.last {
            self.quiet += 1;
        } else {
            self.quiet = 0;
        }
        self.last = seen.clone();
        Ok(())
    }
}
