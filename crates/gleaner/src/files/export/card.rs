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

/// The name of an existing file that a first export would replace and that no export wrote. The files of one that was killed before it
/// wrote its manifest are its own.
pub(crate) fn foreign(
    folder: &Folder,
    columns: &[Column],
    encoding: Encoding,
    label: &str,
) -> anyhow::Result<Option<String>> {
    let schemas = schemas(columns, label)?;
    let is_own = |name: &str, content: &[u8]| {
        fs::read(folder.join(name)).is_ok_and(|found| found == content)
    };
    let mut schemas = schemas.into_iter();
    let schema =
        schemas.find(|(name, content)| folder.join(name).exists() && !is_own(name, content));
    let [_, _, card] = names(label);
    let is_foreign = folder.join(&card).exists() && owner(folder, &card).is_none();
    let card = is_foreign.then_some(card);
    Ok(schema.map(|(name, _)| name).or(card))
}

/// The label of the export whose card has this name.
fn owner(folder: &Folder, name: &str) -> Option<String> {
    let card = fs::read_to_string(folder.join(name)).ok()?;
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
    let owner = owner(folder, CARD);
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
    for (name, content) in schemas(columns, label)? {
        folder.write(&name, &content)?;
    }
    let card = card(manifest, &fields_of(columns), encoding, label);
    folder.write(&card_name(folder, label)?, card.as_bytes())
}

/// The names and contents of the schemas.
fn schemas(columns: &[Column], label: &str) -> anyhow::Result<[(String, Vec<u8>); 2]> {
    let fields = fields_of(columns);
    let [json_name, arrow_name, _] = names(label);
    let json = serde_json::to_vec_pretty(&schema::json_schema(&fields))?;
    let arrow = StreamWriter::try_new(Vec::new(), &schema::arrow(&fields))?.into_inner()?;
    Ok([(json_name, json), (arrow_name, arrow)])
}

fn fields_of(columns: &[Column]) -> Vec<Field> {
    columns.iter().map(|column| column.field).collect()
}

fn card(manifest: &Manifest, fields: &[Field], encoding: Encoding, label: &str) -> String {
    let format = encoding.name();
    let data = data(label);
    let files = match encoding {
        Encoding::Parquet => format!("{data}/*/*/*.parquet"),
        Encoding::Jsonl(_) | Encoding::Csv => format!("{data}/*.{format}"),
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
        Encoding::Parquet | Encoding::Csv => String::new(),
    };
    let mut card = format!(
        "---\npretty_name: News articles\n{languages}license: other\ntask_categories:\n- text-generation\nconfigs:\n- config_name: default\n  data_files: \"{files}\"\n{types}---\n\
         # News articles\n\n\
         {} article versions, written by `gleaner export` as {format} with the fields of the profile `{}`. The texts belong to their\n\
         publishers; their presence here grants no rights to use them. {} of them carry opt-outs of their publishers\n\
         (column `opt_outs` of the profile `native`), {} were left out for theirs.\n\n\
         - `manifest{label}.json` has the files with their SHA-256, the filters, the withdrawn versions, and the cursor.\n\
         - `schema{label}.json` (JSON Schema) and `schema{label}.arrow` (Arrow) have the types, columns that are null here included.\n\
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
    card.push_str("\n| field | meaning |\n| --- | --- |\n");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::export::folder::Selection;
    use crate::files::export::output::Compression;
    use crate::files::export::profiles::Profile;

    #[test]
    fn the_files_of_an_export_that_was_killed_before_its_manifest_are_its_own() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::open(path.path(), &Selection::default(), false).unwrap();
        let columns = Profile::Native.columns(&[], None).unwrap();
        let encoding = Encoding::Jsonl(Compression::None);
        for label in ["", "-0123abcd"] {
            let manifest = Manifest::begin(Selection::default(), store::Cursor::default());
            write(&folder, &manifest, &columns, encoding, label).unwrap();
            let found = || foreign(&folder, &columns, encoding, label).unwrap();
            assert_eq!(found(), None);
            let [schema, _, _] = names(label);
            folder.write(&schema, b"{}").unwrap();
            assert_eq!(found(), Some(schema));
        }
        for name in names("") {
            fs::remove_file(folder.join(&name)).unwrap();
        }
        folder.write(CARD, b"# Notes").unwrap();
        let fresh = foreign(&folder, &columns, encoding, "").unwrap();
        assert_eq!(fresh.as_deref(), Some(CARD));
    }
}
