//! Single-page sites, whose pages are empty until their scripts have run. Three are ordinary, two are hostile.

use std::{fmt::Write as _, io};

use serde::Serialize;
use serde_json::json;

use crate::{
    language::Language,
    markup::escape,
    prose::{self, Part, Plan},
    server::log::Request,
    stub::{StubReply, StubSite},
};

/// The sites: name, id of the element that scripts fill, and bundle.
const SITES: [(&str, &str, &str); 5] = [
    (
        "client",
        "root",
        include_str!("../templates/apps/client.js"),
    ),
    ("stream", "app", include_str!("../templates/apps/stream.js")),
    ("data", "__next", include_str!("../templates/apps/data.js")),
    (
        "endless",
        "root",
        include_str!("../templates/apps/endless.js"),
    ),
    (
        "reacher",
        "root",
        include_str!("../templates/apps/reacher.js"),
    ),
];
/// Teasers per batch on the site with infinite scrolling.
const BATCH: usize = 5;
/// robots.txt of each site and of the API.
const ROBOTS: &str = "User-agent: *\nDisallow: /intern/\n";

/// An article of a single-page site.
#[derive(Debug, Clone, Serialize)]
pub struct AppArticle {
    /// The site.
    #[serde(skip)]
    pub site: &'static str,
    /// The path to which links lead.
    path: String,
    /// The path after scripts have completed it.
    full: String,
    /// Its headline.
    pub title: String,
    /// Its text as HTML.
    body: String,
    /// Its first paragraph.
    #[serde(skip)]
    pub first_paragraph: String,
}

/// Sites `client.localhost` (rendering in the client), `stream.localhost` (infinite scrolling), `data.localhost` (an API on another
/// host), `endless.localhost` and `reacher.localhost` (hostile) on one loopback port; served until dropped.
#[derive(Debug)]
pub struct AppSites {
    stub: StubSite,
    articles: Vec<AppArticle>,
}

impl AppSites {
    /// Serves this number of articles on each site, in a task of the current tokio runtime.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start(articles: usize) -> io::Result<Self> {
        let stub = StubSite::start().await?;
        let mut all = Vec::new();
        for (index, (site, root, bundle)) in SITES.into_iter().enumerate() {
            let stories: Vec<AppArticle> = (0..articles)
                .map(|number| article(site, index, number))
                .collect();
            serve(&stub, site, root, bundle, &stories);
            all.extend(stories);
        }
        Ok(Self {
            stub,
            articles: all,
        })
    }

    /// The names of the sites.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SITES.into_iter().map(|(site, ..)| site)
    }

    /// The front page of a site.
    pub fn home(&self, site: &str) -> String {
        self.stub.url(site, "/")
    }

    /// These sites as a seed file, with this value of `render`.
    pub fn seeds_toml(&self, sites: &[&str], render: &str) -> String {
        let mut out = String::new();
        for site in sites {
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "[[site]]\nid = \"{site}\"\nname = \"{site}\"\nhome = \"{}\"\nlanguage = \"de\"\nrender = \"{render}\"\n\n",
                self.home(site)
            );
        }
        out
    }

    /// The articles of a site.
    pub fn articles(&self, site: &str) -> Vec<&AppArticle> {
        let articles = self.articles.iter();
        articles.filter(|article| article.site == site).collect()
    }

    /// The URL of an article after scripts have completed it.
    pub fn url(&self, article: &AppArticle) -> String {
        self.stub.url(article.site, &article.full)
    }

    /// The URL of an article to which links lead.
    pub fn linked(&self, article: &AppArticle) -> String {
        self.stub.url(article.site, &article.path)
    }

    /// Every request so far, in order of arrival.
    pub fn log(&self) -> Vec<Request> {
        self.stub.log()
    }

    /// The requests that no crawler should make: those that robots.txt forbids, that no text needs, or that lead to other hosts.
    pub fn unwanted(&self) -> Vec<Request> {
        let known = |host: &str| {
            let name = host.strip_suffix(".localhost").unwrap_or_default();
            name == "api.data" || Self::names().any(|site| site == name)
        };
        let mut log = self.log();
        log.retain(|request| {
            request.path.starts_with("/unwanted/")
                || request.path.starts_with("/intern/")
                || !known(&request.host)
        });
        log
    }
}

/// Article `number` of a site.
fn article(site: &'static str, index: usize, number: usize) -> AppArticle {
    let seed = (index * 1_000 + number) as u64;
    let plan = Plan::new(Language::German, number % prose::TOPICS, seed);
    let title = format!("{} ({site} {number})", prose::title(&plan));
    let paragraphs = prose::story(&plan)
        .parts
        .into_iter()
        .filter_map(|part| match part {
            Part::Paragraph(text) => Some(text),
            Part::Heading(_) | Part::List(..) => None,
        });
    let paragraphs: Vec<String> = paragraphs.collect();
    let id = 10_000 + number;
    let path = match site {
        "data" => format!("/artikel/{id}"),
        _ => format!("/artikel/ein-bericht-aus-dem-land-{id}"),
    };
    AppArticle {
        site,
        full: match site {
            "data" => format!("{path}-ein-bericht-aus-dem-land"),
            _ => path.clone(),
        },
        path,
        body: paragraphs.iter().fold(String::new(), |mut all, text| {
            let _ = write!(all, "<p>{}</p>", escape(text));
            all
        }),
        first_paragraph: paragraphs.into_iter().next().unwrap_or_default(),
        title,
    }
}

fn serve(stub: &StubSite, site: &str, root: &str, bundle: &str, stories: &[AppArticle]) {
    let json = |value: serde_json::Value| StubReply::Body("application/json", value.to_string());
    let robots = || StubReply::Body("text/plain", ROBOTS.to_owned());
    let shell = format!(
        "<!doctype html><html lang=\"de\"><head><meta charset=\"utf-8\"><title>{site}</title>\
         <link rel=\"stylesheet\" href=\"/unwanted/app.css\"><script defer src=\"/assets/app.js\"></script></head>\
         <body><div id=\"{root}\"></div><noscript>Diese Seite braucht JavaScript.</noscript></body></html>"
    );
    let bundle = bundle
        .replace("PORT", &stub.port().to_string())
        .replace("STORIES", &json!(stories).to_string());
    let bundle = StubReply::Body("text/javascript", bundle);
    stub.set(site, "/robots.txt", robots());
    stub.set(site, "/assets/app.js", bundle);
    stub.set(site, "/", StubReply::Page(shell.clone()));
    for story in stories {
        stub.set(site, &story.path, StubReply::Page(shell.clone()));
        stub.set(site, &story.full, StubReply::Page(shell.clone()));
        let id = story.path.rsplit(['-', '/']).next().unwrap_or_default();
        match site {
            "stream" => stub.set(site, &format!("/api/story/{id}.json"), json(json!(story))),
            "data" => stub.set("api.data", &format!("/story/{id}.json"), json(json!(story))),
            _ => {}
        }
    }
    match site {
        "stream" => {
            for (number, batch) in stories.chunks(BATCH).enumerate() {
                let path = format!("/api/teasers/{number}.json");
                stub.set(site, &path, json(json!(batch)));
            }
        }
        "data" => {
            stub.set("api.data", "/stories.json", json(json!(stories)));
            stub.set("api.data", "/robots.txt", robots());
        }
        "endless" => {
            for n in 0..200 {
                stub.set(site, &format!("/api/tick?n={n}"), json(json!(n)));
            }
        }
        _ => {}
    }
}
