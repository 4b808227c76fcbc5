//! The scenes, and the window around them.

use ropewalk::physics::Aabb;
use ropewalk::sandbox::Command;
use ropewalk::scene;

use super::Outcome;
use super::session::{Session, fitted, has_status_line, middle, replay, share_seen, start_of};
use crate::support::Button;

/// Page Down goes through the whole gallery and round; every scene is drawn where the camera has it.
pub fn page_down_shows_every_scene() -> Outcome {
    let size = (640, 480);
    let mut session = Session::open(scene::FIRST, size, &["--paused"])?;
    let mut before = None;
    for name in scene::names() {
        let picture = session.app.screenshot()?;
        let sandbox = start_of(name)?;
        let seen = share_seen(&picture, &sandbox, &fitted(&sandbox, size));
        assert!(seen > 0.9, "{name}: only {seen} of its points are to be seen");
        assert!(has_status_line(&picture), "{name}: no status line");
        if let Some(before) = before.replace(middle(&picture)) {
            let difference = before.difference(&middle(&picture), 16);
            assert!(difference > 0.005, "{name}: the picture changed by {difference} only");
        }
        session.app.key("Page_Down")?;
    }
    session.app.key("Page_Up")?;
    let played = session.end()?;
    let opened = played.commands().filter_map(|command| match command {
        Command::Open(scene) => Some(scene.name.as_str()),
        _ => None,
    });
    let mut expected: Vec<_> = scene::names().skip(1).collect();
    expected.extend([scene::FIRST, expected[expected.len() - 1]]);
    assert_eq!(opened.collect::<Vec<_>>(), expected);
    Ok(())
}

/// At any window size the scene fills the window without leaving it, the status line is below, and the pointer takes
/// the particle under it.
pub fn resize_keeps_the_scene_in_view() -> Outcome {
    let mut session = Session::open("welcome", (640, 480), &["--paused"])?;
    for (width, height) in [(1000, 640), (420, 400), (420, 600), (360, 240), (640, 480)] {
        session.resize(width, height)?;
        let picture = session.app.screenshot()?;
        assert_eq!((picture.width, picture.height), (width.into(), height.into()));
        // In an upright window the strip of tools touches it.
        assert!(height > width || has_status_line(&picture), "no status line at {width}x{height}");
        let seen = share_seen(&picture, &session.sandbox, &session.camera);
        assert!(seen > 0.88, "at {width}x{height} only {seen} of the points are to be seen");
        // The garland's end: the upper left of the scene.
        let corner = 19 * 16;
        let (x, y) = session.particle(corner);
        // While paused, a longer drag would leave it elsewhere.
        session.app.drag((x, y), (x + 1, y + 1), 2, Button::Left)?;
    }
    let held: Vec<_> = session.end()?.held().iter().map(|id| id.index()).collect();
    assert_eq!(held, [19 * 16; 5]);
    Ok(())
}

/// The walls of `give-playground` are the window's edges, and stay it; nothing gets out.
pub fn playground_walls_follow_the_window() -> Outcome {
    let mut session = Session::open("give-playground", (640, 480), &[])?;
    let mut rooms = vec![session.camera.walls()];
    session.frames(10)?;
    for (width, height) in [(400, 520), (800, 400)] {
        session.resize(width, height)?;
        rooms.push(session.camera.walls());
        session.frames(20)?;
    }
    let picture = session.app.screenshot()?;
    // The wall is a line just inside the window's edge.
    let (left, inside) = (picture.pixel(10, 200), picture.pixel(25, 200));
    assert!(left[0] > inside[0] + 15, "no wall at the left: {left:?}, {inside:?}");
    let played = session.end()?;
    let set = played.commands().filter_map(|command| match command {
        Command::SetRoom(room) => Some(*room),
        _ => None,
    });
    let set: Vec<Aabb> = set.collect();
    assert!(set.len() >= rooms.len(), "{set:?}");
    let near = |a: Aabb, b: Aabb| a.min.distance(b.min) + a.max.distance(b.max) < 1e-3;
    let mut found = set.iter();
    assert!(rooms.iter().all(|&room| found.any(|&set| near(set, room))), "expected {rooms:?}, found {set:?}");
    let (mut strays, mut before) = (Vec::new(), None);
    replay(&played.recording, |sandbox| {
        let world = sandbox.world();
        let free = |index: &usize| world.particles().inv_mass[*index] != 0.0;
        // Walls that have just been moved have not met anything yet.
        let stood = std::mem::replace(&mut before, world.colliders().room) == world.colliders().room;
        if let Some(Aabb { min, max }) = world.colliders().room.filter(|_| stood) {
            let out = (0..world.particles().len()).filter(free).map(|index| world.particles().position[index]);
            let out = out.filter(|at| (*at - at.clamp(min, max)).length() > 1e-3);
            strays.extend(out.map(|at| (sandbox.steps(), at, min, max)));
        }
    })?;
    assert!(strays.is_empty(), "points were outside of the walls: {strays:?}");
    Ok(())
}
