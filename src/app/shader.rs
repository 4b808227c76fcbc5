//! The GLSL of `app::render`: every shape is a signed distance, evaluated a pixel at a time. No textures, no
//! derivatives, GLSL 1.00 only, so that the same text compiles for desktop GL, GLES 2 and WebGL 1.
//!
//! # What a vertex carries
//!
//! All lengths are physical pixels; "local" is a frame with x along the shape and y across it.
//!
//! | Attribute | Link (round, flat, soft) | Ring | Ball | Plain |
//! |---|---|---|---|---|
//! | `position.xy` | the corner, logical pixels | same | same | same |
//! | `position.z` | packed: bends, kind, side (below) | kind | kind | kind |
//! | `texcoord` | local x from `a`; twist at that x, in strands | local xy | local xy | - |
//! | `normal` | length, half width, direction x, y | radius, half width | radius | - |
//!
//! `position.z` = `((bend_in * 1024 + bend_out) * 8 + kind) * 2 + side`, a whole number below 2^24 and thus exact in an
//! `f32`. It is unpacked in the vertex shader, where `highp` is guaranteed and nothing is interpolated yet. A bend of 0
//! is a free end; 1..=1023 is the tangent of half of the turn at the joint, -3..=3.
//!
//! # Joints
//!
//! Two links of one rope share a joint. Drawing two whole capsules there would blend the overlap twice: dark beads in
//! shadows, in every translucent rope, and in the soft edge of every thin one. So the rope is cut instead, along the
//! line that halves the angle, and each link covers its own side. Over one pixel at the cut, `share` hands the opacity
//! over: with `before` and `after` the part of the rope up to the link's two cuts that the pixel holds, the link must
//! raise what is there from `alpha * before` to `alpha * after`. That telescopes exactly for any opacity and for links
//! far shorter than a pixel, and where nothing is cut it is plain `alpha`. The twist and the light's direction
//! are fanned between the two cuts, so both run through the joint without a seam.

/// The vertex shader: unpacks, and places with macroquad's own matrices.
pub const VERTEX: &str = r"#version 100
precision highp float;

attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
attribute vec4 normal;

uniform mat4 Model;
uniform mat4 Projection;

varying vec4 v_colour;
varying vec4 v_place;   // x, y, twist, kind
varying vec4 v_shape;   // length, half width, bend at a, bend at b
varying vec4 v_heading; // direction on the screen, a is a joint, b is a joint

// All three must be as in render.rs and joint.rs.
const float MAX_BEND = 3.0;
const float FEATHER = 1.0;
const float MIN_HALF_WIDTH = 0.6;

void main() {
    float code = position.z;
    float half_code = floor(code * 0.5);
    float side = (code - half_code * 2.0) * 2.0 - 1.0;
    float bends = floor(half_code / 8.0);
    float kind = half_code - bends * 8.0;
    float bend_in = floor(bends / 1024.0);
    float bend_out = bends - bend_in * 1024.0;
    vec2 joined = step(vec2(0.5), vec2(bend_in, bend_out));
    vec2 tangents = (vec2(bend_in, bend_out) - 512.0) * (MAX_BEND / 511.0) * joined;

    bool link = kind < 2.5;
    float across = side * (max(normal.y, MIN_HALF_WIDTH) + FEATHER);
    v_place = vec4(texcoord.x, link ? across : texcoord.y, texcoord.y, kind);
    v_shape = vec4(normal.xy, tangents);
    v_heading = vec4(normal.zw, joined);
    v_colour = color0 / 255.0;
    gl_Position = Projection * Model * vec4(position.xy, 0.0, 1.0);
}
";

/// The fragment shader: distances, light and twist.
pub const FRAGMENT: &str = r"#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

varying vec4 v_colour;
varying vec4 v_place;
varying vec4 v_shape;
varying vec4 v_heading;

const float MIN_HALF_WIDTH = 0.6;
// Width of the soft edge, pixels. One is sharp but steps on shallow slopes; two is blurred.
const float EDGE = 1.4;
// Axial length of a strand, in widths of the rope. As TWIST_WIDTHS in render.rs.
const float TWIST_WIDTHS = 1.25;
const float STRANDS = 3.0;
const float TAU = 6.2831853;
// Towards the light: left, up (y is down here), and out of the screen.
const vec3 LIGHT = vec3(-0.44, -0.62, 0.65);
// Halfway between the light and the eye.
const vec3 HALFWAY = vec3(-0.242, -0.341, 0.908);

// How much of a pixel is inside, at `far` pixels from the middle of a line. A line thinner than MIN_HALF_WIDTH is drawn
// that wide and fainter: it neither vanishes nor breaks into dots.
float inside(float far, float half_width) {
    float t = clamp((max(half_width, MIN_HALF_WIDTH) - far) / EDGE + 0.5, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t) * min(half_width / MIN_HALF_WIDTH, 1.0);
}

// Noise of one step of an 8-bit channel, by pixel (interleaved gradient noise, Jimenez 2014): gradients without bands.
float dither() {
    return (fract(52.982919 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}

// A link's alpha when the whole rope's is `alpha` here: see 'Joints'.
float share(float alpha, float before, float after) {
    return alpha * max(after - before, 0.0) / max(1.0 - alpha * before, 0.001);
}

vec3 lit(vec3 base, float diffuse, float shine) {
    return base * (0.42 + 0.74 * diffuse) + vec3(1.0, 0.96, 0.88) * shine;
}

// Position within a strand, -1..1 from groove to groove. v is -1..1 across the rope.
float in_strand(float twist, float v) {
    return fract(twist + STRANDS / TAU * asin(v)) * 2.0 - 1.0;
}

// A rope's surface: a cylinder, and on it three strands as helical bulges. d is the rope's direction.
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

vec4 link_colour() {
    float x = v_place.x, y = v_place.y;
    float len = v_shape.x, half_width = v_shape.y;
    vec2 bend = v_shape.zw;
    vec2 joined = v_heading.zw;

    // Signed lengths from the two cuts along the rope, and the room between them at this y.
    float from_a = x - bend.x * y;
    float from_b = len - x - bend.y * y;
    float room = from_a + from_b;
    // On the inside of a bend tighter than the rope is thick the cuts have crossed. There the neighbours cover what
    // they can reach; a solid link adds its own straight part, so that no hole is left, and a shadow adds nothing.
    float cut = step(0.02 * len + 0.001, room);
    float body = v_place.w < 1.5 ? step(-0.5, x) * step(x, len + 0.5) : 0.0;

    // Past an end the distance is to the joint; at a cut end no farther out than the cut itself.
    vec2 past = max(vec2(-x, x - len), 0.0);
    past = mix(past, min(past, max(vec2(-bend.x, -bend.y) * y, 0.0)), joined * cut);
    float far = length(vec2(past.x + past.y, y));

    vec2 edge = vec2(from_a, from_b) * inversesqrt(1.0 + bend * bend);
    vec2 held = mix(vec2(0.0, 1.0), clamp(vec2(0.5 - edge.x, 0.5 + edge.y), 0.0, 1.0), joined * cut);
    held.y *= max(cut, max(body, 1.0 - max(joined.x, joined.y)));

    if (v_place.w > 1.5) {
        float t = clamp(1.0 - far / max(half_width, 1.0), 0.0, 1.0);
        return vec4(v_colour.rgb, share(v_colour.a * t * t * (3.0 - 2.0 * t), held.x, held.y));
    }
    vec3 rgb = v_colour.rgb;
    if (v_place.w < 0.5 && half_width > 0.7) {
        // Fan: where this point is between the cuts, as if the link were straight. A sharp kink may show as one, for
        // fanning it would draw the strands out over the whole link.
        vec2 fan = clamp(bend, -0.4, 0.4);
        float straight = len * (x - fan.x * y) / max(len - (fan.x + fan.y) * y, 0.2 * len + 0.001);
        straight = cut > 0.5 ? straight : clamp(x, 0.0, len);
        float twist = v_place.z + (straight - x) * (0.5 / TWIST_WIDTHS) / half_width;
        float rim = cut > 0.5 ? 0.985 : 0.8;
        vec3 shaded = rope(rgb, clamp(y / half_width, -rim, rim), half_width, twist, normalize(v_heading.xy));
        rgb = mix(rgb, shaded, smoothstep(0.7, 1.8, half_width));
        // The outline is that of the strands at the rim.
        float m = in_strand(twist, y > 0.0 ? 1.0 : -1.0);
        far += half_width * 0.07 * smoothstep(2.5, 6.0, half_width) * m * m;
    }
    return vec4(rgb, share(v_colour.a * inside(far, half_width), held.x, held.y));
}

// A brass ball: the light of a rope, a small bright spot, light thrown back along the lower rim.
vec4 ball_colour() {
    float radius = v_shape.x;
    vec2 p = v_place.xy / max(radius, 0.01);
    float r = length(p);
    vec3 normal = vec3(p, sqrt(max(1.0 - r * r, 0.0)));
    float diffuse = max(dot(normal, LIGHT), 0.0);
    float spot = max(dot(normal, HALFWAY), 0.0);
    float back = max(dot(normal.xy, -LIGHT.xy), 0.0) * smoothstep(0.55, 1.0, r);
    vec3 shaded = lit(v_colour.rgb, diffuse + 0.30 * back, 0.55 * pow(spot, 40.0) + 0.16 * pow(spot, 7.0));
    shaded *= 1.0 - 0.30 * smoothstep(0.72, 1.0, r);
    vec3 rgb = mix(v_colour.rgb, shaded, smoothstep(1.0, 2.5, radius));
    return vec4(rgb, v_colour.a * inside(length(v_place.xy), radius));
}

void main() {
    float kind = v_place.w;
    if (kind < 2.5) {
        gl_FragColor = link_colour();
    } else if (kind < 3.5) {
        float far = abs(length(v_place.xy) - v_shape.x);
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * inside(far, v_shape.y));
    } else if (kind < 4.5) {
        gl_FragColor = ball_colour();
    } else {
        gl_FragColor = vec4(v_colour.rgb + dither(), v_colour.a);
    }
}
";
