//! Drives of links, motors, and the keys that work them.

use crate::geometry::Similarity;
use crate::machine::{DrivenLink, LinkDrive, MAX_DRIVEN_LENGTH, MIN_DRIVEN_LENGTH, Machines, Motor, MotorDrive};
use crate::math::clamp_or;
use crate::particles::{DistanceConstraint, ParticleId};
use crate::world::edit::{MAX_LENGTH, MIN_LENGTH, Things};
use crate::world::{Stale, World};

impl World {
    /// Gives the link between two particles a drive, or another one; `None` makes it an ordinary link again. Without a link
    /// between them nothing changes.
    pub fn set_link_drive(&mut self, a: ParticleId, b: ParticleId, drive: Option<LinkDrive>) {
        let ends = if a < b { [a, b] } else { [b, a] };
        let found =
            self.bodies.links.enumerate().find(|(_, link)| [[link.a, link.b], [link.b, link.a]].contains(&ends));
        let Some((slot, link)) = found.map(|(slot, link)| (slot, *link)) else { return };
        let driven = &mut self.state.machines.driven;
        let found = driven.binary_search_by_key(&ends, |link| link.ends);
        let of_material = || self.state.materials.get(link.material).map_or(0.0, |of| of.compliance(link.rest_length));
        let compliance = match (found, drive.map(LinkDrive::clamped)) {
            (Ok(place), Some(drive)) => {
                let DrivenLink { rest_length, phase, is_on, .. } = driven[place];
                driven[place] =
                    DrivenLink { rest_length, phase, is_on, ..DrivenLink::new(ends, link.rest_length, drive) };
                driven[place].compliance()
            }
            (Err(place), Some(drive)) => {
                driven.insert(place, DrivenLink::new(ends, link.rest_length, drive));
                driven[place].compliance()
            }
            (Ok(place), None) => {
                driven.remove(place);
                of_material()
            }
            (Err(_), None) => return,
        };
        let stiffness = if drive.is_some() { 1.0 } else { link.stiffness };
        let link = DistanceConstraint { compliance, stiffness, ..link };
        self.bodies.links.replace(slot, link);
        self.bodies.colouring.update(slot, &link);
        ends.into_iter().for_each(|end| self.disturb(end));
        self.state.solver.is_stale = true;
        self.derived.stale = Stale::ALL;
    }

    /// Sets the rest length at which the drive of a link stands, m.
    pub(super) fn set_driven_length(&mut self, a: ParticleId, b: ParticleId, rest_length: f32) {
        let ends = if a < b { [a, b] } else { [b, a] };
        let driven = &mut self.state.machines.driven;
        if let Ok(place) = driven.binary_search_by_key(&ends, |link| link.ends) {
            let length = driven[place].length;
            driven[place].rest_length = clamp_or(rest_length, MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH, length);
        }
    }

    /// Mirrors the motors of things, and scales their drives.
    pub(super) fn transform_machines(&mut self, things: &Things, by: &Similarity) {
        let Machines { driven, motors, .. } = &mut self.state.machines;
        if by.is_mirrored {
            let mirrored = motors.iter_mut().filter(|motor| things.has_particle(motor.axle));
            mirrored.for_each(|motor| motor.drive.speed = -motor.drive.speed);
        }
        let is_between = |link: &&mut DrivenLink| link.ends.iter().all(|&end| things.has_particle(end));
        for link in driven.iter_mut().filter(is_between).filter(|_| by.scale != 1.0) {
            link.drive = link.drive.scaled(by.scale);
            link.length = clamp_or(link.length * by.scale, MIN_LENGTH, MAX_LENGTH, link.length);
            let rest_length = link.rest_length * by.scale;
            link.rest_length = clamp_or(rest_length, MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH, link.rest_length);
        }
    }

    /// Puts a motor onto an axle, changes or removes it. `arms`: a particle of what turns, and one of what carries it; the
    /// whole rim of a wheel turns. Parts that links do not join to the axle have no motor.
    pub fn set_motor(&mut self, axle: ParticleId, arms: [ParticleId; 2], drive: Option<MotorDrive>) {
        let exists = |id: ParticleId| self.bodies.particles.contains(id);
        if !exists(axle) || !arms.into_iter().all(exists) || arms[0] == axle || arms[0] == arms[1] {
            return;
        }
        let motors = &mut self.state.machines.motors;
        match (motors.binary_search_by_key(&axle, |motor| motor.axle), drive.map(MotorDrive::clamped)) {
            (Ok(place), Some(drive)) => motors[place] = Motor { arms, drive, ..motors[place] },
            (Err(place), Some(drive)) => motors.insert(place, Motor { axle, arms, drive, is_on: false }),
            (Ok(place), None) => _ = motors.remove(place),
            (Err(_), None) => return,
        }
        [axle, arms[0], arms[1]].into_iter().for_each(|id| self.disturb(id));
    }

    /// Presses or releases a key that works machines.
    pub fn hold_key(&mut self, key: char, is_held: bool) {
        if self.state.machines.hold(key, is_held) {
            let moved: Vec<_> = self.state.machines.driven_particles().collect();
            moved.into_iter().for_each(|particle| self.disturb(particle));
        }
    }

    /// The keys that are held, in rising order.
    #[must_use]
    pub fn held_keys(&self) -> &[char] {
        &self.state.machines.held.0
    }

    /// The links that drives move, sorted by their ends.
    #[must_use]
    pub fn driven_links(&self) -> &[DrivenLink] {
        &self.state.machines.driven
    }

    /// The rest length of a link now, m: its own, or that of its drive.
    #[must_use]
    pub fn rest_length(&self, link: &DistanceConstraint) -> f32 {
        let ends = if link.a < link.b { [link.a, link.b] } else { [link.b, link.a] };
        let driven = &self.state.machines.driven;
        driven.binary_search_by_key(&ends, |link| link.ends).map_or(link.rest_length, |place| driven[place].rest_length)
    }

    /// The motors, sorted by their axles.
    #[must_use]
    pub fn motors(&self) -> &[Motor] {
        &self.state.machines.motors
    }

    /// Work of all drives and motors so far, J.
    #[must_use]
    pub fn machine_work(&self) -> f64 {
        self.state.machines.work
    }
}
