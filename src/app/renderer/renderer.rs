//! Puts a frame's draw data on the screen: the shapes go to the graphics card as they stand, one instance each, and the
//! vertex shaders turn metres into pixels. `shader` has the rest.
//!
//! The processor copies 24 bytes a link and asks for some ten draw calls a frame, however much is drawn.

use glam::Vec2;
use macroquad::{
    miniquad::{PassAction, RenderingBackend, VertexFormat},
    window::get_internal_gl,
};

use super::{
    pipeline::{Geometry, InstanceBuffer, ShapeFormat, ShapePipeline, Uniforms},
    shader,
};
use crate::view::{
    Camera,
    draw::{Colour, Dot, DrawData, Layer, Patch, RopePoint, Segment, Shadow, Triangle, Weave},
};

/// The colours behind everything: a vertical gradient, dithered so that it shows no bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backdrop {
    /// At the upper edge of the viewport.
    pub top: Colour,
    /// At the lower edge.
    pub bottom: Colour,
}

/// Segments to an instance: a card, and a software renderer even more, takes its time for each instance, which for four
/// corners alone is more than for drawing them.
const TOGETHER: usize = 4;

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
    stride: TOGETHER * size_of::<Segment>(),
};

/// Two links to an instance, and so five points: the fields run over the instances that follow.
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
    ],
    stride: size_of::<Patch>(),
};

/// Quads to a link of a rope, by the link's length on the screen in pixels: what is shorter than the number is as good
/// as straight with so many.
const ROPE_DETAIL: [(u16, f32); 4] = [(1, 5.0), (2, 12.0), (4, 50.0), (8, f32::INFINITY)];

/// A cloth's thread that is wider on the screen, pixels, is drawn as two.
const FINE_THREAD: f32 = 11.0;

/// Segments that are shorter on the screen, pixels, are drawn as one triangle around them rather than as two: the card has
/// half as many to prepare, and hardly more pixels to fill.
const SHORT_SEGMENT: f32 = 6.0;

/// How deep the shadow of a cloth's hem is, of 1: as deep as in the middle of the last patches, whose shadow fades towards
/// it.
const HEM_SHADE: f32 = 0.5;

/// A layer's shapes on the card.
#[derive(Default)]
struct LayerBuffers {
    triangles: InstanceBuffer,
    patches: InstanceBuffer,
    segments: InstanceBuffer,
    /// The last few segments, which fill no instance.
    last_segments: InstanceBuffer,
    ropes: InstanceBuffer,
    dots: InstanceBuffer,
    /// Which of [`ROPE_DETAIL`] its ropes are drawn with.
    detail: usize,
    /// Its segments are mostly short ones.
    short: bool,
}

/// Draws frames. Owns the pipelines and the buffers.
pub struct Renderer {
    segments: ShapePipeline,
    ropes: ShapePipeline,
    dots: ShapePipeline,
    triangles: ShapePipeline,
    patches: ShapePipeline,
    /// From -1 to 1 both ways.
    square: Geometry,
    /// Four of them.
    squares: Geometry,
    /// A triangle around each.
    around: Geometry,
    /// From 0 to 1 both ways.
    unit: Geometry,
    triangle: Geometry,
    strips: [Geometry; 4],
    backdrop: InstanceBuffer,
    layers: [LayerBuffers; 6],
}

impl Renderer {
    /// Compiles the shaders. Needs the window to be open.
    ///
    /// # Errors
    /// When the graphics driver refuses a shader, with its message, or cannot draw instances.
    pub fn new() -> Result<Self, String> {
        with_card(|context| {
            if !context.info().features.instancing {
                return Err("this graphics driver cannot draw instances: OpenGL 3 or later is needed".to_owned());
            }
            Ok(Self {
                segments: ShapePipeline::new(context, &SEGMENTS)?,
                ropes: ShapePipeline::new(context, &ROPES)?,
                dots: ShapePipeline::new(context, &DOTS)?,
                triangles: ShapePipeline::new(context, &TRIANGLES)?,
                patches: ShapePipeline::new(context, &PATCHES)?,
                square: Geometry::new(context, &[-1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0], &[0, 1, 2, 2, 1, 3]),
                squares: Geometry::repeated(
                    context,
                    TOGETHER as u16,
                    &[[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]],
                    &[0, 1, 2, 2, 1, 3],
                ),
                around: Geometry::repeated(
                    context,
                    TOGETHER as u16,
                    &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]],
                    &[0, 1, 2],
                ),
                unit: Geometry::new(context, &[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0], &[0, 1, 2, 2, 1, 3]),
                triangle: Geometry::new(context, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], &[0, 1, 2]),
                strips: ROPE_DETAIL.map(|(quads, _)| Geometry::strips(context, 2, quads)),
                backdrop: InstanceBuffer::default(),
                layers: <[LayerBuffers; 6]>::default(),
            })
        })
    }

    /// Draws a frame over whatever is there: the backdrop, the shadow, then the layers from back to front. What
    /// macroquad has drawn so far is under it, what it draws afterwards is over it.
    pub fn draw(&mut self, data: &DrawData, camera: &Camera, background: Backdrop) {
        with_card(|context| {
            self.send(context, data, camera, background);
            context.begin_default_pass(PassAction::Nothing);
            let plain = uniforms(camera, data.weave);
            self.triangles.draw(context, &self.triangle, &self.backdrop, &plain);
            let [scenery, threads, cloth, ghost, ropes, tools] = &self.layers;
            self.layer(context, scenery, &plain);
            if let Some(shadow) = data.shadow {
                let shade = shaded(plain, shadow);
                // A cloth's shadow fades towards its edge, and beyond goes on as that of its hem.
                let [r, g, b, alpha] = shade.shade;
                let half = Uniforms { shade: [r, g, b, HEM_SHADE * alpha], ..shade };
                self.patches.draw(context, &self.unit, &cloth.patches, &shade);
                self.segments(context, cloth, &half);
                self.segments(context, ropes, &shade);
                self.ropes.draw(context, &self.strips[ropes.detail], &ropes.ropes, &shade);
                self.dots.draw(context, &self.square, &ropes.dots, &shade);
            }
            for layer in [threads, cloth, ghost, ropes, tools] {
                self.layer(context, layer, &plain);
            }
            context.end_render_pass();
        });
    }

    fn send(&mut self, context: &mut dyn RenderingBackend, data: &DrawData, camera: &Camera, background: Backdrop) {
        let gradient = gradient(camera, background);
        self.backdrop.send(context, &gradient, gradient.len());
        for (buffers, layer) in self.layers.iter_mut().zip(data.layers()) {
            let Layer { triangles, patches, segments, ropes, dots } = layer;
            buffers.triangles.send(context, triangles, triangles.len());
            buffers.patches.send(context, patches, patches.len());
            // A rope's last points begin no link, so it does no harm when one of them is looked at as if it did.
            buffers.ropes.send(context, ropes, ropes.len().saturating_sub(3).div_ceil(2));
            buffers.dots.send(context, dots, dots.len());
            buffers.segments.send(context, segments, segments.len() / TOGETHER);
            let last = fill_up(segments);
            buffers.last_segments.send(context, &last, last.len() / TOGETHER);
            let lengths = segments.iter().step_by(sparsely(segments)).map(|segment| segment.a.distance(segment.b));
            buffers.short = longest(lengths) * camera.pixels_per_metre < SHORT_SEGMENT;
            let links = ropes.windows(2).filter(|pair| pair[0].role % 2.0 == RopePoint::STARTS);
            let lengths = links.step_by(sparsely(ropes)).map(|pair| pair[0].at.distance(pair[1].at));
            let length = longest(lengths) * camera.pixels_per_metre;
            buffers.detail = ROPE_DETAIL.iter().position(|&(_, most)| length < most).unwrap_or(0);
        }
    }

    fn segments(&self, context: &mut dyn RenderingBackend, buffers: &LayerBuffers, uniforms: &Uniforms) {
        let corners = if buffers.short { &self.around } else { &self.squares };
        self.segments.draw(context, corners, &buffers.segments, uniforms);
        self.segments.draw(context, corners, &buffers.last_segments, uniforms);
    }

    fn layer(&self, context: &mut dyn RenderingBackend, buffers: &LayerBuffers, uniforms: &Uniforms) {
        let LayerBuffers { triangles, patches, ropes, dots, detail, .. } = buffers;
        self.triangles.draw(context, &self.triangle, triangles, uniforms);
        self.patches.draw(context, &self.unit, patches, uniforms);
        self.segments(context, buffers, uniforms);
        self.ropes.draw(context, &self.strips[*detail], ropes, uniforms);
        self.dots.draw(context, &self.square, dots, uniforms);
    }
}

/// The last segments, if they fill no instance, and with them such that are not seen.
fn fill_up(segments: &[Segment]) -> [Segment; TOGETHER] {
    let unseen = Segment { a: Vec2::ZERO, b: Vec2::ZERO, half_width: 0.0, colour: Colour::rgb(0, 0, 0).alpha(0) };
    let mut last = [unseen; TOGETHER];
    let rest = segments.chunks_exact(TOGETHER).remainder();
    last[..rest.len()].copy_from_slice(rest);
    last
}

/// Gives `draw` the graphics card, after macroquad's own batch has been drawn.
#[allow(unsafe_code, reason = "macroquad gives its card away by an unsafe function only; there is no autosave one")]
fn with_card<R>(draw: impl FnOnce(&mut dyn RenderingBackend) -> R) -> R {
    // SAFETY: it hands out references into macroquad's global context, which exists while the window is open, and
    // panics without one. They must not be held twice, nor across macroquad's own calls: this is the only place in the
    // crate that asks for them, `draw` calls nothing of macroquad's, and they cannot outlive it.
    let mut gl = unsafe { get_internal_gl() };
    gl.flush();
    draw(gl.quad_context)
}

fn uniforms(camera: &Camera, weave: Option<Weave>) -> Uniforms {
    let Camera { centre, pixels_per_metre, window, .. } = *camera;
    let (mut cloth, mut fold) = ([0.0, 0.0, 0.0, 1.0], [0.0; 4]);
    if let Some(weave) = weave {
        (cloth, fold) = (channels(weave.cloth), channels(weave.fold));
        let side = weave.side * pixels_per_metre;
        // Near, the threads are twice and four times as fine: coarse ones would look like tiles.
        let finer = if side > FINE_THREAD * weave.threads { 2.0 } else { 1.0 };
        let finer = if side > 2.0 * FINE_THREAD * weave.threads { 4.0 } else { finer };
        (cloth[3], fold[3]) = (finer * weave.threads, side);
    }
    Uniforms {
        view: [centre.x, centre.y, pixels_per_metre, 0.0],
        window: [window.x, window.y, 0.0, 0.0],
        shade: [0.0; 4],
        cloth,
        fold,
        extra: [0.0; 4],
    }
}

/// The same for drawing a shadow.
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

/// The whole window as two triangles.
fn gradient(camera: &Camera, Backdrop { top, bottom }: Backdrop) -> [Triangle; 2] {
    let corner = |x, y| camera.to_world(camera.window * Vec2::new(x, y));
    let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
    [
        Triangle { corners: [a, b, c], colours: [top, top, bottom] },
        Triangle { corners: [a, c, d], colours: [top, bottom, bottom] },
    ]
}

/// Of a list's items, every how many'th is looked at.
fn sparsely<T>(items: &[T]) -> usize {
    const SAMPLES: usize = 64;
    (items.len() / SAMPLES).max(1)
}

fn longest(lengths: impl Iterator<Item = f32>) -> f32 {
    lengths.filter(|length| length.is_finite()).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_segments_are_drawn_and_nothing_twice() {
        let segment = |x| Segment { a: Vec2::new(x, 0.0), b: Vec2::ONE, half_width: 1.0, colour: Colour::rgb(1, 2, 3) };
        let six = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(segment);
        assert_eq!(fill_up(&six)[..2], six[4..]);
        assert!(fill_up(&six)[2..].iter().chain(&fill_up(&six[..4])).all(|segment| segment.colour.a == 0));
    }
}
