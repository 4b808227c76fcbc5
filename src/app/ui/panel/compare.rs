//! The section Compare: the method of the ghost, and its settings.

use egui::{RichText, Ui};

use super::SectionContext;
use super::settings::{Edited, setting};
use crate::app::style::Tooltip as _;
use crate::app::widgets::{Chip, TEXT_SIZE, digits, note, wrapped};
use crate::physics::{Method, Settings, Springs};
use crate::sandbox::{Command, Ghost};
use crate::scene::{Technique, own_step, rivals};

/// Tooltips of the rivals, in the order of [`rivals`].
const TOOLTIPS: [&str; 11] = [
    "The loop of tutorials: 50 sweeps in sequence. Ropes stretch",
    "The same 50 sweeps, each in a new random order: slow",
    "The same 50 sweeps by colour: fast, but ropes stretch",
    "Many substeps of one sweep each, without the direct solve",
    "Spring forces in substeps of 0.5 ms; longer ones explode",
    "The default of scenes",
    "The settings of first-rope: 50 sweeps in sequence",
    "The settings of scissor-net: 500 sweeps in random order",
    "The settings of nehe-40: springs, in substeps of 2 ms",
    "The settings of gravity-lab: 40 sweeps in sequence",
    "The settings of give-playground: 3 sweeps, a give of 10 %",
];

/// The section Compare.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let (sandbox, theme) = (cx.state.sandbox, cx.theme);
    choose_rival(ui, cx);
    let Some(ghost) = sandbox.ghost() else {
        note(ui, "A second world, moved by another method. B: on and off.", &theme);
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
    let plural = if substeps == 1 { "substep" } else { "substeps" };
    let length = 1e3 * now.step / substeps as f32;
    note(ui, &format!("{substeps} {plural} of {length:.2} ms per step"), &theme);
    // A ghost that the scene brings has the scene's step.
    if of_scene.is_none() {
        rival_step(ui, cx, ghost.name());
    }
    note(ui, "Step, gravity, air, ground and input are the same for both.", &theme);
    note(ui, "Reset the scene to start both from the same state.", &theme);
    for (name, world) in [("this world", sandbox.world()), ("the ghost", ghost.world())] {
        let count = world.clamped_speed_count();
        if count > 0 {
            note(ui, &format!("Particles of {name} slowed to the speed limit: {count} times"), &theme);
        }
    }
}

/// Offers the step of a published system for both worlds, if theirs is another.
fn rival_step(ui: &mut Ui, cx: &mut SectionContext, rival: &str) {
    let settings = *cx.state.sandbox.world().settings();
    let Some(step) = own_step(rival).filter(|&step| step != settings.step) else { return };
    let text = format!("Step of {rival}: {} ms", digits(1e3 * f64::from(step)));
    let chip = Chip::new("ghost.step", &text).show(ui, &cx.theme);
    if chip.tooltip("Sets the original step in both worlds").clicked() {
        cx.command(Command::SetSettings(Box::new(Settings { step, ..settings })));
    }
    ui.add_space(2.0);
}

fn choose_rival(ui: &mut Ui, cx: &mut SectionContext) {
    let sandbox = cx.state.sandbox;
    let now = sandbox.ghost().map(Ghost::name);
    let mut chosen = None;
    ui.label(RichText::new("Compare with").size(TEXT_SIZE));
    wrapped(ui, |ui| {
        let nothing = Chip { name: "ghost.none", text: "Nothing", is_chosen: now.is_none() }.show(ui, &cx.theme);
        if nothing.tooltip("No ghost (B)").clicked() && now.is_some() {
            chosen = Some(None);
        }
        for (rival, tooltip) in rivals().iter().zip(TOOLTIPS) {
            let name = rival.name.as_str();
            let chip = Chip { name: &format!("ghost.{name}"), text: name, is_chosen: now == Some(name) };
            let response = chip.show_if(ui, sandbox.can_afford(rival.settings), &cx.theme);
            let links = sandbox.world().link_count();
            let too_much = format!("Too much for {links} links: over 0.2 s a step or 240 MiB");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rival_has_a_tooltip() {
        assert_eq!(rivals().len(), TOOLTIPS.len());
        assert!(TOOLTIPS.iter().all(|tooltip| tooltip.chars().count() <= 60));
        for (rival, tooltip) in rivals().iter().zip(TOOLTIPS).skip(6) {
            assert!(tooltip.contains(&rival.name), "{}: {tooltip}", rival.name);
        }
    }
}
