//! CSS selectors that can be matched while a page is parsed; see [`Selectors`].

mod compound;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use self::compound::{Compound, ElementStart};

/// Maximum steps (compounds such as `article.body`) of all selectors together, the capacity of [`Steps`].
const MAX_STEPS: usize = 256;

/// Selectors as one list of steps, so that a page is matched against all of them in one pass. Whether an element matches a
/// step is decided at its start tag, from the steps that its ancestors and preceding siblings matched.
///
/// Supported are type, `*`, `#id`, `.class`, attributes with their six operators and `i`, `:not()`, `:first-child`, the four
/// combinators, and lists. Selectors that depend on later elements (`:has`, `:last-child`) are not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selectors {
    pub(crate) steps: Vec<Step>,
}

/// A compound and its position in its selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) compound: Compound,
    /// Its relation to the previous step.
    pub(crate) join: Join,
    /// Number of the selector that this step completes.
    pub(crate) completes: Option<u16>,
}

/// The combinator between a step and the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// There is no previous step.
    First,
    /// `a b`: descendant.
    Inside,
    /// `a > b`: child.
    Child,
    /// `a + b`: next sibling.
    Next,
    /// `a ~ b`: subsequent sibling.
    After,
}

impl Selectors {
    /// Adds a selector, or a list of them, under a number. The error describes what is wrong with it; then nothing is added.
    pub fn add(&mut self, selector: &str, number: u16) -> Result<(), String> {
        let mut selectors = parse::list(selector)?;
        for steps in &mut selectors {
            if let Some(last) = steps.last_mut() {
                last.completes = Some(number);
            }
        }
        if self.steps.len() + selectors.iter().map(Vec::len).sum::<usize>() > MAX_STEPS {
            return Err(format!(
                "the selectors of a site may have {MAX_STEPS} parts together, and this exceeds it"
            ));
        }
        self.steps.extend(selectors.into_iter().flatten());
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
