//! Rows of the ground and walls.

use egui::Ui;

use super::SectionContext;
use crate::app::widgets::{Checkbox, Choice, ChoiceRow, OptionalRow};
use crate::physics::{Aabb, Described, WORLD_EDGE, Words};
use crate::sandbox::Command;
use crate::scene::{FLOOR, GROUND, Side, Walls, WallsKind};

/// Distance of the ends of a slider from the origin, m: at least this, twice as far as the scene's view, and as far as
/// its own walls. The slider of a wall reaches as far beyond the opposite one, at least.
const REACH: f32 = 20.0;

/// Least distance of two walls, m.
const MIN_SIZE: f32 = 0.1;

/// Height of a new floor above the lower edge of the scene's view, as a share of the view's height.
const NEW_FLOOR: f32 = 0.07;

/// Shows the ground and walls.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let scene = &cx.state.sandbox.scene().scene;
    let farthest = |area: Aabb| area.min.abs().max(area.max.abs()).max_element();
    let own_walls = if let Walls::Room(room) = scene.walls { farthest(room) } else { 0.0 };
    let reach = REACH.max(2.0 * farthest(scene.view)).max(own_walls).min(WORLD_EDGE);
    let now = cx.state.sandbox.world().colliders().ground;
    let (name, row, ends, own) = (GROUND.name, &GROUND.row, GROUND.ends, scene.own_ground());
    if let Some(has_floor) = tick(ui, cx, "floor", FLOOR, now.is_some()) {
        let Aabb { min, max } = scene.view;
        let height = own.unwrap_or(min.y + NEW_FLOOR * (max.y - min.y));
        cx.command(Command::SetGround(has_floor.then_some(height)));
    }
    if now.is_some() {
        let slider = Some((-reach, reach));
        let row = OptionalRow { name, row, ends, slider, now, own, is_mixed: false, is_enabled: true };
        if let Some(height) = row.show(ui, &cx.theme) {
            cx.command(Command::SetGround(height));
        }
    }
    walls(ui, cx, reach);
}

/// Shows a tick. Returns whether it is set, once the user has changed it.
fn tick(ui: &mut Ui, cx: &SectionContext, name: &str, words: Words, is_on: bool) -> Option<bool> {
    let mut is_on = is_on;
    let tick = Checkbox { name, text: words.label, tooltip: words.tooltip };
    tick.show(ui, &mut is_on, &cx.theme).then_some(is_on)
}

/// The places that a wall at `now` can have beside the opposite wall, m: those that can be typed, and those of its
/// slider, which stay the same while the wall is moved.
fn places(opposite: f32, now: f32, reach: f32) -> [(f32, f32); 2] {
    if now < opposite {
        let nearest = (opposite - MIN_SIZE).max(now);
        [(-WORLD_EDGE, nearest), ((-reach).min(opposite - REACH).max(-WORLD_EDGE), nearest)]
    } else {
        let nearest = (opposite + MIN_SIZE).min(now);
        [(nearest, WORLD_EDGE), (nearest, reach.max(opposite + REACH).min(WORLD_EDGE))]
    }
}

/// Shows whether there are walls, their kind, and the places of those that are fixed.
fn walls(ui: &mut Ui, cx: &mut SectionContext, reach: f32) {
    let sandbox = cx.state.sandbox;
    let (now, own, view) = (sandbox.walls(), sandbox.scene().scene.walls, sandbox.scene().scene.view);
    if let Some(has_walls) = tick(ui, cx, "walls", Walls::WORDS, now != Walls::Open) {
        let usual = if own == Walls::Open { Walls::Room(view) } else { own };
        cx.command(Command::SetWalls(if has_walls { usual } else { Walls::Open }));
    }
    let Some(kind_now) = now.kind() else { return };
    let choices = WallsKind::VALUES.iter().map(|&kind| {
        let Words { label, tooltip } = kind.words();
        Choice { value: kind, name: format!("{kind:?}"), text: label.to_owned(), tooltip }
    });
    let choices: Vec<_> = choices.collect();
    let row = ChoiceRow { name: "walls", label: Walls::LABEL, value: kind_now, own: own.kind(), choices: &choices };
    if let Some(kind) = row.show(ui, &cx.theme) {
        let walls = match kind {
            WallsKind::Window => Walls::Window,
            WallsKind::Room if own.kind() == Some(kind) => own,
            WallsKind::Room => Walls::Room(sandbox.world().colliders().room.unwrap_or(view)),
        };
        if kind != kind_now {
            cx.command(Command::SetWalls(walls));
        }
    }
    let Walls::Room(room) = now else { return };
    let own = if let Walls::Room(own) = own { own } else { room };
    for (number, Side { property, place }) in Walls::SIDES.iter().enumerate() {
        let [now, own] = [room, own].map(|mut room| *place(&mut room));
        let opposite = *(Walls::SIDES[number ^ 1].place)(&mut { room });
        let [ends, slider] = places(opposite, now, reach);
        let (name, row) = (&format!("walls.{}", property.name), &property.row);
        let (slider, now, own) = (Some(slider), Some(now), Some(own));
        let row = OptionalRow { name, row, ends, slider, now, own, is_mixed: false, is_enabled: true };
        if let Some(at) = row.show(ui, &cx.theme).flatten() {
            let mut room = room;
            *place(&mut room) = at;
            cx.command(Command::SetWalls(Walls::Room(room)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_wall_hold_it_and_lie_beside_the_opposite_one() {
        let rooms = [(22.0, 38.0), (-38.0, -22.0), (-1.0, 1.0), (5.0, 5.001), (9_999.95, 10_000.0)];
        for (low, high) in rooms.into_iter().chain([(-10_000.0, -9_999.95), (-10_000.0, 10_000.0)]) {
            for (now, opposite) in [(low, high), (high, low)] {
                let [typed, slider] = places(opposite, now, REACH);
                assert!(typed.0 <= now && now <= typed.1, "{now} beside {opposite}: {typed:?}");
                assert!(slider.0 <= slider.1, "{now} beside {opposite}: {slider:?}");
                let is_beside = |at: f32| (at < opposite) == (now < opposite) && at != opposite;
                let all = [typed.0, typed.1, slider.0, slider.1];
                assert!(all.into_iter().all(|at| is_beside(at) && at.abs() <= WORLD_EDGE), "{all:?}");
            }
        }
    }
}
