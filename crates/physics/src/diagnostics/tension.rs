//! The tension of links: an instrument that reads the world and changes nothing.

use crate::particles::DistanceConstraint;
use crate::world::World;
use crate::world::link_tension::LinkTension;

/// Weight of a new reading in the exponential mean. A single substep is noisy: its corrections are little larger than
/// the rounding of positions. At rest the mean is within 5 % of the largest tension.
const SMOOTHING: f32 = 0.2;

/// Steps for which a copy of the world runs awake, so that a new gauge reads sleeping links.
const WOKEN_STEPS: u32 = 10;

/// Most particles of a world that is copied for that.
const MAX_WOKEN: usize = 5_000;

/// Reads tensions. Keeps its buffers and a mean over the last steps.
#[derive(Clone, Debug, Default)]
pub struct TensionGauge {
    /// Smoothed tension, N, in the order of the links.
    tension: Vec<f32>,
    /// The world's step count at the last reading.
    steps: Option<u64>,
    now: LinkTension,
}

impl TensionGauge {
    /// The tension of each link, N, in the order of [`World::links`]: a mean over about five steps, negative where a link
    /// pushes. A sleeping link keeps the tension that it fell asleep with. Unchanged between steps, 0 before the first.
    /// Costs a substep in plain loops.
    pub fn read(&mut self, world: &World) -> &[f32] {
        if self.steps == Some(world.state.clock.steps) && self.tension.len() == world.link_count() {
            return &self.tension;
        }
        // The links have changed: no earlier readings.
        let is_first = self.tension.len() != world.link_count();
        self.steps = Some(world.state.clock.steps);
        self.tension.resize(world.link_count(), 0.0);
        if is_first && world.sleeping_count() > 0 {
            self.read_awake(world);
        }
        self.now.list_all(&world.bodies, world.state.settings.order);
        let by_slot = self.now.read((&world.state, &world.bodies, &world.derived), |_| true);
        let fresh = if is_first { 1.0 } else { SMOOTHING };
        let sleep = &world.state.sleep;
        let is_asleep = |link: &DistanceConstraint| sleep.is_asleep(link.a.index()) || sleep.is_asleep(link.b.index());
        let awake = world.bodies.links.enumerate().zip(&mut self.tension).filter(|((_, link), _)| !is_asleep(link));
        for ((slot, _), tension) in awake {
            let now = by_slot[slot];
            *tension += (now - *tension) * fresh;
            // An overflow is dropped at once.
            *tension = if tension.is_finite() { *tension } else { 0.0 };
        }
        &self.tension
    }

    /// Reads a copy of a world in which nothing sleeps, after some steps: sleeping links carry nothing that could be read.
    fn read_awake(&mut self, world: &World) {
        if world.bodies.particles.len() > MAX_WOKEN {
            return;
        }
        let (mut woken, mut gauge) = (world.snapshot(None).world(), Self::default());
        woken.wake_all();
        for _ in 0..WOKEN_STEPS {
            woken.step();
            gauge.read(&woken);
        }
        // Links may have torn.
        if gauge.tension.len() == self.tension.len() {
            self.tension = gauge.tension;
        }
    }

    /// The tension of each link at the last reading, N, in the order of [`World::links`], without the mean: with the
    /// noise of one substep, and with jerks that last one step. 0 for links that were added since.
    pub fn latest<'a>(&'a self, world: &'a World) -> impl Iterator<Item = f32> + 'a {
        let by_slot = self.now.by_slot();
        world.bodies.links.enumerate().map(|(slot, _)| by_slot.get(slot).copied().unwrap_or(0.0))
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::{Colliders, GRAVITY, LinkKind, ParticleId, Settings, StrandSolver};

    const MASS: f32 = 0.02;

    /// A grid net whose upper row is pinned; one column is a rope.
    fn hung(columns: u32, rows: u32, settings: Settings) -> World {
        let mut world = World::new(settings, Colliders::default(), 1);
        let spacing = 4.0 / rows as f32;
        for index in 0..columns * rows {
            let (column, row) = (index % columns, index / columns);
            world.add_particle(Vec2::new(column as f32, -(row as f32)) * spacing, MASS, row == 0);
        }
        for index in 0..columns * rows {
            let mut link = |from| world.add_link(ParticleId(from), ParticleId(index), None, 1.0, LinkKind::Rope);
            if index >= columns {
                link(index - columns);
            }
            if !index.is_multiple_of(columns) {
                link(index - 1);
            }
        }
        world
    }

    /// Readings after five seconds.
    fn readings(world: &mut World) -> Vec<f32> {
        let mut gauge = TensionGauge::default();
        for _ in 0..300 {
            world.step();
            gauge.read(world);
        }
        gauge.read(world).to_vec()
    }

    #[test]
    fn rope_link_carries_the_weight_below_it() {
        for (links, strands) in [(40, StrandSolver::Off), (40, StrandSolver::On), (400, StrandSolver::On)] {
            let mut world = hung(1, links + 1, Settings { strands, drag: 2.0, ..Settings::default() });
            let tension = readings(&mut world);
            for (index, &tension) in tension.iter().enumerate() {
                let below = MASS * GRAVITY * (links as usize - index) as f32;
                let off = (tension - below).abs() / (MASS * GRAVITY * links as f32);
                assert!(off < 0.05, "link {index} of {links}, {strands:?}: {tension} N for {below} N");
            }
        }
    }

    #[test]
    fn links_above_a_weight_in_a_curtain_carry_it() {
        // The weight hangs in the third column; every fifth column is pinned.
        let mut world = hung(9, 9, Settings { drag: 2.0, ..Settings::default() });
        for column in [1, 2, 3, 5, 6, 7] {
            world.set_pinned(ParticleId(column), false);
        }
        world.set_weight(ParticleId(5 * 9 + 2), Some(1_000.0 * MASS));
        let tension = readings(&mut world);
        let weight = 1_000.0 * MASS * GRAVITY;
        let of = |a: u32, b: u32| {
            let mut all = world.links().zip(&tension);
            *all.find(|(link, _)| (link.a.0, link.b.0) == (a, b)).expect("linked particles").1
        };
        for row in 0..5 {
            let above = of(row * 9 + 2, row * 9 + 11);
            assert!((above / weight - 1.0).abs() < 0.15, "row {row}: {above} N for {weight} N");
        }
        // The edge is nearly straight, so its tension exceeds the weight by far.
        assert!(of(0, 1) > 0.5 * weight && of(3, 4) > 0.5 * weight, "{} and {} N", of(0, 1), of(3, 4));
    }

    #[test]
    fn sleeping_rope_keeps_the_tension_that_it_carries() {
        let mut world = hung(1, 21, Settings { rope_contact: Some(0.02), drag: 4.0, ..Settings::default() });
        let mut gauge = TensionGauge::default();
        for _ in 0..900 {
            world.step();
            gauge.read(&world);
        }
        assert_eq!(world.sleeping_count(), 20);
        let weight = 20.0 * MASS * GRAVITY;
        let hash = world.state_hash();
        for tension in [gauge.read(&world)[0], TensionGauge::default().read(&world)[0]] {
            assert!((tension / weight - 1.0).abs() < 0.1, "{tension} N for {weight} N");
        }
        assert_eq!(world.state_hash(), hash);
    }
}
