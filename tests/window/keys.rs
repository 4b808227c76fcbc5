//! The keyboard: gravity, time, tools, help.

use std::time::Duration;

use glam::Vec2;
use ropewalk::physics::GRAVITY as G;
use ropewalk::physics::ParticleId;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene::recipe::Net;
use ropewalk::scene::{End, Recipe, RopePins};
use ropewalk::timeline::Stamped;

use super::Outcome;
use super::session::{Session, middle, replay, start_of};
use crate::support::{Button, Image, Wheel};

/// Longer than it takes until the keyboard repeats a key (0.66 s, then 25 a second).
const LONG: Duration = Duration::from_millis(1_200);

/// Mean height of all particles, m.
fn height(sandbox: &Sandbox) -> f32 {
    let position = &sandbox.world().particles().position;
    position.iter().map(|at| at.y).sum::<f32>() / position.len() as f32
}

/// G reverses gravity once a press, however long it is held; the arrows turn it, and 0 turns it off and on.
pub fn keys_turn_gravity() -> Outcome {
    let mut session = Session::open("welcome", (480, 360), &[])?;
    let before = session.app.screenshot()?;
    session.app.key_down("g")?;
    std::thread::sleep(LONG);
    session.app.key_up("g")?;
    session.wait_picture("everything fallen up", |picture| middle(picture).difference(&middle(&before), 40) > 0.03)?;
    for key in ["g", "Left", "Up", "Right", "0", "0", "Down", "g", "Down"] {
        session.app.key(key)?;
        session.frames(4)?;
    }
    let played = session.end()?;
    let (x, y) = (Vec2::new(G, 0.0), Vec2::new(0.0, G));
    assert_eq!(played.gravities(), [y, -y, -x, y, x, Vec2::ZERO, x, -y, y, -y]);
    let turned = |number: usize| played.recording.commands.get(number).map_or(0, |Stamped(step, _)| *step);
    let (mut low, mut high) = (0.0, 0.0);
    replay(&played.recording, |sandbox| match sandbox.steps() {
        step if step == turned(0) => low = height(sandbox),
        step if step == turned(1) => high = height(sandbox),
        _ => {}
    })?;
    assert!(high > low + 0.3, "for a second it fell up, from {low} m to {high} m");
    Ok(())
}

/// The held end of `nehe-40` moves at 3 m/s while a key is down, with key repeat or without, and stops on release.
pub fn held_end_moves_while_its_key_is_down() -> Outcome {
    let mut session = Session::open("nehe-40", (480, 360), &[])?;
    for key in ["Left", "Home"] {
        session.app.key_down(key)?;
        std::thread::sleep(LONG);
        session.app.key_up(key)?;
        session.frames(6)?;
    }
    // The release of a key is not reported while the window has no keyboard focus.
    session.app.key_down("End")?;
    session.frames(4)?;
    session.app.focus(false)?;
    session.frames(6)?;
    session.app.focus(true)?;
    session.app.key_up("End")?;
    let played = session.end()?;
    let drives: Vec<_> = played.recording.commands.iter().collect();
    let velocities: Vec<_> = drives
        .iter()
        .map(|Stamped(_, command)| match command {
            Command::DriveHeldEnd(velocity) => *velocity,
            other => panic!("the keys of the held end did {other:?}"),
        })
        .collect();
    let (left, up, rest) = (Vec2::new(-3.0, 0.0), Vec2::new(0.0, 3.0), Vec2::ZERO);
    assert_eq!(velocities, [left, rest, up, rest, -up, rest]);
    let step = played.sandbox.world().settings().step_seconds() as f32;
    let mut at = vec![Vec2::ZERO];
    replay(&played.recording, |sandbox| at.push(sandbox.world().particles().position[0]))?;
    for pair in drives.windows(2) {
        let (from, to) = (pair[0].0 as usize, pair[1].0 as usize);
        let Command::DriveHeldEnd(velocity) = pair[0].1 else { continue };
        let expected = velocity * step * (to - from) as f32;
        let moved = at[to] - at[from];
        assert!(moved.distance(expected) < 1e-3, "from step {from} to {to}: {moved}, expected {expected}");
    }
    Ok(())
}

/// The left part of the status line: scene, tool, gravity, speed. On the right, the frame rate changes by itself.
fn status(picture: &Image) -> Image {
    picture.crop(0, picture.height - 28, 300, 28)
}

/// O and . advance by one step each, Space and P pause, - and = change the speed.
pub fn keys_pause_step_and_change_speed() -> Outcome {
    let mut session = Session::open("first-rope", (640, 480), &[])?;
    let normal = status(&session.app.screenshot()?);
    session.app.key("space")?;
    let paused = session.app.screenshot()?;
    assert!(status(&paused) != normal, "the status line does not say that it is paused");
    session.frames(6)?;
    // The rope moves lower down than the hint.
    assert!(middle(&session.app.screenshot()?) == middle(&paused), "something moved while paused");
    // Marks in the recording, which show how many steps lie between: gravity off and on.
    let mark = |session: &mut Session| session.app.key("0");
    mark(&mut session)?;
    for key in ["o", "o", "period"] {
        session.app.key(key)?;
    }
    mark(&mut session)?;
    assert!(middle(&session.app.screenshot()?) != middle(&paused), "three steps changed nothing");
    session.app.key("p")?;
    let normal = status(&session.app.screenshot()?);
    (0..4).try_for_each(|_| session.app.key("minus"))?;
    assert!(status(&session.app.screenshot()?) != normal, "the status line does not say how slow it is");
    mark(&mut session)?;
    session.frames(20)?;
    mark(&mut session)?;
    (0..6).try_for_each(|_| session.app.key("equal"))?;
    mark(&mut session)?;
    session.frames(20)?;
    mark(&mut session)?;
    (0..2).try_for_each(|_| session.app.key("minus"))?;
    mark(&mut session)?;
    mark(&mut session)?;
    assert!(status(&session.app.screenshot()?).difference(&normal, 60) < 0.01, "back at normal speed");
    let played = session.end()?;
    let marks: Vec<u64> = played.recording.commands.iter().map(|Stamped(step, _)| *step).collect();
    assert_eq!(marks[1] - marks[0], 3, "single steps");
    let (slow, fast) = (marks[3] - marks[2], marks[5] - marks[4]);
    assert!(fast > 8 * slow, "{slow} steps at a 16th of the speed, {fast} at four times");
    Ok(())
}

/// R goes back to the build; Shift+R pins two particles at random and no other.
pub fn keys_go_back_and_pin_at_random() -> Outcome {
    let mut session = Session::open("first-rope", (480, 360), &[])?;
    session.frames(10)?;
    session.app.chord(&["Shift_L", "r"])?;
    session.frames(10)?;
    session.app.key("space")?;
    session.app.key("r")?;
    let played = session.end()?;
    assert_eq!(played.commands().cloned().collect::<Vec<_>>(), [Command::PinAtRandom, Command::BackToBuild]);
    let mut pins = Vec::new();
    replay(&played.recording, |sandbox| pins.push(sandbox.world().particles().pinned.iter().filter(|&&p| p).count()))?;
    pins.dedup();
    assert_eq!(pins, [1, 2, 1]);
    assert_eq!(played.sandbox.world().state_hash(), start_of("first-rope")?.world().state_hash());
    Ok(())
}

/// A drawn rope is tied to the particle where it ends and hangs from it by its higher end; a drawn net hangs.
pub fn tools_draw_ropes_and_nets() -> Outcome {
    let mut session = Session::open("first-rope", (640, 480), &["--paused"])?;
    let empty = session.app.screenshot()?;
    session.app.key("4")?;
    session.app.drag(session.pixel(1.0, -1.0), session.particle(9), 6, Button::Left)?;
    session.app.key("5")?;
    session.app.drag(session.pixel(-1.2, -0.4), session.pixel(-0.4, -1.1), 6, Button::Left)?;
    session.app.key("Escape")?;
    session.app.move_to(320, 420)?;
    let picture = session.app.screenshot()?;
    // The slack of the rope bows it to one side.
    for ((x, y), width, share) in
        [(session.pixel(1.0, -0.5), 60, 0.01), (session.pixel(-1.2, -0.4), 5, 0.1), (session.pixel(-0.4, -0.4), 5, 0.1)]
    {
        let spot = |picture: &Image| picture.crop(x as usize - width / 2, y as usize - 2, width, 5);
        assert!(spot(&picture).difference(&spot(&empty), 40) > share, "nothing is drawn at {x},{y}");
    }
    let camera = session.camera;
    let played = session.end()?;
    let pixel = camera.metres(1.0);
    let commands: Vec<_> = played.commands().cloned().collect();
    let [Command::Build(rope), Command::Build(net)] = &commands[..] else {
        panic!("a rope and a net were drawn, and this recorded: {}", played.text);
    };
    let (Recipe::Rope(rope), Recipe::Net(Net(net))) = (&**rope, &**net) else { panic!("{rope:?} {net:?}") };
    let near = |a: Vec2, b: Vec2| a.distance(b) < pixel;
    let End::At(x, y) = rope.from else { panic!("{rope:?}") };
    assert!(near(Vec2::new(x, y), Vec2::new(1.0, -1.0)) && rope.pins == RopePins::Free, "{rope:?}");
    assert_eq!(rope.to, End::Particle(ParticleId(9)));
    assert!(near(net.at, Vec2::new(-1.2, -0.4)), "{net:?}");
    let world = played.sandbox.world();
    // A link of the rope is 0.08 m at most, the mesh of a net 0.12 m.
    assert_eq!(world.particles().len(), 10 + 14 + 8 * 7);
    Ok(())
}

/// Escape cancels the gesture, then returns to the grab tool; it never quits.
pub fn escape_cancels_and_never_quits() -> Outcome {
    let mut session = Session::open("first-rope", (640, 480), &["--paused"])?;
    let normal = status(&session.app.screenshot()?);
    for tool in ["4", "5"] {
        session.app.key(tool)?;
        session.app.move_to(100, 300)?;
        session.app.press(Button::Left)?;
        session.app.pull((100, 300), (300, 400), 4)?;
        session.app.key("Escape")?;
        session.app.pull((300, 400), (320, 380), 2)?;
        session.app.release(Button::Left)?;
        assert!(status(&session.app.screenshot()?) != normal, "the tool is still chosen");
        session.app.key("Escape")?;
        assert!(status(&session.app.screenshot()?) == normal, "back to grab");
    }
    (0..5).try_for_each(|_| session.app.key("Escape"))?;
    // A drag is let go.
    let (x, y) = session.particle(9);
    session.app.move_to(x, y)?;
    session.app.press(Button::Left)?;
    session.app.pull((x, y), (300, 300), 3)?;
    session.app.key("Escape")?;
    session.app.pull((300, 300), (200, 300), 3)?;
    session.app.release(Button::Left)?;
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(9)]);
    assert!(matches!(played.commands().last(), Some(Command::Release { .. })));
    assert_eq!(played.sandbox.world().particles().len(), 10, "nothing was drawn");
    Ok(())
}

/// Without a mouse: Enter shows the cursor, takes a point and lets it go; scissors cut along the way of the cursor, and
/// Ctrl+Z takes that back. After Escape the arrows turn gravity again.
pub fn keyboard_alone_takes_cuts_and_undoes() -> Outcome {
    let mut session = Session::open("scissor-net", (640, 480), &["--paused"])?;
    let hold = |session: &mut Session, key: &str| -> Outcome {
        session.app.key_down(key)?;
        std::thread::sleep(LONG);
        session.app.key_up(key)?;
        Ok(session.frames(4)?)
    };
    let keys = |session: &mut Session, keys: &[&str]| -> Outcome {
        keys.iter().try_for_each(|key| session.app.key(key))?;
        Ok(session.frames(4)?)
    };
    keys(&mut session, &["Return", "Return"])?;
    session.app.chord(&["Control_L", "Left"])?;
    keys(&mut session, &["Return", "2", "Return"])?;
    hold(&mut session, "Right")?;
    keys(&mut session, &["Return"])?;
    session.app.chord(&["Control_L", "z"])?;
    keys(&mut session, &["Return"])?;
    hold(&mut session, "Left")?;
    keys(&mut session, &["Return", "Escape", "Left"])?;
    let played = session.end()?;
    let moved = played.count(|command| matches!(command, Command::Grab { .. } | Command::Pose { .. }));
    assert!(moved > 0, "{}", played.text);
    let ways = played.commands().filter_map(|command| match command {
        Command::Cut { from, to, .. } => Some(to.x - from.x),
        _ => None,
    });
    let ways: Vec<f32> = ways.collect();
    assert!(!ways.is_empty() && ways.iter().all(|&way| way <= 0.0), "only the way back has cut: {ways:?}");
    assert!(played.sandbox.world().cut_link_count() > 0);
    assert_eq!(played.gravities(), [Vec2::new(-G, 0.0)]);
    Ok(())
}

/// F1 and ? open the help; F1, ? and Escape close it; presses on it reach nothing below.
pub fn help_takes_presses_on_it() -> Outcome {
    let mut session = Session::open("scissor-net", (640, 480), &["--paused"])?;
    // Above the card of the scene, which leaves after some seconds.
    let inner = |picture: &Image| picture.crop(120, 120, 400, 240);
    let without = inner(&session.app.screenshot()?);
    let particle = 6 * 17 + 8;
    let (x, y) = session.particle(particle);
    for (open, close) in [("F1", "F1"), ("?", "Escape"), ("F1", "?")] {
        session.app.key(open)?;
        let shown = session.wait_picture("the help", |picture| inner(picture).difference(&without, 24) > 0.3)?;
        session.app.click(x, y, Button::Left)?;
        session.app.click(x, y, Button::Right)?;
        session.app.drag((x, y), (x + 40, y), 3, Button::Right)?;
        session.app.wheel(Wheel::Down, 3)?;
        assert!(inner(&session.app.screenshot()?).difference(&inner(&shown), 24) > 0.01, "the wheel turns the help");
        session.app.wheel(Wheel::Up, 3)?;
        session.app.move_to(30, 400)?;
        session.app.key(close)?;
        session.wait_picture("no help", |picture| inner(picture).difference(&without, 24) < 0.002)?;
    }
    session.app.click(x, y, Button::Left)?;
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(particle as u32)], "only the click without the help");
    assert_eq!(played.count(|command| matches!(command, Command::Cut { .. } | Command::SetPinned { .. })), 0);
    Ok(())
}

/// The wheel zooms at the pointer, the middle button pans, F fits the scene again, Tab hides the status line.
pub fn view_pans_zooms_and_resets() -> Outcome {
    let mut session = Session::open("scissor-net", (640, 480), &["--paused"])?;
    let (x, y) = session.particle(100);
    // The hint ticks this off, and does not change after it.
    session.app.click(x, y, Button::Left)?;
    session.app.move_to(20, 400)?;
    let before = session.app.screenshot()?;
    session.app.move_to(x, y)?;
    session.app.wheel(Wheel::Up, 3)?;
    // The point under the pointer is still there.
    session.app.click(x, y, Button::Left)?;
    session.app.drag((x, y), (x + 60, y - 50), 4, Button::Middle)?;
    session.app.click(x + 60, y - 50, Button::Left)?;
    session.app.move_to(20, 400)?;
    assert!(middle(&session.app.screenshot()?).difference(&middle(&before), 24) > 0.01);
    session.app.key("f")?;
    assert!(middle(&session.app.screenshot()?).difference(&middle(&before), 8) < 0.002, "F shows all again");
    session.app.key("Tab")?;
    let bare = session.app.screenshot()?;
    assert!(!super::session::has_status_line(&bare), "Tab hides the status line");
    session.app.key("Tab")?;
    assert!(super::session::has_status_line(&session.app.screenshot()?));
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(100); 3]);
    Ok(())
}

/// Space with a drag pans: it grabs nothing and stays paused. A tap of Space continues.
pub fn space_with_a_drag_pans_and_a_tap_continues() -> Outcome {
    let mut session = Session::open("scissor-net", (640, 480), &["--paused"])?;
    let (x, y) = session.particle(100);
    session.app.key_down("space")?;
    session.app.drag((x, y), (x + 60, y - 50), 4, Button::Left)?;
    session.app.key_up("space")?;
    // The particle went with the pointer.
    session.app.click(x + 60, y - 50, Button::Left)?;
    session.app.move_to(20, 400)?;
    let panned = session.app.screenshot()?;
    session.frames(6)?;
    assert!(middle(&session.app.screenshot()?) == middle(&panned), "it is still paused");
    session.app.key("space")?;
    session.frames(6)?;
    assert!(status(&session.app.screenshot()?) != status(&panned), "a tap continues");
    assert_eq!(session.end()?.held(), [ParticleId(100)], "the drag held nothing");
    Ok(())
}

/// Shortcuts are those that the user's layout prints, or else those at their places: gravity and its undo, with keys that
/// lie elsewhere on a US keyboard, or that print other letters.
pub fn shortcuts_are_found_in_any_layout() -> Outcome {
    let mut session = Session::open("first-rope", (640, 480), &["--paused"])?;
    let normal = status(&session.app.screenshot()?);
    // Layout, variant, place of the key for gravity, and place of Z.
    let layouts = [
        ("fr", "", "0", "w"),
        ("de", "", "g", "y"),
        ("ru", "", "g", "z"),
        ("gr", "", "g", "z"),
        ("us,ru", "", "g", "z"),
        ("ru,us", "", "g", "z"),
        ("us", "dvorak", "u", "slash"),
        ("us", "", "g", "z"),
    ];
    for (layout, variant, gravity, z) in layouts {
        session.app.set_layout(layout, variant)?;
        session.app.key(gravity)?;
        session.wait_picture(&format!("another gravity ({layout})"), |picture| status(picture) != normal)?;
        session.app.chord(&["Control_L", z])?;
        session.wait_picture(&format!("gravity as it was ({layout})"), |picture| status(picture) == normal)?;
    }
    session.app.set_layout("fr", "")?;
    // The key that prints a 2 with Shift, alone and with Shift: each time it chooses the scissors.
    for keys in [&["2"][..], &["Shift_L", "2"]] {
        session.app.chord(keys)?;
        session.wait_picture("the scissors", |picture| status(picture) != normal)?;
        session.app.key("Escape")?;
        session.wait_picture("grab again", |picture| status(picture) == normal)?;
    }
    // A key that is held through a change of the layout comes up as what it was.
    session.app.key("space")?;
    session.frames(20)?;
    session.app.key_down("w")?;
    session.app.set_layout("us", "")?;
    session.app.key_up("w")?;
    // By then all would be rewound, and nothing would move.
    session.frames(60)?;
    let before = session.app.screenshot()?;
    session.wait_picture("the rope in motion", |picture| middle(picture) != middle(&before))?;
    session.app.key("g")?;
    let played = session.end()?;
    assert_eq!(played.gravities(), [Vec2::new(0.0, G)]);
    Ok(())
}

/// A winch that O lets out and L winds in.
const CRANE: &str = "(version: 1, title: \"Crane\", hint: \"\", view: (min: (-2, -2), max: (2, 2)), build: [
    Point(name: \"drum\", at: (0, 1), pinned: true), Point(name: \"load\", at: (0, 0)),
    Winch(a: Of(\"drum\", 0), b: Of(\"load\", 0), keys: (forward: Some('o'), back: Some('l'))),
])";

/// O works the winch while time runs, once however long it is held, and is let go with the focus. Paused it is the
/// program's: a single step. A key that is let go while paused is let go.
pub fn bound_keys_work_machines_while_time_runs() -> Outcome {
    let folder = tempfile::TempDir::new().map_err(|error| error.to_string())?;
    let path = folder.path().join("crane.ron");
    std::fs::write(&path, CRANE).map_err(|error| error.to_string())?;
    let mut session = Session::open_file(&path, (480, 360))?;
    session.app.key_down("o")?;
    std::thread::sleep(LONG);
    session.app.key_down("l")?;
    session.app.key_up("o")?;
    session.frames(4)?;
    session.app.focus(false)?;
    session.frames(6)?;
    session.app.focus(true)?;
    session.app.key_up("l")?;
    session.app.key_down("l")?;
    session.frames(4)?;
    session.app.key("space")?;
    session.app.key_up("l")?;
    session.app.key("o")?;
    session.app.key("space")?;
    session.frames(4)?;
    let played = session.end()?;
    let hold = |key, held| Command::HoldKey { key, held };
    let (o, l) = ([hold('o', true), hold('o', false)], [hold('l', true), hold('l', false)]);
    let [o_down, o_up] = o;
    let [l_down, l_up] = l;
    let expected = [o_down, l_down.clone(), o_up, l_up.clone(), l_down, l_up];
    assert_eq!(played.commands().cloned().collect::<Vec<_>>(), expected);
    Ok(())
}
