//! The recipe `Ball`.

use super::*;
use crate::physics::BallSurface;

/// A heavy ball: one particle that is a disc of its own radius. It touches everything, whether the setting
/// `rope_contact` is on or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Centre, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Radius, m.
    #[serde(deserialize_with = "validate::ball_radius")]
    pub radius: f32,
    /// Mass, kg.
    #[serde(deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Friction coefficient of its surface, that of what it touches if left out. A ball does not turn: with next to
    /// none it moves as if it rolled.
    #[serde(default, deserialize_with = "validate::friction")]
    pub friction: Option<f32>,
    /// Restitution of its surface, that of what it touches if left out.
    #[serde(default, deserialize_with = "validate::share")]
    pub restitution: Option<f32>,
}

impl BuildRecipe for Ball {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size { particles: 1, balls: 1, ..Size::default() }).named(&self.name, 1_u32)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let id = world.add_particle(self.at, self.mass, false);
        world.add_ball(id, self.radius);
        let surface = BallSurface { friction: self.friction, restitution: self.restitution };
        if surface != BallSurface::default() {
            world.set_ball_surface(id, surface);
        }
        Ok(vec![id])
    }
}
