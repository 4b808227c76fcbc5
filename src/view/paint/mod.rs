//! A sandbox -> draw data: what each part of it looks like, a file a part.

mod cloth;
mod ghost;
mod links;
mod obstacles;
mod particles;
mod scenery;
mod tools;
mod wind;

use glam::Vec2;

use cloth::Clothier;
use particles::Chains;

use super::{
    camera::Camera,
    draw::{Colour, DrawData, Layer, Segment, Shadow},
    effects::Effects,
    marks::Marks,
    stress::{Legend, Stress},
    style::{Style, View},
};
use crate::{
    physics::{Aabb, DistanceConstraint, Form, LinkKind, Pose, World},
    sandbox::Sandbox,
};

/// Half of a link's width, m.
pub(super) const fn half_width(kind: LinkKind) -> f32 {
    match kind {
        LinkKind::Rope => 0.021,
        LinkKind::Net | LinkKind::Lattice => 0.008,
        LinkKind::Cloth | LinkKind::Brace | LinkKind::Stop => 0.005,
        LinkKind::Hem => 0.009,
        LinkKind::Beam => 0.03,
    }
}

/// The same where ropes meet each other: what is seen of them is what meets. Of a net, whose meshes are to be seen, only as
/// much as leaves them open.
pub(super) fn half_width_of(world: &World, link: &DistanceConstraint) -> f32 {
    let usual = half_width(link.kind);
    let widest = match link.kind {
        LinkKind::Beam => return usual,
        LinkKind::Net | LinkKind::Lattice => OPEN_MESH * link.rest_length,
        _ => link.rest_length,
    };
    world.settings().rope_contact.map_or(usual, |radius| radius.min(widest).max(0.5 * usual))
}

/// Half of the width of a net's cord to the side of its mesh, at most.
const OPEN_MESH: f32 = 0.14;

/// Above so many links, shadows are left out: they cost as much as the ropes.
const MOST_SHADOWED: usize = 20_000;

/// Where a shadow falls, m.
const SHADOW_OFFSET: Vec2 = Vec2::new(0.035, -0.055);

/// A shadow's width to that of what throws it, and what is added to half of it, m.
const SHADOW_SWELL: f32 = 1.25;
const SHADOW_BLUR: f32 = 0.012;

/// Paints sandboxes; keeps its scratch memory, and what moves in the picture alone, between frames.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// Where each particle is in the picture, m.
    seen: Vec<Vec2>,
    /// The same of the ghost.
    ghost_seen: Vec<Vec2>,
    /// Where each shape is in the picture: balls lie on them.
    shapes: Vec<(Form, Pose)>,
    /// The points of heavy ropes.
    chains: Chains,
    /// The same of the ghost.
    ghost_chains: Chains,
    /// Fills cloth.
    clothier: Clothier,
    /// How hard the links are pulled, and the scale for it.
    stress: Stress,
    /// What the colours of the last frame mean.
    legend: Option<Legend>,
    /// What was seen to break, to be pinned, to be cut with.
    effects: Effects,
}

/// What a picture is made of.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// What is played with.
    pub sandbox: &'a Sandbox,
    /// How far between the last two steps, 0 to 1.
    pub blend: f32,
    /// Where the window looks.
    pub camera: &'a Camera,
    /// The tools' marks.
    pub marks: &'a Marks,
    /// What the user chose to see, and in which colours.
    pub style: &'a Style,
    /// Since the last picture, s: for what moves in the picture alone.
    pub seconds: f32,
}

impl Painter {
    /// Fills `to` with one frame.
    pub fn paint(&mut self, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, blend, camera, marks, style, seconds } = picture;
        let palette = &style.palette();
        let world = sandbox.world();
        to.clear();
        self.legend = None;
        sandbox.blend_positions(blend, &mut self.seen);
        self.shapes.clear();
        self.shapes.extend(sandbox.blended_shapes(blend).map(|(shape, pose)| (shape.def.form, pose)));
        self.effects.follow(world, &self.seen, marks, seconds);
        scenery::paint(world, camera, palette, &mut to.scenery);
        wind::paint(picture, palette, &mut to.scenery);
        obstacles::paint(sandbox, blend, camera, palette, &mut to.scenery);
        self.chains.find(world);
        self.ghost(picture, &mut to.ghost);
        match style.view {
            View::Plain => {
                if style.shadows && world.link_count() <= MOST_SHADOWED {
                    to.shadow = Some(Shadow {
                        offset: SHADOW_OFFSET,
                        swell: SHADOW_SWELL,
                        blur: SHADOW_BLUR,
                        colour: palette.shadow,
                    });
                }
                if style.filled {
                    self.filled(world, camera, palette, to);
                } else {
                    self.links(world, world.links(), camera, palette, None, to);
                }
                self.pins_and_weights(picture, to);
            }
            View::Stress => {
                self.stress.measure(world, palette, seconds);
                self.legend = Some(self.stress.legend(palette));
                self.stressed_links(world, camera, to);
                self.pins_and_weights(picture, to);
            }
            View::Points => {
                self.thin_links(world, camera, palette, to);
                self.points(picture, to);
            }
        }
        self.effects.paint(&self.seen, camera, palette, style.view, to);
        self.hands(world, camera, palette, &mut to.tools);
        obstacles::marks(picture, palette, &mut to.tools);
        wind::marks(world, marks, camera, palette, &mut to.tools);
        self.marks(marks, world, (camera, palette), &mut to.tools);
    }

    /// What comes next does not follow from what there was: another scene, another moment. Nothing of it was cut.
    pub fn forget(&mut self) {
        self.effects = Effects::default();
        self.stress = Stress::default();
    }

    /// Whether the next frame would be another one, though nothing moves in the world.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.effects.are_moving() || (self.legend.is_some() && self.stress.is_moving())
    }

    /// What the colours of the frame painted last mean, if they mean something.
    #[must_use]
    pub fn legend(&self) -> Option<Legend> {
        self.legend
    }
}

fn line(a: Vec2, b: Vec2, half_width: f32, colour: Colour) -> Segment {
    Segment { a, b, half_width, colour }
}

fn outline(Aabb { min, max }: Aabb, half_width: f32, colour: Colour, to: &mut Layer) {
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    to.segments.extend((0..4).map(|i| line(corners[i], corners[(i + 1) % 4], half_width, colour)));
}

/// Two triangles; colours of the lower and the upper edge.
fn rectangle(min: Vec2, max: Vec2, [low, high]: [Colour; 2]) -> [super::draw::Triangle; 2] {
    let (right, left) = (Vec2::new(max.x, min.y), Vec2::new(min.x, max.y));
    [
        super::draw::Triangle { corners: [min, right, max], colours: [low, low, high] },
        super::draw::Triangle { corners: [min, max, left], colours: [low, high, high] },
    ]
}

#[cfg(test)]
mod tests;
