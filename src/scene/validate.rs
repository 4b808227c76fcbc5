//! Ranges of the values in scene files. They are checked while a file is read, so that a bad value is reported with its
//! line and column.

use glam::Vec2;
use serde::{Deserialize, Deserializer, de::Error};

use super::file::to_text;
use super::rival::{Rival, Technique};
use crate::physics::{
    Aabb, BALL_RADIUS_RANGE, BlowerDef, MAX_FRICTION, MAX_MASS, MAX_SLIDE_SPEED, MAX_SPIN, MIN_MASS, SHAPE_SIZE_RANGE,
    Settings, Slide, WORLD_EDGE,
};

/// Most rows, columns or particles of one recipe. The sum over a scene is checked before it is built.
const MAX_COUNT: u32 = 2_000_000;

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

/// Reads a length, m.
pub fn length<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (MIN_LENGTH, WORLD_EDGE), "a length in metres")
}

/// Reads a length, m, or none.
pub fn optional_length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let length = Option::<f32>::deserialize(from)?;
    length.map(|length| in_range(length, (MIN_LENGTH, WORLD_EDGE), "a length in metres")).transpose()
}

/// Reads a mass, kg.
pub fn mass<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (MIN_MASS, MAX_MASS), "a mass in kilograms")
}

/// Reads the radius of a ball, m.
pub fn ball_radius<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, BALL_RADIUS_RANGE, "a radius in metres")
}

/// Reads the radius of an obstacle, m.
pub fn obstacle_radius<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, SHAPE_SIZE_RANGE, "a radius in metres")
}

/// Reads the thickness, width or height of an obstacle, m.
pub fn obstacle_thickness<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (2.0 * SHAPE_SIZE_RANGE.0, 2.0 * SHAPE_SIZE_RANGE.1), "a length in metres")
}

/// Reads the angular velocity of an obstacle, rad/s.
pub fn angular_velocity<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (-MAX_SPIN, MAX_SPIN), "radians a second")
}

/// Reads an angle of at most a full turn either way, rad.
pub fn angle<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    use std::f32::consts::TAU;
    in_range(f32::deserialize(from)?, (-TAU, TAU), "an angle in radians")
}

/// Reads the path and speed of a sliding obstacle, or none.
pub fn optional_slide<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Slide>, D::Error> {
    let slide = Option::<Slide>::deserialize(from)?;
    if let Some(Slide { by, speed }) = slide {
        in_range::<D::Error>(by.length(), (MIN_SLIDE, WORLD_EDGE), "a path (x, y) with a length in metres")?;
        in_range::<D::Error>(speed, (0.0, MAX_SLIDE_SPEED), "metres a second")?;
    }
    Ok(slide)
}

/// Reads the friction coefficient of a surface, or none.
pub fn optional_friction<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let value = Option::<f32>::deserialize(from)?;
    value.map(|value| in_range(value, (0.0, MAX_FRICTION), "a coefficient of friction")).transpose()
}

/// Reads a share from 0 to 1, or none.
pub fn optional_share<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let value = Option::<f32>::deserialize(from)?;
    value.map(|value| in_range(value, (0.0, 1.0), "a share")).transpose()
}

/// Reads a direction: a vector that is long enough to have one.
pub fn direction<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let direction = Vec2::deserialize(from)?;
    in_range::<D::Error>(direction.length(), (MIN_LENGTH, WORLD_EDGE), "a direction (x, y) with a length")?;
    Ok(direction)
}

/// Reads the speed of a blower's air, m/s.
pub fn jet_speed<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (0.0, BlowerDef::MAX_SPEED), "metres a second")
}

/// Reads the width of a blower's mouth, m.
pub fn jet_width<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, BlowerDef::WIDTH_RANGE, "a width in metres")
}

/// Reads the length of a blower's jet, m.
pub fn jet_reach<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, BlowerDef::REACH_RANGE, "a reach in metres")
}

/// Reads a share from 0 to 1.
pub fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (0.0, 1.0), "a share")
}

/// Reads the share by which a grid is gathered.
pub fn gather<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    in_range(f32::deserialize(from)?, (0.0, MAX_GATHER), "a share")
}

/// Reads a number of at least one.
pub fn at_least_one<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 1)
}

/// Reads a number of at least two.
pub fn at_least_two<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 2)
}

/// Reads a number of at least three.
pub fn at_least_three<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 3)
}

/// Reads a rectangle that has an inside.
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

/// Reads settings, all inside their ranges. A world would clamp the others; the author of a file is told instead.
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

fn in_range<E: Error>(value: f32, (least, most): (f32, f32), noun: &str) -> Result<f32, E> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(E::custom(format!("{noun} from {least} to {most} expected, found {value}")))
    }
}

fn count<E: Error>(value: u32, least: u32) -> Result<u32, E> {
    if (least..=MAX_COUNT).contains(&value) {
        Ok(value)
    } else {
        Err(E::custom(format!("a number from {least} to {MAX_COUNT} expected, found {value}")))
    }
}
