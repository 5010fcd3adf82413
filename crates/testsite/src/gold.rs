//! Works out what a good crawler makes of the newsroom today.

use crate::{
    article::{Article, Brief},
    boxes,
    desk::Desk,
    edition::Fate,
    expected::{Expected, ExpectedArticle, ExpectedPage},
    furniture,
    hosts::{CLOSED, ELSEWHERE},
    inventory, robots, series,
    site::SITES,
    specials::{self, Special},
    state::State,
    traps,
};

/// All sites together.
pub(crate) fn expected(state: &State) -> Expected {
    let mut out = Expected {
        disallowed: vec![state.url(CLOSED, "/")],
        foreign: vec![state.url(ELSEWHERE, "/")],
        ..Expected::default()
    };
    for site in SITES {
        add(&mut out, &Desk::new(state, site));
    }
    out
}

fn add(out: &mut Expected, desk: &Desk) {
    let site = desk.site;
    for brief in (0..desk.edition.count).filter_map(|number| desk.brief(number)) {
        let url = desk.url(&brief.path);
        match brief.fate {
            Fate::Withdrawn => {
                out.withdrawn.push(url);
                continue;
            }
            Fate::Moved => out
                .moved
                .push((desk.url(&brief.first_path(site)), url.clone())),
            Fate::Present => {}
        }
        let variant = match site.id {
            "morgenblatt" if brief.number.is_multiple_of(4) => Some(format!("/druck/{}", brief.id)),
            "elbkurier" if brief.number.is_multiple_of(5) => {
                Some(format!("{}?view=print", brief.path))
            }
            "harbour-gazette" => Some(format!("/amp{}", brief.path)),
            _ => None,
        };
        out.variants
            .extend(variant.map(|path| (desk.url(&path), url)));
        let article = article(desk, &series::shown(desk, brief));
        let parts = article.parts.iter();
        out.continuations
            .extend(parts.map(|part| (part.clone(), article.url.clone())));
        out.articles.push(article);
    }
    for special in specials::of(desk) {
        if special.page_type == "live_blog" {
            out.articles.push(live_blog(desk, special));
        } else {
            out.not_articles.push(ExpectedPage {
                url: desk.url(special.path),
                page_type: special.page_type,
            });
        }
    }
    let forbidden = robots::forbidden(site.id);
    let pages = inventory::list_pages(desk).into_iter();
    let allowed = pages.filter(|(path, _)| !forbidden.iter().any(|(f, _)| path.starts_with(f)));
    out.not_articles
        .extend(allowed.map(|(path, page_type)| ExpectedPage {
            url: desk.url(&path),
            page_type,
        }));
    out.disallowed
        .extend(forbidden.iter().map(|(prefix, _)| desk.url(prefix)));
    out.failing
        .extend(traps::failing(site).map(|(path, status)| (desk.url(path), status)));
    out.traps.extend(traps::all(desk));
}

fn outside(desk: &Desk, brief: &Brief) -> Vec<String> {
    let mut outside = furniture_of(desk, brief.number);
    outside.extend(boxes::said(desk, brief));
    outside
}

fn furniture_of(desk: &Desk, number: usize) -> Vec<String> {
    let language = desk.site.language;
    let comments = furniture::comments(language, number)
        .into_iter()
        .map(|(_, text)| text);
    [
        furniture::cookies(language),
        furniture::newsletter(language),
        furniture::hidden(language),
    ]
    .into_iter()
    .chain(comments)
    .map(str::to_owned)
    .collect()
}

fn article(desk: &Desk, article: &Article) -> ExpectedArticle {
    let brief = &article.brief;
    let paragraphs = article.paragraphs();
    let standfirst = article.story.standfirst.clone();
    ExpectedArticle {
        url: desk.url(&brief.path),
        site: desk.site.id.to_owned(),
        language: desk.site.language.code().to_owned(),
        title: brief.title.clone(),
        text: format!("{standfirst}\n\n{}", paragraphs.join("\n\n")),
        standfirst,
        paragraphs,
        captions: captions(desk, article),
        outside: outside(desk, brief),
        authors: brief.author.iter().cloned().collect(),
        agency: brief.agency.map(str::to_owned),
        published: brief.published,
        published_precision: if desk.site.id == "valley-observer" {
            "day"
        } else {
            "minute"
        },
        modified: brief.modified,
        section: brief.section.to_owned(),
        tags: article.tags.clone(),
        page_type: "article",
        copy_of: brief.copy.as_ref().map(|(group, _)| group.clone()),
        revision: brief.revision,
        parts: series::further(desk, brief.number, &brief.path)
            .iter()
            .map(|path| desk.url(path))
            .collect(),
        truncated: article.walled.is_some(),
        entries: 0,
    }
}

/// A ticker has no pictures.
fn captions(desk: &Desk, article: &Article) -> Vec<String> {
    let ticker =
        article.brief.agency.is_some() && matches!(desk.site.id, "morgenblatt" | "tagnetz");
    let pictures = (!ticker).then(|| article.story.caption.clone());
    pictures.into_iter().collect()
}

fn live_blog(desk: &Desk, special: &Special) -> ExpectedArticle {
    let (standfirst, entries) = specials::live_blog(desk, special);
    let published = specials::live_since(desk, &entries);
    let paragraphs: Vec<_> = entries.into_iter().map(|(_, text)| text).collect();
    let entries = paragraphs.len();
    ExpectedArticle {
        url: desk.url(special.path),
        site: desk.site.id.to_owned(),
        language: desk.site.language.code().to_owned(),
        title: specials::title(desk, special),
        text: format!("{standfirst}\n\n{}", paragraphs.join("\n\n")),
        standfirst,
        paragraphs,
        captions: Vec::new(),
        outside: furniture_of(desk, 0)[..3].to_vec(),
        authors: Vec::new(),
        agency: None,
        published,
        published_precision: "minute",
        modified: specials::live_until(desk),
        section: desk
            .site
            .sections()
            .get(special.topic)
            .copied()
            .unwrap_or_default()
            .to_owned(),
        tags: Vec::new(),
        page_type: "live_blog",
        copy_of: None,
        revision: 0,
        parts: Vec::new(),
        truncated: false,
        entries,
    }
}
