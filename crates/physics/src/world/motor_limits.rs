//! Shapes that are led, or move by themselves, against what cannot go aside: they press so hard, and no harder.

use glam::Vec2;

use crate::{
    geometry::moving_shape::{Form, MotorSpeeds, Pose, Shape, ShapeDef, Slide},
    math::vector::rotated,
    particles::{
        constraint_graph::ConstraintGraph,
        distance_constraint::{DistanceConstraint, LinkKind},
    },
    settings::{Method, Settings},
    world::{
        World,
        data::{Bodies, Derived, State},
    },
};

/// A shape goes slower from the first of these on, and not at all from the second: by what share the most stretched link that
/// it presses is too long. One that is led and never too weak drew the ropes of `welcome` out to four times their lengths, for
/// as long as it was there; one that slides or turns by itself drew nets, webs and cloth out by 70 to 1 800 %, now by 8 to 17 %
/// at 0.2 to 5 m/s and 0.5 to 20 rad/s.
const TAUT: (f32, f32) = (0.02, 0.08);

/// Nearer than this to a shape, m, a link lies on it. What is deeper inside was there when the shape was put there, and is not
/// pressed.
const TOUCHING: f32 = 5e-3;

/// The same for discs that it presses into each other: by what share of the sum of their radii they overlap. At rest that is
/// 0.05 at the most. A post that was pressed into `rope-pile` hooked ropes into each other, and left links stretched by 19 to
/// 28 % for ever, in six of six tries; now by 1 to 3 %.
const TIGHT: (f32, f32) = (0.06, 0.2);

/// A shape in which something lies deep that is longer by this share was put there, and goes on by itself: it shakes that
/// loose. The first is for webs. The second is for ropes, which hang before the shape, or go aside, before they are longer by so
/// much ([`crate::collision::depenetration`]).
const CAUGHT: (f32, f32) = (0.5, 0.05);

/// Discs that are looked at for a shape, at the most.
const MOST_PRESSED: usize = 64;

/// Least share of a shape's motion that is outward where it presses: what it slides along does not stop it.
const AHEAD: f32 = 0.1;

/// Something of each of a shape's motions: that by which it is led, its way there and back, and its turning.
type Motions<T> = [T; 3];

impl World {
    /// How fast each shape goes in a substep: slower where it presses what is taut already, or discs that lie close. What it
    /// does by itself waits meanwhile, as with a motor of limited force, and goes on when what stops it gives way.
    ///
    /// Only what is near a shape is looked at. Where nothing moves, nothing is.
    pub(crate) fn push(&mut self, paces: &mut Vec<MotorSpeeds>, early: bool) {
        let Settings { method, tear, give, hand_speed, .. } = self.state.settings;
        let free = MotorSpeeds::free(hand_speed);
        paces.clear();
        paces.resize(self.state.colliders.shapes().len(), free);
        // What would not let it press could not tear.
        if method == Method::Springs || tear.is_some() || !self.state.colliders.shapes().iter().any(presses) {
            return;
        }
        let Self {
            derived: Derived { shape_contacts, .. },
            state: State { colliders, .. },
            bodies: Bodies { particles, links, .. },
            ..
        } = &mut *self;
        shape_contacts.seek((colliders, presses), particles, (links, early));
        for ((number, shape), pace) in (0..).zip(self.state.colliders.shapes()).zip(&mut *paces) {
            if !presses(shape) {
                continue;
            }
            let mut catches = false;
            let near =
                self.derived.shape_contacts.candidates(number).filter_map(|slot| self.bodies.links.get(slot as usize));
            for link in near.filter(|link| link.stiffness >= 1.0 && self.is_near(number, link)) {
                catches |= self.is_caught(shape, link);
                // What gives is longer by itself.
                let [led, slides, turns] = shares(self.pressed(shape, link).map(|most| (1.0 - give) * most), TAUT);
                pace.led = pace.led.min(hand_speed * led);
                (pace.slides, pace.turns) = (pace.slides.min(slides), pace.turns.min(turns));
            }
            if catches {
                (pace.slides, pace.turns) = (free.slides, free.turns);
            }
        }
        if !self.derived.particle_contacts.radius.is_empty() {
            self.push_discs(paces);
        }
    }

    /// The same for discs that a shape presses into each other.
    fn push_discs(&mut self, paces: &mut [MotorSpeeds]) {
        let mut beside = std::mem::take(&mut self.derived.shape_contacts.beside);
        beside.reserve(self.bodies.particles.len().saturating_sub(beside.len()));
        for ((number, shape), pace) in (0..).zip(self.state.colliders.shapes()).zip(paces) {
            if presses(shape) {
                let [led, slides, turns] = shares(self.squeezed((number, shape), &mut beside), TIGHT);
                *pace = MotorSpeeds { led: pace.led * led, slides: pace.slides * slides, turns: pace.turns * turns };
            }
        }
        self.derived.shape_contacts.beside = beside;
    }

    /// Whether a link may touch a shape.
    fn is_near(&self, shape: u32, link: &DistanceConstraint) -> bool {
        let [a, b] = [link.a, link.b].map(|end| self.bodies.particles.position[end.index()]);
        let (low, high) = self.derived.shape_contacts.bounds(shape);
        a.max(b).cmpge(low).all() && a.min(b).cmple(high).all()
    }

    /// Whether a link is drawn out that has an end deep inside a shape, farther than what pressing draws out.
    fn is_caught(&self, shape: &Shape, link: &DistanceConstraint) -> bool {
        let [a, b] = [link.a, link.b].map(|end| self.bodies.particles.position[end.index()]);
        let caught = if self.derived.shape_contacts.is_web(link.a.0) { CAUGHT.0 } else { CAUGHT.1 };
        // What gives is longer by itself.
        let (way, long) = (b - a, (1.0 + caught) * link.rest_length / (1.0 - self.state.settings.give));
        let is_deep = |at: Vec2| shape.def.form.distance(shape.pose().to_local(at)) < -TOUCHING;
        way.x * way.x + way.y * way.y > long * long && (is_deep(a) || is_deep(b))
    }

    /// By what share of the sum of their radii those of the discs overlap that a shape presses, at the most. `beside` is
    /// scratch.
    fn squeezed(&self, (number, shape): (u32, &Shape), beside: &mut Vec<u32>) -> Motions<f32> {
        let (radius, position) = (&self.derived.particle_contacts.radius, &self.bodies.particles.position);
        let (pose, body) = (shape.pose(), shape.def.form.rounded_box());
        let graph = ConstraintGraph {
            adjacency: &self.derived.adjacency,
            links: &self.bodies.links,
            particles: &self.bodies.particles,
        };
        let pressed = |index: u32| {
            let at = position[index as usize];
            let (normal, distance) = body.surface(pose.to_local(at));
            let lies_on_it = distance.abs() < radius[index as usize] + TOUCHING;
            let heads = if lies_on_it { heads(shape, pose, (at, rotated(normal, pose.turn))) } else { [false; 3] };
            (heads != [false; 3]).then_some((index, heads))
        };
        let near = self.derived.shape_contacts.candidate_particles().iter().filter(|near| near.1 == number);
        let balls = self.state.balls.iter().map(|ball| ball.particle.0);
        let mut pressed =
            near.map(|near| near.0).filter_map(pressed).take(MOST_PRESSED).chain(balls.filter_map(pressed));
        let Some(first) = pressed.next() else { return [0.0; 3] };
        // What may come to touch those: no farther from the shape than so much.
        let large =
            self.state.balls.iter().map(|ball| ball.radius).fold(self.derived.shape_contacts.thickness, f32::max);
        beside.clear();
        beside.extend((0..position.len() as u32).filter(|&other| {
            let most = body.half + (body.radius + 2.0 * large + radius[other as usize] + TOUCHING);
            pose.to_local(position[other as usize]).abs().cmple(most).all()
        }));
        let nearness = |index: u32, other: u32| {
            let way = position[index as usize] - position[other as usize];
            let apart = radius[index as usize] + radius[other as usize];
            let squared = way.x * way.x + way.y * way.y;
            let is_near = other != index && squared < apart * apart;
            let is_tied = || graph.neighbours(index).any(|neighbour| neighbour.particle == other);
            if is_near && !is_tied() { 1.0 - squared.sqrt() / apart } else { 0.0 }
        };
        let mut most = [0.0; 3];
        for (index, heads) in std::iter::once(first).chain(pressed) {
            let nearest = beside.iter().map(|&other| nearness(index, other)).fold(0.0, f32::max);
            most = greater(most, heads, nearest);
        }
        most
    }

    /// By what share of its length the longest link is too long of those that a link ends in, or of that itself, where a shape
    /// presses it; 0 where it does not. What lies on a shape is not always what it draws out: the threads before a post that
    /// comes from the side of a web are slack, and were pushed on until those beside them were four times too long.
    fn pressed(&self, shape: &Shape, link: &DistanceConstraint) -> Motions<f32> {
        let stretch = self.drawn(link.a.0).max(self.drawn(link.b.0));
        if stretch <= TAUT.0 {
            return [0.0; 3];
        }
        let [a, b] = [link.a, link.b].map(|end| self.bodies.particles.position[end.index()]);
        let (pose, body) = (shape.pose(), shape.def.form.rounded_box());
        let margin = self.derived.shape_contacts.thickness + TOUCHING;
        // Where the link is nearest to the shape: at an end, or beside a corner.
        let (one, along) = (pose.to_local(a), pose.to_local(b) - pose.to_local(a));
        let beside = |corner: Vec2| ((corner - one).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        let places = body.corners().map(beside).chain([0.0, 1.0]).map(|share| one + along * share);
        places.fold([0.0; 3], |most, place| {
            let (normal, distance) = body.surface(place);
            if distance.abs() >= margin {
                return most;
            }
            greater(most, heads(shape, pose, (pose.to_world(place), rotated(normal, pose.turn))), stretch)
        })
    }

    /// By what share of its length the longest link of a particle is too long, if that is enough to slow a shape; or less.
    fn drawn(&self, particle: u32) -> f32 {
        let Self { derived: Derived { adjacency, .. }, bodies: Bodies { links, particles, .. }, .. } = self;
        let here = particles.position[particle as usize];
        let mut most = 0.0;
        for next in (ConstraintGraph { adjacency, links, particles }).neighbours(particle) {
            let way = particles.position[next.particle as usize] - here;
            let (squared, slack) = (way.x * way.x + way.y * way.y, (1.0 + TAUT.0) * next.rest_length);
            // Few are: what kind of link it is, is looked at last.
            if squared > slack * slack
                && links
                    .get(next.slot as usize)
                    .is_some_and(|link| link.stiffness >= 1.0 && link.kind != LinkKind::Stop)
            {
                most = f32::max(most, squared.sqrt() / next.rest_length - 1.0);
            }
        }
        most
    }
}

/// Whether a shape moves so that it may press something: not a wheel that turns where it is.
fn presses(shape: &Shape) -> bool {
    let Shape { def: ShapeDef { form, at, spin, slide, .. }, goal, facing, .. } = shape;
    let turns = (*spin != 0.0 || facing.is_some()) && !matches!(form, Form::Circle { .. });
    turns || goal != at || slide.is_some_and(|slide| slide.speed > 0.0)
}

/// What is left of each motion where it meets so much, that slows it from the first of the limits on and stops it at the second.
fn shares(most: Motions<f32>, (light, full): (f32, f32)) -> Motions<f32> {
    most.map(|most| ((full - most) / (full - light)).clamp(0.0, 1.0))
}

/// The same with `value` for the motions that it is in the way of, if that is more.
fn greater(most: Motions<f32>, heads: Motions<bool>, value: f32) -> Motions<f32> {
    let [led, slides, turns] = heads.map(|heads| if heads { value } else { 0.0 });
    [most[0].max(led), most[1].max(slides), most[2].max(turns)]
}

/// Which motions of a shape lead outward where a point of its surface is, m, with a unit vector out of it there.
fn heads(shape: &Shape, pose: Pose, (at, normal): (Vec2, Vec2)) -> Motions<bool> {
    let outward = |way: Vec2| way.dot(normal) > AHEAD * (way.x * way.x + way.y * way.y).sqrt();
    let ShapeDef { at: place, turn, spin, slide, .. } = shape.def;
    let aside = (at - pose.at).perp();
    let faces = shape.facing.is_some_and(|to| outward(if turn.perp_dot(to) < 0.0 { -aside } else { aside }));
    let slides = slide.is_some_and(|Slide { by, speed }| speed > 0.0 && outward(if shape.back { -by } else { by }));
    [faces || outward(shape.goal - place), slides, spin != 0.0 && outward(if spin < 0.0 { -aside } else { aside })]
}
