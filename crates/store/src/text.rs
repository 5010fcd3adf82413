//! Text as PostgreSQL takes it.
