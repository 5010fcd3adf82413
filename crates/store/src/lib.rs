//! The pipeline's memory: one PostgreSQL. The only crate with SQL
