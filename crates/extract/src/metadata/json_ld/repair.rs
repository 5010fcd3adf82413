//! Repairs invalid JSON.

/// Repairs common mistakes: surrounding comment and CDATA marks, control characters and invalid escapes inside strings,
/// trailing commas.
pub(super) fn repair(script: &str) -> String {
    let start = script.find(['{', '[']).unwrap_or(0);
    let start = if script[start..].starts_with("[CDATA[") {
        start + 7
    } else {
        start
    };
    let end = script.rfind(['}', ']']).map_or(script.len(), |at| at + 1);
    let mut repaired = String::with_capacity(script.len());
    let (mut in_string, mut comma) = (false, false);
    let mut chars = script
        .get(start..end)
        .unwrap_or_default()
        .chars()
        .peekable();
    while let Some(c) = chars.next() {
        if in_string {
            match c {
                '"' => in_string = false,
                '\\' if chars
                    .peek()
                    .is_some_and(|next| !"\"\\/bfnrtu".contains(*next)) =>
                {
                    continue;
                }
                '\\' => {
                    repaired.push(c);
                    repaired.extend(chars.next());
                    continue;
                }
                _ => {}
            }
            repaired.push(if c.is_control() { ' ' } else { c });
            continue;
        }
        if c == ',' {
            comma = true;
            continue;
        }
        if c.is_whitespace() {
            continue;
        }
        if comma && !matches!(c, '}' | ']') {
            repaired.push(',');
        }
        comma = false;
        in_string = c == '"';
        repaired.push(c);
    }
    repaired
}
