//! Sleep of wheels and corners, and of what lies on them: both are one island, and one wakes the other.

use crate::collision::particle_contact::{DISTURBED, Islands, ParticleContacts, RestClock, max_shift};
use crate::collision::{NearPair, SectionBlocks};
use crate::containers::union_find;
use crate::particles::{DistanceConstraint, LinkKind, ParticleId};
use crate::world::{Derived, State, World};

/// A wheel near which something is listed.
#[derive(Clone, Copy, Debug)]
struct NearWheel<'a> {
    number: usize,
    /// Its particles, the hub first.
    members: &'a [u32],
    /// A particle that stands for it.
    rim: u32,
    /// Pairs of the wheel and what is near it.
    near: &'a [NearPair],
}

impl World {
    /// The wheels near which something is listed.
    fn wheels_near_particles(&self) -> impl Iterator<Item = NearWheel<'_>> {
        let (contacts, sleep) = (&self.derived.wheel_contacts, &self.state.sleep);
        contacts.broad_phase.near().map(move |(number, near)| {
            let rim = contacts.wheels.rim(number, &self.bodies.particles, |member| sleep.is_asleep(member));
            NearWheel { number, members: contacts.wheels.members(number), rim, near }
        })
    }

    /// The particles on a wheel, also as ends of links on it, with those that are at most `ahead` (m) away from where they
    /// would touch it.
    fn particles_on<'a>(
        &'a self,
        wheel: NearWheel<'a>,
        ahead: impl Fn(u32) -> f32 + 'a,
    ) -> impl Iterator<Item = u32> + 'a {
        let Derived { wheel_contacts, particle_contacts: ParticleContacts { radius, .. }, .. } = &self.derived;
        let position = &self.bodies.particles.position;
        let is_on = move |&ends: &[u32; 2]| {
            let reach = |end: u32| radius[end as usize] + max_shift(radius[end as usize]) + ahead(end);
            let reach = radius[wheel.rim as usize] + reach(ends[0]).max(reach(ends[1]));
            wheel_contacts.wheels.touches(wheel.number, ends, position, reach)
        };
        let on = wheel.near.iter().map(|pair| pair.ends).filter(is_on);
        on.flat_map(|[a, b]| [Some(a), (b != a).then_some(b)]).flatten()
    }

    /// Marks for waking what sleeps and may be hit in this step, wheel or particle, by one that was disturbed or is fast.
    pub(crate) fn wake_ahead_on_wheels(&mut self) {
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.islands.woken);
        let State { sleep, clock, settings, .. } = &self.state;
        let particles = &self.bodies.particles;
        // Twice the way of the last step, since it may accelerate.
        let ahead =
            |particle: u32| 2.0 * settings.step / clock.substep * particles.displacement[particle as usize].length();
        let is_disturbed = |particle: u32| sleep.steps.get(particle as usize) == Some(&DISTURBED);
        for wheel in self.wheels_near_particles() {
            let way = wheel.members.iter().map(|&member| ahead(member)).fold(0.0, f32::max);
            let has_changed = wheel.members.iter().copied().any(is_disturbed);
            let is_asleep = sleep.is_asleep(wheel.rim as usize);
            // A wheel that turns comes no closer.
            let approach = ahead(wheel.members[0]);
            for particle in self.particles_on(wheel, |particle| approach + ahead(particle)) {
                let is_fast = way + ahead(particle) > self.derived.particle_contacts.radius[particle as usize];
                match [sleep.is_asleep(particle as usize), is_asleep] {
                    [true, false] if is_fast || has_changed => woken.push(particle),
                    [false, true] if is_fast || is_disturbed(particle) => woken.push(wheel.rim),
                    _ => {}
                }
            }
        }
        self.derived.particle_contacts.islands.woken = woken;
    }

    /// Disturbs what lies on wheels and corners with a particle that is changed, and those on which something lies that is
    /// changed. Required before links or particles change: the next step may find no wheel there. The derived list of
    /// wheels may be older than a restore.
    pub(crate) fn disturb_on_changed_wheels(&mut self, is_changed: &dyn Fn(&Self, ParticleId) -> bool) {
        /// Distance at which particles touch, m.
        const MARGIN: f32 = 0.01;
        if self.state.sleep.asleep_count() == 0 {
            return;
        }
        self.refresh_graph();
        let mut wheels = std::mem::take(&mut self.scratch.wheels);
        wheels.find_all(self.bodies.graph(&self.derived.adjacency));
        if !wheels.members.iter().any(|&member| is_changed(self, ParticleId(member))) {
            self.scratch.wheels = wheels;
            return;
        }
        let thickness = self.state.settings.rope_contact.unwrap_or(0.0);
        let radius = self.state.balls.iter().map(|ball| ball.radius).fold(thickness, f32::max);
        // Behind those that contacts of this step have marked for waking.
        let mut touched = std::mem::take(&mut self.derived.particle_contacts.islands.woken);
        let marked = touched.len();
        let (position, reach) = (&self.bodies.particles.position, thickness + radius + MARGIN);
        let is_changed = |particle: u32| is_changed(self, ParticleId(particle));
        let mut all = SectionBlocks::of(self.state.sleep.len() as u32, &self.bodies.links);
        let mut changed = all.with(is_changed);
        [&mut all, &mut changed].into_iter().for_each(|blocks| blocks.bound(position));
        for (number, wheel) in wheels.list.iter().enumerate() {
            let members = wheels.members(number);
            let is_on = |ends: &[u32; 2]| wheels.touches(number, *ends, position, reach);
            if members.iter().any(|&member| is_changed(member)) {
                touched.extend(all.near(wheel, reach, position).filter(is_on).flatten());
            } else if changed.near(wheel, reach, position).any(|ends| is_on(&ends)) {
                touched.extend(members);
            }
        }
        touched.drain(marked..).for_each(|particle| self.disturb(ParticleId(particle)));
        self.derived.particle_contacts.islands.woken = touched;
        self.scratch.wheels = wheels;
    }

    /// Disturbs the particles on a wheel whose rim gets a third bar at one particle, by a link that will be added: such a
    /// rim is no ring.
    pub(crate) fn disturb_on_third_rim_bars(&mut self, added: &DistanceConstraint) {
        if added.kind != LinkKind::Rim || self.state.sleep.asleep_count() == 0 {
            return;
        }
        let rims = |end| {
            self.bodies.links.iter().filter(move |link| link.kind == LinkKind::Rim && [link.a, link.b].contains(&end))
        };
        if [added.a, added.b].into_iter().any(|end| rims(end).nth(1).is_some()) {
            self.disturb_on_changed_wheels(&|_, particle| [added.a, added.b].contains(&particle));
        }
    }

    /// Marks for waking what sleeps on a wheel that has turned or moved, and wheels on which something has moved.
    pub(crate) fn wake_touched_on_wheels(&mut self) {
        let mut woken = std::mem::take(&mut self.derived.particle_contacts.islands.woken);
        let ParticleContacts { radius, common_radius, .. } = &self.derived.particle_contacts;
        let (position, sleep) = (&self.bodies.particles.position, &self.state.sleep);
        let has_shifted = |particle: u32| {
            let index = particle as usize;
            sleep.has_shifted(index, position[index], radius[index].min(*common_radius))
        };
        for wheel in self.wheels_near_particles() {
            let is_asleep = sleep.is_asleep(wheel.rim as usize);
            let has_moved = wheel.members.iter().copied().any(has_shifted);
            for particle in self.particles_on(wheel, |_| 0.0) {
                match [sleep.is_asleep(particle as usize), is_asleep] {
                    [true, false] if has_moved => woken.push(particle),
                    [false, true] if has_shifted(particle) => woken.push(wheel.rim),
                    _ => {}
                }
            }
        }
        self.derived.particle_contacts.islands.woken = woken;
    }

    /// Joins the islands of wheels and of what lies on them. One that moves keeps the other awake.
    pub(crate) fn join_particles_on_wheels(&mut self, clock: RestClock) {
        let mut islands = std::mem::take(&mut self.derived.particle_contacts.islands);
        let Islands { root, marks, .. } = &mut islands;
        let (sleep, inv_mass) = (&self.state.sleep, &self.bodies.particles.inv_mass);
        let moves = |particle: u32| {
            let index = particle as usize;
            !sleep.is_asleep(index) && sleep.steps[index] < clock.whole()
        };
        for wheel @ NearWheel { members, rim, .. } in self.wheels_near_particles() {
            let has_moved = members.iter().copied().any(moves);
            for particle in self.particles_on(wheel, |_| 0.0) {
                if [rim, particle].iter().all(|&end| inv_mass[end as usize] != 0.0) {
                    union_find::union(root, rim, particle);
                }
                marks[particle as usize] |= has_moved;
                marks[rim as usize] |= moves(particle);
            }
        }
        self.derived.particle_contacts.islands = islands;
    }
}
