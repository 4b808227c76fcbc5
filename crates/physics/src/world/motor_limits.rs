//! Motors of limited force: a moving shape slows down and stops where it presses what cannot yield, or where a taut rope
//! that is anchored to it holds it back.

use crate::collision::ShapeContacts;
use crate::collision::motor::{Loads, MotorLimits, Pull, Push, restrain};
use crate::fracture::TensionFracture;
use crate::geometry::{MotorLag, Shape};
use crate::kinematic::Anchor;
use crate::particles::{ConstraintGraph, DistanceConstraint, Neighbour, ParticleId, Particles};
use crate::settings::{Method, Settings};
use crate::world::{Bodies, Derived, State, World};

/// Stretch of an anchored link at which it begins to slow its shape. A sweep leaves it half as stretched as the links
/// after it, since one of its ends is fixed.
const SLOWING_STRETCH: f32 = 0.005;
/// Stretch of an anchored link at which it stops its shape.
const STOPPING_STRETCH: f32 = 3.0 * SLOWING_STRETCH;
/// Greatest tension that motors give an anchored link which they should not tear, as a share of its strength: less than 1,
/// since its neighbours have a greater one where the rope is jerked.
const MAX_LOAD: f32 = 0.7;

/// What has stopped a shape that should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// Taut links of what is anchored to it.
    TautLink,
    /// Something else that it presses.
    Contact,
}

impl World {
    /// What has stopped a shape; `None` if it moves, or should not.
    #[must_use]
    pub fn obstruction(&self, shape: &Shape) -> Option<Obstruction> {
        if !shape.is_stopped(self.state.settings.hand_speed) {
            return None;
        }
        let graph = self.bodies.graph(&self.derived.adjacency);
        let is_held = pulls(&self.state, graph, shape, &[]).any(|pull| pull.slowdown > 0.0);
        // A rope that is wound up presses the shape itself. The pushes are those of the last step: particles may have gone.
        let component = |particle: u32| self.derived.components.numbers().get(particle as usize);
        let anchors = || self.state.anchors.0.iter().filter(|anchor| anchor.shape == shape.id);
        let is_tied = |push: &Push| anchors().any(|anchor| component(anchor.particle.0) == component(push.particle));
        let shapes = &self.state.colliders.shapes;
        let is_own = |push: &&Push| shapes.get(push.shape as usize).is_some_and(|pushed| pushed.id == shape.id);
        let mut pushes = self.derived.shape_contacts.pushes.iter().filter(is_own);
        Some(if is_held || pushes.all(is_tied) { Obstruction::TautLink } else { Obstruction::Contact })
    }
}

/// Slows motors down before the first substep, so that no command jerks links with a strength.
pub(crate) fn restrain_motors(state: &mut State, graph: ConstraintGraph, tension: &TensionFracture) {
    let Settings { method, hand_speed, .. } = state.settings;
    if method == Method::Springs || tension.is_empty() {
        return;
    }
    let mut shapes = std::mem::take(&mut state.colliders.shapes);
    for shape in shapes.iter_mut().filter(|shape| shape.is_moving()) {
        shape.lag = restrain(shape.lag, shape, hand_speed, pulls(state, graph, shape, &[]));
    }
    state.colliders.shapes = shapes;
}

/// Finds by how much each motor lags after a substep. `tensions` are those of links with a strength, N, by slot.
pub(crate) fn limit_motors(state: &mut State, bodies: &Bodies, derived: &mut Derived, tensions: &[f32]) {
    let Settings { method, tear, hand_speed, gravity, .. } = state.settings;
    let Derived { adjacency, components, shape_contacts, particle_contacts, .. } = derived;
    let ShapeContacts { pushes, connected_masses, .. } = shape_contacts;
    let (graph, substep) = (bodies.graph(adjacency), state.clock.substep);
    // Motors that yield to what they press could not tear links.
    let is_unlimited = method == Method::Springs || tear.is_some();
    let mut are_masses_found = false;
    let mut shapes = std::mem::take(&mut state.colliders.shapes);
    for (number, shape) in (0..).zip(&mut shapes) {
        if method == Method::Springs || !shape.is_moving() {
            shape.lag = MotorLag::default();
            continue;
        }
        let pulls = pulls(state, graph, shape, tensions);
        if is_unlimited {
            shape.lag = restrain(MotorLag::default(), shape, hand_speed, pulls);
            continue;
        }
        let pushes = || pushes.iter().filter(|push| push.shape == number);
        let loads = Loads::of(shape, pushes());
        let mut limits = MotorLimits { substep, max_speed: hand_speed, weight: 0.0 };
        if loads.are_large(substep) {
            if !std::mem::replace(&mut are_masses_found, true) {
                let pressed = particle_contacts.contacts.iter().filter(|contact| contact.normal_impulse > 0.0);
                let pairs = pressed.map(|contact| (contact.a, contact.b));
                connected_masses.find(&bodies.particles, components, pairs);
            }
            limits.weight = connected_masses.of(pushes(), components) * gravity.length();
        }
        shape.lag = restrain(loads.lag(shape, &limits), shape, hand_speed, pulls);
    }
    state.colliders.shapes = shapes;
}

/// The pulls of the rigid links of the particles that are anchored to a shape. Motors tear the links that a hand can
/// tear, and yield to others. `tensions` are those of links with a strength, N, by slot.
fn pulls<'a>(
    state: &'a State,
    graph: ConstraintGraph<'a>,
    shape: &'a Shape,
    tensions: &'a [f32],
) -> impl Iterator<Item = Pull> + use<'a> {
    let is_free = |anchor: &&Anchor| anchor.shape == shape.id && !state.is_grabbed(anchor.particle);
    let links = state.anchors.0.iter().filter(is_free).flat_map(move |anchor| {
        graph.rigid_neighbours(anchor.particle.0).map(move |neighbour| (anchor.particle, neighbour))
    });
    links.filter_map(move |(end, neighbour)| {
        let link = graph.links.get(neighbour.slot as usize)?;
        let tension = tensions.get(neighbour.slot as usize).copied().unwrap_or(0.0);
        (!state.tears_by_hand(link)).then(|| pull(state, graph.particles, shape, (end, neighbour), (link, tension)))
    })
}

/// The pull of a link of an anchored particle, for its tension, N.
fn pull(
    state: &State,
    Particles { position, displacement, inv_mass, .. }: &Particles,
    shape: &Shape,
    (end, &Neighbour { particle, rest_length, .. }): (ParticleId, &Neighbour),
    (link, tension): (&DistanceConstraint, f32),
) -> Pull {
    let (give, substep) = (state.settings.give, state.clock.substep);
    let (end, other) = (position[end.index()], particle as usize);
    let along = end - position[other];
    let length = (along.x * along.x + along.y * along.y).sqrt();
    // Give stretches links without any load.
    let stretch = (1.0 - give) * (length / rest_length - 1.0);
    let slowdown = ((stretch - SLOWING_STRETCH) / (STOPPING_STRETCH - SLOWING_STRETCH)).max(0.0);
    let direction = along / length.max(1e-9);
    let max_speed = state.strength(link).map_or(f32::INFINITY, |strength| {
        let most = MAX_LOAD * strength;
        // That of the other end, and what the impulse of a substep adds.
        let speed = displacement[other].dot(direction).max(0.0) / substep + most * inv_mass[other] * substep;
        speed * (1.0 - tension / most)
    });
    Pull { at: end - shape.pose().at, direction, slowdown, max_speed }
}
