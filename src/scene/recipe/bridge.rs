//! The recipe `Bridge`.

use super::{plank::Truss, *};

/// Thickness of each plank, m.
const PLANK_THICKNESS: f32 = 0.06;

/// Bays of each plank's truss.
const PLANK_BAYS: u32 = 2;

/// Particles of each plank.
const PLANK_PARTICLES: u32 = 2 * (PLANK_BAYS + 1);

/// Fraction of a plank's length that is left free for the lashing to the next.
const LASHING: f32 = 0.16;

/// Links of each rope from the rail to a plank.
const HANGER_LINKS: u32 = 4;

/// Links of the rail between two hangers.
const RAIL_LINKS: u32 = 3;

/// A bridge: planks end to end that hang from a rope above them, the rail. Particles: six for each plank, as of a
/// `Plank`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bridge {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// One end, pinned, m.
    #[serde(deserialize_with = "validate::point")]
    pub from: Vec2,
    /// The other end, pinned, m.
    #[serde(deserialize_with = "validate::point")]
    pub to: Vec2,
    /// Number of planks.
    #[serde(deserialize_with = "validate::at_least_two")]
    pub planks: u32,
    /// Sag in the middle, m.
    #[serde(default = "default_sag", deserialize_with = "validate::length")]
    pub sag: f32,
    /// Height of the rail's pins above the ends, m.
    #[serde(default = "default_rail", deserialize_with = "validate::length")]
    pub rail: f32,
    /// Whether posts carry the pins of the rail.
    #[serde(default)]
    pub posts: bool,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of the material of its planks: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// Name of the material of its ropes: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ropes: Option<String>,
}

const fn default_sag() -> f32 {
    0.3
}

const fn default_rail() -> f32 {
    0.8
}

impl BuildRecipe for Bridge {
    fn outline(&self) -> Outline<'_> {
        let particles = PLANK_PARTICLES + 2 * (HANGER_LINKS - 1) + RAIL_LINKS;
        let links = (5 * PLANK_BAYS + 1) + 1 + 2 * HANGER_LINKS + RAIL_LINKS;
        let planks = u64::from(self.planks);
        let size = Size::of(planks * u64::from(particles) + 8, planks * u64::from(links) + 8);
        Outline::of(size)
            .named(&self.name, planks * u64::from(PLANK_PARTICLES))
            .made_of(&self.material)
            .with_ropes(&self.ropes)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let (ids, ends) = self.build_deck(world);
        let rail = self.build_rail(world, &ids);
        for (end, pin) in ends.into_iter().zip(rail).filter(|_| self.posts) {
            link(world, end, pin, LinkKind::Beam);
        }
        Ok(ids)
    }
}

impl Bridge {
    /// A point on the parabola through both ends with this sag in the middle, m; `share` runs from 0 to 1.
    fn sagging(&self, share: f32, sag: f32) -> Vec2 {
        self.from.lerp(self.to, share) - Vec2::new(0.0, 4.0 * sag * share * (1.0 - share))
    }

    /// Adds the planks, lashed to each other and to the pinned ends. Returns the particles of the planks, and the ends.
    fn build_deck(&self, world: &mut World) -> (Vec<ParticleId>, [ParticleId; 2]) {
        let &Self { from, to, planks, sag, mass, .. } = self;
        let place = |i: u32| self.sagging(i as f32 / planks as f32, sag);
        let mut ids = Vec::new();
        let start = world.add_particle(from, mass, true);
        let mut before = start;
        for i in 0..planks {
            let (a, b) = (place(i), place(i + 1));
            let (from, to) = (Endpoint::New(a.lerp(b, 0.5 * LASHING)), Endpoint::New(b.lerp(a, 0.5 * LASHING)));
            let plank = Truss { from, to, thickness: PLANK_THICKNESS, bays: PLANK_BAYS, mass }.build(world);
            link(world, before, plank[0], LinkKind::Rope);
            before = plank[PLANK_BAYS as usize];
            ids.extend(plank);
        }
        let end = world.add_particle(to, mass, true);
        link(world, before, end, LinkKind::Rope);
        (ids, [start, end])
    }

    /// Adds the rail between its two pins, and the hangers from it to the planks. Returns the pins.
    fn build_rail(&self, world: &mut World, deck: &[ParticleId]) -> [ParticleId; 2] {
        let &Self { planks, sag, rail, mass, .. } = self;
        // The rail sags less, so that the hangers in the middle are the shortest.
        let above = |share: f32| self.sagging(share, 0.8 * sag) + Vec2::new(0.0, rail);
        let [first, last] = [0.0, 1.0].map(|share| world.add_particle(above(share), mass, true));
        let mut before = first;
        for i in 1..planks {
            let next = world.add_particle(above(i as f32 / planks as f32), mass, false);
            self.tie(world, before, next, RAIL_LINKS);
            // One hanger to each of the two planks that meet there: with a single one, one of them would tip.
            let end_of_one = deck[((i - 1) * PLANK_PARTICLES + PLANK_BAYS) as usize];
            let start_of_next = deck[(i * PLANK_PARTICLES) as usize];
            for plank in [end_of_one, start_of_next] {
                self.tie(world, next, plank, HANGER_LINKS);
            }
            before = next;
        }
        self.tie(world, before, last, RAIL_LINKS);
        [first, last]
    }

    /// Adds a straight rope between two particles.
    fn tie(&self, world: &mut World, from: ParticleId, to: ParticleId, links: u32) {
        let (from, to) = (Endpoint::Existing(from), Endpoint::Existing(to));
        let (particles, mass, pins, kind) = (links + 1, self.mass, RopePins::Free, LinkKind::Rope);
        RopeLayout { from, to, particles, length: None, mass, pins, kind }.build(world);
    }
}
