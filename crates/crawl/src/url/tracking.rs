//! Query parameters that track visitors and do not select a page.

/// Full names, in lower case, from the documentation of analytics vendors.
const NAMES: [&str; 44] = [
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "at_campaign",
    "at_custom1",
    "at_medium",
    "cmpid",
    "cxrecs_s",
    "dclid",
    "fb_action_ids",
    "fb_action_types",
    "fb_ref",
    "fb_source",
    "fbclid",
    "gbraid",
    "gclid",
    "gclsrc",
    "guccounter",
    "guce_referrer",
    "guce_referrer_sig",
    "hsctatracking",
    "icid",
    "igshid",
    "ito",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "ocid",
    "oly_anon_id",
    "oly_enc_id",
    "ref_src",
    "smid",
    "smtyp",
    "spm",
    "sr_share",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "xtor",
    "yclid",
];

/// Prefixes of names, in lower case.
const PREFIXES: [&str; 9] = [
    "utm_", "mtm_", "matomo_", "piwik_", "pk_", "ns_", "wt_", "wt.", "hsa_",
];

/// Names that carry a session id, whatever their value.
const SESSIONS: [&str; 8] = [
    "jsessionid",
    "phpsessid",
    "sessionid",
    "session_id",
    "cfid",
    "cftoken",
    "oscsid",
    "zenid",
];

/// Names that carry a session id if the value looks random: at least twelve letters and digits mixed, or four if all
/// are hexadecimal. `sid=sport` and `sid=81234` select content and are kept.
const AMBIGUOUS_SESSIONS: [&str; 4] = ["sid", "s_id", "sess", "session"];

/// Whether a `name=value` pair of a query does not select a page.
pub(crate) fn is_noise(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let name = name.to_ascii_lowercase();
    NAMES.binary_search(&name.as_str()).is_ok()
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || SESSIONS.contains(&name.as_str())
        || name.starts_with("aspsessionid")
        || (AMBIGUOUS_SESSIONS.contains(&name.as_str()) && looks_random(value))
}

fn looks_random(value: &str) -> bool {
    let mixed = value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().any(|b| b.is_ascii_alphabetic())
        && value.bytes().all(|b| b.is_ascii_alphanumeric());
    let hexadecimal = value.bytes().all(|b| b.is_ascii_hexdigit());
    mixed && value.len() >= if hexadecimal { 4 } else { 12 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_names_is_sorted_so_that_it_can_be_searched() {
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn parameters_that_name_a_page_stay() {
        for pair in [
            "id=7",
            "page=2",
            "article=utm_source",
            "ref=home",
            "s=berlin",
            "nsid=1",
            "wtf",
        ] {
            assert!(!is_noise(pair), "{pair}");
        }
        for pair in [
            "utm_source=x",
            "WT.mc_id=1",
            "ASPSESSIONIDQQ=1",
            "fbclid",
            "wt_zmc=1",
        ] {
            assert!(is_noise(pair), "{pair}");
        }
    }
}
