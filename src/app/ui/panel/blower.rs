//! Numbers of blowers.

use egui::Ui;

use super::SectionContext;
use super::direction::{degrees, vector};
use super::several::{SharedRow, set_each};
use crate::physics::{Blower, BlowerDef, BlowerId, Row};
use crate::sandbox::Command;

/// The row of the speed.
const SPEED: Row = Row { unit: "m/s", decades: Some(0.1), ..Row::new("Speed", "Speed of the air at its mouth") };

/// The row of the length of the jet.
const REACH: Row = Row { unit: "m", decades: Some(0.1), ..Row::new("Reach", "Length of its jet") };

/// The row of the width of the mouth.
const WIDTH: Row = Row { unit: "m", decades: Some(0.05), ..Row::new("Width", "Width of its mouth") };

/// The row of the direction.
const ANGLE: Row =
    Row { unit: "°", ..Row::new("Direction", "0° to the right, 90° up, 180° to the left, -90° down") };

/// Shows the numbers of blowers.
pub fn show(ui: &mut Ui, cx: &mut SectionContext, ids: &[BlowerId]) {
    let (world, theme) = (cx.state.sandbox.world(), cx.theme);
    let blowers: Vec<Blower> = ids.iter().filter_map(|&id| world.blower(id)).copied().collect();
    let mut row = |name: &str, row: &Row, ends: (f32, f32), number: fn(&BlowerDef) -> f32| {
        SharedRow { name, row, ends }.show(ui, blowers.iter().map(|blower| number(&blower.def)), &theme)
    };
    let speed = row("blower.speed", &SPEED, (0.0, BlowerDef::MAX_SPEED), |def| def.speed);
    let angle = row("blower.angle", &ANGLE, (-180.0, 180.0), |def| degrees(def.turn, 0.0));
    let reach = row("blower.reach", &REACH, BlowerDef::REACH_RANGE, |def| def.reach);
    let width = row("blower.width", &WIDTH, BlowerDef::WIDTH_RANGE, |def| def.width);
    if speed.is_some() || reach.is_some() || width.is_some() {
        let jet = |&Blower { id: blower, def }: &Blower| {
            let (speed, reach) = (speed.unwrap_or(def.speed), reach.unwrap_or(def.reach));
            Command::SetJet { blower, speed, reach, width }
        };
        set_each(cx, blowers.iter().map(jet));
    }
    if let Some(angle) = angle {
        let turn = |blower: &Blower| Command::TurnBlower { blower: blower.id, to: vector(1.0, angle), last: true };
        set_each(cx, blowers.iter().map(turn));
    }
}
