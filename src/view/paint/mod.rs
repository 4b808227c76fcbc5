//! The painter: a sandbox to draw data, in layers.
//!
//! Each layer has a file and one function; [`LAYERS`] names them in the order in which they are painted. The layer of
//! links and particles depends on the [`View`]: plain, tension or points.
//!
//! | File | Holds |
//! |---|---|
//! | `scenery`, `streaks`, `blowers`, `obstacles`, `ghost`, `grabs`, `tool_markers` | a layer each; markers of blowers and obstacles are another |
//! | `selection` | outlines of selected things; their box is another layer |
//! | `plain_view`, `tension_view`, `points_view` | the layer of links and particles in a view |
//! | `rope_brush`, `cloth/` | smooth ropes, filled cloth |
//! | `material_look` | links in the colour, width and pattern of their materials |
//! | `particles` | pins and balls; heavy particles as hollow discs |
//! | `machines` | winches, pistons, muscles, springs and motors |
//! | `key_caps`, `glyphs` | the layer of keys that work machines; their letters |
//! | `ranks` | which tier each thing is painted into |
//! | `primitives` | simple shapes |

mod blowers;
mod cloth;
mod ghost;
mod glyphs;
mod grabs;
mod key_caps;
mod machines;
mod material_look;
mod obstacles;
mod particles;
mod plain_view;
mod points_view;
mod primitives;
mod ranks;
mod rope_brush;
mod scenery;
mod selection;
mod streaks;
mod tension_view;
mod tool_markers;

use glam::Vec2;

use cloth::ClothPainter;
use particles::HeavyRopes;
use ranks::Ranks;

pub use grabs::Disc;

use super::style::{Style, View};
use super::tension::{Legend, TensionScale};
use super::{camera::Camera, draw::DrawData, effects::Effects, palette::Palette, tool_markers::ToolMarkers};
use crate::physics::World;
use crate::sandbox::Sandbox;

/// Paints one layer of a frame.
type PaintLayer = fn(&mut Painter, &Frame, &mut DrawData);

/// The layers, in the order in which they are painted.
const LAYERS: [PaintLayer; 14] = [
    scenery::paint,
    streaks::paint,
    blowers::paint,
    obstacles::paint,
    selection::paint,
    ghost::paint,
    paint_view,
    paint_effects,
    grabs::paint,
    obstacles::paint_markers,
    blowers::paint_markers,
    selection::paint_markers,
    key_caps::paint,
    tool_markers::paint,
];

/// Paints links, cloth and particles in the view of the style.
fn paint_view(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    match frame.style.view {
        View::Plain => plain_view::paint(painter, frame, to),
        View::Tension => tension_view::paint(painter, frame, to),
        View::Points => points_view::paint(painter, frame, to),
    }
}

fn paint_effects(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    painter.effects.paint(&painter.positions, frame.camera, frame.palette, frame.style.view, to);
}

/// Paints sandboxes. Keeps its buffers and the motion of the picture between frames.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// Positions of the particles in the picture, m.
    positions: Vec<Vec2>,
    /// Positions of the ghost's particles, m.
    ghost_positions: Vec<Vec2>,
    heavy_ropes: HeavyRopes,
    ghost_heavy_ropes: HeavyRopes,
    cloth: ClothPainter,
    tension: TensionScale,
    ranks: Ranks,
    /// Legend of the last frame.
    legend: Option<Legend>,
    effects: Effects,
}

/// The contents of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The sandbox.
    pub sandbox: &'a Sandbox,
    /// Moment between the last two steps, 0 to 1.
    pub blend: f32,
    /// The part of the world in the window.
    pub camera: &'a Camera,
    /// Markers of the tools.
    pub markers: &'a ToolMarkers<'a>,
    /// The user's choices.
    pub style: &'a Style,
    /// Time since the last picture, s.
    pub seconds: f32,
}

/// A picture, with its world and its palette at hand.
#[derive(Clone, Copy)]
struct Frame<'a> {
    sandbox: &'a Sandbox,
    world: &'a World,
    blend: f32,
    camera: &'a Camera,
    markers: &'a ToolMarkers<'a>,
    style: &'a Style,
    palette: &'a Palette,
    seconds: f32,
}

impl Painter {
    /// Paints a picture into `to`.
    pub fn paint(&mut self, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, blend, camera, markers, style, seconds } = picture;
        let palette = &style.palette();
        let frame = &Frame { sandbox, world: sandbox.world(), blend, camera, markers, style, palette, seconds };
        to.clear();
        self.follow(frame);
        for paint in LAYERS {
            paint(self, frame, to);
        }
    }

    /// Follows the sandbox to this frame.
    fn follow(&mut self, frame: &Frame) {
        let &Frame { sandbox, world, blend, .. } = frame;
        self.legend = None;
        self.ranks.follow(world);
        sandbox.blend_positions(blend, &mut self.positions);
        self.effects.follow(world, &self.positions, frame.markers, frame.seconds);
        if frame.style.less_motion {
            self.effects.stop();
        }
        self.heavy_ropes.find(world);
    }

    /// Drops the motion of the picture: the next one shows another scene or another moment.
    pub fn forget(&mut self) {
        self.effects = Effects::default();
        self.tension = TensionScale::default();
    }

    /// Whether the next picture differs from this one although nothing moves in the world.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.effects.is_moving() || (self.legend.is_some() && self.tension.is_moving())
    }

    /// Legend of the last picture, where colours have a meaning.
    #[must_use]
    pub fn legend(&self) -> Option<Legend> {
        self.legend
    }
}

#[cfg(test)]
mod tests;
