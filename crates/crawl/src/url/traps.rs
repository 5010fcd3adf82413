//! Crawler traps that are recognised by the URL alone.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use text::words;
use url::Url;

use crate::has_word;

/// Maximum path segments; news sites use up to eight.
const MAX_SEGMENTS: usize = 16;
/// Maximum times a segment may occur in a path: `/a/b/a/b/a/b` comes from a wrong relative link.
const MAX_REPEATS: usize = 2;
/// Maximum query parameters.
const MAX_PARAMETERS: usize = 8;
/// Maximum page followed of a listing; later ones contain no news.
const MAX_LISTING_PAGE: u64 = 5;
/// Maximum offset in listings that count items.
const MAX_LISTING_OFFSET: u64 = 100;
/// Maximum page of an article that is followed.
const MAX_ARTICLE_PAGE: u64 = words::MAX_ARTICLE_PAGES as u64;
/// Years in calendars and archives, which may lead decades ahead. Other numbers are ids and scores.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2100;
/// Number of days back from now for which archives and calendars are followed.
const CALENDAR_DAYS: i64 = 7;

/// Extensions of files that are not pages. XML is not among them, since it may be a feed.
const ASSETS: &str = "\
    7z aac apk avi avif bmp bz2 css csv dmg doc docx eot eps epub exe flac flv gif gz heic ico \
    ics iso jar jpeg jpg js json m3u8 m4a m4v map mjs mov mp3 mp4 mpd mpeg mpg ogg pdf png ppt \
    pptx rar svg tar tif tiff ttf wav webm webp wmv woff woff2 xls xlsx zip";

/// Those with which a headline may end: `node.js`. Feeds do not attach such files.
const CODE: &str = "css js json map mjs";

/// Parameters of searches. Behind the path of an article they only mark words in it.
const SEARCHES: &str = "q query search suche suchbegriff searchterm keyword keywords";
/// Parameters of actions and other views of a page.
const ACTIONS: &str = "replytocom share redirect redirect_to returnurl action";
/// Path segments of searches and accounts, which may contain articles; of changes; and of print views. At the end of a path the latter
/// mark a view of a page, which is requested instead ([`crate::url::variants`]).
const FOLDERS: &str = "suche search suchergebnisse login anmelden registrieren register";
const CHANGE_SEGMENTS: &str = "\
    logout abmelden warenkorb cart wp-login.php add-to-cart delete unsubscribe";
const PRINT_SEGMENTS: &str = "druck drucken print";
/// First words of parameters that change something, and of the values of parameters that name an action.
const CHANGES: &str = "\
    abbestellen abmelden add buy cart checkout confirm delete edit like logoff logout rate \
    remove reply save send signout subscribe unsubscribe vote";
const ACTION_NAMES: &str = "act action cmd do mode task";
const PAGE_PARAMETERS: &str = "page seite paged pagenumber pg pagina";
const OFFSET_PARAMETERS: &str = "offset start from skip";
/// Words in the URLs of calendars and archives, whatever other words precede the date.
const CALENDAR_WORDS: &str = "\
    agenda archiv archive archives archivio archivo calendar calendario calendrier events \
    kalender programm schedule spielplan termine tvprogramm veranstaltungen wetter";
/// Path segments of listings, however long the name of their subject is.
const LISTING_SEGMENTS: &str = "\
    archiv archive archives author authors auteur autor autoren categoria categories category \
    comments dossier etiqueta forum forums kategorie keyword kommentare label list liste profil \
    profile ressort rubrik schlagwort section sujet tag tags tema thema themen topic topics";
/// Minimum words before a date that make a headline, in the same path segment and in the preceding one. For a future date more
/// are required: few articles have one, but calendars do.
const HEADLINE_WORDS: [usize; 2] = [2, 3];
const HEADLINE_WORDS_OF_FUTURE: usize = 4;
/// Minimum length, in bytes, of a percent-encoded headline in a script written without spaces.
const HEADLINE_BYTES: usize = 36;
/// Minimum words of a link's text that make a headline, and minimum letters of one in a script written without spaces.
const MIN_LINK_WORDS: usize = 5;
const MIN_LINK_LETTERS: usize = 12;
/// Minimum value of a parameter that identifies an article, and minimum digits of the id in a path segment or value.
const MIN_ID: u64 = 1_000;
const MIN_ID_DIGITS: usize = 4;
const DATE_PARAMETERS: &str = "\
    date datum day tag month monat year jahr week woche cal kalender";

/// How surely a URL is announced as an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Announced {
    /// By a link.
    No,
    /// By the words of a headline. A trap may have such links, but is known by its pages, which have nothing new.
    Headline,
    /// By a feed, a sitemap, or a headline on the front page. Each names a bounded number at a visit.
    Listed,
}

/// Why a URL is not crawled, if it looks like a trap or an asset.
pub(crate) fn suspicion(url: &Url, now: DateTime<Utc>) -> Option<&'static str> {
    suspicion_of(url, Announced::No, now)
}

/// [`suspicion`] of a URL that is announced as an article. Then neither a date in it nor a segment such as `print` makes it a trap, nor,
/// if it is listed or contains an id, do searches and numbers of pages.
pub(crate) fn suspicion_of(
    url: &Url,
    announced: Announced,
    now: DateTime<Utc>,
) -> Option<&'static str> {
    let is_listed = announced == Announced::Listed;
    let is_announced = announced >= Announced::Headline;
    let segments: Vec<String> = segments(url);
    let last = segments.last().map_or("", String::as_str);
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    if has_word(ASSETS, ending) && !(is_listed && has_word(CODE, ending)) {
        return Some("not a page");
    }
    if segments.len() > MAX_SEGMENTS {
        return Some("path too deep");
    }
    if repeats(&segments) {
        return Some("path repeats itself");
    }
    let is_action = |(index, segment): (usize, &String)| {
        let is_last = index + 1 == segments.len();
        if has_word(PRINT_SEGMENTS, segment) {
            !is_announced && (!is_last || index == 0)
        } else if has_word(FOLDERS, segment) {
            is_last || !(is_listed || is_announced && has_id(last))
        } else {
            has_word(CHANGE_SEGMENTS, segment)
        }
    };
    if segments.iter().enumerate().any(is_action) {
        return Some("search, account or print");
    }
    if !is_listed
        && let [whole @ .., name, number] = segments.as_slice()
        && has_word(PAGE_PARAMETERS, name)
        && number.parse::<u64>().is_ok_and(|n| n > max_page(whole))
    {
        return Some("far down a listing");
    }
    if !is_announced
        && let Some((before, day)) = calendar_day(&segments.join("/"))
        && is_far(day, now)
        && !ends_in_headline(before, day > now.date_naive())
    {
        return Some("calendar");
    }
    if url
        .query_pairs()
        .any(|(name, value)| changes(&name, &value))
    {
        return Some("search or action");
    }
    if is_listed {
        return None;
    }
    of_query(url, &segments, is_announced, now)
}

/// Whether a parameter asks for a change: `add-to-cart=7`, `action=delete_post`.
fn changes(name: &str, value: &str) -> bool {
    let begins = |text: &str| has_word(CHANGES, text.split(['-', '_']).next().unwrap_or_default());
    begins(name) || has_word(ACTION_NAMES, name) && begins(value)
}

fn of_query(
    url: &Url,
    segments: &[String],
    is_announced: bool,
    now: DateTime<Utc>,
) -> Option<&'static str> {
    let mut names = HashSet::new();
    let mut date = Calendar::default();
    let mut far = false;
    let mut has_article_id = false;
    // An id makes an article of what has the form of a view, and with a headline, of a search or a listing.
    let is_selected = !names_article(segments) && selects_by_id(url);
    let is_article = is_announced && is_selected;
    for (name, value) in url.query_pairs() {
        let name = name.to_ascii_lowercase();
        let number = value.parse::<u64>().ok();
        let is_print = has_word(PRINT_SEGMENTS, &value);
        let is_view = name == "action" && is_selected && !is_print;
        let is_number = name == "redirect" && is_article && number.is_some();
        let is_action = has_word(ACTIONS, &name) && !is_view && !is_number;
        let is_search = has_word(SEARCHES, &name) && !is_article && !names_article(segments);
        if is_search || is_action {
            return Some("search or action");
        }
        let page = !is_article && has_word(PAGE_PARAMETERS, &name);
        if page && number.is_some_and(|n| n > max_page(segments) && n < 100_000) {
            return Some("far down a listing");
        }
        let offset = !is_article && has_word(OFFSET_PARAMETERS, &name);
        if offset && number.is_some_and(|n| n > MAX_LISTING_OFFSET && n < 1_000_000) {
            return Some("far down a listing");
        }
        if has_word(DATE_PARAMETERS, &name) {
            far |= calendar_day(&value).is_some_and(|(_, day)| is_far(day, now));
        } else {
            has_article_id |= name.contains("id") && number.is_some_and(|n| n >= MIN_ID);
        }
        date.add(&name, &value);
        if !names.insert(name) {
            return Some("parameter repeated");
        }
    }
    far |= date.day().is_some_and(|day| is_far(day, now));
    if far && !has_article_id && !is_announced {
        return Some("calendar");
    }
    (names.len() > MAX_PARAMETERS && !is_article).then_some("too many parameters")
}

/// Whether the query contains the id of an article.
fn selects_by_id(url: &Url) -> bool {
    url.query_pairs().any(|(name, value)| {
        let name = name.to_ascii_lowercase();
        let is_id = name.ends_with("id") && value.parse::<u64>().is_ok();
        is_id || has_id(&value) && !has_word(DATE_PARAMETERS, &name)
    })
}

/// A date in several parameters: `year=2026&month=11`.
#[derive(Default)]
struct Calendar {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
}

impl Calendar {
    fn add(&mut self, name: &str, value: &str) {
        match name {
            "year" | "jahr" | "y" => {
                self.year = value.parse().ok().filter(|year| YEARS.contains(year));
            }
            "month" | "monat" | "m" => self.month = value.parse().ok(),
            "day" | "tag" | "d" => self.day = value.parse().ok(),
            _ => {}
        }
    }

    fn day(&self) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year?, self.month?, self.day.unwrap_or(1))
    }
}

fn segments(url: &Url) -> Vec<String> {
    url.path()
        .split('/')
        .filter(|segment| !segment.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

fn repeats(segments: &[String]) -> bool {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    segments.iter().any(|segment| {
        let count = seen.entry(segment).or_default();
        *count += 1;
        // Numbers may recur: /2026/11/11/11.
        *count > MAX_REPEATS && !segment.bytes().all(|b| b.is_ascii_digit())
    })
}

/// The day or month at the end of a text, and the text before it: `kalender/2026/11`, `2026-11-21`. A month gives its first day.
fn calendar_day(text: &str) -> Option<(&str, NaiveDate)> {
    let text = text
        .rsplit_once('.')
        .filter(|(_, ending)| {
            ending.len() <= 5 && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
        .map_or(text, |(stem, _)| stem);
    let mut numbers: Vec<u32> = Vec::new();
    let mut before = text;
    while numbers.len() < 3 {
        let start = before.trim_end_matches(['/', '-', '.', '_']);
        let part = start
            .rsplit(['/', '-', '.', '_'])
            .next()
            .unwrap_or_default();
        match part.parse() {
            Ok(number) if part.len() <= 4 => numbers.insert(0, number),
            _ => break,
        }
        before = &start[..start.len() - part.len()];
    }
    let day = |y: u32, m, d| {
        let y = i32::try_from(y).ok().filter(|y| YEARS.contains(y))?;
        NaiveDate::from_ymd_opt(y, m, d)
    };
    let day = match numbers.as_slice() {
        [a, b, c] => day(*a, *b, *c).or_else(|| day(*c, *b, *a)),
        [a, b] => day(*a, *b, 1).or_else(|| day(*b, *a, 1)),
        _ => None,
    };
    Some((before, day?))
}

/// Whether the path before a date ends in the headline of an article: several words, none of them a calendar word.
fn ends_in_headline(before: &str, in_future: bool) -> bool {
    let own_segment = before.ends_with('/');
    let segment = before
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let words = segment.split(['-', '_', '.', '+', ',']);
    let words = words.filter(|word| word.bytes().any(|byte| !byte.is_ascii_digit()));
    let words: Vec<&str> = words.collect();
    let min = if in_future {
        HEADLINE_WORDS_OF_FUTURE
    } else {
        HEADLINE_WORDS[usize::from(own_segment)]
    };
    (words.len() >= min || segment.len() >= HEADLINE_BYTES)
        && !words.iter().any(|word| has_word(CALENDAR_WORDS, word))
}

fn is_far(day: NaiveDate, now: DateTime<Utc>) -> bool {
    let today = now.date_naive();
    // A month is represented by its first day, which may be a month ago.
    day > today + TimeDelta::days(1)
        || day < today - TimeDelta::days(CALENDAR_DAYS + 31)
        || (day < today - TimeDelta::days(CALENDAR_DAYS) && chrono::Datelike::day(&day) != 1)
}

/// The maximum page followed of an article or a listing with this path.
fn max_page(segments: &[String]) -> u64 {
    if names_article(segments) {
        MAX_ARTICLE_PAGE
    } else {
        MAX_LISTING_PAGE
    }
}

/// Whether a path is that of an article and not of a listing.
fn names_article(segments: &[String]) -> bool {
    let is_year = |segment: &str| segment.parse().is_ok_and(|year| YEARS.contains(&year));
    let is_listing = |segment: &String| has_word(LISTING_SEGMENTS, segment);
    let is_article = |segment: &String| looks_like_article_slug(segment) && !is_year(segment);
    segments.iter().any(is_article) && !segments.iter().any(is_listing)
}

/// Whether the text of a link has the words of a headline. Words with digits, such as dates, do not count.
pub(crate) fn is_headline(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| {
        word.chars().any(char::is_alphabetic) && !word.chars().any(|c| c.is_ascii_digit())
    });
    let letters = text.chars().filter(|c| is_of_unspaced_script(*c)).count();
    words.count() >= MIN_LINK_WORDS || letters >= MIN_LINK_LETTERS
}

/// Whether a letter is of a script that is written without spaces: Thai to Khmer, Japanese and Chinese.
fn is_of_unspaced_script(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a path segment contains the words of a headline, or a long number.
fn looks_like_article_slug(segment: &str) -> bool {
    has_id(segment) || segment.matches(['-', '_']).count() >= 3
}

fn has_id(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= MIN_ID_DIGITS
}

/// Whether `section` is the URL of a section that contains `url`, which is not one itself. A page that names it as its canonical
/// URL has a faulty template.
pub fn is_section_of(section: &Url, url: &Url) -> bool {
    let above = format!("{}/", section.path().trim_end_matches('/'));
    url.path().starts_with(&above) && looks_like_section(section) && !looks_like_section(url)
}

/// Whether a URL names a section rather than an article: short, few words, no long number.
pub(crate) fn looks_like_section(url: &Url) -> bool {
    let segments = segments(url);
    segments.len() <= 3
        && url.query().is_none()
        && !segments
            .iter()
            .any(|segment| looks_like_article_slug(segment))
        && segments.last().is_none_or(|last| last.len() <= 30)
}

#[cfg(test)]
mod tests;
