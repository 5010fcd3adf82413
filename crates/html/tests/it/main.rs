//! The parser on whole pages: of our own making, of the corpora, broken, hostile, and made at random.

mod corpus;
mod differential;
mod encodings;
mod hostile;
mod markup;
mod properties;
mod reference;
