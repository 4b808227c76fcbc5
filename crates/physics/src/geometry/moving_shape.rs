//! The shapes that ropes run into: what they are, how they move, and where their surfaces are.
//!
//! All of them are one: a box (of no size in a circle, of no height in a wall) with a disc of some radius drawn along its
//! edge. A shape is a part of the state and moves in substeps, by sums, products and square roots alone: a turning one
//! is a unit complex number.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    geometry::rounded_box::RoundedBox,
    math::{
        bounds::{WORLD_EDGE, clamp_or},
        vector::{rotated, unit},
    },
};

/// Names a shape for as long as its scene lives; never given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShapeId(pub u32);

/// Least and greatest radius of a circle or wall, and half of a box's width or height, m.
pub const SHAPE_SIZE_RANGE: (f32, f32) = (0.01, 1_000.0);

/// Fastest that a shape turns, rad/s.
pub const MAX_SPIN: f32 = 100.0;

/// Fastest that a shape slides, m/s.
pub const MAX_SLIDE_SPEED: f32 = 100.0;

/// Greatest friction of a surface.
pub const MAX_FRICTION: f32 = 10.0;

/// Shorter ways, m, are none.
const SHORTEST_SLIDE: f32 = 1e-3;

/// Radius of a box's edges, m: as sharp as a rope is thick.
const EDGE: f32 = 0.02;

/// What a shape looks like, about its centre. Its surface is where the middles of ropes come to lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Form {
    /// A post, a wheel.
    Circle {
        /// m.
        radius: f32,
    },
    /// A wall with round ends, along its own x axis.
    Capsule {
        /// From the centre to the middle of each round end, m.
        half_length: f32,
        /// Half of its thickness, m.
        radius: f32,
    },
    /// A box. Its edges are rounded by as much as a rope is thick.
    Box {
        /// Half of its width and height, m.
        half: Vec2,
    },
}

/// A way that a shape goes there and back again, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slide {
    /// From its place to the other end, m.
    pub by: Vec2,
    /// m/s.
    pub speed: f32,
}

/// A shape, where it is, and what it does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeDef {
    /// What it looks like.
    pub form: Form,
    /// Its centre; of one that slides, at the beginning of its way, m.
    pub at: Vec2,
    /// Unit vector along its own x axis.
    pub turn: Vec2,
    /// How fast it turns, counter-clockwise, rad/s. What is taut holds it up, as it does one that slides.
    pub spin: f32,
    /// Where it slides.
    pub slide: Option<Slide>,
    /// Coulomb's coefficient of its surface; that of the settings if it has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// The share of its speed with which what hits it comes back, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
}

/// What a shape does by itself, and how its surface is: what can be changed of one that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Manner", deny_unknown_fields)]
pub struct ShapeProperties {
    /// How fast it turns, counter-clockwise, rad/s.
    pub spin: f32,
    /// Where it slides, from where it is.
    pub slide: Option<Slide>,
    /// As in [`ShapeDef`].
    pub friction: Option<f32>,
    /// As in [`ShapeDef`].
    pub restitution: Option<f32>,
}

/// A shape in a world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Its name.
    pub id: ShapeId,
    /// How it is now.
    pub def: ShapeDef,
    /// How far along its way it is, m.
    pub gone: f32,
    /// It is on its way back.
    pub back: bool,
    /// Where its place is led, m.
    pub goal: Vec2,
    /// Where its x axis is turned, if it is: a unit vector.
    pub facing: Option<Vec2>,
}

/// How fast a shape goes in a substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotorSpeeds {
    /// Its place and edges, towards where they are led, m/s at the most.
    pub led: f32,
    /// What it slides by itself, as a share of its own speed.
    pub slides: f32,
    /// What it turns by itself, likewise.
    pub turns: f32,
}

impl MotorSpeeds {
    /// Of one that nothing holds up, and that is led as fast as that, m/s.
    pub const fn free(led: f32) -> Self {
        Self { led, slides: 1.0, turns: 1.0 }
    }
}

/// Where a shape is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre, m.
    pub at: Vec2,
    /// Unit vector along its own x axis.
    pub turn: Vec2,
}

impl Pose {
    /// A point of the world as the shape sees it, m.
    #[must_use]
    pub fn to_local(self, point: Vec2) -> Vec2 {
        let Self { at, turn } = self;
        let way = point - at;
        Vec2::new(turn.x * way.x + turn.y * way.y, turn.x * way.y - turn.y * way.x)
    }

    /// A point of the shape in the world, m.
    #[must_use]
    pub fn to_world(self, point: Vec2) -> Vec2 {
        self.at + rotated(point, self.turn)
    }
}

impl Form {
    /// The box inside, and how much is around it.
    pub(crate) fn rounded_box(self) -> RoundedBox {
        match self {
            Self::Circle { radius } => RoundedBox { half: Vec2::ZERO, radius },
            Self::Capsule { half_length, radius } => RoundedBox { half: Vec2::new(half_length, 0.0), radius },
            Self::Box { half } => {
                let radius = half.x.min(half.y).min(EDGE);
                RoundedBox { half: half - radius, radius }
            }
        }
    }

    /// The way out of it, a unit vector, and how far its surface is from `point`, both as the shape sees it, m; negative inside.
    #[must_use]
    pub fn surface(self, point: Vec2) -> (Vec2, f32) {
        self.rounded_box().surface(point)
    }

    /// How far its surface is from `point`, as the shape sees it, m; negative inside.
    #[must_use]
    pub fn distance(self, point: Vec2) -> f32 {
        self.surface(point).1
    }

    fn sanitised(self) -> Self {
        let size = |value| clamp_or(value, SHAPE_SIZE_RANGE.0, SHAPE_SIZE_RANGE.1, 0.1);
        match self {
            Self::Circle { radius } => Self::Circle { radius: size(radius) },
            Self::Capsule { half_length, radius } => {
                Self::Capsule { half_length: clamp_or(half_length, 0.0, SHAPE_SIZE_RANGE.1, 0.1), radius: size(radius) }
            }
            Self::Box { half } => Self::Box { half: Vec2::new(size(half.x), size(half.y)) },
        }
    }
}

impl ShapeDef {
    /// One that stands still, upright.
    #[must_use]
    pub const fn still(form: Form, at: Vec2) -> Self {
        Self { form, at, turn: Vec2::X, spin: 0.0, slide: None, friction: None, restitution: None }
    }

    /// The same with every value inside its range.
    #[must_use]
    pub fn sanitised(self) -> Self {
        let Self { form, at, turn, spin, slide, friction, restitution } = self;
        let slide = slide.filter(|slide| slide.by.is_finite() && slide.speed.is_finite()).map(|Slide { by, speed }| {
            let by = by.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE));
            Slide { by, speed: speed.clamp(0.0, MAX_SLIDE_SPEED) }
        });
        Self {
            form: form.sanitised(),
            at: inside(at),
            turn: unit(turn),
            spin: clamp_or(spin, -MAX_SPIN, MAX_SPIN, 0.0),
            slide: slide.filter(|slide| length(slide.by) >= SHORTEST_SLIDE),
            friction: friction.filter(|value| value.is_finite()).map(|value| value.clamp(0.0, MAX_FRICTION)),
            restitution: restitution.filter(|value| value.is_finite()).map(|value| value.clamp(0.0, 1.0)),
        }
    }

    /// What it does by itself, and its surface.
    #[must_use]
    pub const fn properties(&self) -> ShapeProperties {
        let &Self { form: _, at: _, turn: _, spin, slide, friction, restitution } = self;
        ShapeProperties { spin, slide, friction, restitution }
    }
}

impl Shape {
    /// A shape that begins as `def` says.
    #[must_use]
    pub fn new(id: ShapeId, def: ShapeDef) -> Self {
        let def = def.sanitised();
        Self { id, def, gone: 0.0, back: false, goal: def.at, facing: None }
    }

    /// The same with every value inside its range.
    pub(crate) fn sanitised(self) -> Self {
        let Self { id, def, gone, back, goal, facing } = self;
        let def = def.sanitised();
        let way = def.slide.map_or(0.0, |slide| length(slide.by));
        Self { id, def, gone: clamp_or(gone, 0.0, way, 0.0), back, goal: inside(goal), facing: facing.map(unit) }
    }

    /// Whether every value is inside its range. (A turn is a unit vector as far as rounding lets it: to take it for one once
    /// more would change its bits.)
    pub(crate) fn is_valid(&self) -> bool {
        let Self { def: ShapeDef { turn, .. }, facing, .. } = *self;
        let is_unit = |way: Vec2| (way.length_squared() - 1.0).abs() < 1e-4;
        let held = self.sanitised();
        let held = Self { def: ShapeDef { turn, ..held.def }, facing, ..held };
        held == *self && is_unit(turn) && facing.is_none_or(is_unit)
    }

    /// Where it is.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let ShapeDef { at, turn, slide, .. } = self.def;
        let along = slide.map_or(Vec2::ZERO, |Slide { by, .. }| by * (self.gone / length(by)));
        Pose { at: at + along, turn }
    }

    /// Where it will be once it has been led to its goal.
    #[must_use]
    pub fn led_pose(&self) -> Pose {
        let Pose { at, turn } = self.pose();
        Pose { at: at + (self.goal - self.def.at), turn: self.facing.unwrap_or(turn) }
    }

    /// Whether it is on its way somewhere.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let Self { id: _, def: ShapeDef { at, turn, spin, slide, .. }, gone: _, back: _, goal, facing } = self;
        let turns = *spin != 0.0 || facing.is_some_and(|facing| facing != *turn);
        turns || slide.is_some_and(|slide| slide.speed > 0.0) || goal != at
    }

    /// Changes what it does by itself, and its surface. Another way to slide begins where it is now.
    pub(crate) fn set_properties(&mut self, manner: ShapeProperties) {
        let ShapeProperties { spin, slide, friction, restitution } = manner;
        let way = |slide: Option<Slide>| slide.map(|slide| slide.by);
        let (before, along) = (way(self.def.slide), self.pose().at - self.def.at);
        // A turn is left as it is: see `is_valid`.
        let turn = self.def.turn;
        self.def = ShapeDef { spin, slide, friction, restitution, ..self.def }.sanitised();
        self.def.turn = turn;
        if way(self.def.slide) != before {
            (self.def.at, self.goal) = (inside(self.def.at + along), inside(self.goal + along));
            (self.gone, self.back) = (0.0, false);
        }
    }

    /// Moves it on by a substep, s.
    pub(crate) fn advance(&mut self, substep: f32, MotorSpeeds { led, slides, turns }: MotorSpeeds) {
        let Self { id: _, def, gone, back, goal, facing } = self;
        let way = *goal - def.at;
        let (distance, most) = (length(way), led * substep);
        def.at = if distance <= most { *goal } else { def.at + way * (most / distance) };
        if let Some(to) = *facing {
            let RoundedBox { half, radius } = def.form.rounded_box();
            let most = led * substep / (length(half) + radius);
            if length(to - def.turn) <= most {
                (def.turn, *facing) = (to, None);
            } else {
                let side = if def.turn.perp_dot(to) < 0.0 { -1.0 } else { 1.0 };
                def.turn = turned(def.turn, side * most.min(1.0));
            }
        } else if def.spin != 0.0 {
            def.turn = turned(def.turn, def.spin * turns * substep);
        }
        if let Some(Slide { by, speed }) = def.slide {
            let whole = length(by);
            let by = speed * slides * substep;
            *gone = if *back { *gone - by } else { *gone + by };
            if *gone >= whole || *gone <= 0.0 {
                *back = *gone > 0.0;
                *gone = gone.clamp(0.0, whole);
            }
        }
    }
}

/// `turn` rotated by nearly `angle` (rad): by 2 atan((angle + angle³/12) / 2), which is a hundred thousandth less at 0.3.
fn turned(turn: Vec2, angle: f32) -> Vec2 {
    let half = 0.5 * angle * (1.0 + angle * angle / 12.0);
    let scale = 1.0 / (1.0 + half * half);
    unit(rotated(turn, Vec2::new((1.0 - half * half) * scale, 2.0 * half * scale)))
}

fn length(way: Vec2) -> f32 {
    (way.x * way.x + way.y * way.y).sqrt()
}

/// A place in the world.
fn inside(at: Vec2) -> Vec2 {
    let at = if at.is_finite() { at } else { Vec2::ZERO };
    at.clamp(Vec2::splat(-WORLD_EDGE), Vec2::splat(WORLD_EDGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_turns_as_fast_as_it_says_and_stays_a_unit_vector() {
        let mut wheel = Shape::new(ShapeId(0), ShapeDef::still(Form::Circle { radius: 1.0 }, Vec2::ZERO));
        wheel.def.spin = std::f32::consts::TAU;
        (0..60 * 8 * 10).for_each(|_| wheel.advance(1.0 / 480.0, MotorSpeeds::free(1.0)));
        let Vec2 { x, y } = wheel.def.turn;
        assert!(x > 0.999_9 && y.abs() < 3e-3, "ten turns in 10 s: {x}, {y}");
    }

    #[test]
    fn a_bar_slides_there_and_back() {
        let slide = Some(Slide { by: Vec2::new(2.0, 0.0), speed: 1.0 });
        let def = ShapeDef { slide, ..ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y) };
        let mut bar = Shape::new(ShapeId(0), def);
        let mut seen = Vec::new();
        for step in 1..=400 {
            bar.advance(0.01, MotorSpeeds::free(1.0));
            if step % 100 == 0 {
                seen.push(bar.pose().at);
            }
        }
        let exact = [1.0, 2.0, 1.0, 0.0].map(|x| Vec2::new(x, 1.0));
        assert!(seen.iter().zip(exact).all(|(seen, exact)| seen.distance(exact) < 0.02), "{seen:?}");
    }

    #[test]
    fn what_is_held_up_waits_and_goes_on_from_there() {
        let slide = Some(Slide { by: Vec2::X, speed: 1.0 });
        let def = ShapeDef { spin: 1.0, slide, ..ShapeDef::still(Form::Box { half: Vec2::ONE }, Vec2::ZERO) };
        let mut shape = Shape::new(ShapeId(0), def);
        let free = MotorSpeeds::free(1.0);
        (0..30).for_each(|_| shape.advance(0.01, free));
        let before = shape;
        shape.advance(0.01, MotorSpeeds { slides: 0.0, turns: 0.0, ..free });
        assert_eq!(shape, before);
        shape.advance(0.01, MotorSpeeds { slides: 0.5, turns: 0.0, ..free });
        assert!((shape.gone - 0.305).abs() < 1e-6 && shape.def.turn == before.def.turn, "{shape:?}");
        shape.advance(0.01, MotorSpeeds { slides: 0.0, ..free });
        assert!((shape.gone - 0.305).abs() < 1e-6 && shape.def.turn.perp_dot(before.def.turn) < -0.009, "{shape:?}");
    }

    #[test]
    fn what_is_told_to_slide_elsewhere_begins_where_it_is() {
        let slide = |x, y, speed| Some(Slide { by: Vec2::new(x, y), speed });
        let def = ShapeDef { slide: slide(2.0, 0.0, 1.0), ..ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y) };
        let mut bar = Shape::new(ShapeId(0), def);
        (0..50).for_each(|_| bar.advance(0.01, MotorSpeeds::free(1.0)));
        let here = bar.pose().at;
        assert!((here.x - 0.5).abs() < 1e-4);
        bar.set_properties(ShapeProperties { slide: slide(2.0, 0.0, 3.0), ..def.properties() });
        assert_eq!((bar.pose().at, bar.def.at), (here, Vec2::Y), "only faster");
        bar.set_properties(ShapeProperties { slide: slide(0.0, 1.0, 3.0), ..def.properties() });
        assert!(bar.pose().at.distance(here) < 1e-6 && bar.goal == bar.def.at && bar.gone == 0.0, "{bar:?}");
        bar.set_properties(ShapeProperties {
            spin: f32::NAN,
            friction: Some(-1.0),
            restitution: Some(f32::NAN),
            slide: None,
        });
        let ShapeDef { spin, slide, friction, restitution, .. } = bar.def;
        assert_eq!((spin, slide, friction, restitution), (0.0, None, Some(0.0), None));
        assert!(bar.pose().at.distance(here) < 1e-6 && !bar.is_moving());
    }

    #[test]
    fn what_is_led_arrives_and_does_not_jump() {
        let mut shape = Shape::new(ShapeId(0), ShapeDef::still(Form::Circle { radius: 1.0 }, Vec2::ZERO));
        (shape.goal, shape.facing) = (Vec2::X, Some(Vec2::Y));
        shape.advance(0.1, MotorSpeeds::free(2.0));
        assert!((shape.def.at.x - 0.2).abs() < 1e-6 && shape.def.turn.y < 0.21, "{shape:?}");
        (0..10).for_each(|_| shape.advance(0.1, MotorSpeeds::free(2.0)));
        assert_eq!((shape.def.at, shape.def.turn, shape.is_moving()), (Vec2::X, Vec2::Y, false));
    }

    #[test]
    fn what_is_sane_stays_as_it_is_to_the_bit() {
        let mut shape = Shape::new(ShapeId(0), ShapeDef::still(Form::Box { half: Vec2::ONE }, Vec2::ZERO));
        shape.def.spin = 1.7;
        for _ in 0..1_000 {
            shape.advance(0.003, MotorSpeeds::free(1.0));
            assert_eq!(shape.sanitised(), shape);
        }
    }
}
