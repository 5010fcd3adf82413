//! The commands that are handed over to the program `workshop`.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{code, stderr, stdout};

#[test]
fn commands_of_the_workshop_are_handed_over_to_the_program_beside_this_one() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let gleaner = folder.path().join("gleaner");
    std::fs::hard_link(env!("CARGO_BIN_EXE_gleaner"), &gleaner).unwrap();
    let run = |args: &[&str], path: &Path| {
        let mut command = Command::new(&gleaner);
        command.args(args).env("PATH", path).output().unwrap()
    };
    let nowhere = folder.path().join("nowhere");
    let missing = run(&["eval", "extract", "--gold", "a b"], &nowhere);
    assert_eq!(code(&missing), 2);
    assert_eq!(
        stderr(&missing),
        "gleaner: `eval` is a command of the program workshop; build it from a checkout with `cargo build --release`, or install it with `cargo install --locked --path crates/workshop`\n"
    );
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    for place in [&elsewhere, folder.path()] {
        let workshop = place.join("workshop");
        symlink("/bin/echo", &workshop).unwrap();
        for args in [
            &["--no-migrate", "eval", "extract", "--gold", "a b"][..],
            &["train", "--help"],
            &["label", "--log-format", "json", "--site", "-"],
        ] {
            let output = run(args, &elsewhere);
            assert_eq!(stdout(&output), args.join(" ") + "\n", "{output:?}");
        }
        std::fs::remove_file(workshop).unwrap();
    }
}
