varying vec4 v_colour;
varying vec4 v_dot;
varying float v_kind;

// A brass ball: light as on a rope, a small highlight, reflected light along the lower rim.
vec4 ball(vec2 at, float radius) {
    vec2 p = at / max(radius, 0.01);
    float r = length(p);
    vec3 normal = vec3(p, sqrt(max(1.0 - r * r, 0.0)));
    float diffuse = max(dot(normal, LIGHT), 0.0);
    float spot = max(dot(normal, HALFWAY), 0.0);
    float back = max(dot(normal.xy, -LIGHT.xy), 0.0) * smoothstep(0.55, 1.0, r);
    vec3 shaded = lit(v_colour.rgb, diffuse + 0.30 * back, 0.55 * pow(spot, 40.0) + 0.16 * pow(spot, 7.0));
    shaded *= 1.0 - 0.45 * smoothstep(0.66, 1.0, r);
    vec3 rgb = mix(v_colour.rgb, shaded, smoothstep(1.0, 2.5, radius));
    return vec4(rgb, v_colour.a * inside(length(at), radius));
}

void main() {
    float far = length(v_dot.xy), radius = v_dot.z;
    if (u_view.w > 0.5 || v_kind > 2.5) {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * softly(far, radius));
    } else if (v_kind > 1.5) {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * inside(abs(far - radius), v_dot.w));
    } else if (v_kind > 0.5) {
        gl_FragColor = ball(v_dot.xy / vec2(2.0 - v_dot.w, v_dot.w), radius);
    } else {
        gl_FragColor = vec4(v_colour.rgb, v_colour.a * inside(far, radius));
    }
}
