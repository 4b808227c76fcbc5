//! The text form of a [`Snapshot`], exact to the bit.
//!
//! Each value is checked while it is read, so an error has its line and column, and restoring what was read cannot
//! fail.
//!
//! | File | Holds |
//! |---|---|
//! | `bodies` | the bodies of a world as written in a file: a record for each particle, link, and cloth face |
//! | `conversion` | conversion between a snapshot and its text form |
//! | `read` | reading of records that are checked one by one, so that an error has its line and column in the file |

mod bodies;
mod conversion;
mod read;

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::aerodynamics::Air;
use crate::geometry::Colliders;
use crate::machine::Machines;
use crate::math::WORLD_EDGE;
use crate::particles::{MAX_MATERIALS, Material};
use crate::settings::Settings;
use crate::state::Snapshot;
use crate::state::text::bodies::Bodies;
use crate::state::text::read::ensure;
use crate::world::tags::Tags;
use crate::world::{SolverChoice, World};

/// Maximum count of events, far below integer overflow.
const MAX_COUNT: u64 = 1 << 53;

/// A state as written in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    /// Steps since the world was made.
    #[serde(deserialize_with = "count")]
    steps: u64,
    #[serde(deserialize_with = "settings")]
    settings: Settings,
    #[serde(deserialize_with = "colliders")]
    colliders: Colliders,
    /// Length of the last substep, s.
    #[serde(deserialize_with = "substep")]
    substep: f32,
    /// Solver and number of substeps.
    #[serde(serialize_with = "write_solver", deserialize_with = "solver")]
    solver: SolverChoice,
    /// Velocity of the pins, m/s.
    #[serde(deserialize_with = "velocity")]
    pin_velocity: Vec2,
    /// State of the random number generator.
    random: u64,
    /// Gusts and blowers.
    #[serde(default, skip_serializing_if = "Air::is_untouched", deserialize_with = "air")]
    air: Air,
    /// Materials that links name, by number from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "materials")]
    materials: Vec<Material>,
    /// Driven links, motors and held keys.
    #[serde(default, skip_serializing_if = "Machines::is_untouched", deserialize_with = "machines")]
    machines: Machines,
    /// Numbers that users of the engine keep with things.
    #[serde(default, skip_serializing_if = "Tags::is_empty", deserialize_with = "tags")]
    tags: Tags,
    /// Number of links cut.
    #[serde(deserialize_with = "count")]
    cut: u64,
    /// Number of links torn.
    #[serde(default, skip_serializing_if = "is_none", deserialize_with = "count")]
    torn: u64,
    /// Number of times that a velocity was clamped.
    #[serde(deserialize_with = "count")]
    held_back: u64,
    bodies: Bodies,
}

/// [`SolverChoice`] as written in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Solver {
    #[serde(deserialize_with = "substeps")]
    substeps: u32,
    /// 0 for none.
    #[serde(deserialize_with = "substeps_or_none")]
    exact: u32,
    direct: Vec<[u32; 2]>,
    stale: bool,
}

fn solver<'de, D: Deserializer<'de>>(from: D) -> Result<SolverChoice, D::Error> {
    let Solver { substeps, exact, direct, stale } = Solver::deserialize(from)?;
    Ok(SolverChoice { substeps, exact_substeps: (exact > 0).then_some(exact), direct, is_stale: stale })
}

fn write_solver<S: Serializer>(choice: &SolverChoice, to: S) -> Result<S::Ok, S::Error> {
    let SolverChoice { substeps, exact_substeps, direct, is_stale } = choice.clone();
    Solver { substeps, exact: exact_substeps.unwrap_or(0), direct, stale: is_stale }.serialize(to)
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Text::of(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(from)?;
        let (known, highest) = (text.materials.len(), text.bodies.made_of.iter().map(|link| link.1).max().unwrap_or(0));
        let expected = || format!("one of the {known} `materials` (from 1) expected in `made_of`, found {highest}");
        ensure(usize::from(highest) <= known, expected).map_err(D::Error::custom)?;
        let (known, highest) = (text.bodies.particles.len(), text.machines.highest_particle());
        let expected = || format!("particles below {known} expected in `machines`");
        ensure(highest.is_none_or(|highest| highest.index() < known), expected).map_err(D::Error::custom)?;
        Ok(text.snapshot())
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        Text::of(self) == Text::of(other)
    }
}

impl Snapshot {
    /// A world in this state, on one thread.
    #[must_use]
    pub fn world(&self) -> World {
        let mut world = World::default();
        world.restore(self);
        world
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.step_state.state.settings
    }

    /// Ground, walls and obstacles.
    #[must_use]
    pub fn colliders(&self) -> &Colliders {
        &self.step_state.state.colliders
    }

    /// The number of substeps that was chosen for the scene.
    #[must_use]
    pub fn chosen_substeps(&self) -> u32 {
        self.step_state.state.solver.substeps
    }

    /// Numbers of particles and links.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        (self.step_state.position.len() as u64, self.topology.links.len() as u64)
    }
}

/// Reads a value and checks it.
fn checked<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
    check: impl FnOnce(&T) -> Result<(), String>,
) -> Result<T, D::Error> {
    let value = T::deserialize(from)?;
    check(&value).map_err(D::Error::custom)?;
    Ok(value)
}

fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
    let expected = || "settings inside their ranges expected".to_owned();
    checked(from, |given: &Settings| ensure(given.sanitised() == *given, expected))
}

fn colliders<'de, D: Deserializer<'de>>(from: D) -> Result<Colliders, D::Error> {
    let expected = || format!("ground, walls and shapes inside their ranges expected, within {WORLD_EDGE} m");
    checked(from, |colliders: &Colliders| ensure(colliders.is_valid(), expected))
}

fn air<'de, D: Deserializer<'de>>(from: D) -> Result<Air, D::Error> {
    let expected = || "gusts and blowers inside their ranges expected".to_owned();
    checked(from, |air: &Air| ensure(air.is_valid(), expected))
}

fn materials<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Material>, D::Error> {
    let expected = || format!("at most {MAX_MATERIALS} materials expected, with all numbers inside their ranges");
    checked(from, |materials: &Vec<Material>| {
        let is_valid = materials.len() <= MAX_MATERIALS && materials.iter().all(|given| given.sanitised() == *given);
        ensure(is_valid, expected)
    })
}

fn tags<'de, D: Deserializer<'de>>(from: D) -> Result<Tags, D::Error> {
    let expected = || "tags other than 0 in rising order of their things expected".to_owned();
    checked(from, |tags: &Tags| ensure(tags.is_valid(), expected))
}

fn machines<'de, D: Deserializer<'de>>(from: D) -> Result<Machines, D::Error> {
    let expected = || "machines inside their ranges expected, in rising order of their particles".to_owned();
    checked(from, |machines: &Machines| ensure(machines.is_valid(), expected))
}

fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let expected = |count| format!("a count up to {MAX_COUNT} expected, found {count}");
    checked(from, |&count| ensure(count <= MAX_COUNT, || expected(count)))
}

/// Whether to leave a count out, as files without tearing do.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// 0 before the first step.
fn substep<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    // Far below the shortest step in the most substeps. Shorter substeps would turn displacements into infinite speeds.
    let is_possible = |substep: f32| substep == 0.0 || (1e-8..=0.1).contains(&substep);
    let expected = |substep| format!("a substep of 0.00000001 to 0.1 s expected, or 0, found {substep}");
    checked(from, |&substep| ensure(is_possible(substep), || expected(substep)))
}

fn substeps<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    checked(from, |&count| check_substeps(count))
}

fn substeps_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    checked(from, |&count| if count == 0 { Ok(()) } else { check_substeps(count) })
}

fn check_substeps(count: u32) -> Result<(), String> {
    let max = Settings::MAX_SUBSTEPS;
    ensure((1..=max).contains(&count), || format!("1 to {max} substeps expected, found {count}"))
}

fn velocity<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    checked(from, |&velocity| bodies::check_velocity(velocity))
}
