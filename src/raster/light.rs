//! Shading of ropes, balls and cloth, and coverage of soft edges. The window has the same formulas in the shaders of
//! `app::renderer`: change both. `libm` gives the same bits on every platform.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};

use crate::view::draw::Weave;

/// Half of the thinnest line, pixels; a thinner line is drawn fainter.
const MIN_HALF_WIDTH: f32 = 0.6;
/// Width of the soft edge, pixels.
const EDGE: f32 = 1.4;
/// Axial length of a strand of a laid rope, in widths of the rope.
pub const TWIST_WIDTHS: f32 = 1.25;
/// Strands of a rope.
const STRANDS: f32 = 3.0;
/// Direction towards the light: left, up (y points down here), and out of the picture.
const LIGHT: Vec3 = Vec3::new(-0.44, -0.62, 0.65);
/// Halfway between the light and the eye.
const HALFWAY: Vec3 = Vec3::new(-0.242, -0.341, 0.908);

/// Half of a width with its soft edge, pixels.
pub fn reach(half_width: f32) -> f32 {
    half_width.max(MIN_HALF_WIDTH) + 0.5 * EDGE
}

/// Coverage of a pixel at `far` pixels from the centre of a line. A thin line is fainter instead of thinner.
pub fn inside(far: f32, half_width: f32) -> f32 {
    smooth((half_width.max(MIN_HALF_WIDTH) - far) / EDGE + 0.5) * (half_width / MIN_HALF_WIDTH).min(1.0)
}

/// Coverage of a shadow: full in the centre, none at the edge.
pub fn softly(far: f32, half_width: f32) -> f32 {
    smooth(1.0 - far / half_width.max(1.0))
}

fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn smoothstep(from: f32, to: f32, value: f32) -> f32 {
    smooth((value - from) / (to - from))
}

/// Coverage of a pixel by a line. `place` is along and across the line, pixels.
pub fn line(place: Vec2, length: f32, half_width: f32) -> f32 {
    if half_width < MIN_HALF_WIDTH {
        return inside(place.y.abs(), half_width) * between(place.x, length, 0.5);
    }
    let past = (-place.x).max(place.x - length).max(0.0);
    inside(Vec2::new(past, place.y).length(), half_width)
}

/// Distance past its ends to which a line is drawn, pixels. A thin line has square ends: see [`line()`].
pub fn beyond(half_width: f32) -> f32 {
    if half_width < MIN_HALF_WIDTH { 0.5 } else { reach(half_width) }
}

/// Coverage of a pixel by the shadow of a line.
pub fn line_shadow(place: Vec2, length: f32, half_width: f32) -> f32 {
    // The soft ends of adjacent links add up to the full shadow.
    softly(place.y.abs(), half_width) * between(place.x, length, (0.7 * half_width).max(0.5))
}

/// Fraction of the interval `x` ± `half` that lies between the ends of a line.
fn between(x: f32, length: f32, half: f32) -> f32 {
    (((x + half).min(length) - (x - half).max(0.0)) / (2.0 * half)).clamp(0.0, 1.0)
}

/// `base` to a whole power of at least 1. `powi` gives other bits on other platforms.
fn power(base: f32, exponent: u32) -> f32 {
    let half = if exponent > 1 { power(base, exponent / 2) } else { 1.0 };
    if exponent % 2 == 1 { half * half * base } else { half * half }
}

fn lit(base: Vec3, diffuse: f32, shine: f32) -> Vec3 {
    base * (0.42 + 0.74 * diffuse) + Vec3::new(1.0, 0.96, 0.88) * shine
}

/// Position within a strand, -1 to 1 from groove to groove. `v` is -1 to 1 across the rope.
fn in_strand(twist: f32, v: f32) -> f32 {
    (twist + STRANDS / TAU * libm::asinf(v)).rem_euclid(1.0) * 2.0 - 1.0
}

/// A point on a rope.
#[derive(Clone, Copy)]
pub struct OnRope {
    /// Distance past an end, and across the rope, pixels.
    pub place: Vec2,
    /// Position along the rope, in strands.
    pub twist: f32,
    /// Half of the width there, pixels.
    pub half_width: f32,
    /// Direction of the rope there, of any length.
    pub direction: Vec2,
}

/// Colour of a rope at a point, and the distance of the point from the centre line, pixels. The strands bulge the
/// outline.
pub fn rope(base: Vec3, on: OnRope) -> (Vec3, f32) {
    let OnRope { place, twist, half_width, direction } = on;
    let far = place.length();
    if half_width <= 0.7 {
        return (base, far);
    }
    let v = (place.y / half_width).clamp(-0.985, 0.985);
    let shaded = strands(base, v, half_width, twist, direction.normalize_or_zero());
    let m = in_strand(twist, if place.y > 0.0 { 1.0 } else { -1.0 });
    let bulge = half_width * 0.07 * smoothstep(2.5, 6.0, half_width) * m * m;
    (base.lerp(shaded, smoothstep(0.7, 1.8, half_width)), far + bulge)
}

/// Colour of a cylinder with three strands as helical bulges. `d` is the direction of the rope.
fn strands(base: Vec3, v: f32, half_width: f32, twist: f32, d: Vec2) -> Vec3 {
    let deep = (1.0 - v * v).sqrt();
    let n = d.perp();
    let m = in_strand(twist, v);
    // Rate of change of the strand along and around the rope, 1/pixel.
    let slope = Vec2::new(0.5 / TWIST_WIDTHS, STRANDS / TAU) / half_width;
    // The groove is blurred by the part of it that a pixel covers, which grows towards the rim.
    let pixel = 2.0 * Vec2::new(slope.x, slope.y / deep.max(0.25)).length();
    let soft = (1.5 * pixel).clamp(0.22, 1.0);
    let groove = smoothstep(1.0 - soft, 1.0, m.abs());
    let detail = smoothstep(1.8, 4.5, half_width);

    let fall = slope.normalize() * m * (1.0 - groove) * 0.72 * detail;
    let around = (n * deep).extend(-v);
    let normal = ((n * v).extend(deep) + fall.x * d.extend(0.0) + fall.y * around).normalize();
    let diffuse = normal.dot(LIGHT).max(0.0);
    let shine = 0.16 * power(normal.dot(HALFWAY).max(0.0), 14);
    let hollow = 1.0 - detail * (0.50 * groove + 0.14 * m * m);
    // The yarns of a strand are nearly parallel to the rope.
    let yarn = libm::cosf(TAU * (1.5 * m - 2.5 * libm::asinf(v))) * deep * (1.0 - groove);
    let yarns = 1.0 + 0.045 * smoothstep(6.0, 12.0, half_width) * yarn;
    let rim = 1.0 - 0.28 * smoothstep(0.62, 1.0, v.abs());
    lit(base, diffuse, shine) * hollow * yarns * rim * 1.06
}

/// Colour of a brass ball: the light of a rope, a small highlight, and reflected light along the lower rim. `at` is
/// relative to the centre, pixels.
pub fn ball(base: Vec3, at: Vec2, radius: f32) -> Vec3 {
    let p = at / radius.max(0.01);
    let r = p.length();
    let normal = p.extend((1.0 - r * r).max(0.0).sqrt());
    let diffuse = normal.dot(LIGHT).max(0.0);
    let spot = normal.dot(HALFWAY).max(0.0);
    let back = p.dot(-LIGHT.truncate()).max(0.0) * smoothstep(0.55, 1.0, r);
    let shaded = lit(base, diffuse + 0.30 * back, 0.55 * power(spot, 40) + 0.16 * power(spot, 7));
    base.lerp(shaded * (1.0 - 0.45 * smoothstep(0.66, 1.0, r)), smoothstep(1.0, 2.5, radius))
}

/// Cloth at a scale of the picture.
#[derive(Clone, Copy)]
pub struct Cloth {
    /// Number of threads along the side of a patch.
    threads: f32,
    /// Contrast of the pattern, 0 to 1: a pattern finer than the pixels fades instead of flickering.
    contrast: f32,
}

impl Cloth {
    /// Cloth of this weave at a scale.
    pub fn new(weave: Weave, pixels_per_metre: f32) -> Self {
        let threads = weave.threads_at(pixels_per_metre);
        let contrast = smoothstep(2.2, 5.0, weave.side * pixels_per_metre / threads);
        Self { threads, contrast }
    }

    /// Colour of threads that alternately cross over and under each other. `place` is along the weft and along the warp
    /// of a patch, 0 to 1; `base` is the colour of the cloth in the light there.
    pub fn shade(&self, place: Vec2, base: Vec3) -> Vec3 {
        if self.contrast <= 0.0 {
            return base;
        }
        let threads = place * self.threads;
        let number = threads.floor();
        let cell = threads - number - 0.5;
        // The upper thread runs along one side of the cell and is highest in the centre.
        let is_over = (number.x + number.y).rem_euclid(2.0) > 0.5;
        let q = if is_over { cell } else { Vec2::new(cell.y, cell.x) };
        let height = libm::cosf(PI * q.y) * (0.62 + 0.38 * libm::cosf(PI * q.x));
        let slope = -libm::sinf(TAU * q.y) * if is_over { 0.10 } else { 0.07 };
        base * (1.0 + self.contrast * (0.26 * (height - 0.55) + slope))
    }
}
