//! Query parameters that track visitors and do not select a page.

use crate::has_word;

/// Full names, in lower case, from the documentation of analytics vendors.
const NAMES: &str = "\
    __hsfp __hssc __hstc __twitter_impression _branch_match_id _ga _gl _hsenc _hsmi _kx _lrsc \
    _openstat action_object_map action_ref_map action_type_map amp_gsa amp_js_v cmpid cxrecs_s \
    dclid dicbo dm_i epik fb_action_ids fb_action_types fb_comment_id fb_ref fb_source fbclid ftag \
    gad_campaignid gad_source gbraid gclid gclsrc guccounter guce_referrer guce_referrer_sig \
    hsctatracking icid igsh igshid intcmp irclickid ito li_fat_id maca mc_cid mc_eid mibextid \
    mkt_tok ml_subscriber ml_subscriber_hash msclkid ocid oly_anon_id oly_enc_id rb_clickid \
    rdt_cid ref_src s_cid s_kwcid sc_campaign sc_cid smid smtyp soc_src soc_trk spm sr_share \
    srsltid tblci traffic_source ttclid twclid vero_conv vero_id wbraid wickedid wprov wtmc xtor \
    xtref yclid ysclid";

/// Prefixes of names, in lower case.
const PREFIXES: &str = "utm_ mtm_ matomo_ piwik_ pk_ ns_ wt_ wt. hsa_ at_ itm_ etcc_ bsft_";

/// A name that tracks in this spelling; `cmp=7` may select a page.
const CAMPAIGN: &str = "CMP";

/// Names that track unless the value is a number: `ncid=rss`, but not `ncid=7`.
const TRACKING_WORDS: &str = "emc itid mbid ncid";

/// Names that carry a session id, whatever their value.
const SESSIONS: &str = "\
    jsessionid phpsessid sessid sessionid session_id cfid cftoken oscsid zenid \
    aspxautodetectcookiesupport";

/// Names that carry a session id if the value looks random: at least twelve letters and digits mixed, or four if all
/// are hexadecimal. `sid=sport` and `sid=81234` select content and are kept.
const AMBIGUOUS_SESSIONS: &str = "sid s_id sess session";

/// Whether a `name=value` pair of a query does not select a page.
pub(crate) fn is_noise(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    if name == CAMPAIGN {
        return true;
    }
    let name = name.to_ascii_lowercase();
    let mut prefixes = PREFIXES.split_ascii_whitespace();
    has_word(NAMES, &name)
        || prefixes.any(|prefix| name.starts_with(prefix))
        || has_word(SESSIONS, &name)
        || name.starts_with("aspsessionid")
        || (has_word(TRACKING_WORDS, &name) && value.parse::<u64>().is_err())
        || (has_word(AMBIGUOUS_SESSIONS, &name) && looks_random(value))
}

/// Words in the names of campaigns and clicks.
const CAMPAIGNS: [&str; 4] = ["utm_", "campaign", "clid", "clickid"];

/// Whether a pair that is noise elsewhere selects a page if nothing else does: a number, which is neither a switch nor that of a
/// campaign, a click or a session.
pub(crate) fn may_select(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let name = name.to_ascii_lowercase();
    value.len() > 1
        && value.bytes().all(|byte| byte.is_ascii_digit())
        && !has_word(SESSIONS, &name)
        && !CAMPAIGNS.iter().any(|word| name.contains(word))
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
    fn parameters_that_name_a_page_stay() {
        for pair in "\
            id=7 page=2 article=utm_source ref=home s=berlin nsid=1 wtf cmp=7 cid=7 ncid=7 \
            source=dpa src=7 campaign=7 format=7"
            .split_ascii_whitespace()
        {
            assert!(!is_noise(pair), "{pair}");
        }
        for pair in "\
            utm_source=x WT.mc_id=1 ASPSESSIONIDQQ=1 fbclid wt_zmc=1 CMP=share_btn_tw \
            at_medium=RSS ncid=rss s_cid=news xtor=RSS-1 sessid=7 igsh=MzRlODBi ysclid=lq2x7 \
            __hstc=1.2 AspxAutoDetectCookieSupport=1"
            .split_ascii_whitespace()
        {
            assert!(is_noise(pair), "{pair}");
        }
    }
}
