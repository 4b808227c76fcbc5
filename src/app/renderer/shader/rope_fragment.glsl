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
