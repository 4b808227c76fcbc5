//! One step of the world: what is done in it, and in which order.

use glam::Vec2;

use crate::{
    fracture::strain,
    kinematic::grab::Hand,
    particles::{constraint_graph::Web, storage::Particles},
    plane_contact::{self, Surface},
    settings::{Method, Order, Settings},
    simd::{Lanes, Places, motion::Motion},
    solver::{
        gauss_seidel::{self, Sweeps},
        mass_spring::{self, Pull},
        tiling::Constants,
        verlet,
    },
    world::{Stale, World},
};

/// How often in a step it is looked where held ropes lie on shapes. A hand goes by 0.25 m in a step: a rope that was swept
/// round a post in it, and found to lie there after it, was drawn out by a fifth by then.
const SNAGS: u32 = 4;

impl World {
    /// Moves everything on by one step of [`Settings::step`] seconds.
    pub fn step(&mut self) {
        if self.is_asleep() {
            self.steps += 1;
            return;
        }
        self.tear();
        // Before anything is moved: what draws in strands that are too long is not to draw them through a shape either.
        self.take_down();
        let (substeps, substep) = self.begin();
        self.set_paces();
        self.find_snags();
        let breath = self.stir(substeps);
        if self.is_tiled(substeps) {
            self.project_tiled(substeps, substep, breath);
        } else {
            for number in 0..substeps {
                self.backwards = number % 2 == 1;
                if number > 0 {
                    self.take_down();
                    if number % substeps.div_ceil(SNAGS) == 0 {
                        self.find_more_snags();
                    }
                }
                if let Some(breath) = breath.filter(|breath| number % breath == 0) {
                    self.blow(breath.min(substeps - number), substep);
                }
                self.move_shapes(substep, number == 0);
                self.lead(substep);
                match self.settings.method {
                    Method::Jakobsen => self.project(substep),
                    Method::Springs => self.pull(substep),
                }
                verlet::stop_at_edge(&mut self.particles.position, &mut self.particles.displacement);
            }
        }
        self.tear_by_weight(substep);
        self.hands.iter_mut().for_each(Hand::end_step);
        self.end_discs();
        self.steps += 1;
    }

    /// Integrate, sweep, contacts: one substep of Jakobsen's method.
    fn project(&mut self, substep: f32) {
        let Settings { sweeps, order, give, .. } = self.settings;
        let (motion, surface) = self.motion(substep);
        self.held_back += verlet::integrate(&mut self.particles, motion, self.lanes);
        let sweeps = Sweeps { count: sweeps, order, share: 1.0 - give, lanes: self.lanes };
        let (solves_strands, relaxes_nets) = (self.solving_strands, self.relaxes_nets());
        let (lanes, holds) = (self.lanes, self.may_tether());
        let Self { particles, moved, batches, random, strands, nets, tethers, .. } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut places = Places { first: 0, position, moved, inv_mass };
        if holds {
            tethers.hold(&mut places, displacement, (strain::RECOIL * substep, !solves_strands));
        }
        let mut sweep = |places: &mut Places| gauss_seidel::sweep(places, batches, random, sweeps);
        let unfinished = solves_strands && strands.solve(&mut places, &mut sweep);
        if relaxes_nets {
            nets.relax(&mut places, lanes);
        }
        if !solves_strands {
            sweep(&mut places);
        }
        let most = if self.settings.tear.is_some() { self.settings.hand_speed * substep } else { f32::INFINITY };
        let limits = (most, strain::RECOIL * substep);
        verlet::finish(&mut self.particles, &mut self.moved, &self.tears.gentle, limits);
        if unfinished {
            self.strands.follow(&mut self.particles.position);
        }
        self.touch(surface);
    }

    /// What moves free particles in a substep, and what surfaces do to them.
    fn motion(&self, substep: f32) -> (Motion, Surface) {
        let Settings { gravity, drag, restitution, friction, max_speed, .. } = self.settings;
        let motion = Motion::new(gravity, drag, max_speed, substep);
        (motion, Surface { restitution, friction, fall: motion.fall, substep })
    }

    /// Takes down where everything is, where there are shapes to be met from there.
    fn take_down(&mut self) {
        if !self.colliders.shapes().is_empty() {
            self.contacts.take_down(&self.particles);
        }
    }

    /// Moves the shapes by one substep, which may be the `first` of its step.
    fn move_shapes(&mut self, substep: f32, first: bool) {
        if self.colliders.shapes().is_empty() {
            return;
        }
        let mut paces = std::mem::take(&mut self.contacts.paces);
        self.push(&mut paces, first);
        self.contacts.advance(&mut self.colliders, (substep, &paces));
        self.contacts.paces = paces;
    }

    /// Contacts: discs and shapes first, so that nothing is pushed through the ground or out of a room for good.
    fn touch(&mut self, surface: Surface) {
        self.part_discs(surface);
        if !self.colliders.shapes().is_empty() {
            let Settings { method, give, .. } = self.settings;
            self.contacts.hardness = if method == Method::Springs { 0.0 } else { 1.0 - give };
            self.contacts.end(&mut self.particles, &self.links, (surface, self.backwards));
            self.stop_balls(surface);
        }
        let Particles { position, displacement, inv_mass, .. } = &mut self.particles;
        if self.discs.radius.is_empty() {
            plane_contact::resolve(position, displacement, inv_mass, &self.colliders, surface);
        } else {
            plane_contact::resolve_discs(&mut self.particles, &self.discs.radius, &self.colliders, surface);
        }
    }

    /// Whether this step is done in tiles: only where they do what the plain loop does. That is not so where there are
    /// shapes: a contact's link has its ends anywhere, and its turn after all that come before it.
    pub(crate) fn is_tiled(&self, substeps: u32) -> bool {
        let Settings { method, order, sweeps, .. } = self.settings;
        let links = self.links.living().saturating_mul(sweeps as usize);
        method == Method::Jakobsen
            && order == Order::Colour
            && self.lanes == Lanes::Wide
            && !self.solving_strands
            && !self.relaxes_nets()
            && (self.tethers.is_empty() || !self.may_tether())
            && self.pin_velocity == Vec2::ZERO
            && self.colliders.shapes().is_empty()
            && self.settings.rope_contact.is_none()
            && self.tears.gentle.is_empty()
            && self.tiles.apply_to(&self.batches, (self.particles.len(), links), sweeps, substeps)
    }

    /// All substeps of Jakobsen's method, in tiles, as many together as the wind leaves alone.
    fn project_tiled(&mut self, substeps: u32, substep: f32, breath: Option<u32>) {
        self.foresee_hands(substeps, substep);
        let (motion, surface) = self.motion(substep);
        let Settings { sweeps, give, .. } = self.settings;
        let mut done = 0;
        while done < substeps {
            let next = breath.map_or(substeps, |breath| (done + breath).min(substeps));
            if breath.is_some() {
                self.blow(next - done, substep);
            }
            let Self { tiles, particles, moved, batches, colliders, .. } = self;
            let constants = Constants { batches, colliders, motion, surface, share: 1.0 - give, sweeps };
            self.held_back += tiles.step(particles, moved, constants, done..next);
            done = next;
        }
    }

    /// Forces, then contacts with what is hard: one substep of the spring method.
    fn pull(&mut self, substep: f32) {
        let Settings { springs, gravity, restitution, friction, max_speed, .. } = self.settings;
        let pull = Pull { springs, gravity, substep, max_speed };
        let links = self.batches.in_sequence();
        self.held_back += mass_spring::advance(&mut self.particles, links, &mut self.forces, pull);
        self.touch(Surface { restitution, friction, fall: gravity * (substep * substep), substep });
    }

    /// Brings derived state up to date. Returns the number of substeps and their length, s.
    fn begin(&mut self) -> (u32, f32) {
        self.compact();
        self.refresh_web();
        self.begin_discs();
        self.emerge();
        self.batches.refresh(&self.links, self.solves_in_sequence());
        self.batches.weigh(&self.particles.inv_mass);
        self.moved.resize(self.particles.len(), Vec2::ZERO);
        if self.stale.depth {
            self.choose();
        }
        let stale_strands = self.stale.strands && !self.strands_are_solved();
        if self.stale.strands && !stale_strands {
            let Self { adjacency, links, particles, strands, .. } = self;
            strands.rebuild(Web { adjacency, links, particles });
        }
        if self.stale.ties && !(self.hands.is_empty() && self.drive.is_none()) {
            self.tie_hands();
        }
        let Stale { nets, tethers, .. } = self.stale;
        self.stale = Stale { strands: stale_strands, nets, tethers, ..Stale::default() };
        if std::mem::take(&mut self.stale.tethers) {
            let Self { adjacency, links, particles, tethers, pathfinder, hands, drive, .. } = self;
            let led = hands.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
            tethers.rebuild(Web { adjacency, links, particles }, pathfinder, led);
        }
        self.tethers.begin();
        self.calm_heavy();
        self.take_over_strands();
        if self.may_relax_nets() && std::mem::take(&mut self.stale.nets) {
            let Self { adjacency, links, particles, nets, .. } = self;
            nets.rebuild(Web { adjacency, links, particles });
        }
        let substeps = self.substeps();
        let substep = self.settings.step / substeps as f32;
        self.strands.begin(substeps);
        self.rescale(substep);
        self.begin_loads();
        (substeps, substep)
    }

    /// Whether the settings need the links in the order in which they were made.
    fn solves_in_sequence(&self) -> bool {
        self.settings.method == Method::Springs || self.settings.order != Order::Colour
    }

    /// Turns displacements over the old substep into such over a new one of `substep` seconds, at equal velocity.
    ///
    /// The velocity at the end of a substep is `(d + g h²/2) / h`, so `d' = d h'/h + g h' (h - h')/2`. Before the first
    /// step (h = 0, everything at rest) that is `d' = -g h'²/2`.
    fn rescale(&mut self, substep: f32) {
        let old = self.substep;
        if old == substep {
            return;
        }
        let ratio = if old > 0.0 { substep / old } else { 0.0 };
        let kick = self.settings.gravity * (0.5 * substep * (old - substep));
        let Particles { displacement, inv_mass, .. } = &mut self.particles;
        for (displacement, _) in displacement.iter_mut().zip(&*inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
            *displacement = *displacement * ratio + kick;
        }
        self.substep = substep;
    }
}
