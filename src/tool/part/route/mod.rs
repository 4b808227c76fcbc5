//! The way of a drawn rope past obstacles: a taut string that follows the pointer, with its slack.
//!
//! | File | Holds |
//! |---|---|
//! | `polygon` | convex polygons around obstacles, and segments that cross them |

mod polygon;

use glam::{DVec2, Vec2};

use polygon::{Clipped, Crossing, Polygon};

use super::{
    Draft,
    recipes::{MAX_LINKS, rope_links},
};
use crate::physics::{Form, Pose, World};
use crate::scene::{divide, slack_curve};

/// Least and greatest number of links of a slack piece of a rope.
const PIECES: (f64, f64) = (4.0, 32.0);

/// Most times that slack is given to the pieces that can take it.
const PASSES: usize = 8;

/// Missing length of a rope that nobody sees, as a share of it.
const MISSING: f32 = 1e-3;

/// Overlap that is no obstacle to a slack piece, m: ends lie on surfaces.
const OVERLAP: f32 = 1e-3;

/// Most bends that a string takes on or drops at a movement of the pointer.
const MAX_BENDS: usize = 1_000;

/// Closer points are one, m.
const SAME: f64 = 1e-7;

/// A drawn rope past obstacles.
#[derive(Debug, PartialEq)]
pub struct Route {
    /// The points between its ends through which it is laid, m. None where it may hang as if obstacles were not there.
    pub via: Vec<Vec2>,
    /// Whether it lies over an obstacle that is higher than both of its ends.
    pub hangs_over: bool,
}

/// Something that ropes go round: a shape, a ball or a wheel.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    form: Form,
    pose: Pose,
}

impl Obstacle {
    /// All that ropes of a world meet, but for its ground and walls.
    pub fn all(world: &World) -> Vec<Self> {
        let shapes = world.colliders().shapes().iter().map(|shape| Self { form: shape.def.form, pose: shape.pose() });
        let disc = |(at, radius)| Self { form: Form::Circle { radius }, pose: Pose { at, turn: Vec2::X } };
        shapes.chain(world.discs().into_iter().map(disc)).collect()
    }

    /// Distance of a point from its surface, m; negative inside.
    pub fn distance(&self, at: Vec2) -> f32 {
        self.form.distance(self.pose.to_local(at))
    }
}

/// The way of a drawn rope.
///
/// The rope goes round obstacles on the side on which the pointer passed them; over the top of those through which it
/// passed. Its free pieces hang by the slack of the whole way, but for what would lie in the ground; they rise by it where
/// they would meet an obstacle.
pub fn route(draft: &Draft) -> Route {
    let world = draft.world;
    let margin = world.settings().rope_contact.unwrap_or(0.0);
    let spacing = draft.spacing(draft.options.link_length);
    let link = f64::from(spacing);
    let shapes = Obstacle::all(world);
    let obstacles: Vec<Polygon> = shapes.iter().map(|shape| Polygon::around(shape, margin, link)).collect();
    let mut path = vec![draft.from.at.as_dvec2()];
    path.extend(draft.path.iter().map(Vec2::as_dvec2));
    path.push(draft.to.at.as_dvec2());
    let up = -world.settings().gravity.as_dvec2();
    let string = taut_string(&around_obstacles(path, &obstacles, up), &obstacles);
    let height = |bend: &Bend| bend.at.dot(up);
    let ends = height(&string[0]).max(height(&string[string.len() - 1]));
    let hangs_over = string.iter().any(|bend| bend.obstacle.is_some() && height(bend) > ends);
    let lay = |slack: f32| Way::of(&string, (slack, link), &shapes, world);
    let (taut, slack) = (lay(1.0), 1.0 + draft.options.slack / 100.0);
    let links = rope_links(slack * taut.length(MAX_LINKS as u32), spacing);
    let length = slack * taut.length(links);
    let mut way = lay(slack);
    // What lies on obstacles or on the ground has no slack: the other pieces have that, too.
    for _ in 0..PASSES {
        let missing = length - way.length(links);
        if missing < MISSING * length || way.free == 0.0 {
            break;
        }
        way = lay(way.slack + missing / way.free);
    }
    let mut via = way.places;
    via.pop();
    via.remove(0);
    // An ordinary rope is laid by the recipe itself.
    if way.hangs && string.len() == 2 {
        via.clear();
    }
    Route { via, hangs_over }
}

/// A rope laid along a taut string.
struct Way {
    /// Length of its free pieces, as a multiple of the distance of their ends.
    slack: f32,
    /// Its points, both ends included, m.
    places: Vec<Vec2>,
    /// Total distance of the ends of its free pieces, m.
    free: f32,
    /// All pieces hang down, and touch no ground.
    hangs: bool,
}

impl Way {
    /// `slack` comes with the length of a link, m.
    fn of(string: &[Bend], (slack, link): (f32, f64), shapes: &[Obstacle], world: &World) -> Self {
        let margin = world.settings().rope_contact.unwrap_or(0.0);
        let mut way = Self { slack, places: vec![string[0].at.as_vec2()], free: 0.0, hangs: true };
        for pair in string.windows(2) {
            let ends = [pair[0].at, pair[1].at].map(|at| at.as_vec2());
            let lies_on_obstacle = pair[0].obstacle.is_some() && pair[0].obstacle == pair[1].obstacle;
            let curves =
                if lies_on_obstacle { Vec::new() } else { [-1.0, 1.0].map(|side| bow(ends, slack, link, side)).into() };
            let clear = curves.iter().position(|curve| is_clear(curve, shapes, margin));
            way.hangs &= clear == Some(0);
            match clear {
                Some(clear) => {
                    way.places.extend(&curves[clear][1..]);
                    way.free += ends[0].distance(ends[1]);
                }
                None => way.places.push(ends[1]),
            }
        }
        let last = way.places.len() - 1;
        if let Some(ground) = world.colliders().ground {
            for place in way.places[1..last].iter_mut().filter(|place| place.y < ground + margin) {
                (place.y, way.hangs) = (ground + margin, false);
            }
        }
        way
    }

    /// Length of a rope of so many links along it, m: links cut corners.
    fn length(&self, links: u32) -> f32 {
        divide(&self.places, links + 1).1 * links as f32
    }
}

/// A slack piece between two ends, m: downwards for `way` -1, upwards for 1.
fn bow(ends: [Vec2; 2], slack: f32, link: f64, way: f32) -> Vec<Vec2> {
    let flip = Vec2::new(1.0, -way);
    let [from, to] = ends.map(|end| end * flip);
    let length = slack * from.distance(to);
    let links = (f64::from(length) / link).clamp(PIECES.0, PIECES.1) as u32;
    let places = slack_curve(from, to, length, links + 1);
    places.into_iter().map(|place| place * flip).collect()
}

/// Whether a line is outside of all shapes.
fn is_clear(line: &[Vec2], shapes: &[Obstacle], margin: f32) -> bool {
    let is_outside = |at: Vec2, margin: f32| shapes.iter().all(|shape| shape.distance(at) > margin);
    let inner = line[1..line.len() - 1].iter().all(|&at| is_outside(at, 0.5 * margin - OVERLAP));
    inner && line.windows(2).all(|pair| is_outside(pair[0].midpoint(pair[1]), -OVERLAP))
}

/// The path with each piece that crosses an obstacle replaced by the way over it.
fn around_obstacles(mut path: Vec<DVec2>, obstacles: &[Polygon], up: DVec2) -> Vec<DVec2> {
    for obstacle in obstacles {
        let mut around = vec![path[0]];
        let mut entered = None;
        for pair in path.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            match obstacle.clip(from, to) {
                None => around.push(to),
                Some(Clipped { enters: (enters, by), leaves: (leaves, out) }) => {
                    if let Some(edge) = by {
                        let at = from.lerp(to, enters);
                        around.push(at);
                        entered = Some(Crossing { edge, at });
                    }
                    if let Some(edge) = out {
                        let out = Crossing { edge, at: from.lerp(to, leaves) };
                        around.extend(entered.take().into_iter().flat_map(|entered| obstacle.over(entered, out, up)));
                        around.extend([out.at, to]);
                    } else if entered.is_none() {
                        around.push(to);
                    }
                }
            }
        }
        // It ends inside: on the surface of the obstacle that the rope is tied to.
        around.extend(entered.and(path.last().copied()));
        path = around;
    }
    path
}

/// A point at which a taut string is held or bends.
#[derive(Clone, Copy, Debug)]
struct Bend {
    at: DVec2,
    /// 1 where it bends counter-clockwise, -1 where clockwise, 0 at an end.
    way: f64,
    /// The obstacle around which it bends.
    obstacle: Option<usize>,
}

/// The shortest line that a string takes whose end is led along a path, between obstacles.
fn taut_string(path: &[DVec2], obstacles: &[Polygon]) -> Vec<Bend> {
    let end = |at: DVec2| Bend { at, way: 0.0, obstacle: None };
    let mut string = vec![end(path[0])];
    for pair in path.windows(2) {
        lead(&mut string, pair[0], pair[1], obstacles);
    }
    string.push(end(path[path.len() - 1]));
    string
}

/// Leads the free end of a taut string straight on. It sweeps a triangle: the string bends at the vertices that it meets
/// there, and drops the bends that it straightens.
fn lead(string: &mut Vec<Bend>, mut from: DVec2, to: DVec2, obstacles: &[Polygon]) {
    for _ in 0..MAX_BENDS {
        let Bend { at: last, way, .. } = string[string.len() - 1];
        let turn = (from - last).perp_dot(to - last);
        let turn = if turn == 0.0 { return } else { turn.signum() };
        // The end where the last bend is straight.
        let before = string.len().checked_sub(2).map(|place| string[place].at);
        let straight = before.filter(|_| turn == -way).and_then(|before| {
            let (start, goal) = ((last - before).perp_dot(from - last), (last - before).perp_dot(to - last));
            (goal * way < 0.0).then(|| from.lerp(to, (start / (start - goal)).clamp(0.0, 1.0)))
        });
        let goal = straight.unwrap_or(to);
        match first_met([last, from, goal], turn, obstacles) {
            Some(bend) => {
                let along = bend.at - last;
                let (start, end) = (along.perp_dot(from - last), along.perp_dot(goal - last));
                from = from.lerp(goal, (start / (start - end)).clamp(0.0, 1.0));
                string.push(bend);
            }
            None if straight.is_some() => {
                string.pop();
                from = goal;
            }
            None => return,
        }
    }
}

/// The vertex that a string meets first as its end moves from the second to the third corner of a triangle, about the
/// first.
fn first_met([last, from, to]: [DVec2; 3], turn: f64, obstacles: &[Polygon]) -> Option<Bend> {
    let is_met = |at: DVec2| {
        let offset = at - last;
        offset.length_squared() > SAME * SAME
            && turn * (from - last).perp_dot(offset) > SAME * offset.length()
            && turn * offset.perp_dot(to - last) >= 0.0
            && turn * (to - from).perp_dot(at - from) > 0.0
    };
    let vertices = obstacles.iter().enumerate();
    let vertices = vertices.flat_map(|(number, polygon)| polygon.0.iter().map(move |&at| (number, at)));
    let first = vertices.filter(|&(_, at)| is_met(at)).reduce(|first, next| {
        let side = turn * (first.1 - last).perp_dot(next.1 - last);
        if side < 0.0 || (side == 0.0 && next.1.distance(last) < first.1.distance(last)) { next } else { first }
    });
    first.map(|(number, at)| Bend { at, way: turn, obstacle: Some(number) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{Colliders, Settings, ShapeDef};
    use crate::tool::ToolOptions;
    use crate::tool::part::DrawnEnd;

    fn world(forms: &[(Form, Vec2)]) -> World {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        for &(form, at) in forms {
            world.add_shape(ShapeDef::still(form, at));
        }
        world
    }

    fn routed(world: &World, path: &[(f32, f32)], slack: f32) -> Vec<Vec2> {
        let path: Vec<Vec2> = path.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        let end = |at: Vec2| DrawnEnd { at, particle: None, shape: None };
        let (from, to) = (end(path[0]), end(path[path.len() - 1]));
        let options = ToolOptions { slack, ..ToolOptions::default() };
        route(&Draft { from, to, path: &path, options: &options, material: None, world }).via
    }

    /// A disc of radius 0.5 m about the origin.
    fn disc() -> World {
        world(&[(Form::Circle { radius: 0.5 }, Vec2::ZERO)])
    }

    fn top(places: &[Vec2]) -> f32 {
        places.iter().map(|at| at.y).fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn rope_drawn_through_a_disc_goes_over_its_top() {
        for height in [-0.4, 0.0, 0.4] {
            let places = routed(&disc(), &[(-1.0, height), (1.0, height)], 0.0);
            assert!((0.5..0.53).contains(&top(&places)), "{height}: {places:?}");
            assert!(places.iter().all(|at| at.length() > 0.5), "{height}: {places:?}");
        }
    }

    #[test]
    fn rope_goes_round_the_side_on_which_the_pointer_passed() {
        let below = routed(&disc(), &[(-1.0, 0.0), (0.0, -0.9), (1.0, 0.0)], 0.0);
        assert!(top(&below) < 0.0 && below.iter().any(|at| at.y < -0.5), "{below:?}");
        // The straight line would pass below the disc.
        let above = routed(&disc(), &[(-0.7, -1.0), (-0.7, 1.0), (0.7, 1.0), (0.7, -1.0)], 0.0);
        assert!((0.5..0.53).contains(&top(&above)), "{above:?}");
        let length = |places: &[Vec2]| places.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
        assert!(length(&above) < 3.7, "{}", length(&above));
    }

    #[test]
    fn rope_is_led_round_a_disc_more_than_once() {
        let turns =
            [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.1), (0.0, 1.0), (1.0, 0.0), (1.0, -1.0)];
        let places = routed(&disc(), &turns, 0.0);
        assert!(places.iter().filter(|at| at.x.abs() < 0.07 && at.y > 0.0).count() >= 2, "{places:?}");
    }

    #[test]
    fn rope_over_two_posts_and_a_block_stays_outside() {
        let block = Form::Box { half: Vec2::new(0.4, 0.2) };
        let post = Form::Capsule { half_length: 0.3, radius: 0.04 };
        let world = world(&[(block, Vec2::new(-1.0, 0.0)), (post, Vec2::new(0.5, 0.0)), (post, Vec2::new(1.5, 0.1))]);
        let places = routed(&world, &[(-2.0, 0.0), (2.5, 0.0)], 5.0);
        let line: Vec<Vec2> = [Vec2::new(-2.0, 0.0)].into_iter().chain(places).chain([Vec2::new(2.5, 0.0)]).collect();
        assert!(line.len() > 8 && is_clear(&line, &Obstacle::all(&world), 0.0), "{line:?}");
    }

    #[test]
    fn slack_is_that_of_the_whole_way() {
        let pulley = [(-0.5, -1.5), (-0.5, 1.0), (0.5, 1.0), (0.5, -1.5)];
        let past_a_corner = [(-1.2, -0.4), (0.0, 0.8), (1.2, 0.4)];
        let mut grounded = disc();
        grounded.set_ground(Some(-0.5));
        for (world, path) in [(&disc(), &pulley[..]), (&disc(), &past_a_corner), (&grounded, &past_a_corner)] {
            let length = |slack: f32| {
                let ends = [path[0], path[path.len() - 1]].map(Vec2::from);
                let line = [&ends[..1], &routed(world, path, slack), &ends[1..]].concat();
                divide(&line, 101).1 * 100.0
            };
            for slack in [5.0, 20.0] {
                let (taut, slack_length) = (length(0.0), length(slack));
                let drawn = 100.0 * (slack_length / taut - 1.0);
                assert!((drawn - slack).abs() < 0.1 * slack, "{path:?}: {drawn} % instead of {slack}");
            }
        }
    }
}
