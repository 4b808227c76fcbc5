//! Balls that were put onto ropes, nets and bodies, and pass through these until they have separated.
//!
//! A ball that is put somewhere or grows overlaps what is there, and so does a rope that is put onto a ball. Links would
//! turn the way out into speed. So a ball ignores all that is linked with a particle which it overlaps then, and meets it
//! again once it overlaps none of it. Lone particles have no links, and are pushed out.

use crate::containers::sort_pairs;
use crate::particles::{Components, Particles};

/// Balls and particles that they overlapped when one of both was put there: the particle of each ball first. Sorted.
/// State.
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

    /// Ends the overlaps with lone particles, with the ball's own rope, and with all from which a ball has separated.
    /// `radius` is that of each particle, m. `passed` gets each ball with the components that it passes through.
    pub fn update(
        &mut self,
        (particles, radius): (&Particles, &[f32]),
        wholes: &Components,
        passed: &mut Vec<[u32; 2]>,
    ) {
        passed.clear();
        let component = |particle: u32| wholes.numbers()[particle as usize];
        let linked = self.0.iter().map(|&[ball, particle]| [ball, component(particle)]);
        passed
            .extend(linked.filter(|&[ball, whole]| whole != component(ball) && wholes.link_count(whole as usize) > 0));
        sort_pairs(passed);
        passed.dedup();
        passed.retain(|&[ball, whole]| {
            let (at, own) = (particles.position[ball as usize], radius[ball as usize]);
            let others = wholes.numbers().iter().zip(&particles.position).zip(radius);
            others
                .filter(|((number, _), _)| **number == whole)
                .any(|((_, other), radius)| other.distance_squared(at) < (own + radius) * (own + radius))
        });
        self.0.retain(|&[ball, particle]| passed.contains(&[ball, component(particle)]));
    }
}
