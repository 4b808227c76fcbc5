//! The GLSL of ropes: strips along a curve, with twisted strands.

/// Ropes, two links per instance. Neighbouring strips share their edges, so that no pixel is drawn twice and no beads
/// appear at the joints.
pub const ROPE_VERTEX: &str = r"
// The corner is the share along the link, 0 to 1; the side; and the number of the link. Of five points in a row, one
// link goes from the second to the third, one from there to the fourth. `what`: along, half width, role.
varying vec4 v_colour;
varying vec4 v_place;   // x (only past an end other than 0), y, twist, half width
varying vec3 v_heading; // direction on the screen; whether light and twist are drawn

vec2 unit(vec2 v) {
    float len = length(v);
    return len > 1.0e-5 ? v / len : vec2(0.0);
}

// Tangent of the curve at b. Where the curve folds back, it turns to one side, the same for both links.
vec2 tangent(vec2 a, vec2 b, vec2 c) {
    vec2 u = unit(b - a), v = unit(c - b);
    vec2 sum = u + v + vec2(-u.y, u.x) * max(-0.7 - dot(u, v), 0.0);
    vec2 heading = unit(sum);
    return dot(heading, heading) > 0.5 ? heading : vec2(1.0, 0.0);
}

// Curvature at b, 1 / radius; positive to the right on the screen.
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
    // On the inside of a bend tighter than its thickness the rope is squeezed, not turned inside out.
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

    // Twist in strands, without whole turns, to keep precision on long ropes.
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
    // Change of the position in a strand per pixel, along and around the rope.
    vec2 slope = vec2(0.5 / TWIST_WIDTHS, STRANDS / TAU) / half_width;
    // The groove is softened by the size of a pixel, which covers more of the surface towards the rim.
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
        // The strands form the outline.
        float m = in_strand(v_place.z, y > 0.0 ? 1.0 : -1.0);
        far += half_width * 0.07 * smoothstep(2.5, 6.0, half_width) * m * m;
    }
    gl_FragColor = vec4(rgb, v_colour.a * inside(far, half_width));
}
";
