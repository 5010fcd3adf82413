//! The parser on whole pages: handwritten, from the corpora, broken, hostile, and random.

extern crate gleaner_html as html;

mod corpus;
mod differential;
mod encodings;
mod hostile;
mod markup;
mod properties;
mod reference;
