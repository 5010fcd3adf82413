//! `/.well-known/tdmrep.json` of the TDM Reservation Protocol (final report of the W3C Community Group, 2024): an
//! array of objects with `location`, `tdm-reservation` and `tdm-policy`. The first location that matches a path is
//! decisive.

use serde_json::Value;

use crate::robots::Pattern;

/// Maximum number of rules. The list is searched for every page.
const MAX_RULES: usize = 1_000;
/// Maximum length of the URL of a policy, in bytes.
const MAX_POLICY: usize = 1_024;

/// The rules of a tdmrep.json.
#[derive(Debug, Default)]
pub(crate) struct TdmRep(Vec<(Pattern, Tdm)>);

/// A reservation of text and data mining, and the URL of its policy.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Tdm {
    pub(crate) reserved: Option<bool>,
    pub(crate) policy: Option<String>,
}

impl TdmRep {
    /// Parses the file. A malformed rule is ignored, and a malformed file has no rules.
    pub(crate) fn parse(body: &[u8]) -> Self {
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let rules = match serde_json::from_slice(body) {
            Ok(Value::Array(rules)) => rules,
            // A single rule without an array, as some sites write it.
            Ok(rule @ Value::Object(_)) => vec![rule],
            _ => Vec::new(),
        };
        Self(rules.iter().take(MAX_RULES).filter_map(rule).collect())
    }

    /// The reservation for a path in normal form.
    pub(crate) fn of(&self, path: &str) -> Option<&Tdm> {
        let rule = self.0.iter().find(|(location, _)| location.matches(path));
        rule.map(|(_, tdm)| tdm)
    }
}

/// The value of a reservation. One other than 0 and 1 says nothing.
pub(crate) fn reserved(text: &str) -> Option<bool> {
    match text.trim() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn rule(value: &Value) -> Option<(Pattern, Tdm)> {
    let reserved = match value.get("tdm-reservation")? {
        Value::Number(number) => reserved(&number.to_string())?,
        Value::Bool(reserved) => *reserved,
        Value::String(text) => reserved(text)?,
        _ => return None,
    };
    let location = Pattern::parse(value.get("location")?.as_str()?.trim().as_bytes())?;
    let policy = value.get("tdm-policy").and_then(Value::as_str);
    let policy = policy.map(str::trim);
    let policy = policy.filter(|policy| !policy.is_empty() && policy.len() <= MAX_POLICY);
    let tdm = Tdm {
        reserved: Some(reserved),
        policy: policy.map(str::to_owned),
    };
    Some((location, tdm))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reserved_at(file: &str, path: &str) -> Option<bool> {
        TdmRep::parse(file.as_bytes()).of(path)?.reserved
    }

    #[test]
    fn the_first_location_that_matches_decides() {
        let file = r#"[
            {"location": "/frei/*", "tdm-reservation": 0},
            {"location": "/*.pdf$", "tdm-reservation": 1},
            {"location": "/", "tdm-reservation": 1, "tdm-policy": "https://a.example/policy.json"}
        ]"#;
        assert_eq!(reserved_at(file, "/frei/a"), Some(false));
        assert_eq!(reserved_at(file, "/politik/a"), Some(true));
        let rep = TdmRep::parse(file.as_bytes());
        let policy = |path| rep.of(path).and_then(|rule| rule.policy.as_deref());
        assert_eq!(policy("/a"), Some("https://a.example/policy.json"));
        assert_eq!(policy("/a.pdf"), None);
    }

    #[test]
    fn a_path_without_a_rule_and_a_file_that_is_none_say_nothing() {
        let file = r#"[{"location": "/intern/", "tdm-reservation": 1}]"#;
        assert_eq!(reserved_at(file, "/a"), None);
        for file in [
            "",
            "<html>Not found</html>",
            "[1, {}, {\"location\": 7, \"tdm-reservation\": 1}]",
            "[{\"location\": \"/\", \"tdm-reservation\": \"perhaps\"}]",
            "[{\"location\": \"/\"",
        ] {
            assert_eq!(reserved_at(file, "/a"), None, "{file}");
        }
    }

    #[test]
    fn numbers_in_quotes_a_single_rule_and_a_byte_order_mark_are_understood() {
        let file = "\u{feff}{\"location\": \"/\", \"tdm-reservation\": \"1\"}";
        assert_eq!(reserved_at(file, "/a"), Some(true));
    }
}
