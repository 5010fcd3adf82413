//! Articles that are the same, and articles that tell of the same. Pure: no I/O, no clock
