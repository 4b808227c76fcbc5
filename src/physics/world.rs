//! The world: everything that moves, and the step that moves it.

use glam::Vec2;

use super::{
    batches::Batches,
    collider::{Colliders, HalfPlane},
    constraint::DistanceConstraint,
    contact::{self, Surface},
    faces::{Face, Faces},
    hand::{Drive, Hand, Ties},
    integrate::{self, Motion},
    particles::{ParticleId, Particles},
    random::SplitMix64,
    settings::{Method, Order, Settings, Substeps},
    slots::Links,
    solve::{self, Sweeps},
    spring::{self, Pull},
    stroke::Finder,
    topology::{self, Adjacency, Pathfinder, Web},
};

/// Particles, the constraints between them, and what acts on them. `Clone` is its snapshot: a clone goes on to the
/// same bits. Nothing that is asked of it can fail or panic.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) settings: Settings,
    pub(super) particles: Particles,
    pub(super) links: Links,
    pub(super) batches: Batches,
    pub(super) faces: Faces,
    pub(super) colliders: Colliders,
    pub(super) hands: Vec<Hand>,
    pub(super) drive: Option<Drive>,
    /// How fast the pins are moved, m/s: see [`World::move_pinned`].
    pub(super) pin_velocity: Vec2,
    pub(super) random: SplitMix64,
    /// Steps since the world was made.
    pub(super) steps: u64,
    /// Length of the substep that the displacements belong to, s; 0 before the first step.
    pub(super) substep: f32,
    /// What [`Substeps::Auto`] comes to in this scene.
    pub(super) auto_substeps: u32,
    /// Links that were cut.
    pub(super) cut: u64,
    /// How often a particle was faster than the speed limit and was held to it.
    pub(super) held_back: u64,
    /// Derived state that a change has made stale.
    pub(super) stale: Stale,
    /// Derived: who is linked to whom.
    pub(super) adjacency: Adjacency,
    /// Derived, and scratch: finds the links that a stroke touches.
    pub(super) finder: Finder,
    /// Derived: the ties of each hand, in their order, then those of the drive.
    pub(super) ties: Vec<Ties>,
    /// Scratch: never state.
    pub(super) pathfinder: Pathfinder,
    /// Scratch: how fast each hand goes in this step, m/s.
    pub(super) paces: Vec<f32>,
    /// Scratch: the force on each particle, N.
    pub(super) forces: Vec<Vec2>,
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
}

impl World {
    /// Substeps x links that [`Substeps::Auto`] spends on a step: a millisecond or two on one core.
    const AUTO_PROJECTIONS: usize = 500_000;
    /// The bounds of [`Substeps::Auto`]. Fewer than 8 show as stretch; past some 480, `f32` noise begins to.
    const AUTO_RANGE: (u32, u32) = (8, 480);
    /// Substeps for each link of depth, where the budget allows: a rope of 100 links then stretches 0.1 % in a yank.
    const AUTO_PER_DEPTH: u32 = 4;

    /// An empty world. `seed` starts its own randomness.
    #[must_use]
    pub fn new(settings: Settings, colliders: Colliders, seed: u64) -> Self {
        Self {
            settings: settings.sanitised(),
            particles: Particles::default(),
            links: Links::default(),
            batches: Batches::default(),
            faces: Faces::default(),
            colliders,
            hands: Vec::new(),
            drive: None,
            pin_velocity: Vec2::ZERO,
            random: SplitMix64 { state: seed },
            steps: 0,
            substep: 0.0,
            auto_substeps: Self::AUTO_RANGE.0,
            cut: 0,
            held_back: 0,
            stale: Stale::default(),
            adjacency: Adjacency::default(),
            finder: Finder::default(),
            ties: Vec::new(),
            pathfinder: Pathfinder::default(),
            paces: Vec::new(),
            forces: Vec::new(),
        }
    }

    /// Moves everything on by one step of [`Settings::step`] seconds.
    pub fn step(&mut self) {
        let (substeps, substep) = self.begin();
        self.set_paces();
        for _ in 0..substeps {
            self.lead(substep);
            match self.settings.method {
                Method::Jakobsen => self.project(substep),
                Method::Springs => self.pull(substep),
            }
            integrate::stop_at_edge(&mut self.particles);
        }
        self.hands.iter_mut().for_each(Hand::end_step);
        self.steps += 1;
    }

    /// Integrate, sweep, contacts: one substep of Jakobsen's method.
    fn project(&mut self, substep: f32) {
        let Settings { sweeps, order, give, gravity, drag, restitution, friction, max_speed, .. } = self.settings;
        let motion = Motion::new(gravity, drag, max_speed, substep);
        self.held_back += integrate::integrate(&mut self.particles, motion);
        let sweeps = Sweeps { count: sweeps, order, share: 1.0 - give };
        solve::sweep(&mut self.particles, &mut self.batches, &mut self.random, sweeps);
        let surface = Surface { restitution, friction, fall: motion.fall, substep };
        contact::resolve(&mut self.particles, &self.colliders, surface);
    }

    /// Forces, then contacts with what is hard: one substep of the spring method.
    fn pull(&mut self, substep: f32) {
        let Settings { springs, gravity, restitution, friction, max_speed, .. } = self.settings;
        let pull = Pull { springs, gravity, substep, max_speed };
        let links = self.batches.in_sequence();
        self.held_back += spring::advance(&mut self.particles, links, &mut self.forces, pull);
        let surface = Surface { restitution, friction, fall: gravity * (substep * substep), substep };
        contact::resolve(&mut self.particles, &self.colliders, surface);
    }

    /// Brings derived state up to date. Returns the number of substeps and their length, s.
    fn begin(&mut self) -> (u32, f32) {
        self.compact();
        self.refresh_web();
        self.batches.refresh(&self.links, self.solves_in_sequence());
        if self.stale.depth {
            self.auto_substeps = self.choose_substeps();
        }
        if self.stale.ties && !(self.hands.is_empty() && self.drive.is_none()) {
            self.tie_hands();
        }
        self.stale = Stale::default();
        let substeps = self.substeps();
        let substep = self.settings.step / substeps as f32;
        self.rescale(substep);
        (substeps, substep)
    }

    /// Whether the settings need the links in the order in which they were made.
    fn solves_in_sequence(&self) -> bool {
        self.settings.method == Method::Springs || self.settings.order != Order::Colour
    }

    /// Into how many substeps a step is split now.
    ///
    /// Under Jakobsen's method [`Substeps::Auto`] is a function of the scene: four for each link between a particle
    /// and what it hangs from, as far as a budget of projections goes. Cuts and pins do not change it, so that a
    /// stroke does not change the pace of the rest. Under the spring method it is the fewest whose substeps are no
    /// longer than [`super::Springs::max_substep`].
    #[must_use]
    pub fn substeps(&self) -> u32 {
        match (self.settings.method, self.settings.substeps) {
            (Method::Springs, _) => (self.settings.step / self.settings.springs.max_substep).ceil().max(1.0) as u32,
            (Method::Jakobsen, Substeps::Count(count)) => count,
            (Method::Jakobsen, Substeps::Auto) => self.auto_substeps,
        }
    }

    fn choose_substeps(&self) -> u32 {
        let Self { adjacency, links, particles, .. } = self;
        let wanted = topology::depth(Web { adjacency, links, particles }).saturating_mul(Self::AUTO_PER_DEPTH);
        let passes = if self.batches.sweeps_there_and_back() { 2 } else { 1 };
        let affordable = Self::AUTO_PROJECTIONS / (passes * links.living()).max(1);
        let (least, most) = Self::AUTO_RANGE;
        wanted.min(u32::try_from(affordable).unwrap_or(most)).clamp(least, most)
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

    fn tie_hands(&mut self) {
        let Self { adjacency, links, particles, hands, drive, ties, pathfinder, .. } = self;
        let web = Web { adjacency, links, particles };
        let held = hands.iter().map(|hand| hand.particle).chain(drive.map(|drive| drive.particle));
        ties.resize_with(hands.len() + usize::from(drive.is_some()), Ties::default);
        for (ties, held) in ties.iter_mut().zip(held) {
            ties.set(pathfinder.ties(web, held), self.settings.give);
        }
    }

    /// Finds how fast each hand goes in this step: as fast as its pointer, up to the limit.
    fn set_paces(&mut self) {
        let Settings { step, hand_speed, .. } = self.settings;
        let pace = |hand: &Hand| hand.pace(self.particles.position[hand.particle.index()], step, hand_speed);
        self.paces.clear();
        self.paces.extend(self.hands.iter().map(pace));
    }

    /// Moves what is held by one substep: hands along their paths, the driven end at its velocity. None of them goes
    /// through a surface, soft or hard.
    fn lead(&mut self, substep: f32) {
        for index in 0..self.hands.len() {
            let Self { hands, ties, paces, .. } = self;
            let (Some(hand), Some(ties), Some(pace)) = (hands.get_mut(index), ties.get(index), paces.get(index)) else {
                return;
            };
            let particle = hand.particle;
            let from = self.particles.position[particle.index()];
            let to = hand.walk(from, pace * substep, ties, &self.particles);
            self.lead_to(particle, to);
        }
        self.drive_end(substep);
        self.lead_pins(substep);
    }

    fn drive_end(&mut self, substep: f32) {
        let (Some(Drive { particle, velocity }), Some(ties)) = (self.drive, self.ties.get(self.hands.len())) else {
            return;
        };
        // A hand that holds it leads it; and whoever takes its pin out lets it go.
        let taken = self.hands.iter().any(|hand| hand.particle == particle);
        if taken || !self.particles.pinned[particle.index()] {
            return;
        }
        let from = self.particles.position[particle.index()];
        let way = velocity * substep;
        // A stretched spring rope is longer than what it is tied by: that must not make the end jump.
        let allowed = ties.within_reach(from + way, &self.particles) - from;
        self.lead_to(particle, from + integrate::limited(allowed, way.length()));
    }

    /// Puts a held particle to `to` (m), or to the surface before it.
    pub(super) fn lead_to(&mut self, particle: ParticleId, to: Vec2) {
        let from = self.particles.position[particle.index()];
        let soft = self.settings.springs.ground.filter(|_| self.settings.method == Method::Springs);
        let soft = soft.map(|ground| HalfPlane { normal: Vec2::Y, offset: ground.height });
        let to = self.colliders.planes().chain(soft).fold(to, |to, plane| plane.stop(from, to));
        self.particles.position[particle.index()] = to;
        self.particles.displacement[particle.index()] = to - from;
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

    /// Ground and walls.
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

    /// How often a particle was faster than [`Settings::max_speed`] and was held to it: more than a few a second say
    /// that the settings are not stable.
    #[must_use]
    pub fn held_back(&self) -> u64 {
        self.held_back
    }
}
