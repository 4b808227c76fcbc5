//! What a heavy disc presses on that is light, and hangs on other things.
//!
//! Shared by the masses of two discs, a push moves a disc that is a thousandth of the other aside and does next to nothing to
//! the heavy one; links draw the light one back, and a thousandth of that is all that holds the heavy one up in a
//! substep. So a weight of 20 kg came to rest on a rope of 20 g a disc only where its links were drawn out by a tenth, and by then
//! it was through. In truth ropes do not stretch: what is pushed takes with it, at once, all that hangs on it by taut links. Here
//! it does: what is pushed counts for as heavy as all of that together, and all of that moves alike. That keeps momentum, and
//! takes energy of motion away like any push without a bounce. Where something of it cannot move, both go on alike, or stop where
//! they come from opposite sides: that is no law, but lets nothing through, and neither is made faster by it.

use glam::Vec2;

use crate::collision::particle_contact::contact_solver::{Bodies, STEEPEST, STRAIGHT};

/// From this ratio of masses on it counts what the lighter one hangs on.
const UNEVEN: f32 = 10.0;

/// What is pinned holds what hangs on it against a push that leads away from it by more than this, as a share of the way to it:
/// 6 degrees. A rope that hangs from a pin is swung aside.
const BEHIND: f32 = 0.1;

/// How two discs of very different masses share a push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shared {
    /// Which shares move the lower and the upper.
    pub shares: [f32; 2],
    /// Whether what hangs on the lighter one moves with it.
    pub is_carried: bool,
}

/// What hangs on a disc by taut links, itself among it.
struct Carried {
    /// kg.
    mass: f32,
    /// How it moves all together, m a substep.
    mean: Vec2,
    /// Whether something of it cannot be pushed on.
    is_held: bool,
}

impl Bodies<'_> {
    /// Whether two discs are of very different masses, and the lighter one is linked.
    #[inline]
    pub fn is_uneven(&self, lower: usize, upper: usize) -> bool {
        let (below, above) = (self.inv_mass[lower], self.inv_mass[upper]);
        let (light, lightest, heaviest) = if below > above { (lower, below, above) } else { (upper, above, below) };
        lightest > UNEVEN * heaviest && heaviest > 0.0 && !self.link_contacts.is_lone(light)
    }

    /// How they share a push along the `normal`, from the lower to the upper, that changes how they move, or one that takes
    /// back an overlap and is no motion.
    #[cold]
    pub fn shared(&mut self, (lower, upper): (usize, usize), normal: Vec2, is_motion: bool) -> Shared {
        let is_lower_light = self.inv_mass[lower] > self.inv_mass[upper];
        // The light one is pushed along this.
        let (light, heavy, along) = if is_lower_light { (lower, upper, -normal) } else { (upper, lower, normal) };
        let share = |light: f32, heavy: f32, is_carried: bool| {
            let (light, heavy) = (light / (light + heavy), heavy / (light + heavy));
            Shared { shares: if is_lower_light { [light, heavy] } else { [heavy, light] }, is_carried }
        };
        let by_mass = share(self.inv_mass[light], self.inv_mass[heavy], false);
        let Some(Carried { mass, mean, is_held }) = self.carried(light, heavy, along) else { return by_mass };
        let (fast, slow) = (self.displacement[heavy], self.displacement[light]);
        if is_held && !is_motion {
            return share(0.5, 0.5, false);
        }
        if is_held {
            let across = along.perp();
            if slow.dot(across).abs() > fast.dot(across).abs() + self.fall {
                return by_mass;
            }
            // Neither is made faster: both go on alike, or both stop where they come from opposite sides.
            return match (slow.dot(along), fast.dot(along)) {
                (light, heavy) if light.abs() <= heavy.abs() + self.fall => share(0.5, 0.5, false),
                (light, heavy) if light < 0.0 && heavy > 0.0 => share(-light, heavy, false),
                _ => by_mass,
            };
        }
        // The push is told from the one disc that is met. Where all together come to the heavy one less than half as fast
        // as that, or go ahead of it, they would be made so fast that it added energy.
        let is_behind = |way: Vec2| {
            let (all, one) = ((fast - mean).dot(way), (fast - slow).dot(way));
            all * 1.0_f32.copysign(one) >= 0.5 * one.abs() - self.fall
        };
        if is_motion && !(is_behind(along) && is_behind(along.perp())) {
            return by_mass;
        }
        share(1.0 / mass, self.inv_mass[heavy], true)
    }

    /// What hangs on the `light` one when it is pushed `along`; `None` where that is the `heavy` one too.
    fn carried(&mut self, light: usize, heavy: usize, along: Vec2) -> Option<Carried> {
        self.link_contacts.gather(light, self.gathered);
        let is_down = along.dot(self.up) < -STEEPEST;
        let (mut mass, mut momentum, mut is_held) = (0.0, Vec2::ZERO, false);
        for &one in &*self.gathered {
            let one = one as usize;
            if one == heavy {
                return None;
            }
            let inv_mass = self.inv_mass[one];
            let is_tied = inv_mass == 0.0;
            let is_behind = || {
                let way = self.position[one] - self.position[light];
                way.dot(along) < -BEHIND * way.length()
            };
            if (is_tied && is_behind()) || (is_down && self.borne[one]) || self.walls[one].dot(along) < -STRAIGHT {
                is_held = true;
            } else if !is_tied {
                mass += 1.0 / inv_mass;
                momentum += self.displacement[one] / inv_mass;
            }
        }
        let mean = if mass > 0.0 { momentum / mass } else { Vec2::ZERO };
        Some(Carried { mass, mean, is_held })
    }

    /// Moves what hangs on the lighter one of two like that: it has been moved by its share of a `change` between them.
    #[cold]
    pub fn carry(&mut self, (lower, upper): (usize, usize), change: Vec2, shares: [f32; 2], is_motion: bool) {
        let is_lower_light = self.inv_mass[lower] > self.inv_mass[upper];
        let (light, way) = if is_lower_light { (lower, -change * shares[0]) } else { (upper, change * shares[1]) };
        self.link_contacts.gather(light, self.gathered);
        for &one in &self.gathered[1..] {
            let one = one as usize;
            if self.inv_mass[one] == 0.0 {
                continue;
            }
            self.position[one] += way;
            if is_motion {
                self.displacement[one] += way;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::particle_contact::{ParticleContacts, broad_phase::Pair, link_contacts::LinkContacts};
    use crate::world::data::{Bodies, Derived};
    use crate::{
        Colliders, LinkKind, ParticleId, Settings, World,
        particles::{constraint_graph::ConstraintGraph, storage::Particles},
        plane_contact::ContactParameters,
    };

    /// A rope of five discs of 0.1 m and 1 kg along x, all links taut by 0.5 %, whose middle and others move by so much (m a
    /// substep), with its first disc pinned or not.
    struct Rope {
        middle: Vec2,
        others: Vec2,
        is_pinned: bool,
        /// Of its last disc, kg.
        last: f32,
    }

    const STILL: Rope = Rope { middle: Vec2::ZERO, others: Vec2::ZERO, is_pinned: false, last: 1.0 };

    /// The rope with others that touch its middle: each where it is beside that, how it moves, and its mass. In that order, before
    /// and after contacts.
    fn met(rope: &Rope, others: &[(Vec2, Vec2, f32)], pairs: &[(u32, u32)]) -> (Particles, Particles) {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        let mass = |one: usize| if one == 4 { rope.last } else { 1.0 };
        let discs: Vec<ParticleId> = (0..5)
            .map(|one| world.add_particle(Vec2::new(0.201 * one as f32, 0.0), mass(one), rope.is_pinned && one == 0))
            .collect();
        discs.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], Some(0.2), 1.0, LinkKind::Rope));
        world.step();
        let mut link_contacts = LinkContacts::default();
        let World { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = &world;
        link_contacts.measure(ConstraintGraph { adjacency, links, particles }, &vec![0.1; particles.len()]);
        let mut before = Particles::default();
        for one in 0..5 {
            let is_pinned = rope.is_pinned && one == 0;
            let by = if one == 2 { rope.middle } else { rope.others };
            let by = if is_pinned { Vec2::ZERO } else { by };
            before.push(Vec2::new(0.201 * one as f32, 0.0), by, mass(one), is_pinned);
        }
        for &(beside, by, mass) in others {
            before.push(Vec2::new(0.402, 0.0) + beside, by, mass, false);
        }
        let mut after = before.clone();
        let pairs = pairs.iter().map(|&(a, b)| Pair { a, b, reach: 0.2 }).collect();
        let radius = vec![0.1; before.len()];
        let mut discs = ParticleContacts { pairs, radius, largest: 0.1, link_contacts, ..ParticleContacts::default() };
        let surface =
            ContactParameters { restitution: 0.0, friction: 0.5, fall: Vec2::new(0.0, -1e-5), substep: 0.001 };
        discs.part(&mut after, &Colliders::default(), surface);
        (before, after)
    }

    /// The same with one of `mass` (kg) on its middle that comes down on it by 10 mm a substep.
    fn met_by(mass: f32, rope: &Rope) -> (Particles, Particles) {
        met(rope, &[(Vec2::new(0.0, 0.192), Vec2::new(0.0, -0.01), mass)], &[(2, 5)])
    }

    /// Momentum and twice the energy of motion, in kg m and kg m² a substep.
    fn moves(particles: &Particles) -> (Vec2, f32) {
        let each = particles.displacement.iter().zip(&particles.inv_mass).filter(|(_, inv_mass)| **inv_mass > 0.0);
        each.fold((Vec2::ZERO, 0.0), |(momentum, energy), (by, inv_mass)| {
            (momentum + *by / *inv_mass, energy + by.length_squared() / inv_mass)
        })
    }

    #[test]
    fn a_rope_in_the_air_goes_down_as_one_with_what_falls_on_it_and_momentum_is_kept() {
        let (_, after) = met_by(1_000.0, &STILL);
        let [first, middle] = [0, 2].map(|one| after.displacement[one].y);
        assert!(first < -0.007 && (first - middle).abs() < 1e-6, "{first} {middle}");
        let (momentum, energy) = moves(&after);
        assert!((momentum.y + 10.0).abs() < 1e-4 && energy < 0.1, "{momentum} {energy}");
    }

    #[test]
    fn a_rope_that_is_held_takes_half_of_what_comes_and_only_there() {
        // From above it, as the pin holds it.
        let (beside, by) = (Vec2::new(-0.19, 0.03), Vec2::new(0.01, -0.002));
        let (_, after) = met(&Rope { is_pinned: true, ..STILL }, &[(beside, by, 1_000.0)], &[(2, 5)]);
        let [next, middle, weight] = [1, 2, 5].map(|one| after.displacement[one].x);
        assert!(next == 0.0, "{next}");
        assert!(middle > 0.002 && (middle + weight - 0.01).abs() < 1e-5, "{middle} {weight}");
        assert!(moves(&after).1 < 0.104, "no energy comes from it");
    }

    #[test]
    fn a_rope_that_hangs_from_a_pin_is_swung_aside() {
        // From below: what comes down on it weighs it down, whatever holds it.
        let weight = (Vec2::new(0.0, -0.192), Vec2::new(0.0, 0.01), 1_000.0);
        let (_, after) = met(&Rope { is_pinned: true, ..STILL }, &[weight], &[(5, 2)]);
        let [pinned, middle, weight] = [0, 2, 5].map(|one| after.displacement[one].y);
        assert!(pinned == 0.0 && middle > 0.007 && weight > 0.009, "{pinned} {middle} {weight}");
    }

    #[test]
    fn no_energy_comes_from_what_a_weight_meets() {
        let ways = (0..32).map(|turn| Vec2::from_angle(turn as f32 * std::f32::consts::TAU / 32.0));
        for (way, mass) in ways.flat_map(|way| [12.0, 20.0, 50.0, 1_000.0].map(|mass| (way, mass))) {
            for [middle, others] in [[0.001; 2], [0.008; 2], [0.02; 2], [0.0, 0.02], [0.001, 0.015], [0.02, 0.0]] {
                for (is_pinned, last) in [(false, 1.0), (false, 1_000.0), (true, 1.0)] {
                    let (before, after) =
                        met_by(mass, &Rope { middle: middle * way, others: others * way, is_pinned, last });
                    let ((pulls, had), (pulled, has)) = (moves(&before), moves(&after));
                    let of = format!("{middle} {others} {way}, {mass} and {last} kg, pinned {is_pinned}");
                    assert!(has <= had * 1.000_01 + 1e-6, "{of}: {had} {has}");
                    assert!(
                        is_pinned || pulls.distance(pulled) < 1e-4 * (1.0 + pulls.length()),
                        "{of}: {pulls} {pulled}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_falls_on_a_rope_over_a_weight_adds_no_energy() {
        // The weight hangs below the rope's middle and touches it; when that was seen, neither moved yet.
        let (weight, light) =
            ((Vec2::new(0.02, -0.197), Vec2::ZERO, 1_000.0), (Vec2::new(0.0, 0.192), Vec2::new(0.0, -0.01), 1.0));
        for (is_pinned, pairs) in [(false, [(5, 2), (2, 6)]), (true, [(5, 2), (2, 6)])] {
            let (before, after) = met(&Rope { is_pinned, ..STILL }, &[weight, light], &pairs);
            let ((_, had), (_, has)) = (moves(&before), moves(&after));
            assert!(has <= had * 1.000_01, "pinned {is_pinned}: {had} {has}");
        }
    }
}
