//! Counts the work of steps, as `ropewalk bench --counts` does, and their allocations. `benches/counts.txt` holds its output,
//! and `.ci/run` compares it:
//!
//! ```sh
//! cargo bench --bench counts >benches/counts.txt
//! ```
//!
//! A program of its own, since the counter of allocations replaces the allocator of the program that it is linked into.

use std::{
    error::Error,
    io::{self, Write as _},
};

use ropewalk::headless::bench::{Counted, Counts};

/// The number of allocations that something makes.
fn allocations(run: &mut dyn FnMut()) -> u64 {
    allocation_counter::measure(run).count_total
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench -- --test` tries every bench; `.ci/run` runs this one by itself.
    if args.iter().any(|arg| arg == "--test") {
        return Ok(());
    }
    // Cargo adds `--bench`.
    let names: Vec<&str> = args.iter().map(String::as_str).filter(|arg| !arg.starts_with("--")).collect();
    let names = if names.is_empty() { Counted::names().collect() } else { names };
    // Or a column of zeros would say nothing.
    assert_eq!(allocations(&mut || drop(std::hint::black_box(vec![1, 2, 3]))), 1, "allocations are not counted");
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{}", Counts::head())?;
    for name in names {
        let counts = Counted::named(name)?.count(Some(allocations))?;
        writeln!(stdout, "{}", counts.row())?;
    }
    Ok(())
}
