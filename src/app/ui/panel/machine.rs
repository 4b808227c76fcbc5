//! Numbers and keys of the selected machines.

use egui::{Id, RichText, Ui};

use super::SectionContext;
use super::key_row::KeyRow;
use super::several::{SharedRow, common, set_each};
use crate::app::style::Tooltip as _;
use crate::app::widgets::{Checkbox, Chip, TEXT_SIZE, wrapped};
use crate::physics::{
    Control, DrivenLink, LinkDrive, LinkKind, Motor, MotorDrive, ParticleId, Property, Stroke, World,
};
use crate::sandbox::{Command, Facts};
use crate::tool::Tool;

/// Most machines of a kind that have a button each.
const MAX_BUTTONS: usize = 24;

/// A number of a drive; none where its stroke lacks it.
struct DriveNumber {
    property: Property,
    get: fn(&LinkDrive) -> Option<f32>,
    set: fn(&mut LinkDrive, f32),
}

/// A number of a stroke of one form.
macro_rules! of_stroke {
    ($property:ident, $Form:ident.$field:ident) => {
        DriveNumber {
            property: LinkDrive::$property,
            get: |drive| if let Stroke::$Form { $field, .. } = drive.stroke { Some($field) } else { None },
            set: |drive, number| {
                if let Stroke::$Form { $field, .. } = &mut drive.stroke {
                    *$field = number;
                }
            },
        }
    };
}

/// The numbers of drives, in the order of the form.
static NUMBERS: [DriveNumber; 9] = [
    of_stroke!(MIN, Linear.min),
    of_stroke!(MAX, Linear.max),
    of_stroke!(SPEED, Linear.speed),
    of_stroke!(AMPLITUDE, Wave.amplitude),
    of_stroke!(PERIOD, Wave.period),
    of_stroke!(PHASE, Wave.phase),
    DriveNumber {
        property: LinkDrive::STIFFNESS,
        get: |drive| drive.stiffness,
        set: |drive, number| drive.stiffness = Some(number),
    },
    DriveNumber {
        property: LinkDrive::DAMPING,
        get: |drive| (drive.stroke == Stroke::Still).then_some(drive.damping),
        set: |drive, number| drive.damping = number,
    },
    DriveNumber {
        property: LinkDrive::FORCE,
        get: |drive| Some(drive.force),
        set: |drive, number| drive.force = number,
    },
];

/// Words of the keys of a kind of machine: forward and back.
const fn key_words(tool: Tool) -> [&'static str; 2] {
    match tool {
        Tool::Winch => ["Key: let out", "Key: wind in"],
        Tool::Piston => ["Key: push", "Key: pull"],
        _ => ["Key: forward", "Key: back"],
    }
}

/// Shows the machines among the selected things.
pub fn show(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts) {
    let world = cx.state.sandbox.world();
    let links: Vec<DrivenLink> = links(facts, world).copied().collect();
    let motors: Vec<Motor> = motors(facts, world).copied().collect();
    let kinds: Vec<Tool> = links.iter().map(|link| kind(link, world)).collect();
    for tool in [Tool::Winch, Tool::Piston, Tool::Muscle, Tool::Spring] {
        let of_kind: Vec<_> =
            links.iter().zip(&kinds).filter(|(_, kind)| **kind == tool).map(|(link, _)| *link).collect();
        if !of_kind.is_empty() {
            let shown = choose(ui, cx, tool, &of_kind);
            link_rows(ui, cx, tool, shown);
        }
    }
    if !motors.is_empty() {
        let shown = choose(ui, cx, Tool::Motor, &motors);
        motor_rows(ui, cx, shown);
    }
}

/// Whether a machine that a tool makes is among the selected things.
pub fn is_among(tool: Tool, facts: &Facts, world: &World) -> bool {
    match tool {
        Tool::Motor => motors(facts, world).next().is_some(),
        Tool::Winch | Tool::Piston | Tool::Muscle | Tool::Spring => {
            links(facts, world).any(|link| kind(link, world) == tool)
        }
        _ => false,
    }
}

/// The driven links among the selected things.
fn links<'a>(facts: &'a Facts, world: &'a World) -> impl Iterator<Item = &'a DrivenLink> {
    world.driven_links().iter().filter(|link| link.ends.iter().all(|&end| has(facts, end)))
}

/// The motors among the selected things.
fn motors<'a>(facts: &'a Facts, world: &'a World) -> impl Iterator<Item = &'a Motor> {
    world.motors().iter().filter(|motor| has(facts, motor.axle))
}

fn has(facts: &Facts, particle: ParticleId) -> bool {
    // They are in rising order.
    facts.particles.binary_search(&particle).is_ok()
}

/// The tool that draws such a link.
fn kind(driven: &DrivenLink, world: &World) -> Tool {
    let [a, b] = driven.ends;
    match driven.drive.stroke {
        Stroke::Still => Tool::Spring,
        Stroke::Wave { .. } => Tool::Muscle,
        Stroke::Linear { .. } => {
            let link = world.links().find(|link| [[link.a, link.b], [link.b, link.a]].contains(&[a, b]));
            if link.is_some_and(|link| link.kind == LinkKind::Rope) { Tool::Winch } else { Tool::Piston }
        }
    }
}

/// Name of a control of a kind of machine.
fn name(tool: Tool, of: &str) -> String {
    format!("{}.{of}", tool.info().name.to_lowercase())
}

/// Shows the title of machines of a kind, and of several a button for each. Returns those whose numbers should be shown.
fn choose<'a, T>(ui: &mut Ui, cx: &SectionContext, tool: Tool, all: &'a [T]) -> &'a [T] {
    let title = tool.info().name;
    ui.add_space(2.0);
    if all.len() == 1 {
        ui.label(RichText::new(title).size(TEXT_SIZE).color(cx.theme.bright));
        return all;
    }
    ui.label(RichText::new(format!("{title}: {}", all.len())).size(TEXT_SIZE).color(cx.theme.bright));
    if all.len() > MAX_BUTTONS {
        return all;
    }
    let id = Id::unique(("chosen machine", title));
    // 0: all.
    let mut chosen: usize = ui.data(|data| data.get_temp(id)).unwrap_or(0);
    chosen = if chosen > all.len() { 0 } else { chosen };
    wrapped(ui, |ui| {
        for number in 0..=all.len() {
            let text = if number == 0 { "All".to_owned() } else { number.to_string() };
            let is_chosen = number == chosen;
            let chip = Chip { name: &name(tool, &text), text: &text, is_chosen }.show(ui, &cx.theme);
            if chip.tooltip("The numbers below are those of all, or of one of them").clicked() {
                ui.data_mut(|data| data.insert_temp(id, number));
            }
        }
    });
    ui.add_space(2.0);
    chosen.checked_sub(1).map_or(all, |index| &all[index..=index])
}

/// The rows of driven links of one kind.
fn link_rows(ui: &mut Ui, cx: &mut SectionContext, tool: Tool, links: &[DrivenLink]) {
    let theme = cx.theme;
    let mut changed: Vec<LinkDrive> = links.iter().map(|link| link.drive).collect();
    for DriveNumber { property, get, set } in &NUMBERS {
        let row = SharedRow { name: &name(tool, property.name), property };
        if let Some(number) = row.show(ui, links.iter().filter_map(|link| get(&link.drive)), &theme) {
            changed.iter_mut().for_each(|drive| set(drive, number));
        }
    }
    if tool == Tool::Muscle && links.len() > 1 {
        let chip = Chip::new("muscle.row", "Phases in a row").show(ui, &theme);
        if chip.tooltip("From left to right each is a little ahead: a wave runs along").clicked() {
            set_phases(&mut changed, links, cx.state.sandbox.world());
        }
    }
    if tool != Tool::Spring {
        let controls: Vec<Control> = links.iter().map(|link| link.drive.control).collect();
        let change = key_rows(ui, cx, tool, &controls);
        changed.iter_mut().for_each(|drive| drive.control = change.of(drive.control));
    }
    let chip = Chip::new(&name(tool, "remove"), "Remove its drive").show(ui, &theme);
    let is_removed = chip.tooltip("It stays as a plain rope or bar").clicked();
    let commands = links.iter().zip(changed).filter(|(link, drive)| is_removed || link.drive != *drive);
    let commands = commands.map(|(&DrivenLink { ends: [a, b], .. }, drive)| Command::SetLinkDrive {
        a,
        b,
        drive: (!is_removed).then_some(drive),
    });
    set_each(cx, commands);
}

/// Sets the phases of muscles from left to right: together they are one wave.
fn set_phases(drives: &mut [LinkDrive], links: &[DrivenLink], world: &World) {
    let x = |link: &DrivenLink| link.ends.iter().map(|end| world.particles().position[end.index()].x).sum::<f32>();
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by(|&a, &b| x(&links[a]).total_cmp(&x(&links[b])));
    for (place, index) in order.into_iter().enumerate() {
        if let Stroke::Wave { phase, .. } = &mut drives[index].stroke {
            *phase = place as f32 / links.len() as f32;
        }
    }
}

/// The rows of motors.
fn motor_rows(ui: &mut Ui, cx: &mut SectionContext, motors: &[Motor]) {
    let theme = cx.theme;
    let mut changed: Vec<MotorDrive> = motors.iter().map(|motor| motor.drive).collect();
    let row = |ui: &mut Ui, property: &Property, get: fn(&MotorDrive) -> f32| {
        let numbers = motors.iter().map(|motor| get(&motor.drive));
        SharedRow { name: &name(Tool::Motor, property.name), property }.show(ui, numbers, &theme)
    };
    if let Some(speed) = row(ui, &MotorDrive::SPEED, |drive| drive.speed) {
        changed.iter_mut().for_each(|drive| drive.speed = speed);
    }
    if let Some(torque) = row(ui, &MotorDrive::TORQUE, |drive| drive.torque) {
        changed.iter_mut().for_each(|drive| drive.torque = torque);
    }
    let mut brakes = motors.iter().all(|motor| motor.drive.brakes);
    let tooltip = "It holds while no key turns it";
    if (Checkbox { name: "motor.brakes", text: "Brakes", tooltip }).show(ui, &mut brakes, &theme) {
        changed.iter_mut().for_each(|drive| drive.brakes = brakes);
    }
    let mut one_way = motors.iter().all(|motor| motor.drive.one_way);
    let tooltip = "It never turns against its speed";
    if (Checkbox { name: "motor.one_way", text: "One way", tooltip }).show(ui, &mut one_way, &theme) {
        changed.iter_mut().for_each(|drive| drive.one_way = one_way);
    }
    let controls: Vec<Control> = motors.iter().map(|motor| motor.drive.control).collect();
    let change = key_rows(ui, cx, Tool::Motor, &controls);
    changed.iter_mut().for_each(|drive| drive.control = change.of(drive.control));
    let chip = Chip::new("motor.remove", "Remove the motor").show(ui, &theme);
    let is_removed = chip.tooltip("Its axle then turns freely").clicked();
    let commands = motors.iter().zip(changed).filter(|(motor, drive)| is_removed || motor.drive != *drive);
    let commands = commands.map(|(&Motor { axle, arms, .. }, drive)| Command::SetMotor {
        axle,
        arms,
        drive: (!is_removed).then_some(drive),
    });
    set_each(cx, commands);
}

/// The parts of a control that the user has changed.
#[derive(Default)]
struct ControlChange {
    forward: Option<Option<char>>,
    back: Option<Option<char>>,
    latches: Option<bool>,
}

impl ControlChange {
    /// A control with these changes.
    fn of(&self, Control { forward, back, latches }: Control) -> Control {
        Control {
            forward: self.forward.unwrap_or(forward),
            back: self.back.unwrap_or(back),
            latches: self.latches.unwrap_or(latches),
        }
    }
}

/// The rows of the keys of machines of one kind.
fn key_rows(ui: &mut Ui, cx: &SectionContext, tool: Tool, controls: &[Control]) -> ControlChange {
    let [forward, back] = key_words(tool);
    let row = |ui: &mut Ui, of: &str, label, get: fn(&Control) -> Option<char>| {
        let (now, is_mixed) = common(controls.iter().map(get))?;
        let tooltip = "One character: this key works it while time runs";
        KeyRow { name: &name(tool, of), label, tooltip, now, is_mixed }.show(ui, &cx.theme)
    };
    let mut change = ControlChange {
        forward: row(ui, "forward", forward, |control| control.forward),
        back: row(ui, "back", back, |control| control.back),
        latches: None,
    };
    if controls.iter().any(|control| control.forward.is_some()) {
        let mut latches = controls.iter().all(|control| control.latches);
        let tooltip = "It runs until the key is used again, not while it is held";
        let checkbox = Checkbox { name: &name(tool, "latches"), text: "The forward key turns it on or off", tooltip };
        change.latches = checkbox.show(ui, &mut latches, &cx.theme).then_some(latches);
    }
    change
}
