//! The world: everything that moves, and the step that moves it.

use std::sync::Arc;

use glam::Vec2;

use super::{
    batches::Batches,
    collider::Colliders,
    constraint::DistanceConstraint,
    contact::{self, Surface},
    discs::{Ball, Discs, Rest},
    faces::{Face, Faces},
    hand::{Drive, Hand, Ties},
    integrate::{self, Motion},
    lanes::{Lanes, Places},
    near::Contacts,
    nets::Nets,
    particles::Particles,
    random::SplitMix64,
    settings::{Method, Order, Settings},
    slots::Links,
    snag::Snags,
    solve::{self, Sweeps},
    spring::{self, Pull},
    stamp::Branch,
    strands::Strands,
    stroke::Finder,
    tear::{self, Tears},
    tether::Tethers,
    tile::{Constants, Tiles, Tiling},
    topology::{Adjacency, Pathfinder, Web},
    weight::Weight,
    wind::{Air, Breeze},
};

/// Particles, the constraints between them, and what acts on them. `Clone` is its snapshot: a clone goes on to the
/// same bits. Nothing that is asked of it can fail or panic.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) settings: Settings,
    pub(super) particles: Particles,
    /// What hangs on them, by particle.
    pub(super) weights: Vec<Weight>,
    pub(super) links: Links,
    pub(super) batches: Batches,
    pub(super) faces: Faces,
    pub(super) colliders: Colliders,
    pub(super) hands: Vec<Hand>,
    pub(super) drive: Option<Drive>,
    /// How fast the pins are moved, m/s: see [`World::move_pinned`].
    pub(super) pin_velocity: Vec2,
    pub(super) random: SplitMix64,
    /// What moves the air besides the settings.
    pub(super) air: Air,
    /// Steps since the world was made.
    pub(super) steps: u64,
    /// Length of the substep that the displacements belong to, s; 0 before the first step.
    pub(super) substep: f32,
    /// What [`Substeps::Auto`] comes to in this scene where sweeps are alone.
    pub(super) auto_substeps: u32,
    /// What it comes to where strands are solved.
    pub(super) strand_substeps: u32,
    /// What [`StrandSolver::Auto`] comes to in this scene.
    pub(super) solves_strands: bool,
    /// What it comes to where nets get coarser ones; `None` where they do not.
    pub(super) net_substeps: Option<u32>,
    /// Particles that are discs of a size of their own.
    pub(super) balls: Vec<Ball>,
    /// State while discs are on: who has lain still for how long.
    pub(super) rest: Rest,
    /// Links that were cut.
    pub(super) cut: u64,
    /// Links that tore.
    pub(super) torn: u64,
    /// How often a particle was faster than the speed limit and was held to it.
    pub(super) held_back: u64,
    /// Derived state that a change has made stale.
    pub(super) stale: Stale,
    /// The same for a world, its clones and snapshots. Not state: see `snapshot`.
    pub(super) lineage: Arc<()>,
    /// This world's own. Not state: see `stamp`.
    pub(super) branch: Branch,
    /// Derived: who is linked to whom.
    pub(super) adjacency: Adjacency,
    /// Derived, and scratch: finds the links that a stroke touches.
    pub(super) finder: Finder,
    /// Derived: the ties of each hand, in their order, then those of the drive.
    pub(super) ties: Vec<Ties>,
    /// Derived: what hangs where; up to date only while it is used.
    pub(super) strands: Strands,
    /// State: where the nets are; derived: coarser ones, up to date only while they are used.
    pub(super) nets: Nets,
    /// Derived: what holds what is heavy.
    pub(super) tethers: Tethers,
    /// State: whether the last step solved them.
    pub(super) solving_strands: bool,
    /// Derived, and scratch: what is near which shape.
    pub(super) contacts: Contacts,
    /// Derived, and scratch: rope against rope.
    pub(super) discs: Discs,
    /// Scratch: whether contacts of links are solved from the last to the first in this substep.
    pub(super) backwards: bool,
    /// Scratch: the slots of links that are about to go, in their order.
    pub(super) broken: Vec<u32>,
    /// Scratch: what is stretched, where that matters.
    pub(super) tears: Tears,
    /// Scratch: never state.
    pub(super) pathfinder: Pathfinder,
    /// Scratch: finds where what is held lies on shapes.
    pub(super) snags: Snags,
    /// Scratch: how fast each hand goes in this step, m/s.
    pub(super) paces: Vec<f32>,
    /// Scratch: the force on each particle, N.
    pub(super) forces: Vec<Vec2>,
    /// Scratch: what the links have moved each particle in this substep, m; zero between substeps.
    pub(super) moved: Vec<Vec2>,
    /// Scratch: the air at each particle.
    pub(super) breeze: Breeze,
    /// How steps are tiled, and on how many threads; the bits do not depend on it.
    pub(super) tiles: Tiles,
    /// How links are projected; the bits do not depend on it.
    pub(super) lanes: Lanes,
}

/// Which derived state has to be made anew before the next step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stale {
    /// Something was added, or slots were compacted: what goes by the slots of links.
    pub web: bool,
    /// Something was added: the number of substeps.
    pub depth: bool,
    /// Links, pins or hands changed: what the hands are tied to.
    pub ties: bool,
    /// Links, pins or hands changed: what hangs where.
    pub strands: bool,
    /// The same, for the coarser nets.
    pub nets: bool,
    /// The same, or masses: for the tethers.
    pub tethers: bool,
}

impl World {
    /// An empty world. `seed` starts its own randomness.
    #[must_use]
    pub fn new(settings: Settings, colliders: Colliders, seed: u64) -> Self {
        Self {
            settings: settings.sanitised(),
            particles: Particles::default(),
            weights: Vec::new(),
            links: Links::default(),
            batches: Batches::default(),
            faces: Faces::default(),
            colliders: colliders.sanitised(),
            hands: Vec::new(),
            drive: None,
            pin_velocity: Vec2::ZERO,
            random: SplitMix64 { state: seed },
            air: Air::default(),
            steps: 0,
            substep: 0.0,
            auto_substeps: 1,
            strand_substeps: 1,
            solves_strands: false,
            net_substeps: None,
            balls: Vec::new(),
            rest: Rest::default(),
            cut: 0,
            torn: 0,
            held_back: 0,
            stale: Stale::default(),
            lineage: Arc::new(()),
            branch: Branch::default(),
            adjacency: Adjacency::default(),
            finder: Finder::default(),
            ties: Vec::new(),
            strands: Strands::default(),
            nets: Nets::default(),
            tethers: Tethers::default(),
            solving_strands: false,
            contacts: Contacts::default(),
            discs: Discs::default(),
            backwards: false,
            broken: Vec::new(),
            tears: Tears::default(),
            pathfinder: Pathfinder::default(),
            snags: Snags::default(),
            paces: Vec::new(),
            forces: Vec::new(),
            moved: Vec::new(),
            breeze: Breeze::default(),
            tiles: Tiles::default(),
            lanes: Lanes::default(),
        }
    }

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
                }
                if let Some(breath) = breath.filter(|breath| number % breath == 0) {
                    self.blow(breath.min(substeps - number), substep);
                }
                self.move_shapes(substep);
                self.lead(substep);
                match self.settings.method {
                    Method::Jakobsen => self.project(substep),
                    Method::Springs => self.pull(substep),
                }
                integrate::stop_at_edge(&mut self.particles.position, &mut self.particles.displacement);
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
        self.held_back += integrate::integrate(&mut self.particles, motion, self.lanes);
        let sweeps = Sweeps { count: sweeps, order, share: 1.0 - give, lanes: self.lanes };
        let (solves_strands, relaxes_nets) = (self.solving_strands, self.relaxes_nets());
        let (lanes, holds) = (self.lanes, self.may_tether());
        let Self { particles, moved, batches, random, strands, nets, tethers, .. } = self;
        let Particles { position, displacement, inv_mass, .. } = particles;
        let mut places = Places { first: 0, position, moved, inv_mass };
        if holds {
            tethers.hold(&mut places, displacement, (tear::RECOIL * substep, !solves_strands));
        }
        let mut sweep = |places: &mut Places| solve::sweep(places, batches, random, sweeps);
        let unfinished = solves_strands && strands.solve(&mut places, &mut sweep);
        if relaxes_nets {
            nets.relax(&mut places, lanes);
        }
        if !solves_strands {
            sweep(&mut places);
        }
        let most = if self.settings.tear.is_some() { self.settings.hand_speed * substep } else { f32::INFINITY };
        let limits = (most, tear::RECOIL * substep);
        integrate::finish(&mut self.particles, &mut self.moved, &self.tears.gentle, limits);
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

    /// Moves the shapes by one substep.
    fn move_shapes(&mut self, substep: f32) {
        let Self { colliders, contacts, .. } = self;
        if !colliders.shapes().is_empty() {
            contacts.advance(colliders, (substep, self.settings.hand_speed));
        }
    }

    /// Contacts: discs and shapes first, so that nothing is pushed through the ground or out of a room for good.
    fn touch(&mut self, surface: Surface) {
        self.part_discs(surface);
        if !self.colliders.shapes().is_empty() {
            self.contacts.end(&mut self.particles, &self.links, (surface, self.backwards));
            self.stop_balls(surface);
        }
        let Particles { position, displacement, inv_mass, .. } = &mut self.particles;
        if self.discs.radius.is_empty() {
            contact::resolve(position, displacement, inv_mass, &self.colliders, surface);
        } else {
            contact::resolve_discs(&mut self.particles, &self.discs.radius, &self.colliders, surface);
        }
    }

    /// Whether this step is done in tiles: only where they do what the plain loop does. That is not so where there are
    /// shapes: a contact's link has its ends anywhere, and its turn after all that come before it.
    fn is_tiled(&self, substeps: u32) -> bool {
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
        self.held_back += spring::advance(&mut self.particles, links, &mut self.forces, pull);
        self.touch(Surface { restitution, friction, fall: gravity * (substep * substep), substep });
    }

    /// Brings derived state up to date. Returns the number of substeps and their length, s.
    fn begin(&mut self) -> (u32, f32) {
        self.compact();
        self.refresh_web();
        self.begin_discs();
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
            let Self { adjacency, links, particles, tethers, pathfinder, .. } = self;
            tethers.rebuild(Web { adjacency, links, particles }, pathfinder);
        }
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

    /// The displacement of a free particle that is at rest, m.
    pub(super) fn rest_displacement(&self) -> Vec2 {
        self.settings.gravity * (-0.5 * self.substep * self.substep)
    }

    /// Steps large scenes on so many threads. It is not state and changes no bit.
    pub fn set_threads(&mut self, threads: usize) {
        self.tiles.set_threads(threads);
    }

    /// Whether a step like the last is shared out among threads.
    #[must_use]
    pub fn is_shared_out(&self) -> bool {
        self.is_tiled(self.substeps())
            && self.tiles.share_out(&self.batches, self.particles.len(), self.settings.sweeps)
    }

    /// Steps as `other` does: on as many threads, which the two share. What is in it does not change.
    pub fn step_like(&mut self, other: &Self) {
        self.tiles.clone_from(&other.tiles);
        self.lanes = other.lanes;
    }

    /// Chooses when steps are tiled, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_tiling(&mut self, tiling: Tiling) {
        self.tiles.tiling = tiling;
    }

    /// Chooses how links are projected, for tests: it is not state and changes no bit.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The particles.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        &self.particles
    }

    /// The links, in the order in which they were made.
    pub fn constraints(&self) -> impl Iterator<Item = &DistanceConstraint> + Clone + '_ {
        self.links.iter()
    }

    /// How many links there are.
    #[must_use]
    pub fn link_count(&self) -> usize {
        self.links.living()
    }

    /// The patches of cloth that still hold.
    pub fn faces(&self) -> impl Iterator<Item = &Face> + Clone + '_ {
        self.faces.iter()
    }

    /// How many patches of cloth hold.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.living()
    }

    /// Ground, walls, and the shapes.
    #[must_use]
    pub fn colliders(&self) -> &Colliders {
        &self.colliders
    }

    /// The pointers that hold a particle.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The end that keys move, if the scene has one.
    #[must_use]
    pub fn drive(&self) -> Option<Drive> {
        self.drive
    }

    /// Steps since the world was made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Length of the last substep, s; 0 before the first step.
    #[must_use]
    pub fn substep_length(&self) -> f32 {
        self.substep
    }

    /// How many links were cut.
    #[must_use]
    pub fn cut_links(&self) -> u64 {
        self.cut
    }

    /// How many links tore.
    #[must_use]
    pub fn torn_links(&self) -> u64 {
        self.torn
    }

    /// How many times a sweep by colour projects each link: 2 where it has to go through the colours and back again.
    #[must_use]
    pub fn passes(&self) -> u32 {
        if self.batches.sweeps_there_and_back() { 2 } else { 1 }
    }

    /// How often a particle was faster than [`Settings::max_speed`] and was held to it: more than a few a second say
    /// that the settings are not stable.
    #[must_use]
    pub fn held_back(&self) -> u64 {
        self.held_back
    }
}
