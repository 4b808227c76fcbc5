//! Revisions, which tell whether a world's links and faces are still the same without a look at each.

use std::sync::Arc;

use crate::containers::SlotList;
use crate::particles::{ClothFace, Links};
use crate::world::World;

/// The links and faces of a world at some time. Equal revisions mean equal links and faces, in the same order.
#[derive(Clone, Debug)]
pub struct Revision {
    /// Of the worlds among which equal numbers mean equal lists.
    pub(crate) token: Arc<()>,
    links: u64,
    faces: u64,
}

impl Revision {
    pub(crate) fn new(token: &Arc<()>, links: &Links, faces: &SlotList<ClothFace>) -> Self {
        Self { token: Arc::clone(token), links: links.revision(), faces: faces.revision() }
    }
}

impl Revision {
    /// Whether both are of one world between two restores.
    #[must_use]
    pub fn is_of_same_branch(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.token, &other.token)
    }
}

impl PartialEq for Revision {
    fn eq(&self, other: &Self) -> bool {
        let Self { token, links, faces } = self;
        Arc::ptr_eq(token, &other.token) && (*links, *faces) == (other.links, other.faces)
    }
}

/// Unique to a world until it is restored: two worlds may have different links after equally many changes.
#[derive(Debug, Default)]
pub(crate) struct Branch(pub Arc<()>);

impl Clone for Branch {
    /// A clone of a world is another branch.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl World {
    /// The present revision of links and faces, to keep beside data computed from them.
    #[must_use]
    pub fn revision(&self) -> Revision {
        Revision::new(&self.identity.branch.0, &self.bodies.links, self.bodies.faces.slots())
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
    fn equally_many_other_cuts_lead_to_other_revisions() {
        let mut one = rope();
        let mut other = one.clone();
        cut(&mut one, 0.5);
        cut(&mut other, 2.5);
        assert_ne!(one.revision(), other.revision());
        let mut world = rope();
        let before = world.snapshot(None);
        cut(&mut world, 0.5);
        let revision = world.revision();
        world.restore(&before);
        cut(&mut world, 2.5);
        assert_ne!(world.revision(), revision, "another cut after a restore");
    }
}
