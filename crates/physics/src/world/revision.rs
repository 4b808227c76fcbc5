//! Tells whether a world's links and patches are still the same, without a look at them.

use std::sync::Arc;

use crate::world::World;

/// Which links and patches a world has. Equal stamps: equal links and patches, in the same order.
#[derive(Clone, Debug)]
pub struct Stamp {
    branch: Arc<()>,
    links: u64,
    faces: u64,
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        let Self { branch, links, faces } = self;
        Arc::ptr_eq(branch, &other.branch) && (*links, *faces) == (other.links, other.faces)
    }
}

/// What one world alone has, in one stretch of its time: after so many changes, two of them may have come to other links.
#[derive(Debug, Default)]
pub(crate) struct Branch(Arc<()>);

impl Clone for Branch {
    /// The clone goes its own way.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl World {
    /// Which links and patches there are now: for whoever keeps something that is made of them.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        let Branch(branch) = &self.identity.branch;
        Stamp {
            branch: Arc::clone(branch),
            links: self.bodies.links.revision(),
            faces: self.bodies.faces.slots().revision(),
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::{Colliders, LinkKind, Settings};

    fn rope() -> World {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        let ids: Vec<_> = (0..4).map(|i| world.add_particle(Vec2::new(i as f32, 0.0), 0.1, i == 0)).collect();
        for pair in ids.windows(2) {
            world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope);
        }
        world
    }

    fn cut(world: &mut World, x: f32) {
        let at = Vec2::new(x, 0.0);
        world.cut(at, at, 0.01);
        assert_eq!(world.link_count(), 2);
    }

    #[test]
    fn a_step_keeps_the_stamp_and_a_cut_does_not() {
        let mut world = rope();
        let stamp = world.stamp();
        world.step();
        assert_eq!(world.stamp(), stamp);
        let mut world = rope();
        let stamp = world.stamp();
        cut(&mut world, 0.5);
        assert_ne!(world.stamp(), stamp);
    }

    #[test]
    fn worlds_that_part_have_other_stamps_though_as_much_was_changed() {
        let mut one = rope();
        let mut other = one.clone();
        cut(&mut one, 0.5);
        cut(&mut other, 2.5);
        assert_ne!(one.stamp(), other.stamp());
        let mut world = rope();
        let before = world.snapshot(None);
        cut(&mut world, 0.5);
        let stamp = world.stamp();
        world.restore(&before);
        cut(&mut world, 2.5);
        assert_ne!(world.stamp(), stamp, "another cut after it was taken back");
    }
}
