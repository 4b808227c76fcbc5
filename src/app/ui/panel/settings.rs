//! The sections World, Advanced (the solver) and Springs, and rows that change settings. Their texts are those of the table of settings.

use std::{fmt::Debug, slice};

use egui::{RichText, Ui};

use super::tools::random_anchors;
use super::{PanelState, SectionContext, surroundings};
use crate::app::ui::notes::Note;
use crate::app::widgets::{Checkbox, Choice, ChoiceRow, NumberRow, TEXT_SIZE};
use crate::physics::{Described, Hand, Method, Setting, Settings, SoftGround, Springs, Substeps, Words};
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
    /// Those of the world.
    pub fn world(state: &PanelState) -> Self {
        let world = state.sandbox.world();
        let own = state.sandbox.scene().scene.settings.sanitised();
        Self { now: *world.settings(), own, substeps: world.substeps(), ghost: None }
    }

    /// Asks for other settings.
    pub fn set(&self, cx: &mut SectionContext, settings: Settings) {
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

    /// Shows the rows of those settings that are numbers, and on.
    pub fn numbers(&self, ui: &mut Ui, cx: &mut SectionContext, settings: impl IntoIterator<Item = &'static Setting>) {
        for setting in settings {
            let (Some(ends), Some(now)) = (setting.range_under(&self.now), setting.number(&self.now)) else { continue };
            let own = setting.number(&self.own).unwrap_or_else(|| setting.usual_number());
            let below = setting.switch.map_or(String::new(), |switch| format!(".{}", switch.number));
            let name = format!("{}{}{below}", self.prefix(), setting.name);
            let is_enabled = (setting.acts)(&self.now);
            let row = NumberRow { name: &name, row: &setting.row, ends, now, own, is_enabled };
            self.number(ui, cx, &row, |settings, number| _ = setting.set_number(settings, number));
        }
    }

    /// Shows the row of a number.
    pub fn number(&self, ui: &mut Ui, cx: &mut SectionContext, row: &NumberRow, set: impl FnOnce(&mut Settings, f32)) {
        if let Some(number) = row.show(ui, &cx.theme) {
            let mut settings = self.now;
            set(&mut settings, number);
            self.set(cx, settings);
        }
    }

    /// Shows the choice between automatic substeps and a fixed number, and that number.
    pub fn substeps(&self, ui: &mut Ui, cx: &mut SectionContext) {
        let label = Substeps::Auto.words().label;
        let (text, count) = match self.now.substeps {
            Substeps::Auto => (format!("{label}: {}", self.substeps), self.substeps.clamp(1, Settings::MAX_SUBSTEPS)),
            Substeps::Count(count) => (label.to_owned(), count),
        };
        let [auto, by_hand] = [Substeps::Auto, Substeps::Count(count)].map(|value| {
            let Words { label, tooltip } = value.words();
            Choice::new(value, label, tooltip)
        });
        let pick = Pick { setting: setting("substeps"), place: |settings| &mut settings.substeps };
        pick.show(ui, cx, self, &[Choice { text, ..auto }, by_hand]);
        self.numbers(ui, cx, [pick.setting]);
    }

    /// Shows the choice between a hand of automatic and of a fixed force, and that force.
    pub fn hand(&self, ui: &mut Ui, cx: &mut SectionContext) {
        let pick = Pick { setting: setting("hand"), place: |settings| &mut settings.hand };
        let force = self.now.hand.newtons().unwrap_or_else(|| pick.setting.usual_number());
        let choices = [Hand::Auto, Hand::Newtons(force)].map(|value| {
            let Words { label, tooltip } = value.words();
            Choice::new(value, label, tooltip)
        });
        pick.show(ui, cx, self, &choices);
        self.numbers(ui, cx, [pick.setting]);
    }
}

/// A setting of the table. The tests of the panel show every section.
pub fn setting(name: &str) -> &'static Setting {
    Setting::named(name).expect("a setting of the table")
}

/// A setting with a few values.
struct Pick<T> {
    setting: &'static Setting,
    place: fn(&mut Settings) -> &mut T,
}

impl<T: Described + Debug + PartialEq> Pick<T> {
    /// Shows all values as choices, and sets the chosen one.
    fn show_values(&self, ui: &mut Ui, cx: &mut SectionContext, edited: &Edited) {
        let choice = |&value: &T| {
            let Words { label, tooltip } = value.words();
            Choice { value, name: format!("{value:?}"), text: label.to_owned(), tooltip }
        };
        self.show(ui, cx, edited, &T::VALUES.iter().map(choice).collect::<Vec<_>>());
    }
}

impl<T: Copy + PartialEq> Pick<T> {
    /// Shows the choices, and sets the chosen one.
    fn show(&self, ui: &mut Ui, cx: &mut SectionContext, edited: &Edited, choices: &[Choice<T>]) {
        let &Self { setting, place } = self;
        let (mut now, mut own) = (edited.now, edited.own);
        let name = format!("{}{}", edited.prefix(), setting.name);
        let (value, own) = (*place(&mut now), Some(*place(&mut own)));
        let row = ChoiceRow { name: &name, label: setting.words().label, value, own, choices };
        if let Some(chosen) = row.show(ui, &cx.theme) {
            *place(&mut now) = chosen;
            edited.set(cx, now);
        }
    }
}

/// A setting that is switched on by a checkbox.
struct Optional<T> {
    setting: &'static Setting,
    place: fn(&mut Settings) -> &mut Option<T>,
    /// The value where the scene has none.
    usual: T,
}

impl<T: Copy> Optional<T> {
    /// Shows the checkbox, and below it the numbers that are on. Returns whether the setting is on.
    fn show(self, ui: &mut Ui, cx: &mut SectionContext, numbers: &'static [Setting]) -> bool {
        let edited = Edited::world(cx.state);
        let (mut now, mut own) = (edited.now, edited.own);
        let mut is_on = (self.place)(&mut now).is_some();
        let Words { label, tooltip } = self.setting.words();
        if (Checkbox { name: self.setting.name, text: label, tooltip }).show(ui, &mut is_on, &cx.theme) {
            *(self.place)(&mut now) = is_on.then_some((self.place)(&mut own).unwrap_or(self.usual));
            edited.set(cx, now);
        }
        edited.numbers(ui, cx, numbers);
        is_on
    }
}

/// Shows the checkbox and the number of a setting. Returns whether it is on.
fn optional(ui: &mut Ui, cx: &mut SectionContext, name: &str, place: fn(&mut Settings) -> &mut Option<f32>) -> bool {
    let setting = setting(name);
    Optional { setting, place, usual: setting.usual_number() }.show(ui, cx, slice::from_ref(setting))
}

/// The section Advanced: method, order, strands, substeps, sweeps, give, step.
pub fn solver(ui: &mut Ui, cx: &mut SectionContext) {
    let edited = Edited::world(cx.state);
    let method = Pick { setting: setting("method"), place: |settings| &mut settings.method };
    method.show_values(ui, cx, &edited);
    if edited.now.method == Method::Springs {
        let text = Note::SpringSubsteps(edited.substeps).text();
        ui.label(RichText::new(text).size(TEXT_SIZE).color(cx.theme.dim));
        ui.add_space(4.0);
    } else {
        let order = Pick { setting: setting("order"), place: |settings| &mut settings.order };
        order.show_values(ui, cx, &edited);
        let strands = Pick { setting: setting("strands"), place: |settings| &mut settings.strands };
        let is_enabled = (strands.setting.acts)(&edited.now);
        ui.add_enabled_ui(is_enabled, |ui| strands.show_values(ui, cx, &edited));
        edited.substeps(ui, cx);
    }
    edited.numbers(ui, cx, ["sweeps", "give", "step"].map(setting));
}

/// The section World: ground and walls, drag, surfaces, speeds, tearing, contacts, random pins.
pub fn world(ui: &mut Ui, cx: &mut SectionContext) {
    surroundings::show(ui, cx);
    let names = ["drag", "restitution", "friction", "max_speed", "hand_speed"];
    let edited = Edited::world(cx.state);
    edited.numbers(ui, cx, names.map(setting));
    let acts = setting("hand").acts;
    ui.add_enabled_ui(acts(&edited.now), |ui| edited.hand(ui, cx));
    optional(ui, cx, "tear", |settings| &mut settings.tear);
    let torn = cx.state.sandbox.world().torn_link_count();
    if torn > 0 {
        Note::Torn(torn).show(ui, &cx.theme);
    }
    let world = cx.state.sandbox.world();
    if optional(ui, cx, "rope_contact", |settings| &mut settings.rope_contact) {
        let (asleep, all) = (world.sleeping_count(), world.particles().len());
        Note::Asleep { asleep, all }.show(ui, &cx.theme);
    }
    let count = world.clamped_speed_count();
    if count > 0 {
        Note::SpeedLimit(count).show(ui, &cx.theme);
    }
    random_anchors(ui, cx);
}

/// The section Springs: constants of the spring method, and its soft ground.
pub fn springs(ui: &mut Ui, cx: &mut SectionContext) {
    Edited::world(cx.state).numbers(ui, cx, Springs::TABLE);
    let (setting, usual) = (setting("springs.ground"), SoftGround::DEFAULT);
    Optional { setting, place: |settings| &mut settings.springs.ground, usual }.show(ui, cx, SoftGround::TABLE);
}
