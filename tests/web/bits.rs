//! The golden hashes in a browser.

use std::sync::Mutex;

use ropewalk::scene;
use ropewalk::timeline::{Hash, Recording, Stamped, Timeline};
use serde_json::json;

use super::browser::{DESKTOP, Device};
use super::page::Page;
use super::{Outcome, Stage};
use crate::script;

/// The golden hashes of `tests/bits/golden.rs`: a scene and a hash on each line, below the snapshot's head.
const GOLDEN: &str = include_str!("../bits/snapshots/bits__golden__hashes_of_all_scenes.snap");

/// A small page, too narrow for the panel, whose layout would take time.
const WINDOW: Device = Device { size: (420, 320), ..DESKTOP };

/// The scripted session of a scene, with the hash that the browser has to reach: nothing is played here. A large scene
/// has the short session, as in `tests/bits/golden.rs`.
fn session(name: &str, hash: Hash) -> Recording {
    let start = script::sandbox(name);
    let stride = if scene::light_names().any(|light| light == name) { 1 } else { script::SHORT_STRIDE as u64 };
    let commands =
        |step| script::commands(&start, step).into_iter().map(move |command| Stamped(step / stride, command));
    let mut recording = Timeline::new(start.clone(), true).recording();
    recording.commands = (0..script::STEPS).flat_map(commands).collect();
    recording.end = Stamped(script::STEPS / stride, hash);
    recording
}

/// The scenes and their hashes. `tests/bits/golden.rs` checks that each scene is there once.
fn golden() -> impl Iterator<Item = (&'static str, &'static str)> {
    let body = GOLDEN.splitn(3, "---\n").nth(2).unwrap_or("");
    body.lines().filter_map(|line| line.split_once(' '))
}

/// Plays a scene's session in the page, and compares the hash.
fn compare(page: &Page, name: &str, hash: &str) -> Outcome {
    let recording = session(name, Hash(u64::from_str_radix(hash, 16)?));
    page.go(&recording.to_link()?)?;
    // As fast as the machine can: frames as they come would take seconds a scene. (What is large is over in a
    // frame or two, and each of them takes long.)
    if recording.end.0 == script::STEPS {
        page.key("=", false)?;
        page.key("=", false)?;
    }
    // Asked for in the page, and seldom: a state lists all particles.
    let end = page.browser.run_async(
        "for (;;) { const state = ropewalk.state(); if (state?.replayed) return [...state.replayed, state.complaint]; \
         await new Promise((resolve) => setTimeout(resolve, 100)); }",
    )?;
    if end != json!([recording.end.0, hash, null]) {
        return Err(format!("{name}: {end} in the browser, {hash} here").into());
    }
    Ok(())
}

pub fn golden_hashes_hold_in_the_browser(stage: &Stage) -> Outcome {
    let all: Vec<_> = golden().collect();
    assert_eq!(all.len(), scene::names().count(), "{all:?}");
    // The page has one thread, so two pages run on two cores. The largest scenes begin: none is waited for in the end.
    let mut left: Vec<_> = all.into_iter().collect();
    left.sort_by_key(|(name, _)| !scene::light_names().any(|light| light == *name));
    let left = Mutex::new(left.into_iter());
    let next = || left.lock().ok()?.next();
    let work = || -> Outcome {
        let page = Page::open(stage, WINDOW, "")?;
        while let Some((name, hash)) = next() {
            compare(&page, name, hash)?;
        }
        page.is_quiet()?;
        Ok(())
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        (work(), other.join())
    });
    one?;
    other.map_err(|_| "the second page has panicked")?
}
