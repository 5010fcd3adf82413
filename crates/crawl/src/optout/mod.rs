//! Opt-out signals: statements of a site about the use of its texts, in robots.txt, tdmrep.json, ai.txt, headers and
//! markup. They are recorded with every page and not obeyed. Pure.

pub(crate) mod signals;

mod ai_crawlers;
mod ai_txt;
pub(crate) mod preferences;
mod tdmrep;

use store::{RobotsTxt, WellKnown, WellKnownFile};
use url::{Position, Url};

use ai_crawlers::AiCrawlers;
use ai_txt::AiTxt;
use preferences::Preferences;
use tdmrep::{Tdm, TdmRep};

use crate::robots::{Decision, normal_path};

/// The opt-outs in a robots.txt.
#[derive(Debug, Default)]
pub(crate) struct RobotsOptOuts {
    ai_crawlers: AiCrawlers,
    preferences: Preferences,
}

/// The opt-outs in the tdmrep.json and the ai.txt of a host.
#[derive(Debug, Default)]
pub(crate) struct FileOptOuts {
    tdm: TdmRep,
    ai_txt: AiTxt,
}

impl FileOptOuts {
    pub(crate) fn parse(files: &[WellKnownFile], product: &str) -> Self {
        let mut found = Self::default();
        for file in files.iter().filter(|file| exists(file)) {
            match file.name {
                WellKnown::TdmRep => found.tdm = TdmRep::parse(&file.body),
                WellKnown::AiTxt => found.ai_txt = AiTxt::parse(file, product),
            }
        }
        found
    }
}

impl RobotsOptOuts {
    pub(crate) fn parse(robots_txt: &RobotsTxt, product: &str) -> Self {
        if !matches!(robots_txt.status, Some(200..=299)) {
            return Self::default();
        }
        Self {
            ai_crawlers: AiCrawlers::parse(robots_txt),
            preferences: Preferences::parse(&robots_txt.body, product),
        }
    }

    /// The opt-outs of one page, with those in the other files of its host.
    pub(crate) fn of(&self, url: &Url, files: &FileOptOuts) -> PageOptOuts {
        let path = &normal_path(&url[Position::BeforePath..Position::AfterQuery]);
        let (signal, usage) = self.preferences.of(path);
        PageOptOuts {
            tdm: files.tdm.of(path).cloned().unwrap_or_default(),
            ai_txt: files.ai_txt.of(url),
            ai_crawlers: self.ai_crawlers.disallowed(url).collect(),
            signal,
            usage,
        }
    }
}

/// The opt-outs of one page in the files of its host.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageOptOuts {
    /// From tdmrep.json.
    pub(crate) tdm: Tdm,
    /// The rule in ai.txt, if there is one.
    pub(crate) ai_txt: Option<Decision>,
    /// AI crawlers that robots.txt disallows by name.
    pub(crate) ai_crawlers: Vec<&'static str>,
    /// `Content-Signal` of robots.txt.
    pub(crate) signal: Vec<String>,
    /// `Content-Usage` of robots.txt.
    pub(crate) usage: Vec<String>,
}

/// Whether the file exists. Many servers respond with status 200 and an error page.
pub(crate) fn exists(file: &WellKnownFile) -> bool {
    let body = file
        .body
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&file.body);
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(file.status, Some(200..=299)) && first.is_some_and(|&byte| byte != b'<')
}
