//! Grabbing, pinning and hovering.

use glam::Vec2;
use ropewalk::physics::{DistanceConstraint, LinkKind, ParticleId};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;

use super::Outcome;
use super::session::{Session, contrast, has_status_line, middle, replay, start_of};
use crate::support::{Button, Image, Point};

/// The loose end of `first-rope`: a point at (1, 0) m.
const END: usize = 9;

/// A window in which `first-rope` is large.
const SIZE: (u16, u16) = (640, 480);

/// Position of a particle, m.
fn place(sandbox: &Sandbox, index: usize) -> Vec2 {
    sandbox.world().particles().position[index]
}

/// A dragged point follows the pointer, and keeps following it until it is let go.
pub fn dragged_particle_follows_the_pointer() -> Outcome {
    let mut session = Session::open("first-rope", SIZE, &["--paused"])?;
    let to = session.pixel(0.3, -0.5);
    let before = session.app.screenshot()?;
    session.app.move_to(session.particle(END).0 + 5, session.particle(END).1 - 4)?;
    session.app.press(Button::Left)?;
    session.app.key("space")?;
    session.app.pull(session.particle(END), to, 15)?;
    // The rope has left its place at the start, and its end is under the pointer.
    let (x, y) = session.pixel(0.8, 0.0);
    session.wait_picture("the rope's end at the pointer", |picture| {
        let white = picture.crop(to.0 as usize - 4, to.1 as usize - 4, 9, 9).count(|pixel| pixel[2] > 180);
        let gone = contrast(picture.pixel(x as usize, y as usize), before.pixel(x as usize, y as usize)) > 30;
        white > 0 && gone
    })?;
    session.frames(10)?;
    session.app.release(Button::Left)?;
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(END as u32)]);
    assert!(played.count(|command| matches!(command, Command::MoveGrab { .. })) >= 15);
    assert_eq!(played.count(|command| matches!(command, Command::Release { .. })), 1);
    let released = played.recording.commands.iter().find(|stamped| matches!(stamped.1, Command::Release { .. }));
    let released = released.map_or(0, |stamped| stamped.0);
    let mut nearest = f32::INFINITY;
    replay(&played.recording, |sandbox| {
        if sandbox.steps() == released {
            nearest = place(sandbox, END).distance(Vec2::new(0.3, -0.5));
        }
    })?;
    assert!(nearest < 0.01, "the point was {nearest} m from the pointer when it was let go");
    Ok(())
}

/// Whether a ring is drawn around a place: more than half of a circle of 11 px differs from the picture without one.
fn has_ring(picture: &Image, without: &Image, centre: Vec2) -> bool {
    let differs = |step: u32| {
        let angle = step as f32 * std::f32::consts::TAU / 64.0;
        let at = (centre + 11.0 * Vec2::from_angle(angle)).round();
        let (x, y) = (at.x as usize, at.y as usize);
        contrast(picture.pixel(x, y), without.pixel(x, y)) > 40
    };
    (0..64).filter(|&step| differs(step)).count() > 32
}

/// A ring marks the point that a press would grab: within 20 px of the pointer, and not beyond. A right click pins the
/// point, another unpins it, and the picture shows both.
pub fn ring_marks_the_particle_that_a_press_grabs_or_pins() -> Outcome {
    let mut session = Session::open("first-rope", SIZE, &["--paused"])?;
    session.app.move_to(30, 400)?;
    let without = session.app.screenshot()?;
    let centre = session.camera.to_screen(place(&session.sandbox, END));
    for (distance, expected) in [(3.0, true), (19.2, true), (20.8, false), (40.0, false), (12.0, true)] {
        // The pixel whose distance from the end is nearest to `distance`, on the side away from the rope's other
        // points.
        let at = (0..90).map(|degrees| centre + distance * Vec2::from_angle((degrees as f32 - 45.0).to_radians()));
        let off = |at: &Vec2| (at.round().distance(centre) - distance).abs();
        let at = at.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(centre).round();
        session.app.move_to(at.x as i32, at.y as i32)?;
        let picture = session.app.screenshot()?;
        assert_eq!(has_ring(&picture, &without, centre), expected, "at {} px", at.distance(centre));
        session.app.click(at.x as i32, at.y as i32, Button::Left)?;
    }
    let (x, y) = session.particle(END);
    for pinned in [true, false, true] {
        session.app.click(x + 3, y + 2, Button::Right)?;
        assert_eq!(is_red(&session.app.screenshot()?, (x, y)), pinned);
    }
    // The tool does the same with the left button.
    session.app.key("3")?;
    session.app.click(x, y, Button::Left)?;
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(END as u32); 3], "a press grabs the point with the ring");
    let set = |pinned| Command::SetPinned { particle: ParticleId(END as u32), pinned };
    let pins: Vec<_> =
        played.commands().filter(|command| matches!(command, Command::SetPinned { .. })).cloned().collect();
    assert_eq!(pins, [true, false, true, false].map(set));
    Ok(())
}

/// Whether a point is drawn red, the colour of pinned points in `first-rope`.
fn is_red(picture: &Image, (x, y): Point) -> bool {
    let [red, green, blue] = picture.pixel(x as usize, y as usize);
    red > 150 && green < 110 && blue < 110
}

/// Ten leaps across the window and out of it.
const LEAPS: [Point; 10] = [
    (-150, -60),
    (620, 420),
    (310, 200),
    (-180, 400),
    (600, 15),
    (100, 100),
    (560, -80),
    (20, 520),
    (800, 300),
    (320, 240),
];

/// Moves the pointer through [`LEAPS`], first one leap per frame and then all in one frame, and repeats both `times`
/// times.
fn shake(session: &mut Session, times: usize) -> Result<(), String> {
    for _ in 0..times {
        for &(x, y) in &LEAPS {
            session.app.move_to(x, y)?;
        }
        session.app.dash(&LEAPS)?;
    }
    Ok(())
}

/// Index of the last particle that is neither pinned nor tied to a pin, whose link leaves it no way, and no stretch.
fn last_free(sandbox: &Sandbox) -> usize {
    let world = sandbox.world();
    let is_pinned = |id: ParticleId| world.particles().pinned[id.index()];
    let mut is_held = world.particles().pinned.clone();
    world.links().for_each(|link| {
        is_held[link.a.index()] |= is_pinned(link.b);
        is_held[link.b.index()] |= is_pinned(link.a);
    });
    let last = |is_taken: &[bool]| is_taken.iter().rposition(|is_taken| !is_taken);
    last(&is_held).or_else(|| last(&world.particles().pinned)).unwrap_or(0)
}

/// Dragging a particle of any scene through rounds of leaps across the window and out of it breaks nothing: no particle is
/// thrown, and no link tears or stays stretched. The large scene is left out, since it would take minutes.
pub fn violent_drag_anywhere_breaks_nothing() -> Outcome {
    scene::light_names().try_for_each(|name| violent_drag(name, last_free(&start_of(name)?), 3))
}

/// Drags a particle of a scene through the leaps, `times` times, and releases it. Checks every step of the drag and of
/// the eight seconds after it.
fn violent_drag(name: &str, particle: usize, times: usize) -> Outcome {
    let mut session = Session::open(name, SIZE, &["--paused"])?;
    let picture = session.app.screenshot()?;
    assert!(has_status_line(&picture) && !middle(&picture).is_blank(), "{name}");
    let mut untouched = session.sandbox.clone();
    session.app.move_to(session.particle(particle).0, session.particle(particle).1)?;
    session.app.press(Button::Left)?;
    session.app.key("space")?;
    shake(&mut session, times)?;
    session.app.release(Button::Left)?;
    assert!(!session.app.screenshot()?.is_blank(), "{name}");
    let settings = *untouched.world().settings();
    let step = settings.step_seconds();
    let (mut last, mut fastest) = (Vec::new(), 0.0_f64);
    let mut watch = |sandbox: &Sandbox| {
        let position = &sandbox.world().particles().position;
        assert!(position.iter().all(|at| at.is_finite()), "{name}: not finite at step {}", sandbox.steps());
        let moves = position.iter().zip(&last).map(|(now, before): (&Vec2, &Vec2)| f64::from(now.distance(*before)));
        let speed = moves.fold(0.0, f64::max) / step;
        last.clone_from(position);
        fastest = fastest.max(speed);
        speed
    };
    let played = session.end_watching(|sandbox| {
        watch(sandbox);
    })?;
    assert_eq!((played.held().len(), played.count(|command| matches!(command, Command::Release { .. }))), (1, 1));
    assert_eq!(played.recording.start.name, name);

    let mut sandbox = played.sandbox;
    let (mut speed, energy_at_release) = (0.0, sandbox.world().energy().total());
    let steps = (8.0 / step) as usize;
    for _ in 0..steps {
        sandbox.step();
        speed = watch(&sandbox);
    }
    // A published method leads the particle out of reach; its sweeps then throw what they took too long.
    let is_limited = fastest <= settings.max_speed.into() || settings.is_published();
    assert!(is_limited, "{name}: a particle moved at {fastest} m/s");
    // The tip of a flag whips in wind. Without wind, a long rope with little drag still swings after eight seconds.
    let max_speed = if untouched.world().is_windy() { 30.0 } else { 10.0 };
    let energy = sandbox.world().energy().total();
    let is_calm = speed < max_speed || (!untouched.world().is_windy() && energy < energy_at_release);
    assert!(is_calm, "{name}: {speed} m/s after eight seconds, {energy} J of {energy_at_release} J at the release");
    if settings.tear.is_some() {
        // In a scene whose links can tear, this drag should tear some.
        assert!(sandbox.world().torn_link_count() > 0, "{name}: nothing tore");
    } else {
        assert!(sandbox.world().links().eq(untouched.world().links()), "{name}: a drag never cuts");
    }
    let after = stretch(&sandbox);
    match (settings.tear, settings.rope_contact) {
        // Other links carry the load after the drag, and should not tear under it.
        (Some(tear), _) => assert!(after < tear, "{name}: stretched by {after} after a drag"),
        // Ropes that lie on a rope may keep it stretched.
        (None, Some(_)) => assert!(after < 0.1, "{name}: stretched by {after} after a drag"),
        (None, None) if after < 0.02 => {}
        (None, None) => {
            (0..steps).for_each(|_| untouched.step());
            let usual = stretch(&untouched);
            assert!(after < 1.5 * usual + 0.02, "{name}: stretched by {after} after a drag, by {usual} without");
        }
    }
    Ok(())
}

/// Greatest stretch of a link. The soft braces of cloth do not count, since a fold may keep them stretched, nor do the stops
/// of joints, which only push.
fn stretch(sandbox: &Sandbox) -> f32 {
    let links = sandbox.world().links().filter(|link| !matches!(link.kind, LinkKind::Brace | LinkKind::Stop));
    let length = |link: &DistanceConstraint| place(sandbox, link.a.index()).distance(place(sandbox, link.b.index()));
    links.map(|link| length(link) / link.rest_length - 1.0).fold(0.0, f32::max)
}

/// A drag that leaves the window and comes back continues with the same particle.
pub fn drag_survives_leaving_the_window() -> Outcome {
    let mut session = Session::open("first-rope", SIZE, &["--paused"])?;
    let start = session.particle(END);
    session.app.move_to(start.0, start.1)?;
    session.app.press(Button::Left)?;
    session.app.key("space")?;
    for outside in [(-100, 200), (300, -60), (900, 300), (300, 560)] {
        session.app.pull(start, outside, 6)?;
        session.app.pull(outside, start, 6)?;
    }
    let back = session.pixel(0.4, -0.4);
    session.app.pull(start, back, 6)?;
    session.frames(20)?;
    session.app.release(Button::Left)?;
    // Once let go it falls until the window is closed.
    let mut led_to = Vec2::ZERO;
    let played = session.end_watching(|sandbox| {
        if !sandbox.world().grabs().is_empty() {
            led_to = place(sandbox, END);
        }
    })?;
    assert_eq!(played.held(), [ParticleId(END as u32)]);
    let releases: Vec<_> =
        played.commands().enumerate().filter(|(_, command)| matches!(command, Command::Release { .. })).collect();
    assert_eq!(releases.len(), 1, "let go once");
    assert_eq!(releases[0].0 + 1, played.recording.commands.len(), "at the end");
    assert!(led_to.distance(Vec2::new(0.4, -0.4)) < 0.2, "it is led to {led_to}");
    Ok(())
}

/// A release outside the window takes effect when the pointer comes back, at the latest; the loss of the keyboard focus
/// ends a drag, since its release will not be reported.
pub fn drag_ends_with_a_release_outside_or_a_lost_focus() -> Outcome {
    for is_outside in [true, false] {
        let mut session = Session::open("first-rope", SIZE, &["--paused"])?;
        let start = session.particle(END);
        session.app.move_to(start.0, start.1)?;
        session.app.press(Button::Left)?;
        if is_outside {
            session.app.pull(start, (900, 200), 5)?;
            session.app.release(Button::Left)?;
            session.app.pull((900, 200), (320, 300), 5)?;
            session.app.pull((320, 300), (330, 380), 5)?;
        } else {
            session.app.pull(start, (320, 300), 5)?;
            session.app.focus(false)?;
            session.frames(2)?;
            session.app.pull((320, 300), (330, 380), 5)?;
            session.app.focus(true)?;
            session.app.pull((330, 380), (320, 300), 5)?;
            session.app.release(Button::Left)?;
        }
        let played = session.end()?;
        let drags: Vec<_> = played.commands().filter(|command| !matches!(command, Command::Pose { .. })).collect();
        assert_eq!(played.held().len(), 1, "{}", played.text);
        assert!(
            matches!(drags.last(), Some(Command::Release { .. })),
            "what was let go moves no more: {}",
            played.text
        );
        assert!(played.sandbox.world().grabs().is_empty());
    }
    Ok(())
}
