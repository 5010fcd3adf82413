//! Pages broken on purpose: a strategy that damages a page, and one that makes pages only of tags.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Tags that are inserted, of one kind after the other, the plain ones first.
const TAGS: &str = "
    <p>, </p>, <div>, </div>, <section>, </section>, <li>, </li>, <ul>, </ul>, <h2>, </h3>, <dd>,
    <dt>, <pre>, </pre>, <form>, </form>, <address>, <hr>, <br>, </br>, <blockquote>, </blockquote>,
    <b>, </b>, <i>, </i>, <a href=x>, </a>, <font>, </font>, <nobr>, </nobr>, <code>, <em>, </em>,
    <span>, </span>, <x-y>, </x-y>, <ruby>, <rt>, <wbr>, <img>, <label>,
    <table>, </table>, <tbody>, <thead>, <tr>, </tr>, <td>, </td>, <th>, <caption>, </caption>,
    <col>, <colgroup>,
    <select>, </select>, <option>, <optgroup>, <button>, </button>, <textarea>, </textarea>, <input>,
    <svg>, </svg>, <path/>, <desc>, <foreignObject>, </foreignObject>, <title>, </title>, <math>,
    </math>, <mi>, <mtext>, </mtext>, <annotation-xml encoding=text/html>, <mglyph>,
    <template>, </template>, <object>, </object>, <marquee>, </marquee>, <iframe>, </iframe>,
    <noscript>, <script>, </script>, <style>, </style>,
    <!--, -->, <![CDATA[, ]]>, <!doctype html>, <?x>,
    <html>, <head>, </head>, <body>, </body>, </html>, <frameset>, <frame>, </frameset>,
    <p hidden>, <span style=display:none>, <b hidden>, <tr hidden>,
    <plaintext>, <xmp>, </xmp>, <image>";

fn tags() -> Vec<&'static str> {
    TAGS.split(',').map(str::trim).collect()
}

/// One way to break a page.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Delete(Index),
    Double(Index),
    Swap(Index, Index),
    Insert(Index, &'static str),
    /// Cuts the page.
    Cut(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        4 => any::<Index>().prop_map(Damage::Delete),
        4 => any::<Index>().prop_map(Damage::Double),
        4 => any::<(Index, Index)>().prop_map(|(a, b)| Damage::Swap(a, b)),
        8 => (any::<Index>(), select(tags())).prop_map(|(at, tag)| Damage::Insert(at, tag)),
        1 => any::<Index>().prop_map(Damage::Cut),
    ]
}

/// One to six ways to break a page.
pub(crate) fn damages() -> impl Strategy<Value = Vec<Damage>> {
    vec(damage(), 1..7)
}

/// A page of only tags and words.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => select(tags()).prop_map(str::to_owned),
        2 => (0..10_u8).prop_map(|number| format!("w{number} ")),
    ];
    vec(piece, 1..24).prop_map(|pieces| pieces.concat())
}

/// Splits a page before and after each tag, damages it, and joins it again.
pub(crate) fn damaged(html: &str, damages: &[Damage]) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in html.split_inclusive('>') {
        let (text, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        parts.extend([text, tag]);
    }
    for damage in damages {
        // the tags are the parts at odd indices
        let tags = parts.len() / 2;
        if tags == 0 {
            break;
        }
        let tag = |index: &Index| index.index(tags) * 2 + 1;
        match damage {
            Damage::Delete(index) => parts[tag(index)] = "",
            Damage::Double(index) => {
                let at = tag(index);
                let doubled = parts[at];
                parts.splice(at..at, [doubled, ""]);
            }
            Damage::Swap(one, other) => {
                let (one, other) = (tag(one), tag(other));
                parts.swap(one, other);
            }
            Damage::Insert(index, new) => {
                let at = tag(index);
                parts.splice(at..at, [*new, ""]);
            }
            Damage::Cut(index) => parts.truncate(tag(index)),
        }
    }
    parts.concat()
}
