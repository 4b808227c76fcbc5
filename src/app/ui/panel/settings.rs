//! The sections Solver, World and Springs: all settings but gravity.

use egui_macroquad::egui::{RichText, Ui};

use super::{PanelState, SectionContext};
use crate::{
    app::{
        actions::Request,
        style::Tooltip as _,
        widgets::{
            self, Choice, TEXT,
            fields::{self, Field},
        },
    },
    physics::{Method, Settings, StrandSolver, Substeps, SweepOrder},
    sandbox::Command,
};

/// Whether the spring method is at work.
pub fn has_springs(shown: &PanelState) -> bool {
    shown.sandbox.world().settings().method == Method::Springs
}

/// The settings now, and the scene's own.
fn both(shown: &PanelState) -> (Settings, Settings) {
    (*shown.sandbox.world().settings(), shown.sandbox.scene().scene.settings.sanitised())
}

fn set(cx: &mut SectionContext, settings: Settings) {
    cx.request(Request::Command(Command::SetSettings(Box::new(settings))));
}

fn numbers(ui: &mut Ui, cx: &mut SectionContext, fields: &[Field]) {
    let (now, own) = both(cx.state);
    for field in fields {
        if let Some(value) = widgets::number(ui, field, &now, &own, &cx.theme) {
            let mut settings = now;
            (field.set)(&mut settings, value);
            set(cx, settings);
        }
    }
}

/// A row of choices of a setting.
fn pick<T: Copy + PartialEq>(
    ui: &mut Ui,
    cx: &mut SectionContext,
    names: (&str, &str),
    value: fn(&mut Settings) -> &mut T,
    all: &[Choice<T>],
) {
    let (mut now, mut own) = both(cx.state);
    let chosen = widgets::choices(ui, names, (*value(&mut now), *value(&mut own)), all, &cx.theme);
    if let Some(chosen) = chosen {
        *value(&mut now) = chosen;
        set(cx, now);
    }
}

fn choice<T>(value: T, name: &'static str, text: &str, tip: &'static str) -> Choice<T> {
    Choice { value, name, text: text.to_owned(), tip }
}

/// How ropes are kept at their length.
pub fn solver(ui: &mut Ui, cx: &mut SectionContext) {
    let now = *cx.state.sandbox.world().settings();
    let methods = [
        choice(
            Method::Jakobsen,
            "Jakobsen",
            "Constraints",
            "Jakobsen's way: move points until every link has its length. Does not explode.",
        ),
        choice(
            Method::Springs,
            "Springs",
            "Springs",
            "Forces that pull as springs do, as in nehe-40. Stretches, and explodes where it is stiffer than its substep \
             bears.",
        ),
    ];
    pick(ui, cx, ("method", "Method"), |settings| &mut settings.method, &methods);
    let passes = cx.state.sandbox.world().substeps();
    if now.method == Method::Springs {
        let said = format!("{passes} substeps in a step, by the longest substep (Springs)");
        ui.label(RichText::new(said).size(TEXT).color(cx.theme.dim));
        ui.add_space(4.0);
    } else {
        order(ui, cx);
        strands(ui, cx);
        substeps(ui, cx, passes);
        if matches!(now.substeps, Substeps::Count(_)) {
            numbers(ui, cx, std::slice::from_ref(&fields::SUBSTEPS));
        }
    }
    numbers(ui, cx, fields::SOLVER);
}

fn order(ui: &mut Ui, cx: &mut SectionContext) {
    let orders = [
        choice(
            SweepOrder::Colour,
            "Colour",
            "Colour",
            "Links that share no point at once: the fastest, and the same from both ends.",
        ),
        choice(
            SweepOrder::Sequence,
            "Sequence",
            "Sequence",
            "First to last, as tutorials write it: a rope behaves differently from its two ends, and each link waits for \
             the one before.",
        ),
        choice(SweepOrder::Random, "Random", "Random", "A new order each sweep: even-handed, and the slowest."),
    ];
    pick(ui, cx, ("order", "Order"), |settings| &mut settings.order, &orders);
}

fn strands(ui: &mut Ui, cx: &mut SectionContext) {
    let now = *cx.state.sandbox.world().settings();
    let solvers = [
        choice(
            StrandSolver::Auto,
            "Auto",
            "Auto",
            "Long strands are solved as a whole where that is the better way: in scenes of ropes alone, and where a strand \
             is too long for small steps.",
        ),
        choice(
            StrandSolver::On,
            "On",
            "On",
            "Wherever it is of use, whatever the scene's size. A little more energy is lost than with small steps.",
        ),
        choice(StrandSolver::Off, "Off", "Off", "Sweeps alone, to compare: very long ropes stretch like rubber."),
    ];
    let applies = fields::strands_apply(&now);
    ui.add_enabled_ui(applies, |ui| {
        pick(ui, cx, ("strands", "Strands"), |settings| &mut settings.strands, &solvers);
    });
}

fn substeps(ui: &mut Ui, cx: &mut SectionContext, passes: u32) {
    let (mut now, own) = both(cx.state);
    let counted = match now.substeps {
        Substeps::Auto => passes.clamp(1, Settings::MAX_SUBSTEPS),
        Substeps::Count(count) => count,
    };
    let auto = if now.substeps == Substeps::Auto { format!("Auto: {passes}") } else { "Auto".to_owned() };
    let all = [
        choice(
            Substeps::Auto,
            "Auto",
            &auto,
            "Chosen from the scene: enough for its longest strand, as far as it can be paid for.",
        ),
        choice(Substeps::Count(counted), "By hand", "By hand", "As many as you say."),
    ];
    let chosen = widgets::choices(ui, ("substeps", "Substeps"), (now.substeps, own.substeps), &all, &cx.theme);
    if let Some(chosen) = chosen {
        now.substeps = chosen;
        set(cx, now);
    }
}

/// Air, ground and walls, and what is too fast.
pub fn world(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::WORLD);
    tearing(ui, cx);
    contact(ui, cx);
    let held = cx.state.sandbox.world().held_back();
    if held > 0 {
        let said = format!("{held} times so far something was held to the speed limit");
        ui.label(RichText::new(said).size(12.0).color(cx.theme.dim));
    }
}

/// Whether links tear, at what stretch, and how many did.
fn tearing(ui: &mut Ui, cx: &mut SectionContext) {
    let (mut now, own) = both(cx.state);
    let mut tears = now.tear.is_some();
    let tip = "What is drawn too long breaks. The hand then no longer yields to a rope that is taut: it pulls until \
               something tears.";
    if widgets::tick(ui, "tear", ("Tearing", tip), &mut tears, &cx.theme) {
        now.tear = tears.then_some(own.tear.unwrap_or(fields::USUAL_TEAR));
        set(cx, now);
    }
    if now.tear.is_some() {
        numbers(ui, cx, std::slice::from_ref(&fields::TEAR));
    }
    let torn = cx.state.sandbox.world().torn_links();
    if torn > 0 {
        let links = if torn == 1 { "link has" } else { "links have" };
        ui.label(RichText::new(format!("{torn} {links} torn so far")).size(12.0).color(cx.theme.dim));
    }
}

/// How the air moves, and what it moves.
pub fn wind(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::WIND);
    let (mut now, own) = both(cx.state);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let tip = "The same wind with gusts at other places and times. The same number brings the same gusts.";
        let other = widgets::chip(ui, "wind.seed", &format!("Gusts no. {}", now.wind.seed), false, &cx.theme);
        let other = other.tooltip(tip).clicked();
        let back = widgets::reset(ui, "wind.seed", now.wind.seed != own.wind.seed, &cx.theme);
        if other || back {
            now.wind.seed = if back { own.wind.seed } else { now.wind.seed.wrapping_add(1) };
            set(cx, now);
        }
    });
    let blowers = cx.state.sandbox.world().blowers().len();
    if blowers > 0 {
        let said = if blowers == 1 { "One blower".to_owned() } else { format!("{blowers} blowers") };
        ui.label(RichText::new(said).size(12.0).color(cx.theme.dim));
    }
}

/// Whether ropes meet each other, how thick they are, and how many points sleep.
fn contact(ui: &mut Ui, cx: &mut SectionContext) {
    let (mut now, own) = both(cx.state);
    let mut meets = now.rope_contact.is_some();
    let tip = "Ropes lie on each other in place of passing through each other. It is their points that meet: the long \
               beams of a box or a wheel let others through between. What lies still falls asleep, until something \
               touches it. It costs several times as much as the ropes alone.";
    if widgets::tick(ui, "rope_contact", ("Rope against rope", tip), &mut meets, &cx.theme) {
        now.rope_contact = meets.then_some(own.rope_contact.unwrap_or(fields::USUAL_RADIUS));
        set(cx, now);
    }
    if now.rope_contact.is_some() {
        numbers(ui, cx, std::slice::from_ref(&fields::CONTACT));
        let world = cx.state.sandbox.world();
        let said = format!("{} of {} points asleep", world.sleeping(), world.particles().len());
        ui.label(RichText::new(said).size(12.0).color(cx.theme.dim));
    }
}

/// The constants of the spring method.
pub fn springs(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::SPRINGS);
    let (mut now, own) = both(cx.state);
    let usual = own.springs.ground.unwrap_or(fields::USUAL_GROUND);
    let mut soft = now.springs.ground.is_some();
    let tip = "A force that grows with depth, as in nehe-40, beside the solid ground that a scene may have.";
    if widgets::tick(ui, "springs.ground", ("Soft ground", tip), &mut soft, &cx.theme) {
        now.springs.ground = soft.then_some(usual);
        set(cx, now);
    }
    if now.springs.ground.is_some() {
        numbers(ui, cx, fields::GROUND);
    }
}
