//! The section Compare: which method moves the ghost, and with which settings.

use egui_macroquad::egui::{RichText, Ui};

use super::SectionContext;
use crate::{
    app::{
        actions::Request,
        style::{Tooltip as _, for_device, input_device},
        widgets::{
            self, Choice, TEXT,
            fields::{self, Field},
        },
    },
    physics::{Method, Settings, Substeps},
    sandbox::{Command, Ghost},
    scene::{Rival, Technique, own_step, rivals},
};

/// What each of the rivals is, in the order of [`rivals`].
const TIPS: [&str; 11] = [
    "The loop that every tutorial writes: 50 sweeps, each link after the one before. The longer the rope, the more of a \
     rubber band.",
    "The same 50 sweeps in a new random order each: even-handed, and slow.",
    "The same 50 sweeps by colour: fast, and no less of a rubber band.",
    "Many substeps with one sweep in each, and nothing solved as a whole: what ours is built on.",
    "Forces that pull as springs do, in substeps of 0.5 ms. Raise the longest substep, and they explode.",
    "What scenes have that ask for nothing else.",
    "The settings of first-rope: 50 sweeps in sequence.",
    "The settings of scissor-net: 500 sweeps in random order.",
    "The settings of nehe-40: springs of 10 000 N/m in substeps of 2 ms, for masses of 50 g: lighter things explode.",
    "The settings of gravity-lab: 40 sweeps in sequence.",
    "The settings of give-playground: 3 sweeps in sequence, with a give of 10 %.",
];

/// The numbers of Jakobsen's method, and of springs.
const SWEEPS: [Field; 2] = [named("ghost.sweeps", fields::SOLVER[0]), named("ghost.give", fields::SOLVER[1])];
const SUBSTEPS: Field = named("ghost.substeps.Count", fields::SUBSTEPS);
const SPRINGS: [Field; 4] = [
    named("ghost.springs.stiffness", fields::SPRINGS[0]),
    named("ghost.springs.inner_friction", fields::SPRINGS[1]),
    named("ghost.springs.air_friction", fields::SPRINGS[2]),
    named("ghost.springs.max_substep", fields::SPRINGS[3]),
];

/// The field for the ghost: a control of its own.
const fn named(name: &'static str, field: Field) -> Field {
    Field { name, ..field }
}

/// The choice of a method, and what there is to be set of it.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let sandbox = cx.state.sandbox;
    choose(ui, cx);
    let Some(ghost) = sandbox.ghost() else {
        said(
            ui,
            cx,
            "A second world behind this one, moved by another method and fed by the same hands. B: on and off.",
        );
        return;
    };
    let own = rivals().iter().find(|rival| rival.name == ghost.name());
    let scenes = sandbox.scene().scene.ghost.as_ref().filter(|rival| rival.name == ghost.name());
    let own = scenes.or(own).map_or(Technique::of(ghost.world().settings()), |rival| rival.settings);
    numbers(ui, cx, ghost, own);
    // A ghost that the scene brings along is what the scene says, whatever its name.
    if scenes.is_none() {
        step(ui, cx, ghost.name());
    }
    said(
        ui,
        cx,
        "Step, gravity, air, ground and all that is done are the same for both. To begin again from the same place, choose \
         nothing and then a method, or reset the scene.",
    );
    for (name, held) in [("this world", sandbox.world().held_back()), ("the ghost", ghost.world().held_back())] {
        if held > 0 {
            said(ui, cx, &format!("{held} times so far something was held to the speed limit in {name}"));
        }
    }
}

/// The step of a published system, for both worlds, where they go with another.
fn step(ui: &mut Ui, cx: &mut SectionContext, rival: &str) {
    let settings = *cx.state.sandbox.world().settings();
    let Some(step) = own_step(rival).filter(|&step| step != settings.step) else { return };
    let text = format!("Step of {rival}: {} ms", widgets::digits(1e3 * f64::from(step)));
    let chip = widgets::chip(ui, "ghost.step", &text, false, &cx.theme);
    let tip = "Its author's step in place of this scene's, for both worlds; Step (Solver) brings the scene's own back";
    if chip.tooltip(tip).clicked() {
        cx.request(Request::Command(Command::SetSettings(Box::new(Settings { step, ..settings }))));
    }
    ui.add_space(2.0);
}

fn said(ui: &mut Ui, cx: &SectionContext, text: &str) {
    ui.label(RichText::new(for_device(text, input_device(ui.ctx()))).size(12.0).color(cx.theme.dim));
}

fn set(cx: &mut SectionContext, rival: Option<Rival>) {
    cx.request(Request::Command(Command::SetGhost(rival.map(Box::new))));
}

fn choose(ui: &mut Ui, cx: &mut SectionContext) {
    let sandbox = cx.state.sandbox;
    let now = sandbox.ghost().map(Ghost::name);
    let mut chosen = None;
    ui.label(RichText::new("Compare with").size(TEXT));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui_macroquad::egui::vec2(4.0, 4.0);
        let nothing = widgets::chip(ui, "ghost.none", "Nothing", now.is_none(), &cx.theme);
        if nothing.tooltip("This world alone (B)").clicked() && now.is_some() {
            chosen = Some(None);
        }
        for (rival, tip) in rivals().iter().zip(TIPS) {
            let name = rival.name.as_str();
            let affordable = sandbox.can_afford(rival.settings);
            let names = (&*format!("ghost.{name}"), name);
            let chip = widgets::chip_if(ui, affordable, names, now == Some(name), &cx.theme);
            let links = sandbox.world().link_count();
            let dear = format!("Too slow for {links} links: a step of it would take longer than a fifth of a second");
            if chip.tooltip(tip).disabled_tooltip(dear).clicked() && now != Some(name) {
                chosen = Some(Some(rival.clone()));
            }
        }
    });
    ui.add_space(4.0);
    if let Some(rival) = chosen {
        set(cx, rival);
    }
}

/// What there is to be set; `own` is what the rival has by itself.
fn numbers(ui: &mut Ui, cx: &mut SectionContext, ghost: &Ghost, own: Technique) {
    let world = ghost.world();
    let own = own.onto(world.settings());
    let mut new = None;
    let rows = |ui: &mut Ui, fields: &[Field], new: &mut Option<Settings>| {
        for field in fields {
            if let Some(value) = widgets::number(ui, field, world.settings(), &own, &cx.theme) {
                let mut settings = *world.settings();
                (field.set)(&mut settings, value);
                *new = Some(settings);
            }
        }
    };
    if world.settings().method == Method::Springs {
        rows(ui, &SPRINGS, &mut new);
    } else {
        let counted = match world.settings().substeps {
            Substeps::Auto => Substeps::Count(world.substeps().clamp(1, Settings::MAX_SUBSTEPS)),
            counted @ Substeps::Count(_) => counted,
        };
        let choice = |value, name, text: &str, tip| Choice { value, name, text: text.to_owned(), tip };
        let auto = format!("Auto: {}", world.substeps());
        let auto = if world.settings().substeps == Substeps::Auto { &auto } else { "Auto" };
        let all = [
            choice(Substeps::Auto, "Auto", auto, "Chosen from the scene, as for the world itself."),
            choice(counted, "By hand", "By hand", "As many as you say."),
        ];
        let substeps = (world.settings().substeps, own.substeps);
        if let Some(substeps) = widgets::choices(ui, ("ghost.substeps", "Substeps"), substeps, &all, &cx.theme) {
            new = Some(Settings { substeps, ..*world.settings() });
        }
        if matches!(world.settings().substeps, Substeps::Count(_)) {
            rows(ui, std::slice::from_ref(&SUBSTEPS), &mut new);
        }
        rows(ui, &SWEEPS, &mut new);
    }
    let passes = world.substeps();
    let steps = if passes == 1 { "substep" } else { "substeps" };
    said(ui, cx, &format!("{passes} {steps} of {:.2} ms in a step", 1e3 * world.settings().step / passes as f32));
    if let Some(settings) = new {
        set(cx, Some(Rival { name: ghost.name().to_owned(), settings: Technique::of(&settings) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rival_has_words_of_its_own() {
        assert_eq!(rivals().len(), TIPS.len());
        for (rival, tip) in rivals().iter().zip(TIPS).skip(6) {
            assert!(tip.contains(&rival.name), "{}: {tip}", rival.name);
        }
    }
}
