//! Tables of what the physics does: every scene of the gallery over a minute, free motion, bounces. With
//! `--compare FILE` it prints only the figures that differ from an earlier table, so that a change of the physics shows
//! what it gains and loses.
//!
//! ```sh
//! cargo run --release --example scene_table > docs/scenes.md
//! cargo run --release --example scene_table -- --compare docs/scenes.md
//! cargo run --release --example scene_table -- --compare docs/scenes.md rope wheel     # rows of these names
//! ```
//!
//! Only the columns of cost depend on the machine.
//!
//! | File | Holds |
//! |---|---|
//! | `scenes` | tables of the gallery: size, stretch, energy, shape and rest, cost |
//! | `free_motion` | tables of pendulums, spinning bodies and rolling wheels against their closed forms |
//! | `bounces` | tables of bodies that are dropped |
//! | `body` | boxes, planks and wheels at any angle |
//! | `table` | a table as Markdown |
//! | `compare` | the figures in which two pages of tables differ |

mod body;
mod bounces;
mod compare;
mod free_motion;
mod scenes;
mod table;

use std::{path::Path, process::ExitCode};

use ropewalk::host;
use table::Table;

/// Beginning of the page.
const HEAD: &str = "\
# What the scenes do

Made by `cargo run --release --example scene_table > docs/scenes.md`; the same command with
`-- --compare docs/scenes.md` in place of the file prints what a change of the physics has changed. Only the columns of
cost depend on the machine; there the sweeps of the reference count, since they were measured in the same minute.
";

/// Most bytes of an earlier page.
const MAX_BYTES: u64 = 1 << 20;

const USAGE: &str = "usage: scene_table [--compare FILE] [WORD]... (rows whose name contains a word; default all)";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            host::log(&error);
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<(), String> {
    let before = match arguments.iter().position(|argument| argument == "--compare") {
        Some(at) => {
            arguments.remove(at);
            let path = arguments.get(at).is_some().then(|| arguments.remove(at));
            Some(read(&path.ok_or(USAGE)?)?)
        }
        None => None,
    };
    if arguments.iter().any(|argument| argument.starts_with('-')) {
        return Err(USAGE.to_owned());
    }
    let is_wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|word| name.contains(word.as_str()));
    let tables: Vec<Table> = [scenes::tables(&is_wanted), free_motion::tables(&is_wanted), bounces::tables(&is_wanted)]
        .into_iter()
        .flatten()
        .collect();
    let page =
        std::iter::once(HEAD.to_owned()).chain(tables.iter().map(Table::to_string)).collect::<Vec<_>>().join("\n");
    let page = before.map_or(page.clone(), |before| compare::compare(&before, &page, arguments.is_empty()));
    host::print(&page).map_err(|error| error.to_string())
}

fn read(path: &str) -> Result<String, String> {
    let bytes = host::read_up_to(Path::new(path), MAX_BYTES).map_err(|error| format!("{path}: {error}"))?;
    let bytes = bytes.ok_or_else(|| format!("{path}: longer than {MAX_BYTES} bytes"))?;
    String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))
}
