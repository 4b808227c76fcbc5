// The corner is 0 or 1 along the weft and along the warp.
varying vec3 v_cloth; // along weft and warp, in threads; strength of the shadow
varying vec3 v_base;  // colour in the light there

void main() {
    float x = corner.x, y = corner.y;
    vec4 share = vec4((1.0 - x) * (1.0 - y), x * (1.0 - y), x * y, (1.0 - x) * y);
    // The lowest bit of the light is 1 where the cloth ends.
    vec4 inside = 1.0 - mod(light, 2.0);
    v_cloth = vec3(corner * u_weave.x, dot(share, inside));
    v_base = mix(fold.rgb, lit.rgb, dot(share, light) / 255.0) / 255.0;
    gl_Position = clip(pixels(share.x * a + share.y * b + share.z * c + share.w * d));
}
