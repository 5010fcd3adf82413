//! The files beside the data: its schema, and a dataset card for people and Hugging Face's `datasets`.

use std::fmt::Write as _;

use arrow_ipc::writer::StreamWriter;

use super::folder::Folder;
use super::manifest::Manifest;
use super::output::{Encoding, data};
use super::profiles::Column;
use super::schema::{self, Field};

/// Names of the files beside the data.
pub(crate) fn names(label: &str) -> [String; 3] {
    [
        format!("schema{label}.json"),
        format!("schema{label}.arrow"),
        format!("README{label}.md"),
    ]
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
    let [json_name, arrow_name, card_name] = names(label);
    if encoding != Encoding::Conllu {
        let json = serde_json::to_vec_pretty(&schema::json_schema(&fields))?;
        folder.write(&json_name, &json)?;
        let schema = StreamWriter::try_new(Vec::new(), &schema::arrow(&fields))?.into_inner()?;
        folder.write(&arrow_name, &schema)?;
    }
    let card = card(manifest, &fields, encoding, label);
    folder.write(&card_name, card.as_bytes())
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
        manifest.tally.with_opt_outs,
        manifest.tally.left_out,
    );
    for (language, count) in &manifest.articles_by_language {
        let _ = writeln!(card, "| {language} | {count} |");
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
