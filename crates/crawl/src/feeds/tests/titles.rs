//! The titles of items.

use super::*;

#[test]
fn titles_may_hold_markup_and_prefixes_may_be_used_throughout() {
    let atom = r#"<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title type="xhtml"><div>Ein <b>Titel</b></div></a:title><a:link href="https://a.example/1"/></a:entry></a:feed>"#;
    assert_eq!(title_of(feed(atom)), "Ein Titel");
}

#[test]
fn titles_are_read_as_html_where_they_are() {
    let rss = |title: &str| {
        let item = format!("<item><title>{title}</title><link>/1</link></item>");
        title_of(rss(&item))
    };
    let atom = |kind: &str, title: &str| {
        let entry = format!("<entry><title {kind}>{title}</title><link href='/1'/></entry>");
        title_of(atom(&entry))
    };
    for (title, wanted) in [
        ("T&uuml;r &ndash; Tor&nbsp;1", "Tür – Tor 1"),
        ("T&amp;uuml;r &amp;#8211; Tor", "Tür – Tor"),
        ("<![CDATA[Eins &amp; zwei]]>", "Eins & zwei"),
        (
            "<![CDATA[<b>Eins</b>&nbsp;<i class='a>b'>zwei</i>]]>",
            "Eins zwei",
        ),
        ("Eins&lt;br/&gt;zwei &lt;!-- drei --&gt;", "Eins zwei"),
        ("AT&amp;T &amp; R&amp;D", "AT&T & R&D"),
        ("5 &lt; 6 &gt; 4 &lt;3", "5 < 6 > 4 <3"),
        ("Umsatz &lt;Vorjahr", "Umsatz <Vorjahr"),
        ("Was &amp;amp;lt;b&amp;amp;gt; tut", "Was &lt;b&gt; tut"),
        ("Was &amp;lt;b&amp;gt; tut", "Was <b> tut"),
    ] {
        assert_eq!(rss(title), wanted, "{title}");
    }
    for (kind, title, wanted) in [
        (
            "type='html'",
            "&lt;b>Atom&lt;/b> &amp;amp; title",
            "Atom & title",
        ),
        ("type='text/html' mode='escaped'", "&lt;b>A&lt;/b>", "A"),
        ("", "&lt;b&gt; &amp;amp; T&uuml;r", "<b> &amp; Tür"),
        (
            "type='text'",
            "&lt;b&gt; &amp;amp; T&uuml;r",
            "<b> &amp; Tür",
        ),
        (
            "type='xhtml'",
            "&lt;b&gt; &amp;amp; T&uuml;r",
            "<b> &amp; Tür",
        ),
    ] {
        assert_eq!(atom(kind, title), wanted, "{kind}");
    }
    let long = format!("&lt;{}", "a &lt;".repeat(1_000));
    assert!(rss(&long).len() <= MAX_FIELD);
}

#[test]
fn titles_are_bounded_and_control_nothing() {
    let odd = "Council\u{1b}]0;owned\u{7}\u{9b}2J \u{202e}decides\u{2067}";
    let json = serde_json::json!({ "version": "https://jsonfeed.org/version/1.1", "items": [
        { "url": "https://a.example/1", "title": odd },
        { "url": "https://a.example/2", "title": "long ".repeat(1_000_000) },
        { "url": "https://a.example/3", "title": "\u{202e}\u{7}" },
    ] });
    let json = feed(&json.to_string());
    let title = |at: usize| json.items[at].title.as_deref();
    assert_eq!(title(0), Some("Council]0;owned2J decides"));
    assert!(title(1).unwrap().len() <= MAX_FIELD);
    assert_eq!(title(2), None);
    let rss = rss(&format!("<item><title>{odd}</title><link>/1</link></item>"));
    assert_eq!(title_of(rss), "Council]0;owned2J decides");
}

#[test]
fn the_item_s_own_title_comes_first_and_a_script_is_none() {
    for (titles, wanted) in [
        (
            "<media:title>C</media:title><dc:title>B</dc:title><title>A</title>",
            "A",
        ),
        ("<title>A</title><dc:title>B</dc:title>", "A"),
        (
            "<title> </title><media:title>C</media:title><dc:title>B</dc:title>",
            "B",
        ),
        (
            "<title>A&lt;script>var a = '&lt;b>';&lt;/script> und B</title>",
            "A und B",
        ),
        (
            "<title><![CDATA[A<STYLE>p {}</Style> B<script>x]]></title>",
            "A B",
        ),
        (
            "<title>A Script und ein Style</title>",
            "A Script und ein Style",
        ),
    ] {
        let read = rss(&format!("<item><link>/1</link>{titles}</item>"));
        assert_eq!(title_of(read), wanted, "{titles}");
    }
}

#[test]
fn titles_in_base64_are_decoded() {
    for (kind, title, wanted) in [
        ("mode='base64' type='text/plain'", "R3LDvMOfZQ==", "Grüße"),
        (
            "mode='base64' type='text/html'",
            "PGI+R3LDvMOf\n  ZTwvYj4",
            "Grüße",
        ),
        (
            "type='application/octet-stream'",
            "0J/RgNC40LLQtdGC",
            "Привет",
        ),
        ("mode='base64'", "no base64!", "no base64!"),
        ("type='application/x-own'", "test", "test"),
        (
            "type='application/xhtml+xml' mode='xml'",
            "<div>A</div>",
            "A",
        ),
    ] {
        let entry = format!("<entry><link href='/1'/><title {kind}>{title}</title></entry>");
        assert_eq!(title_of(atom(&entry)), wanted, "{kind}");
    }
}
