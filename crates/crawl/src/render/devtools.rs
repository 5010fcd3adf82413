//! The DevTools connection to a browser: commands, their responses, and the events of its pages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::Value;
use spider::chromiumoxide::Connection;
use spider::chromiumoxide::cdp::browser_protocol::target::SessionId;
use spider::chromiumoxide::types::{CallId, EventMessage, Message, Method, MethodId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;

use crate::locked;

/// Timeout for a command; a browser that exceeds it hangs.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum number of queued events of a page. A page with more is given up.
const MAX_EVENTS: usize = 4_096;

/// Why a command has no response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum CallError {
    /// The connection is closed: the browser died or was ended.
    #[error("the browser died")]
    Closed,
    /// The browser does not answer.
    #[error("the browser hangs")]
    Silent,
    /// The browser refuses the command.
    #[error("the browser refuses {method}: {why}")]
    Refused { method: &'static str, why: String },
}

#[derive(Debug, Deserialize)]
pub(super) struct Event {
    pub(super) method: String,
    #[serde(default, rename = "sessionId")]
    session: Option<String>,
    #[serde(default)]
    pub(super) params: Value,
}

impl Method for Event {
    fn identifier(&self) -> MethodId {
        self.method.clone().into()
    }
}

impl EventMessage for Event {
    fn session_id(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

struct Call {
    method: &'static str,
    session: Option<String>,
    params: Value,
    answer: oneshot::Sender<Result<Value, CallError>>,
}

type Sessions = Arc<Mutex<HashMap<String, mpsc::Sender<Event>>>>;

/// A connection to a browser. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Devtools {
    calls: mpsc::UnboundedSender<Call>,
    sessions: Sessions,
    _task: Arc<AbortOnDropHandle<()>>,
}

impl Devtools {
    /// Connects to the browser at a `ws://` address.
    pub(super) async fn connect(address: &str) -> Result<Self, String> {
        let connection = timeout(CALL_TIMEOUT, Connection::<Event>::connect(address)).await;
        let connection = connection
            .map_err(|_| "it does not respond".to_owned())?
            .map_err(|error| error.to_string())?;
        let (calls, waiting) = mpsc::unbounded_channel();
        let sessions = Sessions::default();
        let task = tokio::spawn(run(connection, waiting, Arc::clone(&sessions)));
        Ok(Self {
            calls,
            sessions,
            _task: Arc::new(AbortOnDropHandle::new(task)),
        })
    }

    /// Whether the browser is known to be gone.
    pub(super) fn is_closed(&self) -> bool {
        self.calls.is_closed()
    }

    /// Calls a method of the browser, or in a page.
    pub(super) async fn call(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, CallError> {
        match timeout(CALL_TIMEOUT, self.send(session, method, params)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(CallError::Closed),
            Err(_) => Err(CallError::Silent),
        }
    }

    /// Sends a command. The response may be awaited or ignored.
    pub(super) fn send(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> oneshot::Receiver<Result<Value, CallError>> {
        let (answer, answered) = oneshot::channel();
        // If the task has ended, the sender of the response is dropped with the call.
        let _ = self.calls.send(Call {
            method,
            session: session.map(str::to_owned),
            params,
            answer,
        });
        answered
    }

    /// The events of a page from now on, until the receiver is dropped.
    pub(super) fn events(&self, session: &str) -> mpsc::Receiver<Event> {
        let (sender, receiver) = mpsc::channel(MAX_EVENTS);
        locked(&self.sessions).insert(session.to_owned(), sender);
        receiver
    }
}

async fn run(
    mut connection: Connection<Event>,
    mut waiting: mpsc::UnboundedReceiver<Call>,
    sessions: Sessions,
) {
    let mut calls: HashMap<CallId, (&'static str, oneshot::Sender<_>)> = HashMap::new();
    loop {
        tokio::select! {
            call = waiting.recv() => {
                let Some(call) = call else { return };
                let session = call.session.map(SessionId::from);
                if let Ok(id) = connection.submit_command(call.method.into(), session, call.params) {
                    calls.insert(id, (call.method, call.answer));
                }
                if calls.len().is_multiple_of(256) {
                    calls.retain(|_, (_, answer)| !answer.is_closed());
                }
            }
            message = connection.next() => match message {
                Some(Ok(message)) => match *message {
                    Message::Response(response) => {
                        if let Some((method, answer)) = calls.remove(&response.id) {
                            let result = match response.error {
                                Some(error) => Err(CallError::Refused { method, why: error.message }),
                                None => Ok(response.result.unwrap_or_default()),
                            };
                            let _ = answer.send(result); // the caller may have given up
                        }
                    }
                    Message::Event(event) => deliver(&sessions, event),
                },
                // The channels close with this task, which notifies the callers.
                Some(Err(error)) => {
                    tracing::debug!(%error, "lost the connection to the browser");
                    break;
                }
                None => break,
            },
        }
    }
    // This comes first, so that a page whose events end sees that the browser is gone.
    waiting.close();
    locked(&sessions).clear();
}

fn deliver(sessions: &Sessions, event: Event) {
    let Some(session) = event.session.clone() else {
        return;
    };
    let mut sessions = locked(sessions);
    let full = sessions
        .get(&session)
        .is_some_and(|page| page.try_send(event).is_err());
    if full {
        // The page is done, or emits more events than can be handled: its channel closes.
        sessions.remove(&session);
    }
}
