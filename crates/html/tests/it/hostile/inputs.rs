//! Pages made to stop a parser, each of any size.

use std::fmt::Write;

/// Makes a page of about the given number of bytes.
pub(crate) type Input = Box<dyn Fn(usize) -> String>;

/// All of them by name.
pub(crate) fn inputs() -> Vec<(&'static str, Input)> {
    let repeated = REPEATED.lines().map(|line| {
        let cells = line.split("=>").map(|cell| cell.trim_matches(' '));
        let [name, begin, piece] = cells.collect::<Vec<_>>()[..] else {
            panic!("not three cells: {line}");
        };
        let begin = match begin.split_once('*') {
            Some((tag, times)) => tag.repeat(times.parse().unwrap_or_else(|_| panic!("{line}"))),
            None => begin.to_owned(),
        };
        (name, Box::new(move |n| filled(&begin, piece, n)) as Input)
    });
    let others = OTHERS.iter();
    let others = others.map(|&(name, input)| (name, Box::new(input) as Input));
    repeated.chain(others).collect()
}

/// Pages of one piece of markup again and again, one a line: a name, what begins the page, often many times, and the piece.
const REPEATED: &str = "\
    less-than signs => => <
    ampersands => <p> => &
    endless entity => <p>&# => 1
    nul => <p>x => \0
    one word => <p> => x
    one line of letters that are words => <p> => 今日は
    combining marks => <p>a => \u{301}
    no-break spaces => <p> => \u{a0}
    replacement characters => <p> => \u{fffd}
    line breaks => <p>x => <br>
    line breaks between words => <p> => x<br>
    tiny blocks => => <p>x
    tiny headings => <title>x y z</title> => <h1>x y z</h1>
    tiny dates => => <p>3.5.2024
    tiny bylines => => <p class=author>By Ada Moss
    paragraphs => => <p>So many words are said here that it is a paragraph of text, and it goes on, he said.</p>
    list items => <ul> => <li>x
    definitions => <dl> => <dt>x<dd>y
    options => <select> => <option>x
    links without text => <p> => <a href=x></a>
    links never closed => <p> => <a href=x>y
    times => <p> => <time datetime=2024-05-03>x</time>
    times that are none => <p> => <time>x</time>
    cells => <table> => <tr><td>x<td>y
    cells in a row => <table><tr> => <td>x
    text between rows => <table> => <tr>x<b>
    tables in tables => => <table><tr><td>x
    tables in tables without cells => => <table>x
    tables side by side => => <table><tr><td>x</table>
    captions => <table> => <caption>x
    deep divisions never closed => => <div>
    deep text => => <div>x
    deep lists => => <ul><li>x
    deep formulas => => <math><mtext><p>x
    deep templates => => <template>x
    deep forms => => <form><div>x
    end tags of nothing => x => </i></p></div></x-y>
    end tags in the deep => <span>*510 => </x-y>
    end tags in the special deep => <div>*510 => </section></li></h1>
    blocks in the deep => <div>*510 => <p>x
    paragraphs in the deep => <div>*510 => <p>So many words are said here that it is a paragraph of text.</p>
    items in the deep => <div>*510 => <li>x
    hidden items in the deep => <div hidden>*510 => <li>x
    text between rows in the deep => <div>*505 => <table>x</table>
    templates in the deep => <div>*510 => <template><a href=x>y</a></template>
    formatting never closed => => <b>x
    formatting across blocks => => <b><p>x</b>y</p>
    formatting around all => <b><i><u><s><em><a href=x> => <p>x</a></em><em><a href=y>
    misnested formatting => => <b><i>x</b>y</i>
    adoption => => <a href=x><div><div><div><a href=y>x
    adoption in the deep => => <font><p>x
    nobr => => <nobr>x
    buttons => => <button>x
    headings => => <h1>x<h2>y
    markers => => <object><b>x
    quotes never closed => <p>x => <p title=\"
    comments => <p>x => <!---->
    comments never closed => <p>x => <!--
    dashes => <p>x<!-- => -
    declarations => <p>x => <!>
    CDATA never closed => <p>x<svg> => <![CDATA[
    scripts => <p>x => <script></script>
    scripts never closed => <p>x => <script>
    scripts in comments => <p>x<script><!-- => <script></script>
    comments in a script => <p>x<script> => <!--
    comments closed in a script => <p>x<script> => <!-- -->
    end tags in a script => <p>x<script> => </scrip></styl>
    titles => => <title>x</title>
    text areas => <p>x => <textarea>
    frames => => <frameset><frame>
    plain text => <p>x<plaintext> => <p>x</plaintext>
    hidden blocks => <p>x => <div hidden>y</div>
    hidden by style => <p>x => <p style='color:red;display:none'>y
    hidden formatting => <b hidden> => <p>y
    meta => => <meta name=author content='Ada Moss'>
    head links => => <link rel=canonical href='::'>
    linked data in many scripts => => <script type=application/ld+json>{\"@type\":\"Article\",\"@id\":\"x\"}</script>";

/// A page of about a number of bytes.
type Page = fn(usize) -> String;

/// The others by name.
const OTHERS: &[(&str, Page)] = &[
    ("entities", |n| {
        filled("<p>", "&amp;&eacute;&#233;&#xe9;&nosuch; ", n)
    }),
    ("one line", |n| filled("<p>", "word ", n)),
    ("white space", |n| filled("<p>", " \n\t", n)),
    ("sentences", |n| filled("<p>", "So it goes, he said. ", n)),
    ("tiny blocks of numbers", |n| {
        numbered(n, |s, i| write!(s, "<p>{i}"))
    }),
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
    ("links to everywhere", |n| {
        numbered(n, |s, i| write!(s, "<a href=/{i}>y</a> "))
    }),
    ("named spans", |n| {
        numbered(n, |s, i| {
            write!(s, "<p><span class='c{i} d' id=i{i}>x</span>")
        })
    }),
    ("a wide row and many others", |n| {
        let begin = format!("<table><tr>{}", "<td>x".repeat(n / 10));
        filled(&begin, "<tr><td>x", n / 2)
    }),
    ("less-than signs in preformatted text", |n| {
        filled("<pre>", "< x ", n) + "</pre>"
    }),
    ("deep divisions", |n| {
        half_and_half("<div>", "x", "</div>", n)
    }),
    ("deep spans", |n| half_and_half("<span>", "x", "</span>", n)),
    ("deep custom elements", |n| {
        half_and_half("<x-y>", "x", "</x-y>", n)
    }),
    ("deep pictures", |n| {
        half_and_half("<svg>", "x", "</svg>", n)
    }),
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
    ("misnested links", |n| {
        numbered(n, |s, i| write!(s, "<a href=u{i}><div>x</a></div>"))
    }),
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
    ("tags never closed", |n| filled("<p>x", "<p ", n)),
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
