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
