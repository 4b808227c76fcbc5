//! Numbers of blowers.

use egui::Ui;

use super::SectionContext;
use super::direction::{degrees, vector};
use super::several::{SharedRow, set_each};
use crate::physics::{Blower, BlowerDef, BlowerId, Property};
use crate::sandbox::Command;

/// Shows the numbers of blowers.
pub fn show(ui: &mut Ui, cx: &mut SectionContext, ids: &[BlowerId]) {
    let (world, theme) = (cx.state.sandbox.world(), cx.theme);
    let blowers: Vec<Blower> = ids.iter().filter_map(|&id| world.blower(id)).copied().collect();
    let mut row = |name: &str, property: &Property, number: fn(&BlowerDef) -> f32| {
        SharedRow { name, property }.show(ui, blowers.iter().map(|blower| number(&blower.def)), &theme)
    };
    let speed = row("blower.speed", &BlowerDef::SPEED, |def| def.speed);
    let angle = row("blower.angle", &BlowerDef::DIRECTION, |def| degrees(def.turn, 0.0));
    let reach = row("blower.reach", &BlowerDef::REACH, |def| def.reach);
    let width = row("blower.width", &BlowerDef::WIDTH, |def| def.width);
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
