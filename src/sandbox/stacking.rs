//! The order in which things are drawn: each has a layer, kept as its tag in the world. No motion depends on it.

use serde::{Deserialize, Serialize};

use crate::physics::{Things, World};

/// An end of the stack of all things in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StackEnd {
    /// In front of all other things.
    Front,
    /// Behind all other things.
    Back,
}

/// The change of the layers of things that brings them to an end of the stack and keeps their order among each other; 0 if
/// they are there already, or alone.
pub fn shift(things: &Things, to: StackEnd, world: &World) -> i32 {
    let things = things.within(world);
    let others = world.all_things().without(&things);
    let range = |things: &Things| {
        let mut layers = world.tags().of(things);
        let first = layers.next()?;
        Some(layers.fold((first, first), |(min, max), layer| (min.min(layer), max.max(layer))))
    };
    let (Some((lowest, highest)), Some((min, max))) = (range(&things), range(&others)) else { return 0 };
    match to {
        StackEnd::Front if lowest <= max => max.saturating_add(1).saturating_sub(lowest),
        StackEnd::Back if highest >= min => min.saturating_sub(1).saturating_sub(highest),
        StackEnd::Front | StackEnd::Back => 0,
    }
}

/// Brings things to an end of the stack.
pub fn restack(things: &Things, to: StackEnd, world: &mut World) {
    let by = shift(things, to, world);
    if by != 0 {
        world.change_tags(things, |layer| layer.saturating_add(by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::glam::Vec2;
    use crate::physics::{Colliders, Form, Settings, ShapeDef};

    #[test]
    fn things_come_to_front_and_back_and_keep_their_order() {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        (0..3).for_each(|x| _ = world.add_particle(Vec2::new(x as f32, 0.0), 1.0, false));
        world.add_shape(ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y));
        let of = |ids: &[u32]| Things::of_particles(ids.iter().copied().map(crate::physics::ParticleId));
        let layers = |world: &World| world.tags().of(&world.all_things()).collect::<Vec<_>>();
        restack(&of(&[1]), StackEnd::Front, &mut world);
        assert_eq!(layers(&world), [0, 1, 0, 0]);
        restack(&of(&[0, 1]), StackEnd::Front, &mut world);
        assert_eq!(layers(&world), [1, 2, 0, 0], "particle 1 stays in front of 0");
        assert_eq!(shift(&of(&[0, 1]), StackEnd::Front, &world), 0, "they are there");
        restack(&of(&[1]), StackEnd::Back, &mut world);
        assert_eq!(layers(&world), [1, -1, 0, 0]);
        assert_eq!(shift(&world.all_things(), StackEnd::Back, &world), 0, "nothing else is there");
    }
}
