//! Articles as lines and as Parquet: the same rows, with the types of their schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

use super::{World, lines, manifest, text};

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn by_version(articles: &[Value]) -> BTreeMap<String, &Value> {
    let keyed = articles
        .iter()
        .map(|article| (text(article, "version_id").to_owned(), article));
    keyed.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_are_read_back_in_every_format() {
    let world = World::after_a_night().await;
    every_format_has_the_same_articles(&world).await;
    what_a_query_finds_is_one_file(&world).await;
    the_schema_has_the_columns_of_the_view_and_every_value_its_type(&world).await;
    a_manifest_counts_what_made_its_texts(&world);
    filters_and_profiles_choose_rows_and_fields(&world).await;
    items_of_json_feed_have_its_keys(&world).await;
    sentences_and_names_are_marked(&world).await;
}

async fn every_format_has_the_same_articles(world: &World) {
    let plain = world.articles().await;
    let by_version = by_version(&plain);
    for format in ["jsonl.gz", "jsonl.zst", "csv", "parquet"] {
        let folder = &format.replace('.', "-");
        world
            .ok(&["export", "--format", format, "--out", folder])
            .await;
        let manifest = manifest(&world.path(folder));
        assert_eq!(manifest["articles"], plain.len(), "{format}");
        for file in manifest["files"].as_array().unwrap() {
            let bytes = fs::read(world.path(folder).join(text(file, "file"))).unwrap();
            assert_eq!(file["bytes"], bytes.len());
        }
    }

    let [gzip] = files(&world.path("jsonl-gz"), ".jsonl.gz")
        .try_into()
        .unwrap();
    let mut decompressed = String::new();
    let mut reader = flate2::read::GzDecoder::new(File::open(gzip).unwrap());
    reader.read_to_string(&mut decompressed).unwrap();
    assert_eq!(lines(&decompressed), plain);
    let [zstd] = files(&world.path("jsonl-zst"), ".jsonl.zst")
        .try_into()
        .unwrap();
    let decompressed = zstd::decode_all(File::open(zstd).unwrap()).unwrap();
    assert_eq!(lines(std::str::from_utf8(&decompressed).unwrap()), plain);

    let [csv] = files(&world.path("csv"), ".csv").try_into().unwrap();
    let mut csv = csv::Reader::from_path(csv).unwrap();
    let head = csv.headers().unwrap().clone();
    let column = |name: &str| head.iter().position(|column| column == name).unwrap();
    let mut rows = 0;
    for row in csv.records() {
        let row = row.unwrap();
        let article = by_version[&row[column("version_id")]];
        assert_eq!(&row[column("text")], text(article, "text"));
        let authors: Value = serde_json::from_str(&row[column("authors")]).unwrap();
        assert_eq!(authors, article["authors"]);
        rows += 1;
    }
    assert_eq!(rows, plain.len());

    let schema = File::open(world.path("parquet").join("schema.arrow")).unwrap();
    let schema = arrow_ipc::reader::StreamReader::try_new(schema, None)
        .unwrap()
        .schema();
    let mut seen = BTreeSet::new();
    for path in files(&world.path("parquet"), ".parquet") {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
        assert_eq!(reader.schema().fields(), schema.fields());
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            let row: BTreeMap<String, Field> = row
                .unwrap()
                .get_column_iter()
                .map(|(name, field)| (name.clone(), field.clone()))
                .collect();
            let string = |name: &str| match &row[name] {
                Field::Str(text) => Some(text.clone()),
                _ => None,
            };
            let article = by_version[&string("version_id").unwrap()];
            for name in ["text", "title", "language", "story_id", "url"] {
                assert_eq!(string(name).as_deref(), article[name].as_str(), "{name}");
            }
            let folder = format!(
                "{}/{}",
                article["language"].as_str().unwrap_or("unknown"),
                &article["date_published"]
                    .as_str()
                    .unwrap_or(text(article, "date_crawled"))[..7]
            );
            assert!(
                path.parent().unwrap().ends_with(&folder),
                "{} {folder}",
                path.display()
            );
            seen.insert(text(article, "version_id").to_owned());
        }
    }
    assert_eq!(seen.len(), plain.len());
}

async fn what_a_query_finds_is_one_file(world: &World) {
    let mut latest = world.articles().await;
    latest.retain(|article| article["is_latest"] == true && article["moved_to"].is_null());
    let german = |article: &&Value| article["language"] == "de";
    let wanted: BTreeSet<&str> = latest
        .iter()
        .filter(german)
        .map(|article| text(article, "version_id"))
        .collect();
    assert!(!wanted.is_empty() && wanted.len() < latest.len());
    let find = ["export", "--where", "lang:de"];
    let plain = lines(&world.ok(&find).await);
    let found: BTreeSet<&str> = plain.iter().map(|row| text(row, "version_id")).collect();
    assert_eq!((plain.len(), &found), (wanted.len(), &wanted));

    for file in ["hits.jsonl", "hits.csv", "hits.parquet"] {
        let told = world.ok(&[&find[..], &["--out", file]].concat()).await;
        assert!(told.contains(&format!("written to {file}")), "{told}");
        assert!(!world.path(&format!("{file}.partial")).exists());
    }
    let written = fs::read_to_string(world.path("hits.jsonl")).unwrap();
    assert_eq!(lines(&written), plain);
    let parquet = File::open(world.path("hits.parquet")).unwrap();
    let parquet = SerializedFileReader::new(parquet).unwrap();
    let metadata = parquet.metadata().file_metadata().key_value_metadata();
    let of_export = metadata.unwrap().iter().find(|pair| pair.key == "gleaner");
    let of_export: Value =
        serde_json::from_str(of_export.unwrap().value.as_deref().unwrap()).unwrap();
    assert_eq!(
        (&of_export["where"], &of_export["articles"]),
        (&json!("lang:de"), &json!(plain.len()))
    );
    assert!(of_export["next_cursor"].is_string() && of_export["written_by"]["at"].is_string());
    assert_eq!(of_export.get("files"), None);
    let ids = parquet.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        let mut columns = row.get_column_iter();
        columns
            .find(|(name, _)| *name == "version_id")
            .unwrap()
            .1
            .to_string()
    });
    let quoted = |id: &Value| format!("\"{}\"", id.as_str().unwrap());
    let expected = plain.iter().map(|row| quoted(&row["version_id"]));
    assert_eq!(ids.collect::<Vec<_>>(), expected.collect::<Vec<_>>());

    // a file is replaced only by force, and what is new since a cursor goes into another
    let again = [&find[..], &["--out", "hits.csv"]].concat();
    world.refused(&again).await;
    let told = world.ok(&[&again[..], &["--force"]].concat()).await;
    assert!(told.contains("replace those of the same id:"), "{told}");
    let cursor = told.trim().rsplit(' ').next().unwrap();
    let none = world.ok(&[&find[..], &["--since", cursor]].concat()).await;
    assert_eq!(none, "");
    let all = world.ok(&["export", "--out", "all.jsonl"]).await;
    assert!(all.contains(&format!("--since {cursor}")), "{all}");

    world
        .ok(&[
            &find[..],
            &["--out", "parts.parquet", "--partition", "language,month"],
        ]
        .concat())
        .await;
    let manifest = manifest(&world.path("parts.parquet"));
    assert_eq!(
        (&manifest["where"], &manifest["articles"]),
        (&json!("lang:de"), &json!(plain.len()))
    );
    let followed = ["export", "--continue", "parts.parquet"];
    assert!(world.refused(&followed).await.contains("--where"));
}

async fn the_schema_has_the_columns_of_the_view_and_every_value_its_type(world: &World) {
    let sql = "select column_name from information_schema.columns where table_schema = 'news' and table_name = 'articles'
        and column_name <> 'cursor' order by ordinal_position";
    let columns = world.ok(&["database", "--", "psql", "-Atc", sql]).await;
    let columns: Vec<&str> = columns.lines().collect();
    world.ok(&["export", "--out", "corpus"]).await;
    let schema: Value =
        serde_json::from_slice(&fs::read(world.path("corpus/schema.json")).unwrap()).unwrap();
    let required: Vec<&str> = schema["required"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(required, columns);
    for article in world.articles().await {
        for (name, value) in article.as_object().unwrap() {
            check(name, &schema["properties"][name], value);
        }
    }
}

/// Asserts that a value has the type of its schema, and no fields beyond the schema.
fn check(name: &str, schema: &Value, value: &Value) {
    let of = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = &schema["type"];
    let allowed = |of: &str| {
        *types == *of
            || types
                .as_array()
                .is_some_and(|all| all.iter().any(|one| *one == *of))
    };
    assert!(
        allowed(of) || of == "integer" && allowed("number"),
        "{name}: {value} is no {types}"
    );
    for item in value.as_array().into_iter().flatten() {
        check(name, &schema["items"], item);
    }
    for (part, value) in value.as_object().into_iter().flatten() {
        let part_name = format!("{name}.{part}");
        assert!(
            !schema["properties"][part].is_null(),
            "{part_name} is in no schema"
        );
        check(&part_name, &schema["properties"][part], value);
    }
}

async fn filters_and_profiles_choose_rows_and_fields(world: &World) {
    let all = world.articles().await;
    let export = async |options: &[&str]| {
        let command = [&["export"], options].concat();
        lines(&world.ok(&command).await)
    };
    let ids = |articles: &[Value]| -> BTreeSet<String> {
        articles
            .iter()
            .map(|article| text(article, "version_id").to_owned())
            .collect()
    };
    let kept = |keep: &dyn Fn(&Value) -> bool| {
        ids(&all
            .iter()
            .filter(|article| keep(article))
            .cloned()
            .collect::<Vec<_>>())
    };
    let language = all[0]["language"].as_str().unwrap();
    let story = all
        .iter()
        .find_map(|article| article["story_id"].as_str())
        .unwrap();
    let day = "2026-01-01";
    for (options, keep) in [
        (
            vec!["--language", language],
            kept(&|article| article["language"] == language),
        ),
        (
            vec!["--latest"],
            kept(&|article| article["is_latest"] == true && article["moved_to"].is_null()),
        ),
        (
            vec!["--leaders"],
            kept(&|article| article["duplicate_of"].is_null()),
        ),
        (
            vec!["--story", &format!("story:{}", &story[..12])],
            kept(&|article| article["story_id"] == story),
        ),
        (
            vec!["--published-since", day],
            kept(&|article| {
                article["date_published"]
                    .as_str()
                    .is_some_and(|date| date >= day)
            }),
        ),
        (
            vec!["--published-until", day],
            kept(&|article| {
                article["date_published"]
                    .as_str()
                    .is_some_and(|date| &date[..day.len()] <= day)
            }),
        ),
    ] {
        let found = ids(&export(&options).await);
        assert_eq!(found, keep, "{options:?}");
    }
    assert!(
        kept(&|article| article["duplicate_of"].is_null()).len() < all.len(),
        "no copies to leave out"
    );

    let chosen = export(&["--fields", "title, id"]).await;
    let names: Vec<&String> = chosen[0].as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 2);
    for options in [["--profile", "share"].as_slice(), &["--without-text"]] {
        for article in export(options).await {
            assert!(article.get("text").is_none() && article.get("entities").is_none());
            assert!(article.get("url").is_some());
        }
    }
    let news_please = export(&["--profile", "news-please"]).await;
    assert_eq!(news_please[0].as_object().unwrap().len(), 16);
    assert_eq!(text(&news_please[0], "maintext"), text(&all[0], "text"));
    let date = text(&all[0], "date_crawled");
    assert_eq!(
        text(&news_please[0], "date_download"),
        format!("{} {}", &date[..10], &date[11..19])
    );
    let fineweb = export(&["--profile", "fineweb"]).await;
    let uuids: BTreeSet<&str> = fineweb.iter().map(|article| text(article, "id")).collect();
    assert_eq!(uuids.len(), all.len());
    assert!(
        uuids
            .iter()
            .all(|id| id.starts_with("<urn:uuid:") && id.len() == 47),
        "{uuids:?}"
    );

    for (refused, why) in [
        (["--fields", "title,nope"], "has no field \"nope\""),
        (["--since", "2026-11-01"], "--published-since"),
    ] {
        let error = world.refused(&[&["export"][..], &refused].concat()).await;
        assert!(error.contains(why), "{error}");
    }
}

async fn sentences_and_names_are_marked(world: &World) {
    let tagged = lines(&world.ok(&["export", "--tagged"]).await);
    assert_eq!(tagged.len(), world.articles().await.len());
    let mut names = 0;
    for article in &tagged {
        assert!(article["token_count"].as_u64() > Some(0), "{article}");
        let sentences = article["sentences"].as_array().unwrap();
        let tags = sentences.iter().map(|one| text(one, "tagged"));
        names += tags.map(|one| one.matches("</").count()).sum::<usize>();
    }
    assert!(names > 0, "no name is marked");

    for refused in [
        ["--sentences", "--profile", "fineweb"].as_slice(),
        &["--tagged", "--profile", "share"],
        &["--format", "warc", "--sentences"],
    ] {
        let output = world.run(&[&["export"], refused].concat()).await;
        assert!(!output.status.success(), "{refused:?}");
    }
}

/// Reads the manifest beside the schema.
fn a_manifest_counts_what_made_its_texts(world: &World) {
    let manifest = manifest(&world.path("corpus"));
    for counts in ["articles_by_language", "articles_by_extractor"] {
        let counted = manifest[counts].as_object().unwrap().values();
        let counted: u64 = counted.map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(manifest["articles"], counted, "{counts}");
    }
    let by_extractor = manifest["articles_by_extractor"].as_object().unwrap();
    let extractor = format!("gleaner {}, ", extract::VERSION);
    assert!(
        by_extractor.keys().all(|key| key.starts_with(&extractor)),
        "{by_extractor:?}"
    );
    assert_eq!(manifest["written_by"]["extract"], extract::VERSION);
}

async fn items_of_json_feed_have_its_keys(world: &World) {
    let all = world.articles().await;
    let items = world
        .ok(&["export", "--profile", "jsonfeed", "--latest"])
        .await;
    let items = lines(&items);
    let item = items.iter().find(|item| item["authors"] != json!([]));
    let item = item.unwrap();
    assert!(item["authors"][0]["name"].is_string(), "{item}");
    let of = all
        .iter()
        .find(|article| article["version_id"] == item["id"] && article["is_latest"] == true);
    assert_eq!(item["content_text"], of.unwrap()["text"]);
}
