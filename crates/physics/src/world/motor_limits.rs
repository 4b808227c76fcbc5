//! Motors of limited force: a moving shape slows down and stops where it presses what cannot yield.

use crate::collision::ShapeContacts;
use crate::collision::motor::{Loads, MotorLimits};
use crate::geometry::MotorLag;
use crate::settings::{Method, Settings};
use crate::world::World;

impl World {
    /// Finds by how much each motor lags after a substep.
    pub(crate) fn limit_motors(&mut self) {
        let Settings { method, tear, hand_speed, gravity, .. } = self.state.settings;
        let ShapeContacts { pushes, connected_masses, .. } = &mut self.derived.shape_contacts;
        let (components, substep) = (&self.derived.components, self.state.clock.substep);
        // Motors that yield could not tear links.
        let is_unlimited = method == Method::Springs || tear.is_some();
        let mut are_masses_found = false;
        for (number, shape) in (0..).zip(&mut self.state.colliders.shapes) {
            if is_unlimited || !shape.is_moving() {
                shape.lag = MotorLag::default();
                continue;
            }
            let pushes = || pushes.iter().filter(|push| push.shape == number);
            let loads = Loads::of(shape, pushes());
            let mut limits = MotorLimits { substep, max_speed: hand_speed, weight: 0.0 };
            if loads.are_large(substep) {
                if !std::mem::replace(&mut are_masses_found, true) {
                    let contacts = self.derived.particle_contacts.contacts.iter();
                    let pressed = contacts.filter(|contact| contact.normal_impulse > 0.0);
                    let pairs = pressed.map(|contact| (contact.a, contact.b));
                    connected_masses.find(&self.bodies.particles, components, pairs);
                }
                limits.weight = connected_masses.of(pushes(), components) * gravity.length();
            }
            shape.lag = loads.lag(shape, &limits);
        }
    }
}
