//! Damping of rope ends that swing slowly while the rest of their rope lies still.
//!
//! Only the air damps a rope end that hangs from a pile, so it would keep its rope awake for minutes: 40 ropes of 20 in
//! a room 2 m wide would not fall asleep within 27 s. A real rope loses energy where it bends; here links turn freely,
//! and slow swings are damped instead.

use glam::Vec2;

use crate::collision::particle_contact::{Islands, ParticleContacts, RestClock};
use crate::containers::Refill;
use crate::world::World;

/// Damping of the slowest swings, 1/s. It falls to zero at [`MAX_SWING_SPEED`].
const DAMPING_RATE: f32 = 3.0;

/// Speed from which swings are not damped, m/s: faster ones are visible.
const MAX_SWING_SPEED: f32 = 0.6;

impl World {
    /// Slows particles below [`MAX_SWING_SPEED`] in pieces that rest on others.
    pub(crate) fn damp_hanging_ends(&mut self, clock: RestClock) {
        self.find_resting_pieces(clock);
        let damping = (DAMPING_RATE * self.state.settings.step).min(1.0);
        let (particles, piece) = (&mut self.bodies.particles, &self.derived.pieces.piece);
        let marks = &self.derived.particle_contacts.islands.marks;
        let limit = MAX_SWING_SPEED * self.state.clock.substep;
        for (index, root) in piece.iter().enumerate() {
            let displacement = &mut particles.displacement[index];
            let length = (displacement.x * displacement.x + displacement.y * displacement.y).sqrt();
            let swings = particles.inv_mass[index] != 0.0 && *displacement != Vec2::ZERO && length < limit;
            if swings && marks[*root as usize] {
                *displacement *= 1.0 - damping * (1.0 - length / limit);
            }
        }
    }

    /// Marks the pieces that rest: a particle at rest lies on another piece that is supported, or on a shape. Pieces that
    /// a pointer holds are left out.
    fn find_resting_pieces(&mut self, clock: RestClock) {
        self.refresh_pieces();
        self.find_particles_on_shapes();
        let (sleep, piece) = (&self.state.sleep, &self.derived.pieces.piece);
        let ParticleContacts { islands, contacts, supported, .. } = &mut self.derived.particle_contacts;
        let Islands { marks, on_shapes, .. } = islands;
        // At the whole time itself, what moved a half before has not been measured again yet.
        let rests = |index: usize| sleep.steps[index] > clock.whole() && !sleep.is_asleep(index);
        marks.refill(piece.len(), false);
        for ends in contacts.iter().map(|contact| [contact.a as usize, contact.b as usize]) {
            if piece[ends[0]] != piece[ends[1]] {
                let resting = ends.into_iter().filter(|&end| supported[end] && rests(end));
                resting.for_each(|end| marks[piece[end] as usize] = true);
            }
        }
        for index in on_shapes.iter().map(|index| *index as usize) {
            marks[piece[index] as usize] |= rests(index);
        }
        let graph = self.bodies.graph(&self.derived.adjacency);
        for held in self.state.held_particles() {
            graph.neighbours(held.0).for_each(|next| marks[piece[next.particle as usize] as usize] = false);
        }
    }
}
