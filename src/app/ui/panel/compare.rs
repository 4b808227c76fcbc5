//! The section Compare: the method of the ghost, and its settings.

use egui::{RichText, Ui};

use super::SectionContext;
use super::settings::{Edited, setting};
use crate::app::actions::ActionButton;
use crate::app::style::Tooltip as _;
use crate::app::ui::notes::Note;
use crate::app::widgets::{Chip, TEXT_SIZE, digits, wrapped};
use crate::physics::{Method, Row, Settings, Springs, Words};
use crate::sandbox::{Command, Ghost};
use crate::scene::{RIVAL_TIPS, Rival, Technique, own_step, rivals};

/// The section Compare.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let (sandbox, theme) = (cx.state.sandbox, cx.theme);
    choose_rival(ui, cx);
    let Some(ghost) = sandbox.ghost() else {
        Note::NoGhost.show(ui, &theme);
        return;
    };
    let known = rivals().iter().find(|rival| rival.name == ghost.name());
    let of_scene = sandbox.scene().scene.ghost.as_ref().filter(|rival| rival.name == ghost.name());
    let (now, substeps) = (*ghost.world().settings(), ghost.world().substeps());
    let own = of_scene.or(known).map_or(Technique::of(&now), |rival| rival.settings).onto(&now);
    let edited = Edited { now, own, substeps, ghost: Some(ghost.name()) };
    if now.method == Method::Springs {
        edited.numbers(ui, cx, Springs::TABLE);
    } else {
        edited.substeps(ui, cx);
        edited.numbers(ui, cx, ["sweeps", "give"].map(setting));
    }
    let length = 1e3 * now.step / substeps as f32;
    Note::Substeps { substeps, length }.show(ui, &theme);
    // A ghost that the scene brings has the scene's step.
    if of_scene.is_none() {
        rival_step(ui, cx, ghost.name());
    }
    Note::SharedByGhost.show(ui, &theme);
    Note::SameStart.show(ui, &theme);
    for (of_ghost, world) in [(false, sandbox.world()), (true, ghost.world())] {
        let count = world.clamped_speed_count();
        if count > 0 {
            Note::Slowed { of_ghost, count }.show(ui, &theme);
        }
    }
}

/// Offers the step of a published system for both worlds, if theirs is another.
fn rival_step(ui: &mut Ui, cx: &mut SectionContext, rival: &str) {
    let settings = *cx.state.sandbox.world().settings();
    let Some(step) = own_step(rival).filter(|&step| step != settings.step) else { return };
    let (Row { factor, unit, .. }, Words { label, tooltip }) = (setting("step").row, Rival::OWN_STEP);
    let text = format!("{label} {rival}: {} {unit}", digits(factor * f64::from(step)));
    let chip = Chip::new("ghost.step", &text).show(ui, &cx.theme);
    if chip.tooltip(tooltip).clicked() {
        cx.command(Command::SetSettings(Box::new(Settings { step, ..settings })));
    }
    ui.add_space(2.0);
}

fn choose_rival(ui: &mut Ui, cx: &mut SectionContext) {
    let sandbox = cx.state.sandbox;
    let now = sandbox.ghost().map(Ghost::name);
    let mut chosen = None;
    ui.label(RichText::new(Rival::CHOICE).size(TEXT_SIZE));
    wrapped(ui, |ui| {
        let none = ActionButton::NO_GHOST;
        let text = none.words.label;
        let nothing = Chip { name: "ghost.none", text, is_chosen: now.is_none() }.show(ui, &cx.theme);
        if nothing.tooltip(none.tooltip()).clicked() && now.is_some() {
            chosen = Some(None);
        }
        for (rival, tooltip) in rivals().iter().zip(RIVAL_TIPS) {
            let name = rival.name.as_str();
            let chip = Chip { name: &format!("ghost.{name}"), text: name, is_chosen: now == Some(name) };
            let response = chip.show_if(ui, sandbox.can_afford(rival.settings), &cx.theme);
            let too_much = Note::TooMuchForGhost(sandbox.world().link_count()).text();
            if response.tooltip(tooltip).disabled_tooltip(too_much).clicked() && now != Some(name) {
                chosen = Some(Some(Box::new(rival.clone())));
            }
        }
    });
    ui.add_space(4.0);
    if let Some(rival) = chosen {
        cx.command(Command::SetGhost(rival));
    }
}
