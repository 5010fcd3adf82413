//! Seeds and network to stored pages, politely. The only crate that speaks HTTP
