//! The sections Solver, World, Springs and Wind, and rows that change settings.

use egui::{RichText, Ui};

use super::{PanelState, SectionContext};
use crate::app::style::Tooltip as _;
use crate::app::widgets::fields::{self, Field};
use crate::app::widgets::{Checkbox, Chip, Choice, ChoiceRow, NumberRow, TEXT_SIZE, note, reset_button};
use crate::physics::{Method, Settings, StrandSolver, Substeps, SweepOrder};
use crate::sandbox::Command;
use crate::scene::{Rival, Technique};

/// Whether the spring method is in use.
pub fn has_springs(state: &PanelState) -> bool {
    state.sandbox.world().settings().method == Method::Springs
}

/// The settings that rows show and change: those of the world, or of its ghost.
pub struct Edited<'a> {
    /// The present settings.
    pub now: Settings,
    /// The scene's or the rival's own settings.
    pub own: Settings,
    /// Number of substeps in the last step.
    pub substeps: u32,
    /// Name of the ghost's method, if the settings are the ghost's.
    pub ghost: Option<&'a str>,
}

impl Edited<'_> {
    fn world(state: &PanelState) -> Self {
        let world = state.sandbox.world();
        let own = state.sandbox.scene().scene.settings.sanitised();
        Self { now: *world.settings(), own, substeps: world.substeps(), ghost: None }
    }

    fn set(&self, cx: &mut SectionContext, settings: Settings) {
        cx.command(match self.ghost {
            None => Command::SetSettings(Box::new(settings)),
            Some(name) => {
                Command::SetGhost(Some(Box::new(Rival { name: name.to_owned(), settings: Technique::of(&settings) })))
            }
        });
    }

    /// Prefix of the names of controls.
    fn prefix(&self) -> &'static str {
        if self.ghost.is_some() { "ghost." } else { "" }
    }

    /// Shows the rows of numbers.
    pub fn numbers(&self, ui: &mut Ui, cx: &mut SectionContext, fields: &[Field]) {
        for field in fields {
            let row = NumberRow { field, prefix: self.prefix(), settings: &self.now, own: &self.own };
            if let Some(value) = row.show(ui, &cx.theme) {
                let mut settings = self.now;
                field.set(&mut settings, value);
                self.set(cx, settings);
            }
        }
    }

    /// Shows the choice between automatic substeps and a fixed number, and that number.
    pub fn substeps(&self, ui: &mut Ui, cx: &mut SectionContext) {
        let (text, count) = match self.now.substeps {
            Substeps::Auto => (format!("Auto: {}", self.substeps), self.substeps.clamp(1, Settings::MAX_SUBSTEPS)),
            Substeps::Count(count) => ("Auto".to_owned(), count),
        };
        let auto = Choice::new(Substeps::Auto, "Auto", "Chosen from the scene");
        let by_hand = Choice::new(Substeps::Count(count), "By hand", "A fixed number of substeps");
        let choices = [Choice { text, ..auto }, by_hand];
        let name = format!("{}substeps", self.prefix());
        Pick { name: &name, label: "Substeps", place: |settings| &mut settings.substeps }.show(ui, cx, self, &choices);
        if matches!(self.now.substeps, Substeps::Count(_)) {
            self.numbers(ui, cx, &[fields::SUBSTEPS]);
        }
    }
}

/// A setting with a few values.
struct Pick<'a, T> {
    name: &'a str,
    label: &'a str,
    place: fn(&mut Settings) -> &mut T,
}

impl<T: Copy + PartialEq> Pick<'_, T> {
    /// Shows the choices, and sets the chosen one.
    fn show(self, ui: &mut Ui, cx: &mut SectionContext, edited: &Edited, choices: &[Choice<T>]) {
        let Self { name, label, place } = self;
        let (mut now, mut own) = (edited.now, edited.own);
        let row = ChoiceRow { name, label, value: *place(&mut now), own: Some(*place(&mut own)), choices };
        if let Some(chosen) = row.show(ui, &cx.theme) {
            *place(&mut now) = chosen;
            edited.set(cx, now);
        }
    }
}

/// A setting that is switched on by a checkbox, with numbers that are shown while it is on.
struct Optional<'a, T> {
    checkbox: Checkbox<'a>,
    place: fn(&mut Settings) -> &mut Option<T>,
    default: T,
    fields: &'a [Field],
}

impl<T: Copy> Optional<'_, T> {
    /// Shows checkbox and numbers. Returns whether the setting is on.
    fn show(self, ui: &mut Ui, cx: &mut SectionContext) -> bool {
        let edited = Edited::world(cx.state);
        let (mut now, mut own) = (edited.now, edited.own);
        let mut is_on = (self.place)(&mut now).is_some();
        if self.checkbox.show(ui, &mut is_on, &cx.theme) {
            *(self.place)(&mut now) = is_on.then_some((self.place)(&mut own).unwrap_or(self.default));
            edited.set(cx, now);
        }
        if is_on {
            edited.numbers(ui, cx, self.fields);
        }
        is_on
    }
}

/// The section Solver: method, order, strands, substeps, sweeps, give, step.
pub fn solver(ui: &mut Ui, cx: &mut SectionContext) {
    let edited = Edited::world(cx.state);
    let constraints = Choice::new(Method::Jakobsen, "Jakobsen", "Keeps the length of every link. Never explodes");
    let springs = Choice::new(Method::Springs, "Springs", "Spring forces, as in nehe-40: they stretch, may explode");
    let choices = [Choice { text: "Constraints".to_owned(), ..constraints }, springs];
    Pick { name: "method", label: "Method", place: |settings| &mut settings.method }.show(ui, cx, &edited, &choices);
    if edited.now.method == Method::Springs {
        let text = format!("{} substeps per step, from the longest substep (Springs)", edited.substeps);
        ui.label(RichText::new(text).size(TEXT_SIZE).color(cx.theme.dim));
        ui.add_space(4.0);
    } else {
        order(ui, cx, &edited);
        strands(ui, cx, &edited);
        edited.substeps(ui, cx);
    }
    edited.numbers(ui, cx, fields::SWEEPS);
    edited.numbers(ui, cx, &[fields::STEP]);
}

fn order(ui: &mut Ui, cx: &mut SectionContext, edited: &Edited) {
    let choices = [
        Choice::new(SweepOrder::Colour, "Colour", "Links without a common particle at once: fast, symmetric"),
        Choice::new(SweepOrder::Sequence, "Sequence", "First to last, as in tutorials: the two ends differ"),
        Choice::new(SweepOrder::Random, "Random", "A new order in each sweep: symmetric, and slowest"),
    ];
    Pick { name: "order", label: "Order", place: |settings| &mut settings.order }.show(ui, cx, edited, &choices);
}

fn strands(ui: &mut Ui, cx: &mut SectionContext, edited: &Edited) {
    let choices = [
        Choice::new(StrandSolver::Auto, "Auto", "Solves long strands as a whole in scenes of ropes alone"),
        Choice::new(StrandSolver::On, "On", "Solves strands as a whole in every scene; loses energy"),
        Choice::new(StrandSolver::Off, "Off", "Sweeps alone: very long ropes stretch like rubber"),
    ];
    ui.add_enabled_ui(fields::can_solve_strands(&edited.now), |ui| {
        let pick = Pick { name: "strands", label: "Strands", place: |settings| &mut settings.strands };
        pick.show(ui, cx, edited, &choices);
    });
}

/// The section World: drag, ground and walls, speeds, tearing, contacts.
pub fn world(ui: &mut Ui, cx: &mut SectionContext) {
    Edited::world(cx.state).numbers(ui, cx, fields::WORLD);
    tearing(ui, cx);
    contact(ui, cx);
    let count = cx.state.sandbox.world().clamped_speed_count();
    if count > 0 {
        note(ui, &format!("Speed limit applied {count} times"), &cx.theme);
    }
}

/// Rows of tearing: whether links tear, at which stretch, and the number of torn links.
fn tearing(ui: &mut Ui, cx: &mut SectionContext) {
    let tooltip = "Overstretched links break. A grab pulls until one tears";
    let checkbox = Checkbox { name: "tear", text: "Tearing", tooltip };
    let default = fields::DEFAULT_TEAR;
    Optional { checkbox, place: |settings| &mut settings.tear, default, fields: &[fields::TEAR] }.show(ui, cx);
    let torn = cx.state.sandbox.world().torn_link_count();
    if torn > 0 {
        let links = if torn == 1 { "link has" } else { "links have" };
        note(ui, &format!("{torn} {links} torn so far"), &cx.theme);
    }
}

/// Rows of contact: whether ropes touch each other, their radius, and the number of sleeping particles.
fn contact(ui: &mut Ui, cx: &mut SectionContext) {
    let tooltip = "Ropes collide instead of passing through. Costs more";
    let checkbox = Checkbox { name: "rope_contact", text: "Rope against rope", tooltip };
    let default = fields::DEFAULT_RADIUS;
    if (Optional { checkbox, place: |settings| &mut settings.rope_contact, default, fields: &[fields::CONTACT] })
        .show(ui, cx)
    {
        let world = cx.state.sandbox.world();
        note(ui, &format!("{} of {} particles asleep", world.sleeping_count(), world.particles().len()), &cx.theme);
    }
}

/// The section Wind: speed, direction, gusts, blowers.
pub fn wind(ui: &mut Ui, cx: &mut SectionContext) {
    let edited = Edited::world(cx.state);
    edited.numbers(ui, cx, fields::WIND);
    let Edited { mut now, own, .. } = edited;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let text = format!("Gusts no. {}", now.wind.seed);
        let tooltip = "Other gusts of the same wind";
        let other = Chip::new("wind.seed", &text).show(ui, &cx.theme).tooltip(tooltip).clicked();
        let reset = reset_button(ui, "wind.seed", now.wind.seed != own.wind.seed, &cx.theme);
        if other || reset {
            now.wind.seed = if reset { own.wind.seed } else { now.wind.seed.wrapping_add(1) };
            edited.set(cx, now);
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
    Edited::world(cx.state).numbers(ui, cx, fields::SPRINGS);
    let tooltip = "A force that grows with depth, as in nehe-40";
    let checkbox = Checkbox { name: "springs.ground", text: "Soft ground", tooltip };
    let default = fields::DEFAULT_GROUND;
    Optional { checkbox, place: |settings| &mut settings.springs.ground, default, fields: fields::GROUND }.show(ui, cx);
}
