//! The pages a site has beside its articles and special pages.

use crate::{
    article::Brief,
    desk::Desk,
    furniture,
    html::{Pieces, escape, joined},
    lists::{IN_ARCHIVE, IN_SECTION, REPORTERS, WINDOW, in_section, reporter},
    prose, series,
};

/// Every page of lists: path, page type.
pub(crate) fn list_pages(desk: &Desk) -> Vec<(String, &'static str)> {
    let mut out = vec![("/".to_owned(), "home")];
    let mut paged = |path: &str, count: usize, size: usize| {
        for page in 1..=count.div_ceil(size).max(1) {
            out.push((furniture::page_path(desk, path, page), "section"));
        }
    };
    for topic in 0..prose::TOPICS {
        paged(
            &desk.site.section_path(topic),
            in_section(desk, topic).len(),
            IN_SECTION,
        );
    }
    let standing = desk.newest_numbers().count();
    paged(desk.site.paths.archive, standing, IN_ARCHIVE);
    for which in 0..REPORTERS {
        out.push((desk.site.author_path(&reporter(desk, which)), "author"));
    }
    let briefs = desk.newest().take(WINDOW);
    let tags = briefs.flat_map(|brief| linked_tags(desk, brief));
    out.extend(tags.map(|path| (path, "tag")));
    for (path, page_type) in [
        (desk.site.paths.imprint, "legal"),
        (desk.site.paths.privacy, "legal"),
        (desk.site.paths.terms, "legal"),
        (desk.site.paths.contact, "other"),
        (desk.site.paths.login, "login"),
        (desk.site.paths.search, "search"),
    ] {
        out.push((path.to_owned(), page_type));
    }
    out.sort();
    out.dedup();
    out
}

/// Paths of the keywords that an article mentions, which are those it links.
fn linked_tags(desk: &Desk, brief: Brief) -> Vec<String> {
    const BARE: Pieces = Pieces {
        paragraph: "*",
        heading: "",
        list: "",
        item: "",
    };
    let sheets = series::sheets(desk, brief);
    let tags = sheets
        .first()
        .map_or_else(Vec::new, |first| desk.tag_links(first));
    let body = joined(
        sheets
            .iter()
            .map(|sheet| BARE.body(&sheet.story.parts, &tags, "")),
    );
    let paths = tags.into_iter().map(|(_, path)| path);
    let is_linked = |path: &String| body.contains(&format!("\"{}\"", escape(path)));
    paths.filter(is_linked).collect()
}
