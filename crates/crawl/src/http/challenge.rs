//! Recognises bot challenges in responses. They are recorded and never solved; the host gets a cooldown.
//!
//! Headers suffice if their vendor documents them. A body counts only together with an error status, and only by
//! markers that do not occur on newspaper pages. A challenge with status 200 is stored like any page; the classifier's
//! rules tell it from an article.

use reqwest::StatusCode;
use reqwest::header::{self, HeaderMap};

/// Maximum number of bytes of an error page that are inspected.
pub(crate) const MAX_INSPECTED: usize = 64 << 10;

/// Headers of challenges: name, prefix of the value, vendor.
const HEADERS: [(&str, &str, &str); 6] = [
    ("cf-mitigated", "challenge", "Cloudflare"),
    ("x-amzn-waf-action", "challenge", "AWS WAF"),
    ("x-amzn-waf-action", "captcha", "AWS WAF"),
    ("x-vercel-mitigated", "challenge", "Vercel"),
    ("x-sucuri-block", "", "Sucuri"),
    ("sg-captcha", "challenge", "SiteGround"),
];

/// Headers of challenges only with an error status.
const HEADERS_OF_ERRORS: [(&str, &str, &str); 7] = [
    ("x-datadome", "", "DataDome"),
    ("x-dd-b", "", "DataDome"),
    ("x-px-block", "", "HUMAN"),
    ("x-kpsdk-ct", "", "Kasada"),
    ("server", "ddos-guard", "DDoS-Guard"),
    ("server", "datadome", "DataDome"),
    ("set-cookie", "datadome=", "DataDome"),
];

/// Markers of challenges in the bodies of error pages, in lower case.
const MARKERS: [(&str, &str); 19] = [
    ("_cf_chl_opt", "Cloudflare"),
    ("cf-browser-verification", "Cloudflare"),
    ("/cdn-cgi/challenge-platform/", "Cloudflare"),
    ("cf-error-details", "Cloudflare"),
    ("captcha-delivery.com", "DataDome"),
    ("px-captcha", "HUMAN"),
    ("_pxappid", "HUMAN"),
    ("_incapsula_resource", "Imperva"),
    ("incapsula incident id", "Imperva"),
    ("sec-if-cpt-container", "Akamai"),
    ("errors.edgesuite.net", "Akamai"),
    ("ak-challenge", "Akamai"),
    ("awswafcookiedomainlist", "AWS WAF"),
    ("/.well-known/ddos-guard/", "DDoS-Guard"),
    ("sucuri_cloudproxy", "Sucuri"),
    ("ips.js?kpsdk", "Kasada"),
    ("g-recaptcha", "reCAPTCHA"),
    ("h-captcha", "hCaptcha"),
    ("friendlycaptcha", "Friendly Captcha"),
];

/// Whether a response with this status may be a challenge, so that its body is inspected.
pub(crate) fn is_possible(status: StatusCode) -> bool {
    matches!(status.as_u16(), 401 | 403 | 405 | 406 | 429 | 503)
}

/// The vendor of a challenge, by the headers.
pub(crate) fn by_headers(status: StatusCode, headers: &HeaderMap) -> Option<&'static str> {
    let find = |table: &[(&'static str, &str, &'static str)]| {
        table
            .iter()
            .find(|(name, value, _)| {
                headers.get_all(*name).iter().any(|found| {
                    let found = String::from_utf8_lossy(found.as_bytes()).to_ascii_lowercase();
                    found.starts_with(value)
                })
            })
            .map(|&(_, _, vendor)| vendor)
    };
    find(&HEADERS).or_else(|| {
        is_possible(status)
            .then(|| find(&HEADERS_OF_ERRORS))
            .flatten()
    })
}

/// The vendor of a challenge, by the beginning of an error page.
pub(crate) fn by_body(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
) -> Option<&'static str> {
    let html = headers.get(header::CONTENT_TYPE).is_none_or(|media| {
        media
            .as_bytes()
            .to_ascii_lowercase()
            .starts_with(b"text/html")
    });
    if !is_possible(status) || !html {
        return None;
    }
    let text = String::from_utf8_lossy(&body[..body.len().min(MAX_INSPECTED)]).to_ascii_lowercase();
    let found = MARKERS.iter().find(|(marker, _)| text.contains(marker))?;
    Some(found.1)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|&(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        pairs.collect()
    }

    #[test]
    fn challenges_are_recognised_by_their_headers() {
        for (status, pair, wanted) in [
            (403, ("cf-mitigated", "challenge"), Some("Cloudflare")),
            (202, ("x-amzn-waf-action", "challenge"), Some("AWS WAF")),
            (405, ("x-amzn-waf-action", "captcha"), Some("AWS WAF")),
            (429, ("x-vercel-mitigated", "challenge"), Some("Vercel")),
            (202, ("sg-captcha", "challenge"), Some("SiteGround")),
            (403, ("x-datadome", "protected"), Some("DataDome")),
            (200, ("x-datadome", "protected"), None),
            (
                403,
                ("set-cookie", "datadome=abc; Path=/"),
                Some("DataDome"),
            ),
            (200, ("set-cookie", "datadome=abc; Path=/"), None),
            (403, ("server", "cloudflare"), None),
            (403, ("cf-ray", "8f"), None),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            let found = by_headers(status, &headers(&[pair]));
            assert_eq!(found, wanted, "{status} {pair:?}");
        }
    }

    #[test]
    fn challenges_are_recognised_by_their_bodies_only_with_an_error_status() {
        let html = headers(&[("content-type", "text/html; charset=UTF-8")]);
        let body = b"<html><script>window._cf_chl_opt={}</script>";
        let status = |code| StatusCode::from_u16(code).unwrap();
        assert_eq!(by_body(status(503), &html, body), Some("Cloudflare"));
        assert_eq!(
            by_body(status(403), &html, b"<div id=px-captcha>"),
            Some("HUMAN")
        );
        assert_eq!(by_body(status(200), &html, body), None);
        assert_eq!(by_body(status(404), &html, body), None);
        assert_eq!(by_body(status(403), &html, b"<h1>Forbidden</h1>"), None);
        let json = headers(&[("content-type", "application/json")]);
        assert_eq!(by_body(status(403), &json, body), None);
    }
}
