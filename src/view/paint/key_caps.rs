//! The caps of keys that work machines, beside them: as large on the screen at every zoom.

use glam::Vec2;

use super::glyphs;
use super::machines::{Look, motor_radius, oriented};
use super::primitives::{line, spot};
use super::{Frame, Painter};
use crate::physics::Control;
use crate::view::draw::{Colour, DrawData, KeyCap, Layer};

/// Half of the side of a cap, logical pixels.
const HALF: f32 = 11.0;

/// Half of the side of a cap's face, logical pixels.
const FACE_HALF: f32 = 8.5;

/// Height by which the face of a cap is raised, and that of a pressed one, logical pixels.
const RAISED: [f32; 2] = [1.6, -0.6];

/// Gap between a cap and what is beside it, logical pixels.
const GAP: f32 = 4.0;

/// Height of a letter, logical pixels.
const LETTER: f32 = 10.0;

/// The same in all themes: a cap has a background of its own.
const RIM: Colour = Colour::rgb(92, 98, 112);
const FACE: Colour = Colour::rgb(242, 241, 236);
const PRESSED: Colour = Colour::rgb(255, 196, 72);
const INK: Colour = Colour::rgb(24, 27, 36);

/// The place beside which the caps of a drive stand.
struct Place {
    at: Vec2,
    /// Direction in which it goes forward.
    forward: Vec2,
    /// Direction to its caps.
    aside: Vec2,
    /// Its half width in that direction, m.
    half_width: f32,
}

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let world = frame.world;
    for driven in world.driven_links().iter().filter(|link| link.drive.control.has_keys()) {
        let [a, b] = oriented(world, driven.ends).map(|end| painter.positions[end.index()]);
        let forward = (b - a).try_normalize().unwrap_or(Vec2::X);
        let half_width = Look::of(driven.drive.stroke).half_width();
        let place = Place { at: a.midpoint(b), forward, aside: forward.perp(), half_width };
        paint_caps(driven.drive.control, driven.is_on, place, frame, to);
    }
    for motor in world.motors().iter().filter(|motor| motor.drive.control.has_keys()) {
        let at = painter.positions[motor.axle.index()];
        let half_width = motor_radius(motor, &painter.positions, frame.camera);
        paint_caps(
            motor.drive.control,
            motor.is_on,
            Place { at, forward: Vec2::X, aside: Vec2::Y, half_width },
            frame,
            to,
        );
    }
}

/// Paints the caps of a drive: that of the forward key farther forward. A cap looks pressed while its key is held, and
/// that of a drive that latches while it is on.
fn paint_caps(control: Control, is_on: bool, place: Place, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, markers, .. } = frame;
    let (half, gap) = (camera.metres(HALF), camera.metres(GAP));
    let Place { at, forward, aside, half_width } = place;
    // Squares with level sides: the reach of one in a direction, and the distance at which two do not overlap.
    let reach = half * (aside.x.abs() + aside.y.abs());
    let apart = (2.0 * half + 0.5 * gap) / forward.abs().max_element();
    let middle = at + aside * (half_width + gap + reach);
    let keys = [(control.back, -1.0), (control.forward, 1.0)];
    let is_one = control.forward.is_none() || control.back.is_none();
    for (key, side) in keys.into_iter().filter_map(|(key, side)| Some((key?, side))) {
        let at = if is_one { middle } else { middle + forward * (0.5 * side * apart) };
        let latched = control.latches && is_on && control.forward == Some(key);
        let is_pressed = latched || world.held_keys().contains(&key);
        let cap = KeyCap { key, at, half, is_pressed };
        let letter = markers
            .key_letters
            .iter()
            .find(|(name, _)| *name == key)
            .map_or_else(|| usual_letter(key), |&(_, letter)| letter);
        paint_cap(cap, letter, frame, &mut to.tools);
        to.key_caps.push(cap);
    }
}

fn usual_letter(key: char) -> char {
    key.to_uppercase().next().unwrap_or(key)
}

fn paint_cap(KeyCap { at, half, is_pressed, .. }: KeyCap, letter: char, frame: &Frame, to: &mut Layer) {
    let pixel = frame.camera.metres(1.0);
    let face = at + Vec2::Y * (pixel * RAISED[usize::from(is_pressed)]);
    rounded_square(at, half, RIM, to);
    rounded_square(face, FACE_HALF * pixel, if is_pressed { PRESSED } else { FACE }, to);
    let strokes = glyphs::strokes(letter).map(|(a, b)| [a, b].map(|end| face + end * (LETTER * pixel)));
    to.segments.extend(strokes.map(|[a, b]| line(a, b, 0.95 * pixel, INK)));
}

/// Paints a square with round corners: four lines that meet in its middle, and a spot there.
fn rounded_square(at: Vec2, half: f32, colour: Colour, to: &mut Layer) {
    let inset = 0.5 * half;
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| at + inset * Vec2::new(x, y));
    let sides = super::primitives::edges(&corners).map(|(a, b)| line(a, b, inset, colour));
    to.segments.extend(sides.chain([spot(at, inset, colour)]));
}
