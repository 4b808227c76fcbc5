//! Shapes that particles and links collide with, and their prescribed motion.
//!
//! Every form is a [`RoundedBox`]. A shape is part of the state and advances once per substep. The only operations are
//! sums, products and square roots: an orientation is a unit complex number.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::geometry::{Form, Pose, ShapeDef, ShapeId, ShapeProperties, Slide};
use crate::math::{clamp_or, inside_world, rotated, unit};
use crate::tuning::RECOVERY_SPEED;

/// A shape in a world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Identifies the shape.
    pub id: ShapeId,
    /// Its present form, pose, motion and surface.
    pub def: ShapeDef,
    /// Distance along the path of its slide, m.
    pub slide_distance: f32,
    /// Whether the shape moves back to the start of the path.
    pub is_returning: bool,
    /// Position to which commands move [`ShapeDef::at`], m.
    pub goal: Vec2,
    /// Orientation to which commands turn the shape: a unit vector.
    pub goal_turn: Option<Vec2>,
    /// Lag of its motors.
    #[serde(default, skip_serializing_if = "MotorLag::is_none")]
    pub lag: MotorLag,
}

/// Lag, as a share of its motor's speed, from which a shape counts as stopped.
const STOPPING_LAG: f32 = 0.9;

/// Greatest lag of a motor, m/s or rad/s.
const MAX_LAG: f32 = 1e4;

/// The speeds that a shape's motors lack, because obstacles have slowed them. One above its motor's speed is a retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotorLag {
    /// Of the motion towards the goal, m/s.
    pub goal: f32,
    /// Of the turn towards the goal's orientation, at the farthest point of the shape, m/s.
    pub turn: f32,
    /// Of the slide, m/s.
    pub slide: f32,
    /// Of the shape's own rotation, rad/s.
    pub spin: f32,
}

impl MotorLag {
    /// Whether a motor lags.
    pub(crate) fn is_any(&self) -> bool {
        *self != Self::default()
    }

    fn is_none(&self) -> bool {
        !self.is_any()
    }
}

impl Shape {
    /// A shape at the start of its motion.
    #[must_use]
    pub fn new(id: ShapeId, def: ShapeDef) -> Self {
        let def = def.sanitised();
        Self {
            id,
            def,
            slide_distance: 0.0,
            is_returning: false,
            goal: def.at,
            goal_turn: None,
            lag: MotorLag::default(),
        }
    }

    /// The same shape with every value inside its range.
    pub(crate) fn sanitised(self) -> Self {
        let Self { id, def, slide_distance, is_returning, goal, goal_turn, lag } = self;
        let def = def.sanitised();
        let path = def.slide.map_or(0.0, |slide| slide.by.length());
        let slide_distance = clamp_or(slide_distance, 0.0, path, 0.0);
        let limited = |lag| clamp_or(lag, 0.0, MAX_LAG, 0.0);
        let MotorLag { goal: goal_lag, turn, slide, spin } = lag;
        let lag = MotorLag { goal: limited(goal_lag), turn: limited(turn), slide: limited(slide), spin: limited(spin) };
        Self { id, def, slide_distance, is_returning, goal: inside_world(goal), goal_turn: goal_turn.map(unit), lag }
    }

    /// Whether every value is inside its range. An orientation counts as a unit vector within rounding: to normalise it
    /// again would change its bits.
    pub(crate) fn is_valid(&self) -> bool {
        let Self { def: ShapeDef { turn, .. }, goal_turn, .. } = *self;
        let is_unit = |vector: Vec2| (vector.length_squared() - 1.0).abs() < 1e-4;
        let sane = self.sanitised();
        let sane = Self { def: ShapeDef { turn, ..sane.def }, goal_turn, ..sane };
        sane == *self && is_unit(turn) && goal_turn.is_none_or(is_unit)
    }

    /// The present pose.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let ShapeDef { at, turn, slide, .. } = self.def;
        let along = slide.map_or(Vec2::ZERO, |Slide { by, .. }| by * (self.slide_distance / by.length()));
        Pose { at: at + along, turn }
    }

    /// Whether a point (m) lies in the shape.
    #[must_use]
    pub fn contains(&self, at: Vec2) -> bool {
        self.def.form.distance(self.pose().to_local(at)) <= 0.0
    }

    /// The pose once the shape has reached its goal.
    #[must_use]
    pub fn goal_pose(&self) -> Pose {
        let Pose { at, turn } = self.pose();
        Pose { at: at + (self.goal - self.def.at), turn: self.goal_turn.unwrap_or(turn) }
    }

    /// Whether the shape moves.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let Self { def: ShapeDef { at, turn, spin, slide, .. }, goal, goal_turn, .. } = self;
        let turns = *spin != 0.0 || goal_turn.is_some_and(|to| to != *turn);
        turns || slide.is_some_and(|slide| slide.speed > 0.0) || goal != at
    }

    /// Whether one of its motors should move the shape and does not. `max_speed`: maximum speed towards a goal, m/s.
    #[must_use]
    pub(crate) fn is_stopped(&self, max_speed: f32) -> bool {
        let Self { def: ShapeDef { at, spin, slide, .. }, goal, goal_turn, lag, .. } = self;
        let is_stopped = |wanted: f32, lag: f32| wanted > 0.0 && lag >= STOPPING_LAG * wanted;
        is_stopped(if goal == at { 0.0 } else { max_speed }, lag.goal)
            || is_stopped(goal_turn.map_or(0.0, |_| max_speed), lag.turn)
            || is_stopped(slide.map_or(0.0, |slide| slide.speed), lag.slide)
            || is_stopped(spin.abs(), lag.spin)
    }

    /// Sets the form, with its size inside its range.
    pub(crate) fn set_form(&mut self, form: Form) {
        self.def.form = form.sanitised();
    }

    /// Changes the shape's own motion and its surface. A new slide starts at the present position.
    pub(crate) fn set_properties(&mut self, properties: ShapeProperties) {
        let ShapeProperties { spin, slide, friction, restitution } = properties;
        let path = |slide: Option<Slide>| slide.map(|slide| slide.by);
        let (before, along) = (path(self.def.slide), self.pose().at - self.def.at);
        (self.lag.slide, self.lag.spin) = (0.0, 0.0);
        // The orientation keeps its bits: see `is_valid`.
        let turn = self.def.turn;
        self.def = ShapeDef { spin, slide, friction, restitution, ..self.def }.sanitised();
        self.def.turn = turn;
        if path(self.def.slide) != before {
            (self.def.at, self.goal) = (inside_world(self.def.at + along), inside_world(self.goal + along));
            (self.slide_distance, self.is_returning) = (0.0, false);
        }
    }

    /// Moves the shape on by a substep (s), at most at a speed (m/s) towards its goal.
    pub(crate) fn advance(&mut self, substep: f32, max_speed: f32) {
        let Self { id: _, def, slide_distance, is_returning, goal, goal_turn, lag } = self;
        let retreating = |speed: f32, lag: f32| (speed - lag).max(-RECOVERY_SPEED);
        let extent = def.form.rounded_box().extent();
        let to_goal = *goal - def.at;
        let (distance, reach) = (to_goal.length(), retreating(max_speed, lag.goal) * substep);
        if distance > 0.0 {
            def.at = if distance <= reach { *goal } else { def.at + to_goal * (reach / distance) };
        }
        if let Some(to) = *goal_turn {
            // The corners move no faster than the centre may.
            let max_angle = retreating(max_speed, lag.turn) * substep / extent;
            if (to - def.turn).length() <= max_angle {
                (def.turn, *goal_turn) = (to, None);
            } else {
                let side = if def.turn.perp_dot(to) < 0.0 { -1.0 } else { 1.0 };
                def.turn = turned(def.turn, side * max_angle.min(1.0));
            }
        } else if def.spin != 0.0 {
            let speed = (def.spin.abs() - lag.spin).max(-RECOVERY_SPEED / extent);
            def.turn = turned(def.turn, if def.spin < 0.0 { -speed } else { speed } * substep);
        }
        if let Some(Slide { by, speed }) = def.slide {
            let path = by.length();
            let by = retreating(speed, lag.slide) * substep;
            *slide_distance = if *is_returning { *slide_distance - by } else { *slide_distance + by };
            if *slide_distance >= path || *slide_distance <= 0.0 {
                let was_returning = std::mem::replace(is_returning, *slide_distance > 0.0);
                *slide_distance = slide_distance.clamp(0.0, path);
                if *is_returning != was_returning {
                    lag.slide = 0.0;
                }
            }
        }
    }
}

/// Rotates a unit vector by an angle (rad) without trigonometry: by 2 atan((angle + angle³/12) / 2), which is short by
/// 1e-5 at 0.3 rad.
fn turned(turn: Vec2, angle: f32) -> Vec2 {
    let half = 0.5 * angle * (1.0 + angle * angle / 12.0);
    let scale = 1.0 / (1.0 + half * half);
    unit(rotated(turn, Vec2::new((1.0 - half * half) * scale, 2.0 * half * scale)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spinning_wheel_keeps_its_rate_and_a_unit_orientation() {
        let mut wheel = Shape::new(ShapeId(0), ShapeDef::still(Form::Circle { radius: 1.0 }, Vec2::ZERO));
        wheel.def.spin = std::f32::consts::TAU;
        (0..60 * 8 * 10).for_each(|_| wheel.advance(1.0 / 480.0, 1.0));
        let Vec2 { x, y } = wheel.def.turn;
        assert!(x > 0.999_9 && y.abs() < 3e-3, "ten turns in 10 s: {x}, {y}");
    }

    #[test]
    fn sliding_shape_moves_there_and_back() {
        let slide = Some(Slide { by: Vec2::new(2.0, 0.0), speed: 1.0 });
        let def = ShapeDef { slide, ..ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y) };
        let mut bar = Shape::new(ShapeId(0), def);
        let mut seen = Vec::new();
        for step in 1..=400 {
            bar.advance(0.01, 1.0);
            if step % 100 == 0 {
                seen.push(bar.pose().at);
            }
        }
        let exact = [1.0, 2.0, 1.0, 0.0].map(|x| Vec2::new(x, 1.0));
        assert!(seen.iter().zip(exact).all(|(seen, exact)| seen.distance(exact) < 0.02), "{seen:?}");
    }

    #[test]
    fn new_slide_starts_at_the_present_position() {
        let slide = |x, y, speed| Some(Slide { by: Vec2::new(x, y), speed });
        let def = ShapeDef { slide: slide(2.0, 0.0, 1.0), ..ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y) };
        let mut bar = Shape::new(ShapeId(0), def);
        (0..50).for_each(|_| bar.advance(0.01, 1.0));
        let here = bar.pose().at;
        assert!((here.x - 0.5).abs() < 1e-4);
        bar.set_properties(ShapeProperties { slide: slide(2.0, 0.0, 3.0), ..def.properties() });
        assert_eq!((bar.pose().at, bar.def.at), (here, Vec2::Y), "only faster");
        bar.set_properties(ShapeProperties { slide: slide(0.0, 1.0, 3.0), ..def.properties() });
        assert!(bar.pose().at.distance(here) < 1e-6 && bar.goal == bar.def.at && bar.slide_distance == 0.0, "{bar:?}");
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
    fn sanitising_a_valid_shape_changes_no_bit() {
        let mut shape = Shape::new(ShapeId(0), ShapeDef::still(Form::Box { half: Vec2::ONE }, Vec2::ZERO));
        shape.def.spin = 1.7;
        for _ in 0..1_000 {
            shape.advance(0.003, 1.0);
            assert_eq!(shape.sanitised(), shape);
        }
    }
}
