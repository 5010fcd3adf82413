use crate::harness::cli::{Folder, assert_help, code, name, run, stderr};

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["label", "train", "eval"] {
        assert_help("workshop", command);
    }
}

#[test]
fn wrong_usage_exits_with_code_two() {
    let folder = Folder::new();
    assert_eq!(code(&run(&folder, &["eval"])), 2);
    assert_eq!(code(&run(&folder, &["eval", "extract"])), 2);
}

#[test]
fn failures_begin_with_the_name_of_the_program() {
    let folder = Folder::new();
    let none = folder.path("none.jsonl");
    let output = run(&folder, &["eval", "names", "--gold", name(&none)]);
    assert_eq!(code(&output), 1);
    let why = stderr(&output);
    assert!(why.starts_with("workshop: cannot read "), "{why}");
}
