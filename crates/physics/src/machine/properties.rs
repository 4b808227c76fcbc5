//! The numbers of drives in words: their units, ranges and rows in a form.

use std::f64::consts::TAU;

use super::{
    DRIVE_FORCE_RANGE, LinkDrive, MAX_AMPLITUDE, MAX_DRIVEN_LENGTH, MAX_MOTOR_SPEED, MAX_STROKE_SPEED,
    MIN_DRIVEN_LENGTH, MIN_PERIOD, MotorDrive, SPRING_STIFFNESS_RANGE, TORQUE_RANGE,
};
use crate::property::{Property, Row, properties};

/// A length of a driven link, m.
const fn length(name: &'static str, label: &'static str, tooltip: &'static str) -> Property {
    let row = Row::new(label, tooltip).decades(MIN_DRIVEN_LENGTH);
    Property::new(name, "m", (MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH), row)
}

properties! {
    LinkDrive {
        /// Shortest length.
        MIN = length("min", "Shortest", "Length at which it stops to shorten");
        /// Longest length.
        MAX = length("max", "Longest", "Length at which it stops to lengthen");
        /// Speed.
        SPEED = Property::new(
            "speed",
            "m/s",
            (0.0, MAX_STROKE_SPEED),
            Row::new("Speed", "How fast its length changes, unless its load is too heavy").decades(0.01),
        );
        /// Greatest change of the length, as a share of it.
        AMPLITUDE = Property::new(
            "amplitude",
            "",
            (0.0, MAX_AMPLITUDE),
            Row::new("Amplitude", "How far it grows and shrinks, as a share of its length").shown(100.0, "%"),
        );
        /// Time of a wave.
        PERIOD = Property::new(
            "period",
            "s",
            (MIN_PERIOD, 60.0),
            Row::new("Period", "Time in which it grows and shrinks once").decades(MIN_PERIOD),
        );
        /// Part of a wave at the beginning.
        PHASE = Property::new(
            "phase",
            "",
            (0.0, 1.0),
            Row::new("Phase", "Part of the period by which it is ahead").shown(100.0, "%"),
        );
        /// Stiffness of a spring.
        STIFFNESS = Property::new(
            "stiffness",
            "N/m",
            SPRING_STIFFNESS_RANGE,
            Row::new("Stiffness", "Force for each metre that it is stretched or pressed").decades(SPRING_STIFFNESS_RANGE.0),
        );
        /// Damping.
        DAMPING = Property::new(
            "damping",
            "N s/m",
            (0.0, 1e4),
            Row::new("Damping", "Force against each metre a second. 0: it swings on").decades(0.01),
        );
        /// Greatest force.
        FORCE = Property::new(
            "force",
            "N",
            DRIVE_FORCE_RANGE,
            Row::new("Greatest force", "Beyond this force it stalls or gives way").decades(DRIVE_FORCE_RANGE.0),
        );
    }
    MotorDrive {
        /// Turning speed.
        SPEED = Property::new(
            "speed",
            "rad/s",
            (-MAX_MOTOR_SPEED, MAX_MOTOR_SPEED),
            Row::new("Speed", "Turns a second; above 0 counter-clockwise").shown(1.0 / TAU, "turns/s").decades(0.06),
        );
        /// Greatest torque.
        TORQUE = Property::new(
            "torque",
            "N m",
            TORQUE_RANGE,
            Row::new("Greatest torque", "Against a greater torque it stalls").decades(TORQUE_RANGE.0),
        );
    }
}
