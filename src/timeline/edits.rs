//! Which commands belong together: what the user would call one thing that he did, and takes back at once.

use glam::Vec2;

use super::history::Place;
use crate::{
    physics::{BlowerId, ParticleId, Settings, ShapeId, SoftGround, Springs, Wind},
    sandbox::Command,
    scene::Rival,
};

/// Two moves of a slider with less than this between them, steps, are one edit.
const SLIDER_PAUSE: u64 = 60;

/// Which of the settings a command changes: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Which(u32);

impl Which {
    /// Those in which two differ.
    fn between(before: &Settings, after: &Settings) -> Self {
        let (old, new) = (before, after);
        let Settings {
            step,
            substeps,
            sweeps,
            method,
            order,
            strands,
            give,
            gravity,
            drag,
            restitution,
            friction,
            max_speed,
            hand_speed,
            springs,
            tear,
            wind,
            rope_contact,
        } = *new;
        let Springs { stiffness, inner_friction, air_friction, max_substep, ground } = springs;
        let Wind { velocity, gusts, gust_size, seed, catch } = wind;
        let (soft, was_soft) = (ground.unwrap_or(NOWHERE), old.springs.ground.unwrap_or(NOWHERE));
        let SoftGround { height, repulsion, friction: along, absorption } = soft;
        let differ = [
            step != old.step,
            substeps != old.substeps,
            sweeps != old.sweeps,
            method != old.method,
            order != old.order,
            strands != old.strands,
            give != old.give,
            gravity != old.gravity,
            drag != old.drag,
            restitution != old.restitution,
            friction != old.friction,
            max_speed != old.max_speed,
            hand_speed != old.hand_speed,
            stiffness != old.springs.stiffness,
            inner_friction != old.springs.inner_friction,
            air_friction != old.springs.air_friction,
            max_substep != old.springs.max_substep,
            height != was_soft.height,
            repulsion != was_soft.repulsion,
            along != was_soft.friction,
            absorption != was_soft.absorption,
            tear != old.tear,
            velocity != old.wind.velocity,
            gusts != old.wind.gusts,
            gust_size != old.wind.gust_size,
            seed != old.wind.seed,
            catch != old.wind.catch,
            rope_contact != old.rope_contact,
        ];
        Self((0..).zip(differ).map(|(bit, differs)| u32::from(differs) << bit).sum())
    }

    /// Whether one is among both; what changes nothing goes with anything.
    const fn shares(self, other: Self) -> bool {
        other.0 == 0 || self.0 & other.0 != 0
    }
}

/// Stands for no soft ground: none is so deep.
const NOWHERE: SoftGround = SoftGround { height: f32::NEG_INFINITY, repulsion: 0.0, friction: 0.0, absorption: 0.0 };

/// What sliders set, as it was before a command.
#[derive(Debug)]
pub struct Before {
    /// Of the world.
    pub settings: Settings,
    /// The ghost, where the command is about it.
    pub ghost: Option<Rival>,
}

/// Where each edit of a history began, and what the last one is.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// Before the first command of each.
    begun: Vec<Place>,
    last: Last,
}

/// What the last edit was, as far as more may belong to it.
#[derive(Clone, Debug, Default, PartialEq)]
enum Last {
    #[default]
    Closed,
    /// Hands hold something; everything belongs to it until the last lets go.
    Drag { hands: Vec<u32> },
    /// The scissors' disc is here, m.
    Stroke { at: Vec2 },
    /// A shape is moved or turned.
    Shape { shape: ShapeId },
    /// A shape's speeds and surface, last changed at this step.
    Manner { shape: ShapeId, step: u64 },
    /// A blower is moved or turned.
    Blower { blower: BlowerId },
    /// How hard a blower blows, last changed at this step.
    Jet { blower: BlowerId, step: u64 },
    /// Keys move the held end.
    Drive,
    /// These settings, last changed at this step.
    Settings { which: Which, step: u64 },
    /// Gravity, last changed at this step.
    Gravity { step: u64 },
    /// The weight on a particle, last changed at this step.
    Weight { particle: ParticleId, step: u64 },
    /// These settings of the ghost, last changed at this step.
    Ghost { name: String, which: Which, step: u64 },
}

impl Edits {
    /// Learns that `command` was done at `place`, and whether it had an `effect`: without one it begins nothing. Before it
    /// things were so. Returns whether it is a part of any edit: of the last one, or of one that begins with
    /// it.
    pub fn add(&mut self, place: Place, command: &Command, effect: bool, before: &Before) -> bool {
        let which = match (command, &before.ghost) {
            (Command::SetSettings(settings), _) => Which::between(&before.settings, settings),
            (Command::SetGhost(Some(rival)), Some(last)) if rival.name == last.name => {
                let whole = |rival: &Rival| rival.settings.onto(&before.settings);
                Which::between(&whole(last), &whole(rival))
            }
            _ => Which::default(),
        };
        let joins = self.joins(place.step, command, which);
        if !(effect || joins) {
            return false;
        }
        let (begins, last) = match *command {
            // The window's doing, or what is left of a gesture that was taken back.
            Command::SetRoom(_) => return false,
            Command::MoveHand { .. } | Command::Release { .. } if !joins => return false,
            Command::Hold { hand, .. } => (true, Last::Drag { hands: vec![hand] }),
            Command::Cut { to, .. } => (true, Last::Stroke { at: to }),
            Command::SetSettings(_) => (true, Last::Settings { which, step: place.step }),
            Command::SetGravity(_) => (true, Last::Gravity { step: place.step }),
            Command::SetWeight { particle, .. } => (true, Last::Weight { particle, step: place.step }),
            Command::SetGhost(ref rival) => {
                let tuned = |rival: &Rival| Last::Ghost { name: rival.name.clone(), which, step: place.step };
                (true, rival.as_deref().map_or(Last::Closed, tuned))
            }
            Command::DriveHeldEnd(velocity) => {
                (velocity != Vec2::ZERO, if velocity == Vec2::ZERO { Last::Closed } else { Last::Drive })
            }
            Command::MoveCollider { shape, last, .. } | Command::TurnCollider { shape, last, .. } => {
                (true, if last { Last::Closed } else { Last::Shape { shape } })
            }
            Command::SetManner { shape, .. } => (true, Last::Manner { shape, step: place.step }),
            Command::MoveBlower { blower, last, .. } | Command::TurnBlower { blower, last, .. } => {
                (true, if last { Last::Closed } else { Last::Blower { blower } })
            }
            Command::SetJet { blower, .. } => (true, Last::Jet { blower, step: place.step }),
            Command::MoveHand { .. }
            | Command::Release { .. }
            | Command::AddCollider(_)
            | Command::AddBlower(_)
            | Command::RemoveBlower { .. }
            | Command::RemoveCollider { .. }
            | Command::SetPinned { .. }
            | Command::AddRope { .. }
            | Command::AddNet { .. }
            | Command::PinAtRandom
            | Command::Reset
            | Command::Open(_) => (true, Last::Closed),
        };
        if joins {
            self.go_on(command, last);
        } else {
            if begins {
                self.begun.push(place);
            }
            self.last = last;
        }
        true
    }

    /// Whether a command belongs to the edit before it.
    fn joins(&self, step: u64, command: &Command, which: Which) -> bool {
        match (&self.last, command) {
            // The scene is gone, and the hands with it.
            (_, Command::Reset | Command::Open(_)) => false,
            (Last::Drag { .. }, _) => true,
            (Last::Stroke { at }, Command::Cut { from, .. }) => at == from,
            (
                Last::Shape { shape: before },
                Command::MoveCollider { shape, .. } | Command::TurnCollider { shape, .. },
            ) => before == shape,
            (Last::Manner { shape: before, step: last }, Command::SetManner { shape, .. }) => {
                before == shape && step - last < SLIDER_PAUSE
            }
            (
                Last::Blower { blower: before },
                Command::MoveBlower { blower, .. } | Command::TurnBlower { blower, .. },
            ) => before == blower,
            (Last::Jet { blower: before, step: last }, Command::SetJet { blower, .. }) => {
                before == blower && step - last < SLIDER_PAUSE
            }
            (Last::Drive, Command::DriveHeldEnd(_)) => true,
            // Another slider is another edit, also while time stands still.
            (Last::Settings { which: last, step: before }, Command::SetSettings(_)) => {
                last.shares(which) && step - before < SLIDER_PAUSE
            }
            (Last::Gravity { step: before }, Command::SetGravity(_)) => step - before < SLIDER_PAUSE,
            (&Last::Weight { particle: before, step: last }, &Command::SetWeight { particle, mass: Some(_) }) => {
                before == particle && step - last < SLIDER_PAUSE
            }
            // Another name is another ghost.
            (Last::Ghost { name, which: last, step: at }, Command::SetGhost(Some(rival))) => {
                rival.name == *name && last.shares(which) && step - at < SLIDER_PAUSE
            }
            _ => false,
        }
    }

    fn go_on(&mut self, command: &Command, last: Last) {
        let Last::Drag { hands } = &mut self.last else {
            self.last = last;
            return;
        };
        match command {
            Command::Hold { hand, .. } if !hands.contains(hand) => hands.push(*hand),
            Command::Release { hand } => hands.retain(|other| other != hand),
            _ => {}
        }
        if hands.is_empty() {
            self.last = Last::Closed;
        }
    }

    /// The steps at which they began.
    pub fn steps(&self) -> impl Iterator<Item = u64> + '_ {
        self.begun.iter().map(|begun| begun.step)
    }

    /// The beginning of the last edit that has begun before `place`.
    pub fn before(&self, place: Place) -> Option<Place> {
        self.begun.iter().rev().find(|begun| begun.commands < place.commands).copied()
    }

    /// Takes away the edits that begin at or after `place`. What comes next belongs to none of those before.
    pub fn split_off(&mut self, place: Place) -> Vec<Place> {
        self.last = Last::Closed;
        let first = self.begun.partition_point(|begun| begun.commands < place.commands);
        self.begun.split_off(first)
    }

    /// Puts edits back that [`Edits::split_off`] took away.
    pub fn append(&mut self, mut later: Vec<Place>) {
        self.last = Last::Closed;
        self.begun.append(&mut later);
    }

    /// Takes in the edits that began before all of these.
    pub fn prepend(&mut self, earlier: Self) {
        self.begun.splice(..0, earlier.begun);
    }

    /// Forgets the edits that begin before so many commands, and counts the commands of the others from there.
    pub fn forget(&mut self, commands: usize) {
        self.begun.retain(|begun| begun.commands >= commands);
        self.begun.iter_mut().for_each(|begun| begun.commands -= commands);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{physics::ParticleId, scene::Technique};

    fn edits(commands: &[(u64, Command)]) -> usize {
        let mut edits = Edits::default();
        let mut before = Before { settings: Settings::default(), ghost: None };
        for (index, (step, command)) in commands.iter().enumerate() {
            edits.add(Place { step: *step, commands: index }, command, true, &before);
            match command {
                Command::SetSettings(set) => before.settings = **set,
                Command::SetGhost(set) => before.ghost = set.as_deref().cloned(),
                _ => {}
            }
        }
        edits.begun.len()
    }

    fn hold(hand: u32) -> Command {
        Command::Hold { hand, particle: ParticleId(3), at: Vec2::ONE }
    }

    fn cut(from: f32, to: f32) -> Command {
        Command::Cut { from: Vec2::splat(from), to: Vec2::splat(to), radius: 0.1 }
    }

    #[test]
    fn a_drag_is_one_edit_whatever_is_done_in_it() {
        let pin = Command::SetPinned { particle: ParticleId(3), pinned: true };
        let (to, release) = (Command::MoveHand { hand: 0, to: Vec2::ZERO }, Command::Release { hand: 0 });
        assert_eq!(edits(&[(1, hold(0)), (2, to.clone()), (2, pin.clone()), (3, release.clone())]), 1);
        assert_eq!(edits(&[(1, hold(0)), (3, release.clone()), (4, pin)]), 2);
        let two_hands = [(1, hold(0)), (1, hold(1)), (2, release.clone()), (3, to), (4, Command::Release { hand: 1 })];
        assert_eq!(edits(&two_hands), 1);
        assert_eq!(edits(&[(1, release)]), 0, "nothing was held");
    }

    #[test]
    fn a_stroke_is_one_edit_and_the_next_another() {
        assert_eq!(edits(&[(1, cut(0.0, 1.0)), (1, cut(1.0, 2.0)), (2, cut(2.0, 3.0)), (9, cut(5.0, 6.0))]), 2);
    }

    #[test]
    fn a_shape_that_is_dragged_is_one_edit_until_it_is_let_go() {
        let to = |shape, last| Command::MoveCollider { shape: ShapeId(shape), to: Vec2::ONE, last };
        assert_eq!(edits(&[(1, to(0, false)), (1, to(0, false)), (90, to(0, true)), (90, to(0, false))]), 2);
        assert_eq!(edits(&[(1, to(0, false)), (1, to(1, false))]), 2);
        let turn = Command::TurnCollider { shape: ShapeId(0), to: Vec2::Y, last: true };
        assert_eq!(edits(&[(1, turn.clone()), (1, turn)]), 2, "two turns of the handle");
    }

    #[test]
    fn how_a_shape_moves_by_itself_is_one_edit_until_the_wheel_rests() {
        let spin = |shape, spin| {
            let manner = crate::physics::ShapeProperties { spin, ..Default::default() };
            Command::SetManner { shape: ShapeId(shape), manner }
        };
        assert_eq!(edits(&[(1, spin(0, 0.5)), (9, spin(0, 1.0)), (20, spin(1, 0.5)), (300, spin(1, 1.0))]), 3);
    }

    #[test]
    fn how_hard_a_blower_blows_is_one_edit_until_the_wheel_rests() {
        let jet = |blower, speed| Command::SetJet { blower: BlowerId(blower), speed, reach: 4.0 };
        assert_eq!(edits(&[(1, jet(0, 0.5)), (9, jet(0, 1.0)), (20, jet(1, 0.5)), (300, jet(1, 1.0))]), 3);
    }

    #[test]
    fn a_slider_is_one_edit_until_it_rests() {
        let set = |drag| Command::SetSettings(Box::new(Settings { drag, ..Settings::default() }));
        assert_eq!(edits(&[(1, set(1.0)), (5, set(2.0)), (50, set(3.0)), (200, set(4.0))]), 2);
        assert_eq!(edits(&[(1, set(1.0)), (2, Command::SetGravity(Vec2::ZERO)), (3, set(2.0))]), 3);
    }

    #[test]
    fn two_sliders_of_the_ghost_are_two_edits_and_choosing_it_another() {
        let set = |name: &str, sweeps, give| {
            let settings = Technique { sweeps, give, ..Technique::default() };
            Command::SetGhost(Some(Box::new(Rival { name: name.to_owned(), settings })))
        };
        let chosen = [(7, set("one", 1, 0.0))];
        let first = [(7, set("one", 2, 0.0)), (7, set("one", 3, 0.0)), (7, set("one", 3, 0.0))];
        let second = [(7, set("one", 3, 0.1)), (7, set("one", 3, 0.2))];
        assert_eq!(edits(&[&chosen[..], &first, &second].concat()), 3);
        assert_eq!(edits(&[&first[..], &[(200, set("one", 4, 0.0))], &[(201, set("two", 4, 0.0))]].concat()), 4);
    }

    #[test]
    fn two_sliders_moved_while_time_stands_still_are_two_edits() {
        let set = |drag, friction| {
            let springs = Springs { ground: Some(SoftGround { friction, ..NOWHERE }), ..Springs::default() };
            Command::SetSettings(Box::new(Settings { drag, springs, ..Settings::default() }))
        };
        let first = [(7, set(1.0, 0.0)), (7, set(2.0, 0.0))];
        let second = [(7, set(2.0, 3.0)), (7, set(2.0, 4.0)), (7, set(2.0, 4.0))];
        assert_eq!(edits(&first), 1);
        assert_eq!(edits(&[&first[..], &second[..]].concat()), 2);
    }

    #[test]
    fn keys_that_move_an_end_are_one_edit_until_they_are_up() {
        let drive = |x| Command::DriveHeldEnd(Vec2::new(x, 0.0));
        assert_eq!(edits(&[(1, drive(3.0)), (9, drive(-3.0)), (12, drive(0.0)), (20, drive(3.0))]), 2);
    }
}
