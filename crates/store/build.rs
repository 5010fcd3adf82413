//! `sqlx::migrate!` reads the migrations, and does not notice new files by itself.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
