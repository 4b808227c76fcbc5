//! The recipe `Plank`, and the truss that bridges are made of too.

use super::*;

/// A plank: a stiff truss. Particles: the upper edge from one end to the other, then the lower edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plank {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// One end of its upper edge.
    pub from: End,
    /// The other end of its upper edge.
    pub to: End,
    /// Thickness, m.
    #[serde(default = "default_thickness", deserialize_with = "validate::length")]
    pub thickness: f32,
    /// Number of bays of the truss.
    #[serde(default = "default_bays", deserialize_with = "validate::at_least_one")]
    pub bays: u32,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

const fn default_thickness() -> f32 {
    0.06
}

const fn default_bays() -> u32 {
    2
}

impl BuildRecipe for Plank {
    fn outline(&self) -> Outline<'_> {
        let bays = u64::from(self.bays);
        let size = Size::of(2 * (bays + 1), 5 * bays + 1);
        Outline::of(size).named(&self.name, size.particles).between(&self.from, &self.to).made_of(&self.material)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { name: _, material: _, ref from, ref to, thickness, bays, mass } = *self;
        let (from, to) = (names.endpoint(from)?, names.endpoint(to)?);
        Ok(Truss { from, to, thickness, bays, mass }.build(world))
    }
}

/// A plank whose ends are known.
pub(super) struct Truss {
    /// One end of its upper edge.
    pub from: Endpoint,
    /// The other end of its upper edge.
    pub to: Endpoint,
    /// Thickness, m.
    pub thickness: f32,
    /// Number of bays, at least 1.
    pub bays: u32,
    /// Mass of each new particle, kg.
    pub mass: f32,
}

impl Truss {
    /// Adds the truss. Returns its particles: the upper edge from one end to the other, then the lower edge.
    pub(super) fn build(self, world: &mut World) -> Vec<ParticleId> {
        let Self { from, to, thickness, bays, mass } = self;
        let (start, end) = (from.position(world), to.position(world));
        let bays = bays.max(1);
        // To the right of the direction from start to end: below, where that points right.
        let down = -(end - start).normalize_or(Vec2::X).perp() * thickness;
        let at = |i: u32| start.lerp(end, i as f32 / bays as f32);
        let mut upper = vec![from.particle(world, mass)];
        upper.extend((1..bays).map(|i| world.add_particle(at(i), mass, false)));
        upper.push(to.particle(world, mass));
        let lower: Vec<_> = (0..=bays).map(|i| world.add_particle(at(i) + down, mass, false)).collect();
        let last = bays as usize;
        for i in 0..=last {
            let is_end = i == 0 || i == last;
            link(world, upper[i], lower[i], if is_end { LinkKind::Beam } else { LinkKind::Brace });
            if i < last {
                link(world, upper[i], upper[i + 1], LinkKind::Beam);
                link(world, lower[i], lower[i + 1], LinkKind::Beam);
                link(world, upper[i], lower[i + 1], LinkKind::Brace);
                link(world, lower[i], upper[i + 1], LinkKind::Brace);
            }
        }
        upper.into_iter().chain(lower).collect()
    }
}
