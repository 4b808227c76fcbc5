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
