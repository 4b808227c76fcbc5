//! The layout of a world's cloths: patches in rows, and the threads that may be visible. Computed only when links or
//! faces are added or removed.

use crate::physics::{ClothFace, DistanceConstraint, LinkKind, Revision, World};

/// Patches side by side between two rows of consecutive particles. Patch k has the corners `upper + k`, `upper + k +
/// 1`, `lower + k + 1`, `lower + k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// First particle of the upper edge.
    pub upper: u32,
    /// First particle of the lower edge.
    pub lower: u32,
    /// Number of patches.
    pub patches: u32,
    /// Number of their material.
    pub material: u8,
}

impl Row {
    /// The particles along the upper and the lower edge.
    pub fn edges(self) -> [std::ops::Range<usize>; 2] {
        [self.upper, self.lower].map(|first| first as usize..first as usize + self.patches as usize + 1)
    }
}

/// The threads from a particle that lie within the cloth, with a patch on either side. They are visible only where the
/// cloth turns over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InnerThreads(u32);

impl InnerThreads {
    /// Flag of the thread to the next particle.
    pub const WEFT: u32 = 1 << 31;
    /// Flag of the thread to the particle below.
    pub const WARP: u32 = 1 << 30;

    /// The highest bit, if the thread to the next particle lies within the cloth.
    #[inline]
    pub fn weft(self) -> u32 {
        self.0 & Self::WEFT
    }

    /// The highest bit, if the thread to the particle below lies within the cloth.
    #[inline]
    pub fn warp(self) -> u32 {
        self.0 << 1 & Self::WEFT
    }
}

/// Layout of a world's cloths.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Revision of the links and faces from which it was computed.
    revision: Option<Revision>,
    /// Patches in rows.
    pub rows: Vec<Row>,
    /// Patches outside of rows, whose particles are not consecutive, and the numbers of their materials.
    pub loose: Vec<(ClothFace, u8)>,
    /// Threads within the cloth, for each particle.
    pub inner: Vec<InnerThreads>,
    /// All links without the threads within the cloth, in the order of the world's links.
    pub open: Vec<DistanceConstraint>,
    /// Surroundings of each particle; a buffer.
    around: Vec<Around>,
    /// Number of the material of the cloth at each particle; a buffer.
    material: Vec<u8>,
}

/// Surroundings of a particle: the patches beside its threads to the right and down.
#[derive(Clone, Copy, Debug, Default)]
struct Around {
    /// Number of patches beside the weft.
    weft: u8,
    /// One of them lies below it.
    has_patch_below: bool,
    /// Number of patches beside the warp.
    warp: u8,
    /// One of them lies to the right of it.
    has_patch_right: bool,
    /// Particle at the other end of the warp.
    below: u32,
}

impl Layout {
    /// Computes the layout, unless links and faces are the same as before.
    pub fn refresh(&mut self, world: &World) {
        let revision = world.revision();
        if self.revision.as_ref() == Some(&revision) {
            return;
        }
        self.revision = Some(revision);
        self.find_rows(world);
        self.find_inner(world);
    }

    /// Joins consecutive patches to rows.
    fn find_rows(&mut self, world: &World) {
        self.rows.clear();
        self.loose.clear();
        self.find_materials(world);
        for &face in world.faces() {
            let [a, b, c, d] = face.corners.map(|corner| corner.0);
            let material = self.material[a as usize];
            if b != a + 1 || c != d + 1 {
                self.loose.push((face, material));
                continue;
            }
            match self.rows.last_mut() {
                Some(row)
                    if (row.upper + row.patches, row.lower + row.patches) == (a, d) && row.material == material =>
                {
                    row.patches += 1;
                }
                _ => self.rows.push(Row { upper: a, lower: d, patches: 1, material }),
            }
        }
    }

    /// Finds the material of the cloth at each particle: that of its threads, or else of its hem.
    fn find_materials(&mut self, world: &World) {
        self.material.clear();
        self.material.resize(world.particles().len(), 0);
        for kind in [LinkKind::Hem, LinkKind::Cloth] {
            for link in world.links().filter(|link| link.kind == kind) {
                self.material[link.a.index()] = link.material;
                self.material[link.b.index()] = link.material;
            }
        }
    }

    /// Finds the threads within the cloth.
    fn find_inner(&mut self, world: &World) {
        let particles = world.particles().len();
        self.around.clear();
        self.around.resize(particles, Around::default());
        for row in &self.rows {
            let [upper, lower] = row.edges();
            for (above, below) in upper.clone().zip(lower.clone()) {
                self.around[above].below = below as u32;
                let is_last = above + 1 == upper.end;
                if !is_last {
                    for particle in [above, below] {
                        self.around[particle].weft = self.around[particle].weft.saturating_add(1);
                    }
                    self.around[above].has_patch_below = true;
                    self.around[above].has_patch_right = true;
                }
                let beside = if is_last || above == upper.start { 1 } else { 2 };
                self.around[above].warp = self.around[above].warp.saturating_add(beside);
            }
        }
        self.inner.clear();
        self.inner.extend(self.around.iter().map(|around| {
            let weft = if around.weft == 2 && around.has_patch_below { InnerThreads::WEFT } else { 0 };
            let warp = if around.warp == 2 && around.has_patch_right { InnerThreads::WARP } else { 0 };
            InnerThreads(weft | warp)
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
