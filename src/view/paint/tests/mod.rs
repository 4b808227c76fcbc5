//! Pictures of the gallery's scenes, as draw data.

mod cloth;
mod effects;
mod links;
mod machines;
mod particles;
mod scenery;

use super::*;
use crate::physics::{BlowerDef, LinkKind, ParticleId, Settings, Things, Wind};
use crate::sandbox::{Command, StackEnd};
use crate::scene;
use crate::view::draw::{Dot, DotKind, RopePoint, Tier};
use crate::view::tool_markers::HandleMarker;

/// A scene of the gallery at its start.
fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(scene::named(name).expect("a scene of the gallery")).expect("the scene builds")
}

/// Paints a sandbox in the default window.
fn paint(painter: &mut Painter, sandbox: &Sandbox, style: Style) -> DrawData {
    let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
    let (markers, mut data) = (ToolMarkers::default(), DrawData::default());
    let picture = Picture { sandbox, blend: 1.0, camera: &camera, markers: &markers, style: &style, seconds: 0.02 };
    painter.paint(picture, &mut data);
    data
}

/// Paints a scene at its start.
fn painted(name: &str, style: Style) -> DrawData {
    paint(&mut Painter::default(), &sandbox(name), style)
}

/// Number of drawn links of ropes.
fn starts(points: &[RopePoint]) -> usize {
    points.iter().filter(|point| point.role % 2.0 == RopePoint::STARTS).count()
}
