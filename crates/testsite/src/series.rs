//! Articles on several pages, and one that ends at a paywall.
//!
//! `elbkurier` gives each page an address of its own and names its neighbours in the head; `harbour-gazette` counts the pages in
//! a parameter, links them by number, and calls all of them by the address of the first.

use crate::{
    article::{Article, Brief},
    desk::Desk,
    html::{escape, joined, link},
    prose::Part,
    reply::Reply,
    site::Ask,
};

/// An article of a site that is read on several pages.
struct Series {
    site: &'static str,
    /// Number of the article; neither agency copy nor changed by any day.
    number: usize,
    pages: usize,
}

static SERIES: [Series; 2] = [
    Series {
        site: "elbkurier",
        number: 14,
        pages: 3,
    },
    Series {
        site: "harbour-gazette",
        number: 8,
        pages: 2,
    },
];

/// Site and number of the article that all but subscribers read the beginning of.
const WALLED: (&str, usize) = ("tagnetz", 13);
/// Paragraphs before the wall.
const BEFORE_WALL: usize = 3;

/// One page of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// From 1 on.
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Sheet {
    /// An article that stands on one page.
    pub(crate) const ONLY: Self = Self { number: 1, of: 1 };

    /// What is on this page of `parts`.
    fn cut(self, parts: Vec<Part>) -> Vec<Part> {
        let each = parts.len().div_ceil(self.of);
        let parts = parts.into_iter().skip((self.number - 1) * each);
        parts.take(each).collect()
    }
}

/// Whether an article of a site stays as it was on the first day, as it is told of here.
pub(crate) fn is_fixed(site: &str, number: usize) -> bool {
    WALLED == (site, number) || pages_of(site, number) > 1
}

/// How many pages an article has.
pub(crate) fn pages_of(site: &str, number: usize) -> usize {
    let mut series = SERIES.iter();
    let found = series.find(|series| series.site == site && series.number == number);
    found.map_or(1, |series| series.pages)
}

/// An article as readers see it who have not paid: with the number of its words, if that is not all of it.
pub(crate) fn shown(desk: &Desk, brief: Brief) -> Article {
    let mut article = Article::new(brief);
    if WALLED == (desk.site.id, article.brief.number) {
        let all = article.paragraphs().join(" ") + " " + &article.story.standfirst;
        article.walled = Some(all.split_whitespace().count());
        let paragraph = |part: &Part| matches!(part, Part::Paragraph(_));
        article.story.parts.retain(paragraph);
        article.story.parts.truncate(BEFORE_WALL);
    }
    article
}

/// The pages of an article; most have one.
pub(crate) fn sheets(desk: &Desk, brief: Brief) -> Vec<Article> {
    let of = pages_of(desk.site.id, brief.number);
    let article = shown(desk, brief);
    let sheets = (1..=of).map(|number| Sheet { number, of });
    let sheet = |sheet: Sheet| {
        let mut article = article.clone();
        article.story.parts = sheet.cut(article.story.parts);
        article.sheet = sheet;
        article
    };
    sheets.map(sheet).collect()
}

/// Path of a page of an article.
pub(crate) fn path(desk: &Desk, first: &str, number: usize) -> String {
    match (number, desk.site.id) {
        (1, _) => first.to_owned(),
        (_, "harbour-gazette") => format!("{first}?page={number}"),
        _ => format!("{first}/seite-{number}"),
    }
}

/// Paths of all pages of an article but the first.
pub(crate) fn further(desk: &Desk, number: usize, first: &str) -> Vec<String> {
    let pages = 2..=pages_of(desk.site.id, number);
    pages.map(|page| path(desk, first, page)).collect()
}

/// A page of an article after its first.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let full = ask.full();
    let series = SERIES.iter().find(|series| series.site == desk.site.id)?;
    let brief = desk
        .brief(series.number)
        .filter(|_| desk.stands(series.number))?;
    let number = (2..=series.pages).find(|page| path(desk, &brief.path, *page) == full)?;
    let changed = brief.modified;
    let article = sheets(desk, brief).into_iter().nth(number - 1)?;
    let page = (desk.site.article)(desk, &article);
    Some(Reply::page("article", page).changed(changed))
}

/// The path by which a page of an article asks to be known.
pub(crate) fn canonical(desk: &Desk, article: &Article) -> String {
    let brief = &article.brief;
    match desk.site.id {
        "elbkurier" => path(desk, &brief.path, article.sheet.number),
        _ => brief.path.clone(),
    }
}

/// Links to the pages before and after, for the head; where a site has such.
pub(crate) fn relations(desk: &Desk, article: &Article) -> String {
    let Sheet { number, of } = article.sheet;
    let relation = |rel: &str, page: usize| {
        let url = desk.url(&path(desk, &article.brief.path, page));
        format!("<link rel={rel} href=\"{}\">", escape(&url))
    };
    let prev = (number > 1).then(|| relation("prev", number - 1));
    let next = (number < of).then(|| relation("next", number + 1));
    joined(prev.into_iter().chain(next))
}

/// Links from page to page, in `open` and `close`; nothing where there is one page.
pub(crate) fn pager(desk: &Desk, article: &Article, open: &str, close: &str) -> String {
    let Sheet { number, of } = article.sheet;
    if of < 2 {
        return String::new();
    }
    let to = |page: usize, text: &str| link(&path(desk, &article.brief.path, page), text);
    let numbers = (1..=of).map(|page| {
        if page == number {
            format!("<b>{page}</b> ")
        } else {
            format!("{} ", to(page, &page.to_string()))
        }
    });
    let language = desk.site.language;
    let next = (number < of).then(|| to(number + 1, language.say("Nächste Seite", "Next page")));
    let place = language.say(
        format!("Seite {number} von {of}"),
        format!("Page {number} of {of}"),
    );
    let links = joined(numbers.chain(next));
    format!("{open}{place}: {links}{close}\n")
}

/// What stands where the text of the walled article breaks off.
pub(crate) fn wall(desk: &Desk) -> String {
    format!(
        "<div class=\"fade\"></div><div class=\"paywall\"><h2>Weiterlesen mit tagnetz Plus</h2><p>Dieser Artikel ist Abonnentinnen und Abonnenten vorbehalten.</p><p>{}</p><p>{}</p></div>",
        link(desk.site.paths.login, "Jetzt abonnieren"),
        "Sie haben bereits ein Abo? Melden Sie sich an.",
    )
}
