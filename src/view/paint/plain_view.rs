//! The plain view: links as their material, filled cloth, shadows, pins and weights. Ropes are smooth curves, all other
//! links are lines; braces are not drawn.

use glam::Vec2;

use super::cloth::{ClothPainter, Outline};
use super::material_look::{self, colour_of};
use super::rope_brush::{RopeBrush, take_rope};
use super::{Frame, Painter, machines};
use crate::physics::{DistanceConstraint, LinkKind, World};
use crate::view::draw::{Colour, DrawData, RopePoint, Segment, Shadow, Tier};
use crate::view::{camera::Camera, link_width::half_width};

/// Maximum number of links of a scene with shadows, which cost as much as the links.
const MAX_SHADOWED: usize = 20_000;

/// Offset of a shadow, m.
const SHADOW_OFFSET: Vec2 = Vec2::new(0.035, -0.055);

/// Ratio of a shadow's width to that of its shape.
const SHADOW_SWELL: f32 = 1.25;

/// Length added to half of a shadow's width, m.
const SHADOW_BLUR: f32 = 0.012;

/// Colour that darkens the edges of wood, in both themes.
pub const UMBER: Colour = Colour::rgb(15, 18, 27);

/// Ratio of a net's half cord width to the side of its mesh, at most, where ropes touch each other.
const OPEN_MESH: f32 = 0.14;

/// Half width of a link, m. Where ropes touch each other, it is the radius of their contacts, limited in nets so that
/// the meshes stay open.
pub fn half_width_of(world: &World, link: &DistanceConstraint) -> f32 {
    let usual = material_look::half_width_of(world.material_of(link), link.kind, half_width(link.kind));
    let widest = match link.kind {
        LinkKind::Beam | LinkKind::Rim => return usual,
        LinkKind::Net | LinkKind::Lattice => OPEN_MESH * link.rest_length,
        _ => link.rest_length,
    };
    world.settings().rope_contact.map_or(usual, |radius| radius.min(widest).max(0.5 * usual))
}

/// Half width of the lines on the outline of filled cloth, m: as wide as the antialiased edge of the patches, which
/// they cover.
fn outline_half_width(camera: &Camera) -> f32 {
    half_width(LinkKind::Cloth).max(camera.metres(0.6))
}

pub fn paint(painter: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let Frame { world, style, palette, .. } = frame;
    if style.shadows && world.link_count() <= MAX_SHADOWED {
        let (offset, swell, blur) = (SHADOW_OFFSET, SHADOW_SWELL, SHADOW_BLUR);
        to.shadow = Some(Shadow { offset, swell, blur, colour: palette.scenery.shadow });
    }
    if style.filled {
        painter.filled_cloth_and_links(frame, to);
    } else {
        painter.links(world.links(), None, frame, to);
    }
    machines::paint(painter, frame, to);
    painter.pins_and_weights(frame, to);
}

impl Painter {
    /// Paints all links, and filled cloth over its threads.
    fn filled_cloth_and_links(&mut self, frame: &Frame, to: &mut DrawData) {
        let &Frame { world, camera, palette, .. } = frame;
        if world.face_count() == 0 {
            self.cloth.uncover(self.positions.len());
            return self.links(world.links(), Some(&self.cloth), frame, to);
        }
        self.cloth.paint(world, &self.positions, &self.ranks, Outline(outline_half_width(camera), palette), to);
        self.links(self.cloth.open_links().iter(), Some(&self.cloth), frame, to);
    }

    /// Paints links as their material. `filled`: the cloth that covers its threads.
    fn links<'a>(
        &self,
        links: impl Iterator<Item = &'a DistanceConstraint>,
        filled: Option<&ClothPainter>,
        frame: &Frame,
        to: &mut DrawData,
    ) {
        let &Frame { world, palette, .. } = frame;
        let outline = outline_half_width(frame.camera);
        let has_machines = !world.driven_links().is_empty();
        let mut links = links.filter(|link| !has_machines || machines::looks_plain(link, world)).peekable();
        while let Some(link) = links.next() {
            let Tier { cloth, ropes, .. } = to.tier(self.ranks.of_particle(link.a));
            let segment = |colour| {
                let (a, b) = (self.positions[link.a.index()], self.positions[link.b.index()]);
                Segment { a, b, half_width: half_width_of(world, link), colour }
            };
            match (link.kind, filled) {
                (LinkKind::Rope, _) => {
                    let half_width = half_width_of(world, link);
                    let brush = RopeBrush { positions: &self.positions, half_width, role: RopePoint::STARTS };
                    let rope = take_rope(link, &mut links);
                    match world.material_of(link) {
                        None => brush.paint(rope, || palette.materials.rope, &mut ropes.ropes),
                        Some(material) => {
                            let colour = palette.visible(colour_of(Some(material), palette.materials.rope));
                            let rope: Vec<_> = rope.collect();
                            material_look::paint_rope(material.look, brush, rope.iter().copied(), colour, ropes);
                        }
                    }
                }
                (LinkKind::Net | LinkKind::Lattice, _) => {
                    ropes
                        .segments
                        .push(segment(palette.visible(colour_of(world.material_of(link), palette.materials.net))));
                }
                (LinkKind::Cloth, Some(filled)) => {
                    let colour = filled.outline_colour(link, world, palette);
                    cloth.segments.extend(colour.map(|colour| Segment { half_width: outline, ..segment(colour) }));
                }
                (LinkKind::Hem, Some(_)) => {
                    let colour = world.material_of(link).map(|material| {
                        UMBER.mix(palette.visible(colour_of(Some(material), palette.materials.hem)), 0.75)
                    });
                    cloth.segments.push(segment(colour.unwrap_or(palette.materials.hem)));
                }
                (LinkKind::Cloth | LinkKind::Hem, None) => {
                    ropes
                        .segments
                        .push(segment(palette.visible(colour_of(world.material_of(link), palette.materials.cloth))));
                }
                (LinkKind::Beam | LinkKind::Rim, _) => {
                    ropes.segments.extend(bar(segment(
                        palette.visible(colour_of(world.material_of(link), palette.materials.beam)),
                    )));
                }
                (LinkKind::Brace | LinkKind::Stop, _) => {}
            }
        }
    }
}

/// A bar of planed wood: dark edges and a lighter face.
fn bar(bar: Segment) -> [Segment; 2] {
    let edge = UMBER.mix(bar.colour, 0.45);
    [Segment { colour: edge, ..bar }, Segment { half_width: 0.72 * bar.half_width, ..bar }]
}
