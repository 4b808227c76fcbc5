//! The recipe `Connect`.

use super::*;

/// A link between two particles at their present distance: `connect` of the p5.js rope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Connect {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Kind of the link.
    #[serde(default)]
    pub kind: LinkKind,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for Connect {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of(2, 1)).between(&self.a, &self.b).made_of(&self.material)
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let (a, b) = (names.endpoint(&self.a)?, names.endpoint(&self.b)?);
        let (a, b) = (a.particle(world, DEFAULT_MASS), b.particle(world, DEFAULT_MASS));
        link(world, a, b, self.kind);
        Ok(Vec::new())
    }
}
