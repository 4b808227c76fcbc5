//! The section Compare: the method of the ghost, and its settings.

use egui_macroquad::egui::{RichText, Ui, vec2};

use super::SectionContext;
use crate::app::actions::Request;
use crate::app::style::Tooltip as _;
use crate::app::widgets::fields::Field;
use crate::app::widgets::{Chip, Choice, ChoiceRow, NumberRow, TEXT_SIZE, digits, fields, note};
use crate::physics::{Method, Settings, Substeps};
use crate::sandbox::{Command, Ghost};
use crate::scene::{Rival, Technique, own_step, rivals};

/// Tooltips of the rivals, in the order of [`rivals`].
const TOOLTIPS: [&str; 11] = [
    "The loop of every tutorial: 50 sweeps in sequence. Long ropes stretch like rubber.",
    "The same 50 sweeps, each in a new random order: symmetric, and slow.",
    "The same 50 sweeps by colour: fast, but ropes stretch as much.",
    "Many substeps of one sweep each, without the direct solve of strands.",
    "Spring forces in substeps of 0.5 ms. They explode with longer substeps.",
    "The default of scenes.",
    "The settings of first-rope: 50 sweeps in sequence.",
    "The settings of scissor-net: 500 sweeps in random order.",
    "The settings of nehe-40: springs of 10 000 N/m in substeps of 2 ms. Masses below 50 g explode.",
    "The settings of gravity-lab: 40 sweeps in sequence.",
    "The settings of give-playground: 3 sweeps in sequence, with a give of 10 %.",
];

/// The numbers of Jakobsen's method.
const SWEEPS: [Field; 2] = [of_ghost("ghost.sweeps", fields::SOLVER[0]), of_ghost("ghost.give", fields::SOLVER[1])];

/// The number of substeps.
const SUBSTEPS: Field = of_ghost("ghost.substeps.Count", fields::SUBSTEPS);

/// The numbers of the spring method.
const SPRINGS: [Field; 4] = [
    of_ghost("ghost.springs.stiffness", fields::SPRINGS[0]),
    of_ghost("ghost.springs.inner_friction", fields::SPRINGS[1]),
    of_ghost("ghost.springs.air_friction", fields::SPRINGS[2]),
    of_ghost("ghost.springs.max_substep", fields::SPRINGS[3]),
];

/// A field as a control of the ghost.
const fn of_ghost(name: &'static str, field: Field) -> Field {
    Field { name, ..field }
}

/// The section Compare.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let (sandbox, theme) = (cx.state.sandbox, cx.theme);
    choose_rival(ui, cx);
    let Some(ghost) = sandbox.ghost() else {
        let text = "A second world, moved by another method. B: on and off.";
        note(ui, text, &theme);
        return;
    };
    let known = rivals().iter().find(|rival| rival.name == ghost.name());
    let of_scene = sandbox.scene().scene.ghost.as_ref().filter(|rival| rival.name == ghost.name());
    let settings = ghost.world().settings();
    let own = of_scene.or(known).map_or(Technique::of(settings), |rival| rival.settings).onto(settings);
    let rows = Rows { ghost, own };
    if settings.method == Method::Springs {
        rows.numbers(ui, cx, &SPRINGS);
    } else {
        rows.substeps(ui, cx);
        if matches!(settings.substeps, Substeps::Count(_)) {
            rows.numbers(ui, cx, std::slice::from_ref(&SUBSTEPS));
        }
        rows.numbers(ui, cx, &SWEEPS);
    }
    let count = ghost.world().substeps();
    let substeps = if count == 1 { "substep" } else { "substeps" };
    let length = 1e3 * settings.step / count as f32;
    note(ui, &format!("{count} {substeps} of {length:.2} ms per step"), &theme);
    // A ghost that the scene brings has the scene's step.
    if of_scene.is_none() {
        rival_step(ui, cx, ghost.name());
    }
    note(ui, "Step, gravity, air, ground and input are the same for both.", &theme);
    note(ui, "Reset the scene to start both from the same state.", &theme);
    for (name, count) in
        [("this world", sandbox.world().clamped_speed_count()), ("the ghost", ghost.world().clamped_speed_count())]
    {
        if count > 0 {
            note(ui, &format!("Particles of {name} held to the speed limit: {count} times"), &theme);
        }
    }
}

/// Offers the step of a published system for both worlds, if theirs is another.
fn rival_step(ui: &mut Ui, cx: &mut SectionContext, rival: &str) {
    let settings = *cx.state.sandbox.world().settings();
    let Some(step) = own_step(rival).filter(|&step| step != settings.step) else { return };
    let text = format!("Step of {rival}: {} ms", digits(1e3 * f64::from(step)));
    let chip = Chip::new("ghost.step", &text).show(ui, &cx.theme);
    if chip.tooltip("The original step, for both worlds").clicked() {
        cx.request(Request::Command(Command::SetSettings(Box::new(Settings { step, ..settings }))));
    }
    ui.add_space(2.0);
}

fn set(cx: &mut SectionContext, rival: Option<Rival>) {
    cx.request(Request::Command(Command::SetGhost(rival.map(Box::new))));
}

fn choose_rival(ui: &mut Ui, cx: &mut SectionContext) {
    let sandbox = cx.state.sandbox;
    let now = sandbox.ghost().map(Ghost::name);
    let mut chosen = None;
    ui.label(RichText::new("Compare with").size(TEXT_SIZE));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let nothing = Chip { name: "ghost.none", text: "Nothing", is_chosen: now.is_none() }.show(ui, &cx.theme);
        if nothing.tooltip("No ghost (B)").clicked() && now.is_some() {
            chosen = Some(None);
        }
        for (rival, tooltip) in rivals().iter().zip(TOOLTIPS) {
            let name = rival.name.as_str();
            let chip = Chip { name: &format!("ghost.{name}"), text: name, is_chosen: now == Some(name) };
            let response = chip.show_if(ui, sandbox.can_afford(rival.settings), &cx.theme);
            let links = sandbox.world().link_count();
            let too_slow = format!("Too slow for {links} links: more than 0.2 s per step");
            if response.tooltip(tooltip).disabled_tooltip(too_slow).clicked() && now != Some(name) {
                chosen = Some(Some(rival.clone()));
            }
        }
    });
    ui.add_space(4.0);
    if let Some(rival) = chosen {
        set(cx, rival);
    }
}

/// The rows of the ghost's settings.
struct Rows<'a> {
    ghost: &'a Ghost,
    /// The rival's own settings.
    own: Settings,
}

impl Rows<'_> {
    /// The choice between automatic substeps and a fixed number.
    fn substeps(&self, ui: &mut Ui, cx: &mut SectionContext) {
        let world = self.ghost.world();
        let value = world.settings().substeps;
        let count = match value {
            Substeps::Auto => Substeps::Count(world.substeps().clamp(1, Settings::MAX_SUBSTEPS)),
            count @ Substeps::Count(_) => count,
        };
        let text = if value == Substeps::Auto { format!("Auto: {}", world.substeps()) } else { "Auto".to_owned() };
        let auto = Choice::new(Substeps::Auto, "Auto", "Chosen from the scene, as for this world");
        let choices = [Choice { text, ..auto }, Choice::new(count, "By hand", "A fixed number of substeps.")];
        let row =
            ChoiceRow { name: "ghost.substeps", label: "Substeps", value, own: self.own.substeps, choices: &choices };
        if let Some(substeps) = row.show(ui, &cx.theme) {
            self.set(cx, &Settings { substeps, ..*world.settings() });
        }
    }

    fn numbers(&self, ui: &mut Ui, cx: &mut SectionContext, fields: &[Field]) {
        let settings = self.ghost.world().settings();
        for field in fields {
            let row = NumberRow { field, settings, own: &self.own };
            if let Some(value) = row.show(ui, &cx.theme) {
                let mut new = *settings;
                (field.set)(&mut new, value);
                self.set(cx, &new);
            }
        }
    }

    fn set(&self, cx: &mut SectionContext, settings: &Settings) {
        set(cx, Some(Rival { name: self.ghost.name().to_owned(), settings: Technique::of(settings) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rival_has_a_tooltip() {
        assert_eq!(rivals().len(), TOOLTIPS.len());
        for (rival, tooltip) in rivals().iter().zip(TOOLTIPS).skip(6) {
            assert!(tooltip.contains(&rival.name), "{}: {tooltip}", rival.name);
        }
    }
}
