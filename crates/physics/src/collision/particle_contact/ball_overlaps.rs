//! Balls that were put onto ropes, nets and bodies, and pass through these until they have separated.
//!
//! A ball that is put somewhere or grows may overlap particles, and so may a rope that is put onto a ball. If contacts
//! pushed both apart, links would turn that motion into speed. So the ball has no contacts with the connected component
//! of a particle that it overlaps at that time, until it overlaps no particle of that component. Lone particles have no
//! links, and are pushed out.
//!
//! Shapes differ: particles that ignore one are pushed out by a limited force ([`crate::collision::ignored_pairs`]),
//! since a shape at rest would stay inside them for ever. A ball falls out of them.

use crate::containers::sort_pairs;
use crate::particles::{Components, Particles};

/// Pairs of a ball, by its particle, and a particle that it overlapped when either was put there. Sorted. State.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BallOverlaps(pub Vec<[u32; 2]>);

impl BallOverlaps {
    /// Adds overlaps in any order.
    pub fn append(&mut self, mut added: Vec<[u32; 2]>) {
        if !added.is_empty() {
            self.0.append(&mut added);
            sort_pairs(&mut self.0);
            self.0.dedup();
        }
    }

    /// Removes the pairs with lone particles, with the ball's own component, and with components from which the ball has
    /// separated. `radius` is that of each particle, m. `passed` gets each ball with each component that it passes
    /// through.
    pub fn update(
        &mut self,
        (particles, radius): (&Particles, &[f32]),
        components: &Components,
        passed: &mut Vec<[u32; 2]>,
    ) {
        passed.clear();
        let component = |particle: u32| components.numbers()[particle as usize];
        let linked = self.0.iter().map(|&[ball, particle]| [ball, component(particle)]);
        passed.extend(
            linked.filter(|&[ball, whole]| whole != component(ball) && components.link_count(whole as usize) > 0),
        );
        sort_pairs(passed);
        passed.dedup();
        passed.retain(|&[ball, whole]| {
            let (at, own) = (particles.position[ball as usize], radius[ball as usize]);
            let others = components.numbers().iter().zip(&particles.position).zip(radius);
            others
                .filter(|((number, _), _)| **number == whole)
                .any(|((_, other), radius)| other.distance_squared(at) < (own + radius) * (own + radius))
        });
        self.0.retain(|&[ball, particle]| passed.contains(&[ball, component(particle)]));
    }
}
