use super::{Folder, article, assert_help, code, gleaner, name, run, stderr, stdout};

/// The commands that `gleaner --help` lists.
fn commands(folder: &Folder) -> Vec<String> {
    let help = run(folder, &["--help"]);
    let listed = stdout(&help).split("Commands:\n").nth(1).unwrap();
    let listed = listed.lines().take_while(|line| !line.is_empty());
    listed
        .filter_map(|line| {
            line.strip_prefix("  ")?
                .split_whitespace()
                .next()
                .filter(|_| !line.starts_with("   "))
        })
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let folder = Folder::new();
    let commands = commands(&folder);
    for expected in ["text", "classify", "explain", "crawl", "nightly"] {
        assert!(
            commands.iter().any(|command| command == expected),
            "{expected} of {commands:?}"
        );
    }
    for command in commands {
        assert_help("gleaner", &command);
    }
}

#[test]
fn wrong_usage_exits_with_code_two() {
    let folder = Folder::new();
    for args in [
        &[][..],
        &["frobnicate"],
        &["text", "--format", "pdf"],
        &["text", "--precision", "--recall"],
        &["text", "--with", "everything"],
        &["text", "--with"],
        &["explain", "x.html", "--recall", "--precision"],
        &["explain", "x.html", "--features", "one"],
        &["explain", "x.html", "--url", "not a url"],
        &["explain", "x.html", "--url", "ftp://example.org/"],
    ] {
        let output = run(&folder, args);
        assert_eq!(code(&output), 2, "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn an_unknown_setting_is_named_with_its_file_and_what_is_known() {
    let folder = Folder::new();
    let file = folder.write("mine.toml", "[extract]\nextracter = \"everything\"\n");
    let output = run(
        &folder,
        &["--config", name(&file), "text", "--list-extractors"],
    );
    assert_eq!(code(&output), 1);
    let error = stderr(&output);
    for part in ["mine.toml: extract.extracter: ", "`max_page_bytes`"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn a_variable_that_names_no_setting_or_another_database_is_refused_without_its_password() {
    let folder = Folder::new();
    for (name, value, said) in [
        (
            "GLEANER__CLASSIFY__TRESHOLD",
            "0.5",
            "unknown field: found `treshold`",
        ),
        (
            "GLEANER_CRAWL_DELAY_SECONDS",
            "12",
            "write GLEANER__CRAWL__DELAY_SECONDS",
        ),
        (
            "DATABASE_URL",
            "mysql://me:secret@db.example/news",
            "not the URL of a PostgreSQL database: it begins with mysql://",
        ),
    ] {
        let output = gleaner(&folder).env(name, value).arg("status").output();
        let output = output.unwrap();
        assert_eq!(code(&output), 1);
        let error = stderr(&output);
        assert!(error.contains(said) && !error.contains("secret"), "{error}");
    }
}

#[test]
fn settings_come_from_the_default_file_and_the_environment_over_it() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("config")).unwrap();
    folder.write(
        "config/gleaner.toml",
        "[extract]\nextractor = \"everything\"\n",
    );
    let page = folder.write("page.html", article("Bridge closed", 3));
    let by_file = run(&folder, &["text", name(&page)]);
    assert!(stdout(&by_file).contains("Imprint"));
    let by_environment = gleaner(&folder)
        .env("GLEANER__EXTRACT__EXTRACTOR", "boilerpipe-article")
        .args(["text", name(&page)])
        .output()
        .unwrap();
    assert!(!stdout(&by_environment).contains("Imprint"));
}
