//! The icons of the parts.

use glam::Vec2;

use crate::tool::IconShape;

/// A dot at an end.
fn end(x: f32, y: f32) -> IconShape {
    IconShape::disc(x, y, 0.11)
}

/// A thick line.
fn bar(from: (f32, f32), to: (f32, f32), width: f32) -> IconShape {
    IconShape::Bar { from: from.into(), to: to.into(), width }
}

/// A point on a circle, at a share of a full turn counter-clockwise from its right.
fn around(centre: Vec2, radius: f32, turn: f32) -> Vec2 {
    centre + radius * Vec2::from_angle(-turn * std::f32::consts::TAU)
}

/// A curve that hangs between two points by a depth.
fn hanging((x0, y0): (f32, f32), (x1, y1): (f32, f32), depth: f32) -> IconShape {
    let at =
        |share: f32| Vec2::new(x0, y0).lerp(Vec2::new(x1, y1), share) + Vec2::Y * 4.0 * depth * share * (1.0 - share);
    IconShape::Line((0..=16_u8).map(|step| at(f32::from(step) / 16.0)).collect())
}

pub fn rope() -> Vec<IconShape> {
    vec![hanging((0.1, 0.25), (0.9, 0.25), 0.55), end(0.1, 0.25), end(0.9, 0.25)]
}

pub fn net() -> Vec<IconShape> {
    let lines = |share| [IconShape::line([(share, 0.1), (share, 0.9)]), IconShape::line([(0.1, share), (0.9, share)])];
    [0.1, 0.5, 0.9].into_iter().flat_map(lines).collect()
}

pub fn cloth() -> Vec<IconShape> {
    let sheet = [(0.1, 0.14), (0.9, 0.14), (0.86, 0.86), (0.62, 0.94), (0.38, 0.82), (0.14, 0.92)];
    vec![IconShape::polygon(sheet), end(0.1, 0.12), end(0.9, 0.12)]
}

pub fn beam() -> Vec<IconShape> {
    // Away from the upper right corner, where the key stands.
    vec![bar((0.12, 0.22), (0.88, 0.78), 0.14), IconShape::ring(0.12, 0.22, 0.12), IconShape::ring(0.88, 0.78, 0.12)]
}

pub fn plank() -> Vec<IconShape> {
    let (left, right) = ([(0.04, 0.32), (0.96, 0.32)], [(0.04, 0.68), (0.96, 0.68)]);
    let zigzag = [(0.04, 0.32), (0.04, 0.68), (0.35, 0.32), (0.66, 0.68), (0.96, 0.32), (0.96, 0.68)];
    vec![IconShape::line(left), IconShape::line(right), IconShape::line(zigzag)]
}

pub fn chain() -> Vec<IconShape> {
    let joints = [(0.06, 0.2), (0.34, 0.66), (0.66, 0.66), (0.94, 0.2)];
    let bars = joints.windows(2).map(|pair| bar(pair[0], pair[1], 0.1));
    bars.chain(joints.map(|(x, y)| end(x, y))).collect()
}

pub fn bridge() -> Vec<IconShape> {
    let mut icon = vec![hanging((0.04, 0.62), (0.96, 0.62), 0.16), hanging((0.04, 0.2), (0.96, 0.2), 0.14)];
    for (x, top, low) in [(0.28, 0.31, 0.74), (0.5, 0.34, 0.78), (0.72, 0.31, 0.74)] {
        icon.push(IconShape::line([(x, top), (x, low)]));
    }
    icon.extend([end(0.06, 0.62), end(0.94, 0.62)]);
    icon
}

pub fn solid_box() -> Vec<IconShape> {
    let frame = [(0.12, 0.16), (0.88, 0.16), (0.88, 0.84), (0.12, 0.84), (0.12, 0.16)];
    vec![
        IconShape::line(frame),
        IconShape::line([(0.12, 0.16), (0.88, 0.84)]),
        IconShape::line([(0.12, 0.84), (0.88, 0.16)]),
    ]
}

pub fn wheel() -> Vec<IconShape> {
    let centre = Vec2::splat(0.5);
    let spoke = |turn: f32| IconShape::Line(vec![around(centre, 0.42, turn), around(centre, 0.42, turn + 0.5)]);
    let spokes = [0.0, 1.0 / 6.0, 2.0 / 6.0].map(spoke);
    [IconShape::ring(0.5, 0.5, 0.42), end(0.5, 0.5)].into_iter().chain(spokes).collect()
}

pub fn ball() -> Vec<IconShape> {
    // A ball that has bounced.
    let arc = IconShape::line([(0.06, 0.92), (0.14, 0.6), (0.3, 0.42)]);
    vec![IconShape::disc(0.62, 0.4, 0.32), arc, IconShape::line([(0.02, 0.96), (0.98, 0.96)])]
}

pub fn web() -> Vec<IconShape> {
    let centre = Vec2::splat(0.5);
    let spoke = |i: u8| IconShape::Line(vec![centre, around(centre, 0.48, f32::from(i) / 6.0)]);
    let turn = |radius: f32| IconShape::Line((0..=6_u8).map(|i| around(centre, radius, f32::from(i) / 6.0)).collect());
    (0..6).map(spoke).chain([turn(0.2), turn(0.38)]).collect()
}

pub fn doll() -> Vec<IconShape> {
    vec![
        IconShape::disc(0.5, 0.16, 0.14),
        IconShape::line([(0.5, 0.3), (0.5, 0.62)]),
        IconShape::line([(0.18, 0.56), (0.5, 0.36), (0.82, 0.56)]),
        IconShape::line([(0.24, 0.98), (0.5, 0.62), (0.76, 0.98)]),
    ]
}

pub fn pendulum() -> Vec<IconShape> {
    vec![IconShape::line([(0.34, 0.08), (0.68, 0.72)]), end(0.34, 0.1), IconShape::disc(0.7, 0.76, 0.2)]
}

pub fn winch() -> Vec<IconShape> {
    // A drum with its rope and a hook.
    let hook = IconShape::line([(0.62, 0.72), (0.62, 0.86), (0.5, 0.96), (0.38, 0.86)]);
    vec![
        IconShape::ring(0.36, 0.26, 0.24),
        IconShape::disc(0.36, 0.26, 0.08),
        IconShape::line([(0.62, 0.26), (0.62, 0.72)]),
        hook,
    ]
}

pub fn piston() -> Vec<IconShape> {
    vec![bar((0.1, 0.88), (0.52, 0.46), 0.3), bar((0.52, 0.46), (0.84, 0.14), 0.1), end(0.86, 0.12)]
}

pub fn muscle() -> Vec<IconShape> {
    let belly =
        [(0.2, 0.5), (0.36, 0.34), (0.5, 0.28), (0.64, 0.34), (0.8, 0.5), (0.64, 0.66), (0.5, 0.72), (0.36, 0.66)];
    vec![IconShape::line([(0.04, 0.5), (0.96, 0.5)]), IconShape::polygon(belly), end(0.06, 0.5), end(0.94, 0.5)]
}

pub fn spring() -> Vec<IconShape> {
    let coils =
        [(0.04, 0.5), (0.2, 0.5), (0.28, 0.24), (0.4, 0.76), (0.52, 0.24), (0.64, 0.76), (0.74, 0.5), (0.96, 0.5)];
    vec![IconShape::line(coils), end(0.06, 0.5), end(0.94, 0.5)]
}
