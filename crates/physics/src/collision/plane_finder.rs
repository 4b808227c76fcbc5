//! Contacts of wheels with the ground and walls. Those of particles are resolved by [`crate::plane_contact`] as they are
//! found.

use glam::Vec2;

use crate::collision::{BodyDisc, BodyDiscs, Contact, Side};
use crate::geometry::Colliders;
use crate::particles::Particles;
use crate::plane_contact::{Surface, Surfaces};

/// Adds the contacts of wheels with half-planes. The particles of a rim have radii (m), none if the list is empty.
pub(crate) fn find_wheels_on_planes(
    Particles { position, displacement, .. }: &Particles,
    discs: &BodyDiscs,
    (colliders, radii): (&Colliders, &[f32]),
    surfaces: Surfaces,
    contacts: &mut Vec<Contact>,
) {
    for (number, &BodyDisc { hub, radius, .. }) in (0..).zip(discs.wheels()) {
        for plane in colliders.planes() {
            let (side, hub) = (Side::Wheel(number), hub as usize);
            let rim = discs.edge(side, -plane.normal, position).ends[0] as usize;
            let reach = plane.offset + radius + radii.get(rim).copied().unwrap_or(0.0);
            let height = plane.normal.dot(position[hub]);
            if height < reach {
                let Surface { friction, .. } = surfaces.of(rim);
                let separation = height - displacement[hub].dot(plane.normal) - reach;
                let sides = [side, Side::Surface { motion: Vec2::ZERO, motor: None }];
                contacts.push(Contact { sides, normal: plane.normal, separation, reach, friction, restitution: 0.0 });
            }
        }
    }
}
