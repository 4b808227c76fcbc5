//! Rows of the ground and walls.

use egui::Ui;

use super::SectionContext;
use crate::app::widgets::{Choice, ChoiceRow, NumberRow, OptionalRow};
use crate::physics::{Described, Words};
use crate::sandbox::Command;
use crate::scene::{GROUND, Side, Walls, WallsKind};

/// Distance of the ends of a slider from the origin, m: at least this, and twice as far as the scene's view.
const REACH: f32 = 20.0;

/// Least distance of two walls, m.
const MIN_SIZE: f32 = 0.1;

/// Shows the ground and walls.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let scene = &cx.state.sandbox.scene().scene;
    let farthest = scene.view.min.abs().max(scene.view.max.abs()).max_element();
    let ends = (-REACH.max(2.0 * farthest), REACH.max(2.0 * farthest));
    let now = cx.state.sandbox.world().colliders().ground;
    let (name, row, own) = (GROUND.name, &GROUND.row, scene.own_ground());
    let row = OptionalRow { name, row, ends, now, own, is_mixed: false, is_enabled: true };
    if let Some(height) = row.show(ui, &cx.theme) {
        cx.command(Command::SetGround(height));
    }
    walls(ui, cx, ends);
}

/// Shows the choice of walls, and the places of those that are fixed.
fn walls(ui: &mut Ui, cx: &mut SectionContext, ends: (f32, f32)) {
    let sandbox = cx.state.sandbox;
    let (now, own) = (sandbox.walls(), sandbox.scene().scene.walls);
    let choices = WallsKind::VALUES.iter().map(|&kind| {
        let Words { label, tooltip } = kind.words();
        Choice { value: kind, name: format!("{kind:?}"), text: label.to_owned(), tooltip }
    });
    let choices: Vec<_> = choices.collect();
    let row =
        ChoiceRow { name: "walls", label: Walls::LABEL, value: now.kind(), own: Some(own.kind()), choices: &choices };
    if let Some(kind) = row.show(ui, &cx.theme) {
        let view = sandbox.scene().scene.view;
        let walls = match kind {
            WallsKind::Open => Walls::Open,
            WallsKind::Window => Walls::Window,
            WallsKind::Room if own.kind() == kind => own,
            WallsKind::Room => Walls::Room(sandbox.world().colliders().room.unwrap_or(view)),
        };
        if kind != now.kind() {
            cx.command(Command::SetWalls(walls));
        }
    }
    let Walls::Room(room) = now else { return };
    let own = if let Walls::Room(own) = own { own } else { room };
    for (number, Side { property, place }) in Walls::SIDES.iter().enumerate() {
        let [now, own] = [room, own].map(|mut room| *place(&mut room));
        let opposite = *(Walls::SIDES[number ^ 1].place)(&mut { room });
        let is_lower = number % 2 == 0;
        let ends = if is_lower { (ends.0, opposite - MIN_SIZE) } else { (opposite + MIN_SIZE, ends.1) };
        let name = format!("walls.{}", property.name);
        let row = NumberRow { name: &name, row: &property.row, ends, now, own, is_enabled: true };
        if let Some(at) = row.show(ui, &cx.theme) {
            let mut room = room;
            *place(&mut room) = at;
            cx.command(Command::SetWalls(Walls::Room(room)));
        }
    }
}
