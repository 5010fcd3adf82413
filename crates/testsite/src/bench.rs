//! Plain hosts of any size for measuring: a tree of pages, no traps.

use std::fmt::Write as _;

use crate::{
    html::escape,
    prose::{self, Part, Plan},
    random::mix,
    reply::Reply,
    settings::Settings,
    site::Language,
    state::State,
};

/// Links from each page to pages further down the tree.
const FAN_OUT: usize = 10;

/// Name of a bench host, without `.localhost`.
pub(crate) fn host_name(number: usize) -> String {
    format!("bench-{number:03}")
}

/// The number of a bench host that exists.
pub(crate) fn host_number(settings: &Settings, name: &str) -> Option<usize> {
    let number = name.strip_prefix("bench-")?.parse().ok()?;
    (number < settings.bench_hosts).then_some(number)
}

/// The answer of a bench host: `/` is page 0, `/story/N` the others.
pub(crate) fn answer(state: &State, host: usize, path: &str) -> Reply {
    let page = match path {
        "/" => Some(0),
        "/robots.txt" => return Reply::bytes("text/plain", "User-agent: *\nDisallow: /never/\n"),
        _ => path
            .strip_prefix("/story/")
            .and_then(|n| n.parse().ok())
            .filter(|n| *n > 0),
    };
    match page.filter(|page| *page < state.settings.bench_pages) {
        Some(page) => Reply::page(
            if page == 0 { "home" } else { "article" },
            html(state, host, page),
        )
        .changed(state.settings.now),
        None => Reply::page("error", "<!doctype html><title>404</title><p>Not found").status(404),
    }
}

fn html(state: &State, host: usize, page: usize) -> String {
    let language = if host.is_multiple_of(2) {
        Language::German
    } else {
        Language::English
    };
    let plan = Plan {
        language,
        topic: page % prose::TOPICS,
        seed: mix(state.settings.seed, &format!("bench {host} {page}")),
        titling: 0,
        revision: 0,
        wire: false,
        abridged: false,
    };
    let title = escape(&prose::title(&plan));
    let mut out = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title} | Bench {host}</title></head><body><header><a href=\"/\">Bench {host}</a></header><main><h1>{title}</h1>",
        language.code(),
    );
    for part in prose::story(&plan).parts {
        if let Part::Paragraph(text) = part {
            let _ = writeln!(out, "<p>{}</p>", escape(&text));
        }
    }
    out.push_str("</main><nav><ul>");
    for child in page * FAN_OUT + 1..=page * FAN_OUT + FAN_OUT {
        if child < state.settings.bench_pages {
            let _ = write!(out, "<li><a href=\"/story/{child}\">Page {child}</a></li>");
        }
    }
    out.push_str("</ul></nav><footer>© Bench</footer></body></html>");
    out
}
