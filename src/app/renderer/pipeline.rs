//! A kind of shape on the graphics card: its pipeline, the corners that all instances share, and buffers of instances.

use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, BufferId, BufferLayout, BufferSource, BufferType, BufferUsage, Equation,
    Pipeline, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource, UniformBlockLayout, UniformDesc, UniformType,
    VertexAttribute, VertexFormat, VertexStep,
};

use super::shader;

/// The uniforms of all shaders, documented in `shader::COMMON`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Uniforms {
    pub view: [f32; 4],
    pub window: [f32; 4],
    pub shade: [f32; 4],
    pub weave: [f32; 4],
    pub extra: [f32; 4],
}

/// The format of a kind of shape.
pub struct ShapeFormat {
    pub name: &'static str,
    pub vertex: &'static str,
    pub fragment: &'static str,
    /// Format of a corner.
    pub corner: VertexFormat,
    /// The fields of an instance in order; each is an attribute of the vertex shader.
    pub fields: &'static [(&'static str, VertexFormat)],
    /// Distance of two instances, bytes.
    pub stride: usize,
}

/// The corners of an instance, and the triangles between them.
pub struct Geometry {
    corners: BufferId,
    indices: BufferId,
    count: i32,
}

impl Geometry {
    pub fn new(context: &mut dyn RenderingBackend, corners: &[f32], indices: &[u16]) -> Self {
        let mut buffer = |kind, source| context.new_buffer(kind, BufferUsage::Immutable, source);
        Self {
            corners: buffer(BufferType::VertexBuffer, BufferSource::slice(corners)),
            indices: buffer(BufferType::IndexBuffer, BufferSource::slice(indices)),
            count: indices.len() as i32,
        }
    }

    /// Repeats corners and triangles. Each corner has the number of its repetition as a third coordinate.
    pub fn repeated(context: &mut dyn RenderingBackend, times: u16, corners: &[[f32; 2]], indices: &[u16]) -> Self {
        let which = 0..times;
        let all = which.clone().flat_map(|i| corners.iter().flat_map(move |&[x, y]| [x, y, i.into()]));
        let (all, count): (Vec<f32>, _) = (all.collect(), corners.len() as u16);
        let indices: Vec<u16> = which.flat_map(|i| indices.iter().map(move |&index| index + i * count)).collect();
        Self::new(context, &all, &indices)
    }

    /// Strips of quads: x from 0 to 1 along a strip, y is -1 or 1.
    pub fn strips(context: &mut dyn RenderingBackend, times: u16, quads: u16) -> Self {
        let columns = (0..=quads).map(|i| f32::from(i) / f32::from(quads));
        let corners: Vec<[f32; 2]> = columns.flat_map(|x| [[x, -1.0], [x, 1.0]]).collect();
        let indices: Vec<u16> = (0..quads).flat_map(|i| [0, 1, 2, 2, 1, 3].map(|corner| 2 * i + corner)).collect();
        Self::repeated(context, times, &corners, &indices)
    }
}

/// A pipeline.
pub struct ShapePipeline {
    pipeline: Pipeline,
}

impl ShapePipeline {
    /// # Errors
    /// When the driver cannot compile a shader, with its message.
    pub fn new(context: &mut dyn RenderingBackend, kind: &ShapeFormat) -> Result<Self, String> {
        let corner = VertexAttribute::with_buffer("corner", kind.corner, 0);
        let fields = kind.fields.iter().map(|&(name, format)| VertexAttribute::with_buffer(name, format, 1));
        let attributes: Vec<_> = std::iter::once(corner).chain(fields).collect();
        let (vertex, fragment) = (shader::vertex(&attributes, kind.vertex), shader::fragment(kind.fragment));
        let uniforms = ["u_view", "u_window", "u_shade", "u_weave", "u_extra"];
        let uniforms = uniforms.map(|name| UniformDesc::new(name, UniformType::Float4)).into();
        let meta = ShaderMeta { images: Vec::new(), uniforms: UniformBlockLayout { uniforms } };
        let shader = context
            .new_shader(ShaderSource::Glsl { vertex: &vertex, fragment: &fragment }, meta)
            .map_err(|error| format!("the shader for {} does not compile: {error}", kind.name))?;
        let instances = BufferLayout { stride: kind.stride as i32, step_func: VertexStep::PerInstance, step_rate: 1 };
        let layout = [BufferLayout::default(), instances];
        Ok(Self { pipeline: context.new_pipeline(&layout, &attributes, shader, blending()) })
    }

    /// Draws the instances of a buffer.
    pub fn draw(
        &self,
        context: &mut dyn RenderingBackend,
        geometry: &Geometry,
        instances: &InstanceBuffer,
        uniforms: &Uniforms,
    ) {
        let Some(buffer) = instances.buffer.id().filter(|_| instances.count > 0) else { return };
        context.apply_pipeline(&self.pipeline);
        context.apply_bindings_from_slice(&[geometry.corners, buffer], geometry.indices, &[]);
        context.apply_uniforms_from_bytes(std::ptr::from_ref(uniforms).cast(), size_of::<Uniforms>());
        context.draw(0, geometry.count, instances.count);
    }
}

fn blending() -> PipelineParams {
    let over = |source, target| Some(BlendState::new(Equation::Add, source, target));
    PipelineParams {
        color_blend: over(
            BlendFactor::Value(BlendValue::SourceAlpha),
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        ),
        // The frame stays opaque: browsers and some screenshots use its alpha channel.
        alpha_blend: over(BlendFactor::Zero, BlendFactor::One),
        ..PipelineParams::default()
    }
}

/// A buffer of instances on the card.
pub struct InstanceBuffer {
    buffer: StreamBuffer,
    count: i32,
}

impl Default for InstanceBuffer {
    fn default() -> Self {
        Self { buffer: StreamBuffer::new(BufferType::VertexBuffer), count: 0 }
    }
}

impl InstanceBuffer {
    /// Copies the items of a frame, which form a number of instances.
    pub fn upload<T>(&mut self, context: &mut dyn RenderingBackend, items: &[T], instances: usize) {
        self.count = i32::try_from(instances).unwrap_or(i32::MAX);
        if self.count > 0 {
            self.buffer.upload(context, items);
        }
    }
}

/// A buffer on the card that each frame fills again. It grows to its working size once and is then reused.
pub struct StreamBuffer {
    kind: BufferType,
    id: Option<BufferId>,
    /// Size of the buffer, bytes.
    capacity: usize,
}

impl StreamBuffer {
    /// Room beyond the items, bytes: the last instance may read past them.
    const MARGIN: usize = 256;

    /// An empty buffer.
    pub fn new(kind: BufferType) -> Self {
        Self { kind, id: None, capacity: 0 }
    }

    /// The buffer, once something was copied into it.
    pub fn id(&self) -> Option<BufferId> {
        self.id
    }

    /// Copies the items of a frame, which are of the same type in each.
    pub fn upload<T>(&mut self, context: &mut dyn RenderingBackend, items: &[T]) {
        let bytes = size_of_val(items);
        if bytes + Self::MARGIN > self.capacity {
            if let Some(old) = self.id.take() {
                context.delete_buffer(old);
            }
            let count = (bytes + Self::MARGIN).next_power_of_two().max(1 << 12).div_ceil(size_of::<T>());
            self.capacity = count * size_of::<T>();
            self.id = Some(context.new_buffer(self.kind, BufferUsage::Stream, BufferSource::empty::<T>(count)));
        }
        if let Some(id) = self.id {
            context.buffer_update(id, BufferSource::slice(items));
        }
    }
}
