//! Names in bylines: persons, news agencies and other organisations, separated from the rest of the byline.

mod agencies;
mod kinds;
mod outlet;
mod split;
#[cfg(test)]
mod tests;

pub(in crate::metadata) use self::agencies::agency;
pub(in crate::metadata) use self::kinds::{
    MAX_NAME_WORDS, is_cjk_name, is_institution, is_job_of_writer, is_particle, is_place,
    name_after_job,
};
use self::kinds::{is_desk, is_job_or_employer, without_title};
pub(crate) use self::kinds::{is_outlet, is_person};
pub(in crate::metadata) use self::outlet::Outlet;
pub(super) use self::split::split_at;

/// Maximum number of names of each kind, and of those read from one source.
pub(super) const MAX_NAMES: usize = 20;

/// The names credited as authors, without duplicates, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::metadata) struct Credits {
    /// Persons.
    pub persons: Vec<String>,
    /// News agencies.
    pub agencies: Vec<String>,
    /// Other organisations: the outlet itself, a desk.
    pub organizations: Vec<String>,
}

impl Credits {
    /// The names in bylines.
    pub(in crate::metadata) fn of<'a>(
        bylines: impl IntoIterator<Item = &'a str>,
        outlet: &Outlet,
    ) -> Self {
        let mut credits = Self::default();
        for byline in bylines {
            credits.add(byline, outlet);
        }
        credits
    }

    /// None if the persons are several or none.
    pub(in crate::metadata) fn if_one_person(self) -> Self {
        match self.persons.len() {
            1 => self,
            _ => Self::default(),
        }
    }

    /// Whether they name a person or an agency.
    pub(in crate::metadata) fn name_an_author(&self) -> bool {
        !self.persons.is_empty() || !self.agencies.is_empty()
    }

    pub(in crate::metadata) fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.agencies.is_empty() && self.organizations.is_empty()
    }

    /// All names.
    pub(in crate::metadata) fn all(&self) -> Vec<&String> {
        let all = self.persons.iter().chain(&self.agencies);
        all.chain(&self.organizations).collect()
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
        let names = split::names(byline);
        // "By JANE DOE, JOHN ROE": here capitals do not mark an organisation
        let in_capitals = names
            .first()
            .is_some_and(|(name, _)| name.contains(' ') && !name.contains(char::is_lowercase));
        for (name, follows) in names {
            let place = match (follows, in_capitals) {
                (false, _) => NamePlace::First,
                (true, false) => NamePlace::Following,
                (true, true) => NamePlace::FollowingInCapitals,
            };
            self.add_name(&name, place, outlet);
        }
    }

    /// Adds a name of a byline.
    fn add_name(&mut self, name: &str, place: NamePlace, outlet: &Outlet) {
        let follows = place != NamePlace::First;
        let is_marked = || match place {
            NamePlace::First => false,
            NamePlace::Following => true,
            NamePlace::FollowingInCapitals => !name.contains(' '),
        };
        if let Some(agency) = agency(name) {
            push(&mut self.agencies, Some(agency.to_owned()));
        } else if outlet.is_called(name) || outlet.is_named(name) {
            push(&mut self.organizations, Some(name.to_owned()));
        } else if follows && let Some(own) = outlet.leading_name(name) {
            // "Erika Muster, NDR Kultur"
            push(&mut self.organizations, Some(own.to_owned()));
        } else if let Some(person) = name_after_job(name).filter(|name| is_person(name)) {
            push(&mut self.persons, Some(person.to_owned()));
        } else if follows && (is_place(name) || is_job_or_employer(name)) {
            // "Erika Muster, New York", "Erika Muster, Professor für Physik"
        } else if is_desk(name) || kinds::is_in_capitals(name) && (is_marked() || is_acronym(name))
        {
            push(&mut self.organizations, Some(name.to_owned()));
        } else if outlet.is(name) {
            push(
                &mut self.organizations,
                Some(name.to_owned()).filter(|name| !is_no_name(name)),
            );
        } else {
            push(
                &mut self.persons,
                Some(without_title(name).to_owned()).filter(|name| is_person(name)),
            );
        }
    }

    /// Adds one person, whose surnames a word may join: `José Ortega y Gasset`.
    pub(in crate::metadata) fn add_person(&mut self, name: &str, outlet: &Outlet) {
        match split::plain(name).filter(|name| !name.contains([',', ';', '|'])) {
            Some(name) => self.add_name(&name, NamePlace::First, outlet),
            None => self.add(name, outlet),
        }
    }

    /// Adds an organisation, such as the owner of the site.
    pub(in crate::metadata) fn add_organization(&mut self, name: &str) {
        let Some(name) = split::plain(name).filter(|name| !is_no_name(name)) else {
            return;
        };
        if let Some(agency) = agency(&name) {
            push(&mut self.agencies, Some(agency.to_owned()));
        } else {
            push(&mut self.organizations, Some(name));
        }
    }
}

/// The position of a name in a byline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamePlace {
    /// It is the first name, or follows a word between names.
    First,
    /// A comma or bracket separates it from the name before it.
    Following,
    /// The same, in a byline entirely in capitals.
    FollowingInCapitals,
}

/// Whether a name in capitals is as short as that of a broadcaster: NDR.
fn is_acronym(name: &str) -> bool {
    !name.contains(' ') && name.chars().count() <= 4
}

/// Whether a text is not a name: a URL, or too long or too short.
fn is_no_name(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    letters < 2
        || name.len() > kinds::MAX_CHARS
        || name.contains(['@', '<', '{', '=', '#'])
        || name.contains("://")
        || name.contains("www.")
}

fn push(names: &mut Vec<String>, name: Option<String>) {
    let Some(name) = name else { return };
    let known = |other: &String| other.to_lowercase() == name.to_lowercase();
    if names.len() < MAX_NAMES && !names.iter().any(known) {
        names.push(name);
    }
}
