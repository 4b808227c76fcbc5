varying vec4 v_colour;

void main() {
    gl_FragColor = vec4(v_colour.rgb + dither(), v_colour.a);
}
