//! The recipe `Rope`, and the layout of ropes that other recipes share.

use super::*;

/// A rope of equal links. Particles: from the first end to the last, both included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Its first particle.
    pub from: End,
    /// Its last particle.
    pub to: End,
    /// Points between its ends through which it is laid, m: over a pulley, round a post.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "validate::points")]
    pub via: Vec<Vec2>,
    /// Number of particles, both ends included.
    #[serde(deserialize_with = "validate::at_least_two")]
    pub particles: u32,
    /// Rest length, m; that of its line if left out. A longer rope without `via` starts as an arc that sags.
    #[serde(default, deserialize_with = "validate::length")]
    pub length: Option<f32>,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// The pinned ends.
    #[serde(default)]
    pub pins: RopePins,
    /// Kind of its links: `Beam` makes a chain of bars.
    #[serde(default)]
    pub kind: LinkKind,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

/// The pinned ends of a rope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RopePins {
    /// None.
    #[default]
    Free,
    /// Its first particle.
    First,
    /// Its last particle.
    Last,
    /// Both.
    Both,
}

impl BuildRecipe for Rope {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of_chain(self.particles))
            .named(&self.name, self.particles)
            .between(&self.from, &self.to)
            .made_of(&self.material)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { name: _, ref from, ref to, ref via, particles, length, mass, pins, kind, material: _ } = *self;
        let (from, to) = (names.endpoint(from)?, names.endpoint(to)?);
        Ok(RopeLayout { from, to, particles, length, mass, pins, kind }.build_via(via, world))
    }
}

/// A rope whose ends are known.
#[derive(Clone, Copy, Debug)]
pub struct RopeLayout {
    /// Its first particle.
    pub from: Endpoint,
    /// Its last particle.
    pub to: Endpoint,
    /// Number of particles, both ends included; at least 2.
    pub particles: u32,
    /// Rest length, m; `None` for the distance of the ends.
    pub length: Option<f32>,
    /// Mass of each new particle, kg.
    pub mass: f32,
    /// The pinned ends.
    pub pins: RopePins,
    /// Kind of its links.
    pub kind: LinkKind,
}

impl RopeLayout {
    /// Adds the rope. Returns its particles, in order.
    pub fn build(self, world: &mut World) -> Vec<ParticleId> {
        self.build_via(&[], world)
    }

    /// Adds the rope, laid through points (m). Returns its particles, in order.
    pub(super) fn build_via(self, via: &[Vec2], world: &mut World) -> Vec<ParticleId> {
        let Self { from, to, particles, length, mass, pins, kind } = self;
        let (start, end) = (from.position(world), to.position(world));
        let count = particles.max(2);
        let (places, rest_length) = if via.is_empty() {
            let rest_length = length.unwrap_or((end - start).length()) / (count - 1) as f32;
            (slack_curve(start, end, length.unwrap_or(0.0), count), rest_length)
        } else {
            let (places, link) = divide(&[&[start], via, &[end]].concat(), count);
            (places, length.map_or(link, |length| length / (count - 1) as f32))
        };
        let mut ids = vec![from.particle(world, mass)];
        ids.extend(places[1..places.len() - 1].iter().map(|&place| world.add_particle(place, mass, false)));
        ids.push(to.particle(world, mass));
        for pair in ids.windows(2) {
            world.add_link(pair[0], pair[1], Some(rest_length), 1.0, kind);
        }
        let (first, last) = (ids[0], ids[ids.len() - 1]);
        if matches!(pins, RopePins::First | RopePins::Both) {
            world.set_pinned(first, true);
        }
        if matches!(pins, RopePins::Last | RopePins::Both) {
            world.set_pinned(last, true);
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rope_is_laid_through_points_without_stretch() {
        let mut world = empty_world();
        let text = "Rope(from: At(-1, 0), to: At(1, -1), via: [(-1, 1), (0.3, 1.2), (1, 1)], particles: 40)";
        let rope: Recipe = crate::scene::from_text("rope", text).expect("a rope");
        rope.build(&mut world, &mut Names::default()).expect("its ends are places");
        let position = &world.particles().position;
        for link in world.links() {
            let length = position[link.a.index()].distance(position[link.b.index()]);
            assert!((length / link.rest_length - 1.0).abs() < 1e-5, "{length} for {}", link.rest_length);
        }
        let near = |to: Vec2| position.iter().any(|at| at.distance(to) < 0.07);
        assert!(position[39] == Vec2::new(1.0, -1.0) && near(Vec2::new(0.3, 1.2)) && near(Vec2::new(-1.0, 1.0)));
    }
}
