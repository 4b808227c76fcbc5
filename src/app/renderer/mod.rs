//! The renderer: draws the draw data of a frame with the graphics card. The shapes are copied to the card as instances,
//! and the vertex shaders turn metres into pixels.
//!
//! The processor copies 24 bytes per link and issues about ten draw calls per frame, for any number of shapes.
//!
//! | File | Holds |
//! |---|---|
//! | `pipeline` | pipeline and buffers of one kind of shape |
//! | `shader` | vertex and fragment shaders |

mod pipeline;
mod shader;

use glam::Vec2;
use macroquad::{
    miniquad::{PassAction, RenderingBackend, VertexFormat},
    window::get_internal_gl,
};

use crate::view::draw::{
    Colour, Dot, DrawData, Layer, Patch, ROPE_DETAILS, RopePoint, Segment, Shadow, Tier, Triangle, Weave,
};
use crate::view::{Camera, Palette};
pub use pipeline::StreamBuffer;
use pipeline::{Geometry, InstanceBuffer, ShapeFormat, ShapePipeline, Uniforms};

/// A square from -1 to 1, and the two triangles of a quadrilateral with its corners in rows.
const SQUARE: [[f32; 2]; 4] = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
const QUAD: [u16; 6] = [0, 1, 2, 2, 1, 3];

/// A triangle around [`SQUARE`].
const AROUND: [[f32; 2]; 3] = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]];

/// Segments per instance. The overhead of an instance of four corners would exceed the time to draw it.
const SEGMENTS_PER_INSTANCE: usize = 4;

const SEGMENTS: ShapeFormat = ShapeFormat {
    name: "lines",
    vertex: shader::SEGMENT_VERTEX,
    fragment: shader::SEGMENT_FRAGMENT,
    corner: VertexFormat::Float3,
    fields: &[
        ("ends0", VertexFormat::Float4),
        ("half_width0", VertexFormat::Float1),
        ("colour0", VertexFormat::Byte4),
        ("ends1", VertexFormat::Float4),
        ("half_width1", VertexFormat::Float1),
        ("colour1", VertexFormat::Byte4),
        ("ends2", VertexFormat::Float4),
        ("half_width2", VertexFormat::Float1),
        ("colour2", VertexFormat::Byte4),
        ("ends3", VertexFormat::Float4),
        ("half_width3", VertexFormat::Float1),
        ("colour3", VertexFormat::Byte4),
    ],
    stride: SEGMENTS_PER_INSTANCE * size_of::<Segment>(),
};

/// Ropes: two links per instance, and so five points. The fields of an instance overlap the next ones.
const ROPES: ShapeFormat = ShapeFormat {
    name: "ropes",
    vertex: shader::ROPE_VERTEX,
    fragment: shader::ROPE_FRAGMENT,
    corner: VertexFormat::Float3,
    fields: &[
        ("at0", VertexFormat::Float2),
        ("what0", VertexFormat::Float3),
        ("colour0", VertexFormat::Byte4),
        ("at1", VertexFormat::Float2),
        ("what1", VertexFormat::Float3),
        ("colour1", VertexFormat::Byte4),
        ("at2", VertexFormat::Float2),
        ("what2", VertexFormat::Float3),
        ("colour2", VertexFormat::Byte4),
        ("at3", VertexFormat::Float2),
        ("what3", VertexFormat::Float3),
        ("colour3", VertexFormat::Byte4),
        ("at4", VertexFormat::Float2),
    ],
    stride: 2 * size_of::<RopePoint>(),
};

const DOTS: ShapeFormat = ShapeFormat {
    name: "dots",
    vertex: shader::DOT_VERTEX,
    fragment: shader::DOT_FRAGMENT,
    corner: VertexFormat::Float2,
    fields: &[("centre", VertexFormat::Float2), ("what", VertexFormat::Float3), ("colour", VertexFormat::Byte4)],
    stride: size_of::<Dot>(),
};

const TRIANGLES: ShapeFormat = ShapeFormat {
    name: "triangles",
    vertex: shader::TRIANGLE_VERTEX,
    fragment: shader::TRIANGLE_FRAGMENT,
    corner: VertexFormat::Float3,
    fields: &[
        ("a", VertexFormat::Float2),
        ("b", VertexFormat::Float2),
        ("c", VertexFormat::Float2),
        ("colour_a", VertexFormat::Byte4),
        ("colour_b", VertexFormat::Byte4),
        ("colour_c", VertexFormat::Byte4),
    ],
    stride: size_of::<Triangle>(),
};

const PATCHES: ShapeFormat = ShapeFormat {
    name: "cloth",
    vertex: shader::PATCH_VERTEX,
    fragment: shader::PATCH_FRAGMENT,
    corner: VertexFormat::Float2,
    fields: &[
        ("a", VertexFormat::Float2),
        ("b", VertexFormat::Float2),
        ("c", VertexFormat::Float2),
        ("d", VertexFormat::Float2),
        ("light", VertexFormat::Byte4),
        ("lit", VertexFormat::Byte4),
        ("fold", VertexFormat::Byte4),
    ],
    stride: size_of::<Patch>(),
};

/// Length below which a segment is drawn as one triangle around it instead of two, pixels: half the setup for hardly
/// more pixels.
const SHORT_SEGMENT: f32 = 6.0;

/// Strength of a hem's shadow: that in the middle of the patches at the edge, whose shadow fades towards it.
const HEM_SHADE: f32 = 0.5;

/// The buffers of a layer.
#[derive(Default)]
struct LayerBuffers {
    triangles: InstanceBuffer,
    patches: InstanceBuffer,
    segments: InstanceBuffer,
    /// The last segments, which fill no whole instance.
    last_segments: InstanceBuffer,
    ropes: InstanceBuffer,
    dots: InstanceBuffer,
    /// Index into [`ROPE_DETAILS`].
    detail: usize,
    /// All segments are short.
    is_short: bool,
}

impl LayerBuffers {
    /// Copies the shapes of a layer to the card.
    fn upload(&mut self, context: &mut dyn RenderingBackend, layer: &Layer, camera: &Camera) {
        let Layer { triangles, patches, segments, ropes, dots } = layer;
        self.triangles.upload(context, triangles, triangles.len());
        self.patches.upload(context, patches, patches.len());
        // No link starts at the last points of a rope: the shader hides an instance that starts there.
        self.ropes.upload(context, ropes, ropes.len().saturating_sub(3).div_ceil(2));
        self.dots.upload(context, dots, dots.len());
        self.segments.upload(context, segments, segments.len() / SEGMENTS_PER_INSTANCE);
        let last = last_instance(segments);
        self.last_segments.upload(context, &last, last.len() / SEGMENTS_PER_INSTANCE);
        let lengths = segments.iter().step_by(sample_step(segments)).map(|segment| segment.a.distance(segment.b));
        self.is_short = longest(lengths) * camera.pixels_per_metre < SHORT_SEGMENT;
        let links = ropes.windows(2).filter(|pair| pair[0].role % 2.0 == RopePoint::STARTS);
        let lengths = links.step_by(sample_step(ropes)).map(|pair| pair[0].at.distance(pair[1].at));
        let length = longest(lengths) * camera.pixels_per_metre;
        self.detail = ROPE_DETAILS.iter().position(|detail| length < detail.max_length).unwrap_or(0);
    }
}

/// The buffers of a tier.
#[derive(Default)]
struct TierBuffers {
    objects: LayerBuffers,
    threads: LayerBuffers,
    cloth: LayerBuffers,
    ghost: LayerBuffers,
    ropes: LayerBuffers,
}

impl TierBuffers {
    fn upload(&mut self, context: &mut dyn RenderingBackend, tier: &Tier, camera: &Camera) {
        let Self { objects, threads, cloth, ghost, ropes } = self;
        objects.upload(context, &tier.objects, camera);
        threads.upload(context, &tier.threads, camera);
        cloth.upload(context, &tier.cloth, camera);
        ghost.upload(context, &tier.ghost, camera);
        ropes.upload(context, &tier.ropes, camera);
    }
}

/// Draws frames. Owns the pipelines and the buffers.
pub struct Renderer {
    segments: ShapePipeline,
    ropes: ShapePipeline,
    dots: ShapePipeline,
    triangles: ShapePipeline,
    patches: ShapePipeline,
    /// A square from -1 to 1.
    square: Geometry,
    /// Four such squares.
    squares: Geometry,
    /// Four triangles around such squares.
    triangles_around: Geometry,
    /// A square from 0 to 1.
    unit_square: Geometry,
    triangle: Geometry,
    strips: [Geometry; 4],
    backdrop: InstanceBuffer,
    scenery: LayerBuffers,
    /// From back to front.
    tiers: Vec<TierBuffers>,
    tools: LayerBuffers,
}

impl Renderer {
    /// Compiles the shaders. The window must be open.
    ///
    /// # Errors
    /// When the driver cannot compile a shader, with its message, or cannot draw instances.
    pub fn new() -> Result<Self, String> {
        with_backend(|context| {
            if !context.info().features.instancing {
                return Err("this graphics driver cannot draw instances: OpenGL 3 or later is needed".to_owned());
            }
            Ok(Self {
                segments: ShapePipeline::new(context, &SEGMENTS)?,
                ropes: ShapePipeline::new(context, &ROPES)?,
                dots: ShapePipeline::new(context, &DOTS)?,
                triangles: ShapePipeline::new(context, &TRIANGLES)?,
                patches: ShapePipeline::new(context, &PATCHES)?,
                square: Geometry::new(context, SQUARE.as_flattened(), &QUAD),
                squares: Geometry::repeated(context, SEGMENTS_PER_INSTANCE as u16, &SQUARE, &QUAD),
                triangles_around: Geometry::repeated(context, SEGMENTS_PER_INSTANCE as u16, &AROUND, &[0, 1, 2]),
                unit_square: Geometry::new(context, &[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0], &QUAD),
                triangle: Geometry::new(context, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], &[0, 1, 2]),
                strips: ROPE_DETAILS.map(|detail| Geometry::strips(context, 2, detail.pieces)),
                backdrop: InstanceBuffer::default(),
                scenery: LayerBuffers::default(),
                tiers: Vec::new(),
                tools: LayerBuffers::default(),
            })
        })
    }

    /// Draws a frame: the background, the scenery, the tiers from back to front, the tools. It covers what macroquad has
    /// drawn before.
    pub fn draw(&mut self, data: &DrawData, camera: &Camera, palette: &Palette) {
        with_backend(|context| {
            self.upload(context, data, camera, palette);
            context.begin_default_pass(PassAction::Nothing);
            let plain = uniforms(camera, data.weave);
            self.triangles.draw(context, &self.triangle, &self.backdrop, &plain);
            self.draw_layer(context, &self.scenery, &plain);
            for tier in &self.tiers[..data.tiers().count()] {
                self.draw_tier(context, tier, data.shadow, &plain);
            }
            self.draw_layer(context, &self.tools, &plain);
            context.end_render_pass();
        });
    }

    /// Draws the objects of a tier, the shadow of the rest, and the rest.
    fn draw_tier(
        &self,
        context: &mut dyn RenderingBackend,
        TierBuffers { objects, threads, cloth, ghost, ropes }: &TierBuffers,
        shadow: Option<Shadow>,
        plain: &Uniforms,
    ) {
        self.draw_layer(context, objects, plain);
        if let Some(shadow) = shadow {
            let shade = shaded(*plain, shadow);
            // The shadow of cloth fades towards its edge, where the shadow of its hem continues it.
            let [r, g, b, alpha] = shade.shade;
            let half = Uniforms { shade: [r, g, b, HEM_SHADE * alpha], ..shade };
            self.patches.draw(context, &self.unit_square, &cloth.patches, &shade);
            self.draw_segments(context, cloth, &half);
            self.draw_segments(context, ropes, &shade);
            self.ropes.draw(context, &self.strips[ropes.detail], &ropes.ropes, &shade);
            self.dots.draw(context, &self.square, &ropes.dots, &shade);
        }
        for layer in [threads, cloth, ghost, ropes] {
            self.draw_layer(context, layer, plain);
        }
    }

    /// Copies the shapes of a frame to the card.
    fn upload(&mut self, context: &mut dyn RenderingBackend, data: &DrawData, camera: &Camera, palette: &Palette) {
        let gradient = gradient(camera, palette);
        self.backdrop.upload(context, &gradient, gradient.len());
        self.scenery.upload(context, &data.scenery, camera);
        for (number, tier) in data.tiers().enumerate() {
            if number == self.tiers.len() {
                self.tiers.push(TierBuffers::default());
            }
            self.tiers[number].upload(context, tier, camera);
        }
        self.tools.upload(context, &data.tools, camera);
    }

    fn draw_segments(&self, context: &mut dyn RenderingBackend, buffers: &LayerBuffers, uniforms: &Uniforms) {
        let corners = if buffers.is_short { &self.triangles_around } else { &self.squares };
        self.segments.draw(context, corners, &buffers.segments, uniforms);
        self.segments.draw(context, corners, &buffers.last_segments, uniforms);
    }

    fn draw_layer(&self, context: &mut dyn RenderingBackend, buffers: &LayerBuffers, uniforms: &Uniforms) {
        let LayerBuffers { triangles, patches, ropes, dots, detail, .. } = buffers;
        self.triangles.draw(context, &self.triangle, triangles, uniforms);
        self.patches.draw(context, &self.unit_square, patches, uniforms);
        self.draw_segments(context, buffers, uniforms);
        self.ropes.draw(context, &self.strips[*detail], ropes, uniforms);
        self.dots.draw(context, &self.square, dots, uniforms);
    }
}

/// The last segments, which fill no whole instance, and invisible segments that fill the rest of it.
fn last_instance(segments: &[Segment]) -> [Segment; SEGMENTS_PER_INSTANCE] {
    let invisible = Segment { a: Vec2::ZERO, b: Vec2::ZERO, half_width: 0.0, colour: Colour::rgb(0, 0, 0).alpha(0) };
    let mut last = [invisible; SEGMENTS_PER_INSTANCE];
    let rest = segments.chunks_exact(SEGMENTS_PER_INSTANCE).remainder();
    last[..rest.len()].copy_from_slice(rest);
    last
}

/// Calls a function with the graphics backend, after macroquad's own batch has been drawn.
#[allow(unsafe_code, reason = "macroquad gives access to its backend by an unsafe function only")]
pub fn with_backend<R>(draw: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    // SAFETY: the references point into macroquad's global context, which exists while the window is open; the function
    // panics without one. They must not be held twice, nor across calls of macroquad. Only this function obtains them,
    // `draw` calls nothing of macroquad, and they end with this function.
    let mut gl = unsafe { get_internal_gl() };
    gl.flush();
    draw(gl.quad_context)
}

fn uniforms(camera: &Camera, weave: Option<Weave>) -> Uniforms {
    let Camera { centre, pixels_per_metre, window, .. } = *camera;
    let weave = weave.map_or([1.0, 0.0, 0.0, 0.0], |weave| {
        [weave.threads_at(pixels_per_metre), weave.side * pixels_per_metre, 0.0, 0.0]
    });
    let (view, window) = ([centre.x, centre.y, pixels_per_metre, 0.0], [window.x, window.y, 0.0, 0.0]);
    Uniforms { view, window, shade: [0.0; 4], weave, extra: [0.0; 4] }
}

/// The uniforms to draw a shadow.
fn shaded(plain: Uniforms, Shadow { offset, swell, blur, colour }: Shadow) -> Uniforms {
    let ([x, y, scale, _], [width, height, ..]) = (plain.view, plain.window);
    Uniforms {
        view: [x, y, scale, 1.0],
        window: [width, height, offset.x, offset.y],
        shade: channels(colour),
        extra: [swell, blur * scale, 0.0, 0.0],
        ..plain
    }
}

fn channels(colour: Colour) -> [f32; 4] {
    [colour.r, colour.g, colour.b, colour.a].map(|channel| f32::from(channel) / 255.0)
}

/// The background as two triangles.
fn gradient(camera: &Camera, palette: &Palette) -> [Triangle; 2] {
    let (top, bottom) = (palette.scenery.sky, palette.scenery.horizon);
    let corner = |x, y| camera.to_world(camera.window * Vec2::new(x, y));
    let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
    [
        Triangle { corners: [a, b, c], colours: [top, top, bottom] },
        Triangle { corners: [a, c, d], colours: [top, bottom, bottom] },
    ]
}

/// The step at which about 64 items of a list are sampled.
fn sample_step<T>(items: &[T]) -> usize {
    const SAMPLES: usize = 64;
    (items.len() / SAMPLES).max(1)
}

fn longest(lengths: impl Iterator<Item = f32>) -> f32 {
    lengths.filter(|length| length.is_finite()).fold(0.0, f32::max)
}
