//! A pull at a particle, and its figures.

use glam::Vec2;
use ropewalk::physics::{LinkKind, Particles, World};

use crate::cases::Case;

/// A leg of a pointer's way.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// End, from where the held particle was, m.
    pub to: Vec2,
    /// Speed, m/s.
    pub speed: f32,
    /// Steps that the pointer rests at the end.
    pub wait: u32,
}

impl Leg {
    /// Three ways out and back at 15 m/s.
    pub fn jerks(out: Vec2) -> [Self; 5] {
        let leg = |to: Vec2, wait| Self { to, speed: 15.0, wait };
        let turned = |by| leg(Vec2::from_angle(by).rotate(out), 15);
        [leg(out, 15), leg(Vec2::ZERO, 15), turned(0.7), leg(Vec2::ZERO, 15), Self { wait: 30, ..turned(-0.7) }]
    }
}

/// Figures of a pull.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    /// Greatest strain before the pull, while held, and at its end.
    pub at_rest: f64,
    pub strain: f64,
    pub strain_at_end: f64,
    /// Fastest particle within a second of the release, m/s.
    pub top_speed: f64,
    /// Greatest energy within that second above that at the start, and above that at the release, J.
    pub gain: f64,
    pub made: f64,
    /// Links torn.
    pub torn: u64,
}

impl Pull {
    /// Leads the pointer along its legs, releases, and watches for a second.
    pub fn of(case: &Case, legs: &[Leg]) -> Self {
        let mut world = case.world.clone();
        let (at_rest, energy) = (strain(&world), world.energy().total());
        let start = world.particles().position[case.held.index()];
        let torn = world.torn_link_count();
        world.grab(0, case.held, start);
        let (mut pointer, mut greatest) = (start, at_rest);
        for leg in legs {
            let way = start + leg.to - pointer;
            let steps = (way.length() / leg.speed * 60.0).ceil().max(1.0);
            for step in 1..=steps as u32 + leg.wait {
                world.move_grab(0, pointer + way * (step as f32 / steps).min(1.0));
                world.step();
                greatest = greatest.max(strain(&world));
            }
            pointer = start + leg.to;
        }
        let (strain_at_end, held) = (strain(&world), world.energy().total());
        world.release(0);
        let (mut top_speed, mut highest) = (0.0_f64, f64::MIN);
        for _ in 0..60 {
            world.step();
            top_speed = top_speed.max(fastest(&world).into());
            highest = highest.max(world.energy().total());
        }
        let (gain, made, torn) = (highest - energy, highest - held, world.torn_link_count() - torn);
        Self { at_rest, strain: greatest, strain_at_end, top_speed, gain, made, torn }
    }

    /// The worse of each figure.
    pub fn worse(self, other: Self) -> Self {
        Self {
            at_rest: self.at_rest.max(other.at_rest),
            strain: self.strain.max(other.strain),
            strain_at_end: self.strain_at_end.max(other.strain_at_end),
            top_speed: self.top_speed.max(other.top_speed),
            gain: self.gain.max(other.gain),
            made: self.made.max(other.made),
            torn: self.torn.max(other.torn),
        }
    }
}

/// Greatest strain of a link that neither tears nor is elastic. Bars count if they are too short, too.
pub fn strain(world: &World) -> f64 {
    if world.settings().tear.is_some() {
        return 0.0;
    }
    let position = &world.particles().position;
    let keeps = |link: &&ropewalk::physics::DistanceConstraint| {
        let tears = world.material_of(link).is_some_and(|material| material.strength.is_some());
        link.compliance == 0.0 && link.kind != LinkKind::Stop && !tears
    };
    let strains = world.links().filter(keeps).map(|link| {
        let [a, b] = [link.a, link.b].map(|end| position[end.index()].as_dvec2());
        let strain = a.distance(b) / f64::from(link.rest_length) - 1.0;
        if matches!(link.kind, LinkKind::Beam | LinkKind::Brace) { strain.abs() } else { strain }
    });
    strains.fold(0.0, f64::max)
}

/// Speed of the fastest free particle, m/s.
pub fn fastest(world: &World) -> f32 {
    let Particles { displacement, inv_mass, .. } = world.particles();
    let mut longest = 0.0_f32;
    for (displacement, inv_mass) in displacement.iter().zip(inv_mass) {
        longest = longest.max(if *inv_mass > 0.0 { displacement.length() } else { 0.0 });
    }
    longest / world.substep_length().max(1e-9)
}

/// How a held particle follows its pointer.
#[derive(Clone, Copy, Debug)]
pub struct Follow {
    /// Mean distance from the pointer, in steps of its way.
    pub lag: f32,
    /// Extent of the particle's motion in a second, 4 s after the pointer has come to rest, mm.
    pub tremble: f32,
}

impl Follow {
    /// Leads the pointer on a circle at a speed, m/s, then rests.
    pub fn of(case: &Case, speed: f32) -> Self {
        let mut world = case.world.clone();
        let at = |world: &World| world.particles().position[case.held.index()];
        let start = at(&world);
        world.grab(0, case.held, start);
        let centre = start + case.centre;
        let from = centre + Vec2::X * case.radius;
        for step in 1..=90 {
            world.move_grab(0, start.lerp(from, (step as f32 / 60.0).min(1.0)));
            world.step();
        }
        let pointer = |steps: f32| centre + Vec2::from_angle(steps * speed / 60.0 / case.radius) * case.radius;
        let mut sum = 0.0;
        for step in 1..=90_u8 {
            // Two events a step, as a mouse sends them.
            [0.5, 0.0].into_iter().for_each(|before| world.move_grab(0, pointer(f32::from(step) - before)));
            world.step();
            sum += if step > 30 { at(&world).distance(pointer(step.into())) } else { 0.0 };
        }
        (0..240).for_each(|_| world.step());
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for _ in 0..60 {
            world.step();
            (low, high) = (low.min(at(&world)), high.max(at(&world)));
        }
        Self { lag: sum / 60.0 / (speed / 60.0), tremble: 1e3 * (high - low).length() }
    }
}
