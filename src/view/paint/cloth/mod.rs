//! Filled cloth, lit by how it folds.

mod cover;
mod sheets;

use glam::Vec2;

use self::{
    cover::{Cover, light},
    sheets::{Inner, Row, Sheets},
};
use crate::{
    physics::{DistanceConstraint, LinkKind, World},
    view::{
        draw::{Colour, DrawData, Layer, Patch, Segment, Weave},
        palette::Palette,
    },
};

/// Width of a thread, m: coarse, so that it is seen at the zoom in which a scene is shown.
const THREAD: f32 = 0.028;

/// Paints filled cloth.
#[derive(Clone, Debug, Default)]
pub(super) struct Clothier {
    sheets: Sheets,
    /// The cloth at each particle.
    cover: Vec<Cover>,
    /// The patches of one row.
    row: Vec<Cover>,
}

impl Clothier {
    /// The patches, each corner with the light of the patches around it, and the lines along which the cloth turns over.
    /// `seen`: where each particle is, m. `outline`: half of the width of such a line, m.
    pub fn patches(&mut self, world: &World, seen: &[Vec2], outline: f32, palette: &Palette, to: &mut DrawData) {
        let Self { sheets, cover, row: patches } = self;
        sheets.refresh(world);
        cover.clear();
        cover.resize(seen.len(), Cover::default());
        let side = world.links().find(|link| link.kind == LinkKind::Cloth).map_or(0.1, |link| link.rest_length);
        let per_side = 1.0 / side;
        for &row in &sheets.rows {
            add_row(row, seen, per_side, patches, cover);
        }
        for face in &sheets.loose {
            let patch = light(face.corners.map(|corner| seen[corner.index()]), per_side);
            face.corners.iter().for_each(|corner| cover[corner.index()].add(patch));
        }
        cover.iter_mut().for_each(Cover::average);
        // Even, so that the pattern goes on in the next patch.
        let threads = 2.0 * (0.5 * side / THREAD).round().max(1.0);
        to.weave = Some(Weave { cloth: palette.cloth, fold: palette.fold, threads, side });
        let Layer { patches, segments, .. } = &mut to.cloth;
        patches.reserve(world.face_count());
        // Room for the most lines that crumpled cloth can have: two threads a patch. They come and go.
        segments.reserve(sheets.open.len() + 2 * world.face_count());
        for &row in &sheets.rows {
            lay_row(row, seen, cover, patches);
            if turns(row, cover, &sheets.inner) {
                segments.extend(turning_threads(row, cover, &sheets.inner).map(|(a, b)| {
                    let colour = shade(cover[a], cover[b], palette);
                    Segment { a: seen[a], b: seen[b], half_width: outline, colour }
                }));
            }
        }
        patches.extend(sheets.loose.iter().map(|face| Patch {
            corners: face.corners.map(|corner| seen[corner.index()]),
            light: face.corners.map(|corner| cover[corner.index()].light()),
        }));
    }

    /// There are no patches at all: every thread is seen.
    pub fn bare(&mut self, particles: usize) {
        self.cover.clear();
        self.cover.resize(particles, Cover(Cover::TURNS));
    }

    /// The links of the world but those within the cloth, of which nothing is seen.
    pub fn open_links(&self) -> &[DistanceConstraint] {
        &self.sheets.open
    }

    /// The colour of a thread that lies on the cloth's outline or where it turns over: there it makes smooth what would be
    /// the steps of its patches. Elsewhere nothing is to be seen of it.
    pub fn outline(&self, link: &DistanceConstraint, palette: &Palette) -> Option<Colour> {
        let (a, b) = (self.cover[link.a.index()], self.cover[link.b.index()]);
        a.turn(b).then(|| shade(a, b, palette))
    }
}

/// The colour between two particles: that of the cloth beside it.
fn shade(a: Cover, b: Cover, palette: &Palette) -> Colour {
    palette.fold.mix(palette.cloth, (f32::from(a.light()) + f32::from(b.light())) / 510.0)
}

/// Adds a row's patches to the particles at their corners. Slice by slice, so that many are done at once.
fn add_row(row: Row, seen: &[Vec2], per_side: f32, patches: &mut Vec<Cover>, cover: &mut [Cover]) {
    let [upper, lower] = row.edges();
    let (above, below) = (&seen[upper.clone()], &seen[lower.clone()]);
    patches.clear();
    patches.extend(corners(above, below).map(|corners| light(corners, per_side)));
    for edge in [upper, lower] {
        let edge = &mut cover[edge];
        let patched = patches.len();
        edge[..patched].iter_mut().zip(&*patches).for_each(|(cover, &patch)| cover.add(patch));
        edge[1..].iter_mut().zip(&*patches).for_each(|(cover, &patch)| cover.add(patch));
    }
}

/// Writes a row's patches.
fn lay_row(row: Row, seen: &[Vec2], cover: &[Cover], to: &mut Vec<Patch>) {
    let [upper, lower] = row.edges();
    let places = corners(&seen[upper.clone()], &seen[lower.clone()]);
    let lights = corners(&cover[upper], &cover[lower]);
    to.extend(places.zip(lights).map(|(corners, lights)| Patch { corners, light: lights.map(Cover::light) }));
}

/// What is at the corners of each patch of a row, by what is along its edges.
fn corners<'a, T: Copy>(above: &'a [T], below: &'a [T]) -> impl Iterator<Item = [T; 4]> + 'a {
    let (left, right) = (above.iter().zip(below), above[1..].iter().zip(&below[1..]));
    left.zip(right).map(|((&a, &d), (&b, &c))| [a, b, c, d])
}

/// Whether a line along which the cloth turns over goes through a row: through threads of its upper edge, or through its
/// patches from there to its lower edge.
fn turns(row: Row, cover: &[Cover], inner: &[Inner]) -> bool {
    let [upper, lower] = row.edges();
    let sides = corners(&cover[upper.clone()], &cover[lower]);
    let any = sides.zip(&inner[upper]).fold(0, |any, ([here, next, _, below], inner)| {
        any | here.0 & (next.0 & inner.weft() | below.0 & inner.warp())
    });
    any & Cover::TURNS != 0
}

/// Those threads, as pairs of particles. One a thread: no other row has it at its upper edge or to the left of a patch.
fn turning_threads<'a>(row: Row, cover: &'a [Cover], inner: &'a [Inner]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let [upper, lower] = row.edges();
    (0..row.patches as usize).flat_map(move |k| {
        let (here, next, below) = (upper.start + k, upper.start + k + 1, lower.start + k);
        let weft = inner[here].weft() != 0 && cover[here].turn(cover[next]);
        let warp = inner[here].warp() != 0 && cover[here].turn(cover[below]);
        [weft.then_some((here, next)), warp.then_some((here, below))].into_iter().flatten()
    })
}
