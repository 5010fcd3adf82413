//! `gleaner serve`, as a process.

use super::World;
pub(super) use crate::harness::serving::Serving;

impl Serving {
    pub(super) fn start(world: &World) -> Self {
        let serving = Self::by(world, &["serve"]);
        assert_eq!(serving.path, "/");
        serving
    }

    /// Status and body of the response to a GET request.
    pub(super) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.ask(&format!("GET {path} HTTP/1.1\r\n"), "");
        (status, body)
    }
}
