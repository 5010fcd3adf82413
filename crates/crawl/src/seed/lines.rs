//! A plain list: one home page a line, `#` opens a comment.

use super::Seed;
use super::load::Found;

pub(super) fn read(text: &str) -> Result<Vec<Found>, String> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        // An address may hold a `#`, but a fragment says nothing about a site.
        let home = line.split('#').next().unwrap_or_default().trim();
        if !home.is_empty() {
            let seed = Seed::from_home(home).map_err(|error| error.to_string());
            found.push(Found::new(Some(number), home, seed));
        }
    }
    if found.is_empty() {
        return Err("there is no address in it".to_owned());
    }
    Ok(found)
}
