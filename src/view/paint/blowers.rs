//! Blowers and their markers.

use glam::Vec2;

use super::primitives::{handle, line, polygon};
use super::{Frame, Painter, streaks::Moment};
use crate::physics::{Blower, BlowerDef, BlowerId};
use crate::view::draw::{Colour, DrawData, Layer, Triangle};
use crate::view::{camera::Camera, palette::Palette, tool_markers::HandleMarker};

/// Time in which the air covers the arrow of a blower that is being drawn, s: the arrow ends at the pointer.
const ARROW_SECONDS: f32 = 0.125;

/// Depth of the housing, in half widths of the mouth.
const DEPTH: f32 = 1.6;

/// Width of the back of the housing, in widths of the mouth.
const BACK: f32 = 0.5;

/// Revolutions of the fan per metre of air, 1/m.
const REVOLUTIONS: f64 = 0.25;

/// Blades of the fan.
const BLADES: u32 = 3;

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let now = Moment::of(frame).now;
    for &Blower { id, ref def } in frame.world.blowers() {
        blower(def, now, frame.camera, frame.palette, &mut to.tier(painter.ranks.of_blower(id)).objects);
    }
}

/// Paints a fan in a housing that narrows towards its back, seen from the side.
fn blower(def: &BlowerDef, now: f64, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let (pose, half) = (def.pose(), 0.5 * def.width);
    let at = |x: f32, y: f32| pose.to_world(Vec2::new(x, y) * half);
    let stone = palette.stone();
    let (dim, lit) = (stone.mix(Colour::rgb(0, 0, 0), 0.25), stone.mix(Colour::rgb(255, 255, 255), 0.15));
    let [mouth, back] = [(0.0, 1.0), (-DEPTH, BACK)].map(|(x, y)| [at(x, y), at(x, -y)]);
    let upper = Triangle { corners: [mouth[0], back[0], back[1]], colours: [lit, lit, dim] };
    let lower = Triangle { corners: [mouth[0], back[1], mouth[1]], colours: [lit, dim, dim] };
    to.triangles.extend([upper, lower]);
    let edge = palette.scenery.edge.alpha(255).mix(palette.materials.iron, 0.5);
    let width = camera.metres(1.2);
    for (a, b) in [(mouth[0], back[0]), (back[0], back[1]), (back[1], mouth[1])] {
        to.segments.push(line(a, b, width, edge));
    }
    let turns = REVOLUTIONS * now * f64::from(def.speed);
    for blade in 0..BLADES {
        let angle = std::f64::consts::TAU * (turns + f64::from(blade) / f64::from(BLADES)).fract();
        let (across, is_near) = (angle.sin() as f32, angle.cos() > 0.0);
        let colour = palette.markers.dot.alpha(if is_near { 170 } else { 70 });
        to.segments.push(line(at(-0.35, 0.0), at(-0.35, 0.86 * across), camera.metres(1.5), colour));
    }
    let hub = (0.13 * half).max(camera.metres(2.0));
    to.segments.push(line(at(-0.55, 0.0), at(-0.3, 0.0), hub, palette.scenery.depth.mix(palette.materials.iron, 0.5)));
    to.segments.push(line(mouth[0], mouth[1], 1.6 * width, edge));
}

/// Paints the hovered blower with its handle, and the blower that is being drawn.
pub fn paint_markers(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, markers, palette, .. } = frame;
    let to = &mut to.tools;
    if let Some(HandleMarker { id, handle: at, is_on_handle }) = markers.blower
        && let Some(Blower { def, .. }) = world.blower(id)
    {
        let colour = palette.markers.grab.alpha(210);
        outline(def, camera, colour, to);
        if let Some(at) = at {
            let radius = camera.metres(6.0);
            to.segments.push(line(def.at, at - def.turn * radius, camera.metres(1.0), colour.alpha(120)));
            handle(at, is_on_handle, frame, to);
        }
    }
    if let Some(def) = &markers.drawn_blower {
        outline(def, camera, palette.markers.grab.alpha(200), to);
        jet(def, camera, palette, to);
    }
}

/// Paints the outlines of selected blowers.
pub fn paint_selected(blowers: &[BlowerId], colour: Colour, frame: &Frame, to: &mut Layer) {
    for Blower { def, .. } in frame.world.blowers().iter().filter(|blower| blowers.contains(&blower.id)) {
        outline(def, frame.camera, colour, to);
    }
}

fn outline(def: &BlowerDef, camera: &Camera, colour: Colour, to: &mut Layer) {
    let (half, margin) = (0.5 * def.width, camera.metres(3.0));
    let at = |x: f32, y: f32| def.pose().to_world(Vec2::new(x, y));
    let corners = [
        at(margin, half + margin),
        at(-DEPTH * half - margin, BACK * half + margin),
        at(-DEPTH * half - margin, -BACK * half - margin),
        at(margin, -half - margin),
    ];
    polygon(&corners, camera.metres(1.25), colour, to);
}

/// Paints the edges of a jet, and an arrow for the speed of its air.
fn jet(def: &BlowerDef, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let at = |x: f32, y: f32| def.pose().to_world(Vec2::new(x, y));
    let colour = palette.markers.grab.alpha(70);
    for side in [-1.0, 1.0] {
        let edge = |ahead: f32| at(ahead, side * def.half_width(ahead));
        to.segments.push(line(edge(0.0), edge(0.4 * def.reach), camera.metres(0.8), colour));
    }
    let (tip, head) = (ARROW_SECONDS * def.speed, camera.metres(9.0));
    let bright = palette.markers.grab.alpha(230);
    to.segments.push(line(def.at, at(tip, 0.0), camera.metres(1.5), bright));
    for side in [-0.5, 0.5] {
        to.segments.push(line(at(tip, 0.0), at(tip - head, side * head), camera.metres(1.5), bright));
    }
}
