//! Stretch, energy and momentum of a world.

use glam::{DVec2, Vec2};

use crate::particles::{DistanceConstraint, LinkKind, Particles};
use crate::settings::Method;
use crate::world::World;

/// Stretch of the links, as a fraction of their rest lengths (0.01 is 1 %). A slack link counts as 0, as does one with
/// compliance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// Stretch of the most stretched link.
    pub max: f64,
    /// Mean stretch of all links.
    pub mean: f64,
}

/// Energy of the free particles, J. Pinned particles do not count.
///
/// Evaluated at the middle of the last substep, where Verlet integration gives velocity (displacement / substep) and
/// position (halfway) at the same instant: in free fall the total is then exactly constant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy, J.
    pub kinetic: f64,
    /// Potential energy under gravity (0 at the origin) and of links with compliance; under [`Method::Springs`] of the
    /// springs and the soft ground, J.
    pub potential: f64,
}

impl Energy {
    /// Total energy, J.
    #[must_use]
    pub fn total(self) -> f64 {
        self.kinetic + self.potential
    }
}

impl World {
    /// The present stretch of the links.
    #[must_use]
    pub fn stretch(&self) -> Stretch {
        let position = &self.particles().position;
        let mut stretch = Stretch::default();
        for link in self.links().filter(|link| link.kind != LinkKind::Stop && link.compliance == 0.0) {
            let (a, b) = (position[link.a.index()].as_dvec2(), position[link.b.index()].as_dvec2());
            let share = ((b - a).length() / f64::from(link.rest_length) - 1.0).max(0.0);
            stretch.max = stretch.max.max(share);
            stretch.mean += share;
        }
        stretch.mean /= self.link_count().max(1) as f64;
        stretch
    }

    /// The energy of the free particles.
    #[must_use]
    pub fn energy(&self) -> Energy {
        let gravity = self.settings().gravity.as_dvec2();
        let mut energy = Energy::default();
        for (index, &inv_mass) in self.particles().inv_mass.iter().enumerate() {
            // A sleeping particle counts as free, or its potential energy would vanish.
            if inv_mass != 0.0 || self.state.sleep.is_asleep(index) {
                let mass = f64::from(self.particles().mass[index]);
                energy.kinetic += 0.5 * mass * self.velocity(index).length_squared();
                energy.potential -= mass * gravity.dot(self.midpoint(index));
            }
        }
        energy.potential += match self.settings().method {
            Method::Springs => self.elastic_energy(),
            Method::Jakobsen => self.compliant_energy(),
        };
        energy
    }

    /// The momentum of the free particles, kg m/s.
    #[must_use]
    pub fn momentum(&self) -> DVec2 {
        let Particles { mass, inv_mass, .. } = self.particles();
        (0..mass.len()).filter(|&i| inv_mass[i] != 0.0).map(|i| self.velocity(i) * f64::from(mass[i])).sum()
    }

    /// Length that a link resists, m.
    fn extension(&self, link: &DistanceConstraint) -> f64 {
        let length = (self.midpoint(link.b.index()) - self.midpoint(link.a.index())).length();
        let extension = length - f64::from(self.rest_length(link));
        let only_pushes = link.kind == LinkKind::Stop;
        if only_pushes { extension.min(0.0) } else { extension.max(link.kind.min_error().into()) }
    }

    /// Elastic energy of links with compliance, J.
    fn compliant_energy(&self) -> f64 {
        let compliant = self.links().filter(|link| link.compliance > 0.0);
        let energy = |extension: f64, compliance: f32| 0.5 * extension * extension / f64::from(compliance);
        compliant.map(|link| energy(self.extension(link), link.compliance)).sum()
    }

    /// Elastic energy of springs and soft ground, J.
    fn elastic_energy(&self) -> f64 {
        let springs = self.settings().springs;
        let mut energy = 0.0;
        for link in self.links() {
            let extension = self.extension(link);
            energy += 0.5 * f64::from(springs.stiffness * link.stiffness) * extension * extension;
        }
        if let Some(ground) = springs.ground {
            for (index, _) in self.particles().inv_mass.iter().enumerate().filter(|(_, inv_mass)| **inv_mass != 0.0) {
                let depth = (f64::from(ground.height) - self.midpoint(index).y).max(0.0);
                energy += 0.5 * f64::from(ground.repulsion) * depth * depth;
            }
        }
        energy
    }

    /// Mean velocity over the last substep, m/s.
    fn velocity(&self, index: usize) -> DVec2 {
        let substep = self.substep_length();
        if substep > 0.0 { self.particles().displacement[index].as_dvec2() / f64::from(substep) } else { DVec2::ZERO }
    }

    /// Position in the middle of the last substep, m.
    fn midpoint(&self, index: usize) -> DVec2 {
        let Vec2 { x, y } = self.particles().position[index];
        DVec2::new(x.into(), y.into()) - 0.5 * self.particles().displacement[index].as_dvec2()
    }
}
