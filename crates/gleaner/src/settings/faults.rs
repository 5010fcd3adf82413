//! Says what is wrong with the settings, where, and what is expected.

use figment::error::{Actual, Kind};

use super::BASE;

/// Describes an error in the settings: its location, the value found and the value expected.
pub(super) fn describe(fault: &figment::Error) -> String {
    let location = match &fault.metadata {
        Some(metadata) => match &metadata.source {
            Some(figment::Source::File(path)) => path.display().to_string(),
            _ if metadata.name.contains("environment") => "environment".to_owned(),
            _ => metadata.name.to_string(),
        },
        None => "settings".to_owned(),
    };
    let key = fault.path.join(".");
    match &fault.kind {
        Kind::UnknownField(name, known) => {
            let is_named = key.ends_with(name.as_str());
            let key = if is_named {
                key
            } else {
                format!("{key}.{name}")
            };
            let key = key.trim_start_matches('.');
            let known = known.join(", ");
            format!("{location}: unknown key {key}; expected one of {known}")
        }
        Kind::InvalidType(found, wanted) | Kind::InvalidValue(found, wanted) => {
            let (found, wanted) = (found_value(found), expected(wanted));
            let example = key.rsplit('.').next().and_then(example);
            let such_as = example.map(|example| format!(", such as {example}"));
            let such_as = such_as.unwrap_or_default();
            format!("{location}: {key} is {found}; expected {wanted}{such_as}")
        }
        Kind::UnknownVariant(found, known) => format!(
            "{location}: {key} is {found:?}; expected one of {}",
            known.join(", ")
        ),
        Kind::Message(text) if key.is_empty() => format!("{location}: {}", on_one_line(text)),
        kind if key.is_empty() => format!("{location}: {kind}"),
        kind => format!("{location}: {key}: {kind}"),
    }
}

/// The example of a table that is in the comment on its key in the built-in settings.
fn example(key: &str) -> Option<&'static str> {
    let (before, _) = BASE.split_once(&format!("\n{key} = {{}}\n"))?;
    let example = before.get(before.rfind(": {")? + 2..)?.lines().next()?;
    Some(example.trim_end_matches('.'))
}

/// A value as written in the file.
fn found_value(found: &Actual) -> String {
    match found {
        Actual::Bool(value) => value.to_string(),
        Actual::Unsigned(value) => value.to_string(),
        Actual::Signed(value) => value.to_string(),
        Actual::Float(value) => value.to_string(),
        Actual::Str(value) => format!("{value:?}"),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a section".to_owned(),
        other => other.to_string(),
    }
}

/// The expected type of a value in plain words.
fn expected(wanted: &str) -> &str {
    match wanted {
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "i128" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a section",
        "a string" => "a string in quotes",
        _ if wanted.starts_with("a nonzero ") => "a whole number, 1 or more",
        _ if wanted.starts_with("struct ") => "a section",
        _ if wanted.starts_with("enum ") => "a string in quotes",
        other => other,
    }
}

/// The message of the TOML parser on one line, without its excerpt of the source.
fn on_one_line(text: &str) -> String {
    let is_picture = |line: &str| {
        let number = line.split_once('|').map(|(number, _)| number.trim());
        number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    };
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_picture(line));
    lines.collect::<Vec<_>>().join(": ")
}
