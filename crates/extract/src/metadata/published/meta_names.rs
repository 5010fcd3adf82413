//! The names of `<meta>` elements with dates.

/// Names for the first publication, the most reliable first. Letters and digits only: `article:published_time` and
/// `article.published.time` are the same name.
pub(super) const PUBLISHED: [&str; 42] = [
    "articlepublishedtime",
    "ogpublishedtime",
    "ogarticlepublishedtime",
    "articlepublished",
    "ogarticlepublished",
    "datepublished",
    "parselypubdate",
    "sailthrudate",
    "publishdate",
    "publisheddate",
    "publicationdate",
    "datepublication",
    "pubdate",
    "ogpubdate",
    "articlepubdate",
    "publishedtime",
    "publishtime",
    "publishedat",
    "publishedon",
    "articlepostdate",
    "postdate",
    "articledateoriginal",
    "originalpublicationdate",
    "originalpublishdate",
    "firstpublished",
    "firstpublicationdate",
    "articledate",
    "articlecreated",
    "cxenseparserecspublishtime",
    "cxenseparsepublishtime",
    "dcdateissued",
    "dctermsissued",
    "dcissued",
    "dcdatepublished",
    "ptime",
    "displaydate",
    "citationpublicationdate",
    "citationonlinedate",
    "rnewsdatepublished",
    "releasedate",
    "ogreleasedate",
    "videoreleasedate",
];

/// Names for a date that is the publication on most pages, but the last change in some content management systems.
pub(super) const AMBIGUOUS: [&str; 10] = [
    "date",
    "datecreated",
    "dctermscreated",
    "dcdatecreated",
    "dccreated",
    "dcdate",
    "dctermsdate",
    "created",
    "creationdate",
    "pagedate",
];

/// Names for the last change.
pub(super) const MODIFIED: [&str; 15] = [
    "articlemodifiedtime",
    "ogupdatedtime",
    "articlemodified",
    "articleupdatedtime",
    "datemodified",
    "dctermsmodified",
    "dcdatemodified",
    "dcmodified",
    "lastmodified",
    "lastmod",
    "revisiondate",
    "lastupdated",
    "articledateupdated",
    "datelastmodified",
    "moddate",
];

/// Whether a name, reduced to letters and digits, equals another.
pub(super) fn is(written: &str, name: &str) -> bool {
    let letters = written.bytes().filter(u8::is_ascii_alphanumeric);
    letters.eq(name.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_make_no_difference_in_a_name() {
        assert!(is("article:published_time", PUBLISHED[0]));
        assert!(is("article:published:time", PUBLISHED[0]));
        assert!(!is("article:published", PUBLISHED[0]));
    }
}
