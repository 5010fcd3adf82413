//! Texts long enough to be taken for an article, on pages that are none.

use crate::{
    desk::Desk,
    html::{escape, joined},
};

/// The paragraphs of the text called `which`; `name` stands for whom or what it is about.
pub(crate) fn text(desk: &Desk, which: &str, name: &str) -> Vec<String> {
    let all = desk.site.language.say(
        include_str!("prose/longer_de.txt"),
        include_str!("prose/longer_en.txt"),
    );
    let parts = all.split("# ").filter_map(|part| part.split_once('\n'));
    let found = parts.filter(|(title, _)| *title == which);
    found
        .flat_map(|(_, lines)| lines.lines())
        .map(|line| line.replace("{name}", name))
        .collect()
}

/// The same as markup.
pub(crate) fn paragraphs(desk: &Desk, which: &str, name: &str) -> String {
    let lines = text(desk, which, name);
    joined(
        lines
            .iter()
            .map(|line| format!("<p>{}</p>\n", escape(line))),
    )
}
