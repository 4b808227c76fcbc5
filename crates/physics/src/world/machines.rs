//! Drives of links and motors: what they do in a step.

use crate::collision::BodyDiscs;
use crate::machine::{DrivenLink, Machines, Motor, Turning};
use crate::particles::{Components, DistanceConstraint, Particles};
use crate::world::{Bodies, Derived, Stale, State};

/// Finds the links of drives, and gives them the stiffness of their drives. A drive whose link is gone is gone, too.
pub(crate) fn find_driven_links(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, slots: &mut Vec<u32>) {
    let Machines { driven, .. } = &mut state.machines;
    slots.clear();
    let graph = bodies.graph(&derived.adjacency);
    driven.retain(|link| {
        let [a, b] = link.ends;
        let slot = graph.neighbours(a.0).find(|next| next.particle == b.0).map(|next| next.slot);
        slots.extend(slot);
        slot.is_some()
    });
    for (driven, &slot) in driven.iter().zip(&*slots) {
        let compliance = driven.compliance();
        let link = bodies.links.get(slot as usize).copied().filter(|link| link.compliance != compliance);
        if let Some(link) = link {
            let link = DistanceConstraint { compliance, stiffness: 1.0, ..link };
            bodies.links.replace(slot as usize, link);
            bodies.colouring.update(slot as usize, &link);
            state.solver.is_stale = true;
            derived.stale = Stale { graph: derived.stale.graph, ..Stale::ALL };
        }
    }
}

/// Drops the motors whose parts are no longer joined.
pub(crate) fn drop_parted_motors(state: &mut State, components: &Components) {
    state.machines.motors.retain(|&Motor { axle, arms, .. }| {
        arms.iter().all(|arm| components.number(arm.0) == components.number(axle.0))
    });
}

/// Moves the rest lengths of driven links by a substep (s), and lets motors turn.
pub(crate) fn drive(state: &mut State, bodies: &mut Bodies, derived: &mut Derived, slots: &[u32]) {
    let substep = state.clock.substep;
    let Machines { driven, motors, held, work } = &mut state.machines;
    let Bodies { particles, links, colouring, .. } = bodies;
    for (driven, &slot) in driven.iter_mut().zip(slots) {
        let DrivenLink { ends: [a, b], drive, is_on, .. } = *driven;
        let [a, b] = [a.index(), b.index()];
        let way = particles.position[b] - particles.position[a];
        let length = (way.x * way.x + way.y * way.y).sqrt();
        let is_limp = links.get(slot as usize).is_some_and(|link| !link.kind.is_part_of_body());
        *work += f64::from(driven.advance(drive.control.input(is_on, held), substep, (length, is_limp)));
        let by = particles.displacement[b] - particles.displacement[a];
        let speed = if length > 0.0 { (by.x * way.x + by.y * way.y) / length / substep } else { 0.0 };
        let weight = particles.inv_mass[a] + particles.inv_mass[b];
        let rest_length = driven.damped_rest_length(speed, weight, substep);
        let ends = driven.ends.map(|end| end.0);
        colouring.set_rest_length(slot as usize, ends, rest_length);
        derived.direct_solver.set_rest_length(&derived.components, ends, rest_length);
    }
    let discs = &derived.body_contacts.discs;
    for &motor in &*motors {
        let input = motor.drive.control.input(motor.is_on, held);
        *work += f64::from(turn(motor, input, particles, discs, substep));
    }
}

/// Turns what a motor drives, in a substep (s). Returns the work, J.
fn turn(
    Motor { axle, arms, drive, .. }: Motor,
    input: f32,
    particles: &mut Particles,
    discs: &BodyDiscs,
    substep: f32,
) -> f32 {
    let own = arms.map(|arm| [arm.0]);
    let [turning, carrying] = [0, 1].map(|side| {
        let members = discs.rim_around(axle.0, arms[side].0).unwrap_or(&own[side]);
        Turning { axle: axle.0, members }
    });
    let turn = |particles: &Particles| turning.turn(particles) - carrying.turn(particles);
    let before = turn(particles);
    let yielding = turning.yielding(particles) + carrying.yielding(particles);
    let impulse = drive.impulse(input, before, yielding, substep);
    if impulse == 0.0 {
        return 0.0;
    }
    let taken = turning.push(impulse, particles) + carrying.push(-impulse, particles);
    let axle = axle.index();
    if particles.inv_mass[axle] > 0.0 {
        particles.displacement[axle] -= taken * particles.inv_mass[axle];
    }
    impulse * 0.5 * (before + turn(particles)) / (substep * substep)
}
