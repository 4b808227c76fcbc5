//! Waking of islands: by commands, moving shapes and fast particles; contacts mark theirs in `wake_touched`.

use crate::collision::particle_contact::{BroadPhase, Islands, ParticleContacts, broad_phase};
use crate::particles::{DistanceConstraint, ParticleId, Particles};
use crate::world::{Derived, State, World};

impl World {
    /// Wakes the islands of particles that a fast particle may reach in this step. Sleeping particles do not yield, so
    /// they would stop it dead.
    pub(crate) fn wake_ahead(&mut self) {
        /// Most grid cells to visit to each side of a particle. Beyond, all particles are visited.
        const MAX_CELLS: i32 = 6;
        if self.state.clock.substep == 0.0 || self.state.sleep.asleep_count() == 0 {
            return;
        }
        let substeps = self.state.settings.step / self.state.clock.substep;
        let (particles, State { sleep, balls, .. }) = (&self.bodies.particles, &self.state);
        let ParticleContacts { radius, broad_phase: BroadPhase { grid, .. }, islands: Islands { woken, .. }, .. } =
            &mut self.derived.particle_contacts;
        let width = 2.0 * broad_phase::largest_radius(radius, balls);
        grid.fill(&particles.position, width);
        for index in 0..sleep.len() {
            let displacement = particles.displacement[index];
            // Twice the way of the last step, since the particle may accelerate.
            let ahead = 2.0 * substeps * (displacement.x * displacement.x + displacement.y * displacement.y).sqrt();
            if sleep.is_asleep(index) || ahead < radius[index].min(0.5 * width) {
                continue;
            }
            let (at, reach) = (particles.position[index], radius[index] + ahead);
            let mut visit = |other: usize| {
                let near = reach + radius[other];
                if sleep.is_asleep(other) && particles.position[other].distance_squared(at) < near * near {
                    woken.push(other as u32);
                }
            };
            let cells = ((reach + width) / width) as i32 + 1;
            // Balls may be larger than a cell.
            if cells > MAX_CELLS || !balls.is_empty() {
                (0..sleep.len()).for_each(&mut visit);
                continue;
            }
            let (column, row) = grid.cell(index);
            for (columns, rows) in (-cells..=cells).flat_map(|rows| (-cells..=cells).map(move |column| (column, rows)))
            {
                let cell = (column.wrapping_add(columns), row.wrapping_add(rows));
                grid.discs(cell).for_each(|other| visit(other as usize));
            }
        }
        self.wake_marked();
    }

    /// Wakes islands beside moving shapes, and restarts the rest of awake particles there.
    pub(crate) fn wake_beside_shapes(&mut self) {
        let Derived { particle_contacts, shape_contacts, .. } = &mut self.derived;
        let State { colliders, sleep, .. } = &mut self.state;
        let shapes = shape_contacts.shapes.iter().zip(colliders.shapes());
        for bounds in shapes.filter(|(_, shape)| shape.is_moving()).map(|(swept, _)| swept.bounds) {
            for (index, at) in self.bodies.particles.position.iter().enumerate() {
                if at.cmpge(bounds.min).all() && at.cmple(bounds.max).all() {
                    if sleep.is_asleep(index) {
                        particle_contacts.islands.woken.push(index as u32);
                    } else {
                        sleep.steps[index] = 0;
                    }
                }
            }
        }
    }

    /// Wakes the islands of the particles in `woken`, and empties that list.
    pub(crate) fn wake_marked(&mut self) {
        while let Some(index) = self.derived.particle_contacts.islands.woken.pop() {
            if self.state.sleep.is_asleep(index as usize) {
                self.wake_particle(index as usize);
                let linked = self.bodies.graph(&self.derived.adjacency).neighbours(index).map(|next| next.particle);
                let asleep = linked.filter(|&next| self.state.sleep.is_asleep(next as usize));
                self.derived.particle_contacts.islands.woken.extend(asleep);
            }
        }
    }

    /// Wakes the islands of a particle and its neighbours, and restarts their rest: a command changes the particle.
    pub(crate) fn wake_at(&mut self, id: ParticleId) {
        if self.state.sleep.is_empty() {
            return;
        }
        self.refresh_graph();
        let woken = &mut self.derived.particle_contacts.islands.woken;
        woken.push(id.0);
        if self.bodies.particles.contains(id) {
            let graph = self.bodies.graph(&self.derived.adjacency);
            woken.extend(graph.neighbours(id.0).map(|next| next.particle));
        }
        self.wake_marked();
        self.restart_rest_at(id);
    }

    /// Restarts the rest of the awake particles linked to this one. A grab holds ropes still, and they would fall
    /// asleep in the air when it is released.
    fn restart_rest_at(&mut self, id: ParticleId) {
        let graph = self.bodies.graph(&self.derived.adjacency);
        let (sleep, queue) = (&mut self.state.sleep, &mut self.derived.particle_contacts.islands.woken);
        queue.push(id.0);
        while let Some(index) = queue.pop() {
            if let Some(steps) = sleep.steps.get_mut(index as usize) {
                *steps = 0;
            }
            let is_at_rest = |next: &u32| {
                let next = *next as usize;
                graph.particles.inv_mass[next] != 0.0 && sleep.steps.get(next).is_some_and(|steps| *steps != 0)
            };
            let linked = graph.neighbours(index).map(|next| next.particle);
            queue.extend(linked.filter(is_at_rest));
        }
    }

    /// Wakes both ends of all links in `broken`.
    pub(crate) fn wake_at_broken_links(&mut self) {
        if self.state.sleep.is_empty() {
            return;
        }
        for index in 0..self.scratch.broken.len() {
            let slot = self.scratch.broken[index] as usize;
            if let Some(&DistanceConstraint { a, b, .. }) = self.bodies.links.get_or_removed(slot) {
                self.wake_at(a);
                self.wake_at(b);
            }
        }
    }

    /// Wakes all particles, and restarts the rest of each.
    pub(crate) fn wake_all(&mut self) {
        for index in 0..self.state.sleep.len() {
            if self.state.sleep.is_asleep(index) {
                self.wake_particle(index);
            }
        }
        self.state.sleep.steps.fill(0);
    }

    fn wake_particle(&mut self, index: usize) {
        let at_rest = self.rest_displacement();
        let Particles { position, displacement, inv_mass, mass, pinned: _ } = &mut self.bodies.particles;
        let sleep = &mut self.state.sleep;
        sleep.steps[index] = 0;
        sleep.anchor[index] = position[index];
        displacement[index] = at_rest;
        inv_mass[index] = 1.0 / mass[index];
        self.derived.stale.mark_constraints();
    }
}
