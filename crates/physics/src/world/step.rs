//! One step of the world: what is done in it, and in which order.

use glam::Vec2;

use crate::{
    fracture::strain,
    kinematic::grab::Grab,
    particles::{constraint_graph::ConstraintGraph, storage::Particles},
    plane_contact::{self, ContactParameters},
    settings::{Method, Settings, SweepOrder},
    simd::{Lanes, ParticleView, motion::MotionConstants},
    solver::{
        gauss_seidel::{self, Sweeps},
        mass_spring::{self, SpringStep},
        tiling::StepConstants,
        verlet,
    },
    world::{
        World,
        data::{Bodies, Derived, Execution, Scratch, Stale, State},
    },
};

/// How often in a step it is looked where held ropes lie on shapes. A hand goes by 0.25 m in a step: a rope that was swept
/// round a post in it, and found to lie there after it, was drawn out by a fifth by then.
const SNAGS: u32 = 4;

impl World {
    /// Moves everything on by one step of [`Settings::step`] seconds.
    pub fn step(&mut self) {
        if self.is_asleep() {
            self.state.clock.steps += 1;
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
                self.scratch.backwards = number % 2 == 1;
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
                match self.state.settings.method {
                    Method::Jakobsen => self.project(substep),
                    Method::Springs => self.pull(substep),
                }
                verlet::stop_at_edge(&mut self.bodies.particles.position, &mut self.bodies.particles.displacement);
            }
        }
        self.tear_by_weight(substep);
        self.state.grabs.iter_mut().for_each(Grab::end_step);
        self.end_discs();
        self.state.clock.steps += 1;
    }

    /// Integrate, sweep, contacts: one substep of Jakobsen's method.
    fn project(&mut self, substep: f32) {
        let Settings { sweeps, order, give, .. } = self.state.settings;
        let (motion, surface) = self.motion(substep);
        self.state.counters.held_back += verlet::integrate(&mut self.bodies.particles, motion, self.execution.lanes);
        let sweeps = Sweeps { count: sweeps, order, share: 1.0 - give, lanes: self.execution.lanes };
        let (solves_strands, relaxes_nets) = (self.state.solver.solved_strands, self.relaxes_nets());
        let (lanes, holds) = (self.execution.lanes, self.uses_attachments());
        let Self {
            bodies: Bodies { particles, colouring, nets, .. },
            scratch: Scratch { corrections, .. },
            state: State { random, .. },
            derived: Derived { strands, attachments, .. },
            ..
        } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut view = ParticleView { first: 0, position, corrections, inv_mass };
        if holds {
            attachments.enforce(&mut view, displacement, (strain::RECOIL * substep, !solves_strands));
        }
        let mut sweep = |view: &mut ParticleView| gauss_seidel::sweep(view, colouring, random, sweeps);
        let unfinished = solves_strands && strands.solve(&mut view, &mut sweep);
        if relaxes_nets {
            nets.relax(&mut view, lanes);
        }
        if !solves_strands {
            sweep(&mut view);
        }
        let most =
            if self.state.settings.tear.is_some() { self.state.settings.hand_speed * substep } else { f32::INFINITY };
        let limits = (most, strain::RECOIL * substep);
        verlet::apply_corrections(
            &mut self.bodies.particles,
            &mut self.scratch.corrections,
            &self.scratch.strain_fracture.gentle,
            limits,
        );
        if unfinished {
            self.derived.strands.shorten_overlong_links(&mut self.bodies.particles.position);
        }
        self.touch(surface);
    }

    /// What moves free particles in a substep, and what surfaces do to them.
    fn motion(&self, substep: f32) -> (MotionConstants, ContactParameters) {
        let Settings { gravity, drag, restitution, friction, max_speed, .. } = self.state.settings;
        let motion = MotionConstants::new(gravity, drag, max_speed, substep);
        (motion, ContactParameters { restitution, friction, fall: motion.gravity_displacement, substep })
    }

    /// Takes down where everything is, where there are shapes to be met from there.
    fn take_down(&mut self) {
        if !self.state.colliders.shapes().is_empty() {
            self.derived.shape_contacts.take_down(&self.bodies.particles);
        }
    }

    /// Moves the shapes by one substep, which may be the `first` of its step.
    fn move_shapes(&mut self, substep: f32, first: bool) {
        if self.state.colliders.shapes().is_empty() {
            return;
        }
        let mut paces = std::mem::take(&mut self.derived.shape_contacts.paces);
        self.push(&mut paces, first);
        self.derived.shape_contacts.advance(&mut self.state.colliders, (substep, &paces));
        self.derived.shape_contacts.paces = paces;
    }

    /// Contacts: discs and shapes first, so that nothing is pushed through the ground or out of a room for good.
    fn touch(&mut self, surface: ContactParameters) {
        self.part_discs(surface);
        if !self.state.colliders.shapes().is_empty() {
            let Settings { method, give, .. } = self.state.settings;
            self.derived.shape_contacts.hardness = if method == Method::Springs { 0.0 } else { 1.0 - give };
            self.derived.shape_contacts.end(
                &mut self.bodies.particles,
                &self.bodies.links,
                (surface, self.scratch.backwards),
            );
            self.stop_balls(surface);
        }
        let Particles { position, displacement, inv_mass, .. } = &mut self.bodies.particles;
        if self.derived.particle_contacts.radius.is_empty() {
            plane_contact::resolve(position, displacement, inv_mass, &self.state.colliders, surface);
        } else {
            plane_contact::resolve_discs(
                &mut self.bodies.particles,
                &self.derived.particle_contacts.radius,
                &self.state.colliders,
                surface,
            );
        }
    }

    /// Whether this step is done in tiles: only where they do what the plain loop does. That is not so where there are
    /// shapes: a contact's link has its ends anywhere, and its turn after all that come before it.
    pub(crate) fn is_tiled(&self, substeps: u32) -> bool {
        let Settings { method, order, sweeps, .. } = self.state.settings;
        let links = self.bodies.links.len().saturating_mul(sweeps as usize);
        method == Method::Jakobsen
            && order == SweepOrder::Colour
            && self.execution.lanes == Lanes::Wide
            && !self.state.solver.solved_strands
            && !self.relaxes_nets()
            && (self.derived.attachments.is_empty() || !self.uses_attachments())
            && self.state.pin_velocity == Vec2::ZERO
            && self.state.colliders.shapes().is_empty()
            && self.state.settings.rope_contact.is_none()
            && self.scratch.strain_fracture.gentle.is_empty()
            && self.execution.tiled_stepper.should_tile(
                &self.bodies.colouring,
                (self.bodies.particles.len(), links),
                sweeps,
                substeps,
            )
    }

    /// All substeps of Jakobsen's method, in tiles, as many together as the wind leaves alone.
    fn project_tiled(&mut self, substeps: u32, substep: f32, breath: Option<u32>) {
        self.foresee_hands(substeps, substep);
        let (motion, surface) = self.motion(substep);
        let Settings { sweeps, give, .. } = self.state.settings;
        let mut done = 0;
        while done < substeps {
            let next = breath.map_or(substeps, |breath| (done + breath).min(substeps));
            if breath.is_some() {
                self.blow(next - done, substep);
            }
            let Self {
                execution: Execution { tiled_stepper, .. },
                bodies: Bodies { particles, colouring, .. },
                scratch: Scratch { corrections, .. },
                state: State { colliders, .. },
                ..
            } = self;
            let constants = StepConstants { colouring, colliders, motion, surface, share: 1.0 - give, sweeps };
            self.state.counters.held_back += tiled_stepper.step(particles, corrections, constants, done..next);
            done = next;
        }
    }

    /// Forces, then contacts with what is hard: one substep of the spring method.
    fn pull(&mut self, substep: f32) {
        let Settings { springs, gravity, restitution, friction, max_speed, .. } = self.state.settings;
        let pull = SpringStep { springs, gravity, substep, max_speed };
        let links = self.bodies.colouring.in_sequence();
        self.state.counters.held_back +=
            mass_spring::advance(&mut self.bodies.particles, links, &mut self.scratch.forces, pull);
        self.touch(ContactParameters { restitution, friction, fall: gravity * (substep * substep), substep });
    }

    /// Brings derived state up to date. Returns the number of substeps and their length, s.
    fn begin(&mut self) -> (u32, f32) {
        self.compact();
        self.refresh_web();
        self.begin_discs();
        self.emerge();
        self.bodies.colouring.refresh(&self.bodies.links, self.solves_in_sequence());
        self.bodies.colouring.load_inv_mass(&self.bodies.particles.inv_mass);
        self.scratch.corrections.resize(self.bodies.particles.len(), Vec2::ZERO);
        if std::mem::take(&mut self.state.solver.is_stale) {
            self.choose();
        }
        let stale_strands = self.derived.stale.strands && !self.strands_are_solved();
        if self.derived.stale.strands && !stale_strands {
            let Self { derived: Derived { adjacency, strands, .. }, bodies: Bodies { links, particles, .. }, .. } =
                self;
            strands.rebuild(ConstraintGraph { adjacency, links, particles });
        }
        if self.derived.stale.grab_limits && !(self.state.grabs.is_empty() && self.state.drive.is_none()) {
            self.tie_hands();
        }
        let Stale { nets, attachments, .. } = self.derived.stale;
        self.derived.stale = Stale { strands: stale_strands, nets, attachments, ..Stale::default() };
        if std::mem::take(&mut self.derived.stale.attachments) {
            let Self {
                derived: Derived { adjacency, attachments, .. },
                bodies: Bodies { links, particles, .. },
                scratch: Scratch { geodesic_search, .. },
                state: State { grabs, drive, .. },
                ..
            } = self;
            let led = grabs.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
            attachments.rebuild(ConstraintGraph { adjacency, links, particles }, geodesic_search, led);
        }
        self.derived.attachments.begin_step();
        self.calm_heavy();
        self.take_over_strands();
        if self.may_relax_nets() && std::mem::take(&mut self.derived.stale.nets) {
            let Self { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, nets, .. }, .. } = self;
            nets.rebuild(ConstraintGraph { adjacency, links, particles });
        }
        let substeps = self.substeps();
        let substep = self.state.settings.step / substeps as f32;
        self.derived.strands.begin_step(substeps);
        self.rescale(substep);
        self.begin_loads();
        (substeps, substep)
    }

    /// Whether the settings need the links in the order in which they were made.
    fn solves_in_sequence(&self) -> bool {
        self.state.settings.method == Method::Springs || self.state.settings.order != SweepOrder::Colour
    }

    /// Turns displacements over the old substep into such over a new one of `substep` seconds, at equal velocity.
    ///
    /// The velocity at the end of a substep is `(d + g h²/2) / h`, so `d' = d h'/h + g h' (h - h')/2`. Before the first
    /// step (h = 0, everything at rest) that is `d' = -g h'²/2`.
    fn rescale(&mut self, substep: f32) {
        let old = self.state.clock.substep;
        if old == substep {
            return;
        }
        let ratio = if old > 0.0 { substep / old } else { 0.0 };
        let kick = self.state.settings.gravity * (0.5 * substep * (old - substep));
        let Particles { displacement, inv_mass, .. } = &mut self.bodies.particles;
        for (displacement, _) in displacement.iter_mut().zip(&*inv_mass).filter(|(_, inv_mass)| **inv_mass != 0.0) {
            *displacement = *displacement * ratio + kick;
        }
        self.state.clock.substep = substep;
    }
}
