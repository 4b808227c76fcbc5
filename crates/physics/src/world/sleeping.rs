//! Sleep and waking of islands.

use crate::{
    collision::particle_contact::{
        Pair, ParticleContacts,
        contact_solver::DEEP,
        islands::{ASLEEP, CREEP, LOOK, PATIENCE, QUIET, TIGHT, steps_in, threshold},
        link_contacts::ContactKind,
    },
    containers::union_find,
    particles::{
        constraint_graph::ConstraintGraph,
        distance_constraint::DistanceConstraint,
        storage::{ParticleId, Particles},
    },
    world::{
        World,
        data::{Bodies, Derived, State},
    },
};
use glam::Vec2;

impl World {
    /// Wakes what was touched in this step, and lets fall asleep what has lain still long enough.
    pub(crate) fn end_discs(&mut self) {
        if self.derived.particle_contacts.radius.is_empty() {
            return;
        }
        if self.is_windy() {
            // Air that moves leaves nothing alone.
            self.wake_all();
        }
        self.wake_beside_shapes();
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.woken);
        self.wake(&mut woken);
        self.derived.particle_contacts.woken = woken;
        self.count_still();
        // By the world's own steps, so that one that was gone back to looks when this one does.
        if self.state.clock.steps % LOOK == LOOK - 1 {
            self.slow_swings((LOOK, steps_in(QUIET, &self.state.settings)));
            self.fall_asleep();
        }
    }

    /// Counts for how long each that is awake has lain still, or crept.
    fn count_still(&mut self) {
        let (quiet, creep) = (steps_in(QUIET, &self.state.settings), steps_in(CREEP, &self.state.settings));
        let is_led = self.is_led();
        let Self {
            derived:
                Derived {
                    particle_contacts: ParticleContacts { contacts, link_contacts, stirred: beside, radius, common, .. },
                    ..
                },
            bodies: Bodies { particles, .. },
            state: State { sleep, .. },
            ..
        } = self;
        beside.clear();
        beside.resize(sleep.len(), false);
        for touch in contacts.iter().filter(|_| !is_led) {
            let (a, b) = (touch.a as usize, touch.b as usize);
            if !(beside[a] && beside[b]) && link_contacts.closest(a, b).is_none() {
                (beside[a], beside[b]) = (true, true);
            }
        }
        for (index, &at) in particles.position.iter().enumerate() {
            if sleep.is_asleep(index) {
                continue;
            }
            let radius = radius[index].min(*common);
            let fastest = 2.0 * threshold(radius) / CREEP as f32 * self.state.clock.substep;
            let creeps = beside[index] && particles.displacement[index].length_squared() <= fastest * fastest;
            // Not all that something has lain still for counts where it begins to move.
            let left = if creeps { sleep.steps[index].min(2 * quiet).saturating_sub(creep) } else { 0 };
            sleep.count(index, at, radius, left);
        }
    }

    /// Whether something is moved from outside.
    pub(crate) fn is_led(&self) -> bool {
        !self.state.grabs.is_empty()
            || self.state.drive.is_some_and(|drive| drive.velocity != Vec2::ZERO)
            || self.state.pin_velocity != Vec2::ZERO
            || self.state.colliders.are_moving()
    }

    /// Wakes, before a step, what something fast is about to reach in it: what is asleep gives way to nothing, and a wrecking
    /// ball stopped dead at a sleeping net.
    pub(crate) fn wake_ahead(&mut self) {
        /// Cells around a disc that are looked into, to each side; what goes farther looks at everything.
        const FARTHEST: i32 = 6;
        if self.state.clock.substep == 0.0 || self.state.sleep.asleep() == 0 {
            return;
        }
        let substeps = self.state.settings.step / self.state.clock.substep;
        let Self {
            derived: Derived { particle_contacts, .. },
            bodies: Bodies { particles, .. },
            state: State { sleep, balls, .. },
            ..
        } = self;
        let ParticleContacts { radius, grid, woken, .. } = particle_contacts;
        let width = 2.0 * crate::collision::particle_contact::broad_phase::largest(radius, balls);
        grid.fill(&particles.position, width);
        for index in 0..sleep.len() {
            let by = particles.displacement[index];
            // Twice as far as it has gone in the last step: it may fall, or be drawn, faster.
            let ahead = 2.0 * substeps * (by.x * by.x + by.y * by.y).sqrt();
            if sleep.is_asleep(index) || ahead < radius[index].min(0.5 * width) {
                continue;
            }
            let (at, reach) = (particles.position[index], radius[index] + ahead);
            let mut look = |other: usize| {
                let near = reach + radius[other];
                if sleep.is_asleep(other) && particles.position[other].distance_squared(at) < near * near {
                    woken.push(other as u32);
                }
            };
            // A ball that is asleep may be larger than cells are.
            let cells = ((reach + width) / width) as i32 + 1;
            if cells > FARTHEST || !balls.is_empty() {
                (0..sleep.len()).for_each(&mut look);
                continue;
            }
            let (column, row) = grid.cell(index);
            for (columns, rows) in (-cells..=cells).flat_map(|rows| (-cells..=cells).map(move |column| (column, rows)))
            {
                let cell = (column.wrapping_add(columns), row.wrapping_add(rows));
                grid.discs(cell).for_each(|other| look(other as usize));
            }
        }
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.woken);
        self.wake(&mut woken);
        self.derived.particle_contacts.woken = woken;
    }

    /// Finds what is near shapes that are moving: it is to be awake.
    fn wake_beside_shapes(&mut self) {
        let Self {
            derived: Derived { particle_contacts, shape_contacts, .. },
            state: State { colliders, sleep, .. },
            bodies: Bodies { particles, .. },
            ..
        } = self;
        for bounds in shape_contacts.moving(colliders) {
            for (index, at) in particles.position.iter().enumerate() {
                if at.cmpge(bounds.0).all() && at.cmple(bounds.1).all() {
                    if sleep.is_asleep(index) {
                        particle_contacts.woken.push(index as u32);
                    } else {
                        sleep.steps[index] = 0;
                    }
                }
            }
        }
    }

    /// Lets every piece fall asleep that has lain still for long enough, with all that touches it.
    fn fall_asleep(&mut self) {
        let quiet = steps_in(QUIET, &self.state.settings);
        let Self {
            derived: Derived { particle_contacts, .. },
            bodies: Bodies { links, particles, .. },
            state: State { sleep, grabs, drive, pin_velocity, .. },
            ..
        } = self;
        let ParticleContacts { group, stirred, pairs, crowded, link_contacts, largest, .. } = particle_contacts;
        group.clear();
        group.extend(0..particles.len() as u32);
        stirred.clear();
        stirred.extend(sleep.steps.iter().map(|steps| *steps < quiet));
        // What is held is a part of its piece, and keeps it awake: hands pull at what they hold.
        let led = grabs.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
        led.for_each(|led| stirred[led.index()] = true);
        crowded.iter().for_each(|&index| stirred[index as usize] = true);
        let pins_move = *pin_velocity != Vec2::ZERO;
        for link in links.iter() {
            let (a, b) = (link.a.index(), link.b.index());
            let joins = |end: usize| particles.inv_mass[end] != 0.0 || stirred[end] || pins_move;
            if joins(a) && joins(b) && !sleep.is_asleep(a) {
                union_find::union(group, a as u32, b as u32);
            }
        }
        // Only what is nearest: what moves near a piece may well be about to come away from it.
        for &Pair { a, b, reach } in pairs.iter() {
            let way = particles.position[b as usize] - particles.position[a as usize];
            let near = reach + threshold(0.5 * reach);
            let (distance, deep) = (way.length_squared(), (1.0 - DEEP) * reach);
            let tight = (1.0 - TIGHT) * reach;
            // Where one rope lies over another they do not press on each other. Balls do.
            let is_small = reach <= 2.0 * *largest;
            if is_small
                && distance < tight * tight
                && link_contacts.concern(a as usize, b as usize, distance, reach)
                && link_contacts.meeting(&particles.position, a as usize, b as usize, reach) == ContactKind::Crossed
            {
                continue;
            }
            if distance < tight * tight && !sleep.is_asleep(a as usize) && !sleep.is_asleep(b as usize) {
                union_find::union(group, a, b);
            }
            let waits = |index: u32| sleep.steps[index as usize] < PATIENCE;
            if distance < deep * deep && waits(a) && waits(b) {
                stirred[a as usize] = true;
                stirred[b as usize] = true;
            }
            if distance < near * near {
                for (one, other) in [(a, b), (b, a)] {
                    let moves = !sleep.is_asleep(one as usize) && sleep.steps[one as usize] < quiet;
                    if moves {
                        stirred[other as usize] = true;
                    }
                }
            }
        }
        for index in 0..particles.len() {
            if stirred[index] && !sleep.is_asleep(index) {
                stirred[union_find::find_root(group, index as u32) as usize] = true;
            }
        }
        let mut any = false;
        for index in 0..particles.len() {
            let is_still =
                particles.inv_mass[index] != 0.0 && !stirred[union_find::find_root(group, index as u32) as usize];
            if is_still {
                sleep.steps[index] = ASLEEP;
                sleep.anchor[index] = particles.position[index];
                particles.displacement[index] = Vec2::ZERO;
                particles.inv_mass[index] = 0.0;
                any = true;
            }
        }
        if any {
            self.change_fixed();
        }
    }

    /// Wakes these particles and the pieces that they are parts of; the list is empty afterwards.
    fn wake(&mut self, woken: &mut Vec<u32>) {
        let at_rest = self.rest_displacement();
        let mut any = false;
        while let Some(index) = woken.pop() {
            if !self.state.sleep.is_asleep(index as usize) {
                continue;
            }
            any = true;
            self.rouse(index as usize, at_rest);
            let Self { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = self;
            let graph = ConstraintGraph { adjacency, links, particles };
            woken.extend(
                graph
                    .neighbours(index)
                    .map(|next| next.particle)
                    .filter(|&next| self.state.sleep.is_asleep(next as usize)),
            );
        }
        if any {
            self.change_fixed();
        }
    }

    /// Wakes what a command is about to change: a particle's piece, and those of all that it is linked to.
    pub(crate) fn wake_at(&mut self, id: ParticleId) {
        if self.state.sleep.is_empty() {
            return;
        }
        self.refresh_web();
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.woken);
        woken.push(id.0);
        let Self { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = self;
        let graph = ConstraintGraph { adjacency, links, particles };
        if particles.contains(id) {
            woken.extend(graph.neighbours(id.0).map(|next| next.particle));
        }
        self.wake(&mut woken);
        woken.push(id.0);
        self.begin_anew(&mut woken);
        self.derived.particle_contacts.woken = woken;
    }

    /// Lets the pieces of these particles, which are awake, lie still from now on: what a hand held hung still for long, and fell
    /// asleep in the air as soon as it was let go. The list is empty afterwards.
    fn begin_anew(&mut self, stirred: &mut Vec<u32>) {
        while let Some(index) = stirred.pop() {
            let Self {
                derived: Derived { adjacency, .. },
                bodies: Bodies { links, particles, .. },
                state: State { sleep, .. },
                ..
            } = self;
            if let Some(steps) = sleep.steps.get_mut(index as usize) {
                *steps = 0;
            }
            let graph = ConstraintGraph { adjacency, links, particles };
            let awake = |next: &u32| {
                let next = *next as usize;
                particles.inv_mass[next] != 0.0 && sleep.steps.get(next).is_some_and(|steps| *steps != 0)
            };
            stirred.extend(graph.neighbours(index).map(|next| next.particle).filter(awake));
        }
    }

    /// Wakes both ends of all links that have just been severed.
    pub(crate) fn wake_broken(&mut self) {
        if self.state.sleep.is_empty() {
            return;
        }
        for number in 0..self.scratch.broken.len() {
            if let Some(&DistanceConstraint { a, b, .. }) =
                self.bodies.links.get_or_removed(self.scratch.broken[number] as usize)
            {
                self.wake_at(a);
                self.wake_at(b);
            }
        }
    }

    /// Wakes everything, and lets it lie still from now on.
    pub(crate) fn wake_all(&mut self) {
        let at_rest = self.rest_displacement();
        let mut any = false;
        for index in 0..self.state.sleep.len() {
            if self.state.sleep.is_asleep(index) {
                self.rouse(index, at_rest);
                any = true;
            }
        }
        self.state.sleep.steps.fill(0);
        if any {
            self.change_fixed();
        }
    }

    fn rouse(&mut self, index: usize, at_rest: Vec2) {
        let Self {
            bodies: Bodies { particles: Particles { position, displacement, inv_mass, mass, pinned: _ }, .. },
            state: State { sleep, .. },
            ..
        } = self;
        sleep.steps[index] = 0;
        sleep.anchor[index] = position[index];
        displacement[index] = at_rest;
        inv_mass[index] = 1.0 / mass[index];
    }

    /// What cannot move has changed: what hangs where is another thing now.
    fn change_fixed(&mut self) {
        self.derived.stale.grab_limits = true;
        self.derived.stale.strands = true;
        self.derived.stale.nets = true;
        self.derived.stale.attachments = true;
    }
}
