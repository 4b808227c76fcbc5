//! Paints egui's meshes. All meshes of a frame share one buffer of vertices and one of indices.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive, Vertex, textures};
use egui::{Rect, TexturesDelta};
use glam::Vec2;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, BufferType, Equation, FilterMode, PassAction, Pipeline,
    PipelineParams, RenderingBackend, ShaderMeta, ShaderSource, TextureId, TextureParams, TextureWrap,
    UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
};

use crate::app::renderer::{StreamBuffer, with_backend};

const VERTEX: &str = "#version 100
attribute vec2 place;
attribute vec2 texel;
attribute vec4 colour;
uniform vec4 u_size;
varying highp vec2 v_texel;
varying lowp vec4 v_colour;
void main() {
    gl_Position = vec4(2.0 * place.x / u_size.x - 1.0, 1.0 - 2.0 * place.y / u_size.y, 0.0, 1.0);
    v_texel = texel;
    v_colour = colour / 255.0;
}";

/// Colours of vertices and textures are sRGB with premultiplied alpha, and egui blends them so.
const FRAGMENT: &str = "#version 100
uniform sampler2D u_texture;
varying highp vec2 v_texel;
varying lowp vec4 v_colour;
void main() {
    gl_FragColor = v_colour * texture2D(u_texture, v_texel);
}";

/// A run of indices with the same texture and clip rectangle.
struct Run {
    texture: TextureId,
    clip: Rect,
    first: i32,
    count: i32,
}

/// Paints frames. Owns the pipeline, the buffers and the textures.
pub struct Painter {
    pipeline: Pipeline,
    vertices: StreamBuffer,
    indices: StreamBuffer,
    textures: HashMap<egui::TextureId, TextureId>,
}

impl Painter {
    /// Compiles the shader. The window must be open.
    ///
    /// # Errors
    /// When the driver cannot compile it, with its message.
    pub fn new() -> Result<Self, String> {
        let pipeline = with_backend(new_pipeline)?;
        let (vertices, indices) =
            (StreamBuffer::new(BufferType::VertexBuffer), StreamBuffer::new(BufferType::IndexBuffer));
        Ok(Self { pipeline, vertices, indices, textures: HashMap::new() })
    }

    /// Paints a frame into a window of a size, physical pixels, over what is there. Textures change before it and are
    /// freed after it.
    pub fn paint(
        &mut self,
        size: Vec2,
        pixels_per_point: f32,
        primitives: &[ClippedPrimitive],
        changes: &TexturesDelta,
    ) {
        with_backend(|context| {
            for (&id, deltas) in &changes.set {
                deltas.iter().for_each(|delta| self.change_texture(context, id, delta));
            }
            let runs = self.upload(context, primitives);
            if let (Some(vertices), Some(indices)) = (self.vertices.id(), self.indices.id())
                && !runs.is_empty()
            {
                context.begin_default_pass(PassAction::Nothing);
                context.apply_pipeline(&self.pipeline);
                let size_in_points = [size.x / pixels_per_point, size.y / pixels_per_point, 0.0, 0.0];
                for Run { texture, clip, first, count } in runs {
                    let [x, y, width, height] = scissor(clip, size, pixels_per_point);
                    context.apply_scissor_rect(x, y, width, height);
                    context.apply_bindings_from_slice(&[vertices], indices, &[texture]);
                    context.apply_uniforms_from_bytes(
                        std::ptr::from_ref(&size_in_points).cast(),
                        size_of_val(&size_in_points),
                    );
                    context.draw(first, count, 1);
                }
                context.end_render_pass();
            }
            for id in &changes.free {
                if let Some(texture) = self.textures.remove(id) {
                    context.delete_texture(texture);
                }
            }
        });
    }

    /// Copies all meshes to the card. Returns how to draw them, in order.
    fn upload(&mut self, context: &mut dyn RenderingBackend, primitives: &[ClippedPrimitive]) -> Vec<Run> {
        let (mut vertices, mut indices, mut runs) = (Vec::<Vertex>::new(), Vec::<u32>::new(), Vec::new());
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            // Nothing here draws by a callback.
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(&texture) = self.textures.get(&mesh.texture_id) else { continue };
            let (base, first) = (vertices.len() as u32, indices.len() as i32);
            vertices.extend_from_slice(&mesh.vertices);
            indices.extend(mesh.indices.iter().map(|index| base + index));
            runs.push(Run { texture, clip: *clip_rect, first, count: mesh.indices.len() as i32 });
        }
        self.vertices.upload(context, &vertices);
        self.indices.upload(context, &indices);
        runs
    }

    fn change_texture(&mut self, context: &mut dyn RenderingBackend, id: egui::TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
        let [width, height] = image.size;
        if let Some([x, y]) = delta.pos {
            if let Some(&texture) = self.textures.get(&id) {
                context.texture_update_part(texture, x as i32, y as i32, width as i32, height as i32, &bytes);
            }
            return;
        }
        let filter = |filter| match filter {
            textures::TextureFilter::Nearest => FilterMode::Nearest,
            textures::TextureFilter::Linear => FilterMode::Linear,
        };
        let params = TextureParams {
            width: width as u32,
            height: height as u32,
            min_filter: filter(delta.options.minification),
            mag_filter: filter(delta.options.magnification),
            wrap: match delta.options.wrap_mode {
                textures::TextureWrapMode::ClampToEdge => TextureWrap::Clamp,
                textures::TextureWrapMode::Repeat => TextureWrap::Repeat,
                textures::TextureWrapMode::MirroredRepeat => TextureWrap::Mirror,
            },
            ..TextureParams::default()
        };
        let texture = context.new_texture_from_data_and_format(&bytes, params);
        if let Some(old) = self.textures.insert(id, texture) {
            context.delete_texture(old);
        }
    }
}

fn new_pipeline(context: &mut dyn RenderingBackend) -> Result<Pipeline, String> {
    let uniforms = vec![UniformDesc::new("u_size", UniformType::Float4)];
    let meta = ShaderMeta { images: vec!["u_texture".to_owned()], uniforms: UniformBlockLayout { uniforms } };
    let shader = context
        .new_shader(ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT }, meta)
        .map_err(|error| format!("the shader for the interface does not compile: {error}"))?;
    let attributes = [
        VertexAttribute::new("place", VertexFormat::Float2),
        VertexAttribute::new("texel", VertexFormat::Float2),
        VertexAttribute::new("colour", VertexFormat::Byte4),
    ];
    let over = |source, target| Some(BlendState::new(Equation::Add, source, target));
    let params = PipelineParams {
        color_blend: over(BlendFactor::One, BlendFactor::OneMinusValue(BlendValue::SourceAlpha)),
        // The frame stays opaque: browsers and some screenshots use its alpha channel.
        alpha_blend: over(BlendFactor::Zero, BlendFactor::One),
        ..PipelineParams::default()
    };
    Ok(context.new_pipeline(&[BufferLayout::default()], &attributes, shader, params))
}

/// A clip rectangle as physical pixels from the lower left corner of a window of a size: x, y, width, height.
fn scissor(clip: Rect, size: Vec2, pixels_per_point: f32) -> [i32; 4] {
    let pixel = |at: f32, most: f32| (at * pixels_per_point).round().clamp(0.0, most) as i32;
    let (left, right) = (pixel(clip.left(), size.x), pixel(clip.right(), size.x));
    let (top, bottom) = (pixel(clip.top(), size.y), pixel(clip.bottom(), size.y));
    [left, size.y as i32 - bottom, (right - left).max(0), (bottom - top).max(0)]
}
