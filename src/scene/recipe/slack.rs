//! The curve along which a slack rope, or the gathered row of a grid, is laid out.

use glam::{DVec2, Vec2};

/// Ends whose horizontal distance is below this fraction of the rope's length lie one above the other.
const STEEP: f64 = 0.05;

/// Most pieces into which the curve is divided.
const MAX_PIECES: u32 = 512;

/// Returns `count` points from `from` to `to`, m, with equal distances between neighbours: along a parabola where
/// `length` (m) exceeds the distance of the ends, else along the straight line.
///
/// A parabola is close enough to a catenary to start from, and needs no `exp`. The distances are exact, because a link
/// that starts 1 % too short flies apart in the first substep.
pub fn slack_curve(from: Vec2, to: Vec2, length: f32, count: u32) -> Vec<Vec2> {
    let (from, to, length) = (from.as_dvec2(), to.as_dvec2(), f64::from(length));
    let links = count - 1;
    if links == 1 || length <= (to - from).length() {
        return (0..count).map(|i| from.lerp(to, f64::from(i) / f64::from(links)).as_vec2()).collect();
    }
    let pieces = (8 * links.min(MAX_PIECES)).min(MAX_PIECES);
    // Between ends one above the other the curve would fold onto itself: it bulges to the side.
    let is_steep = (to.x - from.x).abs() < STEEP * length;
    let down = if is_steep { DVec2::new(0.6, -0.8) } else { -DVec2::Y };
    let curve = |depth: f64| -> Vec<DVec2> {
        let at = |t: f64| from + (to - from) * t + down * (4.0 * depth * t * (1.0 - t));
        (0..=pieces).map(|i| at(f64::from(i) / f64::from(pieces))).collect()
    };
    let (link, between) = (length / f64::from(links), links as usize - 1);
    // The distance of the last point but one from the end grows with the depth: bisection to f32 resolution.
    let (mut low, mut high) = (0.0, length);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        let places = equal_chords(&curve(middle), link, between);
        let last = places[places.len() - 1];
        let too_deep = places.len() > between && last.distance(to) > link;
        if too_deep { high = middle } else { low = middle }
    }
    let mut places = equal_chords(&curve(high), link, between);
    places.resize(between + 1, to);
    places.push(to);
    places.iter().map(DVec2::as_vec2).collect()
}

/// Returns `count` points from the start to the end of a polyline (m) with equal distances between neighbours, and this
/// distance, m.
pub(super) fn divide(line: &[Vec2], count: u32) -> (Vec<Vec2>, f32) {
    let mut line: Vec<DVec2> = line.iter().map(Vec2::as_dvec2).collect();
    let end = line[line.len() - 1];
    line.dedup();
    let between = count as usize - 2;
    let total: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    if line.len() < 2 {
        return (vec![end.as_vec2(); count as usize], 0.0);
    }
    if between == 0 {
        return (vec![line[0].as_vec2(), end.as_vec2()], line[0].distance(end) as f32);
    }
    // Longer chords come farther along the line: bisection for those that leave one for the last link.
    let (mut low, mut high) = (0.0, total / (between + 1) as f64);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        let places = equal_chords(&line, middle, between);
        let last = places[places.len() - 1];
        let is_too_long = places.len() <= between || last.distance(end) < middle;
        if is_too_long { high = middle } else { low = middle }
    }
    let mut places = equal_chords(&line, low, between);
    places.resize(between + 1, end);
    places.push(end);
    (places.iter().map(DVec2::as_vec2).collect(), low as f32)
}

/// Returns the start of a polyline, and up to `count` more points on it, each at the distance `chord` from the one
/// before.
fn equal_chords(line: &[DVec2], chord: f64, count: usize) -> Vec<DVec2> {
    let mut places = vec![line[0]];
    let mut piece = 0;
    while places.len() <= count {
        let from = places[places.len() - 1];
        while piece + 2 < line.len() && line[piece + 1].distance(from) < chord {
            piece += 1;
        }
        // The piece leaves the circle around `from` at the larger root of |start + t direction - from|² = chord².
        let (start, direction) = (line[piece] - from, line[piece + 1] - line[piece]);
        let (a, b, c) = (direction.length_squared(), start.dot(direction), start.length_squared() - chord * chord);
        let t = (-b + (b * b - a * c).max(0.0).sqrt()) / a;
        if t.is_nan() || t > 1.0 {
            break;
        }
        places.push(line[piece] + direction * t);
    }
    places
}
