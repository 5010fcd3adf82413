//! CSS selectors, as far as a page can be matched against them while it is read: see [`Selectors`].

mod compound;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use self::compound::{Compound, Seen};

/// Steps of all selectors together: compounds such as `article.body`. Their states fit into [`Steps`].
const MAX_STEPS: usize = 256;

/// Selectors as one list of steps, so that a page is matched against all of them in one pass: whether an element
/// matches a step is known when its start tag comes, from the steps that the elements around and before it matched.
///
/// Understood are type, `*`, `#id`, `.class`, attributes with their six operators and `i`, `:not()`, `:first-child`, the four
/// combinators, and lists. Selectors that depend on what follows (`:has`, `:last-child`) are not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selectors {
    pub(crate) steps: Vec<Step>,
}

/// A compound and its place in its selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) compound: Compound,
    /// What it has to do with the step before.
    pub(crate) join: Join,
    /// The selector that matches where this step does, by its number.
    pub(crate) completes: Option<u16>,
}

/// The relation to the element of the previous step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// There is no step before.
    First,
    /// `a b`: anywhere around.
    Inside,
    /// `a > b`: right around.
    Child,
    /// `a + b`: right before, in the same element.
    Next,
    /// `a ~ b`: anywhere before, in the same element.
    After,
}

impl Selectors {
    /// Adds a selector, or a list of them, under a number. The error says what is wrong with it.
    pub fn add(&mut self, selector: &str, number: u16) -> Result<(), String> {
        for mut steps in parse::list(selector)? {
            if let Some(last) = steps.last_mut() {
                last.completes = Some(number);
            }
            self.steps.append(&mut steps);
        }
        if self.steps.len() > MAX_STEPS {
            return Err(format!(
                "the selectors of a site may have {MAX_STEPS} parts together, and this is one too many"
            ));
        }
        Ok(())
    }
}

/// A set of steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Steps([u64; MAX_STEPS / 64]);

impl Steps {
    pub(crate) fn has(&self, step: usize) -> bool {
        self.0[step / 64] >> (step % 64) & 1 == 1
    }

    pub(crate) fn add(&mut self, step: usize) {
        self.0[step / 64] |= 1 << (step % 64);
    }

    pub(crate) fn and(mut self, other: &Self) -> Self {
        for (words, more) in self.0.iter_mut().zip(&other.0) {
            *words |= more;
        }
        self
    }
}
