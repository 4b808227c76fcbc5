// World to pixels.
vec2 pixels(vec2 at) {
    vec2 from = (at - u_view.xy + u_window.zw * u_view.w) * u_view.z;
    return vec2(from.x, -from.y);
}

vec4 clip(vec2 at) {
    return vec4(at.x / (0.5 * u_window.x), -at.y / (0.5 * u_window.y), 0.0, 1.0);
}

// Half width as drawn.
float swollen(float half_width) {
    return half_width * u_view.z * mix(1.0, u_extra.x, u_view.w) + u_extra.y;
}

// Distance to which a shape is drawn, with its soft edge.
float reach(float half_width) {
    return max(half_width, MIN_HALF_WIDTH) + 0.5 * EDGE;
}

vec4 tint(vec4 colour) {
    return u_view.w > 0.5 ? vec4(u_shade.rgb, u_shade.a * colour.a / 255.0) : colour / 255.0;
}
