//! The curve along which a slack rope, or the gathered row of a grid, is laid out.

use glam::{DVec2, Vec2};

/// Error of the last link, as a share of its length, up to which all links count as equal.
const EXACT: f64 = 1e-5;

/// Ends whose horizontal distance is below this fraction of the vertical one lie nearly one above the other: there a
/// parabola folds.
const STEEP: f64 = 0.3;

/// Fewest links of a bight.
const BIGHT: u32 = 3;

/// Most pieces into which the curve is divided.
const MAX_PIECES: u32 = 512;

/// Returns `count` points from `from` to `to`, m, with equal distances between neighbours: along a parabola where
/// `length` (m) exceeds the distance of the ends, with a bight at the lower end where they lie nearly one above the
/// other, else along the straight line.
///
/// A parabola is close enough to a catenary to start from, and needs no `exp`. The distances are exact, because a link
/// that starts 1 % too short flies apart in the first substep.
pub fn slack_curve(from: Vec2, to: Vec2, length: f32, count: u32) -> Vec<Vec2> {
    let (from, to, length) = (from.as_dvec2(), to.as_dvec2(), f64::from(length));
    let links = count - 1;
    if links == 1 || length <= (to - from).length() {
        return (0..count).map(|i| from.lerp(to, f64::from(i) / f64::from(links)).as_vec2()).collect();
    }
    let sags = (to.x - from.x).abs() > STEEP * (to.y - from.y).abs();
    let places = sags.then(|| parabola(from, to, length, links)).flatten();
    let places = places.unwrap_or_else(|| {
        if from.y >= to.y {
            return with_bight(from, to, length, links);
        }
        let mut places = with_bight(to, from, length, links);
        places.reverse();
        places
    });
    places.iter().map(DVec2::as_vec2).collect()
}

/// A rope that sags. `None` if its links are too long to follow the curve.
fn parabola(from: DVec2, to: DVec2, length: f64, links: u32) -> Option<Vec<DVec2>> {
    let pieces = (8 * links.min(MAX_PIECES)).min(MAX_PIECES);
    let curve = |depth: f64| -> Vec<DVec2> {
        let at = |t: f64| from + (to - from) * t - DVec2::Y * (4.0 * depth * t * (1.0 - t));
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
    let is_exact = places.len() > between && (places[between].distance(to) / link - 1.0).abs() < EXACT;
    places.push(to);
    is_exact.then_some(places)
}

/// A straight rope from its upper end, whose last links hang as an arc at its lower end, below the line of its ends.
fn with_bight(upper: DVec2, lower: DVec2, length: f64, links: u32) -> Vec<DVec2> {
    let (link, span) = (length / f64::from(links), upper.distance(lower));
    let down = (lower - upper).try_normalize().unwrap_or(DVec2::NEG_Y);
    // An arc twice as long as the distance of its ends.
    let loose = ((2.0 * (length - span) / link).ceil() as u32).clamp(BIGHT.min(links), links);
    let straight = links - loose;
    let side = DVec2::new(1.0, if down.x < 0.0 { -1.0 } else { 1.0 });
    let arc: Vec<DVec2> = arc(loose, (span - f64::from(straight) * link) / link).iter().map(|at| side * *at).collect();
    let along = arc[arc.len() - 1].try_normalize().unwrap_or(DVec2::X);
    let turn = down.rotate(DVec2::new(along.x, -along.y));
    let mut places: Vec<DVec2> = (0..=straight).map(|i| upper + down * (link * f64::from(i))).collect();
    let from = places[places.len() - 1];
    places.extend(arc[1..].iter().map(|at| from + link * turn.rotate(*at)));
    places[links as usize] = lower;
    places
}

/// The points of an arc of this many links of length 1 whose ends have a distance: all links turn by the same angle, found
/// by its cosine.
fn arc(links: u32, distance: f64) -> Vec<DVec2> {
    let points = |cosine: f64| {
        let turn = DVec2::new(cosine, (1.0 - cosine * cosine).max(0.0).sqrt());
        let (mut at, mut along) = (DVec2::ZERO, DVec2::X);
        let mut points = vec![at];
        for _ in 0..links {
            at += along;
            along = turn.rotate(along);
            points.push(at);
        }
        points
    };
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let arc = points(middle);
        // It goes on beyond a full turn.
        let is_closed = arc.iter().any(|at| at.y < 0.0);
        if is_closed || arc[arc.len() - 1].length() < distance { low = middle } else { high = middle }
    }
    points(high)
}

/// Returns `count` points from the start to the end of a polyline (m) with equal distances between neighbours, and this
/// distance, m.
pub fn divide(line: &[Vec2], count: u32) -> (Vec<Vec2>, f32) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_links_of_a_slack_rope_are_of_one_length() {
        for (x, y) in [(0.0, -1.0), (0.0, 1.0), (0.04, -1.0), (0.1, -1.0), (1.0, 0.0), (0.7, 0.5)] {
            for (slack, count) in
                [1.02, 1.05, 1.3, 2.0, 5.0].into_iter().flat_map(|slack| [(slack, 5), (slack, 12), (slack, 100)])
            {
                let span = Vec2::new(x, y);
                let length = slack * span.length().max(0.5);
                let link = length / (count - 1) as f32;
                for pair in slack_curve(Vec2::ZERO, span, length, count).windows(2) {
                    let stretch = pair[0].distance(pair[1]) / link - 1.0;
                    assert!(stretch.abs() < 1e-3, "{span}, {slack} times as long, {count} points: {stretch}");
                }
            }
        }
    }

    #[test]
    fn upright_rope_hangs_as_a_bight_at_its_lower_end() {
        for (from, to) in [(Vec2::Y, Vec2::ZERO), (Vec2::ZERO, Vec2::Y)] {
            let places = slack_curve(from, to, 1.05, 50);
            let side = places.iter().map(|at| at.x.abs()).fold(0.0f32, f32::max);
            let upper = places.iter().filter(|at| at.y > 0.2);
            let bow = upper.map(|at| at.x.abs()).fold(0.0f32, f32::max);
            assert!(side > 0.02 && side < 0.05 && bow < 1e-6, "{side} m to the side, {bow} m in its upper part");
        }
    }

    #[test]
    fn slack_rope_hangs_below_its_ends_on_either_side() {
        for (x, y) in [(1.0, 0.0), (1.0, -0.6), (0.5, -0.8), (0.2, -1.0), (0.05, -1.0)] {
            for length in [1.1, 1.8, 4.0] {
                let [right, left] = [1.0, -1.0].map(|side| {
                    let (ends, length) = (Vec2::new(side * x, y), length * Vec2::new(x, y).length());
                    slack_curve(Vec2::ZERO, ends, length, 60)
                });
                for (a, b) in right.iter().zip(&left) {
                    assert!(
                        (*a * Vec2::new(-1.0, 1.0)).distance(*b) < 1e-4,
                        "({x}, {y}): {a} and {b} are no mirror images"
                    );
                    let above = Vec2::new(x, y).normalize().perp_dot(*a);
                    assert!(above < 1e-4, "({x}, {y}), {length} times as long: {a} lies above the line of the ends");
                }
            }
        }
    }
}
