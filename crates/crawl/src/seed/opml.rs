//! OPML, the format of feed readers. Each outline with an `xmlUrl` is a feed. Feeds with the same `htmlUrl` belong
//! to one site; a feed without one that is an address belongs to the site at the root of its host.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use url::Url;

use super::{Seed, SeedEntry, channel_address, count_lines, is_address, primary_language};

/// Maximum nesting of outlines.
const MAX_DEPTH: usize = 64;

#[derive(Debug, Default)]
struct Outline {
    name: String,
    home: String,
    feed: String,
    language: String,
}

pub(super) fn read(text: &str) -> Result<Vec<SeedEntry>, String> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut entries: Vec<SeedEntry> = Vec::new();
    let mut places = HashMap::new();
    let mut depth = 0_usize;
    let mut known_root = false;
    let (mut line, mut counted) = (1, 0);
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        // The whitespace between two tags belongs to the second.
        let rest = text.get(at..).unwrap_or_default();
        let at = at + rest.len() - rest.trim_ascii_start().len();
        // from the last place, as a hostile file has a tag every few bytes
        line += count_lines(text, counted..at);
        counted = counted.max(at);
        let event = reader
            .read_event()
            .map_err(|error| format!("line {line}: {error}"))?;
        let tag = match event {
            Event::Start(tag) => {
                depth += 1;
                tag
            }
            Event::End(tag) => {
                let is_whole = tag.local_name().as_ref().eq_ignore_ascii_case("opml");
                depth = if is_whole { 0 } else { depth.saturating_sub(1) };
                continue;
            }
            Event::Empty(tag) => tag,
            Event::Eof if depth > 0 => return Err(format!("line {line}: the file ends too early")),
            Event::Eof => break,
            _ => continue,
        };
        if depth > MAX_DEPTH {
            return Err(format!("line {line}: outlines are nested too deeply"));
        }
        let name = tag.local_name().as_ref().to_ascii_lowercase();
        if !known_root && name != "opml" {
            return Err(format!(
                "line {line}: not OPML: the first element is <{name}>"
            ));
        }
        known_root = true;
        if name == "outline" {
            let outline = outline(&tag);
            if !(outline.feed.is_empty() && outline.home.is_empty()) {
                add(&mut entries, &mut places, line, &outline);
            }
        }
    }
    if !known_root {
        return Err("not OPML: it contains no elements".to_owned());
    }
    if entries.is_empty() {
        return Err("it contains no feeds".to_owned());
    }
    Ok(entries)
}

/// The attributes of an outline. One that is not well-formed is left out, and a value with an `&` of its own is taken as written.
fn outline(tag: &BytesStart<'_>) -> Outline {
    let mut outline = Outline::default();
    for attribute in tag.attributes().with_checks(false).flatten() {
        let field = match attribute
            .key
            .local_name()
            .as_ref()
            .to_ascii_lowercase()
            .as_str()
        {
            "text" if outline.name.is_empty() => &mut outline.name,
            "title" => &mut outline.name,
            "htmlurl" | "url" => &mut outline.home,
            "xmlurl" => &mut outline.feed,
            "language" => &mut outline.language,
            _ => continue,
        };
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.unwrap_or_else(|_| attribute.value.clone());
        // Some programs write attributes that they have no value for.
        if !value.trim().is_empty() {
            value.trim().clone_into(field);
        }
    }
    outline.feed = channel_address(&outline.feed);
    outline
}

/// Adds the site of an outline, or its feed to that site. `places`: those of the sites, by id and host, as hosts that differ in a dot or
/// hyphen have one id.
fn add(
    entries: &mut Vec<SeedEntry>,
    places: &mut HashMap<(String, String), usize>,
    line: u64,
    outline: &Outline,
) {
    let of = |home: &str| Seed::from_home(home).map_err(|error| error.to_string());
    let seed = match of(&outline.home) {
        Ok(seed) if is_address(&outline.home) => Ok(seed),
        named if outline.feed.is_empty() => named,
        _ => root_of(&outline.feed).and_then(|home| of(&home)),
    };
    let mut seed = match seed {
        Ok(seed) => seed,
        Err(why) => {
            let name = if outline.home.is_empty() {
                &outline.feed
            } else {
                &outline.home
            };
            return entries.push(SeedEntry::new(Some(line), name, Err(why)));
        }
    };
    let home = Url::parse(&seed.home).ok();
    let host = home.as_ref().and_then(Url::host_str).unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
    let place = *places
        .entry((seed.id.clone(), host))
        .or_insert(entries.len());
    if let Some(SeedEntry {
        seed: Ok(known), ..
    }) = entries.get_mut(place)
    {
        if !outline.feed.is_empty() && !known.feeds.contains(&outline.feed) {
            known.feeds.push(outline.feed.clone());
        }
        return;
    }
    if !outline.name.is_empty() {
        seed.name.clone_from(&outline.name);
    }
    seed.language = Some(primary_language(&outline.language)).filter(|code| code.len() == 2);
    if !outline.feed.is_empty() {
        seed.feeds.push(outline.feed.clone());
    }
    let name = seed.home.clone();
    entries.push(SeedEntry::new(Some(line), &name, Ok(seed)));
}

fn root_of(feed: &str) -> Result<String, String> {
    let url = Url::parse(feed).map_err(|error| error.to_string())?;
    url.join("/")
        .map(String::from)
        .map_err(|error| error.to_string())
}
