//! The sites as a seed file.

use std::fmt::Write as _;

use crate::{bench, site::SITES, state::State};

/// Every site, and every bench host.
pub(crate) fn toml(state: &State) -> String {
    let mut out = format!("# The fixture newsroom on port {}.\n", state.port);
    let mut site = |id: &str, name: &str, country: &str, language: &str, feeds: &[String]| {
        let _ = write!(
            out,
            "\n[[site]]\nid = \"{id}\"\nname = \"{name}\"\nhome = \"{}\"\ncountry = \"{country}\"\nlanguage = \"{language}\"\nfeeds = {feeds:?}\nnews_sitemaps = []\nsitemaps = []\n",
            state.url(id, "/"),
        );
    };
    for s in SITES {
        let feeds: Vec<_> = s.feeds.iter().map(|path| state.url(s.id, path)).collect();
        site(s.id, s.name, s.country, s.language.code(), &feeds);
    }
    for number in 0..state.settings.bench_hosts {
        let id = bench::host_name(number);
        site(
            &id,
            &id,
            "DE",
            if number % 2 == 0 { "de" } else { "en" },
            &[],
        );
    }
    out
}
