//! The GLSL of the pipelines: one vertex shader a kind of shape, which places an instance's corners in pixels, and one
//! fragment shader, which works out distances, light and pattern. No textures, no derivatives, GLSL 1.00 only, so that
//! the same text compiles for desktop GL, GLES and WebGL.
//!
//! `raster` has the same formulas for the processor: change both.
//!
//! All lengths are physical pixels, y down, from the middle of the window; "local" is a frame with x along the shape and
//! y across it.

/// Before every shader.
const COMMON: &str = r"
uniform vec4 u_view;   // the middle of the window, m; pixels to a metre; whether this is a shadow
uniform vec4 u_window; // the window's width and height, pixels; where a shadow falls, m
uniform vec4 u_shade;  // a shadow's colour
uniform vec4 u_cloth;  // cloth in full light; threads along a patch's side
uniform vec4 u_fold;   // cloth in a fold; a patch's side, pixels
uniform vec4 u_extra;  // a shadow's width: to what throws it, and beyond that in pixels

// Half of the thinnest line; anything thinner gets fainter instead.
const float MIN_HALF_WIDTH = 0.6;
// Width of the soft edge. One is sharp but steps on shallow slopes; two is blurred.
const float EDGE = 1.4;
// Axial length of a strand of a laid rope, in widths of the rope.
const float TWIST_WIDTHS = 1.25;
";

/// Before every vertex shader.
const PLACES: &str = r"
// World to pixels.
vec2 pixels(vec2 at) {
    vec2 from = (at - u_view.xy + u_window.zw * u_view.w) * u_view.z;
    return vec2(from.x, -from.y);
}

vec4 clip(vec2 at) {
    return vec4(at.x / (0.5 * u_window.x), -at.y / (0.5 * u_window.y), 0.0, 1.0);
}

// Half of the width as it is drawn.
float swollen(float half_width) {
    return half_width * u_view.z * mix(1.0, u_extra.x, u_view.w) + u_extra.y;
}

// How far a shape goes past its edge.
float reach(float half_width) {
    return max(half_width, MIN_HALF_WIDTH) + 0.5 * EDGE;
}

vec4 tint(vec4 colour) {
    return u_view.w > 0.5 ? vec4(u_shade.rgb, u_shade.a * colour.a / 255.0) : colour / 255.0;
}
";

/// Before every fragment shader.
const COVERAGE: &str = r"
// How much of a pixel is inside, at `far` pixels from the middle of a line. A line thinner than MIN_HALF_WIDTH is drawn
// that wide and fainter: it neither vanishes nor breaks into dots.
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

/// The text of a vertex shader.
pub fn vertex(text: &str) -> String {
    format!("#version 100\nprecision highp float;\n{COMMON}{PLACES}{text}")
}

/// The text of a fragment shader.
pub fn fragment(text: &str) -> String {
    let precision =
        "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\nprecision mediump float;\n#endif\n";
    format!("#version 100\n{precision}{COMMON}{COVERAGE}{text}")
}

/// Straight lines, four to an instance.
pub const SEGMENT_VERTEX: &str = r"
attribute vec3 corner; // along, across, which of the four
// Both ends; half width; colour.
attribute vec4 ends0;
attribute float half_width0;
attribute vec4 colour0;
attribute vec4 ends1;
attribute float half_width1;
attribute vec4 colour1;
attribute vec4 ends2;
attribute float half_width2;
attribute vec4 colour2;
attribute vec4 ends3;
attribute float half_width3;
attribute vec4 colour3;

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
        // The part of a pixel that lies between the ends: exact for a pixel that several short links share. Of something
        // wider for a shadow: what one link's lacks at its soft end, its neighbour's adds.
        float pixel = shadow ? max(0.7 * half_width, 0.5) : 0.5;
        between = clamp((min(x + pixel, len) - max(x - pixel, 0.0)) / (2.0 * pixel), 0.0, 1.0);
        far = abs(y);
    }
    float alpha = between * (shadow ? softly(far, half_width) : inside(far, half_width));
    gl_FragColor = vec4(v_colour.rgb, v_colour.a * alpha);
}
";

/// Ropes, two links to an instance. Neighbouring strips share their edges, so that no pixel is drawn twice: there are no beads at the joints, in
/// shadows and in the soft edges of thin ropes either.
pub const ROPE_VERTEX: &str = r"
attribute vec3 corner; // how far along the link, 0 to 1; which side; which of the two links
// Five points in a row: one link goes from the second to the third, one from there to the fourth.
attribute vec2 at0;
attribute vec2 at1;
attribute vec3 what1;  // along, half width, role
attribute vec4 colour1;
attribute vec2 at2;
attribute vec3 what2;
attribute vec4 colour2;
attribute vec2 at3;
attribute vec3 what3;
attribute vec2 at4;

varying vec4 v_colour;
varying vec4 v_place;   // x (only past an end other than 0), y, twist, half width
varying vec3 v_heading; // direction on the screen; whether light and twist are to be seen

vec2 unit(vec2 v) {
    float len = length(v);
    return len > 1.0e-5 ? v / len : vec2(0.0);
}

// Which way the curve goes through b. Where it folds back on itself, to one side, the same one for both links.
vec2 tangent(vec2 a, vec2 b, vec2 c) {
    vec2 u = unit(b - a), v = unit(c - b);
    vec2 sum = u + v + vec2(-u.y, u.x) * max(-0.7 - dot(u, v), 0.0);
    vec2 heading = unit(sum);
    return dot(heading, heading) > 0.5 ? heading : vec2(1.0, 0.0);
}

// How much it bends there, one over the radius; to the right on the screen is above 0.
float bend(vec2 a, vec2 b, vec2 c) {
    vec2 p = b - a, q = c - b;
    vec2 u = unit(p), v = unit(q);
    float turn = 2.0 * (u.x * v.y - u.y * v.x) / max(1.0 + dot(u, v), 0.05);
    return 2.0 * turn / max(length(p) + length(q), 0.01);
}

void main() {
    bool second = corner.z > 0.5;
    vec3 what = second ? what2 : what1, next = second ? what3 : what2;
    float role = what.z;
    if (mod(role, 2.0) < 0.5) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec2 p0 = pixels(second ? at1 : at0), p1 = pixels(second ? at2 : at1);
    vec2 p2 = pixels(second ? at3 : at2), p3 = pixels(second ? at4 : at3);
    float len = distance(p1, p2);
    vec2 from = tangent(p0, p1, p2), to = tangent(p1, p2, p3);
    float t = corner.x, s = 1.0 - t;

    // Hermite's cubic. With tangents as long as the link it stays within a seventh of its length beside it.
    vec2 m1 = from * len, m2 = to * len;
    vec2 at = s * s * ((1.0 + 2.0 * t) * p1 + t * m1) + t * t * ((1.0 + 2.0 * s) * p2 - s * m2);
    vec2 way = 6.0 * s * t * (p2 - p1) + s * (s - 2.0 * t) * m1 + t * (t - 2.0 * s) * m2;
    vec2 heading = t < 0.001 ? from : (t > 0.999 ? to : unit(way));

    float half_width = swollen(mix(what.y, next.y, t));
    float beside = reach(half_width);
    float y = corner.y * beside;
    // On the inside of a bend tighter than the rope is thick, it is squeezed rather than turned inside out.
    float bent = mix(bend(p0, p1, p2), bend(p1, p2, p3), t);
    float room = max(1.0 / max(abs(bent), 1.0e-4), 0.3 * beside);
    float off = y * bent > 0.0 ? sign(y) * min(abs(y), room) : y;

    // Round ends reach past the last point.
    float x = 0.0;
    if (t < 0.001 && mod(floor(role / 2.0), 2.0) > 0.5) {
        x = -beside;
    } else if (t > 0.999 && mod(floor(next.z / 2.0), 2.0) > 0.5) {
        x = beside;
    }

    // In strands, without the whole ones, so that a long rope keeps its fractions.
    float strands = 0.5 / (TWIST_WIDTHS * what.y);
    float begin = what.x * strands;
    float twist = begin - floor(begin) + (next.x - what.x) * strands * t + x * 0.5 / (TWIST_WIDTHS * half_width);
    v_colour = tint(second ? colour2 : colour1);
    v_place = vec4(x, y, twist, half_width);
    v_heading = vec3(heading, role > 3.5 ? 0.0 : 1.0);
    gl_Position = clip(at + heading * x + vec2(-heading.y, heading.x) * off);
}
";

/// Ropes: a cylinder, and on it three strands as helical bulges.
pub const ROPE_FRAGMENT: &str = r"
varying vec4 v_colour;
varying vec4 v_place;
varying vec3 v_heading;

const float STRANDS = 3.0;
const float TAU = 6.2831853;

// Position within a strand, -1..1 from groove to groove. v is -1..1 across the rope.
float in_strand(float twist, float v) {
    return fract(twist + STRANDS / TAU * asin(v)) * 2.0 - 1.0;
}

// The surface. d is the rope's direction.
vec3 rope(vec3 base, float v, float half_width, float twist, vec2 d) {
    float deep = sqrt(1.0 - v * v);
    vec2 n = vec2(-d.y, d.x);
    vec3 surface = vec3(n * v, deep);

    float m = in_strand(twist, v);
    // A strand's rate of change along and around the rope, a pixel.
    vec2 slope = vec2(0.5 / TWIST_WIDTHS, STRANDS / TAU) / half_width;
    // The groove is softened by as much as a pixel covers of it, more towards the rim where the surface turns away.
    float pixel = 2.0 * length(vec2(slope.x, slope.y / max(deep, 0.25)));
    float soft = clamp(1.5 * pixel, 0.22, 1.0);
    float groove = smoothstep(1.0 - soft, 1.0, abs(m));
    float detail = smoothstep(1.8, 4.5, half_width);

    vec2 fall = normalize(slope) * m * (1.0 - groove) * 0.72 * detail;
    vec3 round_axis = vec3(n * deep, -v);
    vec3 normal = normalize(surface + fall.x * vec3(d, 0.0) + fall.y * round_axis);
    float diffuse = max(dot(normal, LIGHT), 0.0);
    float shine = 0.16 * pow(max(dot(normal, HALFWAY), 0.0), 14.0);
    float hollow = 1.0 - detail * (0.50 * groove + 0.14 * m * m);
    // The yarns of a strand lie nearly along the rope.
    float yarn = cos(TAU * (1.5 * m - 2.5 * asin(v))) * deep * (1.0 - groove);
    hollow *= 1.0 + 0.045 * smoothstep(6.0, 12.0, half_width) * yarn;
    float rim = 1.0 - 0.28 * smoothstep(0.62, 1.0, abs(v));
    return lit(base, diffuse, shine) * hollow * rim * 1.06;
}

void main() {
    float y = v_place.y, half_width = v_place.w;
    float far = length(v_place.xy);
    if (u_view.w > 0.5) {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * softly(far, half_width));
        return;
    }
    vec3 rgb = v_colour.rgb;
    if (v_heading.z > 0.5 && half_width > 0.7) {
        vec3 shaded = rope(rgb, clamp(y / half_width, -0.985, 0.985), half_width, v_place.z, normalize(v_heading.xy));
        rgb = mix(rgb, shaded, smoothstep(0.7, 1.8, half_width));
        // The outline is that of the strands at the rim.
        float m = in_strand(v_place.z, y > 0.0 ? 1.0 : -1.0);
        far += half_width * 0.07 * smoothstep(2.5, 6.0, half_width) * m * m;
    }
    gl_FragColor = vec4(rgb, v_colour.a * inside(far, half_width));
}
";

/// Discs, rings, balls, glows.
pub const DOT_VERTEX: &str = r"
attribute vec2 corner;
attribute vec2 centre;
attribute vec3 what; // radius, form, kind
attribute vec4 colour;

varying vec4 v_colour;
varying vec4 v_dot; // x, y, radius, form (in pixels for a ring)
varying float v_kind;

void main() {
    float kind = what.z;
    float radius = swollen(what.x);
    bool ring = kind > 1.5 && kind < 2.5;
    float form = ring ? what.y * u_view.z : what.y;
    // A ball that is squashed is wider than it was.
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

// A brass ball: the light of a rope, a small bright spot, light thrown back along the lower rim.
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
attribute vec3 corner; // 1 for the corner that it is
attribute vec2 a;
attribute vec2 b;
attribute vec2 c;
attribute vec4 colour_a;
attribute vec4 colour_b;
attribute vec4 colour_c;

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
attribute vec2 corner; // along the weft and along the warp, 0 or 1
attribute vec2 a;
attribute vec2 b;
attribute vec2 c;
attribute vec2 d;
attribute vec4 light;

varying vec3 v_cloth; // along the weft and along the warp, in threads; light, or how deep the shadow is

void main() {
    float x = corner.x, y = corner.y;
    vec4 share = vec4((1.0 - x) * (1.0 - y), x * (1.0 - y), x * y, (1.0 - x) * y);
    // The lowest bit of the light is 1 where the cloth ends.
    vec4 inside = 1.0 - mod(light, 2.0);
    v_cloth = vec3(corner * u_cloth.w, u_view.w > 0.5 ? dot(share, inside) : dot(share, light) / 255.0);
    gl_Position = clip(pixels(share.x * a + share.y * b + share.z * c + share.w * d));
}
";

/// Cloth: threads that go over and under each other in turn.
pub const PATCH_FRAGMENT: &str = r"
varying vec3 v_cloth;

void main() {
    if (u_view.w > 0.5) {
        gl_FragColor = vec4(u_shade.rgb, u_shade.a * v_cloth.z);
        return;
    }
    vec3 base = mix(u_fold.rgb, u_cloth.rgb, v_cloth.z);
    // Pixels to a thread. Finer than the screen can show, the pattern fades rather than flickers.
    float pitch = u_fold.w / u_cloth.w;
    float seen = smoothstep(2.2, 5.0, pitch);
    if (seen > 0.0) {
        vec2 cell = fract(v_cloth.xy) - 0.5;
        vec2 number = floor(v_cloth.xy);
        float over = mod(number.x + number.y, 2.0);
        // The thread on top runs along one side of the cell, and is highest in its middle.
        vec2 q = over > 0.5 ? cell : cell.yx;
        float height = cos(3.14159 * q.y) * (0.62 + 0.38 * cos(3.14159 * q.x));
        float slope = -sin(6.28318 * q.y) * (over > 0.5 ? 0.10 : 0.07);
        base *= 1.0 + seen * (0.26 * (height - 0.55) + slope);
    }
    gl_FragColor = vec4(base + dither(), 1.0);
}
";
