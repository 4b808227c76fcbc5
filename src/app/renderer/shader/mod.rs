//! The GLSL of the pipelines: for each kind of shape a vertex shader, which places the corners of an instance, and a
//! fragment shader, which computes coverage, light and pattern. Only GLSL 1.00 without textures and derivatives, so
//! that the same text compiles for desktop GL, GLES and WebGL.
//!
//! `raster` has the same formulas for the processor: change both.
//!
//! Lengths are physical pixels from the middle of the window, with y down.

mod rope;

use macroquad::miniquad::{VertexAttribute, VertexFormat};

pub use rope::{ROPE_FRAGMENT, ROPE_VERTEX};

/// The start of every shader.
const COMMON: &str = r"
uniform vec4 u_view;   // centre of the window, m; pixels per metre; 1 for a shadow, else 0
uniform vec4 u_window; // width and height of the window, pixels; offset of a shadow, m
uniform vec4 u_shade;  // colour of a shadow
uniform vec4 u_weave;  // threads along a patch's side; its side, pixels
uniform vec4 u_extra;  // width of a shadow: ratio to that of its shape; pixels that are added

// Smallest half width; thinner lines are fainter instead.
const float MIN_HALF_WIDTH = 0.6;
// Width of the soft edge. One is sharp but steps on shallow slopes; two is blurred.
const float EDGE = 1.4;
// Axial length of a strand of a laid rope, in widths of the rope.
const float TWIST_WIDTHS = 1.25;
";

/// The start of every vertex shader.
const PLACES: &str = r"
// World to pixels.
vec2 pixels(vec2 at) {
    vec2 from = (at - u_view.xy + u_window.zw * u_view.w) * u_view.z;
    return vec2(from.x, -from.y);
}

vec4 clip(vec2 at) {
    return vec4(at.x / (0.5 * u_window.x), -at.y / (0.5 * u_window.y), 0.0, 1.0);
}

// Half width as drawn.
float swollen(float half_width) {
    return half_width * u_view.z * mix(1.0, u_extra.x, u_view.w) + u_extra.y;
}

// Distance to which a shape is drawn, with its soft edge.
float reach(float half_width) {
    return max(half_width, MIN_HALF_WIDTH) + 0.5 * EDGE;
}

vec4 tint(vec4 colour) {
    return u_view.w > 0.5 ? vec4(u_shade.rgb, u_shade.a * colour.a / 255.0) : colour / 255.0;
}
";

/// The start of every fragment shader.
const COVERAGE: &str = r"
// Coverage of a pixel at a distance `far` from the middle of a line. A line thinner than MIN_HALF_WIDTH is drawn that
// wide and fainter, so that it neither vanishes nor breaks into dots.
float inside(float far, float half_width) {
    float t = clamp((max(half_width, MIN_HALF_WIDTH) - far) / EDGE + 0.5, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t) * min(half_width / MIN_HALF_WIDTH, 1.0);
}

// The same for a shadow: full in the middle, nothing at the edge.
float softly(float far, float half_width) {
    float t = clamp(1.0 - far / max(half_width, 1.0), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Noise of one step of an 8-bit channel, by pixel (interleaved gradient noise, Jimenez 2014): gradients without bands.
float dither() {
    return (fract(52.982919 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}

// Towards the light: left, up (y is down here), and out of the screen.
const vec3 LIGHT = vec3(-0.44, -0.62, 0.65);
// Halfway between the light and the eye.
const vec3 HALFWAY = vec3(-0.242, -0.341, 0.908);

vec3 lit(vec3 base, float diffuse, float shine) {
    return base * (0.42 + 0.74 * diffuse) + vec3(1.0, 0.96, 0.88) * shine;
}
";

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
pub const SEGMENT_VERTEX: &str = r"
// The corner is along, across, and the number of the line.
varying vec4 v_colour;
varying vec4 v_line; // x, y, length, half width

void main() {
    vec4 ends = ends3, colour = colour3;
    float half_width = half_width3;
    if (corner.z < 0.5) {
        ends = ends0; half_width = half_width0; colour = colour0;
    } else if (corner.z < 1.5) {
        ends = ends1; half_width = half_width1; colour = colour1;
    } else if (corner.z < 2.5) {
        ends = ends2; half_width = half_width2; colour = colour2;
    }
    vec2 from = pixels(ends.xy);
    vec2 across = pixels(ends.zw) - from;
    float len = length(across);
    vec2 heading = len > 1.0e-5 ? across / len : vec2(1.0, 0.0);
    float width = swollen(half_width);
    float beside = reach(width);
    // A thin line ends square: see the fragment shader.
    float beyond = width < 0.6 && u_view.w < 0.5 ? 0.5 : beside;
    float x = mix(-beyond, len + beyond, 0.5 + 0.5 * corner.x);
    float y = corner.y * beside;
    v_colour = tint(colour);
    v_line = vec4(x, y, len, width);
    gl_Position = clip(from + heading * x + vec2(-heading.y, heading.x) * y);
}
";

/// Straight lines.
pub const SEGMENT_FRAGMENT: &str = r"
varying vec4 v_colour;
varying vec4 v_line;

void main() {
    float x = v_line.x, y = v_line.y, len = v_line.z, half_width = v_line.w;
    bool shadow = u_view.w > 0.5;
    float past = max(max(-x, x - len), 0.0);
    float far = length(vec2(past, y)), between = 1.0;
    if (shadow || half_width < 0.6) {
        // The part of a pixel between the ends, exact for a pixel that several short links share. Wider for a shadow,
        // so that the soft ends of neighbouring links add up.
        float pixel = shadow ? max(0.7 * half_width, 0.5) : 0.5;
        between = clamp((min(x + pixel, len) - max(x - pixel, 0.0)) / (2.0 * pixel), 0.0, 1.0);
        far = abs(y);
    }
    float alpha = between * (shadow ? softly(far, half_width) : inside(far, half_width));
    gl_FragColor = vec4(v_colour.rgb, v_colour.a * alpha);
}
";

/// Discs, rings, balls, glows.
pub const DOT_VERTEX: &str = r"
// `what`: radius, form, kind.
varying vec4 v_colour;
varying vec4 v_dot; // x, y, radius, form (in pixels for a ring)
varying float v_kind;

void main() {
    float kind = what.z;
    float radius = swollen(what.x);
    bool ring = kind > 1.5 && kind < 2.5;
    float form = ring ? what.y * u_view.z : what.y;
    // A squashed ball is wider.
    float size = radius * (ring ? 1.0 : max(1.0, 2.0 - what.y)) + (ring ? form : 0.0);
    vec2 at = corner * (max(size, MIN_HALF_WIDTH) + 1.0);
    v_colour = tint(colour);
    v_dot = vec4(at, radius, form);
    v_kind = kind;
    gl_Position = clip(pixels(centre) + at);
}
";

/// Discs, rings, balls, glows.
pub const DOT_FRAGMENT: &str = r"
varying vec4 v_colour;
varying vec4 v_dot;
varying float v_kind;

// A brass ball: light as on a rope, a small highlight, reflected light along the lower rim.
vec4 ball(vec2 at, float radius) {
    vec2 p = at / max(radius, 0.01);
    float r = length(p);
    vec3 normal = vec3(p, sqrt(max(1.0 - r * r, 0.0)));
    float diffuse = max(dot(normal, LIGHT), 0.0);
    float spot = max(dot(normal, HALFWAY), 0.0);
    float back = max(dot(normal.xy, -LIGHT.xy), 0.0) * smoothstep(0.55, 1.0, r);
    vec3 shaded = lit(v_colour.rgb, diffuse + 0.30 * back, 0.55 * pow(spot, 40.0) + 0.16 * pow(spot, 7.0));
    shaded *= 1.0 - 0.45 * smoothstep(0.66, 1.0, r);
    vec3 rgb = mix(v_colour.rgb, shaded, smoothstep(1.0, 2.5, radius));
    return vec4(rgb, v_colour.a * inside(length(at), radius));
}

void main() {
    float far = length(v_dot.xy), radius = v_dot.z;
    if (u_view.w > 0.5 || v_kind > 2.5) {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * softly(far, radius));
    } else if (v_kind > 1.5) {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * inside(abs(far - radius), v_dot.w));
    } else if (v_kind > 0.5) {
        gl_FragColor = ball(v_dot.xy / vec2(2.0 - v_dot.w, v_dot.w), radius);
    } else {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * inside(far, radius));
    }
}
";

/// Triangles.
pub const TRIANGLE_VERTEX: &str = r"
// Each coordinate of the corner is 1 at its own corner of the triangle, else 0.
varying vec4 v_colour;

void main() {
    v_colour = tint(corner.x * colour_a + corner.y * colour_b + corner.z * colour_c);
    gl_Position = clip(pixels(corner.x * a + corner.y * b + corner.z * c));
}
";

/// Triangles.
pub const TRIANGLE_FRAGMENT: &str = r"
varying vec4 v_colour;

void main() {
    gl_FragColor = vec4(v_colour.rgb + dither(), v_colour.a);
}
";

/// Cloth.
pub const PATCH_VERTEX: &str = r"
// The corner is 0 or 1 along the weft and along the warp.
varying vec3 v_cloth; // along weft and warp, in threads; strength of the shadow
varying vec3 v_base;  // colour in the light there

void main() {
    float x = corner.x, y = corner.y;
    vec4 share = vec4((1.0 - x) * (1.0 - y), x * (1.0 - y), x * y, (1.0 - x) * y);
    // The lowest bit of the light is 1 where the cloth ends.
    vec4 inside = 1.0 - mod(light, 2.0);
    v_cloth = vec3(corner * u_weave.x, dot(share, inside));
    v_base = mix(fold.rgb, lit.rgb, dot(share, light) / 255.0) / 255.0;
    gl_Position = clip(pixels(share.x * a + share.y * b + share.z * c + share.w * d));
}
";

/// Cloth: a plain weave.
pub const PATCH_FRAGMENT: &str = r"
varying vec3 v_cloth;
varying vec3 v_base;

void main() {
    if (u_view.w > 0.5) {
        gl_FragColor = vec4(u_shade.rgb, u_shade.a * v_cloth.z);
        return;
    }
    vec3 base = v_base;
    // Pixels per thread. A pattern finer than the screen fades instead of flickering.
    float pitch = u_weave.y / u_weave.x;
    float strength = smoothstep(2.2, 5.0, pitch);
    if (strength > 0.0) {
        vec2 cell = fract(v_cloth.xy) - 0.5;
        vec2 number = floor(v_cloth.xy);
        float over = mod(number.x + number.y, 2.0);
        // The thread on top runs along one side of the cell, and is highest in its middle.
        vec2 q = over > 0.5 ? cell : cell.yx;
        float height = cos(3.14159 * q.y) * (0.62 + 0.38 * cos(3.14159 * q.x));
        float slope = -sin(6.28318 * q.y) * (over > 0.5 ? 0.10 : 0.07);
        base *= 1.0 + strength * (0.26 * (height - 0.55) + slope);
    }
    gl_FragColor = vec4(base + dither(), 1.0);
}
";
