//! The sections Solver, World, Springs and Wind.

use egui_macroquad::egui::{RichText, Ui};

use super::{PanelState, SectionContext};
use crate::app::actions::Request;
use crate::app::style::Tooltip as _;
use crate::app::widgets::fields::Field;
use crate::app::widgets::{Checkbox, Chip, Choice, ChoiceRow, NumberRow, TEXT_SIZE, fields, note, reset_button};
use crate::physics::{Method, Settings, StrandSolver, Substeps, SweepOrder};
use crate::sandbox::Command;

/// Whether the spring method is in use.
pub fn has_springs(state: &PanelState) -> bool {
    state.sandbox.world().settings().method == Method::Springs
}

/// The present settings.
fn present(state: &PanelState) -> Settings {
    *state.sandbox.world().settings()
}

/// The scene's own settings.
fn own(state: &PanelState) -> Settings {
    state.sandbox.scene().scene.settings.sanitised()
}

fn set(cx: &mut SectionContext, settings: Settings) {
    cx.request(Request::Command(Command::SetSettings(Box::new(settings))));
}

fn numbers(ui: &mut Ui, cx: &mut SectionContext, fields: &[Field]) {
    let (now, own) = (present(cx.state), own(cx.state));
    for field in fields {
        let row = NumberRow { field, settings: &now, own: &own };
        if let Some(value) = row.show(ui, &cx.theme) {
            let mut settings = now;
            (field.set)(&mut settings, value);
            set(cx, settings);
        }
    }
}

/// A setting with a few values.
struct Pick<'a, T> {
    name: &'a str,
    label: &'a str,
    /// Its place in the settings.
    value: fn(&mut Settings) -> &mut T,
    choices: &'a [Choice<T>],
}

impl<T: Copy + PartialEq> Pick<'_, T> {
    /// Shows the choices, and sets the chosen one.
    fn show(self, ui: &mut Ui, cx: &mut SectionContext) {
        let Self { name, label, value, choices } = self;
        let (mut now, mut own) = (present(cx.state), own(cx.state));
        let row = ChoiceRow { name, label, value: *value(&mut now), own: *value(&mut own), choices };
        if let Some(chosen) = row.show(ui, &cx.theme) {
            *value(&mut now) = chosen;
            set(cx, now);
        }
    }
}

/// The section Solver: method, order, strands, substeps, sweeps, give, step.
pub fn solver(ui: &mut Ui, cx: &mut SectionContext) {
    let now = present(cx.state);
    let constraints = Choice {
        text: "Constraints".to_owned(),
        ..Choice::new(Method::Jakobsen, "Jakobsen", "Move points until each link has its length. Never explodes.")
    };
    let springs = Choice::new(
        Method::Springs,
        "Springs",
        "Spring forces, as in nehe-40. Stretch, and explode if stiffer than the substep allows.",
    );
    let choices = [constraints, springs];
    Pick { name: "method", label: "Method", value: |settings| &mut settings.method, choices: &choices }.show(ui, cx);
    let substeps = cx.state.sandbox.world().substeps();
    if now.method == Method::Springs {
        let text = format!("{substeps} substeps per step, by the longest substep (Springs)");
        ui.label(RichText::new(text).size(TEXT_SIZE).color(cx.theme.dim));
        ui.add_space(4.0);
    } else {
        order(ui, cx);
        strands(ui, cx);
        substep_choice(ui, cx, substeps);
        if matches!(now.substeps, Substeps::Count(_)) {
            numbers(ui, cx, std::slice::from_ref(&fields::SUBSTEPS));
        }
    }
    numbers(ui, cx, fields::SOLVER);
}

fn order(ui: &mut Ui, cx: &mut SectionContext) {
    let choices = [
        Choice::new(SweepOrder::Colour, "Colour", "Links that share no point at once: fastest, and symmetric."),
        Choice::new(
            SweepOrder::Sequence,
            "Sequence",
            "First to last, as in tutorials: a rope's two ends behave differently.",
        ),
        Choice::new(SweepOrder::Random, "Random", "A new order each sweep: symmetric on average, and slowest."),
    ];
    Pick { name: "order", label: "Order", value: |settings| &mut settings.order, choices: &choices }.show(ui, cx);
}

fn strands(ui: &mut Ui, cx: &mut SectionContext) {
    let choices = [
        Choice::new(
            StrandSolver::Auto,
            "Auto",
            "Solve long strands as a whole in scenes of ropes alone, and strands too long for small steps.",
        ),
        Choice::new(StrandSolver::On, "On", "Solve strands as a whole in any scene. Loses a little more energy."),
        Choice::new(StrandSolver::Off, "Off", "Sweeps alone: very long ropes stretch like rubber."),
    ];
    ui.add_enabled_ui(fields::can_solve_strands(&present(cx.state)), |ui| {
        Pick { name: "strands", label: "Strands", value: |settings| &mut settings.strands, choices: &choices }
            .show(ui, cx);
    });
}

/// The choice between automatic substeps and a fixed number. `substeps`: their number in the last step.
fn substep_choice(ui: &mut Ui, cx: &mut SectionContext, substeps: u32) {
    let now = present(cx.state);
    let count = match now.substeps {
        Substeps::Auto => substeps.clamp(1, Settings::MAX_SUBSTEPS),
        Substeps::Count(count) => count,
    };
    let text = if now.substeps == Substeps::Auto { format!("Auto: {substeps}") } else { "Auto".to_owned() };
    let auto = Choice::new(Substeps::Auto, "Auto", "Chosen from the scene, within a fixed amount of work.");
    let by_hand = Choice::new(Substeps::Count(count), "By hand", "A fixed number of substeps.");
    let choices = [Choice { text, ..auto }, by_hand];
    Pick { name: "substeps", label: "Substeps", value: |settings| &mut settings.substeps, choices: &choices }
        .show(ui, cx);
}

/// The section World: drag, ground and walls, speeds, tearing, contacts.
pub fn world(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::WORLD);
    tearing(ui, cx);
    contact(ui, cx);
    let count = cx.state.sandbox.world().clamped_speed_count();
    if count > 0 {
        note(ui, &format!("Particles held to the speed limit: {count} times"), &cx.theme);
    }
}

/// Rows of tearing: whether links tear, at which stretch, and the number of torn links.
fn tearing(ui: &mut Ui, cx: &mut SectionContext) {
    let (mut now, own) = (present(cx.state), own(cx.state));
    let mut tears = now.tear.is_some();
    let tooltip = "Links that are stretched too far break. A grab pulls until something tears.";
    if (Checkbox { name: "tear", text: "Tearing", tooltip }).show(ui, &mut tears, &cx.theme) {
        now.tear = tears.then_some(own.tear.unwrap_or(fields::DEFAULT_TEAR));
        set(cx, now);
    }
    if now.tear.is_some() {
        numbers(ui, cx, std::slice::from_ref(&fields::TEAR));
    }
    let torn = cx.state.sandbox.world().torn_link_count();
    if torn > 0 {
        let links = if torn == 1 { "link has" } else { "links have" };
        note(ui, &format!("{torn} {links} torn so far"), &cx.theme);
    }
}

/// Rows of contact: whether ropes touch each other, their radius, and the number of sleeping points.
fn contact(ui: &mut Ui, cx: &mut SectionContext) {
    let (mut now, own) = (present(cx.state), own(cx.state));
    let mut touches = now.rope_contact.is_some();
    let tooltip = "Ropes collide at their points instead of passing through each other. Costs several times as much. Still \
                   ropes fall asleep.";
    if (Checkbox { name: "rope_contact", text: "Rope against rope", tooltip }).show(ui, &mut touches, &cx.theme) {
        now.rope_contact = touches.then_some(own.rope_contact.unwrap_or(fields::DEFAULT_RADIUS));
        set(cx, now);
    }
    if now.rope_contact.is_some() {
        numbers(ui, cx, std::slice::from_ref(&fields::CONTACT));
        let world = cx.state.sandbox.world();
        note(ui, &format!("{} of {} points asleep", world.sleeping_count(), world.particles().len()), &cx.theme);
    }
}

/// The section Wind: speed, direction, gusts, blowers.
pub fn wind(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::WIND);
    let (mut now, own) = (present(cx.state), own(cx.state));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let text = format!("Gusts no. {}", now.wind.seed);
        let tooltip = "Other gusts of the same wind. The same number repeats them.";
        let other = Chip::new("wind.seed", &text).show(ui, &cx.theme).tooltip(tooltip).clicked();
        let reset = reset_button(ui, "wind.seed", now.wind.seed != own.wind.seed, &cx.theme);
        if other || reset {
            now.wind.seed = if reset { own.wind.seed } else { now.wind.seed.wrapping_add(1) };
            set(cx, now);
        }
    });
    let blowers = cx.state.sandbox.world().blowers().len();
    if blowers > 0 {
        let text = if blowers == 1 { "One blower".to_owned() } else { format!("{blowers} blowers") };
        note(ui, &text, &cx.theme);
    }
}

/// The section Springs: constants of the spring method, and its soft ground.
pub fn springs(ui: &mut Ui, cx: &mut SectionContext) {
    numbers(ui, cx, fields::SPRINGS);
    let (mut now, own) = (present(cx.state), own(cx.state));
    let mut is_soft = now.springs.ground.is_some();
    let tooltip = "A force that grows with depth, as in nehe-40";
    if (Checkbox { name: "springs.ground", text: "Soft ground", tooltip }).show(ui, &mut is_soft, &cx.theme) {
        now.springs.ground = is_soft.then_some(own.springs.ground.unwrap_or(fields::DEFAULT_GROUND));
        set(cx, now);
    }
    if now.springs.ground.is_some() {
        numbers(ui, cx, fields::GROUND);
    }
}
