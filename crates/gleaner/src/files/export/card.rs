//! The files beside the data: its schema, and a dataset card for people and Hugging Face's `datasets`.

use std::fmt::Write as _;

use arrow_ipc::writer::StreamWriter;
use formats::schema::{self, Field};
use formats::{Column, Encoding};

use super::folder::Folder;
use super::manifest::Manifest;
use super::partitions::DATA;
use crate::console::plural::count;

/// The dataset card that `datasets` reads.
const CARD: &str = "README.md";

/// The schemas.
const JSON_SCHEMA: &str = "schema.json";
const ARROW_SCHEMA: &str = "schema.arrow";

/// Writes `schema.json`, `schema.arrow` and `README.md`.
pub(crate) fn write(
    folder: &Folder,
    manifest: &Manifest,
    columns: &[Column],
    encoding: Encoding,
) -> anyhow::Result<()> {
    for (name, content) in schemas(columns)? {
        folder.write(name, &content)?;
    }
    let card = card(manifest, &fields_of(columns), encoding);
    folder.write(CARD, card.as_bytes())
}

/// The names and contents of the schemas.
fn schemas(columns: &[Column]) -> anyhow::Result<[(&'static str, Vec<u8>); 2]> {
    let fields = fields_of(columns);
    let json = serde_json::to_vec_pretty(&schema::json_schema(&fields))?;
    let arrow = StreamWriter::try_new(Vec::new(), &schema::arrow(&fields))?.into_inner()?;
    Ok([(JSON_SCHEMA, json), (ARROW_SCHEMA, arrow)])
}

fn fields_of(columns: &[Column]) -> Vec<Field> {
    columns.iter().map(|column| column.field).collect()
}

fn card(manifest: &Manifest, fields: &[Field], encoding: Encoding) -> String {
    let format = encoding.name();
    let files = match encoding {
        Encoding::Parquet => format!("{DATA}/*/*/*.parquet"),
        Encoding::Jsonl(_) | Encoding::Csv => format!("{DATA}/*.{format}"),
    };
    let known = manifest.articles_by_language.keys();
    let known = known.filter(|language| *language != "unknown");
    // without quotes, YAML takes Norwegian (`no`) for false
    let mut languages = known.fold(String::new(), |list, code| list + "- \"" + code + "\"\n");
    if !languages.is_empty() {
        languages.insert_str(0, "language:\n");
    }
    // JSONL has no types of its own; `datasets` would guess them from the first rows.
    let types = match encoding {
        Encoding::Jsonl(_) => format!(
            "dataset_info:\n  config_name: default\n{}",
            schema::card_features(fields)
        ),
        Encoding::Parquet | Encoding::Csv => String::new(),
    };
    let next = if manifest.selection.can_be_followed() {
        "`gleaner export --continue FOLDER` adds what is new, changed or withdrawn."
    } else {
        "What leaves the selection cannot be reported: the same `gleaner export` with `--force` starts over."
    };
    let mut card = format!(
        "---\npretty_name: News articles\n{languages}license: other\ntask_categories:\n- text-generation\nconfigs:\n- config_name: default\n  data_files: \"{files}\"\n{types}---\n\
         # News articles\n\n\
         {}, written by `gleaner export` as {format} with the fields of the profile `{}`. The texts belong to their\n\
         publishers; their presence here grants no rights to use them. {} of them carry opt-outs of their publishers\n\
         (column `opt_outs` of the profile `native`), {} were left out for theirs.\n\n\
         - `manifest.json` has the files with their SHA-256, the filters, the withdrawn versions, and the cursor.\n\
         - `schema.json` (JSON Schema) and `schema.arrow` (Arrow) have the types, columns that are null here included.\n\
         - {next}\n\n\
         | language | article versions |\n| --- | ---: |\n",
        count(manifest.articles, "article version"),
        manifest.selection.profile,
        manifest.opt_out_counts.with_opt_outs,
        manifest.opt_out_counts.left_out,
    );
    for (language, count) in &manifest.articles_by_language {
        let _ = writeln!(card, "| {language} | {count} |");
    }
    card.push_str("\n| extractor and classifier | article versions |\n| --- | ---: |\n");
    for (extractor, count) in &manifest.articles_by_extractor {
        let _ = writeln!(card, "| {extractor} | {count} |");
    }
    if let Some(by) = &manifest.written_by {
        let _ = writeln!(
            card,
            "\nThe newest files were written by Gleaner {} on {}.",
            by.gleaner,
            by.at.format("%Y-%m-%d")
        );
    }
    card.push_str("\n| field | meaning |\n| --- | --- |\n");
    for field in fields {
        let null = if field.required { "" } else { ", or null" };
        let has_text = !field.about.is_empty();
        let about = if has_text { field.about } else { field.name };
        let about = about.replace('<', "&lt;");
        let _ = writeln!(card, "| `{}` | {about}{null} |", field.name);
    }
    card
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::export::selection::Selection;

    #[test]
    fn a_card_says_how_its_export_goes_on() {
        let all = Selection::default();
        let hits = Selection {
            matching: "climate".to_owned(),
            ..all.clone()
        };
        for (selection, is_continued) in [(all, true), (hits, false)] {
            let manifest = Manifest::begin(selection, store::Cursor::default());
            let card = card(&manifest, &[], Encoding::Parquet);
            assert_eq!(card.contains("--continue"), is_continued, "{card}");
            assert_eq!(card.contains("--force"), !is_continued, "{card}");
        }
    }

    #[test]
    fn languages_are_texts_in_a_card() {
        let mut manifest = Manifest::begin(Selection::default(), store::Cursor::default());
        for language in ["de", "no", "unknown"] {
            let counted = &mut manifest.articles_by_language;
            counted.insert(language.to_owned(), 1);
        }
        let card = card(&manifest, &[], Encoding::Parquet);
        let wanted = "\nlanguage:\n- \"de\"\n- \"no\"\nlicense: other\n";
        assert!(card.contains(wanted), "{card}");
    }
}
