//! Pages made to stop a parser, each of any size.

use std::fmt::Write;

/// Makes a page of about the given number of bytes.
pub(crate) type Input = fn(usize) -> String;

/// All of them by name.
pub(crate) const INPUTS: &[(&str, Input)] = &[
    ("less-than signs", |n| filled("", "<", n)),
    ("ampersands", |n| filled("<p>", "&", n)),
    ("entities", |n| {
        filled("<p>", "&amp;&eacute;&#233;&#xe9;&nosuch; ", n)
    }),
    ("endless entity", |n| filled("<p>&#", "1", n)),
    ("nul", |n| filled("<p>x", "\0", n)),
    ("one word", |n| filled("<p>", "x", n)),
    ("one line", |n| filled("<p>", "word ", n)),
    ("one line of letters that are words", |n| {
        filled("<p>", "今日は", n)
    }),
    ("combining marks", |n| filled("<p>a", "\u{301}", n)),
    ("white space", |n| filled("<p>", " \n\t", n)),
    ("no-break spaces", |n| filled("<p>", "\u{a0}", n)),
    ("sentences", |n| filled("<p>", "So it goes, he said. ", n)),
    ("replacement characters", |n| filled("<p>", "\u{fffd}", n)),
    ("line breaks", |n| filled("<p>x", "<br>", n)),
    ("line breaks between words", |n| filled("<p>", "x<br>", n)),
    ("tiny blocks", |n| filled("", "<p>x", n)),
    ("tiny blocks of numbers", |n| {
        numbered(n, |s, i| write!(s, "<p>{i}"))
    }),
    ("tiny headings", |n| {
        filled("<title>x y z</title>", "<h1>x y z</h1>", n)
    }),
    ("tiny dates", |n| filled("", "<p>3.5.2024", n)),
    ("tiny bylines", |n| {
        filled("", "<p class=author>By Ada Moss", n)
    }),
    ("paragraphs", |n| {
        filled(
            "",
            "<p>So many words are said here that it is a paragraph of text, and it goes on, he said.</p>",
            n,
        )
    }),
    ("list items", |n| filled("<ul>", "<li>x", n)),
    ("definitions", |n| filled("<dl>", "<dt>x<dd>y", n)),
    ("options", |n| filled("<select>", "<option>x", n)),
    ("forms in a long class", |n| {
        let begin = format!("<p>x<div class={}>", "a".repeat(n / 2));
        filled(&begin, "<form></form>", n)
    }),
    ("blocks in a long class", |n| {
        filled(&format!("<div class={}>", "a".repeat(n / 2)), "<p>x", n / 2)
    }),
    ("paragraphs in a quotation of a long class", |n| {
        let begin = format!("<blockquote class='{}'>", "a ".repeat(n / 4));
        filled(
            &begin,
            "<p>So many words are said here that it is a paragraph of text.</p>",
            n / 2,
        )
    }),
    ("marked lines in comments in the deep", |n| {
        let begin = format!("{}<div class=author>", "<div>".repeat(508));
        filled(&begin, "<p>Ada Moss", n)
    }),
    ("forms in a deep element", |n| {
        let begin = format!("<p>x{}", "<div>".repeat(500));
        filled(&begin, "<form id=newsletter></form>", n)
    }),
    ("links", |n| filled("<p>", "<a href=x>y</a> ", n)),
    ("links without text", |n| filled("<p>", "<a href=x></a>", n)),
    ("links never closed", |n| filled("<p>", "<a href=x>y", n)),
    ("links to everywhere", |n| {
        numbered(n, |s, i| write!(s, "<a href=/{i}>y</a> "))
    }),
    ("named spans", |n| {
        numbered(n, |s, i| {
            write!(s, "<p><span class='c{i} d' id=i{i}>x</span>")
        })
    }),
    ("times", |n| {
        filled("<p>", "<time datetime=2024-05-03>x</time>", n)
    }),
    ("times that are none", |n| {
        filled("<p>", "<time>x</time>", n)
    }),
    ("cells", |n| filled("<table>", "<tr><td>x<td>y", n)),
    ("cells in a row", |n| filled("<table><tr>", "<td>x", n)),
    ("a wide row and many others", |n| {
        let begin = format!("<table><tr>{}", "<td>x".repeat(n / 10));
        filled(&begin, "<tr><td>x", n / 2)
    }),
    ("less-than signs in preformatted text", |n| {
        filled("<pre>", "< x ", n) + "</pre>"
    }),
    ("text between rows", |n| filled("<table>", "<tr>x<b>", n)),
    ("tables in tables", |n| filled("", "<table><tr><td>x", n)),
    ("tables in tables without cells", |n| {
        filled("", "<table>x", n)
    }),
    ("tables side by side", |n| {
        filled("", "<table><tr><td>x</table>", n)
    }),
    ("captions", |n| filled("<table>", "<caption>x", n)),
    ("deep divisions", |n| {
        half_and_half("<div>", "x", "</div>", n)
    }),
    ("deep divisions never closed", |n| filled("", "<div>", n)),
    ("deep text", |n| filled("", "<div>x", n)),
    ("deep lists", |n| filled("", "<ul><li>x", n)),
    ("deep spans", |n| half_and_half("<span>", "x", "</span>", n)),
    ("deep custom elements", |n| {
        half_and_half("<x-y>", "x", "</x-y>", n)
    }),
    ("deep pictures", |n| {
        half_and_half("<svg>", "x", "</svg>", n)
    }),
    ("deep formulas", |n| filled("", "<math><mtext><p>x", n)),
    ("deep templates", |n| filled("", "<template>x", n)),
    ("deep forms", |n| filled("", "<form><div>x", n)),
    ("end tags of nothing", |n| {
        filled("x", "</i></p></div></x-y>", n)
    }),
    ("end tags in the deep", |n| {
        filled(&"<span>".repeat(510), "</x-y>", n)
    }),
    ("end tags in the special deep", |n| {
        filled(&"<div>".repeat(510), "</section></li></h1>", n)
    }),
    ("blocks in the deep", |n| {
        filled(&"<div>".repeat(510), "<p>x", n)
    }),
    ("paragraphs in the deep", |n| {
        filled(
            &"<div>".repeat(510),
            "<p>So many words are said here that it is a paragraph of text.</p>",
            n,
        )
    }),
    ("items in the deep", |n| {
        filled(&"<div>".repeat(510), "<li>x", n)
    }),
    ("hidden items in the deep", |n| {
        filled(&"<div hidden>".repeat(510), "<li>x", n)
    }),
    ("text between rows in the deep", |n| {
        filled(&"<div>".repeat(505), "<table>x</table>", n)
    }),
    ("templates in the deep", |n| {
        filled(
            &"<div>".repeat(510),
            "<template><a href=x>y</a></template>",
            n,
        )
    }),
    ("formatting never closed", |n| filled("", "<b>x", n)),
    ("formatting never closed in paragraphs", |n| {
        numbered(n, |s, i| write!(s, "<p><b class=c{i}>x"))
    }),
    ("formatting opened anew", |n| {
        filled(
            &numbered(900, |s, i| write!(s, "<b class=c{i}>")),
            "<p>x",
            n,
        )
    }),
    ("formatting opened anew in cells", |n| {
        filled(
            &numbered(900, |s, i| write!(s, "<b id={i}>")),
            "<table><tr><td>x</table>x",
            n,
        )
    }),
    ("long formatting opened anew", |n| {
        filled(
            &numbered(n / 2, |s, i| {
                write!(s, "<b class='{i}{}'>", "c".repeat(1000))
            }),
            "<p>x",
            n,
        )
    }),
    ("a long link opened anew", |n| {
        filled(
            &format!("<p><a href=x class='{}'>y", "c ".repeat(n / 4)),
            "<p>x",
            n,
        )
    }),
    ("formatting across blocks", |n| {
        filled("", "<b><p>x</b>y</p>", n)
    }),
    ("formatting around all", |n| {
        filled(
            "<b><i><u><s><em><a href=x>",
            "<p>x</a></em><em><a href=y>",
            n,
        )
    }),
    ("misnested formatting", |n| {
        filled("", "<b><i>x</b>y</i>", n)
    }),
    ("misnested links", |n| {
        numbered(n, |s, i| write!(s, "<a href=u{i}><div>x</a></div>"))
    }),
    ("adoption", |n| {
        filled("", "<a href=x><div><div><div><a href=y>x", n)
    }),
    ("adoption in the deep", |n| filled("", "<font><p>x", n)),
    ("nobr", |n| filled("", "<nobr>x", n)),
    ("buttons", |n| filled("", "<button>x", n)),
    ("headings", |n| filled("", "<h1>x<h2>y", n)),
    ("markers", |n| filled("", "<object><b>x", n)),
    ("attributes", |n| {
        format!(
            "<div{}>x",
            numbered(n, |s, i| write!(s, " a{i}='{i}' class=c{i}"))
        )
    }),
    ("attributes without values", |n| {
        format!("<div{}>x", " a".repeat(n / 2))
    }),
    ("a long attribute", |n| {
        format!("<div class='{}'>x", "c ".repeat(n / 2))
    }),
    ("a long style", |n| {
        format!("<div style='{}'>x", "a:b;".repeat(n / 4))
    }),
    ("long classes", |n| {
        filled("", &format!("<p class='{}'>x", "&amp; ".repeat(200)), n)
    }),
    ("slashes", |n| format!("<div {}>x", "/".repeat(n))),
    ("equals signs", |n| format!("<div {}>x", "=".repeat(n))),
    ("quotes never closed", |n| filled("<p>x", "<p title=\"", n)),
    ("tags never closed", |n| filled("<p>x", "<p ", n)),
    ("comments", |n| filled("<p>x", "<!---->", n)),
    ("comments never closed", |n| filled("<p>x", "<!--", n)),
    ("dashes", |n| filled("<p>x<!--", "-", n)),
    ("declarations", |n| filled("<p>x", "<!>", n)),
    ("CDATA never closed", |n| {
        filled("<p>x<svg>", "<![CDATA[", n)
    }),
    ("scripts", |n| filled("<p>x", "<script></script>", n)),
    ("scripts never closed", |n| filled("<p>x", "<script>", n)),
    ("scripts in comments", |n| {
        filled("<p>x<script><!--", "<script></script>", n)
    }),
    ("comments in a script", |n| {
        filled("<p>x<script>", "<!--", n)
    }),
    ("comments closed in a script", |n| {
        filled("<p>x<script>", "<!-- -->", n)
    }),
    ("end tags in a script", |n| {
        filled("<p>x<script>", "</scrip></styl>", n)
    }),
    ("titles", |n| filled("", "<title>x</title>", n)),
    ("a long title", |n| {
        filled("<title>", "so - it | goes ", n) + "</title><p>x"
    }),
    ("a long title with a long heading", |n| {
        format!(
            "<title>{0} - x</title><h1>{0}</h1>",
            "a b | c - d ".repeat(n / 24)
        )
    }),
    ("articles below a long title", |n| {
        let begin = format!("<title>{}</title>", "a b c d e ".repeat(n / 20));
        filled(&begin, "<article><h1>x y z</h1></article>", n / 2)
    }),
    ("a long title of many words", |n| {
        let words = numbered(n / 2, |s, i| write!(s, "{i:x}word "));
        format!("<title>{words}</title><h1>{words}</h1><p>x")
    }),
    ("text areas", |n| filled("<p>x", "<textarea>", n)),
    ("frames", |n| filled("", "<frameset><frame>", n)),
    ("plain text", |n| {
        filled("<p>x<plaintext>", "<p>x</plaintext>", n)
    }),
    ("hidden blocks", |n| {
        filled("<p>x", "<div hidden>y</div>", n)
    }),
    ("hidden by style", |n| {
        filled("<p>x", "<p style='color:red;display:none'>y", n)
    }),
    ("hidden formatting", |n| filled("<b hidden>", "<p>y", n)),
    ("meta", |n| {
        filled("", "<meta name=author content='Ada Moss'>", n)
    }),
    ("meta with many owners", |n| {
        let owners = numbered(n / 4, |s, i| {
            write!(s, "<meta name=publisher content=x{i}>")
        });
        let authors = filled("", "<meta name=author content='Ada Moss'>", n / 4);
        owners + &filled(&authors, "<p>by Ada Moss", n / 2)
    }),
    ("meta that is long", |n| {
        format!(
            "<meta name=author content='{0}'><meta name=description content='{0}'><meta name=keywords content='{0}'>",
            "Ada Moss, ".repeat(n / 30)
        )
    }),
    ("meta by every name", |n| {
        numbered(n, |s, i| write!(s, "<meta name=n{i} content=x>"))
    }),
    ("tags", |n| {
        numbered(n, |s, i| {
            write!(s, "<meta property=article:tag content=t{i}>")
        })
    }),
    ("head links", |n| {
        filled("", "<link rel=canonical href='::'>", n)
    }),
    ("relations", |n| {
        format!("<link rel='{}' href=x>", "a ".repeat(n / 2))
    }),
    ("linked data", |n| {
        json(n, |n| {
            format!(
                "[{}]",
                filled(
                    "{}",
                    ",{\"@type\":\"NewsArticle\",\"author\":{\"@id\":\"#x\"}}",
                    n
                )
            )
        })
    }),
    ("linked data of one article", |n| {
        json(n, |n| {
            format!(
                "{{\"@type\":\"NewsArticle\",\"headline\":\"x\",\"datePublished\":\"2024-05-03\",\"author\":[{}]}}",
                filled("\"A B\"", ",{\"@id\":\"#x\"}", n)
            )
        })
    }),
    ("linked data that refers", |n| {
        json(n, |n| {
            format!(
                "[{}]",
                filled(
                    "1",
                    ",{\"@type\":\"Article\",\"author\":[{\"@id\":\"#x\"},{\"@id\":\"#y\"}],\"@id\":\"#z\"}",
                    n
                )
            )
        })
    }),
    ("linked data in a long string", |n| {
        json(n, |n| {
            format!(
                "{{\"@type\":\"Article\",\"headline\":\"{0}\",\"articleBody\":\"{0}\"}}",
                "x <b ".repeat(n / 10)
            )
        })
    }),
    ("linked data in the deep", |n| {
        json(n, |n| filled("", "{\"a\":[", n))
    }),
    ("linked data that is broken", |n| {
        json(n, |n| filled("{\"a\":\"", "\\x\n,}", n))
    }),
    ("linked data in many scripts", |n| {
        filled(
            "",
            "<script type=application/ld+json>{\"@type\":\"Article\",\"@id\":\"x\"}</script>",
            n,
        )
    }),
    ("linked data with keywords", |n| {
        json(n, |n| {
            format!(
                "{{\"@type\":\"Article\",\"keywords\":\"{}\"}}",
                numbered(n, |s, i| write!(s, "k{i},"))
            )
        })
    }),
    ("linked data with types", |n| {
        json(n, |n| {
            format!("{{\"@type\":[{}]}}", filled("\"A\"", ",\"B\"", n))
        })
    }),
];

fn filled(begin: &str, piece: &str, size: usize) -> String {
    format!("{begin}{}", piece.repeat(size / piece.len()))
}

fn half_and_half(open: &str, text: &str, close: &str, size: usize) -> String {
    let depth = size / (open.len() + close.len());
    format!("{}{text}{}", open.repeat(depth), close.repeat(depth))
}

fn json(size: usize, script: impl Fn(usize) -> String) -> String {
    format!(
        "<script type=application/ld+json>{}</script><p>x",
        script(size)
    )
}

/// Pieces of markup with their number in them.
fn numbered(size: usize, piece: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let mut html = String::new();
    let mut number = 0;
    while html.len() < size {
        let written = piece(&mut html, number);
        debug_assert!(written.is_ok());
        number += 1;
    }
    html
}
