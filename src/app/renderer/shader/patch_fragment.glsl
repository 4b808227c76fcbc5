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
