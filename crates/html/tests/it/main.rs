//! The parser on whole pages: of our own making, of the corpora, broken, hostile, and made at random.

extern crate gleaner_html as html;

mod corpus;
mod differential;
mod encodings;
mod hostile;
mod markup;
mod properties;
mod reference;
