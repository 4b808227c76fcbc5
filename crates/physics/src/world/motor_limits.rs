//! Motors of limited force: a moving shape slows down and stops where it presses what cannot yield, or where a taut rope
//! that is anchored to it holds it back.

use crate::collision::ShapeContacts;
use crate::collision::motor::{Loads, MotorLimits, Pull, restrain};
use crate::geometry::{MotorLag, Shape};
use crate::kinematic::Anchor;
use crate::particles::{ConstraintGraph, DistanceConstraint, Neighbour};
use crate::settings::{Method, Settings};
use crate::world::World;

/// Stretch of an anchored link at which it begins to slow its shape. A sweep leaves it half as stretched as the links
/// after it, since one of its ends is fixed.
const SLOWING_STRETCH: f32 = 0.005;
/// Stretch of an anchored link at which it stops its shape.
const STOPPING_STRETCH: f32 = 0.015;

impl World {
    /// Finds by how much each motor lags after a substep.
    pub(crate) fn limit_motors(&mut self) {
        let Settings { method, tear, hand_speed, gravity, give, .. } = self.state.settings;
        let ShapeContacts { pushes, connected_masses, .. } = &mut self.derived.shape_contacts;
        let (components, substep) = (&self.derived.components, self.state.clock.substep);
        // Motors that yield to what they press could not tear links.
        let is_unlimited = method == Method::Springs || tear.is_some();
        let graph = self.bodies.graph(&self.derived.adjacency);
        let mut are_masses_found = false;
        let mut shapes = std::mem::take(&mut self.state.colliders.shapes);
        for (number, shape) in (0..).zip(&mut shapes) {
            if method == Method::Springs || !shape.is_moving() {
                shape.lag = MotorLag::default();
                continue;
            }
            let yields = |link: &DistanceConstraint| self.state.yields_to_hands(link);
            let anchors = self.state.anchors.0.iter().filter(|anchor| anchor.shape == shape.id);
            let pulls = anchors.flat_map(|anchor| pulls((graph, &yields), shape, anchor, give));
            if is_unlimited {
                shape.lag = restrain(MotorLag::default(), shape, hand_speed, pulls);
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
            shape.lag = restrain(loads.lag(shape, &limits), shape, hand_speed, pulls);
        }
        self.state.colliders.shapes = shapes;
    }
}

/// The pulls of the rigid links of an anchored particle. Motors tear the links that a hand can tear, and yield to others.
fn pulls<'a>(
    (graph, yields): (ConstraintGraph<'a>, &'a dyn Fn(&DistanceConstraint) -> bool),
    shape: &Shape,
    anchor: &Anchor,
    give: f32,
) -> impl Iterator<Item = Pull> + 'a {
    let position = &graph.particles.position;
    let (end, centre) = (position[anchor.particle.index()], shape.pose().at);
    let holds = move |next: &&Neighbour| graph.links.get(next.slot as usize).is_some_and(|link| !yields(link));
    let links = graph.rigid_neighbours(anchor.particle.0).filter(holds);
    links.map(move |&Neighbour { particle, rest_length, .. }| {
        let along = end - position[particle as usize];
        let length = (along.x * along.x + along.y * along.y).sqrt();
        // Give stretches links without any load.
        let stretch = (1.0 - give) * (length / rest_length - 1.0);
        let slowdown = ((stretch - SLOWING_STRETCH) / (STOPPING_STRETCH - SLOWING_STRETCH)).max(0.0);
        Pull { at: end - centre, direction: along / length.max(1e-9), slowdown }
    })
}
