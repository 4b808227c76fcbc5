//! The section Wind: speed, direction, gusts, blowers.

use egui::{Id, Ui};
use glam::Vec2;

use super::SectionContext;
use super::direction::{degrees, vector};
use super::settings::{Edited, setting};
use crate::app::style::Tooltip as _;
use crate::app::ui::notes::Note;
use crate::app::widgets::{Chip, NumberRow, reset_button};
use crate::physics::{Property, Wind};

/// Direction of no wind, degrees: to the right.
const RIGHT: f32 = 0.0;

/// The section Wind.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let edited = Edited::world(cx.state);
    velocity_rows(ui, cx, &edited);
    edited.numbers(ui, cx, Wind::TABLE);
    seed_row(ui, cx, &edited);
    let blowers = cx.state.sandbox.world().blowers().len();
    if blowers > 0 {
        Note::Blowers(blowers).show(ui, &cx.theme);
    }
}

fn velocity_rows(ui: &mut Ui, cx: &mut SectionContext, edited: &Edited) {
    let (now, own) = (edited.now.wind.velocity, edited.own.wind.velocity);
    let setting = setting("wind.velocity");
    let ends = (0.0, setting.range.map_or(0.0, |(_, max)| max));
    let row = &setting.row;
    let own_bearing = degrees(own, RIGHT);
    // The world has no direction of no wind: it is that of the last wind, or the one that was chosen since.
    let resting = Id::unique("direction of no wind").with(&cx.state.sandbox.scene().name);
    let bearing = degrees(now, ui.data(|data| data.get_temp(resting)).unwrap_or(own_bearing));
    let speed = NumberRow { name: setting.name, row, ends, now: now.length(), own: own.length(), is_enabled: true };
    edited.number(ui, cx, &speed, |settings, speed| settings.wind.velocity = vector(speed, bearing));
    let (name, Property { row, ends, .. }) = ("wind.bearing", &Wind::BEARING);
    let towards = NumberRow { name, row, ends: *ends, now: bearing, own: own_bearing, is_enabled: true };
    let turned = towards.show(ui, &cx.theme);
    ui.data_mut(|data| data.insert_temp(resting, turned.unwrap_or(bearing)));
    if let Some(turned) = turned.filter(|_| now != Vec2::ZERO) {
        let mut settings = edited.now;
        settings.wind.velocity = vector(now.length(), turned);
        edited.set(cx, settings);
    }
}

fn seed_row(ui: &mut Ui, cx: &mut SectionContext, edited: &Edited) {
    let (mut now, own) = (edited.now, edited.own.wind.seed);
    let setting = setting("wind.seed");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // People count from one.
        let text = format!("{} {}", setting.words().label, u64::from(now.wind.seed) + 1);
        let chip = Chip::new(setting.name, &text).show(ui, &cx.theme);
        let other = chip.tooltip(setting.words().tooltip).clicked();
        let reset = reset_button(ui, setting.name, now.wind.seed != own, &cx.theme);
        if other || reset {
            now.wind.seed = if reset { own } else { now.wind.seed.wrapping_add(1) };
            edited.set(cx, now);
        }
    });
}
