//! `docs/scene-format.md` against the code: its tables name every field with its range and default, and its examples
//! build.
//!
//! Ranges and defaults are found by reading bad scenes: the error about an unknown field, a value out of range or a
//! missing field states them. Units and meanings of settings, and of
//! the properties of obstacles, balls, blowers and materials, are those of their own tables.
//! `UPDATE_DOCS=1 cargo test --test suite scene_format` writes all of them into the page.

use std::{fs, path::PathBuf};

use ron::{Error, extensions::Extensions};
use ropewalk::physics::{
    Ball, BlowerDef, Material, Property, Setting, Settings, ShapeDef, SoftGround, Springs, Weight, Wind,
};
use ropewalk::scene::{self, SceneDef};

/// A scene without its `build`.
const HEAD: &str = "version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1))";

/// Sample values: each required field takes one of them.
const SAMPLES: [&str; 10] = [
    "3",
    "1",
    "0.5",
    "(1, 1)",
    "At(0, 0)",
    "\"x\"",
    "[]",
    "(min: (-1, -1), max: (1, 1))",
    "(at: (0, 0), columns: 3, rows: 3, spacing: 1)",
    "0",
];

/// The struct that a table describes: the text of a scene around its fields, and the names that lead to it.
struct Place {
    before: String,
    after: &'static str,
    path: &'static [&'static str],
}

impl Place {
    fn of(heading: &str) -> Self {
        let (before, after, path): (&str, _, &[_]) = match heading {
            "Scene" => return Self { before: "(".to_owned(), after: ")", path: &[] },
            "Goal" => ("build: [], goal: (", "))", &["goal"]),
            "Grid" => ("build: [Net((", "))])", &["build"]),
            "Slide" => ("build: [Circle(at: (0, 0), radius: 1, slides: (", "))])", &["slides"]),
            "Settings" => ("build: [], settings: (", "))", &["settings"]),
            "Springs" => ("build: [], settings: (springs: (", ")))", &["springs"]),
            "Soft ground" => ("build: [], settings: (springs: (ground: (", "))))", &["springs", "ground"]),
            "Material" => ("build: [], materials: {\"x\": (", ")})", &["materials"]),
            "Wind" => ("build: [], settings: (wind: (", ")))", &["wind"]),
            "Ghost" => ("build: [], ghost: (", "))", &["ghost"]),
            "Technique" => ("build: [], ghost: (name: \"x\", settings: (", ")))", &["ghost", "settings"]),
            "Anchor" => ("build: [Circle(at: (0, 0), radius: 1), Anchor(", ")])", &["build"]),
            recipe => (&*format!("build: [{recipe}("), ")])", &["build"]),
        };
        Self { before: format!("({HEAD}, {before}"), after, path }
    }
}

/// A struct whose fields, ranges and defaults are found by reading scenes.
struct Probe {
    place: Place,
    /// Required fields, each with a value.
    required: Vec<(&'static str, &'static str)>,
}

impl Probe {
    fn new(heading: &str) -> Self {
        let mut probe = Self { place: Place::of(heading), required: Vec::new() };
        while let Some(field) = probe.missing(&probe.fields(None)) {
            let fits = |sample: &&&str| {
                let text = probe.fields(Some((field, sample)));
                probe.read(&text).is_ok() || probe.missing(&text).is_some_and(|next| next != field)
            };
            let sample = SAMPLES.iter().find(fits).unwrap_or_else(|| panic!("{heading}: no sample for `{field}`"));
            probe.required.push((field, sample));
        }
        probe
    }

    /// The required fields, with another value of a field or one field more.
    fn fields(&self, other: Option<(&str, &str)>) -> String {
        let required = self.required.iter().copied().filter(|(field, _)| other.is_none_or(|other| other.0 != *field));
        required.chain(other).map(|(field, value)| format!("{field}: {value}, ")).collect()
    }

    fn read(&self, fields: &str) -> Result<SceneDef, Error> {
        let Place { before, after, .. } = &self.place;
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.from_str(&format!("{before}{fields}{after}")).map_err(|error| error.code)
    }

    fn missing(&self, fields: &str) -> Option<&'static str> {
        match self.read(fields) {
            Err(Error::MissingStructField { field, .. }) => Some(field),
            _ => None,
        }
    }

    /// All fields, in order.
    fn names(&self) -> &'static [&'static str] {
        match self.read("no_such_field: 0") {
            Err(Error::NoSuchStructField { expected, .. }) => expected,
            other => panic!("{other:?}"),
        }
    }

    /// The default of a field, as the table shows it.
    fn default(&self, field: &str) -> String {
        if self.required.iter().any(|&(required, _)| required == field) {
            return "required".to_owned();
        }
        let scene = self.read(&self.fields(None)).expect("all required fields are set");
        let text = scene::to_text(&scene, 9);
        let inside = |text, name: &&str| str::split_once(text, &format!("{name}: ")).expect("the struct is there").1;
        let fields = self.place.path.iter().fold(text.as_str(), inside);
        let start = format!("{field}: ");
        let value = fields.lines().find_map(|line| line.trim().strip_prefix(&start));
        match value.map(|value| value.trim_end_matches(',')) {
            None | Some("None") => "none".to_owned(),
            Some("(") => "its defaults".to_owned(),
            Some(value) => format!("`{}`", value.trim_end_matches(".0")),
        }
    }

    /// The range of a field, as the table shows it, if an error states it.
    fn range(&self, field: &str) -> Option<String> {
        let refusal = |value: &str| self.read(&self.fields(Some((field, value)))).err();
        let ends = |min: &str, max: &str| match [min, max].map(|end| refusal(end).as_ref().and_then(bound)) {
            [Some(min), Some(max)] if min != max => Some(format!("{min} to {max}")),
            [range, _] => range,
        };
        match refusal("Nonsense")? {
            Error::NoSuchEnumVariant { expected, .. } => {
                Some(expected.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
            }
            Error::ExpectedBoolean => Some("`true`, `false`".to_owned()),
            Error::ExpectedString => Some("text".to_owned()),
            Error::ExpectedFloat => ends("-1e30", "1e30"),
            Error::ExpectedInteger if refusal("0").is_none() && refusal("4294967295").is_none() => {
                Some("any".to_owned())
            }
            Error::ExpectedInteger => ends("0", "4294967295"),
            _ => {
                ends("(-1e30, 0)", "(1e30, 0)").map(|range| match refusal("(1e30, 0)").map(|error| error.to_string()) {
                    Some(text) if text.contains("with a length") => format!("length {range}"),
                    Some(text) if text.contains("nearest") => format!("each component {range}"),
                    _ => range,
                })
            }
        }
    }
}

/// The range, or one end of it, that an error states.
fn bound(error: &Error) -> Option<String> {
    let text = error.to_string();
    let number = |text: &str| text.trim_end_matches(".0").to_owned();
    if let Some((_, nearest)) = text.split_once("the nearest possible value is `") {
        let value = nearest.trim_end_matches('`').split_once(": ")?.1;
        return Some(number(value.trim_start_matches('(').split(',').next()?));
    }
    let expected = text.split_once(" expected")?.0;
    match expected.split_once(" from ").and_then(|(_, range)| range.split_once(" to ")) {
        Some((min, max)) => Some(format!("{} to {}", number(min), number(max))),
        None => expected.split_once("within ").map(|(_, range)| format!("within {range}")),
    }
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/scene-format.md")
}

/// The sections of the page: heading and lines.
fn sections(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut sections = vec![("", Vec::new())];
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        match line.strip_prefix("## ").or(line.strip_prefix("### ")) {
            Some(heading) if !is_code => sections.push((heading, Vec::new())),
            _ => sections.last_mut().expect("there is a first").1.push(line),
        }
    }
    sections
}

/// The cells of a row of a table of fields, the first without its quotes.
fn cells(line: &str) -> Option<Vec<&str>> {
    let cells: Vec<_> = line.strip_prefix("| `")?.trim_end_matches('|').split('|').map(str::trim).collect();
    (cells.len() == 5).then(|| cells.into_iter().map(|cell| cell.trim_end_matches('`')).collect())
}

/// The unit and the documentation of a field, if a table of the code has it.
fn described(heading: &str, field: &str) -> Option<(&'static str, &'static str)> {
    let setting = |table: &'static [Setting], docs: &[&'static str]| {
        let (found, docs) = table.iter().zip(docs).find(|(of, _)| of.name.rsplit('.').next() == Some(field))?;
        Some((found.unit, *docs))
    };
    let property = |table: &'static [Property], docs: &[&'static str]| {
        let (found, docs) = table.iter().zip(docs).find(|(of, _)| of.name == field)?;
        Some((found.unit, *docs))
    };
    match heading {
        "Settings" => setting(Settings::TABLE, Settings::DOCS),
        "Springs" => setting(Springs::TABLE, Springs::DOCS),
        "Soft ground" => setting(SoftGround::TABLE, SoftGround::DOCS),
        "Wind" => setting(Wind::TABLE, Wind::DOCS),
        "Circle" | "Wall" | "Block" | "Slide" => property(ShapeDef::TABLE, ShapeDef::DOCS),
        "Ball" => property(Ball::TABLE, Ball::DOCS).or_else(|| property(Weight::TABLE, Weight::DOCS)),
        "Weight" => property(Weight::TABLE, Weight::DOCS),
        "Blower" => property(BlowerDef::TABLE, BlowerDef::DOCS),
        "Material" => property(Material::TABLE, Material::DOCS),
        _ => None,
    }
}

/// The row of a field with the range and the default that the code has. Unit and meaning are those of its table in the
/// code, or else those that are written.
fn row(probe: &Probe, field: &str, described: Option<(&str, &str)>, line: Option<&str>) -> String {
    let written: Vec<_> = line.unwrap_or("|||||").split('|').map(str::trim).collect();
    let (unit, meaning) = match described {
        None => (written[2].to_owned(), written[5].to_owned()),
        Some((unit, docs)) => {
            let paragraph = docs.split("\n\n").next().expect("there is a first");
            let meaning: Vec<_> = paragraph.lines().map(str::trim).collect();
            (if unit.is_empty() { "-" } else { unit }.to_owned(), meaning.join(" "))
        }
    };
    assert!(!unit.is_empty() && !meaning.is_empty(), "`{field}` has no unit or no meaning: {line:?}");
    // A link says more than the names of the variants.
    let range = Some(written[3]).filter(|range| range.contains("](#")).map(str::to_owned);
    let range = range.or_else(|| probe.range(field)).unwrap_or_else(|| written[3].to_owned());
    format!("| `{field}` | {unit} | {range} | {} | {meaning} |", probe.default(field))
}

#[test]
fn scene_format_tables_match_the_code() {
    let text = fs::read_to_string(page()).expect("the page is there");
    let mut updated = text.clone();
    for (heading, lines) in sections(&text) {
        let rows: Vec<_> = lines.into_iter().filter(|line| cells(line).is_some()).collect();
        if rows.is_empty() {
            continue;
        }
        let probe = Probe::new(heading);
        let names: Vec<_> = rows.iter().filter_map(|line| cells(line)).map(|cells| cells[0]).collect();
        // The rows of settings follow from their table.
        if !probe.names().iter().all(|field| described(heading, field).is_some()) {
            assert_eq!(names, probe.names(), "the fields of {heading}, in order");
        }
        let right = probe.names().iter().map(|field| {
            let line = names.iter().position(|name| name == field).map(|index| rows[index]);
            row(&probe, field, described(heading, field), line)
        });
        let (old, new) = (rows.join("\n"), right.collect::<Vec<_>>().join("\n"));
        let mut section = updated.split_once(&format!("# {heading}\n")).expect("the heading is there").1.to_owned();
        let before = updated.len() - section.len();
        section = section.replacen(&old, &new, 1);
        updated.replace_range(before.., &section);
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return fs::write(page(), &updated).expect("the page can be written");
    }
    for (written, right) in text.lines().zip(updated.lines()) {
        assert_eq!(written, right, "run `UPDATE_DOCS=1 cargo test --test suite scene_format`");
    }
}

#[test]
fn scene_format_describes_every_recipe() {
    let probe = Probe::new("Scene");
    let kinds = match probe.read(&probe.fields(Some(("build", "[NoSuchRecipe()]")))) {
        Err(Error::NoSuchEnumVariant { expected, .. }) => expected,
        other => panic!("{other:?}"),
    };
    let text = fs::read_to_string(page()).expect("the page is there");
    let recipes =
        text.split_once("\n## Recipes\n").and_then(|(_, rest)| rest.split_once("\n## ")).expect("a chapter").0;
    let headings: Vec<_> = recipes.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert_eq!(headings, kinds, "the recipes, in order");
}

#[test]
fn scene_format_examples_build() {
    let text = fs::read_to_string(page()).expect("the page is there");
    let mut count = 0;
    for (heading, lines) in sections(&text) {
        let section = lines.join("\n");
        for example in section.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let example = example.trim();
            let whole = match example.chars().next() {
                Some('(' | '/') => example.to_owned(),
                _ if example.contains("\nbuild: ") => format!("({HEAD}, {example})"),
                Some(first) if first.is_uppercase() => format!("({HEAD}, build: [{example}])"),
                _ => format!("({HEAD}, build: [], {example})"),
            };
            let scene = scene::parse(heading, &whole).unwrap_or_else(|error| panic!("{error}:\n{example}"));
            scene::build(&scene).unwrap_or_else(|error| panic!("{heading}: {error}:\n{example}"));
            count += 1;
        }
    }
    assert!(count >= 30, "only {count} examples");
}
