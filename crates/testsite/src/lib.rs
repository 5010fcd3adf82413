//! A small fictional newsroom on loopback, for tests and the demo
