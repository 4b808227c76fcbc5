//! Going to any moment of ten minutes of play at 10 000 links: how long that takes, and what it takes in memory.
//!
//! `cargo bench --bench timeline`; with `-- --test` (or `--quick`) ten seconds of play instead of ten minutes. Times
//! stand beside that of a step, in the same run. Figures are in `docs/benchmarks.md`.

#![allow(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::{Duration, Instant};

use glam::Vec2;
use ropewalk::physics::ParticleId;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::scene::NamedScene;
use ropewalk::timeline::{KeyframeStats, MEMORY_BUDGET, Timeline};

/// Steps a second.
const RATE: u64 = 60;

/// A net of 9 940 links that hangs by its upper edge, and six ropes of ten.
fn sandbox() -> Sandbox {
    let ropes: String = (0..6)
        .map(|i| format!("Rope(from: At({i}, 2.0), to: At({i}, 1.0), particles: 11, mass: 0.01, pins: First),"))
        .collect();
    let text = format!(
        "(version: 1, title: \"ten thousand\", hint: \"\", view: (min: (-3.0, -3.0), max: (7.0, 3.0)), ground: -3.0, build: [
            Net((at: (-2.0, 2.0), columns: 71, rows: 71, spacing: 0.05, mass: 0.005, pins: TopRow)), {ropes}])"
    );
    let scene = scene::parse("bench", &text).expect("a valid scene");
    Sandbox::new(NamedScene { name: "bench".to_owned(), scene }).expect("the scene builds")
}

/// A busy user: every ten seconds a drag of three seconds, a cut, and another gravity.
fn act(step: u64, session: &mut Timeline) {
    let (moment, round) = (step % (10 * RATE), step / (10 * RATE));
    let at = |phase: u64| {
        let phase = phase as f32 / 40.0;
        Vec2::new((round % 5) as f32 + 1.5 * phase.sin(), -1.0 + phase.cos())
    };
    match moment {
        60 => {
            let particle = ParticleId((round * 997 % 5_000) as u32);
            session.apply(Command::Grab { grab: 0, particle, at: at(0) });
        }
        61..240 => session.apply(Command::MoveGrab { grab: 0, to: at(moment - 60) }),
        240 => session.apply(Command::Release { grab: 0 }),
        300 => {
            let x = -2.0 + (round % 30) as f32 * 0.1;
            session.apply(Command::Cut { from: Vec2::new(x, -1.0), to: Vec2::new(x + 0.2, -1.2), radius: 0.01 });
        }
        360 => session.apply(Command::SetGravity(Vec2::new((round % 3) as f32 - 1.0, -9.81))),
        _ => {}
    }
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test" || argument == "--quick");
    let steps = RATE * if quick { 10 } else { 600 };
    let mut session = Timeline::new(sandbox(), false);
    let count = session.sandbox().world().link_count();
    let began = Instant::now();
    for step in 0..steps {
        act(step, &mut session);
        session.step();
    }
    let step_time = began.elapsed() / steps as u32;
    let KeyframeStats { count: keyframes, interval, bytes } = session.keyframes();
    assert!(bytes <= MEMORY_BUDGET, "{bytes} bytes of keyframes");
    println!(
        "{} s of play at {count} links: {:.2} ms a step with all that is kept of it; {keyframes} keyframes, one in {interval} \
         steps, {:.1} MB (at most {} MB)",
        steps / RATE,
        milliseconds(step_time),
        bytes as f64 / 1e6,
        MEMORY_BUDGET / 1_000_000,
    );

    // Moments of the whole session, near and far from each other.
    let seeks = if quick { 20 } else { 200 };
    let mut times: Vec<Duration> = (0..seeks)
        .map(|seek: u64| {
            let began = Instant::now();
            session.seek(seek * 7_919 % steps);
            began.elapsed()
        })
        .collect();
    let mean = times.iter().sum::<Duration>() / seeks as u32;
    times.sort_unstable();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "seeking anywhere: {:.1} ms on average ({:.1} steps' time), {:.1} in the middle, {:.1} at the most",
        milliseconds(mean),
        mean.as_secs_f64() / step_time.as_secs_f64(),
        milliseconds(median),
        milliseconds(longest),
    );

    // As in a rewind: a step back a frame.
    session.seek(u64::MAX);
    let from = session.sandbox().steps();
    let mut times: Vec<Duration> = (1..=steps.min(600))
        .map(|back| {
            let began = Instant::now();
            session.seek(from - back);
            began.elapsed()
        })
        .collect();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    times.sort_unstable();
    println!(
        "rewinding: {:.1} ms a step on average, {:.1} at the most (once in {interval} steps)",
        milliseconds(mean),
        milliseconds(times[times.len() - 1]),
    );
    assert_eq!(session.divergence(), None);
}
