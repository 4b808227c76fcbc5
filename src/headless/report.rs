//! The result of a run, as lines of text or as JSON.

use serde::Serialize;

use crate::{host::text, sandbox::Sandbox, timeline::Hash};

/// The state of a run after its last step, in SI units. Counts are over the whole run. The names of the fields are part
/// of the output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the scene at the end, printable.
    pub scene: String,
    /// Number of steps.
    pub steps: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Number of particles.
    pub particles: usize,
    /// Number of intact links.
    pub constraints: usize,
    /// Number of cut links.
    pub cut: u64,
    /// Number of torn links.
    pub torn: u64,
    /// Greatest stretch of a link, as a fraction of its rest length.
    pub max_stretch: f64,
    /// Mean stretch of the links.
    pub mean_stretch: f64,
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
    /// Potential energy, J; 0 at the height of the origin.
    pub potential_energy: f64,
    /// State hash, 16 hexadecimal digits.
    pub state_hash: Hash,
    /// Report of the ghost, if there is one at the end.
    #[serde(flatten)]
    pub ghost: Option<GhostReport>,
}

/// The part of a report about the ghost, and how often the speed limit held particles in both worlds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GhostReport {
    /// Its name, printable.
    pub ghost: String,
    /// Number of intact links.
    pub ghost_constraints: usize,
    /// Number of cut links.
    pub ghost_cut: u64,
    /// Number of torn links.
    pub ghost_torn: u64,
    /// Greatest stretch of a link, as a fraction of its rest length.
    pub ghost_max_stretch: f64,
    /// Mean stretch of the links.
    pub ghost_mean_stretch: f64,
    /// Kinetic energy, J.
    pub ghost_kinetic_energy: f64,
    /// Potential energy, J.
    pub ghost_potential_energy: f64,
    /// Number of times that the speed limit held a particle of the world.
    pub held_back: u64,
    /// The same number for the ghost.
    pub ghost_held_back: u64,
}

impl GhostReport {
    fn of(sandbox: &Sandbox) -> Option<Self> {
        let ghost = sandbox.ghost()?;
        let world = ghost.world();
        let (stretch, energy) = (world.stretch(), world.energy());
        Some(Self {
            ghost: text::label(ghost.name()),
            ghost_constraints: world.link_count(),
            ghost_cut: world.cut_link_count(),
            ghost_torn: world.torn_link_count(),
            ghost_max_stretch: stretch.max,
            ghost_mean_stretch: stretch.mean,
            ghost_kinetic_energy: energy.kinetic,
            ghost_potential_energy: energy.potential,
            held_back: sandbox.world().clamped_speed_count(),
            ghost_held_back: world.clamped_speed_count(),
        })
    }
}

impl std::fmt::Display for GhostReport {
    /// One value a line, each line begun by a line break.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { ghost, ghost_constraints, ghost_cut, ghost_torn, ghost_max_stretch, ghost_mean_stretch, .. } = self;
        let Self { ghost_kinetic_energy, ghost_potential_energy, held_back, ghost_held_back, .. } = self;
        write!(f, "\nghost {ghost}\nghost_constraints {ghost_constraints}")?;
        write!(f, "\nghost_cut {ghost_cut}\nghost_torn {ghost_torn}")?;
        write!(f, "\nghost_max_stretch {ghost_max_stretch:.9}\nghost_mean_stretch {ghost_mean_stretch:.9}")?;
        write!(f, "\nghost_kinetic_energy {ghost_kinetic_energy:.9}")?;
        write!(f, "\nghost_potential_energy {ghost_potential_energy:.9}")?;
        write!(f, "\nheld_back {held_back}\nghost_held_back {ghost_held_back}")
    }
}

impl Report {
    /// The report of a sandbox.
    pub(super) fn of(sandbox: &Sandbox) -> Self {
        let world = sandbox.world();
        let (stretch, energy) = (world.stretch(), world.energy());
        Self {
            scene: text::label(&sandbox.scene().name),
            steps: sandbox.steps(),
            time: sandbox.time(),
            particles: world.particles().len(),
            constraints: world.link_count(),
            cut: world.cut_link_count(),
            torn: world.torn_link_count(),
            max_stretch: stretch.max,
            mean_stretch: stretch.mean,
            kinetic_energy: energy.kinetic,
            potential_energy: energy.potential,
            state_hash: Hash(sandbox.state_hash()),
            ghost: GhostReport::of(sandbox),
        }
    }
}

impl std::fmt::Display for Report {
    /// One value a line: its name, a space, the value.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { scene, steps, time, particles, constraints, cut, torn, .. } = self;
        let Self { max_stretch, mean_stretch, kinetic_energy, potential_energy, state_hash, .. } = self;
        writeln!(f, "scene {scene}\nsteps {steps}\ntime {time:.3}\nparticles {particles}")?;
        writeln!(f, "constraints {constraints}\ncut {cut}\ntorn {torn}")?;
        writeln!(f, "max_stretch {max_stretch:.9}\nmean_stretch {mean_stretch:.9}")?;
        writeln!(f, "kinetic_energy {kinetic_energy:.9}\npotential_energy {potential_energy:.9}")?;
        write!(f, "state_hash {state_hash}")?;
        self.ghost.as_ref().map_or(Ok(()), |ghost| ghost.fmt(f))
    }
}
