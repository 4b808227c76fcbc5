//! Boxes, planks and wheels at any angle.

use glam::{DVec2, Vec2};
use ropewalk::physics::{LinkKind, ParticleId, World};

/// Mass of each particle, kg.
const MASS: f32 = 0.05;

/// A braced body of equal masses around its centre of mass.
#[derive(Clone, Debug)]
pub struct Body {
    /// Particles, m.
    pub points: Vec<DVec2>,
    /// Links.
    pub links: Vec<(usize, usize, LinkKind)>,
}

impl Body {
    /// A box of four beams and two diagonals.
    pub fn braced_box(width: f64, height: f64) -> Self {
        let corner = |x: f64, y: f64| DVec2::new(x * width, y * height);
        let points = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
        let links = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
        Self { points, links: links.map(|(a, b)| (a, b, LinkKind::Beam)).to_vec() }
    }

    /// A truss of two bays, an eighth as thick as long.
    pub fn plank(length: f64) -> Self {
        let points = (0..6).map(|i| DVec2::new(f64::from(i / 2 - 1) * 0.5, f64::from(i % 2) * 0.125 - 0.0625) * length);
        let beams = [(0, 2), (2, 4), (1, 3), (3, 5), (0, 1), (4, 5)].map(|(a, b)| (a, b, LinkKind::Beam));
        let braces = [(2, 3), (0, 3), (1, 2), (2, 5), (3, 4)].map(|(a, b)| (a, b, LinkKind::Brace));
        Self { points: points.collect(), links: beams.into_iter().chain(braces).collect() }
    }

    /// A wheel with a hub, whose lowest rim link is level.
    pub fn wheel(radius: f64, spokes: usize) -> Self {
        let angle = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / spokes as f64;
        let rim = (0..spokes).map(|i| DVec2::new(angle(i).sin(), -angle(i).cos()) * radius);
        let spoke = |i| [(0, i + 1, LinkKind::Beam), (i + 1, (i + 1) % spokes + 1, LinkKind::Beam)];
        Self { points: std::iter::once(DVec2::ZERO).chain(rim).collect(), links: (0..spokes).flat_map(spoke).collect() }
    }

    /// The body turned counter-clockwise by an angle, rad.
    pub fn turned(mut self, angle: f64) -> Self {
        let turn = DVec2::from_angle(angle);
        self.points.iter_mut().for_each(|point| *point = turn.rotate(*point));
        self
    }

    /// Height of its lowest particle above its centre of mass, m: not positive.
    pub fn lowest(&self) -> f64 {
        self.points.iter().map(|point| point.y).fold(0.0, f64::min)
    }

    /// Mean square of the distance from the centre of mass, m².
    pub fn gyration_squared(&self) -> f64 {
        self.points.iter().map(|point| point.length_squared()).sum::<f64>() / self.points.len() as f64
    }

    /// Adds the body to an empty world, its centre of mass at `at`, m.
    pub fn add_to(&self, world: &mut World, at: DVec2) {
        self.add_particles(world, at);
        self.add_links(world);
    }

    /// Adds its particles alone to an empty world.
    pub fn add_particles(&self, world: &mut World, at: DVec2) {
        for &point in &self.points {
            world.add_particle((at + point).as_vec2(), MASS, false);
        }
    }

    /// Adds its links to a world that holds its particles.
    pub fn add_links(&self, world: &mut World) {
        for &(a, b, kind) in &self.links {
            let rest_length = self.points[a].distance(self.points[b]) as f32;
            world.add_link(ParticleId(a as u32), ParticleId(b as u32), Some(rest_length), 1.0, kind);
        }
    }
}

/// Centre of mass of all particles, m.
pub fn centre_of_mass(world: &World) -> DVec2 {
    let particles = world.particles();
    let weighted = |(at, &mass): (&Vec2, &f32)| at.as_dvec2() * f64::from(mass);
    let sum: DVec2 = particles.position.iter().zip(&particles.mass).map(weighted).sum();
    sum / particles.mass.iter().map(|&mass| f64::from(mass)).sum::<f64>().max(f64::MIN_POSITIVE)
}
