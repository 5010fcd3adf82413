//! Kinds of opt-outs, as in the column `opt_outs`.

/// The kinds, and what they are.
pub const OPT_OUTS: [(&str, &str); 5] = [
    (
        "tdm",
        "Text and data mining is reserved: TDM-Reservation header or meta, tdmrep.json",
    ),
    (
        "ai",
        "No use for AI: noai, ai.txt, Content-Signal, Content-Usage, AI crawlers blocked by robots.txt",
    ),
    ("noindex", "No listing in search engines"),
    ("noarchive", "No cached copy in search engines"),
    ("nosnippet", "No excerpt in search engines"),
];

/// The kinds that a list names; `all` names every kind.
///
/// # Errors
/// The message says which name is unknown, and what the kinds are.
pub fn opt_outs(names: &[impl AsRef<str>]) -> Result<Vec<String>, String> {
    let kinds = OPT_OUTS.map(|(kind, _)| kind);
    let names = names.iter().map(AsRef::as_ref);
    if let Some(unknown) = names
        .clone()
        .find(|name| *name != "all" && !kinds.contains(name))
    {
        let kinds = kinds.join(", ");
        return Err(format!(
            "there is no kind of opt-out {unknown:?}; use all, or some of {kinds}"
        ));
    }
    if names.clone().any(|name| name == "all") {
        return Ok(kinds.map(str::to_owned).to_vec());
    }
    Ok(names.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_kind_is_refused_with_those_there_are() {
        assert_eq!(opt_outs(&["tdm", "ai"]).unwrap(), ["tdm", "ai"]);
        assert_eq!(opt_outs(&["ai", "all"]).unwrap().len(), 5);
        assert!(opt_outs(&[""; 0]).unwrap().is_empty());
        let refused = opt_outs(&["ai", "TDM"]).unwrap_err();
        assert!(
            refused.contains("\"TDM\"") && refused.contains("tdm, ai"),
            "{refused}"
        );
    }
}
