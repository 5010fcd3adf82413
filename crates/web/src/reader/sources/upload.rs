//! Adds the sites of an uploaded OPML file, as feed readers write it.

use askama::Template;
use axum::extract::{Multipart, State};

use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::{Reader, format};

/// The path to which a file is sent.
pub(in crate::reader) const UPLOAD: &str = "/sources/opml";

/// A site of a file, and what became of it.
#[derive(Debug)]
pub struct UploadedSite {
    /// Its name or URL.
    pub name: String,
    /// What became of it.
    pub outcome: SiteOutcome,
}

/// What became of a site that was to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SiteOutcome {
    /// It was added with this id.
    Added(String),
    /// The site with this id has its front page.
    Known(String),
    /// It was not added, for this reason.
    Refused(String),
}

#[derive(Template)]
#[template(path = "sources/uploaded.html")]
struct UploadedPage {
    frame: Frame,
    sites: Vec<UploadedSite>,
}

impl UploadedPage {
    fn added(&self) -> usize {
        let outcomes = self.sites.iter().map(|site| &site.outcome);
        let added = outcomes.filter(|outcome| matches!(outcome, SiteOutcome::Added(_)));
        added.count()
    }
}

pub(super) async fn upload(State(reader): State<Reader>, mut form: Multipart) -> Answer {
    let broken = |_| PageError::Invalid("The file did not arrive whole. Send it again.".to_owned());
    let mut file = Vec::new();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() == Some("file") {
            file = field.bytes().await.map_err(broken)?.to_vec();
        }
    }
    if file.is_empty() {
        return Err(PageError::Invalid("Choose an OPML file.".to_owned()));
    }
    let sites = (reader.tools.add_sites)(file).await;
    let sites = sites.map_err(PageError::Invalid)?;
    reader.sources.overview.forget();
    render(&UploadedPage {
        frame: Frame::of(Part::Sources, reader.zone),
        sites,
    })
}
