//! The text form of a [`Snapshot`], exact to the bit.
//!
//! Each value is checked while it is read, so an error has its line and column, and restoring what was read cannot fail.

mod bodies;
mod read;

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{
    aerodynamics::wind::Air,
    collision::particle_contact::{Ball, SleepState},
    containers::slot_list::SlotList,
    geometry::colliders::Colliders,
    kinematic::grab::{Drive, Grab},
    math::{bounds::WORLD_EDGE, random::SplitMix64},
    particles::{
        cloth_faces::ClothFace, distance_constraint::DistanceConstraint, links::Links, storage::ParticleId,
        weight::Weight,
    },
    settings::Settings,
    solver::colouring::MAX_COLOURS,
    state::{
        snapshot::{Moment, Snapshot, Topology, Version},
        text::bodies::Bodies,
    },
    world::{
        World,
        data::{Clock, Counters, SolverChoice, State},
    },
};

/// Greatest count of events, far below where an addition overflows.
const MAX_COUNT: u64 = 1 << 53;

/// A state as written in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "State", deny_unknown_fields)]
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
    solver: Solver,
    /// Velocity of the pins, m/s.
    #[serde(deserialize_with = "velocity")]
    pin_velocity: Vec2,
    /// State of the random numbers.
    random: u64,
    /// Gusts and blowers.
    #[serde(default, skip_serializing_if = "Air::is_untouched", deserialize_with = "air")]
    air: Air,
    /// Number of links cut.
    #[serde(deserialize_with = "count")]
    cut: u64,
    /// Number of links torn.
    #[serde(default, skip_serializing_if = "is_none", deserialize_with = "count")]
    torn: u64,
    /// How often a velocity was clamped.
    #[serde(deserialize_with = "count")]
    held_back: u64,
    bodies: Bodies,
}

/// A [`SolverChoice`] as written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Solver {
    /// Substeps where sweeps alone solve the links.
    #[serde(deserialize_with = "substeps")]
    sweeps: u32,
    /// Substeps where strands are solved directly.
    #[serde(deserialize_with = "substeps")]
    strands: u32,
    /// Substeps where grid nets are solved by multigrid.
    #[serde(deserialize_with = "some_substeps")]
    nets: Option<u32>,
    /// Whether strands are solved directly in this scene.
    solves_strands: bool,
    /// Whether the last step solved strands directly.
    solved_strands: bool,
    /// Whether the next step chooses again.
    stale: bool,
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Text::of(self).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Text::deserialize(from)?.snapshot())
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
        let mut world = World::new(self.moment.state.settings, self.moment.state.colliders.clone(), 0);
        world.restore(self);
        world
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.moment.state.settings
    }

    /// The most substeps among those chosen for the scene.
    #[must_use]
    pub fn max_substeps(&self) -> u32 {
        let SolverChoice { sweep_substeps, direct_substeps, multigrid_substeps, .. } = self.moment.state.solver;
        multigrid_substeps.unwrap_or(1).max(sweep_substeps).max(direct_substeps)
    }

    /// Numbers of particles and links.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        (self.moment.position.len() as u64, self.topology.links.len() as u64)
    }
}

impl Text {
    fn of(Snapshot { topology, moment }: &Snapshot) -> Self {
        let Topology { version: _, links, colours, highest_colour, faces, mass } = &**topology;
        let Moment { state, position, displacement, pinned, grid_nets } = &**moment;
        let State {
            settings,
            colliders,
            air,
            random: SplitMix64 { state: random },
            pin_velocity,
            clock: Clock { steps, substep },
            solver,
            counters: Counters { cut_links, torn_links, clamped_speeds },
            weights,
            grabs,
            drive,
            balls,
            sleep: SleepState { anchor, steps: quiet },
        } = state;
        let places = position.iter().zip(displacement).zip(mass);
        let bodies = Bodies {
            particles: places.map(|((at, by), mass)| (at.x, at.y, by.x, by.y, *mass)).collect(),
            pinned: pinned.clone(),
            highest_colour: *highest_colour,
            links: links.enumerate().map(|(slot, link)| record(link, colours[slot])).collect(),
            faces: faces.iter().map(|ClothFace { corners }| corners.map(|corner| corner.0)).collect(),
            nets: grid_nets.clone(),
            hands: grabs
                .iter()
                .map(|Grab { id, particle, path }| (*id, particle.0, path.iter().copied().collect()))
                .collect(),
            drive: drive.map(|Drive { particle, velocity }| (particle.0, velocity)),
            weights: weights.iter().map(|&Weight { particle, mass, bare_mass: _ }| (particle.0, mass)).collect(),
            balls: balls.iter().map(|&Ball { particle, radius }| (particle.0, radius)).collect(),
            rests: anchor.iter().zip(quiet).map(|(at, &steps)| (at.x, at.y, steps)).collect(),
        };
        let &SolverChoice {
            sweep_substeps: sweeps,
            direct_substeps: strands,
            multigrid_substeps: nets,
            prefers_direct: solves_strands,
            is_direct: solved_strands,
            is_stale: stale,
        } = solver;
        let solver = Solver { sweeps, strands, nets, solves_strands, solved_strands, stale };
        Self {
            steps: *steps,
            settings: *settings,
            colliders: colliders.clone(),
            substep: *substep,
            solver,
            pin_velocity: *pin_velocity,
            random: *random,
            air: air.clone(),
            cut: *cut_links,
            torn: *torn_links,
            held_back: *clamped_speeds,
            bodies,
        }
    }

    fn snapshot(self) -> Snapshot {
        let Self {
            steps,
            settings,
            colliders,
            substep,
            solver,
            pin_velocity,
            random,
            air,
            cut,
            torn,
            held_back,
            bodies,
        } = self;
        let Bodies {
            particles,
            pinned,
            highest_colour,
            links: records,
            faces: patches,
            nets,
            hands,
            drive,
            weights,
            balls,
            rests,
        } = bodies;
        let Solver { sweeps, strands, nets: multigrid_substeps, solves_strands, solved_strands, stale } = solver;
        let solver = SolverChoice {
            sweep_substeps: sweeps,
            direct_substeps: strands,
            multigrid_substeps,
            prefers_direct: solves_strands,
            is_direct: solved_strands,
            is_stale: stale,
        };
        let (mut links, mut faces) = (Links::default(), SlotList::default());
        records.iter().for_each(|&(a, b, rest_length, stiffness, kind, _)| {
            links.push(DistanceConstraint { a: ParticleId(a), b: ParticleId(b), rest_length, stiffness, kind });
        });
        patches.iter().for_each(|corners| faces.push(ClothFace { corners: corners.map(ParticleId) }));
        let version = Version::new(&links, &faces, particles.len());
        let topology = Topology {
            version,
            links,
            colours: records.iter().map(|record| record.5).collect(),
            highest_colour,
            faces,
            mass: particles.iter().map(|particle| particle.4).collect(),
        };
        let weight = |&(particle, mass): &bodies::Hung| {
            let own = particles[particle as usize].4;
            Weight { particle: ParticleId(particle), mass, bare_mass: own }
        };
        let hand = |(id, particle, path): (u32, u32, Vec<Vec2>)| Grab {
            id,
            particle: ParticleId(particle),
            path: path.into_iter().collect(),
        };
        let state = State {
            settings,
            colliders,
            air,
            random: SplitMix64 { state: random },
            pin_velocity,
            clock: Clock { steps, substep },
            solver,
            counters: Counters { cut_links: cut, torn_links: torn, clamped_speeds: held_back },
            weights: weights.iter().map(weight).collect(),
            grabs: hands.into_iter().map(hand).collect(),
            drive: drive.map(|(particle, velocity)| Drive { particle: ParticleId(particle), velocity }),
            balls: balls.into_iter().map(|(id, radius)| Ball { particle: ParticleId(id), radius }).collect(),
            sleep: SleepState {
                anchor: rests.iter().map(|&(x, y, _)| Vec2::new(x, y)).collect(),
                steps: rests.iter().map(|&(_, _, steps)| steps).collect(),
            },
        };
        let moment = Moment {
            state,
            position: particles.iter().map(|&(x, y, ..)| Vec2::new(x, y)).collect(),
            displacement: particles.iter().map(|&(_, _, x, y, _)| Vec2::new(x, y)).collect(),
            pinned,
            grid_nets: nets,
        };
        Snapshot { topology: topology.into(), moment: moment.into() }
    }
}

/// A link as written in a file.
fn record(link: &DistanceConstraint, colour: u8) -> bodies::Link {
    let &DistanceConstraint { a, b, rest_length, stiffness, kind } = link;
    (a.0, b.0, rest_length, stiffness, kind, colour)
}

/// Settings, which must be inside their ranges.
fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
    let given = Settings::deserialize(from)?;
    let held = given.sanitised();
    if held == given { Ok(given) } else { Err(D::Error::custom("settings inside their ranges expected")) }
}

fn colliders<'de, D: Deserializer<'de>>(from: D) -> Result<Colliders, D::Error> {
    let colliders = Colliders::deserialize(from)?;
    let is_valid = colliders.is_valid();
    is_valid.then_some(colliders).ok_or_else(|| {
        D::Error::custom(format!("ground, walls and shapes inside their ranges expected, within {WORLD_EDGE} m"))
    })
}

fn air<'de, D: Deserializer<'de>>(from: D) -> Result<Air, D::Error> {
    let air = Air::deserialize(from)?;
    let is_valid = air.is_valid();
    is_valid.then_some(air).ok_or_else(|| D::Error::custom("gusts and blowers inside their ranges expected"))
}

fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let count = u64::deserialize(from)?;
    if count <= MAX_COUNT {
        Ok(count)
    } else {
        Err(D::Error::custom(format!("a count up to {MAX_COUNT} expected, found {count}")))
    }
}

/// Whether to leave a count out, as files without tearing do.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// 0 before the first step.
fn substep<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    let substep = f32::deserialize(from)?;
    // Far below the shortest step in the most substeps. Shorter substeps would turn displacements into infinite speeds.
    let possible = substep == 0.0 || (1e-8..=0.1).contains(&substep);
    possible
        .then_some(substep)
        .ok_or_else(|| D::Error::custom(format!("a substep of 0.00000001 to 0.1 s expected, or 0, found {substep}")))
}

fn substeps<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    in_range(u32::deserialize(from)?)
}

fn some_substeps<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    Option::<u32>::deserialize(from)?.map(in_range).transpose()
}

fn in_range<E: Error>(count: u32) -> Result<u32, E> {
    let most = Settings::MAX_SUBSTEPS;
    let inside = (1..=most).contains(&count);
    inside.then_some(count).ok_or_else(|| E::custom(format!("1 to {most} substeps expected, found {count}")))
}

fn velocity<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let velocity = Vec2::deserialize(from)?;
    bodies::check_velocity(velocity).map_err(D::Error::custom)?;
    Ok(velocity)
}

/// Whether a link may have a colour.
fn is_colour(colour: u8) -> bool {
    usize::from(colour) < MAX_COLOURS
}
