//! A page of the browser.

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::render::browser::{Browser, DEAD_PROXY, NO_BYPASS};
use crate::render::devtools::{CallError, Event};

/// The size of the window in CSS pixels. It is tall, so that content that is loaded once visible is loaded.
const WIDTH: u32 = 1280;
const HEIGHT: u32 = 2400;

/// A page in a browser context of its own, without the state of other pages. It is closed when dropped.
pub(super) struct Tab<'a> {
    pub(super) browser: &'a Browser,
    context: String,
    pub(super) target: String,
    session: String,
    closed: bool,
}

impl<'a> Tab<'a> {
    pub(super) async fn open(
        browser: &'a Browser,
    ) -> Result<(Self, mpsc::Receiver<Event>), CallError> {
        let devtools = &browser.devtools;
        let context = json!({ "disposeOnDetach": true, "proxyServer": DEAD_PROXY, "proxyBypassList": NO_BYPASS });
        let made = devtools
            .call(None, "Target.createBrowserContext", context)
            .await?;
        let mut tab = Self {
            browser,
            context: text(&made, "browserContextId"),
            target: String::new(),
            session: String::new(),
            closed: false,
        };
        let no_downloads = json!({ "behavior": "deny", "browserContextId": tab.context });
        devtools
            .call(None, "Browser.setDownloadBehavior", no_downloads)
            .await?;
        let blank = json!({ "url": "about:blank", "browserContextId": tab.context, "width": WIDTH, "height": HEIGHT });
        let made = devtools.call(None, "Target.createTarget", blank).await?;
        tab.target = text(&made, "targetId");
        let attach = json!({ "targetId": tab.target, "flatten": true });
        let attached = devtools.call(None, "Target.attachToTarget", attach).await?;
        tab.session = text(&attached, "sessionId");
        let events = devtools.events(&tab.session);
        Ok((tab, events))
    }

    pub(super) async fn call(
        &self,
        method: &'static str,
        params: Value,
    ) -> Result<Value, CallError> {
        let devtools = &self.browser.devtools;
        devtools.call(Some(&self.session), method, params).await
    }

    pub(super) fn send(
        &self,
        method: &'static str,
        params: Value,
    ) -> oneshot::Receiver<Result<Value, CallError>> {
        self.browser
            .devtools
            .send(Some(&self.session), method, params)
    }

    /// Closes the page and waits until that is done.
    pub(super) async fn close(mut self) -> Result<(), CallError> {
        self.closed = true;
        let context = json!({ "browserContextId": self.context });
        let devtools = &self.browser.devtools;
        devtools
            .call(None, "Target.disposeBrowserContext", context)
            .await?;
        Ok(())
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        if !self.closed {
            let context = json!({ "browserContextId": self.context });
            drop(
                self.browser
                    .devtools
                    .send(None, "Target.disposeBrowserContext", context),
            );
        }
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
