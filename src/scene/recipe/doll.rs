//! The recipe `Doll`.

use super::*;

/// The joints of the doll's right side: place from between its feet, as shares of its height, and share of the mass.
/// Its left side mirrors them.
const JOINTS: [(Vec2, f32); 6] = [
    (Vec2::new(0.125, 0.79), 1.0), // shoulder
    (Vec2::new(0.08, 0.5), 1.0),   // hip
    (Vec2::new(0.2, 0.64), 0.3),   // elbow
    (Vec2::new(0.24, 0.48), 0.2),  // hand
    (Vec2::new(0.1, 0.26), 0.5),   // knee
    (Vec2::new(0.11, 0.02), 0.3),  // foot
];

/// Centre of the head, as shares of the height.
const HEAD: Vec2 = Vec2::new(0.0, 0.925);

/// Radius of the head, as a fraction of the height.
const HEAD_RADIUS: f32 = 0.075;

/// Points around the head.
const HEAD_POINTS: usize = 8;

/// Index of the lowest point of the head.
const CHIN: usize = 1 + 3 * HEAD_POINTS / 4;

/// Least distance of the far ends of two bones that share a joint, as a fraction of their distance in the straight
/// limb.
const JOINT_STOP: f32 = 0.45;

/// Least distance of points of different limbs, as a fraction of their distance at the start.
const LIMB_STOP: f32 = 0.7;

/// Number of particles.
const PARTICLES: u64 = 21;

/// Upper bound of the number of links.
const MAX_LINKS: u64 = 64;

/// A wooden doll: a braced trunk, a head, and limbs of two bones whose joints bend only so far. Particles: the head, 8
/// around it from its right (the 7th is the chin), then of the left and the right each: shoulders (9 and 10), hips,
/// elbows, hands (15 and 16), knees, feet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doll {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Point between its feet, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Height, m.
    #[serde(deserialize_with = "validate::length")]
    pub height: f32,
    /// Mass of each particle of its trunk, kg; the others have less.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for Doll {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(PARTICLES, MAX_LINKS)).named(&self.name, PARTICLES).made_of(&self.material)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let mut ids = self.add_head(world);
        let joints = self.add_joints(world);
        ids.extend(joints.as_flattened());
        link_head(world, &ids);
        link_trunk(world, &joints, ids[CHIN]);
        let [shoulders, .., knees, feet] = joints;
        for (side, shoulder) in shoulders.into_iter().enumerate() {
            link_limbs(world, &joints, side);
            stop_limbs(world, &joints, side);
            add_stop(world, ids[0], shoulder, LIMB_STOP);
        }
        // Knees and feet do not change sides.
        for [left, right] in [knees, feet] {
            add_stop(world, left, right, JOINT_STOP);
        }
        Ok(ids)
    }
}

impl Doll {
    /// Adds the centre of the head and the points around it.
    fn add_head(&self, world: &mut World) -> Vec<ParticleId> {
        let mut ids = vec![world.add_particle(self.at + HEAD * self.height, 0.3 * self.mass, false)];
        for i in 0..HEAD_POINTS {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / HEAD_POINTS as f64);
            let place = HEAD + DVec2::new(cos, sin).as_vec2() * HEAD_RADIUS;
            ids.push(world.add_particle(self.at + place * self.height, 0.05 * self.mass, false));
        }
        ids
    }

    /// Adds the joints, pair by pair.
    fn add_joints(&self, world: &mut World) -> Joints {
        JOINTS.map(|(place, mass_share)| {
            [-1.0, 1.0].map(|side| {
                let at = self.at + Vec2::new(side * place.x, place.y) * self.height;
                world.add_particle(at, mass_share * self.mass, false)
            })
        })
    }
}

/// The particles of the joints, left and right: shoulders, hips, elbows, hands, knees, feet.
type Joints = [[ParticleId; 2]; 6];

/// Braces the trunk and joins it to the chin.
fn link_trunk(world: &mut World, joints: &Joints, chin: ParticleId) {
    let [[left_shoulder, right_shoulder], [left_hip, right_hip], ..] = *joints;
    for (a, b) in [
        (left_shoulder, right_shoulder),
        (right_shoulder, right_hip),
        (right_hip, left_hip),
        (left_hip, left_shoulder),
        (left_shoulder, right_hip),
        (right_shoulder, left_hip),
        (chin, left_shoulder),
        (chin, right_shoulder),
    ] {
        link(world, a, b, LinkKind::Beam);
    }
}

/// Adds the bones of one side.
fn link_limbs(world: &mut World, [shoulders, hips, elbows, hands, knees, feet]: &Joints, side: usize) {
    for (a, b) in [(shoulders, elbows), (elbows, hands), (hips, knees), (knees, feet)] {
        link(world, a[side], b[side], LinkKind::Beam);
    }
}

/// Limits how far the joints of one side bend, and how close its limbs come to other parts.
fn stop_limbs(world: &mut World, [shoulders, hips, elbows, hands, knees, feet]: &Joints, side: usize) {
    for (a, b) in [(shoulders, hands), (hips, feet), (shoulders, knees)] {
        add_stop(world, a[side], b[side], JOINT_STOP);
    }
    let other = 1 - side;
    for (a, b) in [(shoulders[other], elbows[side]), (hips[other], knees[side]), (hips[side], elbows[side])] {
        add_stop(world, a, b, LIMB_STOP);
    }
}

/// Makes the head a rigid wheel with braces.
fn link_head(world: &mut World, ids: &[ParticleId]) {
    for i in 0..HEAD_POINTS {
        link(world, ids[1 + i], ids[1 + (i + 1) % HEAD_POINTS], LinkKind::Beam);
        for other in [ids[0], ids[1 + (i + 2) % HEAD_POINTS]] {
            link(world, ids[1 + i], other, LinkKind::Brace);
        }
    }
}

/// Keeps two particles from coming closer than this fraction of their present distance.
fn add_stop(world: &mut World, a: ParticleId, b: ParticleId, share: f32) {
    let min_length = share * distance(world, a, b);
    world.add_link(a, b, Some(min_length), 1.0, LinkKind::Stop);
}
