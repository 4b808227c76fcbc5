//! The reference: the loop that every tutorial writes, over an array of structs, one stick after the other. It also
//! measures the machine: a time in projections of the reference means the same on a fast machine and on a slow one.

use std::{hint::black_box, time::Instant};

use glam::Vec2;

use super::{median, workload::Workload};
use crate::physics::World;

/// Projections in one reading: some 4 ms.
const PROJECTIONS: usize = 200_000;

/// The method of Jakobsen 2001, section 3, as tutorials write it: Verlet integration from two positions, then every
/// stick in the order of creation, with half of its error to each end.
#[derive(Clone, Debug)]
pub struct Plain {
    points: Vec<Point>,
    sticks: Vec<Stick>,
}

#[derive(Clone, Debug)]
struct Point {
    position: Vec2,
    previous: Vec2,
    locked: bool,
}

#[derive(Clone, Debug)]
struct Stick {
    a: usize,
    b: usize,
    length: f32,
}

impl Plain {
    /// The particles and links of a world, at rest.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let particles = world.particles();
        let point = |i: usize| Point {
            position: particles.position[i],
            previous: particles.position[i],
            locked: particles.pinned[i],
        };
        let sticks = world.links();
        let sticks = sticks.map(|link| Stick { a: link.a.index(), b: link.b.index(), length: link.rest_length });
        Self { points: (0..particles.len()).map(point).collect(), sticks: sticks.collect() }
    }

    /// Advances by one step of 1/60 s with this number of sweeps.
    pub fn step(&mut self, sweeps: usize) {
        self.integrate();
        self.relax(sweeps);
    }

    fn integrate(&mut self) {
        for point in self.points.iter_mut().filter(|point| !point.locked) {
            let before = point.position;
            point.position += point.position - point.previous + Vec2::new(0.0, -9.81 / 3_600.0);
            point.previous = before;
        }
    }

    fn relax(&mut self, sweeps: usize) {
        for _ in 0..sweeps {
            for &Stick { a, b, length } in &self.sticks {
                let middle = 0.5 * (self.points[a].position + self.points[b].position);
                let direction = (self.points[a].position - self.points[b].position).normalize_or_zero();
                if !self.points[a].locked {
                    self.points[a].position = middle + direction * (0.5 * length);
                }
                if !self.points[b].locked {
                    self.points[b].position = middle - direction * (0.5 * length);
                }
            }
        }
    }

    /// Advances by one step and times its sweeps. Returns ns per projection.
    pub(super) fn time(&mut self) -> f64 {
        let sweeps = (PROJECTIONS / self.sticks.len().max(1)).max(1);
        self.integrate();
        let start = Instant::now();
        self.relax(sweeps);
        let spent = start.elapsed();
        black_box(&self.points);
        spent.as_secs_f64() * 1e9 / (sweeps * self.sticks.len().max(1)) as f64
    }
}

/// Present cost of a projection of the reference along a rope of 1 000 links. It is read between the times that it
/// scales, because the clock rate of a machine varies.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    plain: Plain,
    readings: Vec<f64>,
}

impl Chain {
    pub fn new() -> Self {
        let world = Workload::rope(1_000).hanging();
        Self { plain: Plain::of(&world), readings: Vec::new() }
    }

    pub fn read(&mut self) {
        self.readings.push(self.plain.time());
    }

    /// Median of the readings, ns.
    pub fn ns(mut self) -> f64 {
        median(&mut self.readings)
    }
}
