//! Opt-out signals: what a site says about use beyond reading, in robots.txt, tdmrep.json, ai.txt, headers and
//! markup. Recorded with every page, not obeyed. Pure.

pub(crate) mod signals;

mod agents;
mod ai_txt;
pub(crate) mod preferences;
mod tdmrep;

use store::{RobotsTxt, WellKnown, WellKnownFile};
use url::{Position, Url};

use agents::AiAgents;
pub(crate) use ai_txt::AiRule;
use ai_txt::AiTxt;
use preferences::{Preferences, Statement};
use tdmrep::TdmRep;

use crate::robots::normal_path;

/// What a robots.txt says beside its rules for us.
#[derive(Debug, Default)]
pub(crate) struct RobotsOptOuts {
    agents: AiAgents,
    preferences: Preferences,
}

impl RobotsOptOuts {
    pub(crate) fn parse(robots_txt: &RobotsTxt, product: &str) -> Self {
        Self {
            agents: AiAgents::parse(robots_txt),
            preferences: Preferences::parse(&robots_txt.body, product),
        }
    }
}

/// What a host's other files say.
#[derive(Debug, Default)]
pub(crate) struct OptOuts {
    tdm: TdmRep,
    ai_txt: AiTxt,
}

impl OptOuts {
    pub(crate) fn parse(files: &[WellKnownFile], product: &str) -> Self {
        let mut opt_outs = Self::default();
        for file in files.iter().filter(|file| is_given(file)) {
            match file.name {
                WellKnown::TdmRep => opt_outs.tdm = TdmRep::parse(&file.body),
                WellKnown::AiTxt => opt_outs.ai_txt = AiTxt::parse(file, product),
            }
        }
        opt_outs
    }

    /// What all files together say about one page.
    pub(crate) fn of(&self, url: &Url, robots: &RobotsOptOuts) -> PageOptOuts {
        let path = &normal_path(&url[Position::BeforePath..Position::AfterQuery]);
        let tdm = self.tdm.of(path);
        PageOptOuts {
            tdm_reserved: tdm.map(|rule| rule.reserved),
            tdm_policy: tdm.and_then(|rule| rule.policy.clone()),
            ai_txt: self.ai_txt.of(url),
            ai_agents: robots.agents.disallowed(url).collect(),
            signal: robots.preferences.of(path, Statement::Signal),
            usage: robots.preferences.of(path, Statement::Usage),
        }
    }
}

/// What the site's files say about one page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageOptOuts {
    /// By tdmrep.json.
    pub(crate) tdm_reserved: Option<bool>,
    pub(crate) tdm_policy: Option<String>,
    /// The rule of ai.txt.
    pub(crate) ai_txt: Option<AiRule>,
    /// Crawlers for AI that robots.txt shuts out by name.
    pub(crate) ai_agents: Vec<&'static str>,
    /// `Content-Signal` of robots.txt.
    pub(crate) signal: Vec<String>,
    /// `Content-Usage` of robots.txt.
    pub(crate) usage: Vec<String>,
}

/// Whether there is such a file: servers like to answer 200 with a page that says there is none.
pub(crate) fn is_given(file: &WellKnownFile) -> bool {
    let body = file
        .body
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&file.body);
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(file.status, Some(200..=299)) && first.is_some_and(|&byte| byte != b'<')
}
