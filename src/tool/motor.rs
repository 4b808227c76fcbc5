//! Motor: a click puts a motor on an axle, or selects the one that is there. A right click removes it.

use std::f32::consts::TAU;

use glam::Vec2;

use super::joint::hub;
use super::{Behaviour, Context, Gesture, IconShape, PointerEvent, ToolInfo, ToolOption, ToolOptions};
use crate::physics::{Control, Motor as OnAxle, MotorDrive, ParticleId, Things};
use crate::sandbox::{Command, Sandbox};

/// The tool.
pub struct Motor;

impl Behaviour for Motor {
    fn info(&self) -> ToolInfo {
        let options = &[
            ToolOption::MotorSpeed,
            ToolOption::MotorTorque,
            ToolOption::MotorBrakes,
            ToolOption::MotorOneWay,
            ToolOption::MotorKey,
            ToolOption::MotorBack,
            ToolOption::MotorUse,
        ];
        let tip = "click a wheel, or where two bars meet; a right click removes it";
        let info = ToolInfo { name: "Motor", key: 'Q', needs_shift: true, tip, options, ..ToolInfo::default() };
        ToolInfo { has_double_tap: true, marks_particle: true, takes_particle: true, ..info }
    }

    fn icon(&self) -> Vec<IconShape> {
        // Most of a turn about an axle, with an arrow.
        let at = |step: u8| Vec2::splat(0.5) + 0.4 * Vec2::from_angle(f32::from(step) * TAU / 24.0);
        let turn = IconShape::Line((0..=18).map(at).collect());
        vec![turn, IconShape::polygon([(0.42, 0.0), (0.42, 0.24), (0.7, 0.1)]), IconShape::disc(0.5, 0.5, 0.17)]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let world = context.sandbox.world();
        let Some(axle) = axle_under(event, context.sandbox) else {
            context.state.say("Motor: click a wheel, or the point where two bars meet");
            return None;
        };
        if motor_on(axle, context.sandbox).is_some() {
            context.state.selection.choose(Things::of_particles([axle]), context.sandbox);
        } else if let Some(arms) = world.motor_arms(axle) {
            let drive = Some(drive(&context.state.options));
            context.commands.push(Command::SetMotor { axle, arms, drive });
            context.state.say("Motor: it is on; a click on it shows its numbers and keys");
        } else {
            context.state.say("Motor: nothing carries it here; pin it with Axle, or join it by Hinge");
        }
        None
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        let &OnAxle { axle, arms, .. } = motor_on(axle_under(event, sandbox)?, sandbox)?;
        Some(Command::SetMotor { axle, arms, drive: None })
    }
}

/// The axle that a click means: the hub of the wheel that is there, or else the nearest point.
fn axle_under(event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
    hub(event.at, sandbox.world()).or_else(|| event.nearest(sandbox))
}

fn motor_on(axle: ParticleId, sandbox: &Sandbox) -> Option<&OnAxle> {
    sandbox.world().motors().iter().find(|motor| motor.axle == axle)
}

/// The motor that the options say.
fn drive(options: &ToolOptions) -> MotorDrive {
    MotorDrive {
        speed: TAU * options.motor_speed,
        torque: options.motor_torque,
        brakes: options.motor_brakes > 0.0,
        one_way: options.motor_one_way > 0.0,
        control: Control {
            forward: options.key(ToolOption::MotorKey),
            back: options.key(ToolOption::MotorBack),
            latches: options.motor_use > 0.0,
        },
    }
}
