//! `ropewalk scenes`: the list of the gallery, with the blank page.

use serde::Serialize;

use super::Exit;
use crate::scene;
use crate::scene::{BLANK, NamedScene};

/// Options of `scenes`.
#[derive(Clone, Debug, clap::Args)]
pub struct ScenesArgs {
    /// Print a JSON array of objects with name, title and hint
    #[arg(long)]
    pub json: bool,
}

/// A scene in the list. The names of the fields are part of the output.
#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    hint: String,
}

/// Runs the command. Returns the list to print: a scene a line.
pub(super) fn run(args: &ScenesArgs) -> Result<String, Exit> {
    let names: Vec<_> = scene::names().chain([BLANK]).collect();
    let scenes = names.iter().filter_map(|name| scene::named(name));
    if args.json {
        let entry = |NamedScene { name, scene }: NamedScene| Entry { name, title: scene.title, hint: scene.hint };
        let lines = scenes.map(|scene| serde_json::to_string(&entry(scene))).collect::<Result<Vec<_>, _>>();
        return Ok(format!("[\n{}\n]", lines.map_err(Exit::failure)?.join(",\n")));
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let lines = scenes.map(|NamedScene { name, scene }| format!("{name:width$}  {}", scene.hint));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
