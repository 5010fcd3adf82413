//! Migrations that a database may have had stay as they are: the migrator refuses a database whose migrations were others.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

#[test]
fn no_migration_changes_once_it_is_listed_and_all_are_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let listed = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let listed = listed.lines().map(|line| line.split_once("  ").unwrap());
    let listed: BTreeMap<String, String> = listed
        .map(|(sum, name)| (name.to_owned(), sum.to_owned()))
        .collect();
    let mut there = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if Path::new(&name).extension().is_some_and(|end| end == "sql") {
            let digest = Sha256::digest(fs::read(folder.join(&name)).unwrap());
            let mut sum = String::new();
            for byte in digest {
                write!(sum, "{byte:02x}").unwrap();
            }
            there.insert(name, sum);
        }
    }
    assert_eq!(
        there, listed,
        "undo the change and write a new migration, or add a line for a new one to migrations/SHA256SUMS"
    );
}
