//! The copies of an article, and of which article it is a copy.

use store::CopyGroup;

use crate::console::clean;

/// One line; empty for an article without copies and agencies.
pub(super) fn describe(group: &CopyGroup) -> String {
    let rule = match &group.rule {
        Some(rule) => format!("{rule} {:.2}", group.score),
        None => "moved".to_owned(),
    };
    let mut parts = match &group.duplicate_of {
        Some(leader) => {
            let leader = group.leader_url.as_ref().unwrap_or(leader);
            vec![format!("copy of {leader} ({rule})")]
        }
        None => Vec::new(),
    };
    if !group.copied_by.is_empty() {
        let verb = if group.duplicate_of.is_some() {
            "all copies: "
        } else {
            "copied by "
        };
        parts.push(format!("{verb}{}", group.copied_by.join(", ")));
    }
    if !group.agencies.is_empty() {
        let agencies = group.agencies.join(", ");
        parts.push(format!(
            "text of {agencies}, credited by {}",
            group.credited_by.join(", ")
        ));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!("\ncopies: {}\n", clean::line(&parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_a_copied_text_is_named() {
        let alone = CopyGroup {
            id: "1".to_owned(),
            duplicate_of: None,
            leader_url: None,
            score: 1.0,
            rule: None,
            copied_by: Vec::new(),
            agencies: Vec::new(),
            credited_by: Vec::new(),
        };
        assert_eq!(describe(&alone), "");
        let copy = CopyGroup {
            duplicate_of: Some("2".to_owned()),
            leader_url: Some("https://a.example/2".to_owned()),
            score: 0.873,
            rule: Some("near_text".to_owned()),
            copied_by: vec!["b".to_owned()],
            agencies: vec!["dpa".to_owned()],
            credited_by: vec!["b".to_owned()],
            ..alone
        };
        assert_eq!(
            describe(&copy),
            "\ncopies: copy of https://a.example/2 (near_text 0.87); all copies: b; text of dpa, credited by b\n"
        );
        let moved = CopyGroup { rule: None, ..copy };
        let line = describe(&moved);
        assert!(
            line.starts_with("\ncopies: copy of https://a.example/2 (moved); all copies: b"),
            "{line}"
        );
    }
}
