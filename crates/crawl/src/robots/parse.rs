//! Parses the lines and groups of a robots.txt (RFC 9309, section 2.2).

use std::io::Read as _;
use std::ops::Range;
use std::time::Duration;

use flate2::bufread::MultiGzDecoder;

use crate::http::body::GZIP;
use crate::http::request::MAX_ROBOTS_BYTES;
use crate::robots::pattern::Pattern;

/// Maximum length of the stored text of a rule, in bytes. It is recorded with every visit.
const MAX_TEXT: usize = 512;

/// The colons after a key: that of ASCII, and the full-width one.
const COLONS: [&[u8]; 2] = [b":", b"\xef\xbc\x9a"];

/// The rules of a file for one crawler.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RobotsFile {
    /// The user agent of the groups that apply: the crawler's name in lower case, or `*`.
    pub(super) agent: String,
    /// By precedence: the longest first, and `Allow` before `Disallow` of the same length.
    pub(super) rules: Vec<Rule>,
    /// The longest delay of all groups that apply.
    pub(super) crawl_delay: Option<Duration>,
    /// As written, possibly relative.
    pub(super) sitemaps: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) allows: bool,
    pub(super) pattern: Pattern,
    /// The beginning of the rule's text.
    pub(super) text: String,
}

/// A recognised line.
#[derive(Debug)]
pub(crate) enum Directive<'a> {
    /// `User-agent`, with its product tokens in lower case: usually one.
    Agents(Vec<String>),
    Rule {
        allows: bool,
        path: &'a [u8],
    },
    /// The delay of `Crawl-delay` or `Request-rate`, if it can be read.
    CrawlDelay(Option<Duration>),
    Sitemap(&'a [u8]),
    /// `Content-Signal`.
    Signal(&'a [u8]),
    /// `Content-Usage`.
    Usage(&'a [u8]),
}

/// A group: user agents and their rules.
#[derive(Default)]
struct Group {
    agents: Vec<String>,
    rules: Vec<Rule>,
    /// Each delay with the places of the agents to which it applies: those that are named just before it.
    delays: Vec<(Range<usize>, Option<Duration>)>,
    /// The place of the first agent after the last delay.
    named_since: usize,
}

impl RobotsFile {
    /// Parses the rules for `product`: all groups of that name combined, or else all groups of `*`.
    pub(super) fn parse(body: &[u8], product: &str) -> Self {
        let product = product.to_ascii_lowercase();
        let (groups, sitemaps) = groups(&text(body));
        let names = |name: &str| {
            groups
                .iter()
                .any(|group| group.agents.iter().any(|a| a == name))
        };
        let agent = if names(&product) {
            product
        } else {
            "*".to_owned()
        };
        let mut file = Self {
            agent,
            sitemaps,
            ..Self::default()
        };
        for group in groups {
            let Some(place) = group.agents.iter().position(|agent| *agent == file.agent) else {
                continue;
            };
            file.rules.extend(group.rules);
            let delays = group
                .delays
                .iter()
                .filter(|(agents, _)| agents.contains(&place));
            let longest = delays.filter_map(|(_, delay)| *delay).max();
            file.crawl_delay = file.crawl_delay.max(longest);
        }
        file.rules
            .sort_by_key(|rule| std::cmp::Reverse((rule.pattern.octets(), rule.allows)));
        file
    }
}

/// The complete lines within the limit, decompressed if they are gzipped. Zero bytes are left out, so that a UTF-16 file with only ASCII
/// characters is obeyed too. Invisible characters become spaces, other line ends become `\n`, and each tag of a line begins one.
pub(crate) fn text(body: &[u8]) -> Vec<u8> {
    let mut unzipped = Vec::new();
    let body = if body.starts_with(&GZIP) {
        // The bytes before damage are obeyed.
        let decoder = MultiGzDecoder::new(body).take(MAX_ROBOTS_BYTES as u64 + 1);
        let _ = { decoder }.read_to_end(&mut unzipped);
        &unzipped
    } else {
        body
    };
    let whole = match body.get(..=MAX_ROBOTS_BYTES) {
        None => body,
        Some(window) => {
            let end = window.iter().rposition(|&octet| is_line_end(octet));
            &body[..end.unwrap_or(0)]
        }
    };
    let mut text = Vec::with_capacity(whole.len());
    for chunk in whole.utf8_chunks() {
        let valid = chunk.valid();
        for (at, c) in valid.char_indices() {
            let octets = c.len_utf8();
            match c {
                '\0' => {}
                '\u{85}' | '\u{2028}' | '\u{2029}' => text.push(b'\n'),
                '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => text.push(b' '),
                c if octets > 1 && c.is_whitespace() => text.push(b' '),
                '<' if is_tag_of_line(&valid[at + 1..]) => text.extend_from_slice(b"\n<"),
                _ => text.extend_from_slice(&valid.as_bytes()[at..at + octets]),
            }
        }
        text.extend_from_slice(chunk.invalid());
    }
    text
}

/// Whether a tag that begins a line of text, or ends one, follows its `<`.
fn is_tag_of_line(rest: &str) -> bool {
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    let name = end.and_then(|end| name.get(..end)).unwrap_or_default();
    let names = ["br", "p", "pre", "div", "li", "td", "span", "code", "body"];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_quote(octet: u8) -> bool {
    matches!(octet, b'"' | b'\'' | b'`')
}

fn is_line_end(octet: u8) -> bool {
    octet == b'\n' || octet == b'\r'
}

/// The recognised lines of a [`text`], in order.
pub(crate) fn directives(text: &[u8]) -> impl Iterator<Item = Directive<'_>> {
    text.split(|&octet| is_line_end(octet)).filter_map(line)
}

/// The groups in order, and the sitemaps, which belong to no group. Only a rule ends the list of a group's user
/// agents; other records, such as `Crawl-delay`, must not (section 2.2.4). A delay belongs to the agents before it alone: many files
/// slow other crawlers down and then allow all.
fn groups(text: &[u8]) -> (Vec<Group>, Vec<String>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut sitemaps = Vec::new();
    let mut in_user_agents = false;
    for line in directives(text) {
        match line {
            Directive::Agents(agents) => {
                if !in_user_agents {
                    groups.push(Group::default());
                }
                in_user_agents = true;
                if let Some(group) = groups.last_mut() {
                    let delayed = group.delays.last().map(|(agents, _)| agents.end);
                    group.named_since = group.named_since.max(delayed.unwrap_or(0));
                    group.agents.extend(agents);
                }
            }
            Directive::Rule { allows, path } => {
                in_user_agents = false;
                if let (Some(group), Some(pattern)) = (groups.last_mut(), Pattern::parse(path)) {
                    let shown = &path[..path.len().min(MAX_TEXT)];
                    let text = String::from_utf8_lossy(shown).into_owned();
                    group.rules.push(Rule {
                        allows,
                        pattern,
                        text,
                    });
                }
            }
            Directive::CrawlDelay(delay) => {
                if let Some(group) = groups.last_mut() {
                    let agents = group.named_since..group.agents.len();
                    group.delays.push((agents, delay));
                }
            }
            Directive::Sitemap(value) => sitemaps.extend(urls(&String::from_utf8_lossy(value))),
            Directive::Signal(_) | Directive::Usage(_) => {}
        }
    }
    (groups, sitemaps)
}

/// Parses a line. Common misspellings of keys are accepted, as is a space in place of the colon. Ignored are a tag, a list mark, quotes
/// and a byte-order mark in another encoding around the directive. A comment in another syntax (`//`, `;`, `<!--`) is no directive.
fn line(line: &[u8]) -> Option<Directive<'_>> {
    let mut line = line.split(|&octet| octet == b'#').next()?.trim_ascii();
    while let Some(tag) = line.strip_prefix(b"<")
        && let Some(end) = tag.iter().position(|&octet| octet == b'>')
        && !tag.starts_with(b"!")
    {
        line = tag[end + 1..].trim_ascii_start();
    }
    let junk = line.iter().position(u8::is_ascii_alphabetic)?;
    let (junk, line) = line.split_at(junk);
    if junk.iter().any(|octet| b"/;!%".contains(octet)) {
        return None;
    }
    let quotes = junk.iter().filter(|octet| is_quote(**octet));
    let line = quotes.fold(line, |line, quote| {
        line.strip_suffix(&[*quote]).unwrap_or(line)
    });
    let with_colon = COLONS.iter().find_map(|colon| {
        let at = line.windows(colon.len()).position(|it| it == *colon)?;
        directive(&line[..at], &line[at + colon.len()..])
    });
    with_colon.or_else(|| {
        let space = line.iter().position(u8::is_ascii_whitespace)?;
        directive(&line[..space], &line[space..])
    })
}

/// The directive with this key, if that is known.
fn directive<'a>(key: &[u8], value: &'a [u8]) -> Option<Directive<'a>> {
    let key = key.trim_ascii();
    if key.len() > 16 {
        return None;
    }
    let value = match value.trim_ascii() {
        [first, inner @ .., last] if first == last && is_quote(*first) => inner.trim_ascii(),
        value => value,
    };
    let rule = |allows| Directive::Rule {
        allows,
        path: value,
    };
    Some(match key.to_ascii_lowercase().as_slice() {
        b"user-agent" | b"user agent" | b"useragent" => {
            // Some files name several crawlers in one line.
            let agents = value.split(|&octet| octet == b',');
            Directive::Agents(agents.filter_map(agent).collect())
        }
        b"allow" => rule(true),
        b"disallow" | b"dissallow" | b"dissalow" | b"disalow" | b"diasllow" | b"disallaw" => {
            rule(false)
        }
        b"crawl-delay" | b"crawl delay" | b"crawldelay" => Directive::CrawlDelay(delay(value)),
        b"request-rate" => Directive::CrawlDelay(delay_of_rate(value)),
        b"sitemap" | b"site-map" => Directive::Sitemap(value),
        b"content-signal" => Directive::Signal(value),
        b"content-usage" => Directive::Usage(value),
        _ => return None,
    })
}

/// The product token in a `User-agent` line in lower case: `*`, or letters, `-` and `_` (section 2.2.1).
/// A version or comment after it is ignored, so that our `User-Agent` copied from a log matches, and so are
/// characters with which no token can begin. A `*` that is not the start of a longer name means every crawler.
fn agent(value: &[u8]) -> Option<String> {
    let is_name = |octet: &u8| octet.is_ascii_alphanumeric() || b"-_".contains(octet);
    let begin = value
        .iter()
        .position(|octet| is_name(octet) || *octet == b'*');
    let value = &value[begin?..];
    if value.first() == Some(&b'*') && !value.get(1).is_some_and(is_name) {
        return Some("*".to_owned());
    }
    let is_token = |octet: &&u8| octet.is_ascii_alphabetic() || matches!(octet, b'-' | b'_');
    let token: String = value
        .iter()
        .take_while(is_token)
        .map(|octet| char::from(octet.to_ascii_lowercase()))
        .collect();
    (!token.is_empty()).then_some(token)
}

/// Parses seconds, possibly with a fraction. A unit or comment after them is ignored.
fn delay(value: &[u8]) -> Option<Duration> {
    let (seconds, _) = leading_number(value)?;
    Some(duration(seconds))
}

/// Parses pages and the time for them: `1/5`, `30/1m`. The hours of the day that may follow are ignored: a longer delay is
/// never wrong.
fn delay_of_rate(value: &[u8]) -> Option<Duration> {
    let (pages, rest) = leading_number(value)?;
    let time = rest.trim_ascii_start().strip_prefix(b"/")?;
    let (time, rest) = leading_number(time.trim_ascii_start())?;
    let unit = match rest.trim_ascii_start().first() {
        Some(b'h' | b'H') => 3_600.0,
        Some(b'm' | b'M') => 60.0,
        _ => 1.0,
    };
    Some(duration(time * unit / pages))
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// The number at the start of a text, and what follows it.
fn leading_number(text: &[u8]) -> Option<(f64, &[u8])> {
    let is_part = |octet: &u8| octet.is_ascii_digit() || matches!(octet, b'.' | b',');
    let end = text.iter().position(|octet| !is_part(octet));
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number = std::str::from_utf8(number).ok()?.replace(',', ".");
    Some((number.parse().ok()?, rest))
}

/// The URLs in a `Sitemap` line, possibly relative. Several are separated by commas or blanks, which may also be within one.
fn urls(value: &str) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || ",;\"'<>".contains(c);
    let lower = value.to_ascii_lowercase();
    let is_begin = |at: &usize| {
        let (before, url) = lower.split_at(*at);
        let mut schemes = ["http://", "https://"].iter();
        schemes.any(|scheme| url.starts_with(scheme))
            && (before.is_empty() || before.ends_with(is_between))
    };
    let places = lower.match_indices("http").map(|(at, _)| at);
    // What precedes the first URL is the key once more.
    let mut begins: Vec<usize> = places.filter(is_begin).collect();
    if begins.is_empty() {
        begins.push(0);
    }
    let ends = begins.iter().skip(1).copied().chain([value.len()]);
    let urls = begins.iter().zip(ends);
    urls.map(|(&begin, end)| value[begin..end].trim_matches(is_between))
        .filter(|url| !url.is_empty())
        .map(str::to_owned)
        .collect()
}
