//! The sites as a seed file.

use crate::state::State;

pub(crate) fn toml(state: &State) -> String {
    format!("# The fixture newsroom on port {}.\n", state.port)
}
