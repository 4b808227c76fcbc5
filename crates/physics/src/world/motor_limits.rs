//! Motors of limited force: a moving shape slows down and stops where it presses what cannot yield.

use std::array;

use glam::Vec2;

use crate::collision::ComponentLinks;
use crate::containers::Refill;
use crate::geometry::{Aabb, Form, MotorSpeeds, Pose, Separation, Shape, ShapeDef, Slide};
use crate::math::{rotated, unit};
use crate::particles::{DistanceConstraint, LinkKind};
use crate::settings::{Method, Settings};
use crate::world::{Bodies, Derived, World};

/// Load at which a motor begins to slow down, and at which it stops.
struct LoadRange {
    slowing: f32,
    stopping: f32,
}

/// Stretch of the links that a shape presses. Slowing begins below the 1 % by which nets at rest stretch: a motor at the
/// speed of a hand needs the way to stop.
const STRETCH: LoadRange = LoadRange { slowing: 0.005, stopping: 0.02 };

/// Overlap of particles that a shape presses together, relative to the sum of their radii. At rest it is at most 0.05.
const OVERLAP: LoadRange = LoadRange { slowing: 0.06, stopping: 0.2 };

/// Overlap up to which a shape carries the particles that it presses: weights press them together at rest, too.
const MAX_CARRIED_OVERLAP: f32 = 0.6;

/// Speed by which such a shape goes faster than the slowest of them, m/s.
const CARRYING_LEAD: f32 = 0.1;

/// Distance from a shape's surface, m, at which a link lies on it. A link deeper inside is not pressed.
const CONTACT_DISTANCE: f32 = 5e-3;

/// Stretch beyond which a web inside a shape was put there. The shape then moves freely, to shake the web loose.
const CAUGHT_WEB_STRETCH: f32 = 0.5;
/// The same for ropes, which hang in front of a shape or go around before they stretch as far.
const CAUGHT_ROPE_STRETCH: f32 = 0.02;

/// Most particles near a shape that are tested for overlap.
const MAX_PRESSED: usize = 64;

/// Least outward component of a shape's unit motion that presses. Particles that it slides along do not stop it.
const MIN_OUTWARD: f32 = 0.1;

/// A value for each motion of a shape: towards its goal, along its slide, by its spin.
type Motions<T> = [T; 3];

impl World {
    /// Finds the speed of each shape in a substep. A blocked motor waits, and continues when the obstacle yields.
    pub(crate) fn limit_motors(&mut self, speeds: &mut Vec<MotorSpeeds>, is_first: bool) {
        let Settings { method, tear, hand_speed, .. } = self.state.settings;
        speeds.refill(self.state.colliders.shapes().len(), MotorSpeeds::free(hand_speed));
        // Motors that yield could not tear links.
        if method == Method::Springs || tear.is_some() || !self.state.colliders.shapes().iter().any(can_press) {
            return;
        }
        let Bodies { particles, links, .. } = &self.bodies;
        let Derived { shape_contacts, components, .. } = &mut self.derived;
        let links = ComponentLinks { links, components };
        shape_contacts.find_candidates(&self.state.colliders, can_press, particles, links, is_first);
        self.limit_by_stretch(speeds);
        if !self.derived.particle_contacts.radius.is_empty() {
            self.limit_by_overlap(speeds);
        }
    }

    /// Slows shapes by the stretch of links that they press.
    fn limit_by_stretch(&self, speeds: &mut [MotorSpeeds]) {
        let Settings { give, hand_speed, .. } = self.state.settings;
        let free = MotorSpeeds::free(hand_speed);
        for ((number, shape), speeds) in self.pressing_shapes(speeds) {
            let mut is_caught = false;
            let slots = self.derived.shape_contacts.broad_phase.links_of(number);
            let links = slots.filter_map(|slot| self.bodies.links.get(slot as usize));
            for link in links.filter(|link| link.is_rigid() && self.is_near(number, link)) {
                is_caught |= self.is_caught(shape, link);
                // Give stretches links without any load.
                let stretch = self.pressed_stretch(shape, link).map(|stretch| (1.0 - give) * stretch);
                let [goal, slide, spin] = remaining(stretch, &STRETCH);
                speeds.goal_speed = speeds.goal_speed.min(hand_speed * goal);
                (speeds.slide_share, speeds.spin_share) = (speeds.slide_share.min(slide), speeds.spin_share.min(spin));
            }
            if is_caught {
                (speeds.slide_share, speeds.spin_share) = (free.slide_share, free.spin_share);
            }
        }
    }

    /// Slows shapes by the overlap of particles that they press together.
    fn limit_by_overlap(&mut self, speeds: &mut [MotorSpeeds]) {
        let mut beside = std::mem::take(&mut self.derived.shape_contacts.beside);
        beside.reserve(self.bodies.particles.len().saturating_sub(beside.len()));
        for (shape, speeds) in self.pressing_shapes(speeds) {
            let overlap = self.pressed_overlap(shape, &mut beside);
            let [goal, slide, spin] = remaining(overlap, &OVERLAP);
            let follows = if overlap[0] < MAX_CARRIED_OVERLAP { self.carried_speed(shape.1, &beside) } else { 0.0 };
            speeds.goal_speed = speeds.goal_speed.min((speeds.goal_speed * goal).max(follows));
            speeds.slide_share *= slide;
            speeds.spin_share *= spin;
        }
        self.derived.shape_contacts.beside = beside;
    }

    /// Numbers of the shapes that can press, the shapes, and their speeds.
    fn pressing_shapes<'a>(
        &'a self,
        speeds: &'a mut [MotorSpeeds],
    ) -> impl Iterator<Item = ((u32, &'a Shape), &'a mut MotorSpeeds)> {
        (0..).zip(self.state.colliders.shapes()).zip(speeds).filter(|((_, shape), _)| can_press(shape))
    }

    fn ends(&self, link: &DistanceConstraint) -> [Vec2; 2] {
        [link.a, link.b].map(|end| self.bodies.particles.position[end.index()])
    }

    /// Whether a link overlaps the bounds of a shape.
    fn is_near(&self, shape: u32, link: &DistanceConstraint) -> bool {
        let [a, b] = self.ends(link);
        let Aabb { min: low, max: high } = self.derived.shape_contacts.shapes[shape as usize].bounds;
        a.max(b).cmpge(low).all() && a.min(b).cmple(high).all()
    }

    /// Whether a link has an end deep inside a shape, and is stretched farther than pressing stretches.
    fn is_caught(&self, shape: &Shape, link: &DistanceConstraint) -> bool {
        let [a, b] = self.ends(link);
        let is_web = self.derived.shape_contacts.webs.is_web(link.a.0);
        let stretch = if is_web { CAUGHT_WEB_STRETCH } else { CAUGHT_ROPE_STRETCH };
        let (along, limit) = (b - a, (1.0 + stretch) * link.rest_length / (1.0 - self.state.settings.give));
        let is_deep = |at: Vec2| shape.def.form.distance(shape.pose().to_local(at)) < -CONTACT_DISTANCE;
        along.x * along.x + along.y * along.y > limit * limit && (is_deep(a) || is_deep(b))
    }

    /// Greatest overlap of a particle that a shape presses with another, relative to their radii. `beside` is scratch.
    fn pressed_overlap(&self, (number, shape): (u32, &Shape), beside: &mut Vec<u32>) -> Motions<f32> {
        let (radius, position) = (&self.derived.particle_contacts.radius, &self.bodies.particles.position);
        let (pose, body) = (shape.pose(), shape.def.form.rounded_box());
        let pressed = |index: u32| {
            let at = position[index as usize];
            let Separation { normal, distance } = body.separation(pose.to_local(at));
            let is_touching = distance.abs() < radius[index as usize] + CONTACT_DISTANCE;
            let surface = (at, rotated(normal, pose.turn));
            let presses = if is_touching { outward_motions(shape, pose, surface) } else { [false; 3] };
            (presses != [false; 3]).then_some((index, presses))
        };
        let near = self.derived.shape_contacts.broad_phase.particles.iter().filter(|near| near.shape == number);
        let balls = self.state.balls.iter().map(|ball| ball.particle.0);
        let near = near.map(|near| near.particle).filter_map(pressed).take(MAX_PRESSED);
        let mut pressed = near.chain(balls.filter_map(pressed));
        let Some(first) = pressed.next() else { return [0.0; 3] };
        let thickness = self.derived.shape_contacts.thickness;
        let largest = self.state.balls.iter().map(|ball| ball.radius).fold(thickness, f32::max);
        beside.clear();
        // The particles that may touch a pressed particle.
        beside.extend((0..position.len() as u32).filter(|&other| {
            let reach = body.half + (body.radius + 2.0 * largest + radius[other as usize] + CONTACT_DISTANCE);
            pose.to_local(position[other as usize]).abs().cmple(reach).all()
        }));
        std::iter::once(first).chain(pressed).fold([0.0; 3], |most, (index, presses)| {
            let overlap = beside.iter().map(|&other| self.overlap(index, other)).fold(0.0, f32::max);
            raised(most, presses, overlap)
        })
    }

    /// Speed (m/s) at which a shape may go on towards its goal with the particles beside it that overlap others.
    fn carried_speed(&self, shape: &Shape, beside: &[u32]) -> f32 {
        let (displacement, substep) = (&self.bodies.particles.displacement, self.state.clock.substep);
        let way = unit(shape.goal - shape.def.at);
        let speeds = beside.iter().map(|&index| displacement[index as usize].dot(way) / substep);
        CARRYING_LEAD + speeds.fold(f32::INFINITY, f32::min).max(0.0)
    }

    /// Overlap of two particles relative to the sum of their radii; 0 if they are apart or linked.
    fn overlap(&self, one: u32, other: u32) -> f32 {
        let (radius, position) = (&self.derived.particle_contacts.radius, &self.bodies.particles.position);
        let between = position[one as usize] - position[other as usize];
        let apart = radius[one as usize] + radius[other as usize];
        let squared = between.x * between.x + between.y * between.y;
        let is_overlapping = other != one && squared < apart * apart;
        let graph = self.bodies.graph(&self.derived.adjacency);
        let is_linked = || graph.neighbours(one).any(|neighbour| neighbour.particle == other);
        if is_overlapping && !is_linked() { 1.0 - squared.sqrt() / apart } else { 0.0 }
    }

    /// Greatest stretch of a link and its neighbours, where a shape presses the link; 0 elsewhere. Neighbours count
    /// because the links in front of a post may be slack while the links beside them stretch.
    fn pressed_stretch(&self, shape: &Shape, link: &DistanceConstraint) -> Motions<f32> {
        let stretch = self.stretch_at(link.a.0).max(self.stretch_at(link.b.0));
        if stretch <= STRETCH.slowing {
            return [0.0; 3];
        }
        let (pose, body) = (shape.pose(), shape.def.form.rounded_box());
        let margin = self.derived.shape_contacts.thickness + CONTACT_DISTANCE;
        // The link is nearest to the shape at an end or beside a corner.
        let [a, b] = self.ends(link).map(|end| pose.to_local(end));
        let along = b - a;
        let beside = |corner: Vec2| ((corner - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        let points = body.corners().map(beside).chain([0.0, 1.0]).map(|share| a + along * share);
        points.fold([0.0; 3], |most, point| {
            let Separation { normal, distance } = body.separation(point);
            let surface = (pose.to_world(point), rotated(normal, pose.turn));
            let is_touching = distance.abs() < margin;
            if is_touching { raised(most, outward_motions(shape, pose, surface), stretch) } else { most }
        })
    }

    /// Greatest stretch of a particle's rigid links, if it slows a motor; otherwise 0.
    fn stretch_at(&self, particle: u32) -> f32 {
        let Bodies { links, particles, .. } = &self.bodies;
        let here = particles.position[particle as usize];
        let mut most = 0.0;
        for next in self.bodies.graph(&self.derived.adjacency).neighbours(particle) {
            let along = particles.position[next.particle as usize] - here;
            let limit = (1.0 + STRETCH.slowing) * next.rest_length;
            let squared = along.x * along.x + along.y * along.y;
            // The kind is looked up last, because fewer links are stretched.
            let is_rigid = |link: &DistanceConstraint| link.is_rigid() && link.kind != LinkKind::Stop;
            if squared > limit * limit && links.get(next.slot as usize).is_some_and(is_rigid) {
                most = f32::max(most, squared.sqrt() / next.rest_length - 1.0);
            }
        }
        most
    }
}

/// Whether a shape moves so that it may press something. A wheel that turns about its centre does not.
fn can_press(shape: &Shape) -> bool {
    let Shape { def: ShapeDef { form, at, spin, slide, .. }, goal, goal_turn, .. } = shape;
    let turns = (*spin != 0.0 || goal_turn.is_some()) && !matches!(form, Form::Circle { .. });
    turns || goal != at || slide.is_some_and(|slide| slide.speed > 0.0)
}

/// Factor on the speed of each motion under its load, 0 to 1.
fn remaining(load: Motions<f32>, range: &LoadRange) -> Motions<f32> {
    load.map(|load| ((range.stopping - load) / (range.stopping - range.slowing)).clamp(0.0, 1.0))
}

/// Raises the load of the motions that press to `value`, if it is lower.
fn raised(most: Motions<f32>, presses: Motions<bool>, value: f32) -> Motions<f32> {
    array::from_fn(|motion| most[motion].max(if presses[motion] { value } else { 0.0 }))
}

/// Which motions of a shape go outward at a point of its surface (m), given with the outward unit normal there.
fn outward_motions(shape: &Shape, pose: Pose, (at, normal): (Vec2, Vec2)) -> Motions<bool> {
    let is_outward = |way: Vec2| way.dot(normal) > MIN_OUTWARD * (way.x * way.x + way.y * way.y).sqrt();
    let ShapeDef { at: start, turn, spin, slide, .. } = shape.def;
    let aside = (at - pose.at).perp();
    let faces = shape.goal_turn.is_some_and(|to| is_outward(if turn.perp_dot(to) < 0.0 { -aside } else { aside }));
    let slides =
        slide.is_some_and(|Slide { by, speed }| speed > 0.0 && is_outward(if shape.is_returning { -by } else { by }));
    let turns = spin != 0.0 && is_outward(if spin < 0.0 { -aside } else { aside });
    [faces || is_outward(shape.goal - start), slides, turns]
}
