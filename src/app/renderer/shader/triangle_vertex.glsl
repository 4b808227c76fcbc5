// Each coordinate of the corner is 1 at its own corner of the triangle, else 0.
varying vec4 v_colour;

void main() {
    v_colour = tint(corner.x * colour_a + corner.y * colour_b + corner.z * colour_c);
    gl_Position = clip(pixels(corner.x * a + corner.y * b + corner.z * c));
}
