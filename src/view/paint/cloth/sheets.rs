//! The cloths of a world as the painter reads them: patches in rows, and the threads that may be seen. Made anew when links
//! or patches come or go, and not in every frame.

use crate::physics::{ClothFace, DistanceConstraint, LinkKind, Revision, World};

/// Patches side by side between two rows of particles, each numbered in a row. Patch k has the corners
/// `upper + k`, `upper + k + 1`, `lower + k + 1`, `lower + k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// First particle above.
    pub upper: u32,
    /// First particle below.
    pub lower: u32,
    /// How many there are.
    pub patches: u32,
}

impl Row {
    /// The particles along the upper and the lower edge.
    pub fn edges(self) -> [std::ops::Range<usize>; 2] {
        [self.upper, self.lower].map(|first| first as usize..first as usize + self.patches as usize + 1)
    }
}

/// The threads from a particle that lie within the cloth, with a patch on either side: nothing is seen of them, but where
/// the cloth turns over there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inner(u32);

impl Inner {
    /// That to the next particle.
    pub const WEFT: u32 = 1 << 31;
    /// That to the particle below.
    pub const WARP: u32 = 1 << 30;

    /// The last bit, if that to the next particle lies within.
    #[inline]
    pub fn weft(self) -> u32 {
        self.0 & Self::WEFT
    }

    /// The last bit, if that to the particle below lies within.
    #[inline]
    pub fn warp(self) -> u32 {
        self.0 << 1 & Self::WEFT
    }
}

/// The cloths of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheets {
    /// Which links and patches this was made of.
    revision: Option<Revision>,
    /// The patches.
    pub rows: Vec<Row>,
    /// Patches that are in no row, for their particles are numbered in another way.
    pub loose: Vec<ClothFace>,
    /// One a particle.
    pub inner: Vec<Inner>,
    /// Every link but those within the cloth, in the order of the world's.
    pub open: Vec<DistanceConstraint>,
    /// What lies around each particle: scratch.
    around: Vec<Around>,
}

/// The patches beside the threads from a particle to the right and down.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// Patches beside the weft, and whether one of them lies below it.
    weft: u8,
    hangs: bool,
    /// Patches beside the warp, whether one of them lies to the right of it, and where it goes.
    warp: u8,
    leans: bool,
    below: u32,
}

impl Sheets {
    /// Learns what there is, if it is not what there was.
    pub fn refresh(&mut self, world: &World) {
        let revision = world.revision();
        if self.revision.as_ref() == Some(&revision) {
            return;
        }
        self.revision = Some(revision);
        self.find_rows(world);
        self.find_inner(world);
    }

    fn find_rows(&mut self, world: &World) {
        self.rows.clear();
        self.loose.clear();
        for &face in world.faces() {
            let [a, b, c, d] = face.corners.map(|corner| corner.0);
            if b != a + 1 || c != d + 1 {
                self.loose.push(face);
                continue;
            }
            match self.rows.last_mut() {
                Some(row) if (row.upper + row.patches, row.lower + row.patches) == (a, d) => row.patches += 1,
                _ => self.rows.push(Row { upper: a, lower: d, patches: 1 }),
            }
        }
    }

    fn find_inner(&mut self, world: &World) {
        let particles = world.particles().len();
        self.around.clear();
        self.around.resize(particles, Around::default());
        for row in &self.rows {
            let [upper, lower] = row.edges();
            for (above, below) in upper.clone().zip(lower.clone()) {
                self.around[above].below = below as u32;
                let last = above + 1 == upper.end;
                if !last {
                    for particle in [above, below] {
                        self.around[particle].weft = self.around[particle].weft.saturating_add(1);
                    }
                    (self.around[above].hangs, self.around[above].leans) = (true, true);
                }
                let beside = if last || above == upper.start { 1 } else { 2 };
                self.around[above].warp = self.around[above].warp.saturating_add(beside);
            }
        }
        self.inner.clear();
        self.inner.extend(self.around.iter().map(|around| {
            let weft = if around.weft == 2 && around.hangs { Inner::WEFT } else { 0 };
            let warp = if around.warp == 2 && around.leans { Inner::WARP } else { 0 };
            Inner(weft | warp)
        }));
        self.open.clear();
        let Self { inner, around, open, .. } = self;
        open.extend(world.links().filter(|link| {
            let (a, b) = (link.a.index(), link.b.index());
            let weft = b == a + 1 && inner[a].weft() != 0;
            let warp = around[a].below as usize == b && inner[a].warp() != 0;
            link.kind != LinkKind::Cloth || !(weft || warp)
        }));
    }
}
