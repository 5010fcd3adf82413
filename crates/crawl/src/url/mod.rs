//! URLs: references, canonical form, variants, patterns, and crawler traps.

pub(crate) mod canonical;
pub(crate) mod dates;
pub(crate) mod pattern;
pub(crate) mod tracking;
pub(crate) mod traps;
pub(crate) mod variants;

use url::Url;

/// Resolves a reference to an HTTP URL. A host without a scheme, `www.a.example/1`, is one if it is that of the base, also without
/// its `www.`, or begins with `www.`.
pub(crate) fn web_url(base: &Url, reference: &str) -> Option<Url> {
    let reference = html::without_feed_scheme(reference);
    let host = reference
        .split(['/', ':', '?', '#'])
        .next()
        .unwrap_or_default();
    let own = base.host_str().unwrap_or_default();
    let is_host = [own, own.trim_start_matches("www.")]
        .iter()
        .any(|own| own.eq_ignore_ascii_case(host))
        || host
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let url = if is_host {
        base.join(&format!("//{reference}")).ok()?
    } else {
        base.join(reference).ok()?
    };
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_may_be_named_without_its_scheme() {
        let base = Url::parse("https://www.a.example/maps/m.xml").unwrap();
        for (reference, wanted) in [
            ("www.a.example/1", "https://www.a.example/1"),
            (" A.example:8443/1?b ", "https://a.example:8443/1?b"),
            ("WWW.b.example/1", "https://www.b.example/1"),
            ("//c.example/1", "https://c.example/1"),
            (
                "a.example.html",
                "https://www.a.example/maps/a.example.html",
            ),
            ("/1", "https://www.a.example/1"),
        ] {
            let url = web_url(&base, reference).unwrap();
            assert_eq!(url.as_str(), wanted);
        }
        assert_eq!(web_url(&base, "mailto:a@a.example"), None);
    }
}
