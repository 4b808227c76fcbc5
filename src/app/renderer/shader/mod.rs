//! The GLSL of the pipelines: for each kind of shape a vertex shader, which places the corners of an instance, and a
//! fragment shader, which computes coverage, light and pattern. Only GLSL 1.00 without textures and derivatives, so
//! that the same text compiles for desktop GL, GLES and WebGL.
//!
//! `raster` has the same formulas for the processor: change both.
//!
//! Lengths are physical pixels from the middle of the window, with y down.

use macroquad::miniquad::{VertexAttribute, VertexFormat};

/// The text of a shader in this folder.
macro_rules! shader {
    ($name:literal) => {
        include_str!(concat!($name, ".glsl"))
    };
}

/// The start of every shader.
const COMMON: &str = shader!("common");

/// The start of every vertex shader.
const PLACES: &str = shader!("places");

/// The start of every fragment shader.
const COVERAGE: &str = shader!("coverage");

/// The text of a vertex shader with these attributes.
pub fn vertex(attributes: &[VertexAttribute], text: &str) -> String {
    let declaration = |attribute: &VertexAttribute| {
        let kind = match attribute.format {
            VertexFormat::Float1 => "float",
            VertexFormat::Float2 => "vec2",
            VertexFormat::Float3 => "vec3",
            _ => "vec4",
        };
        format!("attribute {kind} {};\n", attribute.name)
    };
    let attributes: String = attributes.iter().map(declaration).collect();
    format!("#version 100\nprecision highp float;\n{COMMON}{PLACES}{attributes}{text}")
}

/// The text of a fragment shader.
pub fn fragment(text: &str) -> String {
    let precision =
        "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\nprecision mediump float;\n#endif\n";
    format!("#version 100\n{precision}{COMMON}{COVERAGE}{text}")
}

/// Straight lines, four to an instance.
pub const SEGMENT_VERTEX: &str = shader!("segment_vertex");

/// Straight lines.
pub const SEGMENT_FRAGMENT: &str = shader!("segment_fragment");

/// Ropes, two links per instance. Neighbouring strips share their edges, so that no pixel is drawn twice and no beads
/// appear at the joints.
pub const ROPE_VERTEX: &str = shader!("rope_vertex");

/// Ropes: a cylinder, and on it three strands as helical bulges.
pub const ROPE_FRAGMENT: &str = shader!("rope_fragment");

/// Discs, rings, balls, glows.
pub const DOT_VERTEX: &str = shader!("dot_vertex");

/// Discs, rings, balls, glows.
pub const DOT_FRAGMENT: &str = shader!("dot_fragment");

/// Triangles.
pub const TRIANGLE_VERTEX: &str = shader!("triangle_vertex");

/// Triangles.
pub const TRIANGLE_FRAGMENT: &str = shader!("triangle_fragment");

/// Cloth.
pub const PATCH_VERTEX: &str = shader!("patch_vertex");

/// Cloth: a plain weave.
pub const PATCH_FRAGMENT: &str = shader!("patch_fragment");
