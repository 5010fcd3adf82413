//! The test suites of other parsers, in `$SHARED/data/suites`: `bench/suites.sh`.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use url::Url;

use crate::discover::sitemap;
use crate::feeds::title::{from_html, title};
use crate::feeds::{self, read_date};
use crate::robots::Rules;
use text::words;

pub(crate) mod made;

/// The cases of a suite; `None` if the data is not there.
fn cases(name: &str) -> Option<Vec<Value>> {
    let shared = std::env::var("SHARED").ok()?;
    let half = std::env::var("HALF").unwrap_or_else(|_| "dev".to_owned());
    let file = Path::new(&shared).join(format!("data/suites/{name}.{half}.jsonl.gz"));
    let file = flate2::read::GzDecoder::new(std::fs::File::open(file).ok()?);
    let file = std::io::BufReader::new(file);
    let cases = serde_json::Deserializer::from_reader(file).into_iter();
    Some(cases.map(Result::unwrap).collect())
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    let values = value.get(name).and_then(Value::as_array);
    values.map_or(&[], Vec::as_slice)
}

fn body(case: &Value) -> Vec<u8> {
    match text(case, "input_b64") {
        Some(letters) => STANDARD.decode(letters).unwrap(),
        None => text(case, "input").unwrap().as_bytes().to_vec(),
    }
}

/// Runs a suite and prints its results by a name. `judge` returns what is wrong, or `None` if the case does not apply.
fn run(suite: &str, name: &str, judge: impl Fn(&Value) -> Option<Vec<String>>) {
    let Some(cases) = cases(suite) else {
        println!("{name}=skipped");
        return;
    };
    let (mut right, mut left_out) = (0, 0);
    let total = cases.len();
    for case in cases {
        match judge(&case) {
            None => left_out += 1,
            Some(wrong) if wrong.is_empty() => right += 1,
            Some(wrong) => {
                let id = text(&case, "id").unwrap_or_default();
                println!("# {name}: {id}: {}", wrong.join("; "));
            }
        }
    }
    println!("{name}_cases={total}\n{name}_left_out={left_out}\n{name}_right={right}");
}

/// Whether a date is the stated one, to the second.
fn is_at(read: Option<DateTime<Utc>>, stated: &str) -> bool {
    let both = DateTime::parse_from_rfc3339(stated).ok().zip(read);
    both.is_some_and(|(stated, read)| (read - stated.to_utc()).abs() < TimeDelta::seconds(1))
}

/// Whether a date is none of the web: it is not read, by design.
fn is_early(date: &str) -> bool {
    date < "1990"
}

/// Without differences of white space, markup and entities: suites state titles as HTML or as text.
fn plain(text: &str) -> String {
    title(&from_html(text)).unwrap_or_default()
}

fn letters(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Parts of the ids of cases that do not apply, each kind with its reason.
const LEFT_OUT: [&str; 28] = [
    // A format of 1997 that no site uses.
    "/cdf/",
    // Titles that are made of other text, and addresses of the channel, of an enclosure or of a relative id in place of that of a page.
    "WithoutTitle",
    "MissingTitle",
    "EmptyXHTMLTitle",
    "JsonFeedVersion1",
    "WithoutLink",
    "IDAsURL",
    "entry_id_with_attributes",
    "http_entry_id",
    "atom10_id",
    "Bug 156",
    "Link Enclosure",
    "itunes-",
    "rdf_item_link",
    "channel_item_links",
    // Relative addresses are those beside the feed, not beside its site.
    "with channel link",
    "Atom channel link",
    "ItemRelativeURL",
    // The original address, not the one that counts clicks.
    "_rps",
    // Which of several dates counts is laid down nowhere; items are not sorted, and not sought in elements of others.
    "multiple_values",
    "date_overwriting",
    "Bug 179",
    "Bug 629",
    // The suites expect unreadable letters, or characters of HTML 4.
    "chardet/gb2312",
    "uolNoticias",
    // The suite's reading passes over the "PM".
    "nbcny",
    "entities/lang.",
    "entities/rang.",
];

fn feed(case: &Value) -> Option<Vec<String>> {
    let id = text(case, "id").unwrap_or_default();
    if LEFT_OUT.iter().any(|part| id.contains(part)) {
        return None;
    }
    let base = text(case, "content_location")
        .or(text(case, "base_url"))
        .unwrap_or("http://www.example.com/feed");
    let base = Url::parse(base).unwrap();
    let wanted = list(case.get("expected")?, "entries");
    // An entry without an address is no page.
    let url = |entry: &Value| base.join(text(entry, "link")?).ok();
    let is_page = |entry: &&Value| url(entry).is_some_and(|url| url.has_host());
    let wanted: Vec<&Value> = wanted.iter().filter(is_page).collect();
    if wanted.is_empty() {
        return None;
    }
    let Some(feed) = feeds::parse(&body(case), text(case, "content_type"), &base) else {
        return Some(vec!["no feed".to_owned()]);
    };
    let mut wrong = Vec::new();
    for entry in wanted {
        let link = url(entry)?;
        let Some(item) = feed.items.iter().find(|item| item.url == link.as_str()) else {
            let urls: Vec<&str> = feed.items.iter().map(|item| item.url.as_str()).collect();
            wrong.push(format!("no {link} among {urls:?}"));
            continue;
        };
        let read = item.title.as_deref().unwrap_or_default();
        let is_read = |title: &str| [read, &plain(read)].map(letters).contains(&letters(title));
        if let Some(title) = text(entry, "title")
            && !is_read(title)
            && !is_read(&plain(title))
            && !is_read(&plain(&plain(title)))
        {
            wrong.push(format!("title {read:?}, not {title:?}"));
        }
        if let Some(at) = text(entry, "published").filter(|at| !is_early(at))
            && !is_at(item.published, at)
        {
            wrong.push(format!("date {:?}, not {at}", item.published));
        }
    }
    Some(wrong)
}

fn feed_date(case: &Value) -> Option<Vec<String>> {
    let input = text(case, "input")?;
    let wanted = case
        .get("expected")
        .and_then(|expected| text(expected, "utc"));
    // A month or a year is no date of an item, and years of two digits in ISO 8601:1988 are not read.
    let is_short = input.len() <= 8 && wanted.is_some() && !input.contains(' ');
    if wanted.is_some_and(is_early) || is_short {
        return None;
    }
    let read = read_date(input, None);
    let is_right = match wanted {
        Some(wanted) => is_at(read, wanted),
        None => read.is_none(),
    };
    let wrong = (!is_right).then(|| format!("{input:?} is {read:?}, not {wanted:?}"));
    Some(wrong.into_iter().collect())
}

fn sitemap(case: &Value) -> Option<Vec<String>> {
    let base = Url::parse(text(case, "base_url")?).ok()?;
    let expected = case.get("expected")?;
    let join = |url: &str| base.join(url).map_or_else(|_| url.to_owned(), String::from);
    let links = |name| -> Vec<(String, Option<&str>)> {
        let entries = list(expected, name).iter();
        let entries =
            entries.map(|entry| (join(text(entry, "link").unwrap()), text(entry, "title")));
        entries.collect()
    };
    let (pages, sitemaps) = (links("entries"), links("sitemaps"));
    let body = sitemap::decompressed(&body(case)).into_owned();
    let [read_pages, read_sitemaps] = if let Some(read) = sitemap::parse(&body) {
        [read.pages, read.sitemaps].map(|entries| {
            let entries = entries.into_iter();
            entries
                .map(|entry| (join(&entry.url), entry.title))
                .collect()
        })
    } else {
        let items = feeds::parse(&body, None, &base).map_or_else(Vec::new, |feed| feed.items);
        let items = items.into_iter().map(|item| (item.url, item.title));
        [items.collect::<Vec<_>>(), Vec::new()]
    };
    let mut wrong = Vec::new();
    for (wanted, read) in [(pages, read_pages), (sitemaps, read_sitemaps)] {
        let same = wanted.iter().zip(&read).all(|(wanted, read)| {
            let is_title = |title| Some(title) == read.1.as_deref();
            wanted.0 == read.0 && wanted.1.is_none_or(is_title)
        });
        if wanted.len() != read.len() || !same {
            wrong.push(format!("{read:?}, not {wanted:?}"));
        }
    }
    Some(wrong)
}

fn month(case: &Value) -> Option<Vec<String>> {
    let language = text(case, "lang")?;
    let language = language.split('-').next()?;
    let language = if matches!(language, "nb" | "nn") {
        "no"
    } else {
        language
    };
    if words::of(words::months::MAY, language).is_empty() {
        return None;
    }
    let wanted = text(case.get("expected")?, "date")?;
    let input = text(case, "input")?;
    let read = read_date(input, Some(language)).map(|at| at.format("%F").to_string());
    let wrong = (read.as_deref() != Some(wanted))
        .then(|| format!("{language} {input:?} is {read:?}, not {wanted}"));
    Some(wrong.into_iter().collect())
}

/// A robots.txt of a suite, parsed for an agent.
fn robots(case: &Value, agent: &str) -> Rules {
    Rules::parse(&made::robots_txt(Some(200), body(case)), agent)
}

/// Where the robots.txt files of the suites are.
const ROBOTS: &str = "https://site.example/robots.txt";

fn robots_decisions(case: &Value) -> Option<Vec<String>> {
    let base = Url::parse(ROBOTS).unwrap();
    let mut wrong = Vec::new();
    for check in list(case.get("expected")?, "checks") {
        let url = base.join(text(check, "url")?).ok()?;
        let rules = robots(case, text(check, "agent")?);
        if Some(rules.check(&url).allowed) != check.get("allowed")?.as_bool() {
            wrong.push(format!("{check}"));
        }
    }
    Some(wrong)
}

fn robots_delays(case: &Value) -> Option<Vec<String>> {
    // Rules before the first group are nobody's, and an agent is a product token, not any of the words of a header.
    const READ_OTHERWISE: [&str; 2] = ["test_no_leading_user_agent", "testHeritrixCases"];
    let id = text(case, "id")?;
    let delays = list(case.get("expected")?, "crawl_delays");
    if delays.is_empty() || READ_OTHERWISE.iter().any(|other| id.contains(other)) {
        return None;
    }
    let mut wrong = Vec::new();
    for delay in delays {
        let read = robots(case, text(delay, "agent")?).crawl_delay();
        if read.map(|delay| delay.as_secs_f64()) != delay.get("seconds")?.as_f64() {
            wrong.push(format!("{read:?}, not {delay}"));
        }
    }
    Some(wrong)
}

fn robots_sitemaps(case: &Value) -> Option<Vec<String>> {
    let base = Url::parse(ROBOTS).unwrap();
    let wanted = case.get("expected")?.get("sitemaps")?.as_array()?;
    let wanted = wanted.iter().filter_map(Value::as_str);
    let wanted: Vec<Url> = wanted.filter_map(|url| base.join(url).ok()).collect();
    let read: Vec<Url> = robots(case, "Gleaner").sitemaps(&base).collect();
    let wrong = (read != wanted).then(|| format!("{read:?}, not {wanted:?}"));
    Some(wrong.into_iter().collect())
}

#[test]
#[ignore = "a measurement: bench/suites.sh"]
fn suites() {
    run("feeds", "feeds", feed);
    run("feed-dates", "feed_dates", feed_date);
    run("sitemaps", "sitemaps", sitemap);
    run("months", "months", month);
    run("robots", "robots", robots_decisions);
    run("robots", "robots_delays", robots_delays);
    run("robots", "robots_sitemaps", robots_sitemaps);
    run("robots-real", "robots_real", robots_decisions);
    run("robots-real", "robots_real_delays", robots_delays);
    run("robots-real", "robots_real_sitemaps", robots_sitemaps);
}
