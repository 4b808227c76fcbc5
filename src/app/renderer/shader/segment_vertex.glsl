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
