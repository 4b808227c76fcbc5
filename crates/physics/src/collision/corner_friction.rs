//! Links that lie on corners and posts, all of them together: what one presses and drags moves what the next one holds.
//!
//! A rope over a post touches it with the middles of its links, and each of two neighbours has a half of the particle
//! between them. One after the other they do not come to an end: how hard each presses is an alternating row that thirty
//! rounds hardly change, and by what is left of it a rope crept over a post, at 7 mm/s under 90 % of what friction holds.
//! So a chain of such links is solved as a whole, by a semi-smooth Newton method on its contacts (Alart and Curnier 1991,
//! A mixed formulation for frictional contact problems): guess which are open, stick and slide, solve the block
//! tridiagonal system that is left, look which guesses were wrong.

use glam::{DVec2, Vec2};

use crate::collision::swept_contact::Bodies;

/// Most guesses in a substep.
const GUESSES: usize = 8;

/// Rounds of one after the other in the end, for what is linked otherwise than in a chain, and what no guess has settled.
const ROUNDS: usize = 8;

/// They end once none changes by more than this share of what the most pressed is moved by.
const SETTLED: f32 = 1e-4;

/// Nor by more than this, m: positions are rounded.
const NOISE: f32 = 2.5e-7;

/// Least share of itself that a contact has of the motion that it asks for: two at one place have a way out.
const SOFT: f64 = 1e-6;

/// A link that lies on a corner's disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    pub ends: [usize; 2],
    /// The middle of the disc, m.
    pub disc: Vec2,
    /// How much of the point that touches is each end.
    pub shares: (f32, f32),
    /// By how much each end moves where that point is to move by 1.
    pub levers: (f32, f32),
    pub normal: Vec2,
    /// How far the surface has moved there in the substep, m.
    pub carried: Vec2,
    /// How far along the normal the point may not go below, m.
    pub floor: f32,
    /// How far it is to move along the normal in the substep as seen from the surface, m.
    pub outward: f32,
    /// Coulomb's coefficient.
    pub friction: f32,
    /// How far it was moved along the normal so far, m: its displacement, and its place.
    pub pressed: f32,
    pub lifted: f32,
    /// How far friction has moved it so far, counter-clockwise round the shape, m.
    pub dragged: f32,
}

/// All of them in a substep. Scratch, never state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holds {
    list: Vec<Hold>,
    rows: Vec<Row>,
}

/// What a contact does, as guessed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Guess {
    /// Nothing.
    Open,
    Stick,
    /// Friction is at its most, and drags counter-clockwise round the shape (1) or the other way (-1).
    Slide(f64),
}

/// A contact as a row of the system: how far it moves its point, along the normal and across.
#[derive(Clone, Copy, Debug)]
struct Row {
    guess: Guess,
    /// How far its point is to be moved, m.
    wanted: DVec2,
    /// What the motion of the last one's and the next one's point does to this.
    last: Block,
    next: Block,
    /// By how much its own point follows.
    own: f64,
    /// The eliminated system: its point moves by `moved - onward * next one's`.
    onward: Block,
    moved: DVec2,
}

/// A matrix of two rows.
#[derive(Clone, Copy, Debug, Default)]
struct Block(DVec2, DVec2);

impl Holds {
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Makes room for so many.
    pub fn reserve(&mut self, most: usize) {
        self.list.reserve(most.saturating_sub(self.list.len()));
        self.rows.reserve(most.saturating_sub(self.rows.len()));
    }

    pub fn add(&mut self, hold: Hold) {
        self.list.push(hold);
    }

    /// Moves what they hold as far as contact and friction can.
    pub fn settle(&mut self, bodies: &mut Bodies) {
        let Self { list, rows } = self;
        bend(list);
        for chain in list.chunk_by_mut(|one, other| one.is_joined(other)) {
            // A single one is exact without.
            if chain.len() > 1 {
                solve(rows, chain, bodies);
            }
        }
        for round in 0..ROUNDS {
            let (mut most, mut change) = (0.0, 0.0);
            let mut settle = |hold: &mut Hold| {
                change = hold.settle(bodies).max(change);
                most = hold.pressed.max(most);
            };
            if round % 2 == 0 {
                list.iter_mut().rev().for_each(&mut settle);
            } else {
                list.iter_mut().for_each(&mut settle);
            }
            if change <= SETTLED * most + NOISE {
                break;
            }
        }
    }
}

/// Gives links that lie on one disc the friction of the arc between them.
fn bend(list: &mut [Hold]) {
    let bends = |one: &Hold, other: &Hold| {
        let joined = one.disc == other.disc && one.is_joined(other);
        joined.then(|| one.friction * (bent(one.friction, one.normal, other.normal) - 1.0))
    };
    let mut before = None;
    for i in 0..list.len() {
        // The next link still has the friction of the surface.
        let after = list.get(i + 1).and_then(|next| bends(next, &list[i]));
        // Beyond the first and the last link that touch, the rope bends once more as it leaves the disc.
        let more = match (before, after) {
            (Some(one), Some(other)) => 0.5 * (one + other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        };
        list[i].friction += more;
        before = after;
    }
}

/// How much more friction is where a rope bends by the angle between two normals, than where the links before and behind
/// the bend lie: what lies on the arc is pressed harder than they are. It makes up for it that
/// the pulls on both sides of the bend are as e^(friction x angle) to 1.
fn bent(friction: f32, one: Vec2, other: Vec2) -> f32 {
    const MOST: f32 = 0.85;
    let sine = one.perp_dot(other).abs().min(MOST);
    if one.dot(other) < 0.0 || sine < 1e-3 || friction <= 0.0 {
        return 1.0;
    }
    // asin and sinh, to a thousandth: of at most 1 rad.
    let square = sine * sine;
    let angle = sine * (1.0 + square * (1.0 / 6.0 + square * (0.075 + square * 0.0446)));
    let x = friction * angle;
    let sinh = x * (1.0 + x * x * (1.0 / 6.0 + x * x / 120.0));
    sinh / (friction * sine)
}

/// Solves a chain, and moves what it holds.
fn solve(rows: &mut Vec<Row>, chain: &mut [Hold], bodies: &mut Bodies) {
    rows.clear();
    rows.extend((0..chain.len()).map(|i| {
        let coupled = |j: Option<usize>| j.and_then(|j| chain.get(j)).map_or(Block::default(), |j| chain[i].coupled(j));
        Row {
            guess: Guess::Stick,
            wanted: chain[i].wanted(bodies),
            last: coupled(i.checked_sub(1)),
            next: coupled(Some(i + 1)),
            own: f64::from(chain[i].share_of(&chain[i])).max(SOFT),
            onward: Block::default(),
            moved: DVec2::ZERO,
        }
    }));
    // What they were moved by already is found anew.
    for i in 0..rows.len() {
        let of = |j: Option<usize>| j.and_then(|j| chain.get(j)).map_or(DVec2::ZERO, Hold::motion);
        let Row { last, next, own, .. } = rows[i];
        rows[i].wanted += chain[i].motion() * own + last.times(of(i.checked_sub(1))) + next.times(of(Some(i + 1)));
    }
    // What does not come to an end is left to the rounds.
    let is_solved = (0..GUESSES).any(|_| {
        eliminate(rows, chain);
        !correct(rows, chain)
    });
    if !is_solved {
        return;
    }
    for (hold, row) in chain.iter_mut().zip(rows) {
        let pressed = row.moved.x.max(0.0);
        let most = f64::from(hold.friction) * pressed;
        let (pressed, dragged) = (pressed as f32, row.moved.y.max(-most).min(most) as f32);
        // What rests on a surface is lifted by as much as it is pressed.
        let lifted = hold.lifted + (pressed - hold.pressed);
        hold.move_by(bodies, (pressed, if lifted > 0.0 { lifted } else { 0.0 }, dragged));
    }
}

/// Solves the system as it is under the guesses.
fn eliminate(rows: &mut [Row], chain: &[Hold]) {
    let (mut onward, mut moved) = (Block::default(), DVec2::ZERO);
    for (row, hold) in rows.iter_mut().zip(chain) {
        let mut own = Block(DVec2::new(row.own, 0.0), DVec2::new(0.0, row.own)).minus(row.last.by(onward));
        let mut wanted = row.wanted - row.last.times(moved);
        let mut next = row.next;
        match row.guess {
            Guess::Stick => {}
            Guess::Open => (own, wanted, next) = (Block(DVec2::X, DVec2::Y), DVec2::ZERO, Block::default()),
            Guess::Slide(way) => {
                (own.1, wanted.y, next.1) = (DVec2::new(-way * f64::from(hold.friction), 1.0), 0.0, DVec2::ZERO);
            }
        }
        let inverse = own.inverse();
        (row.onward, row.moved) = (inverse.by(next), inverse.times(wanted));
        (onward, moved) = (row.onward, row.moved);
    }
    let mut after = DVec2::ZERO;
    for row in rows.iter_mut().rev() {
        row.moved -= row.onward.times(after);
        after = row.moved;
    }
}

/// Looks which guesses were wrong. Returns whether there was one.
fn correct(rows: &mut [Row], chain: &[Hold]) -> bool {
    let mut wrong = false;
    for i in 0..rows.len() {
        let row = rows[i];
        let of = |j: Option<usize>| j.and_then(|j| rows.get(j)).map_or(DVec2::ZERO, |row| row.moved);
        // What is left of what its point was to be moved.
        let left =
            row.wanted - row.moved * row.own - row.last.times(of(i.checked_sub(1))) - row.next.times(of(Some(i + 1)));
        let most = f64::from(chain[i].friction) * row.moved.x;
        let guess = match row.guess {
            Guess::Open if left.x > 0.0 => Guess::Stick,
            Guess::Open => Guess::Open,
            _ if row.moved.x < 0.0 => Guess::Open,
            Guess::Stick if row.moved.y > most => Guess::Slide(1.0),
            Guess::Stick if row.moved.y < -most => Guess::Slide(-1.0),
            // It drags the way in which the point would be moved further, or it has gone too far.
            Guess::Slide(way) if left.y * way < 0.0 => Guess::Stick,
            guess => guess,
        };
        wrong |= guess != row.guess;
        rows[i].guess = guess;
    }
    wrong
}

impl Hold {
    fn is_joined(&self, other: &Self) -> bool {
        self.ends.iter().any(|end| other.ends.contains(end))
    }

    /// By how much its point moves where another's is moved by 1.
    fn share_of(&self, other: &Self) -> f32 {
        let of = |end: usize, share: f32| {
            let [a, b] = other.ends;
            share * (if a == end { other.levers.0 } else { 0.0 } + if b == end { other.levers.1 } else { 0.0 })
        };
        of(self.ends[0], self.shares.0) + of(self.ends[1], self.shares.1)
    }

    /// The same, each point as its own normal sees it.
    fn coupled(&self, other: &Self) -> Block {
        let (one, other_normal) = (self.normal.as_dvec2(), other.normal.as_dvec2());
        let share = f64::from(self.share_of(other));
        let (cos, sin) = (one.dot(other_normal) * share, one.perp_dot(other_normal) * share);
        Block(DVec2::new(cos, -sin), DVec2::new(sin, cos))
    }

    /// How far its point was moved, along the normal and across.
    fn motion(&self) -> DVec2 {
        DVec2::new(self.pressed.into(), self.dragged.into())
    }

    /// Its point, m, and how far that has moved in the substep as seen from the surface, m.
    fn point(&self, bodies: &Bodies) -> (Vec2, Vec2) {
        let [a, b] = self.ends;
        let between = |values: &[Vec2]| values[a] * self.shares.0 + values[b] * self.shares.1;
        (between(bodies.position), between(bodies.displacement) - self.carried)
    }

    /// How far its point is to be moved, along the normal and across.
    fn wanted(&self, bodies: &Bodies) -> DVec2 {
        let relative = self.point(bodies).1;
        DVec2::new((self.outward - relative.dot(self.normal)).into(), (-relative.dot(self.normal.perp())).into())
    }

    /// Moves it along the normal and across, as far as contact and friction can. Returns how far that is, m.
    fn settle(&mut self, bodies: &mut Bodies) -> f32 {
        let (point, relative) = self.point(bodies);
        let grown = |sum: f32, by: f32| if sum + by > 0.0 { sum + by } else { 0.0 };
        let pressed = grown(self.pressed, self.outward - relative.dot(self.normal));
        let lifted = grown(self.lifted, self.floor - point.dot(self.normal));
        let most = self.friction * pressed;
        // Not `clamp`: it panics where a bound is not a number, and what is pressed without bound makes one.
        let wanted = self.dragged - relative.dot(self.normal.perp());
        let dragged = if wanted > most {
            most
        } else if wanted < -most {
            -most
        } else {
            wanted
        };
        let sides = [pressed - self.pressed, lifted - self.lifted, dragged - self.dragged];
        self.move_by(bodies, (pressed, lifted, dragged));
        sides.into_iter().fold(0.0, |most, side| side.abs().max(most))
    }

    /// Lets it be moved by so much in all.
    fn move_by(&mut self, bodies: &mut Bodies, (pressed, lifted, dragged): (f32, f32, f32)) {
        let drag = self.normal.perp() * (dragged - self.dragged);
        let shift = self.normal * (lifted - self.lifted) + drag;
        let change = self.normal * (pressed - self.pressed) + drag;
        if !(shift.is_finite() && change.is_finite()) {
            return;
        }
        (self.pressed, self.lifted, self.dragged) = (pressed, lifted, dragged);
        for (end, scale) in self.ends.into_iter().zip([self.levers.0, self.levers.1]) {
            bodies.position[end] += shift * scale;
            bodies.displacement[end] += change * scale;
        }
    }
}

impl Block {
    fn times(self, v: DVec2) -> DVec2 {
        DVec2::new(self.0.dot(v), self.1.dot(v))
    }

    fn by(self, other: Self) -> Self {
        let row = |row: DVec2| other.0 * row.x + other.1 * row.y;
        Self(row(self.0), row(self.1))
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    fn inverse(self) -> Self {
        let Self(DVec2 { x: a, y: b }, DVec2 { x: c, y: d }) = self;
        let determinant = a * d - b * c;
        Self(DVec2::new(d, -b) / determinant, DVec2::new(-c, a) / determinant)
    }
}
