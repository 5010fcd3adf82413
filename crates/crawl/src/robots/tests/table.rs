//! RFC 9309 as a table of a file, a URL, and whether it may be requested. Each part begins with the section of
//! the standard that it is based on.

use crate::robots::Rules;
use crate::tests::made::{robots_txt, url};

/// Section, topic, file, path, and whether `Gleaner` may request the path.
type Case = (
    &'static str,
    &'static str,
    &'static [u8],
    &'static str,
    bool,
);

const CASES: &[Case] = &[
    // 2.1 and 2.2.1: groups and their crawlers
    ("2.1", "an empty file allows all", b"", "/a", true),
    ("2.2.1", "no group for us and none for all", b"User-agent: Other\nDisallow: /\n", "/a", true),
    ("2.2.1", "the group of all is for us too", b"User-agent: *\nDisallow: /\n", "/a", false),
    ("2.2.1", "our own group alone counts", b"User-agent: *\nDisallow: /\n\nUser-agent: Gleaner\nDisallow: /b\n", "/a", true),
    ("2.2.1", "our own group forbids what all may", b"User-agent: *\nAllow: /\n\nUser-agent: Gleaner\nDisallow: /\n", "/a", false),
    ("2.2.1", "our own group may stand first", b"User-agent: Gleaner\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n", "/a", true),
    ("2.2.1", "an empty group of our own frees us from that of all", b"User-agent: *\nDisallow: /\n\nUser-agent: Gleaner\n", "/a", true),
    ("2.2.1", "names are matched without case", b"user-agent: gLEANER\nDisallow: /\n", "/a", false),
    ("2.2.1", "the key is matched without case", b"USER-AGENT: *\nDISALLOW: /\n", "/a", false),
    ("2.2.1", "a longer name is another's", b"User-agent: GleanerNews\nDisallow: /\n", "/a", true),
    ("2.2.1", "a name with a suffix is another's", b"User-agent: Gleaner-News\nDisallow: /\n", "/a", true),
    ("2.2.1", "a shorter name is another's", b"User-agent: Glean\nDisallow: /\n", "/a", true),
    ("2.2.1", "groups of one name are one group, first part", b"User-agent: Gleaner\nDisallow: /a\n\nUser-agent: Other\nDisallow: /\n\nUser-agent: Gleaner\nDisallow: /b\n", "/a", false),
    ("2.2.1", "groups of one name are one group, second part", b"User-agent: Gleaner\nDisallow: /a\n\nUser-agent: Other\nDisallow: /\n\nUser-agent: Gleaner\nDisallow: /b\n", "/b", false),
    ("2.2.1", "groups of all are one group", b"User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "/a", false),
    ("2.2.1", "groups of one name in different case are one group", b"User-agent: Gleaner\nDisallow: /a\n\nUser-agent: GLEANER\nDisallow: /b\n", "/a", false),
    ("2.2.1", "one group may be for several, us first", b"User-agent: Gleaner\nUser-agent: Other\nDisallow: /\n", "/a", false),
    ("2.2.1", "one group may be for several, us last", b"User-agent: Other\nUser-agent: Gleaner\nDisallow: /\n", "/a", false),
    ("2.2.1", "a rule ends the list of names", b"User-agent: Gleaner\nDisallow: /b\nUser-agent: Other\nDisallow: /\n", "/a", true),
    ("2.2.1", "an empty rule ends the list of names too", b"User-agent: Gleaner\nDisallow:\nUser-agent: Other\nDisallow: /\n", "/a", true),
    ("2.2.1", "an empty line does not end the list of names", b"User-agent: Gleaner\n\nUser-agent: Other\n\nDisallow: /\n", "/a", false),
    ("2.2.1", "an empty line does not end a group", b"User-agent: *\n\n\nDisallow: /\n", "/a", false),
    ("2.2.1", "rules before the first name are nobody's", b"Disallow: /\nUser-agent: *\nDisallow: /b\n", "/a", true),
    ("2.2.1", "our name with a version is our name", b"User-agent: Gleaner/0.1\nDisallow: /\n", "/a", false),
    ("2.2.1", "a star with a remark is the star", b"User-agent: * # everybody\nDisallow: /\n", "/a", false),
    ("2.2.1", "a star inside a name is no pattern", b"User-agent: Glean*\nDisallow: /\n", "/a", true),
    ("2.2.1", "a star and other names are the star", b"User-agent: *, Otherbot\nDisallow: /\n", "/a", false),
    ("2.2.1", "names in one line, us last", b"User-agent: Otherbot, Gleaner/1.0\nDisallow: /\n", "/a", false),
    ("2.2.1", "names in one line, us first", b"User-agent: *\nDisallow: /\n\nUser-agent: gleaner,Otherbot\nDisallow: /b\n", "/a", true),
    ("2.2.1", "names in one line, a star last", b"User-agent: Otherbot , *\nDisallow: /\n", "/a", false),
    ("2.2.1", "names in one line, not us", b"User-agent: Otherbot, GleanerNews\nDisallow: /\n", "/a", true),
    ("2.2.1", "a star with a mark is the star", b"User-agent: *;\nDisallow: /\n", "/a", false),
    ("2.2.1", "a pattern of all is the star", b"User-agent: .*\nDisallow: /\n", "/a", false),
    ("2.2.1", "a star before a name is no star", b"User-agent: *bot\nDisallow: /\n", "/a", true),
    ("2.2.1", "a name without letters is nobody", b"User-agent:\nDisallow: /\n", "/a", true),
    // 2.2.2: allow and disallow
    ("2.2.2", "a rule matches from the beginning of the path", b"User-agent: *\nDisallow: /b\n", "/a/b", true),
    ("2.2.2", "a rule matches all that begins with it", b"User-agent: *\nDisallow: /a\n", "/abc", false),
    ("2.2.2", "a folder is not the name before its slash", b"User-agent: *\nDisallow: /a/\n", "/a", true),
    ("2.2.2", "a rule longer than the path does not match", b"User-agent: *\nDisallow: /abc\n", "/ab", true),
    ("2.2.2", "paths are compared with case", b"User-agent: *\nDisallow: /A\n", "/a", true),
    ("2.2.2", "an empty disallow forbids nothing", b"User-agent: *\nDisallow:\n", "/a", true),
    ("2.2.2", "an empty allow allows nothing", b"User-agent: *\nDisallow: /\nAllow:\n", "/a", false),
    ("2.2.2", "no rule for a path allows it", b"User-agent: *\nDisallow: /b\nAllow: /c\n", "/a", true),
    ("2.2.2", "the longest match wins when it allows", b"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b/c", true),
    ("2.2.2", "the longest match wins when it forbids", b"User-agent: *\nAllow: /a\nDisallow: /a/b\n", "/a/b/c", false),
    ("2.2.2", "the order of rules does not matter", b"User-agent: *\nAllow: /a/b\nDisallow: /a\n", "/a/b", true),
    ("2.2.2", "of equal rules the one that allows wins", b"User-agent: *\nDisallow: /a\nAllow: /a\n", "/a", true),
    ("2.2.2", "the longest match wins across merged groups", b"User-agent: *\nDisallow: /a\n\nUser-agent: *\nAllow: /a/b\n", "/a/b", true),
    ("2.2.2", "the file itself is always allowed", b"User-agent: *\nDisallow: /\n", "/robots.txt", true),
    ("2.2.2", "and even if it is named", b"User-agent: *\nDisallow: /robots.txt\n", "/robots.txt", true),
    ("2.2.2", "what only looks like it is not", b"User-agent: *\nDisallow: /\n", "/robots.txt.bak", false),
    ("2.2.2", "the query belongs to the path", b"User-agent: *\nDisallow: /a?print=\n", "/a?print=1", false),
    ("2.2.2", "another query is another path", b"User-agent: *\nDisallow: /a?print=\n", "/a?page=1", true),
    ("2.2.2", "a rule without query matches with any", b"User-agent: *\nDisallow: /a\n", "/a?page=1", false),
    ("2.2.2", "raw and encoded letters beyond ASCII are equal", "User-agent: *\nDisallow: /bücher\n".as_bytes(), "/b%C3%BCcher", false),
    ("2.2.2", "encoded in the file, raw in the address", b"User-agent: *\nDisallow: /b%C3%BCcher\n", "/bücher", false),
    ("2.2.2", "the table of the standard: U+30C4", "User-agent: *\nDisallow: /foo/bar/ツ\n".as_bytes(), "/foo/bar/%E3%83%84", false),
    ("2.2.2", "the table of the standard: encoded letters", b"User-agent: *\nDisallow: /foo/bar/%62%61%7A\n", "/foo/bar/baz", false),
    ("2.2.2", "and the other way round", b"User-agent: *\nDisallow: /foo/bar/baz\n", "/foo/bar/%62%61%7A", false),
    ("2.2.2", "the table of the standard: an address in the query", b"User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar\n", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", false),
    ("2.2.2", "the table of the standard: a plain query", b"User-agent: *\nDisallow: /foo/bar?baz=quz\n", "/foo/bar?baz=quz", false),
    ("2.2.2", "the case of percent-encoding does not matter", b"User-agent: *\nDisallow: /a%c3%bc\n", "/a%C3%BC", false),
    ("2.2.2", "an encoded slash is no slash", b"User-agent: *\nDisallow: /a/b\n", "/a%2Fb", true),
    ("2.2.2", "an encoded slash is an encoded slash", b"User-agent: *\nDisallow: /a%2fb\n", "/a%2Fb", false),
    ("2.2.2", "a tilde may be encoded", b"User-agent: *\nDisallow: /%7Ejoe/\n", "/~joe/index.html", false),
    ("2.2.2", "a stray percent sign is itself", b"User-agent: *\nDisallow: /100%\n", "/100%", false),
    ("2.2.2", "octets that are no UTF-8 are compared as they are", b"User-agent: *\nDisallow: /caf\xe9\n", "/caf%E9", false),
    ("2.2.2", "a path that forgot its slash", b"User-agent: *\nDisallow: intern\n", "/intern/a", false),
    ("2.2.2", "a path with scheme and host before it", b"User-agent: *\nDisallow: https://paper.example/intern\n", "/intern/a", false),
    ("2.2.2", "the same, with a pattern", b"User-agent: *\nDisallow: HTTP://paper.example:81/*?print=\n", "/a?print=1", false),
    ("2.2.2", "the same, which allows", b"User-agent: *\nDisallow: /a\nAllow: https://paper.example/a/b\n", "/a/b", true),
    ("2.2.2", "nor is that of all its pages", b"User-agent: *\nDisallow: http://old.paper.example/*\n", "/a", true),
    ("2.2.2", "nor does it allow all", b"User-agent: *\nDisallow: /\nAllow: https://other.example/*\n", "/a", false),
    ("2.2.2", "a whole site's URL is no rule for all", b"User-agent: *\nDisallow: http://old.paper.example/\n", "/a", true),
    // 2.2.3: special characters
    ("2.2.3", "# begins a remark", b"User-agent: * # all\nDisallow: /a # not this\n", "/a", false),
    ("2.2.3", "a line may be a remark", b"# hello\nUser-agent: *\n# Disallow: /a\nDisallow: /b\n", "/a", true),
    ("2.2.3", "a rule that is all remark is empty", b"User-agent: *\nDisallow: # nothing\n", "/a", true),
    ("2.2.3", "$ is the end", b"User-agent: *\nDisallow: /a.php$\n", "/a.php", false),
    ("2.2.3", "$ is the end, and there is more", b"User-agent: *\nDisallow: /a.php$\n", "/a.php?x=1", true),
    ("2.2.3", "$ inside is a dollar", b"User-agent: *\nDisallow: /a$b\n", "/a$bc", false),
    ("2.2.3", "the front page alone", b"User-agent: *\nAllow: /$\nDisallow: /\n", "/", true),
    ("2.2.3", "the front page alone, and nothing else", b"User-agent: *\nAllow: /$\nDisallow: /\n", "/a", false),
    ("2.2.3", "* is anything", b"User-agent: *\nDisallow: /*.gif\n", "/a/b/c.gif", false),
    ("2.2.3", "* is nothing too", b"User-agent: *\nDisallow: /a*b\n", "/ab", false),
    ("2.2.3", "* passes slashes and the question mark", b"User-agent: *\nDisallow: /a*z\n", "/a/b?c=z", false),
    ("2.2.3", "* at the end changes nothing", b"User-agent: *\nDisallow: /a*\n", "/ab", false),
    ("2.2.3", "* at the beginning", b"User-agent: *\nDisallow: *.pdf\n", "/x/a.pdf", false),
    ("2.2.3", "several stars in their order", b"User-agent: *\nDisallow: /*/b/*.html\n", "/a/b/c.html", false),
    ("2.2.3", "several stars not in their order", b"User-agent: *\nDisallow: /*/b/*.html\n", "/b/a.html", true),
    ("2.2.3", "a star and the end", b"User-agent: *\nDisallow: /*.pdf$\n", "/a.pdf.html", true),
    ("2.2.3", "a star and the end, which comes twice", b"User-agent: *\nDisallow: /*.pdf$\n", "/a.pdf/b.pdf", false),
    ("2.2.3", "an encoded star is a star of the address", b"User-agent: *\nDisallow: /file-with-a-%2A.html\n", "/file-with-a-*.html", false),
    ("2.2.3", "an encoded star is no star", b"User-agent: *\nDisallow: /a%2Ab\n", "/axb", true),
    ("2.2.3", "an encoded dollar is a dollar of the address", b"User-agent: *\nDisallow: /foo-%24\n", "/foo-$", false),
    ("2.2.3", "an encoded dollar is no end", b"User-agent: *\nDisallow: /foo%24\n", "/foo$bar", false),
    ("2.2.3", "a star in the address is only a star", b"User-agent: *\nDisallow: /ab\n", "/a*", true),
    // 2.2.4: other records
    ("2.2.4", "a sitemap does not end a group", b"User-agent: *\nSitemap: https://a.example/s.xml\nDisallow: /\n", "/a", false),
    ("2.2.4", "a sitemap does not end the list of names", b"User-agent: Gleaner\nSitemap: https://a.example/s.xml\nUser-agent: Other\nDisallow: /\n", "/a", false),
    ("2.2.4", "a crawl-delay does not end the list of names", b"User-agent: Gleaner\nCrawl-delay: 5\nUser-agent: Other\nDisallow: /\n", "/a", false),
    ("2.2.4", "unknown records are passed over", b"User-agent: *\nNoindex: /a\nHost: a.example\nClean-param: x /\nDisallow: /b\n", "/b", false),
    ("2.2.4", "unknown records say nothing", b"User-agent: *\nNoindex: /a\n", "/a", true),
    // 2.2: lines, and malformed ones
    ("2.2", "lines end with CR", b"User-agent: *\rDisallow: /a\rDisallow: /b\r", "/b", false),
    ("2.2", "lines end with CR LF", b"User-agent: *\r\nDisallow: /a\r\n", "/a", false),
    ("2.2", "the last line needs no end", b"User-agent: *\nDisallow: /a", "/a", false),
    ("2.2", "spaces and tabs around everything", b" \tUser-agent \t:\t * \n  Disallow\t: \t/a \t\n", "/a", false),
    ("2.2", "no space at all", b"User-agent:*\nDisallow:/a\n", "/a", false),
    ("2.2", "a byte order mark", b"\xef\xbb\xbfUser-agent: *\nDisallow: /a\n", "/a", false),
    ("2.2", "a missing colon", b"User-agent *\nDisallow /a\n", "/a", false),
    ("2.2", "a common misspelling", b"User-agent: *\nDissallow: /a\n", "/a", false),
    ("2.2", "two byte order marks", "\u{feff}\u{feff}User-agent: *\nDisallow: /a\n".as_bytes(), "/a", false),
    ("2.2", "a byte order mark that was encoded twice", "ï»¿User-agent: *\nDisallow: /a\n".as_bytes(), "/a", false),
    ("2.2", "spaces that are not ASCII, before the key and the path", "\u{3000}User-agent:\u{a0}*\n\u{200b}Disallow:\u{2009}/a\n".as_bytes(), "/a", false),
    ("2.2", "lines that end as only Unicode knows", "User-agent: *\u{2028}Disallow: /a\u{85}Disallow: /b".as_bytes(), "/a", false),
    ("2.2", "colons in full width", "User-agent： *\nDisallow：/a\n".as_bytes(), "/a", false),
    ("2.2", "a colon in full width may be in a path", "User-agent: *\nDisallow: /特：a\n".as_bytes(), "/特：a", false),
    ("2.2", "a preformatted page", b"<html><body><pre>User-agent: *\nDisallow: /a</pre></body></html>", "/a", false),
    ("2.2", "a page of one line", b"User-agent: *<br>Disallow: /a<br />Disallow: /b", "/a", false),
    ("2.2", "a page of paragraphs", b"<p class=x>User-agent: *</p>\n<P>Disallow: /a</P>", "/a", false),
    ("2.2", "lines in quotes", b"\"User-agent: *\"\n'Disallow: /a'\n", "/a", false),
    ("2.2", "names and paths in quotes", b"User-agent: \"*\"\nDisallow: '/a'\n", "/a", false),
    ("2.2", "a quote at the end belongs to the path", b"User-agent: *\nDisallow: /*\"\n", "/a", true),
    ("2.2", "a list", "• User-agent: *\n- Disallow: /b\n1. Disallow: /a\n".as_bytes(), "/a", false),
    ("2.2", "a line that another language comments out", b"User-agent: *\n//Disallow: /a\n; Disallow: /a\n<!-- Disallow: /a -->\n", "/a", true),
    ("2.2", "a gzipped file", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x2d\x4e\x2d\xd2\x4d\x4c\x4f\xcd\x2b\xb1\x52\xd0\xe2\x72\xc9\x2c\x4e\xcc\xc9\xc9\x2f\xb7\x52\xd0\x4f\xe4\x02\x00\xc7\x30\x83\x2c\x1b\x00\x00\x00", "/a", false),
    ("2.2", "lines of garbage between", b"User-agent: *\n\x00\x01\xff\xfe:::\n<html>\nDisallow: /a\n", "/a", false),
    ("2.2", "a page instead of a file", b"<!doctype html><html><body>Disallow: /</body></html>", "/a", true),
    ("2.2", "a file in UTF-16", b"\xff\xfeU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0\n\0D\0i\0s\0a\0l\0l\0o\0w\0:\0/\0a\0\n\0", "/a", false),
];

fn allowed(file: &[u8], path: &str) -> bool {
    let rules = Rules::parse(&robots_txt(Some(200), file), "Gleaner");
    rules.check(&url(path)).allowed
}

#[test]
fn every_case_of_the_standard_is_right() {
    let wrong: Vec<_> = CASES
        .iter()
        .filter(|(_, _, file, path, wanted)| allowed(file, path) != *wanted)
        .map(|(section, about, _, path, wanted)| {
            format!("{section} {about}: {path} should be {wanted}")
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
