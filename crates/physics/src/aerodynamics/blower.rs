//! Blowers: jets of air that widen and slow down with the distance from the nozzle.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::{Pose, Similarity};
use crate::math::{clamp_or, inside_world, unit};
use crate::property::{Property, Row, properties};

/// Maximum number of blowers in a world.
pub const MAX_BLOWERS: usize = 32;

/// Growth of a jet's half-width per metre. The half-width of a free plane jet, measured at half the centre speed, grows
/// by 0.1 (Pope 2000, "Turbulent Flows", 5.1); this profile ends at zero speed, 2.5 times as far out.
const SPREAD: f32 = 0.25;

/// Names a blower for the lifetime of its scene. Ids are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlowerId(pub u32);

/// The pose and strength of a blower.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlowerDef {
    /// Centre of the nozzle, m.
    pub at: Vec2,
    /// Direction of the jet: a unit vector.
    pub turn: Vec2,
    /// Speed of the air at the nozzle, m/s, 0 to 100.
    pub speed: f32,
    /// Width of the nozzle, m, 0.05 to 20.
    pub width: f32,
    /// Length of the jet, m, 0.1 to 200.
    pub reach: f32,
}

impl BlowerDef {
    /// Maximum speed of the air, m/s.
    pub const MAX_SPEED: f32 = 100.0;
    /// Range of the width of a nozzle, m.
    pub const WIDTH_RANGE: (f32, f32) = (0.05, 20.0);
    /// Range of the length of a jet, m.
    pub const REACH_RANGE: (f32, f32) = (0.1, 200.0);

    /// The direction of the jet.
    pub const DIRECTION: Property = Property::direction("towards", "Direction");

    /// The same blower with every value inside its range.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let Self { at, turn, speed, width, reach } = self;
        Self {
            at: inside_world(at),
            turn: unit(turn),
            speed: clamp_or(speed, 0.0, Self::MAX_SPEED, 0.0),
            width: clamp_or(width, Self::WIDTH_RANGE.0, Self::WIDTH_RANGE.1, 0.5),
            reach: clamp_or(reach, Self::REACH_RANGE.0, Self::REACH_RANGE.1, 4.0),
        }
    }

    /// Sets the speed (m/s) and length (m) of the jet. A value that is not a number changes nothing. The direction
    /// keeps its bits.
    pub(crate) fn set_jet(&mut self, speed: f32, reach: f32) {
        self.speed = clamp_or(speed, 0.0, Self::MAX_SPEED, self.speed);
        self.reach = clamp_or(reach, Self::REACH_RANGE.0, Self::REACH_RANGE.1, self.reach);
    }

    /// The blower after a transformation.
    #[must_use]
    pub fn transformed(self, by: &Similarity) -> Self {
        let Self { at, turn, speed, width, reach } = self;
        let (at, turn) = (by.point(at), by.direction(turn));
        Self { at, turn, speed, width: width * by.scale, reach: reach * by.scale }.sanitised()
    }

    /// The pose of the nozzle; its x axis is the jet's.
    #[must_use]
    pub fn pose(&self) -> Pose {
        Pose { at: self.at, turn: self.turn }
    }

    /// Half the width of the jet (m) at a distance (m) ahead of the nozzle.
    #[must_use]
    pub fn half_width(&self, ahead: f32) -> f32 {
        0.5 * self.width + SPREAD * ahead
    }

    /// The velocity that the blower adds to the air at a point (m), m/s.
    #[must_use]
    pub fn velocity(&self, at: Vec2) -> Vec2 {
        let Self { turn, speed, width, reach, .. } = *self;
        let Vec2 { x: ahead, y: beside } = self.pose().to_local(at);
        // The blower draws air in from as far behind the nozzle as the nozzle is wide.
        if ahead <= -width || ahead >= reach {
            return Vec2::ZERO;
        }
        let half = self.half_width(if ahead > 0.0 { ahead } else { 0.0 });
        let across = beside / half;
        let off = 1.0 - across * across;
        if off <= 0.0 {
            return Vec2::ZERO;
        }
        let along = if ahead > 0.0 {
            let share = ahead / reach;
            let left = 1.0 - share * share;
            // Momentum conservation in a plane jet: speed² x width is the same at each cross-section.
            (0.5 * width / half).sqrt() * left * left
        } else {
            let share = 1.0 + ahead / width;
            share * share
        };
        turn * (speed * along * off * off)
    }

    /// Adds the blower's velocity at each position (m) to the air there (m/s).
    pub(crate) fn add_velocities(&self, position: &[Vec2], air: &mut [Vec2]) {
        for (at, air) in position.iter().zip(air) {
            *air += self.velocity(*at);
        }
    }
}

properties! { BlowerDef {
    /// Speed of the air at the mouth.
    SPEED = Property::new(
        "speed",
        "m/s",
        (0.0, Self::MAX_SPEED),
        Row::new("Speed", "Speed of the air at its mouth").decades(0.1),
    );
    /// Width of its mouth.
    WIDTH = Property::new(
        "width",
        "m",
        Self::WIDTH_RANGE,
        Row::new("Width", "Width of its mouth").decades(0.05),
    );
    /// Length of the jet.
    REACH = Property::new(
        "reach",
        "m",
        Self::REACH_RANGE,
        Row::new("Reach", "Length of its jet").decades(0.1),
    );
} }

/// A blower in a world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blower {
    /// Its name.
    pub id: BlowerId,
    /// Its present pose and strength.
    pub def: BlowerDef,
}

/// The blowers of a world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Blowers {
    /// In the order of their ids.
    pub list: Vec<Blower>,
    /// Id of the next blower.
    pub next: u32,
}

impl Blowers {
    pub fn get_mut(&mut self, id: BlowerId) -> Option<&mut Blower> {
        self.list.iter_mut().find(|blower| blower.id == id)
    }

    /// Adds a blower. Returns `None` at [`MAX_BLOWERS`].
    pub fn add(&mut self, def: BlowerDef) -> Option<BlowerId> {
        if self.list.len() >= MAX_BLOWERS || self.next == u32::MAX {
            return None;
        }
        let id = BlowerId(self.next);
        self.next += 1;
        self.list.push(Blower { id, def: def.sanitised() });
        Some(id)
    }

    pub fn remove(&mut self, id: BlowerId) {
        self.list.retain(|blower| blower.id != id);
    }

    /// Whether every value is inside its range and the ids rise. A direction counts as a unit vector within rounding,
    /// as in shapes.
    pub fn is_valid(&self) -> bool {
        let is_valid = |&Blower { id, def }: &Blower| {
            let sane = BlowerDef { turn: def.turn, ..def.sanitised() };
            sane == def && (def.turn.length_squared() - 1.0).abs() < 1e-4 && id.0 < self.next
        };
        self.list.len() <= MAX_BLOWERS
            && self.list.iter().all(is_valid)
            && self.list.is_sorted_by(|one, other| one.id < other.id)
    }
}
