//! A canvas of pixels. tiny-skia fills flat shapes; shaded and soft shapes are filled here, pixel by pixel.

use glam::{I64Vec2, Vec2, Vec3};
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, PathBuilder, Pixmap, Point, Rect, Shader, SpreadMode,
    Transform,
};

use crate::view::draw::Colour;

/// Subpixel positions of corners. With exact arithmetic on these, triangles that share an edge cover each pixel once.
const STEPS: i64 = 256;

/// Farthest corner that is drawn, pixels: the products of larger coordinates overflow.
const MAX_COORDINATE: f32 = 1e6;

/// An opaque picture that is being drawn; y points down from the upper left.
pub struct Canvas {
    pixmap: Pixmap,
}

/// Colour (0 to 1, sRGB) and coverage of a pixel (0 to 1).
pub type Shade = (Vec3, f32);

impl Canvas {
    /// An empty canvas of this width and height, pixels; `None` if it exceeds the address space.
    #[must_use]
    pub fn new((width, height): (u32, u32)) -> Option<Self> {
        Some(Self { pixmap: Pixmap::new(width, height)? })
    }

    /// Its pixels in rows from the top: red, green, blue, opacity.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        self.pixmap.data()
    }

    fn size(&self) -> (i64, i64) {
        (self.pixmap.width().into(), self.pixmap.height().into())
    }

    /// Covers the canvas with a gradient from the upper edge to the lower one.
    pub fn backdrop(&mut self, top: Colour, bottom: Colour) {
        let (width, height) = (self.pixmap.width() as f32, self.pixmap.height() as f32);
        let paint = Paint { shader: gradient([Vec2::ZERO, Vec2::new(0.0, height)], [top, bottom]), ..flat() };
        if let Some(whole) = Rect::from_xywh(0.0, 0.0, width, height) {
            self.pixmap.fill_rect(whole, &paint, Transform::identity(), None);
        }
    }

    /// Fills a triangle. Its edges are hard, since soft edges would show between the halves of a rectangle.
    pub fn triangle(&mut self, corners: [Vec2; 3], colours: [Colour; 3]) {
        let Some(odd) = (0..3).find(|&i| colours[(i + 1) % 3] == colours[(i + 2) % 3]) else {
            let values = colours.map(|Colour { r, g, b, a }| [r, g, b, a].map(|channel| f32::from(channel) / 255.0));
            self.shaded(corners, values, |[r, g, b, a]| (Vec3::new(r, g, b), a));
            return;
        };
        let (tip, from, to) = (corners[odd], corners[(odd + 1) % 3], corners[(odd + 2) % 3]);
        // The gradient runs from the edge of one colour to the corner of the other.
        let foot = tip - (tip - from).project_onto_normalized((to - from).perp().normalize_or_zero());
        let paint = Paint { shader: gradient([foot, tip], [colours[(odd + 1) % 3], colours[odd]]), ..flat() };
        let mut path = PathBuilder::new();
        path.move_to(corners[0].x, corners[0].y);
        corners[1..].iter().for_each(|corner| path.line_to(corner.x, corner.y));
        path.close();
        if let Some(path) = path.finish() {
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Fills a triangle pixel by pixel. `shade` gets the values of the corners, interpolated.
    pub fn shaded<const N: usize>(
        &mut self,
        corners: [Vec2; 3],
        values: [[f32; N]; 3],
        mut shade: impl FnMut([f32; N]) -> Shade,
    ) {
        // Written so that NaN is refused as well.
        if !corners.iter().all(|corner| corner.abs().max_element() < MAX_COORDINATE) {
            return;
        }
        let Some(area) = Area::new(corners, self.size()) else { return };
        let plane = Planes::new(corners, values);
        let width = self.pixmap.width() as usize;
        let pixels = self.pixmap.data_mut();
        for y in area.rows.0..=area.rows.1 {
            let Some((first, last)) = area.span(y) else { continue };
            let row = y as usize * width;
            let pixels = &mut pixels[4 * (row + first as usize)..4 * (row + last as usize + 1)];
            for (x, pixel) in (first..).zip(pixels.chunks_exact_mut(4)) {
                let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let (rgb, cover) = shade(plane.at(at));
                if cover > 0.0 {
                    blend(pixel, rgb, cover);
                }
            }
        }
    }

    /// Fills a quadrilateral, with its corners in rows, as two triangles.
    pub fn quad<const N: usize>(
        &mut self,
        [a, b, c, d]: [Vec2; 4],
        [va, vb, vc, vd]: [[f32; N]; 4],
        mut shade: impl FnMut([f32; N]) -> Shade,
    ) {
        self.shaded([a, b, c], [va, vb, vc], &mut shade);
        self.shaded([c, b, d], [vc, vb, vd], &mut shade);
    }
}

fn flat() -> Paint<'static> {
    Paint { anti_alias: false, ..Paint::default() }
}

fn gradient([from, to]: [Vec2; 2], [first, last]: [Colour; 2]) -> Shader<'static> {
    let colour = |Colour { r, g, b, a }| Color::from_rgba8(r, g, b, a);
    let plain = Shader::SolidColor(colour(first));
    if first == last {
        return plain;
    }
    let point = |at: Vec2| Point::from_xy(at.x, at.y);
    let stops = vec![GradientStop::new(0.0, colour(first)), GradientStop::new(1.0, colour(last))];
    LinearGradient::new(point(from), point(to), stops, SpreadMode::Pad, Transform::identity()).unwrap_or(plain)
}

fn blend(pixel: &mut [u8], rgb: Vec3, cover: f32) {
    for (channel, value) in pixel.iter_mut().zip(rgb.to_array()) {
        let below = f32::from(*channel);
        // The cast saturates to 0..=255.
        *channel = (below + (255.0 * value.clamp(0.0, 1.0) - below) * cover.min(1.0) + 0.5) as u8;
    }
}

/// The pixels of a triangle: those whose centre is inside it, or on its upper or left edge.
struct Area {
    edges: [Edge; 3],
    /// First and last row.
    rows: (i64, i64),
    /// First and last column.
    columns: (i64, i64),
}

/// An edge of a triangle, in subpixel positions.
#[derive(Clone, Copy)]
struct Edge {
    from: I64Vec2,
    direction: I64Vec2,
}

impl Area {
    fn new(corners: [Vec2; 3], (width, height): (i64, i64)) -> Option<Self> {
        let mut corners = corners.map(|corner| (corner * STEPS as f32).round().as_i64vec2());
        let [a, b, c] = corners;
        let turn = cross(b - a, c - a);
        if turn == 0 {
            return None;
        }
        if turn < 0 {
            corners.swap(1, 2);
        }
        let edges = [0, 1, 2].map(|i| Edge { from: corners[i], direction: corners[(i + 1) % 3] - corners[i] });
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        // From the first pixel centre that is not before `min` to the last that is not after `max`.
        let range = |min: i64, max: i64, size: i64| {
            let first = (min + STEPS / 2 - 1).div_euclid(STEPS).max(0);
            (first, (max - STEPS / 2).div_euclid(STEPS).min(size - 1))
        };
        Some(Self { edges, rows: range(min.y, max.y, height), columns: range(min.x, max.x, width) })
    }

    /// The first and the last pixel of a row.
    fn span(&self, y: i64) -> Option<(i64, i64)> {
        let (mut first, mut last) = self.columns;
        let row = I64Vec2::new(STEPS / 2, STEPS * y + STEPS / 2);
        for Edge { from, direction } in self.edges {
            // An edge that two triangles share belongs to the triangle of which it is a left or upper edge.
            let kept = i64::from(direction.y > 0 || (direction.y == 0 && direction.x < 0));
            let (at_left, step) = (cross(direction, row - from) - kept, -direction.y * STEPS);
            match step {
                0 if at_left < 0 => return None,
                0 => {}
                1.. => first = first.max((-at_left + step - 1).div_euclid(step)),
                _ => last = last.min(at_left.div_euclid(-step)),
            }
        }
        (first <= last).then_some((first, last))
    }
}

fn cross(a: I64Vec2, b: I64Vec2) -> i64 {
    a.x * b.y - a.y * b.x
}

/// Values at three corners, interpolated linearly.
struct Planes<const N: usize> {
    from: Vec2,
    values: [Plane; N],
}

/// A value at the first corner, and its gradient, 1/pixel.
#[derive(Clone, Copy)]
struct Plane {
    value: f32,
    gradient: Vec2,
}

impl<const N: usize> Planes<N> {
    fn new([a, b, c]: [Vec2; 3], [va, vb, vc]: [[f32; N]; 3]) -> Self {
        let (p, q) = (b - a, c - a);
        let area = p.perp_dot(q);
        let share = if area.abs() > 1e-6 { 1.0 / area } else { 0.0 };
        let value = |i: usize| {
            let (along_p, along_q) = (vb[i] - va[i], vc[i] - va[i]);
            let right = along_p * q.y - along_q * p.y;
            let down = along_q * p.x - along_p * q.x;
            Plane { value: va[i], gradient: Vec2::new(right, down) * share }
        };
        Self { from: a, values: std::array::from_fn(value) }
    }

    fn at(&self, at: Vec2) -> [f32; N] {
        let off = at - self.from;
        self.values.map(|Plane { value, gradient }| value + gradient.dot(off))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_with_shared_edge_cover_each_pixel_once() {
        for turn in 0..16 {
            let right = Vec2::from_angle(0.37 * turn as f32);
            let corner = |x: f32, y: f32| Vec2::splat(32.0) + (x * right + y * right.perp());
            let corners = [corner(-21.3, -13.0), corner(20.0, -14.2), corner(-19.0, 15.5), corner(22.0, 16.0)];
            let mut canvas = Canvas::new((64, 64)).expect("it is small");
            // A white of half coverage: a pixel that is covered twice is brighter.
            canvas.quad(corners, [[]; 4], |[]| (Vec3::ONE, 0.5));
            let values: Vec<u8> = canvas.rgba().chunks_exact(4).map(|pixel| pixel[0]).collect();
            assert!(values.iter().all(|&value| value == 0 || value == 128), "turned {turn}: covered twice");
            let covered = values.iter().filter(|&&value| value == 128).count();
            assert!((1_150..1_250).contains(&covered), "turned {turn}: {covered}, so some are missing");
        }
    }

    #[test]
    fn far_and_nan_corners_are_not_drawn() {
        let mut canvas = Canvas::new((8, 8)).expect("it is small");
        for x in [f32::NAN, f32::INFINITY, 1e30, -1e30] {
            let corners = [Vec2::ZERO, Vec2::new(x, 4.0), Vec2::new(4.0, x)];
            canvas.shaded(corners, [[0.0]; 3], |_| (Vec3::ONE, 1.0));
            canvas.triangle(corners, [Colour::rgb(0, 0, 0), Colour::rgb(9, 9, 9), Colour::rgb(9, 9, 9)]);
        }
    }
}
