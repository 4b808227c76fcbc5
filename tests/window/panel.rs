//! The panel in a window, under a real pointer.

use std::cell::Cell;
use std::collections::BTreeSet;

use egui::{Pos2, RawInput, Rect, vec2};
use glam::Vec2;
use ropewalk::app::storage::{PanelPrefs, Section, Tab};
use ropewalk::app::style::{UiTheme, lay_out, new_context};
use ropewalk::app::ui::panel::{Panel, PanelState};
use ropewalk::app::widgets::place;
use ropewalk::physics::ParticleId;
use ropewalk::sandbox::Command;
use ropewalk::view::Covered;

use super::Outcome;
use super::session::{STATUS_HEIGHT, Session, middle};
use crate::support::{Button, Image, Point, Wheel};

/// A window in which the panel is open from the start.
const SIZE: (u16, u16) = (1_040, 800);

/// The place of a control of the panel in a window of [`SIZE`], with these sections opened or closed: the same panel is
/// laid out here, without a window.
fn control(session: &Session, clicked: &[Section], name: &str) -> Result<Point, String> {
    let size = vec2(SIZE.0.into(), SIZE.1.into());
    let mut prefs = PanelPrefs::default();
    let clicked: BTreeSet<_> = clicked.iter().copied().collect();
    prefs.sections = prefs.sections.symmetric_difference(&clicked).copied().collect();
    if clicked.contains(&Section::Scenes) {
        prefs.tab = Tab::Scenes;
    }
    let mut panel = Panel::new(prefs, size.x);
    let shown = PanelState::new(&session.sandbox);
    let context = new_context();
    for _ in 0..3 {
        let input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
        lay_out(&context, input, |root| {
            UiTheme::of(shown.style.theme).apply(root.ctx(), shown.style.theme);
            panel.show(root, &shown, &mut Vec::new());
        });
    }
    let rect = place(&context, name).ok_or_else(|| format!("there is no {name} in the panel"))?;
    let at = rect.center().round();
    if at.y > size.y - STATUS_HEIGHT {
        Err(format!("{name} is out of sight, at {at}"))
    } else {
        Ok((at.x as i32, at.y as i32))
    }
}

/// The sections that [`open_world`] opens and closes.
const WORLD: [Section; 2] = [Section::Tools, Section::World];

/// Opens the section World, and closes the tools, for which there is no room above it.
fn open_world(session: &mut Session) -> Outcome {
    for name in ["World", "Tools"] {
        let (x, y) = control(session, &[], name)?;
        session.app.click(x, y, Button::Left)?;
    }
    session.frames(4)?;
    Ok(())
}

/// A scene beside the open panel.
fn open(scene: &str, flags: &[&str]) -> Result<Session, String> {
    let mut session = Session::open(scene, SIZE, flags)?;
    let window = Vec2::new(SIZE.0.into(), SIZE.1.into());
    let right = Panel::new(PanelPrefs::default(), window.x).width(window.x);
    session.camera.resize(window, Covered { right, bottom: STATUS_HEIGHT });
    Ok(session)
}

/// The picture beside the panel.
fn beside(picture: &Image) -> Image {
    middle(picture).crop(0, 0, 740, 500)
}

/// A tool's button chooses the tool; the panel folds and unfolds, and the scene fills its place.
pub fn panel_buttons_work() -> Outcome {
    let mut session = open("scissor-net", &["--paused"])?;
    let unfolded = session.app.screenshot()?;
    let (x, y) = control(&session, &[], "tool.Scissors")?;
    session.app.click(x, y, Button::Left)?;
    session.app.drag(session.pixel(-0.5, 0.5), session.pixel(0.5, 0.4), 4, Button::Left)?;
    let (x, y) = control(&session, &[], "tool.Grab")?;
    session.app.click(x, y, Button::Left)?;
    let (x, y) = control(&session, &[], "fold")?;
    session.app.click(x, y, Button::Left)?;
    session.app.move_to(100, 500)?;
    let right = |picture: &Image| picture.crop(760, 60, 200, 500);
    let panels = |pixel: [u8; 3]| pixel == unfolded.pixel(SIZE.0 as usize - 2, 300);
    session.wait_picture("no panel", |picture| right(picture).count(panels) < 100)?;
    // Grabbed where the panel was.
    let folded = super::session::fitted(&session.sandbox, SIZE);
    let all = &session.sandbox.world().particles().position;
    let under = |index: &usize| {
        let at = folded.to_screen(all[*index]);
        at.x > 760.0 && at.x < 1_000.0 && !session.sandbox.world().particles().pinned[*index]
    };
    let particle = (0..all.len()).find(under).ok_or("nothing of the scene is where the panel was")?;
    let at = folded.to_screen(all[particle]).round();
    session.app.click(at.x as i32, at.y as i32, Button::Left)?;
    // The handle is at the middle of the edge.
    session.app.click(SIZE.0 as i32 - 8, (SIZE.1 as i32 - 28) / 2, Button::Left)?;
    session.app.move_to(100, 500)?;
    session.wait_picture("the panel again", |picture| right(picture).difference(&right(&unfolded), 30) < 0.05)?;
    let played = session.end()?;
    assert!(played.count(|command| matches!(command, Command::Cut { .. })) > 1, "the scissors did not cut");
    assert_eq!(played.held(), [ParticleId(particle as u32)]);
    Ok(())
}

/// A slider that is dragged, out of the panel and over the ropes, is recorded, holds nothing, and replays to the same
/// hash.
pub fn slider_is_recorded_and_replays() -> Outcome {
    let mut session = open("welcome", &[])?;
    open_world(&mut session)?;
    let (x, y) = control(&session, &WORLD, "drag")?;
    session.app.drag((x, y), (x + 60, y), 6, Button::Left)?;
    session.frames(20)?;
    let (x, y) = control(&session, &WORLD, "restitution")?;
    let rope = session.particle(19 * 16 + 20);
    session.app.drag((x, y), rope, 12, Button::Left)?;
    session.app.drag((x, y), (x + 400, y - 100), 6, Button::Left)?;
    session.frames(40)?;
    let played = session.end()?;
    let settings = played.commands().filter_map(|command| match command {
        Command::SetSettings(settings) => Some(**settings),
        _ => None,
    });
    let settings: Vec<_> = settings.collect();
    assert!(settings.len() > 8, "{} moves of sliders were recorded", settings.len());
    assert!(settings.iter().any(|settings| settings.restitution == 0.0), "dragged out at the left");
    let last = settings[settings.len() - 1];
    assert_eq!(last.restitution, 1.0, "dragged out at the right");
    assert!(last.drag > 1.0 && last.drag < 1_000.0, "a part of the way up: {}", last.drag);
    assert_eq!(*played.sandbox.world().settings(), last);
    assert_eq!(played.held(), [], "no particle is grabbed");
    // `end` has replayed it once; here the program itself does.
    assert_eq!(played.simulated()?["state_hash"], played.recording.end.1.to_string());
    Ok(())
}

/// Escape releases a slider and restores its value; the tool stays.
pub fn escape_resets_a_slider() -> Outcome {
    let mut session = open("scissor-net", &["--paused"])?;
    open_world(&mut session)?;
    session.app.key("2")?;
    let (x, y) = control(&session, &WORLD, "restitution")?;
    session.app.move_to(x, y)?;
    session.app.press(Button::Left)?;
    session.app.pull((x, y), (x + 90, y), 6)?;
    session.app.key("Escape")?;
    session.app.pull((x + 90, y), (x - 90, y), 6)?;
    session.app.release(Button::Left)?;
    // Still the scissors.
    session.app.drag(session.pixel(-0.5, 0.5), session.pixel(0.5, 0.4), 4, Button::Left)?;
    let own = session.sandbox.world().settings().restitution;
    let played = session.end()?;
    let bounces: Vec<f32> = played.commands().filter_map(bounce).collect();
    assert!(bounces.iter().any(|&bounce| bounce > own + 0.2), "it was moved: {bounces:?}");
    assert_eq!(bounces.last(), Some(&own), "{bounces:?}");
    assert!(played.count(|command| matches!(command, Command::Cut { .. })) > 1, "no longer the scissors");
    Ok(())
}

fn bounce(command: &Command) -> Option<f32> {
    match command {
        Command::SetSettings(settings) => Some(settings.restitution),
        _ => None,
    }
}

/// The wheel scrolls the panel under the pointer and leaves the scene alone; over the scene it zooms.
pub fn wheel_scrolls_the_panel() -> Outcome {
    let mut session = open("welcome", &["--paused"])?;
    // With this section open the panel is higher than the window.
    let (x, y) = control(&session, &[], "World")?;
    session.app.click(x, y, Button::Left)?;
    let (x, y) = control(&session, &[Section::World], "gravity")?;
    session.app.move_to(x + 80, y + 40)?;
    session.frames(30)?;
    let before = session.app.screenshot()?;
    session.app.wheel(Wheel::Down, 3)?;
    let panel = |picture: &Image| picture.crop(752, 40, 280, 600);
    let scrolled =
        session.wait_picture("a scrolled panel", |picture| panel(picture).difference(&panel(&before), 16) > 0.05)?;
    assert!(beside(&scrolled).difference(&beside(&before), 8) < 0.001, "the wheel over the panel zooms the picture");
    // The row from 144 points further down is here now: three notches are three lines of text each, not three pixels.
    let moved = (60..=300).find(|&by| {
        let (now, then) = (scrolled.crop(760, 100, 250, 200), before.crop(760, 100 + by, 250, 200));
        // The control under the pointer is a shade brighter, and it is another one now.
        now.difference(&then, 40) < 0.02
    });
    assert!(moved.is_some(), "three notches scroll by less than 60 points or more than 300");
    session.app.move_to(300, 300)?;
    session.app.wheel(Wheel::Up, 2)?;
    session.wait_picture("a zoomed picture", |picture| beside(picture).difference(&beside(&before), 16) > 0.01)?;
    session.end()?;
    Ok(())
}

/// Digits that are typed into a field choose no tools, Enter and Escape end the typing, and then the keys work again;
/// Tab hides the interface and leaves the keys where they were; Ctrl+F6 gives the keys to the panel.
pub fn typing_triggers_no_keys() -> Outcome {
    let mut session = open("welcome", &["--paused"])?;
    let (x, y) = control(&session, &[], "gravity.size")?;
    for (digit, end) in [("5", "Return"), ("4", "Escape")] {
        session.app.click(x, y, Button::Left)?;
        // A character after Ctrl is not lost.
        session.app.chord(&["Control_L", "a"])?;
        session.app.key(digit)?;
        session.app.key(end)?;
    }
    for _ in 0..2 {
        session.app.key("Tab")?;
    }
    // With the net (5) or the rope (4) chosen this would not grab.
    let particle = 19 * 16 - 1;
    let (x, y) = session.particle(particle);
    session.app.click(x, y, Button::Left)?;
    // Only the second G turns gravity over: the first one is the panel's, until Escape.
    session.app.chord(&["Control_L", "F6"])?;
    for key in ["Tab", "g", "Escape", "g"] {
        session.app.key(key)?;
    }
    let played = session.end()?;
    assert_eq!(played.held(), [ParticleId(particle as u32)]);
    let gravities = played.gravities();
    assert!(gravities.contains(&Vec2::new(0.0, -5.0)), "what was typed does not count: {gravities:?}");
    let last = gravities[gravities.len() - 1];
    assert!(last.y > 0.0, "G does nothing after typing: {gravities:?}");
    Ok(())
}

/// The checklist of the first scene ticks off each action, and disappears after the last.
pub fn first_run_hint_disappears() -> Outcome {
    // So high that there is room for the cards above the scene.
    let mut session = Session::open("welcome", (640, 700), &["--paused"])?;
    // The cards' dark glass over the sky, in the middle of the upper edge.
    let glass =
        |picture: &Image| picture.crop(240, 4, 160, 86).count(|pixel| pixel.iter().all(|&channel| channel < 46));
    // Both hints, and as a loaded machine shows them: it may paint the first of them frames later.
    let before = Cell::new(0);
    session.wait_picture("the hint and the lessons", |picture| {
        let now = glass(picture);
        before.replace(now) == now && now > 2_000
    })?;
    let before = before.get();
    let (x, y) = session.particle(100);
    session.app.drag((x, y), (x + 10, y + 10), 3, Button::Left)?;
    session.app.drag((x + 20, y + 5), (x + 20, y + 60), 3, Button::Right)?;
    session.app.move_to(20, 400)?;
    // While nothing moves the hint waits, too.
    session.app.key("space")?;
    session.wait_picture("the scene's hint gone, and the lessons left", |picture| {
        glass(picture) > 1_000 && glass(picture) < before - 1_000
    })?;
    let (x, y) = session.particle(8 * 19 + 12);
    session.app.click(x, y, Button::Right)?;
    session.wait_picture("no hint", |picture| glass(picture) < 500)?;
    let played = session.end()?;
    assert_eq!(played.count(|command| matches!(command, Command::SetPinned { pinned: true, .. })), 1);
    Ok(())
}
