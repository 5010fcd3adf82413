//! The files beside the data: its schema, and a dataset card for people and Hugging Face's `datasets`.

use std::fmt::Write as _;
use std::fs;

use anyhow::Context as _;
use arrow_ipc::writer::StreamWriter;

use super::folder::Folder;
use super::manifest::Manifest;
use super::output::{Encoding, data};
use super::profiles::Column;
use super::schema::{self, Field};

/// The dataset card that `datasets` reads.
const CARD: &str = "README.md";

/// Names of the files beside the data. The last is that of the card if another export has `README.md`.
fn names(label: &str) -> [String; 3] {
    [
        format!("schema{label}.json"),
        format!("schema{label}.arrow"),
        format!("README{label}.md"),
    ]
}

/// The name of an existing file that a first export would replace and that no export wrote.
pub(crate) fn foreign(folder: &Folder, label: &str) -> Option<String> {
    let is_others = owner(folder).is_some_and(|owner| owner != label);
    let mut names = names(label).into_iter();
    names.find(|name| folder.join(name).exists() && !(name == CARD && is_others))
}

/// The label of the export whose card is `README.md`.
fn owner(folder: &Folder) -> Option<String> {
    let card = fs::read_to_string(folder.join(CARD)).ok()?;
    let manifest = card
        .lines()
        .find_map(|line| line.strip_prefix("- `manifest"))?;
    let (label, _) = manifest.split_once(".json`")?;
    let is_digest = |c: char| c == '-' || c.is_ascii_hexdigit();
    label.chars().all(is_digest).then(|| label.to_owned())
}

/// The name for the card of an export: `README.md`, which `datasets` reads, unless that belongs to an earlier export with other filters.
/// An export without filters always has it.
fn card_name(folder: &Folder, label: &str) -> anyhow::Result<String> {
    let [_, _, own] = names(label);
    let owner = owner(folder);
    let (from, to) = match &owner {
        Some(other) if label.is_empty() && other != label => {
            (CARD.to_owned(), names(other)[2].clone())
        }
        Some(owner) if owner == label => return Ok(CARD.to_owned()),
        // the card of an older version
        _ if !folder.join(CARD).exists() && folder.join(&own).exists() => (own, CARD.to_owned()),
        _ if !folder.join(CARD).exists() => return Ok(CARD.to_owned()),
        _ => return Ok(own),
    };
    fs::rename(folder.join(&from), folder.join(&to))
        .with_context(|| format!("cannot rename {from} to {to}"))?;
    Ok(CARD.to_owned())
}

/// Writes `schema.json`, `schema.arrow` and `README.md`; `label` distinguishes those of an export with filters.
pub(crate) fn write(
    folder: &Folder,
    manifest: &Manifest,
    columns: &[Column],
    encoding: Encoding,
    label: &str,
) -> anyhow::Result<()> {
    let fields: Vec<Field> = columns.iter().map(|column| column.field).collect();
    let [json_name, arrow_name, _] = names(label);
    if encoding != Encoding::Conllu {
        let json = serde_json::to_vec_pretty(&schema::json_schema(&fields))?;
        folder.write(&json_name, &json)?;
        let schema = StreamWriter::try_new(Vec::new(), &schema::arrow(&fields))?.into_inner()?;
        folder.write(&arrow_name, &schema)?;
    }
    let card = card(manifest, &fields, encoding, label);
    folder.write(&card_name(folder, label)?, card.as_bytes())
}

fn card(manifest: &Manifest, fields: &[Field], encoding: Encoding, label: &str) -> String {
    let format = encoding.name();
    let data = data(label);
    let files = match encoding {
        Encoding::Parquet => format!("{data}/*/*/*.parquet"),
        Encoding::Jsonl(_) | Encoding::Csv | Encoding::Conllu => format!("{data}/*.{format}"),
    };
    let mut languages = String::new();
    for language in manifest.articles_by_language.keys() {
        if language != "unknown" {
            let head = if languages.is_empty() {
                "language:\n"
            } else {
                ""
            };
            let _ = writeln!(languages, "{head}- {language}");
        }
    }
    // JSONL has no types of its own; `datasets` would guess them from the first rows.
    let types = match encoding {
        Encoding::Jsonl(_) => {
            format!(
                "dataset_info:\n  config_name: default\n{}",
                schema::card_features(fields)
            )
        }
        Encoding::Parquet | Encoding::Csv | Encoding::Conllu => String::new(),
    };
    // `datasets` does not read CoNLL-U, whose columns are fixed by the format.
    let (config, schemas) = if encoding == Encoding::Conllu {
        (String::new(), String::new())
    } else {
        (
            format!("configs:\n- config_name: default\n  data_files: \"{files}\"\n"),
            format!(
                "- `schema{label}.json` (JSON Schema) and `schema{label}.arrow` (Arrow) have the types, columns that are null here included.\n"
            ),
        )
    };
    let mut card = format!(
        "---\npretty_name: News articles\n{languages}license: other\ntask_categories:\n- text-generation\n{config}{types}---\n\
         # News articles\n\n\
         {} article versions, written by `gleaner export` as {format} with the fields of the profile `{}`. The texts belong to their\n\
         publishers; their presence here grants no rights to use them. {} of them carry opt-outs of their publishers\n\
         (column `opt_outs` of the profile `native`), {} were left out for theirs.\n\n\
         - `manifest{label}.json` has the files with their SHA-256, the filters, the withdrawn versions, and the cursor.\n\
         {schemas}\
         - `gleaner export --continue FOLDER` adds what is new, changed or withdrawn.\n\n\
         | language | article versions |\n| --- | ---: |\n",
        manifest.articles,
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
    if !fields.is_empty() {
        card.push_str("\n| field | meaning |\n| --- | --- |\n");
    }
    for field in fields {
        let null = if field.required { "" } else { ", or null" };
        let about = if field.about.is_empty() {
            field.name
        } else {
            field.about
        };
        let _ = writeln!(
            card,
            "| `{}` | {}{null} |",
            field.name,
            about.replace('<', "&lt;")
        );
    }
    card
}
