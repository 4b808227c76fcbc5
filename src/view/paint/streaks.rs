//! Streaks: short lines that drift with the wind. They are not state: their positions follow from the moment and the
//! wind alone, so that they are the same in every window, animation and replay.

use glam::{I64Vec2, Vec2};

use super::{Frame, Painter, primitives::curve};
use crate::physics::{Blower, BlowerDef, BlowerId, World};
use crate::view::camera::Camera;
use crate::view::draw::{Colour, DrawData, Layer, RopePoint};

/// Side of a square, pixels. Each square has one streak at a time.
const SQUARE: f32 = 128.0;

/// Number of squares that the fastest air crosses in the life of a streak.
const SQUARES_PER_LIFE: f32 = 4.0;

/// Shortest life of a streak, s, as a power of 2.
const MIN_LIFE: f32 = -3.0;

/// Longest life of a streak, s, as a power of 2.
const MAX_LIFE: f32 = 2.0;

/// Length of a streak, as the time in which the air covers it, s.
const TAIL_SECONDS: f32 = 0.11;

/// Maximum length of a streak, as a fraction of its life.
const MAX_TAIL: f32 = 0.4;

/// Segments of the path of a streak.
const SEGMENTS: usize = 20;

/// Points of a streak.
const POINTS: usize = 8;

/// Minimum speed of air with streaks, m/s.
const MIN_SPEED: f32 = 0.3;

/// Maximum number of squares. A large window has about four hundred.
const MAX_SQUARES: i64 = 1_500;

/// Streaks per square of a jet, which is narrower than a square and in still air the only place with streaks.
const JET_STREAKS_PER_SQUARE: f32 = 6.0;

/// Minimum number of streaks of a jet.
const MIN_JET_STREAKS: f32 = 12.0;

/// Maximum number of streaks of all jets together.
const MAX_JET_STREAKS: f32 = 240.0;

/// Fraction of a blower's reach in which its jet has streaks: up to about half of its speed.
const JET_REACH: f32 = 0.6;

/// Maximum opacity of a streak, 0 to 255.
const OPACITY: f32 = 96.0;

/// The moment of a picture.
#[derive(Clone, Copy)]
pub struct Moment {
    /// Time since the scene began, s.
    pub now: f64,
    /// Time from this moment to that of the world, s.
    behind: f32,
}

impl Moment {
    /// The moment of a frame, between the last two steps.
    pub fn of(frame: &Frame) -> Self {
        let step = frame.world.settings().step_seconds();
        let behind = (1.0 - f64::from(frame.blend)) * step;
        Self { now: (frame.world.step_count() as f64 * step - behind).max(0.0), behind: behind as f32 }
    }
}

pub fn paint(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, style, palette, .. } = frame;
    if !style.streaks || style.less_motion || !world.is_windy() {
        return;
    }
    let blown = world.blowers().iter().map(|blower| blower.def.speed);
    let fastest = blown.fold(world.settings().wind.velocity.length(), f32::max);
    if fastest < MIN_SPEED {
        return;
    }
    let field = Field {
        world,
        moment: Moment::of(frame),
        half_width: camera.metres(0.9),
        colour: palette.markers.dot.mix(palette.markers.arrow, 0.3),
        square: camera.metres(SQUARE).log2().round().exp2(),
        life: 0.0,
    };
    let (field, [first, last]) = field.fit(fastest, camera);
    // Room for the maximum number, since the number changes all the time.
    let jets = if world.blowers().is_empty() { 0 } else { MAX_JET_STREAKS.max(MIN_JET_STREAKS) as usize };
    let to = &mut to.scenery;
    to.ropes.reserve(((last - first + 1).element_product() as usize + jets) * (POINTS + 2));
    for y in first.y..=last.y {
        for x in first.x..=last.x {
            let place = |jitter| (Vec2::new(x as f32, y as f32) + jitter) * field.square;
            field.streak(mix(mix(x as u64) ^ y as u64), place, to);
        }
    }
    let max = MAX_JET_STREAKS / world.blowers().len() as f32;
    for &Blower { id, def } in world.blowers() {
        field.jet(id, &def, max, to);
    }
}

/// Properties of all streaks of a picture.
#[derive(Clone, Copy)]
struct Field<'a> {
    world: &'a World,
    moment: Moment,
    /// Half width of a streak at its head, m.
    half_width: f32,
    colour: Colour,
    /// Side of a square, m.
    square: f32,
    /// Life of a streak, s.
    life: f32,
}

impl Field<'_> {
    /// Chooses the life of streaks for the fastest air, m/s, and enlarges the squares until there are few enough. Both
    /// are powers of two, so that they rarely change during a zoom or while the wind rises.
    fn fit(mut self, fastest: f32, camera: &Camera) -> (Self, [I64Vec2; 2]) {
        loop {
            let life = (SQUARES_PER_LIFE * self.square / fastest).log2().round().clamp(MIN_LIFE, MAX_LIFE);
            self.life = life.exp2();
            let [first, last] = self.squares(camera);
            let size = last - first + 1;
            if size.x.saturating_mul(size.y) <= MAX_SQUARES {
                return (self, [first, last]);
            }
            self.square *= 2.0;
        }
    }

    /// The squares from which a streak may come into view: column and row of the first and of the last one.
    fn squares(&self, camera: &Camera) -> [I64Vec2; 2] {
        let (visible, drift) = (camera.visible(), self.world.settings().wind.velocity * self.life);
        let margin = Vec2::splat(2.0 * self.square);
        let number = |at: Vec2| (at / self.square).floor().as_i64vec2();
        let first = number(visible.min - drift.max(Vec2::ZERO) - margin);
        [first, number(visible.max - drift.min(Vec2::ZERO) + margin)]
    }

    /// Paints the streaks in a blower's jet; `max` of them.
    fn jet(self, id: BlowerId, def: &BlowerDef, max: f32, to: &mut Layer) {
        let reach = JET_REACH * def.reach;
        let squares = reach * 2.0 * def.half_width(0.5 * reach) / (self.square * self.square);
        let count = (JET_STREAKS_PER_SQUARE * squares).max(MIN_JET_STREAKS).min(max) as u64;
        let place = |Vec2 { x, y }: Vec2| {
            // Denser near the mouth, where the jet is fast and narrow.
            let ahead = reach * x * x;
            def.pose().to_world(Vec2::new(ahead, 0.8 * (2.0 * y - 1.0) * def.half_width(ahead)))
        };
        for number in 0..count {
            self.streak(mix(mix(!u64::from(id.0)) ^ number), place, to);
        }
    }

    /// Paints one streak. `seed` identifies it; `place` turns two random shares into its starting point, m.
    fn streak(self, seed: u64, place: impl Fn(Vec2) -> Vec2, to: &mut Layer) {
        // Each has its own phase, and a new starting point in each life.
        let lives = self.moment.now / f64::from(self.life) + share(seed);
        let age = lives.fract() as f32;
        let birth = mix(seed ^ lives.floor() as u64);
        let start = place(Vec2::new(share(birth) as f32, share(mix(birth)) as f32));
        if self.world.air_velocity_at(start, self.moment.behind + age * self.life).length_squared()
            < MIN_SPEED * MIN_SPEED
        {
            return;
        }
        let path = self.path(start, age);
        let tail = (TAIL_SECONDS / self.life).min(MAX_TAIL).min(age);
        let (head, end) = (path.at(age), path.at(age - tail));
        let is_in_ground = |ground: f32| head.y < ground || end.y < ground;
        if self.world.colliders().ground.is_some_and(is_in_ground) {
            return;
        }
        // Fades in and out with age. Slow air has fainter streaks.
        let speed = (head - end).length() / (tail * self.life).max(1e-6);
        let strength = 4.0 * age * (1.0 - age) * (speed / (speed + 2.0));
        let point = |i: usize| {
            let along = i as f32 / (POINTS - 1) as f32;
            RopePoint {
                at: path.at(age - tail * (1.0 - along)),
                along: 0.0,
                half_width: self.half_width * (0.25 + 0.75 * along),
                role: RopePoint::UNLIT
                    + if i + 1 < POINTS { RopePoint::STARTS } else { 0.0 }
                    + if i == 0 || i + 1 == POINTS { RopePoint::ENDS } else { 0.0 },
                colour: self.colour.alpha((OPACITY * strength * (0.15 + 0.85 * along)) as u8),
            }
        };
        curve((0..POINTS).map(point), &mut to.ropes);
    }

    /// The path of the air from a streak's starting point, as far as its age. The air of each earlier moment, so that a
    /// streak moves along itself and not sideways.
    fn path(self, start: Vec2, age: f32) -> Path {
        let (mut points, segment) = ([start; SEGMENTS + 1], self.life / SEGMENTS as f32);
        let gone = ((age * SEGMENTS as f32) as usize + 1).min(SEGMENTS);
        let mut at = start;
        for (number, point) in (1..).zip(&mut points[1..=gone]) {
            let ago = self.moment.behind + age * self.life - (number as f32 - 0.5) * segment;
            at += segment * self.world.air_velocity_at(at, ago);
            *point = at;
        }
        Path { points, gone }
    }
}

/// Path of a streak, m.
struct Path {
    points: [Vec2; SEGMENTS + 1],
    /// Segments that have been covered.
    gone: usize,
}

impl Path {
    /// Position at a share of the life.
    fn at(&self, share: f32) -> Vec2 {
        let along = share * SEGMENTS as f32;
        let segment = (along as usize).min(self.gone - 1);
        self.points[segment].lerp(self.points[segment + 1], along - segment as f32)
    }
}

/// A pseudorandom number (output function of SplitMix64).
fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A pseudorandom number from 0 to 1.
fn share(number: u64) -> f64 {
    (mix(number) >> 40) as f64 / f64::from(1 << 24)
}
