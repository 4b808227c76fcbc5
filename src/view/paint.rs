//! A sandbox -> draw data.

use glam::Vec2;

use super::{
    camera::Camera,
    draw::{Colour, Disc, DrawData, Finish, Layer, Ring, Segment, Triangle},
    marks::Marks,
    palette::Palette,
    style::Style,
};
use crate::{
    physics::{LinkKind, Method, ParticleId, Room, World},
    sandbox::Sandbox,
};

/// Half of a link's width, m.
const fn half_width(kind: LinkKind) -> f32 {
    match kind {
        LinkKind::Rope => 0.021,
        LinkKind::Net | LinkKind::Lattice => 0.008,
        LinkKind::Cloth | LinkKind::Brace => 0.005,
        LinkKind::Hem => 0.009,
        LinkKind::Beam => 0.03,
    }
}

/// Above so many links, shadows are left out: they cost as much as the ropes.
const MOST_SHADOWED: usize = 20_000;

/// Where a shadow falls, m.
const SHADOW_OFFSET: Vec2 = Vec2::new(0.035, -0.055);

/// From this mass on, kg, a particle is drawn as an iron ball.
const HEAVY: f32 = 0.25;

/// Paints sandboxes; keeps its scratch memory between frames.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// Where each particle is in the picture, m.
    seen: Vec<Vec2>,
    /// Light on the cloth at each particle, summed over its patches, and how many these are.
    light: Vec<(f32, u16)>,
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
}

impl Painter {
    /// Fills `to` with one frame.
    pub fn paint(&mut self, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, blend, camera, marks, style } = picture;
        let palette = &style.palette();
        let world = sandbox.world();
        to.clear();
        self.seen.clear();
        self.seen.extend((0..world.particles().len()).map(|particle| sandbox.seen_at(particle, blend)));
        scenery(world, camera, palette, &mut to.scenery);
        self.cloth(world, palette, &mut to.cloth);
        self.links(world, palette, to);
        self.particles(picture, to);
        self.hands(world, camera, palette, &mut to.tools);
        self.marks(marks, camera, palette, &mut to.tools);
    }

    /// Every link but braces, and its shadow.
    fn links(&self, world: &World, palette: &Palette, to: &mut DrawData) {
        let shadowed = world.link_count() <= MOST_SHADOWED;
        // Arc length, so that a rope's twist runs on from link to link.
        let (mut along, mut last) = (0.0, None);
        for link in world.constraints().filter(|link| link.kind != LinkKind::Brace) {
            along = if last == Some(link.a) { along } else { 0.0 };
            last = Some(link.b);
            let (a, b) = (self.seen[link.a.index()], self.seen[link.b.index()]);
            let half_width = half_width(link.kind);
            let segment = Segment { a, b, half_width, along, colour: palette.link(link.kind), finish: Finish::Flat };
            match link.kind {
                LinkKind::Rope => to.ropes.segments.push(Segment { finish: Finish::Round, ..segment }),
                // The weave, not a grid: only just to be seen.
                LinkKind::Cloth => to.cloth.segments.push(Segment { colour: segment.colour.alpha(46), ..segment }),
                LinkKind::Hem => to.cloth.segments.push(segment),
                LinkKind::Net | LinkKind::Lattice => to.ropes.segments.push(segment),
                LinkKind::Beam | LinkKind::Brace => beam(segment, palette, &mut to.ropes),
            }
            if shadowed && !matches!(link.kind, LinkKind::Cloth | LinkKind::Hem) {
                to.shadows.segments.push(Segment {
                    a: a + SHADOW_OFFSET,
                    b: b + SHADOW_OFFSET,
                    half_width: 1.8 * half_width,
                    along,
                    colour: palette.shadow,
                    finish: Finish::Soft,
                });
            }
            along += link.rest_length;
        }
    }

    /// Filled patches, lit by how they fold: a patch that is seen edge-on is narrower than it was woven, and darker.
    fn cloth(&mut self, world: &World, palette: &Palette, to: &mut Layer) {
        if world.face_count() == 0 {
            return;
        }
        self.light.clear();
        self.light.resize(self.seen.len(), (0.0, 0));
        for face in world.faces() {
            let [a, b, c, d] = face.corners.map(|corner| self.seen[corner.index()]);
            let (across, down) = (0.5 * (b - a + c - d), 0.5 * (d - a + c - b));
            let (width, height) = (across.length().max(1e-6), down.length().max(1e-6));
            // Seen from its front the patch turns clockwise; from behind it is in its own shadow.
            let facing = down.perp_dot(across) / (width * height);
            // How far the threads lean: what makes folds visible in a plane.
            let lean = (across.y / width).clamp(-1.0, 1.0);
            let light = 0.42 + 0.36 * facing + 0.5 * lean;
            for corner in face.corners {
                let (sum, count) = &mut self.light[corner.index()];
                *sum += light.clamp(0.0, 1.0);
                *count += 1;
            }
        }
        for face in world.faces() {
            let corners = face.corners.map(|corner| self.seen[corner.index()]);
            let colours = face.corners.map(|corner| {
                let (sum, count) = self.light[corner.index()];
                mix(palette.fold, palette.cloth, sum / f32::from(count.max(1)))
            });
            for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
                let corners = [corners[a], corners[b], corners[c]];
                to.triangles.push(Triangle { corners, colours: [colours[a], colours[b], colours[c]] });
            }
        }
    }

    /// Pins, weights, and points where the scene shows them.
    fn particles(&self, picture: Picture, to: &mut DrawData) {
        let Picture { sandbox, camera, style, .. } = picture;
        let palette = &style.palette();
        let world = sandbox.world();
        let shown = sandbox.scene().scene.show_points;
        let particles = world.particles();
        let pin = camera.metres(5.0).max(0.032);
        let point = camera.metres(3.5).max(0.026);
        for (index, &centre) in self.seen.iter().enumerate() {
            if particles.mass[index] >= HEAVY {
                let radius = 0.12 * particles.mass[index].sqrt().min(5.0);
                let colour = palette.shadow.alpha(130);
                to.shadows.discs.push(Disc {
                    centre: centre + 1.5 * SHADOW_OFFSET,
                    radius: 1.2 * radius,
                    colour,
                    finish: Finish::Soft,
                });
                to.ropes.discs.push(Disc { centre, radius, colour: palette.iron, finish: Finish::Round });
            }
            if shown {
                let colour = if particles.pinned[index] { palette.locked } else { palette.point };
                to.ropes.discs.push(Disc { centre, radius: point, colour, finish: Finish::Round });
            } else if particles.pinned[index] {
                to.ropes.discs.push(Disc { centre, radius: pin, colour: palette.pin, finish: Finish::Round });
            }
        }
    }

    /// What each hand holds, and the line from it to the pointer.
    fn hands(&self, world: &World, camera: &Camera, palette: &Palette, to: &mut Layer) {
        for hand in world.hands() {
            let (at, pointer) = (self.seen[hand.particle.index()], hand.pointer());
            to.segments.push(line(at, pointer, camera.metres(1.25), palette.hand.alpha(170)));
            to.discs.push(Disc {
                centre: pointer,
                radius: camera.metres(3.0),
                colour: palette.hand,
                finish: Finish::Flat,
            });
            self.ring(hand.particle, camera, palette.hand, to);
        }
    }

    fn ring(&self, particle: ParticleId, camera: &Camera, colour: Colour, to: &mut Layer) {
        if let Some(&centre) = self.seen.get(particle.index()) {
            let (radius, half_width) = (camera.metres(11.0), camera.metres(1.25));
            to.rings.push(Ring { centre, radius, half_width, colour });
        }
    }

    fn marks(&self, marks: &Marks, camera: &Camera, palette: &Palette, to: &mut Layer) {
        let Marks { hover, scissors, cutting, trail, rope, net } = marks;
        if let Some(hover) = hover {
            self.ring(*hover, camera, palette.hand.alpha(210), to);
        }
        if let Some((centre, radius)) = *scissors {
            for pair in trail.windows(2) {
                let fresh = 0.5 * (pair[0].1 + pair[1].1);
                let colour = palette.blade.alpha((90.0 * fresh) as u8);
                to.segments.push(line(pair[0].0, pair[1].0, radius * (0.35 + 0.65 * fresh), colour));
            }
            blades(centre, radius, *cutting, camera, palette, to);
        }
        if let Some((from, to_)) = *rope {
            to.segments.push(line(from, to_, half_width(LinkKind::Rope), palette.rope.alpha(150)));
        }
        if let Some((from, corner)) = *net {
            let (min, max) = (from.min(corner), from.max(corner));
            let colour = palette.net.alpha(60);
            to.triangles.extend(rectangle(min, max, [colour.alpha(26); 2]));
            outline(Room { min, max }, camera.metres(1.0), palette.net.alpha(200), to);
        }
    }
}

/// Grid, ground and walls.
fn scenery(world: &World, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let visible = camera.visible();
    let (min, max) = (visible.min - Vec2::splat(camera.metres(80.0)), visible.max + Vec2::splat(camera.metres(8.0)));
    if camera.pixels_per_metre >= 24.0 {
        let half_width = camera.metres(0.5);
        for x in min.x.ceil() as i32..=max.x.floor() as i32 {
            to.segments.push(line(Vec2::new(x as f32, min.y), Vec2::new(x as f32, max.y), half_width, palette.grid));
        }
        for y in min.y.ceil() as i32..=max.y.floor() as i32 {
            to.segments.push(line(Vec2::new(min.x, y as f32), Vec2::new(max.x, y as f32), half_width, palette.grid));
        }
    }
    let soft = world.settings().springs.ground.filter(|_| world.settings().method == Method::Springs);
    for height in world.colliders().ground.into_iter().chain(soft.map(|ground| ground.height)) {
        // Below what ropes' own thickness covers, or they would sink into it by half their width.
        let top = height - half_width(LinkKind::Rope);
        if top > min.y {
            to.triangles.extend(rectangle(
                Vec2::new(min.x, top - 3.0),
                Vec2::new(max.x, top),
                [palette.depth, palette.ground],
            ));
            to.triangles.extend(rectangle(
                Vec2::new(min.x, min.y.min(top - 3.0)),
                Vec2::new(max.x, top - 3.0),
                [palette.depth; 2],
            ));
            to.segments.push(line(Vec2::new(min.x, top), Vec2::new(max.x, top), camera.metres(1.0), palette.edge));
        }
    }
    if let Some(room) = world.colliders().room {
        outline(room, camera.metres(1.5), palette.edge, to);
    }
}

/// The scissors: their disc, and two blades that close while they cut.
fn blades(centre: Vec2, radius: f32, cutting: bool, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let colour = palette.blade;
    to.discs.push(Disc { centre, radius, colour: colour.alpha(if cutting { 90 } else { 36 }), finish: Finish::Flat });
    to.rings.push(Ring { centre, radius, half_width: camera.metres(1.0), colour });
    let spread = if cutting { 0.18 } else { 0.6 };
    for side in [-1.0, 1.0] {
        let tip = Vec2::new(side * spread, 0.8) * radius;
        to.segments.push(line(centre - tip * 0.9, centre + tip, camera.metres(1.2), colour));
    }
}

/// A bar of planed wood: dark edges, a lighter face.
fn beam(bar: Segment, palette: &Palette, to: &mut Layer) {
    to.segments.push(Segment { colour: mix(palette.shadow.alpha(255), bar.colour, 0.45), ..bar });
    to.segments.push(Segment { half_width: 0.72 * bar.half_width, ..bar });
}

fn line(a: Vec2, b: Vec2, half_width: f32, colour: Colour) -> Segment {
    Segment { a, b, half_width, along: 0.0, colour, finish: Finish::Flat }
}

fn outline(Room { min, max }: Room, half_width: f32, colour: Colour, to: &mut Layer) {
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    to.segments.extend((0..4).map(|i| line(corners[i], corners[(i + 1) % 4], half_width, colour)));
}

/// Two triangles; colours of the lower and the upper edge.
fn rectangle(min: Vec2, max: Vec2, [low, high]: [Colour; 2]) -> [Triangle; 2] {
    let (right, left) = (Vec2::new(max.x, min.y), Vec2::new(min.x, max.y));
    [
        Triangle { corners: [min, right, max], colours: [low, low, high] },
        Triangle { corners: [min, max, left], colours: [low, high, high] },
    ]
}

/// `share` of the way from one colour (0) to another (1).
fn mix(from: Colour, to: Colour, share: f32) -> Colour {
    let share = share.clamp(0.0, 1.0);
    let channel = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u8;
    Colour { r: channel(from.r, to.r), g: channel(from.g, to.g), b: channel(from.b, to.b), a: channel(from.a, to.a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    fn painted(name: &str) -> DrawData {
        let sandbox = Sandbox::new(scene::named(name).expect("it is in the gallery")).expect("it builds");
        let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
        let (mut painter, mut data) = (Painter::default(), DrawData::default());
        let (marks, style) = (Marks::default(), Style::default());
        let picture = Picture { sandbox: &sandbox, blend: 1.0, camera: &camera, marks: &marks, style: &style };
        painter.paint(picture, &mut data);
        data
    }

    #[test]
    fn every_link_but_braces_is_drawn() {
        let data = painted("first-rope");
        assert_eq!(data.ropes.segments.len(), 9);
        assert_eq!(data.ropes.discs.len(), 10, "the scene shows its points");
    }

    #[test]
    fn a_rope_is_one_chain_so_that_its_joints_are_clean() {
        let data = painted("first-rope");
        for pair in data.ropes.segments.windows(2) {
            assert_eq!(pair[0].b, pair[1].a);
        }
    }

    #[test]
    fn a_cloth_is_filled() {
        let data = painted("solid-bodies");
        assert_eq!(data.cloth.triangles.len(), 2 * 18 * 16);
    }
}
