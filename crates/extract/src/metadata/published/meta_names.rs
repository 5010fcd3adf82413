//! The names of `<meta>` elements with dates, separated by blanks.

/// Names for the first publication, the most reliable first. Letters and digits only and without `og`: `article:published_time`,
/// `article.published.time` and `og:article:published_time` are the same name.
pub(super) const PUBLISHED: &str = "
    articlepublishedtime articlepublished publishedtime datepublished parselypubdate
    sailthrudate publishdate publisheddate publicationdate datepublication pubdate
    articlepubdate publishtime publishedat publishedon articlepostdate postdate
    articledateoriginal originalpublicationdate originalpublishdate firstpublished
    firstpublicationdate articledate articlecreated cxenseparserecspublishtime
    cxenseparsepublishtime dcdateissued dctermsissued dcissued dcdatepublished ptime
    displaydate citationpublicationdate citationonlinedate rnewsdatepublished releasedate
    regdate videoreleasedate";

/// Names for a date that is the publication on most pages, but the last change in some content management systems.
pub(super) const AMBIGUOUS: &str = "
    date datecreated dctermscreated dcdatecreated dccreated dcdate dctermsdate created
    creationdate pagedate";

/// Names for the last change.
pub(super) const MODIFIED: &str = "
    articlemodifiedtime articlemodified articleupdatedtime updatedtime dateupdate
    datemodified dctermsmodified dcdatemodified dcmodified lastmodified lastmod revisiondate
    lastupdated articledateupdated datelastmodified moddate";

/// Whether a name, reduced to letters and digits, equals another. `og:` is put before names of every vocabulary.
pub(super) fn is(written: &str, name: &str) -> bool {
    let written = written
        .strip_prefix("og")
        .filter(|rest| !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric()))
        .unwrap_or(written);
    let letters = written.bytes().filter(u8::is_ascii_alphanumeric);
    letters.eq(name.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_make_no_difference_in_a_name() {
        let name = "articlepublishedtime";
        assert!(PUBLISHED.trim_start().starts_with(name));
        assert!(is("article:published_time", name));
        assert!(is("article:published:time", name));
        assert!(is("og:article:published_time", name));
        assert!(is("og:regdate", "regdate") && !is("ogregdate", "regdate"));
        assert!(!is("article:published", name));
    }
}
