//! Writes the font of the page.

#[path = "src/plain.rs"]
mod plain;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=src/plain.rs");
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        let folder = env::var_os("OUT_DIR").expect("cargo says where to write");
        fs::write(Path::new(&folder).join("plain.ttf"), plain::plain(original::UBUNTU_LIGHT)).expect("the file can be written");
    }
}
