use std::io::Read as _;
use std::path::PathBuf;

use flate2::read::MultiGzDecoder;
use serde_json::json;
use store::testing::{self, TestDatabase};

use super::*;
use crate::files::export::Since;
use crate::files::import;

/// Visits that found one of the two pages unchanged.
const VISITS: usize = 1 + 2 * 600 + 1500;

/// A database with two pages and visits that found them unchanged, in three batches. The first one ends between two visits of the same
/// time.
async fn database() -> TestDatabase {
    let database = testing::database().await;
    let lines = ["a", "b"].map(|page| {
        let url = format!("https://news.example/{page}");
        json!({"url": url, "html": "<p>Deich", "fetched_at": "2020-03-01T08:00:00Z"}).to_string()
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pages.jsonl");
    fs::write(&file, lines.join("\n")).unwrap();
    let never = CancellationToken::new();
    let report = import::import(&database.store, vec![file], 1_000, &never).await;
    assert_eq!(report.unwrap().added, 2);
    let visits = "insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes, changed, opt_out)
        select host_id, url_id, fetched_at + second * interval '1 second', 'not_modified', 304, 1, 0, false, '{}'
        from pages cross join generate_series(1, 2101) second
        where url_final like '%/a' or second between 2 and 601";
    testing::damage(&database.store, visits).await.unwrap();
    database
}

/// The records of the archives that the manifest lists, of these types; each by its type, address and date.
fn written(folder: &Folder) -> Vec<(String, String, String)> {
    let manifest: Manifest = read_manifest(&folder.path).unwrap().unwrap();
    assert!(manifest.complete);
    let mut records = Vec::new();
    for file in &manifest.files {
        let archive = fs::read(folder.join(&file.file)).unwrap();
        let mut text = String::new();
        let mut decoder = MultiGzDecoder::new(&archive[..]);
        decoder.read_to_string(&mut text).unwrap();
        let found = text.split("WARC/1.1\r\n").skip(1).map(|record| {
            let field = |name: &str| {
                let mut lines = record.lines();
                let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
                value.unwrap_or_default().to_owned()
            };
            (
                field("WARC-Type"),
                field("WARC-Target-URI"),
                field("WARC-Date"),
            )
        });
        let found: Vec<_> = found.collect();
        assert_eq!(file.records, found.len() as u64, "{}", file.file);
        records.extend(found);
    }
    assert_eq!(
        (manifest.pages, manifest.revisits),
        (2, VISITS as u64),
        "{records:?}"
    );
    records.retain(|(kind, ..)| kind == "response" || kind == "revisit");
    records
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let archives = entries.map(|entry| entry.unwrap().path());
    archives
        .filter(|path| path.to_string_lossy().contains("/gleaner-"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_is_killed_repeats_nothing_and_leaves_nothing_behind() {
    let database = database().await;
    let store = &database.store;
    let selection = Selection {
        format: "warc".to_owned(),
        ..Selection::default()
    };
    let never = CancellationToken::new();
    let wanted = |cursor: &str| Wanted {
        since: cursor.parse::<Since>().unwrap().page().unwrap(),
        query: RawQuery::default(),
        revisits: true,
        user_agent: None,
    };
    let begun = store.server().await.unwrap().now;
    let last = last_id(store, &never).await.unwrap();
    let last = store.page_cursor(last).await.unwrap();
    let mut ends = 0;
    // Every file is full at once, so that each step ends with a manifest if it may.
    for (steps, is_listed) in (0..7).flat_map(|steps| [(steps, true), (steps, false)]) {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::open(path.path(), &selection, false).unwrap();
        let foreign = folder.join("gleaner-20200101000000-00001.warc.gz");
        fs::write(&foreign, "mine").unwrap();
        let all = wanted("0");
        let mut export = Export::new(store, &all, begun, last, &never);
        let mut files = Files::begin(path.path(), begun, 1, Vec::new());
        sweep(&folder).unwrap();
        export.manifest.writing = Some(files.prefix());
        export.write_manifest(&folder, &files).unwrap();
        for step in 0..steps {
            ends += usize::from(!export.step(&mut files).await.unwrap());
            if files.is_full() && export.is_at_place {
                files.close().unwrap();
                if is_listed || step + 1 < steps {
                    export.write_manifest(&folder, &files).unwrap();
                }
            }
        }
        // As a kill does, this keeps the unfinished file.
        std::mem::forget(files);

        let before: Manifest = read_manifest(path.path()).unwrap().unwrap();
        let rest = wanted(&before.next_cursor);
        let mut export = Export::new(store, &rest, begun, last, &never);
        export.continue_after(before, path.path()).unwrap();
        let mut files = Files::begin(path.path(), begun, 1, Vec::new());
        export.write(&folder, &mut files).await.unwrap();
        let records = written(&folder);
        let unique: BTreeSet<_> = records.iter().collect();
        assert_eq!(
            (records.len(), unique.len()),
            (2 + VISITS, 2 + VISITS),
            "{steps}"
        );
        let manifest: Manifest = read_manifest(path.path()).unwrap().unwrap();
        assert_eq!(manifest.writing, None);
        let listed = manifest.files.len();
        assert_eq!(names(path.path()).len(), listed + 1, "{steps}");
        assert!(foreign.exists() && listed >= 3);
    }
    assert!(ends > 0, "the whole export is among the interrupted ones");
}
