//! Tables of cases for tests.

/// Checks the text of each page of a table: one a line, with `=>` before its text, and `¶` between the blocks of that.
#[track_caller]
pub(crate) fn assert_texts(cases: &str) {
    for case in cases.lines() {
        let (html, text) = case.split_once("=>").unwrap();
        let text = text.trim().replace('¶', "\n");
        assert_eq!(crate::parse(html.trim()).text, text, "{case}");
    }
}
