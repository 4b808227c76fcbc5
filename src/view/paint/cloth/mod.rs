//! Filled cloth, lit by its folds.
//!
//! | File | Holds |
//! |---|---|
//! | `layout` | the layout of a world's cloths: patches in rows, and the threads that may be visible |
//! | `shading` | shading of filled cloth at its particles: the mean light of the patches around each |

mod layout;
mod shading;

use glam::Vec2;

use self::{
    layout::{InnerThreads, Layout, Row},
    shading::{Shading, patch_shading},
};
use super::plain_view::UMBER;
use super::ranks::Ranks;
use crate::physics::{DistanceConstraint, LinkKind, ParticleId, World};
use crate::view::draw::{ClothColours, Colour, DrawData, Layer, Patch, Segment, Weave};
use crate::view::palette::Palette;

/// Width of a thread, m: visible at the zoom at which a scene is shown.
const THREAD: f32 = 0.028;

/// Side of a patch in a world without links of cloth, m.
const USUAL_SIDE: f32 = 0.1;

/// Half width of the lines on the outline of cloth, m, and the palette.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a>(pub f32, pub &'a Palette);

/// Paints filled cloth.
#[derive(Clone, Debug, Default)]
pub(super) struct ClothPainter {
    layout: Layout,
    /// Shading at each particle.
    shading: Vec<Shading>,
    /// Shading of the patches of one row.
    row: Vec<Shading>,
}

impl ClothPainter {
    /// Paints the patches, with the mean light of the patches around each corner, and lines where the cloth turns over.
    /// `positions`: particles in the picture, m.
    pub fn paint(
        &mut self,
        world: &World,
        positions: &[Vec2],
        ranks: &Ranks,
        Outline(outline, palette): Outline,
        to: &mut DrawData,
    ) {
        let link = world.links().find(|link| link.kind == LinkKind::Cloth);
        let side = link.map_or(USUAL_SIDE, |link| link.rest_length);
        self.layout.refresh(world);
        self.shade(positions, 1.0 / side);
        let Self { layout, shading, .. } = self;
        // Even, so that the pattern continues in the next patch.
        let threads = 2.0 * (0.5 * side / THREAD).round().max(1.0);
        to.weave = Some(Weave { threads, side });
        let Layer { patches, segments, .. } = &mut to.things.cloth;
        patches.reserve(world.face_count());
        // Room for the lines of crumpled cloth, at most two threads per patch, since their number changes all the time.
        segments.reserve(layout.open.len() + 2 * world.face_count());
        for &row in &layout.rows {
            let Layer { patches, segments, .. } = &mut to.tier(ranks.of_particle(ParticleId(row.upper))).cloth;
            let colours = colours_of(row.material, world, palette);
            add_patches(row, positions, shading, colours, patches);
            if turns_over(row, shading, &layout.inner) {
                segments.extend(turning_threads(row, shading, &layout.inner).map(|(a, b)| {
                    let colour = thread_colour(shading[a], shading[b], colours);
                    Segment { a: positions[a], b: positions[b], half_width: outline, colour }
                }));
            }
        }
        for (face, material) in &layout.loose {
            to.tier(ranks.of_particle(face.corners[0])).cloth.patches.push(Patch {
                corners: face.corners.map(|corner| positions[corner.index()]),
                light: face.corners.map(|corner| shading[corner.index()].light()),
                colours: colours_of(*material, world, palette),
            });
        }
    }

    /// Computes the shading at each particle. `per_side`: inverse of a patch's side at rest, 1/m.
    fn shade(&mut self, positions: &[Vec2], per_side: f32) {
        let Self { layout, shading, row: patches } = self;
        shading.clear();
        shading.resize(positions.len(), Shading::default());
        for &row in &layout.rows {
            shade_row(row, positions, per_side, patches, shading);
        }
        for (face, _) in &layout.loose {
            let patch = patch_shading(face.corners.map(|corner| positions[corner.index()]), per_side);
            face.corners.iter().for_each(|corner| shading[corner.index()].add(patch));
        }
        shading.iter_mut().for_each(Shading::average);
    }

    /// Prepares a frame without patches, in which every thread is drawn.
    pub fn uncover(&mut self, particles: usize) {
        self.shading.clear();
        self.shading.resize(particles, Shading(Shading::OUTLINE));
    }

    /// The links of the world without the threads within the cloth, which are not drawn.
    pub fn open_links(&self) -> &[DistanceConstraint] {
        &self.layout.open
    }

    /// Colour of a thread on the cloth's outline or where it turns over, which smooths the steps of the patches there.
    /// `None` for other threads, which are not drawn.
    pub fn outline_colour(&self, link: &DistanceConstraint, world: &World, palette: &Palette) -> Option<Colour> {
        let (a, b) = (self.shading[link.a.index()], self.shading[link.b.index()]);
        a.shares_outline(b).then(|| thread_colour(a, b, colours_of(link.material, world, palette)))
    }
}

/// Colours of cloth of the material with a number; the palette's without a material or its colour.
fn colours_of(material: u8, world: &World, palette: &Palette) -> ClothColours {
    let material = usize::from(material).checked_sub(1).and_then(|number| world.materials().get(number));
    match material.and_then(|material| material.colour) {
        None => ClothColours { lit: palette.materials.cloth, fold: palette.materials.fold },
        Some([red, green, blue]) => {
            let lit = palette.visible(Colour::rgb(red, green, blue));
            ClothColours { lit, fold: UMBER.mix(lit, 0.6) }
        }
    }
}

/// Colour of a thread between two particles: that of the cloth beside it.
fn thread_colour(a: Shading, b: Shading, ClothColours { lit, fold }: ClothColours) -> Colour {
    fold.mix(lit, (f32::from(a.light()) + f32::from(b.light())) / 510.0)
}

/// Adds the shading of a row's patches to the particles at their corners. Slice by slice, so that it is vectorised.
fn shade_row(row: Row, positions: &[Vec2], per_side: f32, patches: &mut Vec<Shading>, shading: &mut [Shading]) {
    let [upper, lower] = row.edges();
    let (above, below) = (&positions[upper.clone()], &positions[lower.clone()]);
    patches.clear();
    patches.extend(corners(above, below).map(|corners| patch_shading(corners, per_side)));
    for edge in [upper, lower] {
        let edge = &mut shading[edge];
        let count = patches.len();
        edge[..count].iter_mut().zip(&*patches).for_each(|(shading, &patch)| shading.add(patch));
        edge[1..].iter_mut().zip(&*patches).for_each(|(shading, &patch)| shading.add(patch));
    }
}

/// Appends a row's patches.
fn add_patches(row: Row, positions: &[Vec2], shading: &[Shading], colours: ClothColours, to: &mut Vec<Patch>) {
    let [upper, lower] = row.edges();
    let places = corners(&positions[upper.clone()], &positions[lower.clone()]);
    let lights = corners(&shading[upper], &shading[lower]);
    to.extend(places.zip(lights).map(|(corners, lights)| Patch {
        corners,
        light: lights.map(Shading::light),
        colours,
    }));
}

/// The values at the corners of each patch of a row, from those along its edges.
fn corners<'a, T: Copy>(above: &'a [T], below: &'a [T]) -> impl Iterator<Item = [T; 4]> + 'a {
    let (left, right) = (above.iter().zip(below), above[1..].iter().zip(&below[1..]));
    left.zip(right).map(|((&a, &d), (&b, &c))| [a, b, c, d])
}

/// Whether the cloth turns over in a row: along threads of its upper edge, or along threads from there to its lower
/// edge.
fn turns_over(row: Row, shading: &[Shading], inner: &[InnerThreads]) -> bool {
    let [upper, lower] = row.edges();
    let sides = corners(&shading[upper.clone()], &shading[lower]);
    let any = sides.zip(&inner[upper]).fold(0, |any, ([here, next, _, below], inner)| {
        any | here.0 & (next.0 & inner.weft() | below.0 & inner.warp())
    });
    any & Shading::OUTLINE != 0
}

/// The threads of a row along which the cloth turns over, as pairs of particles. Each thread belongs to one row.
fn turning_threads<'a>(
    row: Row,
    shading: &'a [Shading],
    inner: &'a [InnerThreads],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let [upper, lower] = row.edges();
    (0..row.patches as usize).flat_map(move |k| {
        let (here, next, below) = (upper.start + k, upper.start + k + 1, lower.start + k);
        let weft = inner[here].weft() != 0 && shading[here].shares_outline(shading[next]);
        let warp = inner[here].warp() != 0 && shading[here].shares_outline(shading[below]);
        [weft.then_some((here, next)), warp.then_some((here, below))].into_iter().flatten()
    })
}
