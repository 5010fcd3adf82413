//! The sites as their visitors see them. One binary, so that it is linked once.

mod bench_site;
mod hostile;
mod newsroom;
