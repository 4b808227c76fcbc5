//! Puts a frame's draw data on the screen: world metres in, one material, as few draw calls as 16-bit indices allow.
//!
//! Every shape becomes one quad (a triangle stays one) whose corners carry what the fragment shader needs to work out
//! the distance to the shape: see `app::shader` for the layout and for how the joints of a rope are kept clean. The
//! processor only maps end points to pixels; there is no matrix a vertex, no texture, and no state change in between.
//!
//! A rope is recognised by its links standing one after another in `Layer::segments`, each beginning at exactly the
//! point where the one before it ended, with the same half width and finish. Links in any other order are drawn as
//! single capsules: correct, but with the overlaps that the joints are there to avoid.

use glam::{Vec2, Vec3, Vec4};
use macroquad::material::{Material, MaterialParams, gl_use_default_material, gl_use_material, load_material};
use macroquad::miniquad::{BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource};
use macroquad::models::{Mesh, Vertex, draw_mesh};

use super::joint::{Joint, Span};
use super::shader;
use crate::view::{
    Camera,
    draw::{Colour, Disc, DrawData, Finish, Layer, Ring, Segment, Triangle},
};

/// For `Conf::draw_call_vertex_capacity`. The most that 16-bit indices can name; macroquad's default of 10 000 would cut
/// our batches off silently.
pub const VERTEX_CAPACITY: usize = 65_535;
/// For `Conf::draw_call_index_capacity`: more than the 98 298 indices of a batch that is full of quads.
pub const INDEX_CAPACITY: usize = 98_304;
/// Vertices in a batch: below the capacity, because macroquad starts a new call at `>=`, and a multiple of four.
const BATCH_VERTICES: usize = 65_532;

/// Half of the thinnest line, pixels; anything thinner gets fainter instead. As in the shader.
const MIN_HALF_WIDTH: f32 = 0.6;
/// Room for the soft edge around a shape, pixels. As in the shader.
const FEATHER: f32 = 1.0;
/// Axial length of one strand of a laid rope, in widths of the rope. As in the shader.
const TWIST_WIDTHS: f32 = 1.25;

/// The colours behind everything: a vertical gradient, dithered so that it shows no bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backdrop {
    /// At the upper edge of the viewport.
    pub top: Colour,
    /// At the lower edge.
    pub bottom: Colour,
}

/// How the fragment shader fills a shape. The numbers are the shader's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    RoundLink = 0,
    FlatLink = 1,
    SoftLink = 2,
    Ring = 3,
    Ball = 4,
    Plain = 5,
}

/// Draws frames. Owns the material and the buffers, which grow to their working size once and are then reused.
pub struct Renderer {
    material: Material,
    batch: Batch,
}

impl Renderer {
    /// Compiles the material. Needs the window to be open.
    ///
    /// # Errors
    /// When the graphics driver refuses the shader, with its message.
    pub fn new() -> Result<Self, String> {
        let over = |source, target| Some(BlendState::new(Equation::Add, source, target));
        let params = MaterialParams {
            pipeline_params: PipelineParams {
                color_blend: over(
                    BlendFactor::Value(BlendValue::SourceAlpha),
                    BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
                ),
                // The frame stays as opaque as it was cleared: browsers and some screenshots look at its alpha.
                alpha_blend: over(BlendFactor::Zero, BlendFactor::One),
                ..PipelineParams::default()
            },
            ..MaterialParams::default()
        };
        let source = ShaderSource::Glsl { vertex: shader::VERTEX, fragment: shader::FRAGMENT };
        let material =
            load_material(source, params).map_err(|error| format!("the shader does not compile: {error}"))?;
        Ok(Self { material, batch: Batch::new() })
    }

    /// Draws a frame over whatever is there: the backdrop, then the layers from back to front. Leaves macroquad's
    /// default material in use.
    pub fn draw(&mut self, data: &DrawData, camera: &Camera, background: Backdrop) {
        gl_use_material(&self.material);
        let mut painter = Painter {
            camera: *camera,
            // macroquad's default projection counts in logical pixels.
            to_logical: 1.0 / camera.density,
            metres_per_pixel: 1.0 / camera.pixels_per_metre,
            batch: &mut self.batch,
        };
        painter.backdrop(background);
        for layer in data.layers() {
            painter.layer(layer);
        }
        self.batch.flush();
        gl_use_default_material();
    }
}

/// Vertices on their way to macroquad.
///
/// `draw_mesh` is as good as the unsafe `get_internal_gl().quad_gl.geometry`: it calls that with the mesh's slices. What
/// is left of allocation is macroquad's own, two copies of 144 bytes of uniforms a draw call.
struct Batch {
    mesh: Mesh,
}

impl Batch {
    fn new() -> Self {
        Self { mesh: Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None } }
    }

    /// The index of the next vertex, after making sure that four more fit.
    fn base(&mut self) -> u16 {
        if self.mesh.vertices.len() + 4 > BATCH_VERTICES {
            self.flush();
        }
        // Below BATCH_VERTICES, so nothing is lost.
        self.mesh.vertices.len() as u16
    }

    /// A quad, its corners in order around it.
    #[inline]
    fn quad(&mut self, corners: &[Vertex; 4]) {
        let base = self.base();
        self.mesh.vertices.extend_from_slice(corners);
        self.mesh.indices.extend_from_slice(&[base, base + 1, base + 2, base, base + 2, base + 3]);
    }

    fn triangle(&mut self, corners: &[Vertex; 3]) {
        let base = self.base();
        self.mesh.vertices.extend_from_slice(corners);
        self.mesh.indices.extend_from_slice(&[base, base + 1, base + 2]);
    }

    fn flush(&mut self) {
        if self.mesh.vertices.is_empty() {
            return;
        }
        draw_mesh(&self.mesh);
        self.mesh.vertices.clear();
        self.mesh.indices.clear();
    }
}

/// Turns shapes into vertices.
struct Painter<'a> {
    camera: Camera,
    /// Logical pixels to a physical one.
    to_logical: f32,
    metres_per_pixel: f32,
    batch: &'a mut Batch,
}

impl Painter<'_> {
    fn backdrop(&mut self, Backdrop { top, bottom }: Backdrop) {
        let Vec2 { x: w, y: h } = self.camera.window;
        let corner = |x, y, colour| self.vertex(Vec2::new(x, y), Kind::Plain, Vec2::ZERO, Vec4::ZERO, colour);
        let corners = [corner(0.0, 0.0, top), corner(0.0, h, bottom), corner(w, h, bottom), corner(w, 0.0, top)];
        self.batch.quad(&corners);
    }

    fn layer(&mut self, layer: &Layer) {
        let Layer { triangles, segments, discs, rings } = layer;
        for triangle in triangles {
            self.triangle(triangle);
        }
        self.segments(segments);
        for disc in discs {
            self.disc(disc);
        }
        for ring in rings {
            self.ring(ring);
        }
    }

    fn triangle(&mut self, triangle: &Triangle) {
        let [a, b, c] = triangle.corners.map(|corner| self.camera.to_screen(corner));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        if !self.shows((low + high) * 0.5, (high - low) * 0.5) {
            return;
        }
        let [p, q, r] = triangle.colours;
        let corner = |at, colour| self.vertex(at, Kind::Plain, Vec2::ZERO, Vec4::ZERO, colour);
        let corners = [corner(a, p), corner(b, q), corner(c, r)];
        self.batch.triangle(&corners);
    }

    fn disc(&mut self, disc: &Disc) {
        let &Disc { centre, radius, colour, finish } = disc;
        if finish == Finish::Round {
            let radius = radius * self.camera.pixels_per_metre;
            self.square(centre, radius, Kind::Ball, Vec4::new(radius, radius, 0.0, 0.0), colour);
        } else {
            let dot = Segment { a: centre, b: centre, half_width: radius, along: 0.0, colour, finish };
            self.segments(&[dot]);
        }
    }

    fn ring(&mut self, ring: &Ring) {
        let &Ring { centre, radius, half_width, colour } = ring;
        let (radius, half_width) = (radius * self.camera.pixels_per_metre, half_width * self.camera.pixels_per_metre);
        let shape = Vec4::new(radius, half_width, 0.0, 0.0);
        self.square(centre, radius + half_width.max(MIN_HALF_WIDTH), Kind::Ring, shape, colour);
    }

    /// A square of `reach` pixels and the soft edge around a world point, its corners' offsets as local coordinates.
    fn square(&mut self, centre: Vec2, reach: f32, kind: Kind, shape: Vec4, colour: Colour) {
        let middle = self.camera.to_screen(centre);
        let reach = reach.max(MIN_HALF_WIDTH) + FEATHER;
        if !self.shows(middle, Vec2::splat(reach)) {
            return;
        }
        let corner = |x: f32, y: f32| {
            let local = Vec2::new(x, y) * reach;
            self.vertex(middle + local, kind, local, shape, colour)
        };
        let corners = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
        self.batch.quad(&corners);
    }

    /// Links, each with the joints to the one before it and the one after it: every end point is mapped, and every
    /// direction worked out, once.
    fn segments(&mut self, segments: &[Segment]) {
        let Some(first) = segments.first() else { return };
        let mut here = self.span(first);
        let mut joint_in = Joint::FREE;
        for (i, segment) in segments.iter().enumerate() {
            let mut rest = 0.0;
            let (mut after, mut joint_out) = (here, Joint::FREE);
            if let Some(next) = segments.get(i + 1) {
                after = self.span(next);
                if next.a == segment.b && next.half_width == segment.half_width && next.finish == segment.finish {
                    joint_out = Joint::between(&here, &after);
                    rest = next.along - segment.along;
                }
            }
            self.link(segment, &here, rest, [&joint_in, &joint_out]);
            here = after;
            joint_in = joint_out;
        }
    }

    #[inline]
    fn span(&self, segment: &Segment) -> Span {
        let across = Vec2::new(segment.b.x - segment.a.x, segment.a.y - segment.b.y);
        Span::new(self.camera.to_screen(segment.a), across * self.camera.pixels_per_metre)
    }

    /// One link between its joints at a and b. `rest` is its length at rest when the next link tells, in metres.
    #[inline]
    fn link(&mut self, segment: &Segment, span: &Span, rest: f32, [joint_in, joint_out]: [&Joint; 2]) {
        let &Span { a, length, per_pixel, heading } = span;
        let half_width = segment.half_width * self.camera.pixels_per_metre;
        let reach = half_width.max(MIN_HALF_WIDTH) + FEATHER;
        let half = heading * (length * 0.5);
        if !self.shows(a + half, half.abs() + reach) {
            return;
        }
        let (from, to) = (-joint_in.extent(reach), length + joint_out.extent(reach));

        // Twist in strands, without the whole ones so that a long rope keeps its fractions; at the far end what the
        // next link begins with, so that a stretched rope has no seam (unless the numbers make no sense).
        let stretched = length * self.metres_per_pixel;
        let rest = if rest > 0.3 * stretched && rest < 3.0 * stretched { rest } else { stretched };
        let strands_per_metre = 0.5 / (TWIST_WIDTHS * segment.half_width);
        let strands = segment.along * strands_per_metre;
        let twist = strands - (strands as i32) as f32;
        // Both run evenly along the link, so the quad's ends, which are outside it, get them extrapolated.
        let twist_slope = rest * strands_per_metre * per_pixel;
        let facing = joint_in.facing(heading);
        let turn = (joint_out.facing(heading) - facing) * per_pixel;

        let kind = match segment.finish {
            Finish::Round => Kind::RoundLink,
            Finish::Flat => Kind::FlatLink,
            Finish::Soft => Kind::SoftLink,
        };
        // Exact: below 2^24.
        let code = ((joint_in.code * 1024 + joint_out.code) * 8 + kind as u32) * 2;
        let side = heading.perp() * reach;
        let color = bytes(segment.colour);
        let corner = |x: f32, side: Vec2, right: u32| {
            let light = facing + turn * x;
            Vertex {
                position: ((a + heading * x + side) * self.to_logical).extend((code + right) as f32),
                uv: Vec2::new(x, twist + twist_slope * x),
                color,
                normal: Vec4::new(length, half_width, light.x, light.y),
            }
        };
        let corners = [corner(from, -side, 0), corner(from, side, 1), corner(to, side, 1), corner(to, -side, 0)];
        self.batch.quad(&corners);
    }

    /// Whether a box, given by its middle and half of its size in pixels, touches the viewport. Never when one of them
    /// is not a finite number, for the comparisons then fail.
    #[inline]
    fn shows(&self, middle: Vec2, half: Vec2) -> bool {
        let view = self.camera.window * 0.5;
        let away = (middle - view).abs();
        away.x < view.x + half.x && away.y < view.y + half.y
    }

    fn vertex(&self, at: Vec2, kind: Kind, local: Vec2, shape: Vec4, colour: Colour) -> Vertex {
        let position: Vec3 = (at * self.to_logical).extend((kind as u32 * 2) as f32);
        Vertex { position, uv: local, color: bytes(colour), normal: shape }
    }
}

const fn bytes(colour: Colour) -> [u8; 4] {
    [colour.r, colour.g, colour.b, colour.a]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Room;

    fn vertices(segments: &[Segment]) -> Vec<Vertex> {
        let view = Room { min: Vec2::NEG_ONE, max: Vec2::ONE };
        let mut camera = Camera::new(view, Vec2::new(800.0, 600.0), 0.0);
        (camera.centre, camera.pixels_per_metre, camera.density) = (Vec2::ZERO, 100.0, 2.0);
        let mut batch = Batch::new();
        Painter { camera, to_logical: 0.5, metres_per_pixel: 0.01, batch: &mut batch }.segments(segments);
        assert_eq!(batch.mesh.indices.len(), batch.mesh.vertices.len() / 4 * 6);
        batch.mesh.vertices
    }

    fn link(a: Vec2, b: Vec2) -> Segment {
        Segment { a, b, half_width: 0.1, along: 0.0, colour: Colour::rgb(1, 2, 3), finish: Finish::Round }
    }

    #[test]
    fn a_link_becomes_a_quad_in_logical_pixels() {
        let quad = vertices(&[link(Vec2::ZERO, Vec2::X)]);
        // 10 pixels of half width and one of soft edge around (400, 300) to (500, 300), at two pixels to a logical one.
        assert_eq!(quad[0].position.truncate(), Vec2::new(389.0, 289.0) / 2.0);
        assert_eq!(quad[2].position.truncate(), Vec2::new(511.0, 311.0) / 2.0);
        assert_eq!(quad[0].normal, Vec4::new(100.0, 10.0, 1.0, 0.0));
    }

    #[test]
    fn links_of_a_rope_name_the_same_cut_and_strangers_none() {
        let (a, b, c) = (Vec2::ZERO, Vec2::X, Vec2::new(1.5, 0.5));
        let bends = |vertex: &Vertex| ((vertex.position.z as u32) / 16 / 1024, (vertex.position.z as u32) / 16 % 1024);
        let rope = vertices(&[link(a, b), link(b, c)]);
        // Left on a screen whose y is down: tan(45 / 2 degrees) = 0.414, in steps of 3 / 511 below 512.
        assert_eq!((bends(&rope[0]), bends(&rope[4])), ((0, 441), (441, 0)));
        let strangers = vertices(&[link(a, b), link(b + Vec2::Y * 1.0e-3, c)]);
        assert_eq!((bends(&strangers[0]), bends(&strangers[4])), ((0, 0), (0, 0)));
    }

    #[test]
    fn what_is_off_the_screen_or_no_number_is_left_out() {
        let far = Vec2::splat(100.0);
        assert!(
            vertices(&[link(far, far + 1.0), link(Vec2::NAN, Vec2::X), link(Vec2::ZERO, Vec2::INFINITY)]).is_empty()
        );
        assert_eq!(vertices(&[link(-far, far)]).len(), 4);
    }
}
