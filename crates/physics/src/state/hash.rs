//! The state hash: 64 bits over all that the next step depends on.
//!
//! Each struct is destructured without `..`, so a new field does not compile until it is hashed. Derived data, scratch
//! and the empty slots of removed links are left out. Optional parts come last, each after its name, and are left out
//! where unused: hashes of worlds without them stay those of older builds.

use glam::Vec2;
use xxhash_rust::xxh64::Xxh64;

use crate::aerodynamics::{Air, Blower, BlowerDef, BlowerId, Drift, Wind};
use crate::collision::particle_contact::{Ball, SleepState};
use crate::geometry::{Aabb, Colliders, Form, Shape, ShapeDef, ShapeId, Slide};
use crate::kinematic::{Drive, Grab};
use crate::math::SplitMix64;
use crate::particles::{ClothFace, DistanceConstraint, Particles, Weight};
use crate::settings::{Settings, SoftGround, Springs, Substeps};
use crate::solver::multigrid::Multigrid;
use crate::world::{Bodies, Clock, Counters, SolverChoice, State, World};

/// Feeds the bits of numbers to the hash, in little-endian order.
struct Feed(Xxh64);

impl Feed {
    fn int(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }

    fn float(&mut self, value: f32) {
        self.0.update(&value.to_bits().to_le_bytes());
    }

    fn vec(&mut self, Vec2 { x, y }: Vec2) {
        self.float(x);
        self.float(y);
    }

    /// Feeds the length of a list or an option before its items, so that lists cannot run into each other.
    fn list<T>(&mut self, items: &[T], each: impl FnMut(&mut Self, &T)) {
        self.items(items.len(), items.iter(), each);
    }

    /// As [`Self::list`], for a list that is not a slice.
    fn items<T>(&mut self, count: usize, items: impl Iterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        self.int(count as u64);
        items.for_each(|item| each(self, item));
    }
}

impl World {
    /// Hash of the whole state: equal for equal worlds, on every platform and in every build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let Self { state, bodies, derived: _, scratch: _, execution: _, identity: _ } = self;
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
            sleep,
        } = state;
        let SolverChoice {
            sweep_substeps,
            direct_substeps,
            multigrid_substeps,
            prefers_direct,
            is_direct,
            // Not hashed, so hashes stay those of older builds. It is set only between an edit and the next step, and
            // follows from the same commands.
            is_stale: _,
        } = solver;
        let mut feed = Feed(Xxh64::new(0));
        feed_settings(&mut feed, settings);
        feed_bodies(&mut feed, bodies);
        feed_planes(&mut feed, colliders);
        feed.list(grabs, feed_grab);
        feed.list(drive.as_slice(), feed_drive);
        feed.float(*substep);
        for count in [
            *random,
            *steps,
            u64::from(*sweep_substeps),
            u64::from(*direct_substeps),
            u64::from(*prefers_direct) << 1 | u64::from(*is_direct),
            *cut_links,
            *clamped_speeds,
        ] {
            feed.int(count);
        }
        if *pin_velocity != Vec2::ZERO {
            feed.vec(*pin_velocity);
        }
        feed_grid_nets(&mut feed, &bodies.multigrid, *multigrid_substeps);
        feed_shapes(&mut feed, colliders);
        feed_tearing(&mut feed, settings.tear, *torn_links);
        feed_wind(&mut feed, &settings.wind, air);
        feed_weights(&mut feed, weights);
        feed_contacts(&mut feed, settings.rope_contact, balls, sleep);
        feed.0.digest()
    }
}

fn feed_bodies(feed: &mut Feed, bodies: &Bodies) {
    // The grid nets are an optional part.
    let Bodies { particles, links, colouring, faces, multigrid: _ } = bodies;
    feed_particles(feed, particles);
    feed.items(links.len(), links.iter(), feed_link);
    feed.int(colouring.highest_colour().into());
    feed.items(links.len(), links.enumerate(), |feed, (slot, _)| feed.int(colouring.colour(slot).into()));
    feed.items(faces.len(), faces.iter(), |feed, ClothFace { corners }| {
        corners.iter().for_each(|corner| feed.int(corner.0.into()));
    });
}

fn feed_grid_nets(feed: &mut Feed, multigrid: &Multigrid, substeps: Option<u32>) {
    let nets = multigrid.shapes();
    if nets.len() > 0 {
        feed.items(nets.len(), nets, |feed, net| net.map(u64::from).iter().for_each(|&number| feed.int(number)));
        feed.int(substeps.unwrap_or(0).into());
    }
}

fn feed_shapes(feed: &mut Feed, colliders: &Colliders) {
    if colliders.next > 0 {
        feed.int(colliders.next.into());
        feed.list(&colliders.shapes, feed_shape);
    }
}

fn feed_tearing(feed: &mut Feed, stretch: Option<f32>, torn_links: u64) {
    if let Some(stretch) = stretch {
        feed.0.update(b"tear");
        feed.float(stretch);
    }
    if torn_links > 0 {
        feed.0.update(b"torn");
        feed.int(torn_links);
    }
}

fn feed_weights(feed: &mut Feed, weights: &[Weight]) {
    if !weights.is_empty() {
        feed.0.update(b"weights");
        feed.list(weights, feed_weight);
    }
}

fn feed_contacts(feed: &mut Feed, radius: Option<f32>, balls: &[Ball], sleep: &SleepState) {
    if let Some(radius) = radius {
        feed.0.update(b"discs");
        feed.float(radius);
    }
    if !balls.is_empty() {
        feed.0.update(b"balls");
        feed.list(balls, |feed, &Ball { particle, radius }| {
            feed.int(particle.0.into());
            feed.float(radius);
        });
    }
    if !sleep.is_empty() {
        let SleepState { anchor, steps } = sleep;
        feed.0.update(b"rest");
        feed.list(anchor, |feed, &anchor| feed.vec(anchor));
        feed.list(steps, |feed, &steps| feed.int(steps.into()));
    }
}

fn feed_link(feed: &mut Feed, &DistanceConstraint { a, b, rest_length, stiffness, kind }: &DistanceConstraint) {
    feed.int(u64::from(a.0) << 32 | u64::from(b.0));
    feed.float(rest_length);
    feed.float(stiffness);
    feed.int(kind as u64);
}

fn feed_grab(feed: &mut Feed, Grab { id, particle, path }: &Grab) {
    feed.int(u64::from(*id) << 32 | u64::from(particle.0));
    feed.int(path.len() as u64);
    path.iter().for_each(|&place| feed.vec(place));
}

fn feed_drive(feed: &mut Feed, &Drive { particle, velocity }: &Drive) {
    feed.int(particle.0.into());
    feed.vec(velocity);
}

/// The mass of a weight is that of its particle, which is hashed already.
fn feed_weight(feed: &mut Feed, &Weight { particle, mass: _, bare_mass }: &Weight) {
    feed.int(particle.0.into());
    feed.float(bare_mass);
}

fn feed_particles(feed: &mut Feed, particles: &Particles) {
    let Particles { position, displacement, inv_mass, mass, pinned } = particles;
    feed.list(position, |feed, &position| feed.vec(position));
    feed.list(displacement, |feed, &displacement| feed.vec(displacement));
    feed.list(inv_mass, |feed, &inv_mass| feed.float(inv_mass));
    feed.list(mass, |feed, &mass| feed.float(mass));
    feed.list(pinned, |feed, &pinned| feed.int(pinned.into()));
}

fn feed_planes(feed: &mut Feed, colliders: &Colliders) {
    let Colliders { ground, room, shapes: _, next: _ } = colliders;
    feed.list(ground.as_slice(), |feed, &height| feed.float(height));
    feed.list(room.as_slice(), |feed, &Aabb { min, max }| {
        feed.vec(min);
        feed.vec(max);
    });
}

fn feed_shape(feed: &mut Feed, shape: &Shape) {
    let &Shape { id: ShapeId(id), def, slide_distance, is_returning, goal, goal_turn } = shape;
    let ShapeDef { form, at, turn, spin, slide, friction, restitution } = def;
    feed.int(id.into());
    let (kind, size) = match form {
        Form::Circle { radius } => (0, Vec2::new(radius, 0.0)),
        Form::Capsule { half_length, radius } => (1, Vec2::new(half_length, radius)),
        Form::Box { half } => (2, half),
    };
    feed.int(kind);
    [size, at, turn, goal].iter().for_each(|&value| feed.vec(value));
    feed.float(spin);
    feed.list(slide.as_slice(), |feed, &Slide { by, speed }| {
        feed.vec(by);
        feed.float(speed);
    });
    feed.float(slide_distance);
    feed.int(is_returning.into());
    feed.list(goal_turn.as_slice(), |feed, &turn| feed.vec(turn));
    // Left out where the surface is that of the settings.
    for (name, value) in [(b"grip", friction), (b"toss", restitution)] {
        if let Some(value) = value {
            feed.0.update(name);
            feed.float(value);
        }
    }
}

fn feed_wind(feed: &mut Feed, wind: &Wind, air: &Air) {
    if *wind == Wind::default() && air.is_untouched() {
        return;
    }
    feed.0.update(b"wind");
    let &Wind { velocity, gusts, gust_size, seed, catch } = wind;
    let Air { drift: Drift(drift), blowers } = air;
    feed.vec(velocity);
    [gusts, gust_size, catch].iter().for_each(|&value| feed.float(value));
    feed.int(seed.into());
    feed.list(drift, |feed, &drift| feed.vec(drift));
    feed.int(blowers.next.into());
    feed.list(blowers.list(), |feed, &Blower { id: BlowerId(id), def }| {
        let BlowerDef { at, turn, speed, width, reach } = def;
        feed.int(id.into());
        [at, turn].iter().for_each(|&value| feed.vec(value));
        [speed, width, reach].iter().for_each(|&value| feed.float(value));
    });
}

fn feed_settings(feed: &mut Feed, settings: &Settings) {
    let &Settings {
        step,
        substeps,
        sweeps,
        method,
        order,
        strands,
        give,
        gravity,
        drag,
        restitution,
        friction,
        max_speed,
        hand_speed,
        springs: Springs { stiffness, inner_friction, air_friction, max_substep, ground },
        // Optional parts of the world's hash.
        tear: _,
        wind: _,
        rope_contact: _,
    } = settings;
    feed.int(match substeps {
        Substeps::Auto => 0,
        Substeps::Count(count) => count.into(),
    });
    feed.int(sweeps.into());
    feed.int(method as u64);
    feed.int(order as u64);
    feed.int(strands as u64);
    feed.vec(gravity);
    for value in [step, give, drag, restitution, friction, max_speed, hand_speed] {
        feed.float(value);
    }
    for value in [stiffness, inner_friction, air_friction, max_substep] {
        feed.float(value);
    }
    feed.list(ground.as_slice(), |feed, &SoftGround { height, repulsion, friction, absorption }| {
        [height, repulsion, friction, absorption].iter().for_each(|&value| feed.float(value));
    });
}
