//! A browser as a child process: started without network access, measured, and ended with all its processes, even if this process
//! is killed.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use tokio::process::{ChildStdin, Command};
use tokio::task::JoinHandle;

use crate::locked;
use crate::render::devtools::Devtools;
use crate::settings::RenderSettings;

/// Names under which browsers are installed. The headless shell has the same engine without the rest of a browser, and takes a
/// fifth of the processor time. Debian's is named by its full path, since the script in the `PATH` would stay between the browser
/// and its guard.
const NAMES: [&str; 8] = [
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Time after which the guard has certainly started it.
const FORK_TIME: Duration = Duration::from_secs(2);
/// Intervals of the checks of its start and its memory.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
const MEMORY_INTERVAL: Duration = Duration::from_secs(1);

/// A proxy at which nothing listens. Requests are answered through DevTools and reach no network; what DevTools does not
/// intercept, such as web sockets, service workers and the browser's own requests, ends there.
pub(super) const DEAD_PROXY: &str = "http://0.0.0.0:1";
/// Disables the bypass for the local machine too.
pub(super) const NO_BYPASS: &str = "<-loopback>";

/// The guard of a browser. It starts the browser, waits until our end of its standard input is closed, by us or by our death,
/// then ends it with its whole process group and removes its profile. `setpriv`, if installed, ends the browser with the guard.
const GUARD: &str = r#"
profile=$1; shift
if command -v setpriv >/dev/null 2>&1; then set -- setpriv --pdeathsig KILL -- "$@"; fi
"$@" </dev/null >/dev/null 2>&1 &
browser=$!
read -r _
kill -KILL "$browser" 2>/dev/null
wait "$browser" 2>/dev/null
rm -rf -- "$profile"
kill -KILL 0
"#;

#[derive(Debug)]
pub(super) struct Browser {
    pub(super) devtools: Devtools,
    /// Number of pages begun so far.
    pub(super) pages: AtomicU64,
    unfit: Arc<AtomicBool>,
    process: Process,
}

/// The process group of a browser. It ends when this value is dropped.
#[derive(Debug)]
struct Process {
    /// The guard's process id, and the id of the group.
    group: u32,
    /// Our end of the guard's standard input.
    guard_input: GuardInput,
    watch: JoinHandle<()>,
}

type GuardInput = Arc<Mutex<Option<ChildStdin>>>;

impl Browser {
    /// Starts a browser.
    pub(super) async fn start(settings: &RenderSettings) -> Result<Self, String> {
        let unfit = Arc::new(AtomicBool::new(false));
        let (address, process) = Process::start(settings, &unfit).await?;
        Ok(Self {
            devtools: Devtools::connect(&address).await?,
            pages: AtomicU64::new(0),
            unfit,
            process,
        })
    }

    /// Whether it must not render further pages, since it is dead, hangs or has grown.
    pub(super) fn is_unfit(&self) -> bool {
        self.unfit.load(Ordering::Relaxed) || self.devtools.is_closed()
    }

    /// Marks the browser as hanging.
    pub(super) fn give_up(&self) {
        self.unfit.store(true, Ordering::Relaxed);
    }

    /// The id of its process group.
    pub(super) fn group(&self) -> u32 {
        self.process.group
    }
}

/// The browser named in the settings, or one in the `PATH`.
pub(super) fn find(settings: &RenderSettings) -> Option<PathBuf> {
    let names: Vec<&str> = match settings.browser.as_str() {
        "" => NAMES.to_vec(),
        name => vec![name],
    };
    let path = env::var_os("PATH").unwrap_or_default();
    names.into_iter().find_map(|name| {
        if name.contains('/') {
            return Path::new(name).is_file().then(|| PathBuf::from(name));
        }
        env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    })
}

fn arguments(settings: &RenderSettings, profile: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = [
        "--headless=new",
        "--remote-debugging-port=0",
        // no network access
        &format!("--proxy-server={DEAD_PROXY}"),
        &format!("--proxy-bypass-list={NO_BYPASS}"),
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-domain-reliability",
        "--disable-sync",
        "--dns-prefetch-disable",
        "--no-pings",
        // only the page itself
        "--block-new-web-contents",
        "--disable-breakpad",
        "--disable-crash-reporter",
        "--disable-default-apps",
        "--disable-dev-shm-usage",
        "--disable-extensions",
        "--disable-gpu",
        "--disable-notifications",
        "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,WebBluetooth",
        "--deny-permission-prompts",
        "--mute-audio",
        "--no-default-browser-check",
        "--no-first-run",
        "--password-store=basic",
        "--use-mock-keychain",
        // background pages stay active, since several are rendered at a time
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        &format!("--js-flags=--max-old-space-size={}", (settings.page_memory_bytes >> 20).max(16)),
    ]
    .into_iter()
    .map(OsString::from)
    .collect();
    if !settings.sandbox {
        arguments.push("--no-sandbox".into());
    }
    let mut folder = OsString::from("--user-data-dir=");
    folder.push(profile);
    arguments.push(folder);
    arguments.push("about:blank".into());
    arguments
}

impl Process {
    /// Starts a browser and waits until it reports the address of DevTools.
    async fn start(
        settings: &RenderSettings,
        unfit: &Arc<AtomicBool>,
    ) -> Result<(String, Self), String> {
        let program = find(settings).ok_or_else(|| match settings.browser.as_str() {
            "" => "no browser is installed: install Debian's `chromium-headless-shell`, or set `crawl.render.browser`".to_owned(),
            name => format!("`crawl.render.browser` is {name:?}, but there is no such program"),
        })?;
        let profile =
            profile().map_err(|error| format!("cannot create a profile directory: {error}"))?;
        let failed = |why: &dyn Display| format!("{} does not start: {why}", program.display());
        let mut guard = Command::new("/bin/sh")
            .arg("-c")
            .arg(GUARD)
            .arg("gleaner-browser")
            .arg(&profile)
            .arg(&program)
            .args(arguments(settings, &profile))
            .env("HOME", &profile) // not the user's home
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| failed(&error))?;
        let guard_input: GuardInput = Arc::new(Mutex::new(guard.stdin.take()));
        let group = guard.id().ok_or_else(|| failed(&"it exited immediately"))?;
        let process = Self {
            group,
            watch: tokio::spawn(watch(
                group,
                settings.browser_memory_bytes,
                Arc::clone(unfit),
                Arc::clone(&guard_input),
            )),
            guard_input,
        };
        let begun = Instant::now();
        loop {
            if let Some(address) = address(&profile) {
                return Ok((address, process));
            }
            let is_over = begun.elapsed() >= FORK_TIME && !has_browser(group);
            if is_over || begun.elapsed() >= START_TIMEOUT {
                return Err(failed(&if settings.sandbox {
                    "for root, or if user namespaces are disabled, set `crawl.render.sandbox = false`"
                } else if is_over {
                    "it exited immediately"
                } else {
                    "it did not report a DevTools address"
                }));
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watch.abort();
        end(&self.guard_input);
    }
}

/// Closes our end of the guard's input, which makes it end the browser.
fn end(guard_input: &GuardInput) {
    drop(locked(guard_input).take());
}

/// Measures the memory of a browser once a second, and ends it when that is too much.
async fn watch(group: u32, max: u64, unfit: Arc<AtomicBool>, guard_input: GuardInput) {
    loop {
        tokio::time::sleep(MEMORY_INTERVAL).await;
        let Ok(bytes) = tokio::task::spawn_blocking(move || memory(group)).await else {
            return;
        };
        if bytes > max {
            tracing::warn!(
                bytes,
                "a browser uses too much memory and is terminated; its pages are requested again"
            );
            unfit.store(true, Ordering::Relaxed);
            end(&guard_input);
            return;
        }
    }
}

/// Memory of all processes of a group, in bytes: their proportional set size, or the resident set size where that is not
/// available. 0 without `/proc`.
pub(super) fn memory(group: u32) -> u64 {
    let of = |folder: PathBuf| {
        let stated = |file: &str, key: &str| {
            let text = fs::read_to_string(folder.join(file)).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            let kilobytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
            Some(kilobytes << 10)
        };
        stated("smaps_rollup", "Pss:").or_else(|| stated("status", "VmRSS:"))
    };
    members(group).filter_map(of).sum()
}

/// Whether a group has a living process besides its first, the guard. `true` without `/proc`.
fn has_browser(group: u32) -> bool {
    let guard = PathBuf::from(format!("/proc/{group}"));
    !guard.exists() || members(group).any(|folder| folder != guard)
}

/// The directories in `/proc` of the living processes of a group.
fn members(group: u32) -> impl Iterator<Item = PathBuf> {
    let processes = fs::read_dir("/proc").into_iter().flatten();
    let folders = processes.filter_map(|entry| Some(entry.ok()?.path()));
    folders.filter(move |folder| {
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        // The name, in parentheses, may contain anything; state, parent and group follow.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let mut fields = after.split_ascii_whitespace();
        let is_alive = fields.next().is_some_and(|state| state != "Z");
        is_alive && fields.nth(1).and_then(|its| its.parse().ok()) == Some(group)
    })
}

/// Prefix of the profile directories, followed by the id of the process that created them.
const PROFILE: &str = "gleaner-browser-";

/// Creates a profile directory. Removes those left behind by the browsers of killed processes.
fn profile() -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let ours = std::process::id();
    for entry in fs::read_dir(env::temp_dir())?.filter_map(Result::ok) {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| {
            name.strip_prefix(PROFILE)?
                .split('-')
                .next()?
                .parse::<u32>()
                .ok()
        });
        let is_left = |maker: u32| maker != ours && !Path::new(&format!("/proc/{maker}")).exists();
        if Path::new("/proc/self").exists() && maker.is_some_and(is_left) {
            // The directory of another user cannot be removed.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("{PROFILE}{ours}-{count}"));
    match fs::create_dir(&folder) {
        // Left by a process with the same id.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_dir_all(&folder)?;
            fs::create_dir(&folder)?;
        }
        made => made?,
    }
    Ok(folder)
}

/// The address of DevTools, from the browser.
fn address(profile: &Path) -> Option<String> {
    let text = fs::read_to_string(profile.join("DevToolsActivePort")).ok()?;
    let (port, path) = text.trim().split_once('\n')?;
    Some(format!("ws://127.0.0.1:{port}{path}"))
}
