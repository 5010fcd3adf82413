//! Names in bylines: persons, news agencies and other organisations, separated from the rest of the byline.

mod agencies;
mod kinds;
mod outlet;
mod split;
#[cfg(test)]
mod tests;

pub(in crate::metadata) use self::agencies::agency;
pub(in crate::metadata) use self::kinds::{is_cjk_name, is_particle, is_person};
use self::kinds::{is_desk, is_mark_of_place, without_title};
pub(in crate::metadata) use self::outlet::Outlet;
use crate::metadata::FieldSource;

/// Maximum number of names of each kind.
const MANY: usize = 20;
/// Maximum letters of an acronym, which is no person's name.
const ACRONYM: usize = 4;

/// The names credited as authors, each once, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::metadata) struct Credits {
    /// Persons.
    pub persons: Vec<String>,
    /// News agencies.
    pub agencies: Vec<String>,
    /// Other organisations: the outlet itself, a desk.
    pub organizations: Vec<String>,
    /// Whether an organisation other than the outlet itself is among them.
    names_desk: bool,
}

impl Credits {
    /// Whether the credits name an author other than the outlet. Desks count only in JSON-LD; elsewhere a person may be
    /// named as well.
    pub(in crate::metadata) fn are_telling(&self, source: FieldSource) -> bool {
        let desk = self.names_desk && source == FieldSource::JsonLd;
        desk || !self.persons.is_empty() || !self.agencies.is_empty()
    }

    pub(in crate::metadata) fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.agencies.is_empty() && self.organizations.is_empty()
    }

    /// Removes the outlet if persons are named.
    pub(in crate::metadata) fn without_outlet(mut self, outlet: &Outlet) -> Self {
        if !self.persons.is_empty() {
            self.organizations.retain(|name| !outlet.is_called(name));
        }
        self
    }

    /// Adds the names of a byline.
    pub(in crate::metadata) fn add(&mut self, byline: &str, outlet: &Outlet) {
        if outlet.is_named(byline) {
            push(&mut self.organizations, split::plain(byline));
            return;
        }
        for (name, follows) in split::names(byline) {
            if let Some(agency) = agency(&name) {
                push(&mut self.agencies, Some(agency.to_owned()));
            } else if outlet.is_called(&name) || outlet.is_named(&name) {
                push(&mut self.organizations, Some(name));
            } else if follows && is_mark_of_place(&name) {
                // "Erika Muster, New York"
            } else if is_desk(&name)
                || kinds::is_in_capitals(&name) && (follows || is_acronym(&name))
            {
                self.names_desk = true;
                push(&mut self.organizations, Some(name));
            } else if outlet.is(&name) {
                push(
                    &mut self.organizations,
                    Some(name).filter(|name| !is_no_name(name)),
                );
            } else {
                push(
                    &mut self.persons,
                    Some(without_title(&name).to_owned()).filter(|name| is_person(name)),
                );
            }
        }
    }

    /// Adds the owner of the site as the outlet.
    pub(in crate::metadata) fn add_owner(&mut self, name: &str) {
        let name = split::plain(name.split(" (").next().unwrap_or(name));
        push(
            &mut self.organizations,
            name.filter(|name| !is_no_name(name)),
        );
    }

    /// Adds an organisation.
    pub(in crate::metadata) fn add_organization(&mut self, name: &str, outlet: &Outlet) {
        let Some(name) = split::plain(name).filter(|name| !is_no_name(name)) else {
            return;
        };
        if let Some(agency) = agency(&name) {
            push(&mut self.agencies, Some(agency.to_owned()));
        } else {
            self.names_desk |= !outlet.is_called(&name) && !outlet.is(&name);
            push(&mut self.organizations, Some(name));
        }
    }
}

/// Whether a name in capitals is as short as that of a station: NDR.
fn is_acronym(name: &str) -> bool {
    !name.contains(' ') && name.chars().count() <= ACRONYM
}

/// Whether a text is no name: a URL, or too long or too short.
fn is_no_name(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    letters < 2
        || name.len() > kinds::LONGEST
        || name.contains(['@', '<', '{', '=', '#'])
        || name.contains("://")
        || name.contains("www.")
}

fn push(names: &mut Vec<String>, name: Option<String>) {
    let Some(name) = name else { return };
    let known = |other: &String| other.to_lowercase() == name.to_lowercase();
    if names.len() < MANY && !names.iter().any(known) {
        names.push(name);
    }
}
