//! Materials, and which links are made of them.

use std::collections::BTreeMap;

use crate::particles::{
    DistanceConstraint, LinkKind, MAX_MASS, MAX_MATERIALS, MIN_MASS, Material, Materials, PARTICLE_MASS, ParticleId,
};
use crate::world::edit::Things;
use crate::world::{Stale, World};

impl World {
    /// The materials that links name, by number from 1.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.state.materials.0
    }

    /// The material of a link.
    #[must_use]
    pub fn material_of(&self, link: &DistanceConstraint) -> Option<&Material> {
        self.state.materials.get(link.material)
    }

    /// Adds a material, with its numbers inside their ranges. Returns its number for [`World::set_material`]: that of an
    /// equal material if there is one, and of one that no link has if there are too many. `None` if all are in use.
    pub fn add_material(&mut self, material: &Material) -> Option<u8> {
        let material = material.sanitised();
        let materials = &mut self.state.materials;
        if let Some(number) = materials.find(&material) {
            return Some(number);
        }
        if let Some(number) = materials.push(material.clone()) {
            return Some(number);
        }
        let number = self.unused_materials().next()?;
        self.state.materials.replace(number, material);
        Some(number)
    }

    /// The numbers of materials that no link has.
    fn unused_materials(&self) -> impl Iterator<Item = u8> + use<> {
        let mut is_used = [false; 256];
        self.bodies.links.iter().for_each(|link| is_used[usize::from(link.material)] = true);
        (1..=self.state.materials.0.len()).filter(move |&number| !is_used[number]).map(|number| number as u8)
    }

    /// Whether [`World::add_material`] has a place for each of these materials.
    #[must_use]
    pub fn has_place_for<'m>(&self, materials: impl IntoIterator<Item = &'m Material>) -> bool {
        let known = &self.state.materials;
        let (mut is_named, mut new) = ([false; 256], Vec::new());
        for material in materials.into_iter().map(Material::sanitised) {
            match known.find(&material) {
                Some(number) => is_named[usize::from(number)] = true,
                None if new.contains(&material) => {}
                None => new.push(material),
            }
        }
        let room = MAX_MATERIALS - known.0.len();
        // A new material may take the place of an unused one that is named, which then needs another place.
        new.len() <= room
            || new.len() <= room + self.unused_materials().filter(|&number| !is_named[usize::from(number)]).count()
    }

    /// Number of slots of links: the links that are added from now on have this slot and later ones.
    #[must_use]
    pub fn link_slots(&self) -> usize {
        self.bodies.links.slot_count()
    }

    /// Makes the links of some kinds that were added since [`World::link_slots`] was `first` of a material, as
    /// [`World::set_material`] does.
    pub fn set_material_from(&mut self, first: usize, number: u8, is_of: impl Fn(LinkKind) -> bool) {
        self.set_material_where(number, |slot, link| slot >= first && is_of(link.kind));
    }

    /// Makes the links between these particles of the material with a number, or of none if it is 0.
    ///
    /// The links' compliance follows from the material's stiffness and their rest lengths. Particles take the mass of
    /// their links if all of these have a material with a mass, and [`PARTICLE_MASS`] where their mass came from
    /// materials and no longer does; balls keep theirs. Links that push only, and the stiffness of braces that give, stay
    /// as they are. Ropes that get a bending stiffness keep the shape that they have; those that had one before keep
    /// theirs.
    pub fn set_material(&mut self, particles: &[ParticleId], number: u8) {
        self.set_material_of(&Things::of_particles(particles.iter().copied()), number);
    }

    /// The same for the links between the particles of things.
    pub fn set_material_of(&mut self, things: &Things, number: u8) {
        let is_chosen = self.is_chosen(things);
        self.set_material_where(number, |_, link| is_chosen[link.a.index()] && is_chosen[link.b.index()]);
    }

    /// Gives the links between particles of things the material that `change` makes of theirs, or none. `change` also
    /// gets the materials that other links have. Links stay as they are where there is no room for a further material.
    pub fn change_materials(
        &mut self,
        things: &Things,
        change: impl Fn(Option<&Material>, &[&Material]) -> Option<Material>,
    ) {
        let is_chosen = self.is_chosen(things);
        let is_between = |link: &DistanceConstraint| {
            link.kind != LinkKind::Stop && is_chosen[link.a.index()] && is_chosen[link.b.index()]
        };
        // The chosen links of each material, and whether others have it.
        let mut uses = vec![(Vec::new(), false); 256];
        for (slot, link) in self.bodies.links.enumerate() {
            let (chosen, is_shared) = &mut uses[usize::from(link.material)];
            if is_between(link) { chosen.push(slot) } else { *is_shared = true }
        }
        let before = self.state.materials.clone();
        let mut assigned = BTreeMap::new();
        for number in (0..=before.0.len() as u8).filter(|&number| !uses[usize::from(number)].0.is_empty()) {
            let (chosen, is_shared) = &uses[usize::from(number)];
            let used = (1..).zip(before.0.iter()).filter(|&(other, _)| {
                let (chosen, is_shared) = &uses[other];
                *is_shared || (other != usize::from(number) && !chosen.is_empty())
            });
            let others: Vec<_> = used.map(|(_, material)| material).collect();
            let old = before.get(number);
            let new = change(old, &others).map(|material| material.sanitised());
            if new.as_ref() == old {
                continue;
            }
            let target = match &new {
                None => Some(0),
                // A slider that is dragged needs one place in the list.
                Some(new) if number > 0 && !is_shared && self.state.materials.find(new).is_none() => {
                    self.state.materials.replace(number, new.clone());
                    Some(number)
                }
                Some(new) => self.add_material(new),
            };
            target.into_iter().for_each(|target| assigned.extend(chosen.iter().map(|&slot| (slot, target))));
        }
        self.assign_materials(assigned, &before);
    }

    /// Whether each particle is one of things.
    fn is_chosen(&self, things: &Things) -> Vec<bool> {
        let mut is_chosen = vec![false; self.bodies.particles.len()];
        things.within(self).particles().for_each(|particle| is_chosen[particle.index()] = true);
        is_chosen
    }

    /// Makes the links that are chosen, by slot and link, of a material.
    fn set_material_where(&mut self, number: u8, is_chosen: impl Fn(usize, &DistanceConstraint) -> bool) {
        if number > 0 && self.state.materials.get(number).is_none() {
            return;
        }
        let changes =
            self.bodies.links.enumerate().filter(|&(slot, link)| {
                link.kind != LinkKind::Stop && link.material != number && is_chosen(slot, link)
            });
        let assigned = changes.map(|(slot, _)| (slot, number)).collect();
        let before = self.state.materials.clone();
        self.assign_materials(assigned, &before);
    }

    /// Gives links their materials, by slot and number. `before`: the list of materials before the edit.
    fn assign_materials(&mut self, assigned: BTreeMap<usize, u8>, before: &Materials) {
        if assigned.is_empty() {
            return;
        }
        let wires = self.wire_neighbours(before);
        let had_mass: Vec<bool> = self.mass_shares(before).iter().map(|shares| shares.mass().is_some()).collect();
        let mut is_changed = vec![false; self.bodies.particles.len()];
        for link in assigned.keys().filter_map(|&slot| self.bodies.links.get(slot)) {
            (is_changed[link.a.index()], is_changed[link.b.index()]) = (true, true);
        }
        self.disturb_beside_changed(|particle| is_changed[particle.index()]);
        for (slot, number) in assigned {
            let Some(&link) = self.bodies.links.get(slot) else { continue };
            let material = self.state.materials.get(number);
            let is_full = link.stiffness >= 1.0;
            let compliance = material.filter(|_| is_full).map_or(0.0, |material| material.compliance(link.rest_length));
            let link = DistanceConstraint { material: number, compliance, ..link };
            self.bodies.links.replace(slot, link);
            self.bodies.colouring.update(slot, &link);
        }
        self.set_masses(&is_changed, &had_mass);
        let changed = (0..).map(ParticleId).zip(is_changed).filter(|(_, is_changed)| *is_changed);
        changed.for_each(|(particle, _)| self.disturb(particle));
        self.state.solver.is_stale = true;
        self.derived.stale = Stale::ALL;
        self.update_bends(&wires);
    }

    /// The mass of each particle, as links of these materials and faces share it out.
    fn mass_shares(&self, materials: &Materials) -> Vec<MassShares> {
        let mut shares = vec![MassShares { is_known: true, ..MassShares::default() }; self.bodies.particles.len()];
        for link in self.bodies.links.iter() {
            let material = materials.get(link.material);
            [link.a, link.b].into_iter().for_each(|end| shares[end.index()].add(link, material));
        }
        for corner in self.bodies.faces.iter().flat_map(|face| face.corners) {
            shares[corner.index()].faces += 1.0;
        }
        let own_balls = self.state.balls.iter().filter(|ball| !ball.follows_weight);
        own_balls.for_each(|ball| shares[ball.particle.index()].is_known = false);
        shares
    }

    /// Sets the masses of changed particles whose links all have a material with a mass, or had one before.
    fn set_masses(&mut self, is_changed: &[bool], had_mass: &[bool]) {
        let shares = self.mass_shares(&self.state.materials);
        for (index, shares) in shares.iter().enumerate().filter(|(index, _)| is_changed[*index]) {
            let Some(mass) = shares.mass().or(had_mass[index].then_some(PARTICLE_MASS)) else { continue };
            let particle = ParticleId(index as u32);
            self.disturb(particle);
            match self.find_weight(particle) {
                Ok(weight) => self.state.weights[weight].bare_mass = mass,
                Err(_) => {
                    self.bodies.particles.mass[index] = mass;
                    self.update_inverse_mass(particle);
                }
            }
        }
    }
}

/// The mass of a particle, as its links and faces share it out.
#[derive(Clone, Copy, Debug, Default)]
struct MassShares {
    /// Half of the mass of its links, kg.
    mass: f32,
    /// Density of the cloth at the particle, kg/m².
    density: f32,
    /// Sum of the rest lengths of threads of cloth, m, and their number.
    threads: f32,
    thread_count: f32,
    /// Number of cloth faces.
    faces: f32,
    /// Whether all links so far have a mass.
    is_known: bool,
}

impl MassShares {
    fn add(&mut self, link: &DistanceConstraint, material: Option<&Material>) {
        let is_thread = matches!(link.kind, LinkKind::Cloth | LinkKind::Hem);
        match (link.kind, material) {
            // Braces and stops only keep a shape.
            (LinkKind::Brace | LinkKind::Stop, _) => {}
            (_, Some(&Material { mass_per_area: Some(density), .. })) if is_thread => {
                self.density = density;
                self.threads += link.rest_length;
                self.thread_count += 1.0;
            }
            (_, Some(&Material { mass_per_metre: Some(density), .. })) => {
                self.mass += 0.5 * density * link.rest_length;
            }
            _ => self.is_known = false,
        }
    }

    /// The mass, kg: a quarter of each face at the particle is its own. `None` if it is not known.
    fn mass(&self) -> Option<f32> {
        let side = if self.thread_count > 0.0 { self.threads / self.thread_count } else { 0.0 };
        let mass = self.mass + 0.25 * self.faces * self.density * side * side;
        (self.is_known && mass > 0.0).then(|| mass.clamp(MIN_MASS, MAX_MASS))
    }
}
