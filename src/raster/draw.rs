//! Renders draw data to a canvas: the same shapes as in the window, in the same order.

use glam::{Vec2, Vec3};

use super::{canvas::Canvas, light, light::Cloth, rope, rope::Link};
use crate::view::draw::{Colour, Dot, DotKind, DrawData, Layer, Patch, RopePoint, Segment, Shadow, Tier};
use crate::view::{Camera, Palette};

/// Draws a frame, which covers the whole canvas: the backdrop, then all from back to front.
pub fn draw(data: &DrawData, camera: &Camera, palette: &Palette, canvas: &mut Canvas) {
    canvas.backdrop(palette.scenery.sky, palette.scenery.horizon);
    let cloth = data.weave.map(|weave| Cloth::new(weave, camera.pixels_per_metre));
    let plain = Pass { camera, shadow: None, cloth };
    plain.layer(&data.scenery, canvas);
    for Tier { objects, threads, cloth, ghost, ropes } in data.tiers() {
        plain.layer(objects, canvas);
        if data.shadow.is_some() {
            let shade = Pass { shadow: data.shadow, ..plain };
            if data.weave.is_some() {
                cloth.patches.iter().for_each(|patch| shade.patch_shadow(patch, canvas));
            }
            shade.hem().lines_and_dots(cloth, canvas);
            shade.lines_and_dots(ropes, canvas);
        }
        for layer in [threads, cloth, ghost, ropes] {
            plain.layer(layer, canvas);
        }
    }
    plain.layer(&data.tools, canvas);
}

/// A pass over shapes, which draws them or their shadows.
#[derive(Clone, Copy)]
struct Pass<'a> {
    camera: &'a Camera,
    shadow: Option<Shadow>,
    cloth: Option<Cloth>,
}

impl Pass<'_> {
    fn layer(&self, layer: &Layer, canvas: &mut Canvas) {
        for triangle in &layer.triangles {
            canvas.triangle(triangle.corners.map(|corner| self.pixels(corner)), triangle.colours);
        }
        if let Some(cloth) = &self.cloth {
            layer.patches.iter().for_each(|patch| self.patch(patch, cloth, canvas));
        }
        self.lines_and_dots(layer, canvas);
    }

    fn lines_and_dots(&self, layer: &Layer, canvas: &mut Canvas) {
        layer.segments.iter().for_each(|segment| self.segment(segment, canvas));
        self.ropes(&layer.ropes, canvas);
        layer.dots.iter().for_each(|dot| self.dot(dot, canvas));
    }

    /// Position of a point, or of its shadow, in pixels.
    fn pixels(&self, at: Vec2) -> Vec2 {
        self.camera.to_screen(at + self.shadow.map_or(Vec2::ZERO, |shadow| shadow.offset))
    }

    /// Half of a width as it is drawn, pixels; shadows are wider.
    fn swollen(&self, half_width: f32) -> f32 {
        let half_width = self.shadow.map_or(half_width, |shadow| half_width * shadow.swell + shadow.blur);
        half_width * self.camera.pixels_per_metre
    }

    /// The colour to draw, and its opacity, 0 to 1.
    fn tint(&self, colour: Colour) -> (Vec3, f32) {
        let opacity = f32::from(colour.a) / 255.0;
        match self.shadow {
            Some(shadow) => (rgb(shadow.colour), opacity * f32::from(shadow.colour.a) / 255.0),
            None => (rgb(colour), opacity),
        }
    }

    fn patch(&self, patch: &Patch, cloth: &Cloth, canvas: &mut Canvas) {
        // The corners of a patch go around it; a quad takes them in rows.
        let [a, b, c, d] = patch.corners.map(|corner| self.pixels(corner));
        let [la, lb, lc, ld] = patch.light.map(|light| f32::from(light) / 255.0);
        let values = [[0.0, 0.0, la], [0.0, 1.0, ld], [1.0, 0.0, lb], [1.0, 1.0, lc]];
        let [fold, lit] = [patch.colours.fold, patch.colours.lit].map(rgb);
        canvas.quad([a, d, b, c], values, |[x, y, light]| {
            // Rounding in narrow triangles exceeds the values of the corners.
            let base = fold.lerp(lit, light.clamp(0.0, 1.0));
            (cloth.shade(Vec2::new(x, y).clamp(Vec2::ZERO, Vec2::splat(0.9999)), base), 1.0)
        });
    }

    /// Draws the shadow of a patch, which fades towards the edge of the cloth.
    fn patch_shadow(&self, patch: &Patch, canvas: &mut Canvas) {
        let [a, b, c, d] = patch.corners.map(|corner| self.pixels(corner));
        let [ia, ib, ic, id] = patch.light.map(|light| [1.0 - f32::from(light & Patch::EDGE)]);
        let (colour, opacity) = self.tint(Colour::rgb(0, 0, 0));
        canvas.quad([a, d, b, c], [ia, id, ib, ic], |[inside]| (colour, opacity * inside.clamp(0.0, 1.0)));
    }

    /// The pass for the hem of a cloth: its shadow has half the depth, since it overlaps the fading shadow of the
    /// patches.
    fn hem(self) -> Self {
        let half = |shadow: Shadow| Shadow { colour: shadow.colour.alpha(shadow.colour.a / 2), ..shadow };
        Self { shadow: self.shadow.map(half), ..self }
    }

    fn segment(&self, segment: &Segment, canvas: &mut Canvas) {
        let (from, to) = (self.pixels(segment.a), self.pixels(segment.b));
        let half_width = self.swollen(segment.half_width);
        let (colour, opacity) = self.tint(segment.colour);
        let length = from.distance(to);
        let direction = if length > 1e-5 { (to - from) / length } else { Vec2::X };
        let beside = light::reach(half_width);
        let beyond = if self.shadow.is_some() { beside } else { light::beyond(half_width) };
        let cover = if self.shadow.is_some() { light::line_shadow } else { light::line };
        let places = [(-beyond, -beside), (-beyond, beside), (length + beyond, -beside), (length + beyond, beside)];
        let corners = places.map(|(x, y)| from + direction * x + direction.perp() * y);
        canvas.quad(corners, places.map(|(x, y)| [x, y]), |[x, y]| {
            (colour, opacity * cover(Vec2::new(x, y), length, half_width))
        });
    }

    fn ropes(&self, points: &[RopePoint], canvas: &mut Canvas) {
        for points in points.windows(4).filter_map(|points| <&[RopePoint; 4]>::try_from(points).ok()) {
            let [_, first, second, _] = points;
            if !rope::has_role(first, RopePoint::STARTS) {
                continue;
            }
            let (colour, opacity) = self.tint(first.colour);
            let at = points.map(|point| self.pixels(point.at));
            let half_widths = [first, second].map(|point| self.swollen(point.half_width));
            let (unlit, shadow) = (rope::has_role(first, RopePoint::UNLIT), self.shadow.is_some());
            Link { points, at, half_widths }.strips(|corners, values| {
                canvas.quad(corners, values, |values| {
                    let on = rope::on_rope(values);
                    if shadow {
                        return (colour, opacity * light::softly(on.place.length(), on.half_width));
                    }
                    let (rgb, far) = if unlit { (colour, on.place.length()) } else { light::rope(colour, on) };
                    (rgb, opacity * light::inside(far, on.half_width))
                });
            });
        }
    }

    fn dot(&self, dot: &Dot, canvas: &mut Canvas) {
        let (centre, radius) = (self.pixels(dot.centre), self.swollen(dot.radius));
        let (colour, opacity) = self.tint(dot.colour);
        let (ring, ball) = (dot.kind == DotKind::Ring as u32 as f32, dot.kind == DotKind::Ball as u32 as f32);
        let soft = self.shadow.is_some() || dot.kind == DotKind::Soft as u32 as f32;
        let line = if ring { dot.form * self.camera.pixels_per_metre } else { 0.0 };
        // A squashed ball is wider.
        let wide = if ball { Vec2::new(2.0 - dot.form, dot.form) } else { Vec2::ONE };
        let size = light::reach(radius * wide.max_element().max(1.0) + line);
        let places = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| Vec2::new(x, y) * size);
        canvas.quad(places.map(|place| centre + place), places.map(Into::into), |at: [f32; 2]| {
            let at = Vec2::from(at);
            let far = at.length();
            if soft {
                (colour, opacity * light::softly(far, radius))
            } else if ring {
                (colour, opacity * light::inside((far - radius).abs(), line))
            } else if ball {
                let at = at / wide;
                (light::ball(colour, at, radius), opacity * light::inside(at.length(), radius))
            } else {
                (colour, opacity * light::inside(far, radius))
            }
        });
    }
}

fn rgb(Colour { r, g, b, a: _ }: Colour) -> Vec3 {
    Vec3::new(r.into(), g.into(), b.into()) / 255.0
}
