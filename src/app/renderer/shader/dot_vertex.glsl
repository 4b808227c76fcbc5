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
