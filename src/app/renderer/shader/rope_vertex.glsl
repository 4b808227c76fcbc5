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
