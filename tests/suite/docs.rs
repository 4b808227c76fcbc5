//! The documentation names what is there: paths, links, headings, identifiers. Its tables of scenes and of controls are
//! those of the program: `UPDATE_DOCS=1 cargo test --test suite docs` writes them.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use ropewalk::app::actions::{CONTROLS, Control, Key, TOUCH_CONTROLS};
use ropewalk::tool::Tool;

use crate::source::files;

/// Folders in which a short path in backticks may begin.
const ROOTS: &[&str] = &["", "crates/physics/src", "src"];

/// Endings of paths in backticks that must name a file.
const ENDINGS: &[&str] = &[".rs", ".md", ".ron", ".toml", ".svg", ".png", ".js", ".html"];

/// A page of the documentation.
struct Page {
    path: PathBuf,
    /// The lines outside of code blocks, with their numbers.
    lines: Vec<(usize, String)>,
}

impl Page {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut is_code = false;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                lines.push((number, line.to_owned()));
            }
        }
        Self { path, lines }
    }

    /// The pieces in backticks, with their lines.
    fn quoted(&self) -> Vec<(usize, &str)> {
        let lines = self.lines.iter();
        lines.flat_map(|(number, line)| line.split('`').skip(1).step_by(2).map(|piece| (*number, piece))).collect()
    }

    /// The targets of links and images, with their lines.
    fn targets(&self) -> Vec<(usize, &str)> {
        let mut targets = Vec::new();
        for (number, line) in &self.lines {
            let ends = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            targets.extend(ends.map(|(target, _)| (*number, target)));
        }
        targets
    }

    /// The anchors of its headings, as GitHub makes them.
    fn anchors(&self) -> HashSet<String> {
        let headings = self.lines.iter().filter(|(_, line)| line.starts_with('#'));
        headings.map(|(_, line)| anchor(line.trim_start_matches('#').trim())).collect()
    }
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|character| character.is_alphanumeric() || "-_ ".contains(*character));
    kept.map(|character| if character == ' ' { '-' } else { character.to_ascii_lowercase() }).collect()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `README.md` and its like, and all of `docs`.
fn pages() -> Vec<Page> {
    let folders = [repository().to_owned(), repository().join("docs")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("the folder is there"));
    let paths = entries.map(|entry| entry.expect("a folder's entry").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).map(Page::read).collect()
}

/// Fails with all `faults`, one a line.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "correct the documentation:\n{}", faults.join("\n"));
}

#[test]
fn documentation_names_only_files_that_exist() {
    let mut faults = Vec::new();
    for page in pages() {
        for (line, path) in page.quoted() {
            let is_path =
                path.contains('/') && !path.contains([' ', '*', ':']) && ENDINGS.iter().any(|e| path.ends_with(e));
            let exists = || ROOTS.iter().any(|root| repository().join(root).join(path).exists());
            // Upper case marks a name that the reader chooses.
            let is_pattern = path.rsplit('/').next().is_some_and(|name| name.starts_with("NAME"));
            if is_path && !is_pattern && !exists() {
                faults.push(format!("{}:{line}: there is no {path}", page.path.display()));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn links_of_documentation_resolve() {
    let mut faults = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a page is in a folder");
        for (line, target) in page.targets() {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.path.clone() } else { folder.join(file) };
            if !path.exists() || (!heading.is_empty() && !Page::read(path).anchors().contains(heading)) {
                faults.push(format!("{}:{line}: the link to {target} leads nowhere", page.path.display()));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn documentation_names_only_identifiers_that_exist() {
    let root = repository();
    let sources = ["src", "crates/physics/src", "tests", "benches", "examples"].map(|folder| files(&root.join(folder)));
    let texts: Vec<_> = sources.iter().flatten().map(|file| fs::read_to_string(file).expect("a source")).collect();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let known: HashSet<_> = texts.iter().flat_map(|text| text.split(|character| !is_word(character))).collect();
    let mut faults = Vec::new();
    for page in pages() {
        for (line, name) in page.quoted() {
            let is_identifier = name.contains(['_', ':']) && name.split("::").all(|part| part.chars().all(is_word));
            let unknown = name.split("::").find(|part| is_identifier && !known.contains(part));
            faults.extend(unknown.map(|part| format!("{}:{line}: nothing is called {part}", page.path.display())));
        }
    }
    assert_none(&faults);
}

/// Writes the right text of a page with `UPDATE_DOCS=1`; fails without where the page has another one.
fn assert_page(name: &str, right: impl FnOnce(&str) -> String) {
    let path = repository().join(name);
    let text = fs::read_to_string(&path).expect("the page is there");
    let right = right(&text);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return fs::write(path, right).expect("the page can be written");
    }
    for (written, right) in text.lines().chain([""]).zip(right.lines().chain([""])) {
        assert_eq!(written, right, "{name}: run `UPDATE_DOCS=1 cargo test --test suite docs`");
    }
}

/// A page with another table below a heading.
fn with_table(page: &str, heading: &str, table: &str) -> String {
    let heading = format!("\n## {heading}\n\n");
    let (before, rest) = page.split_once(&heading).expect("a chapter");
    let (_, after) = rest.split_once("\n\n").expect("a paragraph after the table");
    format!("{before}{heading}{table}\n{after}")
}

/// The first comment of a scene of the gallery: what it contains.
fn content(scene: &str) -> String {
    let path = repository().join(format!("assets/scenes/{scene}.ron"));
    let text = fs::read_to_string(path).expect("a scene of the gallery");
    let comment = text.lines().next().and_then(|line| line.strip_prefix("// ")?.strip_suffix('.'));
    comment.unwrap_or_else(|| panic!("{scene} begins with no comment of one line")).to_owned()
}

#[test]
fn readme_lists_the_gallery() {
    let rows = ropewalk::scene::names().map(|name| format!("| `{name}` | {} |\n", content(name)));
    let table = format!("| Scene | Content |\n|---|---|\n{}", rows.collect::<String>());
    assert_page("README.md", |text| with_table(text, "Scenes", &table));
}

#[test]
fn controls_page_has_all_controls() {
    let table = |controls: &[Control]| {
        let mut last = None;
        let rows = controls.iter().map(|Control { aim, input, effect, .. }| {
            let is_first = last.replace(*aim) != Some(*aim);
            format!("| {} | {input} | {effect} |\n", if is_first { aim.title() } else { "" })
        });
        format!("| To | Input | Effect |\n|---|---|---|\n{}", rows.collect::<String>())
    };
    assert_page("docs/controls.md", |text| {
        let page = with_table(text, "Mouse and keys", &table(&CONTROLS));
        with_table(&page, "Touch", &table(TOUCH_CONTROLS))
    });
}

#[test]
fn readme_names_keys_as_the_program_has_them() {
    let text = fs::read_to_string(repository().join("README.md")).expect("the page is there");
    let keys: Vec<_> = CONTROLS.iter().flat_map(|control| control.keys).map(Key::name).collect();
    let is_bound = |key: &str| keys.iter().any(|other| other == key);
    // "rope (4)".
    let mut tools = 0;
    for info in Tool::ALL.map(Tool::info) {
        let name = info.name.to_lowercase();
        let [one, several] = ["", "s"].map(|end| format!("{name}{end} ("));
        for (at, found) in text.match_indices(&one).chain(text.match_indices(&several)) {
            let named = text[at + found.len()..].split(')').next().unwrap_or_default();
            tools += 1;
            assert_eq!(named, info.key_name(), "the key of {name}");
        }
    }
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
    let combined: Vec<_> = words.filter(|word| ["Ctrl+", "Shift+"].iter().any(|with| word.starts_with(with))).collect();
    assert!(tools >= 8 && combined.len() >= 8, "{tools} tools and {combined:?}");
    for key in combined {
        let is_tool = Tool::ALL.iter().any(|tool| tool.info().key_name() == key);
        assert!(is_tool || is_bound(key), "nothing has the key {key}");
    }
}
