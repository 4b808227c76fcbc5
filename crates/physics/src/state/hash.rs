//! The state hash: 64 bits that differ when anything differs that the next step depends on.
//!
//! Every struct is destructured, so that a new field cannot be forgotten. Derived state and scratch are left out, and
//! so is where links were cut: an empty slot changes nothing that comes after it.

use glam::Vec2;
use xxhash_rust::xxh64::Xxh64;

use crate::{
    aerodynamics::{
        blower::{Blower, BlowerDef, BlowerId},
        gust::Drift,
        wind::{Air, Wind},
    },
    collision::particle_contact::{Ball, SleepState},
    geometry::{
        colliders::{Aabb, Colliders},
        moving_shape::{Form, Shape, ShapeDef, ShapeId, Slide},
    },
    kinematic::grab::{Drive, Grab},
    math::random::SplitMix64,
    particles::{cloth_faces::ClothFace, distance_constraint::DistanceConstraint, storage::Particles, weight::Weight},
    settings::{Settings, SoftGround, Springs, Substeps},
    world::{
        World,
        data::{Bodies, Clock, Counters, SolverChoice, State},
    },
};

/// Feeds numbers, bit for bit and in little-endian order, to the hash.
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

    /// The bounds of a list or an option come first, so that what follows cannot be taken for a part of it.
    fn list<T>(&mut self, items: &[T], each: impl FnMut(&mut Self, &T)) {
        self.items(items.len(), items.iter(), each);
    }

    /// A list that is not a slice.
    fn items<T>(&mut self, count: usize, items: impl Iterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        self.int(count as u64);
        items.for_each(|item| each(self, item));
    }
}

impl World {
    /// A hash over the whole state: equal for equal worlds, on every platform and with every build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let Self { state, bodies, derived: _, scratch: _, execution: _, identity: _ } = self;
        let Bodies { particles, links, colouring, faces, nets } = bodies;
        let State {
            settings,
            colliders,
            air,
            random: SplitMix64 { state: random },
            pin_velocity,
            clock: Clock { steps, substep },
            solver,
            counters: Counters { cut, torn, held_back },
            weights,
            grabs,
            drive,
            balls,
            sleep,
        } = state;
        let SolverChoice { sweep_substeps, strand_substeps, net_substeps, solves_strands, solved_strands, is_stale: _ } =
            solver;
        let mut feed = Feed(Xxh64::new(0));
        feed_settings(&mut feed, settings);
        feed_particles(&mut feed, particles);
        feed.items(links.len(), links.iter(), feed_link);
        feed.int(colouring.highest_colour().into());
        feed.items(links.len(), links.enumerate(), |feed, (slot, _)| feed.int(colouring.colour(slot).into()));
        feed.items(faces.len(), faces.iter(), |feed, ClothFace { corners }| {
            corners.iter().for_each(|corner| feed.int(corner.0.into()));
        });
        feed_colliders(&mut feed, colliders);
        feed.list(grabs, feed_hand);
        feed.list(drive.as_slice(), feed_drive);
        feed.float(*substep);
        for count in [
            *random,
            *steps,
            u64::from(*sweep_substeps),
            u64::from(*strand_substeps),
            u64::from(*solves_strands) << 1 | u64::from(*solved_strands),
            *cut,
            *held_back,
        ] {
            feed.int(count);
        }
        // Last, so that it cannot be taken for anything else, and left out where nothing moves the pins: nearly always.
        if *pin_velocity != Vec2::ZERO {
            feed.vec(*pin_velocity);
        }
        if nets.shapes().len() > 0 {
            feed.items(nets.shapes().len(), nets.shapes(), |feed, shape| {
                shape.map(u64::from).iter().for_each(|&n| feed.int(n))
            });
            feed.int(net_substeps.unwrap_or(0).into());
        }
        // Where there never was a shape, nothing of it: the hashes of such worlds are older than shapes are.
        if colliders.next > 0 {
            feed.int(colliders.next.into());
            feed.list(&colliders.shapes, feed_shape);
        }
        // As the pins' velocity: left out where nothing tears and nothing tore, and then the hash is that of a world that
        // knows of no tearing. The names keep them from being taken for each other, or for what comes before.
        if let Some(stretch) = settings.tear {
            feed.0.update(b"tear");
            feed.float(stretch);
        }
        if *torn > 0 {
            feed.0.update(b"torn");
            feed.int(*torn);
        }
        if settings.wind != Wind::default() || !air.is_untouched() {
            feed.0.update(b"wind");
            feed_wind(&mut feed, &settings.wind, air);
        }
        feed_weights(&mut feed, weights);
        feed_discs(&mut feed, settings.rope_contact, balls, sleep);
        feed.0.digest()
    }
}

fn feed_weights(feed: &mut Feed, weights: &[Weight]) {
    if !weights.is_empty() {
        feed.0.update(b"weights");
        feed.list(weights, feed_weight);
    }
}

fn feed_discs(feed: &mut Feed, radius: Option<f32>, balls: &[Ball], sleep: &SleepState) {
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

fn feed_hand(feed: &mut Feed, Grab { id, particle, path }: &Grab) {
    feed.int(u64::from(*id) << 32 | u64::from(particle.0));
    feed.int(path.len() as u64);
    path.iter().for_each(|&place| feed.vec(place));
}

fn feed_drive(feed: &mut Feed, &Drive { particle, velocity }: &Drive) {
    feed.int(particle.0.into());
    feed.vec(velocity);
}

/// Its mass is that of its particle.
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

fn feed_colliders(feed: &mut Feed, colliders: &Colliders) {
    let Colliders { ground, room, shapes: _, next: _ } = colliders;
    feed.list(ground.as_slice(), |feed, &height| feed.float(height));
    feed.list(room.as_slice(), |feed, &Aabb { min, max }| {
        feed.vec(min);
        feed.vec(max);
    });
}

fn feed_shape(feed: &mut Feed, shape: &Shape) {
    let &Shape { id: ShapeId(id), def, gone, back, goal, facing } = shape;
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
    feed.float(gone);
    feed.int(back.into());
    feed.list(facing.as_slice(), |feed, &facing| feed.vec(facing));
    // Named, so that one is not taken for the other; left out where the surface is as the settings say.
    for (name, value) in [(b"grip", friction), (b"toss", restitution)] {
        if let Some(value) = value {
            feed.0.update(name);
            feed.float(value);
        }
    }
}

fn feed_wind(feed: &mut Feed, &Wind { velocity, gusts, gust_size, seed, catch }: &Wind, air: &Air) {
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
        // Come last in the hash of the world.
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
