//! Effective mass in contacts of a heavy disc with a light rope.
//!
//! By the masses of the two discs alone, an impulse would move a light disc aside and hardly stop the heavy one: the
//! links would have to stretch far before they carried it. A rope that does not stretch moves along at once. So the
//! light disc counts as heavy as all particles that taut links carry along with it, and they all move by the same
//! amount. This conserves momentum and removes energy, like any contact without restitution. If a carried particle
//! cannot move, both discs get the same velocity, or stop if they approach from opposite sides. That does not conserve
//! momentum, but no disc passes through, and neither becomes faster.

use glam::Vec2;

use crate::collision::particle_contact::{ContactSolver, MIN_SUPPORT_SLOPE, MIN_WALL_SLOPE};

/// Least mass ratio of two discs at which the links of the lighter one count.
const LARGE_MASS_RATIO: f32 = 10.0;

/// A fixed particle holds its rope against an impulse that leads away from it, by at least this component (6 degrees
/// off the normal). A rope that hangs from a pin swings aside instead.
const MIN_HOLDING_SLOPE: f32 = 0.1;

/// Shares of two discs of a large mass ratio in an impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ImpulseShares {
    /// Shares of the lower and the upper disc.
    pub shares: [f32; 2],
    /// Whether the particles that the lighter disc carries along move with it.
    pub is_carried: bool,
}

/// A disc with the particles that taut links carry along.
struct CarriedBody {
    /// Mass, kg.
    mass: f32,
    /// Mean displacement, m per substep.
    displacement: Vec2,
    /// Whether one of the particles cannot move along.
    is_held: bool,
}

impl ContactSolver<'_> {
    /// Whether two discs have a large mass ratio, and the lighter one is linked.
    #[inline]
    pub fn has_large_mass_ratio(&self, lower: usize, upper: usize) -> bool {
        let (below, above) = (self.inv_mass[lower], self.inv_mass[upper]);
        let (light, lightest, heaviest) = if below > above { (lower, below, above) } else { (upper, above, below) };
        lightest > LARGE_MASS_RATIO * heaviest && heaviest > 0.0 && !self.link_contacts.is_unlinked(light)
    }

    /// Divides an impulse along the normal (from the lower to the upper disc) between the two discs. If not
    /// `is_motion`, the impulse is a recovery, which moves the discs without speed.
    #[cold]
    pub fn share_impulse(&mut self, (lower, upper): (usize, usize), normal: Vec2, is_motion: bool) -> ImpulseShares {
        let is_lower_light = self.inv_mass[lower] > self.inv_mass[upper];
        // `along` is the direction of the impulse on the light disc.
        let (light, heavy, along) = if is_lower_light { (lower, upper, -normal) } else { (upper, lower, normal) };
        let share = |light: f32, heavy: f32, is_carried: bool| {
            let (light, heavy) = (light / (light + heavy), heavy / (light + heavy));
            ImpulseShares { shares: if is_lower_light { [light, heavy] } else { [heavy, light] }, is_carried }
        };
        let by_mass = share(self.inv_mass[light], self.inv_mass[heavy], false);
        let Some(CarriedBody { mass, displacement, is_held }) = self.find_carried(light, heavy, along) else {
            return by_mass;
        };
        let (of_heavy, of_light) = (self.displacement[heavy], self.displacement[light]);
        if is_held && !is_motion {
            return share(0.5, 0.5, false);
        }
        if is_held {
            let across = along.perp();
            if of_light.dot(across).abs() > of_heavy.dot(across).abs() + self.fall {
                return by_mass;
            }
            // Neither becomes faster: both get the same velocity, or both stop if they approach from opposite sides.
            return match (of_light.dot(along), of_heavy.dot(along)) {
                (light, heavy) if light.abs() <= heavy.abs() + self.fall => share(0.5, 0.5, false),
                (light, heavy) if light < 0.0 && heavy > 0.0 => share(-light, heavy, false),
                _ => by_mass,
            };
        }
        // The impulse is computed from the light disc alone. Where the carried body approaches the heavy disc less than
        // half as fast as the light disc does, or moves ahead of it, the impulse would add energy.
        let is_behind = |direction: Vec2| {
            let (all, one) = ((of_heavy - displacement).dot(direction), (of_heavy - of_light).dot(direction));
            all * 1.0_f32.copysign(one) >= 0.5 * one.abs() - self.fall
        };
        if is_motion && !(is_behind(along) && is_behind(along.perp())) {
            return by_mass;
        }
        share(1.0 / mass, self.inv_mass[heavy], true)
    }

    /// The body that an impulse on the light disc carries along; `None` if the heavy disc is part of it.
    fn find_carried(&mut self, light: usize, heavy: usize, along: Vec2) -> Option<CarriedBody> {
        self.link_contacts.collect_carried(light, self.carried);
        let is_down = along.dot(self.up) < -MIN_SUPPORT_SLOPE;
        let (mut mass, mut momentum, mut is_held) = (0.0, Vec2::ZERO, false);
        for &one in &*self.carried {
            let one = one as usize;
            if one == heavy {
                return None;
            }
            let inv_mass = self.inv_mass[one];
            let is_fixed = inv_mass == 0.0;
            let is_behind = || {
                let offset = self.position[one] - self.position[light];
                offset.dot(along) < -MIN_HOLDING_SLOPE * offset.length()
            };
            if (is_fixed && is_behind())
                || (is_down && self.supported[one])
                || self.wall_normals[one].dot(along) < -MIN_WALL_SLOPE
            {
                is_held = true;
            } else if !is_fixed {
                mass += 1.0 / inv_mass;
                momentum += self.displacement[one] / inv_mass;
            }
        }
        let displacement = if mass > 0.0 { momentum / mass } else { Vec2::ZERO };
        Some(CarriedBody { mass, displacement, is_held })
    }

    /// Moves the particles that the lighter disc carries along, after the disc itself moved by its share of a change.
    #[cold]
    pub fn move_carried(&mut self, (lower, upper): (usize, usize), change: Vec2, shares: [f32; 2], is_motion: bool) {
        let is_lower_light = self.inv_mass[lower] > self.inv_mass[upper];
        let (light, by) = if is_lower_light { (lower, -change * shares[0]) } else { (upper, change * shares[1]) };
        self.link_contacts.collect_carried(light, self.carried);
        for &one in &self.carried[1..] {
            let one = one as usize;
            if self.inv_mass[one] == 0.0 {
                continue;
            }
            self.position[one] += by;
            if is_motion {
                self.displacement[one] += by;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::particle_contact::{LinkContacts, Pair, ParticleContacts};
    use crate::particles::{ConstraintGraph, Particles};
    use crate::plane_contact::Surface;
    use crate::world::{Bodies, Derived};
    use crate::{Colliders, LinkKind, ParticleId, Settings, World};

    /// A rope of five discs of 0.1 m and 1 kg along x, with links stretched by 0.5 %. Displacements of its middle and
    /// its other discs, m per substep.
    struct Rope {
        middle: Vec2,
        others: Vec2,
        is_pinned: bool,
        /// Mass of its last disc, kg.
        last: f32,
    }

    const STILL: Rope = Rope { middle: Vec2::ZERO, others: Vec2::ZERO, is_pinned: false, last: 1.0 };

    /// The particles before and after contacts. `others`: offset from the middle of the rope, displacement and mass of
    /// further discs.
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
        link_contacts.rebuild(ConstraintGraph { adjacency, links, particles }, &vec![0.1; particles.len()]);
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
        link_contacts.find_stretched(&before, |_| true);
        let mut after = before.clone();
        let pairs = pairs.iter().map(|&(a, b)| Pair { a, b, reach: 0.2 }).collect();
        let radius = vec![0.1; before.len()];
        let mut discs = ParticleContacts { link_contacts, ..ParticleContacts::of_pairs(pairs, radius, 0.1) };
        let surface = Surface {
            restitution: 0.0,
            friction: 0.5,
            fall: Vec2::new(0.0, -1e-5),
            substep: 0.001,
            max_lift: f32::INFINITY,
        };
        discs.solve((&mut after, &[]), &Colliders::default(), surface.into());
        (before, after)
    }

    /// The rope with a disc of a mass (kg) that falls on its middle by 10 mm per substep.
    fn met_by(mass: f32, rope: &Rope) -> (Particles, Particles) {
        met(rope, &[(Vec2::new(0.0, 0.192), Vec2::new(0.0, -0.01), mass)], &[(2, 5)])
    }

    /// Momentum and twice the kinetic energy, in kg m and kg m² per substep.
    fn momentum_and_energy(particles: &Particles) -> (Vec2, f32) {
        let each = particles.displacement.iter().zip(&particles.inv_mass).filter(|(_, inv_mass)| **inv_mass > 0.0);
        each.fold((Vec2::ZERO, 0.0), |(momentum, energy), (by, inv_mass)| {
            (momentum + *by / *inv_mass, energy + by.length_squared() / inv_mass)
        })
    }

    #[test]
    fn rope_in_the_air_moves_with_a_weight_and_keeps_momentum() {
        let (_, after) = met_by(1_000.0, &STILL);
        let [first, middle] = [0, 2].map(|one| after.displacement[one].y);
        assert!(first < -0.007 && (first - middle).abs() < 1e-6, "{first} {middle}");
        let (momentum, energy) = momentum_and_energy(&after);
        assert!((momentum.y + 10.0).abs() < 1e-4 && energy < 0.1, "{momentum} {energy}");
    }

    #[test]
    fn held_rope_takes_half_of_an_impulse_at_its_contact() {
        // From above, so that the pin holds the rope.
        let (beside, by) = (Vec2::new(-0.19, 0.03), Vec2::new(0.01, -0.002));
        let (_, after) = met(&Rope { is_pinned: true, ..STILL }, &[(beside, by, 1_000.0)], &[(2, 5)]);
        let [next, middle, weight] = [1, 2, 5].map(|one| after.displacement[one].x);
        assert!(next == 0.0, "{next}");
        assert!(middle > 0.002 && (middle + weight - 0.01).abs() < 1e-5, "{middle} {weight}");
        assert!(momentum_and_energy(&after).1 < 0.104, "energy does not grow");
    }

    #[test]
    fn rope_hanging_from_a_pin_swings_aside() {
        // From below: a pin does not hold a rope against a weight from above.
        let weight = (Vec2::new(0.0, -0.192), Vec2::new(0.0, 0.01), 1_000.0);
        let (_, after) = met(&Rope { is_pinned: true, ..STILL }, &[weight], &[(5, 2)]);
        let [pinned, middle, weight] = [0, 2, 5].map(|one| after.displacement[one].y);
        assert!(pinned == 0.0 && middle > 0.007 && weight > 0.009, "{pinned} {middle} {weight}");
    }

    #[test]
    fn contacts_of_a_weight_add_no_energy() {
        let ways = (0..32).map(|turn| Vec2::from_angle(turn as f32 * std::f32::consts::TAU / 32.0));
        for (way, mass) in ways.flat_map(|way| [12.0, 20.0, 50.0, 1_000.0].map(|mass| (way, mass))) {
            for [middle, others] in [[0.001; 2], [0.008; 2], [0.02; 2], [0.0, 0.02], [0.001, 0.015], [0.02, 0.0]] {
                for (is_pinned, last) in [(false, 1.0), (false, 1_000.0), (true, 1.0)] {
                    let (before, after) =
                        met_by(mass, &Rope { middle: middle * way, others: others * way, is_pinned, last });
                    let ((pulls, had), (pulled, has)) = (momentum_and_energy(&before), momentum_and_energy(&after));
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
    fn disc_on_a_rope_over_a_weight_adds_no_energy() {
        // The weight touches the rope's middle from below. Neither moves when the contact is detected.
        let (weight, light) =
            ((Vec2::new(0.02, -0.197), Vec2::ZERO, 1_000.0), (Vec2::new(0.0, 0.192), Vec2::new(0.0, -0.01), 1.0));
        for (is_pinned, pairs) in [(false, [(5, 2), (2, 6)]), (true, [(5, 2), (2, 6)])] {
            let (before, after) = met(&Rope { is_pinned, ..STILL }, &[weight, light], &pairs);
            let ((_, had), (_, has)) = (momentum_and_energy(&before), momentum_and_energy(&after));
            assert!(has <= had * 1.000_01, "pinned {is_pinned}: {had} {has}");
        }
    }
}
