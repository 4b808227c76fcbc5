//! Tampered files and links by the hundred: wrong bytes, and readable text with absurd values. Each is read and played,
//! or refused in a sentence. Nothing panics; memory stays in proportion to the text, and nothing takes more than 2 s.
//!
//! `.ci/campaign fuzz` runs 100 000 cases.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use crate::{generators::cases, script};
use allocation_counter::measure;
use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any, prop_assert, prop_oneof, proptest},
    sample::select,
};
use ropewalk::host::pack::{CompressionLevel, pack};
use ropewalk::physics::WORLD_EDGE;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{Document, Timeline};

/// A scene with a few particles of every recipe.
const EVERYTHING: &str =
    "(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), ground: -1, seed: 3,
 walls: Room((min: (-3, -3), max: (3, 3))), settings: (drag: 0.1, substeps: Count(3), springs: (stiffness: 10)),
 held_end: Of(\"r\", 0), build: [
 Point(name: \"p\", at: (0, 0), mass: 0.5, pinned: true),
 Rope(name: \"r\", from: Of(\"p\", 0), to: At(0.5, 0), particles: 5, length: 0.7, mass: 0.1, pins: First),
 AddBetween(name: \"b\", n: 2, from: Of(\"r\", 4), to: At(0.7, 0.1)),
 Connect(a: Of(\"b\", 0), b: Of(\"p\", 0), kind: Beam),
 Net((name: \"n\", at: (-1, 1), columns: 3, rows: 3, spacing: 0.1, pins: TopEvery(2), gather: 0.2)),
 Cloth(grid: (at: (0.2, 1), columns: 3, rows: 3, spacing: 0.1, pins: Corners), shear: 0.1),
 Box(name: \"x\", at: (0.3, -0.4), width: 0.2, height: 0.2, mass: 0.1),
 Wheel(name: \"w\", at: (-0.4, -0.4), radius: 0.1, spokes: 5, pinned: true)])";

/// Files of every kind: scenes by hand, an exported scene, recordings, a session.
fn seeds() -> &'static [String] {
    static SEEDS: OnceLock<Vec<String>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let scene = scene::parse("everything", EVERYTHING).expect("it reads");
        let start = NamedScene { name: "everything".to_owned(), scene };
        let mut session = Timeline::new(Sandbox::new(start).expect("it builds"), true);
        for step in 0..30 {
            let start = session.sandbox().clone();
            // The script, five times as fast.
            for command in (5 * step..5 * step + 5).flat_map(|step| script::commands(&start, step)) {
                if !matches!(command, Command::Build(_)) {
                    session.apply(command);
                }
            }
            session.step();
        }
        let rope = Sandbox::new(scene::named("first-rope").expect("it is there")).expect("it builds");
        vec![
            EVERYTHING.to_owned(),
            scene::to_text(&rope.export(), 9),
            scene::to_text(&session.sandbox().export(), 9),
            session.recording().to_text(),
            session.session().with_state().to_text(),
        ]
    })
}

/// Odd values that replace a word.
fn odd() -> impl Strategy<Value = String> {
    const ODD: &[&str] = &[
        "",
        "0",
        "-0.0",
        "-1",
        "1",
        "3",
        "1e-45",
        "1e39",
        "-1e39",
        "NaN",
        "inf",
        "-inf",
        "4294967295",
        "4294967296",
        "1000000000",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "0.5",
        "1e9",
        "true",
        "None",
        "Some(1)",
        "()",
        "[]",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"p\"",
        "Of(\"p\", 0)",
        "Of(\"p\", 1000000000)",
        "Of(\"nobody\", 0)",
        "At(NaN, 0)",
        "Reset",
        "PinAtRandom",
        "Grab(grab: 0, particle: 4294967295, at: (0, 0))",
        "Colour",
        "Springs",
        "Jakobsen",
        "Cloth",
        "r\"x\"",
        "/*",
        "//",
        "#![enable(x)]",
        "\u{0}",
        "é",
    ];
    prop_oneof![
        6 => select(ODD).prop_map(str::to_owned),
        1 => any::<f32>().prop_map(|number| number.to_string()),
        1 => any::<u64>().prop_map(|number| number.to_string()),
        1 => (1..3_000usize).prop_map(|depth| "(".repeat(depth)),
        1 => (1..3_000usize).prop_map(|depth| "[".repeat(depth)),
    ]
}

/// Splits a text into words, numbers and signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || "_.+-".contains(letter);
        let length =
            if is_word(first) { rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// A change to a text.
#[derive(Clone, Debug)]
enum Damage {
    /// Replaces a token by another.
    Replace(usize, String),
    /// A run of tokens is gone.
    Remove(usize, usize),
    /// A run of tokens stands there twice.
    Repeat(usize, usize),
    /// Two tokens have changed places.
    Swap(usize, usize),
    /// The rest is missing.
    End(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>;
    prop_oneof![
        8 => (at(), odd()).prop_map(|(at, odd)| Damage::Replace(at, odd)),
        2 => (at(), 1..30usize).prop_map(|(at, count)| Damage::Remove(at, count)),
        2 => (at(), 1..200usize).prop_map(|(at, count)| Damage::Repeat(at, count)),
        2 => (at(), at()).prop_map(|(one, other)| Damage::Swap(one, other)),
        1 => at().prop_map(Damage::End),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    for damage in damages {
        let count = tokens.len().max(1);
        match damage {
            _ if tokens.is_empty() => {}
            Damage::Replace(at, odd) => {
                // Most tokens are blanks and commas: damage the next word.
                let at = at % count;
                let word = (at..count).find(|&at| tokens[at].chars().all(char::is_alphanumeric)).unwrap_or(at);
                tokens[word].clone_from(odd);
            }
            Damage::Remove(at, length) => drop(tokens.drain(at % count..(at % count + length).min(count))),
            Damage::Repeat(at, length) => {
                let run = tokens[at % count..(at % count + length).min(count)].to_vec();
                tokens.splice(at % count..at % count, run);
            }
            Damage::Swap(one, other) => tokens.swap(one % count, other % count),
            Damage::End(at) => tokens.truncate(at % count),
        }
    }
    tokens.concat()
}

/// Most links of a world that is stepped here: a recipe may make many more, which would take minutes.
const MAX_PLAYED: u64 = 20_000;

fn is_finite(sandbox: &Sandbox) -> bool {
    let particles = sandbox.world().particles();
    particles.position.iter().all(|at| at.abs().max_element() <= WORLD_EDGE)
        && particles.displacement.iter().all(|by| by.is_finite())
}

/// Longest time for reading or playing a small file, in an optimised build.
const MAX_TIME: Duration = Duration::from_secs(2);

/// Measures an action: its result, and the most memory that it took, bytes. Fails if it takes too long in an optimised
/// build.
fn bounded<T>(action: impl FnOnce() -> T) -> (T, u64) {
    let (began, mut result) = (Instant::now(), None);
    let memory = measure(|| result = Some(action())).bytes_max;
    let time = began.elapsed();
    assert!(cfg!(debug_assertions) || time <= MAX_TIME, "it took {time:?}");
    (result.expect("the action has run"), memory)
}

/// Builds a document of a text of this length, bytes, and plays it for a moment. Returns whether everything stayed
/// finite and inside the world.
fn plays(document: Document, length: usize) -> bool {
    let scene::Size { particles, links, .. } = match &document {
        Document::Scene(scene) => scene.scene.size(),
        Document::Session(recording) => recording.start.scene.size(),
    };
    let is_played = particles + links <= MAX_PLAYED;
    // Millions of particles take long to build without optimisation.
    if !is_played && cfg!(debug_assertions) {
        return true;
    }
    let most = 64 * length as u64 + (256 << 20);
    let (timelines, memory) = bounded(|| match document {
        Document::Scene(scene) => {
            vec![Timeline::new(Sandbox::new(*scene).expect("what is read can be built"), false)]
        }
        Document::Session(recording) => {
            let resumed = Timeline::resume(&recording).ok();
            let replayed = Timeline::replaying(*recording).expect("what is read can be built");
            resumed.into_iter().chain([replayed]).collect()
        }
    });
    // Two timelines of a session hold a world each.
    assert!(memory <= most * timelines.len() as u64, "{memory} bytes of memory for {length} of text");
    let steps = |mut timeline: Timeline| {
        (0..3).all(|_| {
            timeline.step();
            is_finite(timeline.sandbox())
        })
    };
    !is_played || bounded(|| timelines.into_iter().all(steps)).0
}

/// Reads a file's text; checks the error if it is refused.
fn read(text: &str) -> Option<Document> {
    let (outcome, memory) = bounded(|| Document::parse("f.ron", text));
    let most = 64 * text.len() as u64 + (64 << 20);
    assert!(memory <= most, "{memory} bytes of memory for {} of text", text.len());
    match outcome {
        Ok(document) => Some(document),
        Err(error) => {
            let sentence = error.to_string();
            assert!(sentence.starts_with("f.ron:") && !sentence.contains(char::is_control), "{sentence:?}");
            assert!(sentence.chars().count() < 300, "{sentence:?}");
            None
        }
    }
}

#[test]
fn fuzz_seeds_are_valid() {
    for seed in seeds() {
        assert!(read(seed).is_some_and(|document| plays(document, seed.len())));
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn damaged_text_is_played_or_refused(seed in 0..5usize, damages in vec(damage(), 1..5)) {
        let text = damaged(&seeds()[seed], &damages);
        if let Some(document) = read(&text) {
            prop_assert!(plays(document, text.len()));
        }
    }

    #[test]
    fn damaged_bytes_are_played_or_refused(
        seed in 0..5usize, wrong in vec((any::<usize>(), any::<u8>()), 1..8), end in prop_oneof![3 => Just(usize::MAX), 1 => any::<usize>()]
    ) {
        let mut bytes = seeds()[seed].clone().into_bytes();
        let count = bytes.len();
        wrong.iter().for_each(|&(at, byte)| bytes[at % count] = byte);
        bytes.truncate(end.max(1).min(count));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("f.ron");
        std::fs::write(&path, &bytes).expect("it is written");
        match Document::read(&path) {
            Ok(document) => prop_assert!(plays(document, bytes.len())),
            Err(error) => prop_assert!(error.to_string().lines().count() == 1),
        }
    }

    #[test]
    fn damaged_link_is_played_or_refused(
        damages in vec(damage(), 0..4),
        wrong in prop_oneof![3 => Just(Vec::new()), 1 => vec((any::<usize>(), "[A-Za-z0-9_. -]"), 1..4)],
        end in prop_oneof![6 => Just(usize::MAX), 1 => any::<usize>()],
    ) {
        let text = damaged(&seeds()[3], &damages);
        let mut link = format!("r1.{}", pack(text.as_bytes(), CompressionLevel(1)));
        for (at, letter) in wrong {
            // Without its prefix it would be a name.
            let at = 3 + at % (link.len() - 3);
            link.replace_range(at..=at, &letter);
        }
        link.truncate(end.max(3).min(link.len()));
        let (outcome, memory) = bounded(|| Document::open(&link));
        prop_assert!(memory <= 64 * text.len() as u64 + (64 << 20), "{} bytes of memory", memory);
        match outcome {
            Ok(document) => prop_assert!(plays(document, text.len())),
            Err(error) => {
                let sentence = error.to_string();
                let is_short = sentence.chars().count() < 300;
                prop_assert!(is_short && !sentence.contains(char::is_control), "{:?}", sentence);
            }
        }
    }
}
