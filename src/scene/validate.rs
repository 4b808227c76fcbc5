//! Ranges of the values in scene files. They are checked while a file is read, so that a bad value is reported with its
//! line and column.

use std::{f32::consts::TAU, fmt::Display};

use glam::Vec2;
use serde::{Deserialize, Deserializer, de::Error};

use super::file::to_text;
use super::rival::{Rival, Technique};
use crate::physics::{
    Aabb, BALL_RADIUS_RANGE, BlowerDef, DRIVE_FORCE_RANGE, MAX_AMPLITUDE, MAX_DRIVEN_LENGTH, MAX_FRICTION, MAX_MASS,
    MAX_MOTOR_SPEED, MAX_SLIDE_SPEED, MAX_SPIN, MAX_STROKE_SPEED, MIN_DRIVEN_LENGTH, MIN_MASS, MIN_PERIOD,
    SHAPE_SIZE_RANGE, SPRING_STIFFNESS_RANGE, Settings, Slide, TORQUE_RANGE, WORLD_EDGE,
};

/// Most rows, columns or particles of one recipe. The sum over a scene is checked before it is built.
const MAX_COUNT: u32 = 2_000_000;

/// Most points through which a rope is laid.
const MAX_POINTS: usize = 100_000;

/// Shortest length, m.
const MIN_LENGTH: f32 = 1e-4;

/// Shortest path of a sliding obstacle, m.
const MIN_SLIDE: f32 = 1e-2;

/// Greatest share by which a grid is gathered: at 1 it would have no width left.
const MAX_GATHER: f32 = 0.9;

/// Reads a point inside the world, m.
pub fn point<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let point = Vec2::deserialize(from)?;
    let is_inside = point.x.abs() <= WORLD_EDGE && point.y.abs() <= WORLD_EDGE;
    if is_inside {
        Ok(point)
    } else {
        Err(D::Error::custom(format!("a point within {WORLD_EDGE} m of the origin expected")))
    }
}

/// Reads points inside the world, m: at most [`MAX_POINTS`].
pub fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec2>, D::Error> {
    let points = Vec::<Vec2>::deserialize(from)?;
    if points.len() > MAX_POINTS {
        return Err(D::Error::custom(format!("at most {MAX_POINTS} points expected, found {}", points.len())));
    }
    match points.iter().find(|point| !(point.x.abs() <= WORLD_EDGE && point.y.abs() <= WORLD_EDGE)) {
        Some(_) => Err(D::Error::custom(format!("points within {WORLD_EDGE} m of the origin expected"))),
        None => Ok(points),
    }
}

/// Reads a height inside the world, m, or none.
pub fn optional_height<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let height = Option::<f32>::deserialize(from)?;
    match height {
        Some(height) if height.is_nan() || height.abs() > WORLD_EDGE => {
            Err(D::Error::custom(format!("a height within {WORLD_EDGE} m of the origin expected, found {height}")))
        }
        height => Ok(height),
    }
}

/// A number, or `Option` of one: a field of a scene file.
pub trait Number<T>: Sized {
    /// The number, if there is one.
    fn number(&self) -> Option<T>;
}

impl<T: Copy> Number<T> for T {
    fn number(&self) -> Option<T> {
        Some(*self)
    }
}

impl<T: Copy> Number<T> for Option<T> {
    fn number(&self) -> Self {
        *self
    }
}

/// Defines functions that read a number, or none, and check its range.
macro_rules! read_in_range {
    ($($(#[$doc:meta])* $name:ident: $number:ty, $range:expr, $noun:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name<'de, D: Deserializer<'de>, N: Number<$number> + Deserialize<'de>>(from: D) -> Result<N, D::Error> {
            let value = N::deserialize(from)?;
            value.number().map_or(Ok(()), |number| check_range(number, $range, $noun))?;
            Ok(value)
        }
    )*};
}

read_in_range! {
    /// Reads a length, m.
    length: f32, (MIN_LENGTH, WORLD_EDGE), "a length in metres";
    /// Reads a mass, kg.
    mass: f32, (MIN_MASS, MAX_MASS), "a mass in kilograms";
    /// Reads the radius of a ball, m.
    ball_radius: f32, BALL_RADIUS_RANGE, "a radius in metres";
    /// Reads the radius of an obstacle, m.
    obstacle_radius: f32, SHAPE_SIZE_RANGE, "a radius in metres";
    /// Reads the thickness, width or height of an obstacle, m.
    obstacle_thickness: f32, (2.0 * SHAPE_SIZE_RANGE.0, 2.0 * SHAPE_SIZE_RANGE.1), "a length in metres";
    /// Reads the angular velocity of an obstacle, rad/s.
    angular_velocity: f32, (-MAX_SPIN, MAX_SPIN), "radians a second";
    /// Reads an angle of at most a full turn either way, rad.
    angle: f32, (-TAU, TAU), "an angle in radians";
    /// Reads the friction coefficient of a surface.
    friction: f32, (0.0, MAX_FRICTION), "a coefficient of friction";
    /// Reads a share from 0 to 1.
    share: f32, (0.0, 1.0), "a share";
    /// Reads the share by which a grid is gathered.
    gather: f32, (0.0, MAX_GATHER), "a share";
    /// Reads the speed of a blower's air, m/s.
    jet_speed: f32, (0.0, BlowerDef::MAX_SPEED), "metres a second";
    /// Reads the width of a blower's mouth, m.
    jet_width: f32, BlowerDef::WIDTH_RANGE, "a width in metres";
    /// Reads the length of a blower's jet, m.
    jet_reach: f32, BlowerDef::REACH_RANGE, "a reach in metres";
    /// Reads a length between which a drive moves, m.
    driven_length: f32, (MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH), "a length in metres";
    /// Reads the speed of a stroke, m/s.
    stroke_speed: f32, (0.0, MAX_STROKE_SPEED), "metres a second";
    /// Reads the force of a drive, N.
    drive_force: f32, DRIVE_FORCE_RANGE, "a force in newtons";
    /// Reads the amplitude of a muscle, as a share of its length.
    amplitude: f32, (0.0, MAX_AMPLITUDE), "a share";
    /// Reads the time of a wave, s.
    period: f32, (MIN_PERIOD, 1e4), "seconds";
    /// Reads the stiffness of a spring, N/m.
    spring_stiffness: f32, SPRING_STIFFNESS_RANGE, "a stiffness in newtons a metre";
    /// Reads the damping of a spring, N s/m.
    damping: f32, (0.0, SPRING_STIFFNESS_RANGE.1), "a damping in newtons for a metre a second";
    /// Reads the turning speed of a motor, rad/s.
    motor_speed: f32, (-MAX_MOTOR_SPEED, MAX_MOTOR_SPEED), "radians a second";
    /// Reads the torque of a motor, N m.
    torque: f32, TORQUE_RANGE, "a torque in newton metres";
    /// Reads a number of at least one.
    at_least_one: u32, (1, MAX_COUNT), "a number";
    /// Reads a number of at least two.
    at_least_two: u32, (2, MAX_COUNT), "a number";
    /// Reads a number of at least three.
    at_least_three: u32, (3, MAX_COUNT), "a number";
}

/// Reads the path and speed of a sliding obstacle, or none.
pub fn optional_slide<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Slide>, D::Error> {
    let slide = Option::<Slide>::deserialize(from)?;
    if let Some(Slide { by, speed }) = slide {
        check_range::<_, D::Error>(by.length(), (MIN_SLIDE, WORLD_EDGE), "a path (x, y) with a length in metres")?;
        check_range::<_, D::Error>(speed, (0.0, MAX_SLIDE_SPEED), "metres a second")?;
    }
    Ok(slide)
}

/// Reads a direction: a vector that is long enough to have one.
pub fn direction<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let direction = Vec2::deserialize(from)?;
    check_range::<_, D::Error>(direction.length(), (MIN_LENGTH, WORLD_EDGE), "a direction (x, y) with a length")?;
    Ok(direction)
}

/// Reads a rectangle whose `min` lies below and to the left of its `max`.
pub fn room<'de, D: Deserializer<'de>>(from: D) -> Result<Aabb, D::Error> {
    let room = Aabb::deserialize(from)?;
    if room.is_valid() {
        Ok(room)
    } else {
        Err(D::Error::custom(format!(
            "a rectangle (min: (x, y), max: (x, y)) within {WORLD_EDGE} m expected, min below max"
        )))
    }
}

/// Reads settings, all inside their ranges. A world would clamp other values; in a file they are an error.
pub fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
    let given = Settings::deserialize(from)?;
    check_unclamped(&given, &given.sanitised())?;
    Ok(given)
}

/// Reads a rival with settings inside their ranges and without a ground of its own, or none.
pub fn optional_rival<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rival>, D::Error> {
    let given = Option::<Rival>::deserialize(from)?;
    if let Some(Rival { settings, .. }) = &given {
        check_unclamped(settings, &Technique::of(&settings.onto(&Settings::default())))?;
    }
    Ok(given)
}

/// Checks that clamping has changed nothing; the error names the first value that it has changed.
fn check_unclamped<T: serde::Serialize, E: Error>(given: &T, clamped: &T) -> Result<(), E> {
    let (given, clamped) = (to_text(given, 9), to_text(clamped, 9));
    match given.lines().zip(clamped.lines()).find(|(given, clamped)| given != clamped) {
        None => Ok(()),
        Some((given, clamped)) => Err(E::custom(format!(
            "`{}` is out of range; the nearest possible value is `{}`",
            given.trim().trim_end_matches(','),
            clamped.trim().trim_end_matches(',')
        ))),
    }
}

/// Checks that a value is inside a range; the error names it by `noun`.
pub(super) fn check_range<T: PartialOrd + Display, E: Error>(
    value: T,
    (min, max): (T, T),
    noun: &str,
) -> Result<(), E> {
    if min <= value && value <= max {
        Ok(())
    } else {
        Err(E::custom(format!("{noun} from {min} to {max} expected, found {value}")))
    }
}
