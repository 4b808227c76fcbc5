uniform vec4 u_view;   // centre of the window, m; pixels per metre; 1 for a shadow, else 0
uniform vec4 u_window; // width and height of the window, pixels; offset of a shadow, m
uniform vec4 u_shade;  // colour of a shadow
uniform vec4 u_weave;  // threads along a patch's side; its side, pixels
uniform vec4 u_extra;  // width of a shadow: ratio to that of its shape; pixels that are added

// Smallest half width; thinner lines are fainter instead.
const float MIN_HALF_WIDTH = 0.6;
// Width of the soft edge. One is sharp but steps on shallow slopes; two is blurred.
const float EDGE = 1.4;
// Axial length of a strand of a laid rope, in widths of the rope.
const float TWIST_WIDTHS = 1.25;
