//! Pages of bench hosts: a tree of pages that resemble small articles, without traps.
//!
//! A page is assembled in a few microseconds from paragraphs generated once, so that serving
//! thousands of pages per second takes almost no time from the crawler on the same machine.

use std::{fmt::Write as _, ops::Range, sync::LazyLock};

use chrono::{DateTime, TimeDelta};

use crate::{
    language::{Language, http_date},
    markup::escape,
    prose::{self, Part, Plan},
    random::{Random, mix, words},
};

/// Links from each page to pages further down the tree; every page is a few clicks from the first.
const FAN_OUT: usize = 10;
/// Links of the navigation, the same on all pages.
const SECTIONS: usize = 10;
/// Links beside the text, to pages anywhere on the host.
const RELATED: usize = 14;
/// Different URLs below `/never/` to which the pages link and that robots.txt forbids.
const FORBIDDEN: usize = 16;
/// Number of stories from which the paragraphs are taken.
const STORIES: u64 = 60;
/// Number of paragraphs of a page.
const PARAGRAPHS: Range<usize> = 6..20;
/// Styles and scripts of every page.
const STYLE: &str = include_str!("../templates/bench_head.html");

/// robots.txt of every bench host.
pub(crate) const ROBOTS: &str = "User-agent: *\nDisallow: /never/\n";

/// Name of a bench host, without `.localhost`.
pub(crate) fn host_name(number: usize) -> String {
    format!("bench-{number:03}")
}

/// The number in the name of a bench host.
pub(crate) fn host_number(name: &str) -> Option<usize> {
    name.strip_prefix("bench-")?.parse().ok()
}

/// The number of a page: `/` is page 0, `/story/N` the others. No page links to `/archiv/`, but every URL below it has a page, for
/// crawlers that know old URLs.
pub(crate) fn page_number(path: &str, pages: usize) -> Option<usize> {
    let number = match path {
        "/" => 0,
        _ if path.starts_with("/archiv/") => {
            usize::try_from(mix(0, path) % pages.max(1) as u64).ok()?
        }
        _ => path
            .strip_prefix("/story/")?
            .parse()
            .ok()
            .filter(|n| *n > 0)?,
    };
    (number < pages).then_some(number)
}

/// Whether a page of a bench host changes from day to day: every third does.
pub(crate) fn changes(page: usize) -> bool {
    page % 3 == 1
}

/// Headlines and paragraphs of one language, as HTML.
struct Prose {
    titles: Vec<String>,
    paragraphs: Vec<String>,
}

impl Prose {
    fn new(language: Language) -> Self {
        let plans = (0..STORIES).map(|seed| {
            let topic = usize::try_from(seed).unwrap_or(0) % prose::TOPICS;
            Plan::new(language, topic, seed)
        });
        let (titles, stories): (Vec<_>, Vec<_>) = plans
            .map(|plan| (escape(&prose::title(&plan)), prose::story(&plan).parts))
            .unzip();
        let paragraphs = stories.into_iter().flatten().filter_map(|part| match part {
            Part::Paragraph(text) => Some(format!("<p>{}</p>\n", escape(&text))),
            Part::Heading(_) | Part::List(..) => None,
        });
        Self {
            titles,
            paragraphs: paragraphs.collect(),
        }
    }
}

fn prose(language: Language) -> &'static Prose {
    static GERMAN: LazyLock<Prose> = LazyLock::new(|| Prose::new(Language::German));
    static ENGLISH: LazyLock<Prose> = LazyLock::new(|| Prose::new(Language::English));
    language.choose(&GERMAN, &ENGLISH)
}

/// The language of a bench host.
pub(crate) fn language(host: usize) -> Language {
    if host.is_multiple_of(2) {
        Language::German
    } else {
        Language::English
    }
}

/// Page `page` of `pages` on bench host `host`: 6 to 20 KB, about 50 links.
pub(crate) fn html(seed: u64, host: usize, page: usize, pages: usize) -> String {
    let language = language(host);
    let prose = prose(language);
    let mut random = Random::new(seed ^ ((host as u64) << 40) ^ page as u64, "bench");
    let title = &prose.titles[random.below(prose.titles.len())];
    let address = address(page);
    let published = http_date(DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
    let mut out = String::with_capacity(20 << 10);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\"><title>{title} ({page}) | Bench {host}</title>\n\
         <meta name=\"description\" content=\"{title}\"><link rel=\"canonical\" href=\"{address}\">\n\
         <meta property=\"og:title\" content=\"{title}\"><meta property=\"og:type\" content=\"article\">\n\
         <script type=\"application/ld+json\">{{\"@type\":\"NewsArticle\",\"headline\":\"{title} ({page})\",\"dateline\":\"{published}\"}}</script>\n\
         {STYLE}</head><body><header><a href=\"/\">Bench {host}</a></header><nav><ul>",
        code = language.code(),
    );
    let link = |out: &mut String, target: usize, text: &str| {
        if target < pages {
            let _ = writeln!(
                out,
                "<li><a href=\"{}\">{text}</a></li>",
                self::address(target)
            );
        }
    };
    for section in 1..=SECTIONS {
        link(&mut out, section, "Ressort");
    }
    let _ = writeln!(
        out,
        "</ul></nav><main><article><h1>{title}</h1><p>{host}/{page}</p><p>{}.</p>",
        words(&address, 24)
    );
    for _ in 0..PARAGRAPHS.start + random.below(PARAGRAPHS.len()) {
        out.push_str(&prose.paragraphs[random.below(prose.paragraphs.len())]);
    }
    out.push_str("</article></main><aside><h2>Mehr zum Thema</h2><ul>");
    for _ in 0..RELATED {
        let title = &prose.titles[random.below(prose.titles.len())];
        link(&mut out, random.below(pages), title);
    }
    out.push_str("</ul></aside><nav><ul>");
    link(&mut out, page.saturating_sub(1), "&laquo;");
    link(&mut out, page + 1, "&raquo;");
    for child in page * FAN_OUT + 1..=page * FAN_OUT + FAN_OUT {
        let title = &prose.titles[random.below(prose.titles.len())];
        link(&mut out, child, title);
    }
    let _ = write!(
        out,
        "</ul></nav><footer><a href=\"#top\">Top</a> <a href=\"/never/{}\">Intern</a>",
        page % FORBIDDEN,
    );
    for network in ["one", "two", "three", "four", "five"] {
        let _ = write!(
            out,
            " <a href=\"https://{network}.example/share?url={host}-{page}\">{network}</a>",
        );
    }
    out.push_str("</footer></body></html>\n");
    out
}

/// A page as the first bench host serves it, for benches that process pages.
pub fn bench_page(number: usize) -> String {
    html(1, 0, number, 5_001)
}

fn address(page: usize) -> String {
    if page == 0 {
        "/".to_owned()
    } else {
        format!("/story/{page}")
    }
}
