//! The keys of machines that are held: on the keyboard, or as caps in the picture.

use macroquad::miniquad::KeyCode;

use crate::physics::{Control, World};
use crate::sandbox::Command;

/// What holds a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The key itself.
    Key(KeyCode),
    /// The left button, or the keyboard's cursor, on its cap.
    Pointer,
    /// A finger on its cap.
    Finger(u64),
}

/// The keys that are held, each once for everything that holds it.
#[derive(Debug, Default)]
pub struct MachineKeys(Vec<(Holder, char)>);

impl MachineKeys {
    /// Holds a key that works machines. Returns the command, unless something else holds it.
    pub fn hold(&mut self, holder: Holder, key: char) -> Option<Command> {
        let was_held = self.is_held(key);
        self.0.retain(|(other, _)| *other != holder);
        self.0.push((holder, key));
        (!was_held).then_some(Command::HoldKey { key, held: true })
    }

    /// Lets a key go. `None` if that holds none, or the command, if nothing else holds it.
    pub fn release(&mut self, holder: Holder) -> Option<Option<Command>> {
        let place = self.0.iter().position(|(other, _)| *other == holder)?;
        let (_, key) = self.0.remove(place);
        Some((!self.is_held(key)).then_some(Command::HoldKey { key, held: false }))
    }

    /// Lets all keys go, and returns the commands.
    pub fn release_all(&mut self) -> Vec<Command> {
        let mut keys: Vec<char> = std::mem::take(&mut self.0).into_iter().map(|(_, key)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(|key| Command::HoldKey { key, held: false }).collect()
    }

    /// Whether something holds a key by this.
    pub fn is_holding(&self, holder: Holder) -> bool {
        self.0.iter().any(|(other, _)| *other == holder)
    }

    fn is_held(&self, key: char) -> bool {
        self.0.iter().any(|(_, other)| *other == key)
    }
}

/// The key by which machines of a world know a key of the keyboard: the first of its names to which one is bound.
/// `None` if that key is the program's.
pub fn bound_key(mut names: impl Iterator<Item = char>, world: &World) -> Option<char> {
    names.find(|&name| controls(world).any(|control| control.has(name)))
}

/// All keys to which machines of a world are bound, in the order of the machines.
pub fn bound_keys(world: &World) -> Vec<char> {
    let mut keys = Vec::new();
    for key in controls(world).flat_map(|control| [control.forward, control.back]).flatten() {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

fn controls(world: &World) -> impl Iterator<Item = Control> + '_ {
    let links = world.driven_links().iter().map(|link| link.drive.control);
    links.chain(world.motors().iter().map(|motor| motor.drive.control))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::actions::machine_keys;
    use crate::sandbox::Sandbox;
    use crate::scene;

    /// A winch that O lets out and L winds in.
    fn crane() -> Sandbox {
        let text = "(version: 1, title: \"\", hint: \"\", view: (min: (-1, -1), max: (1, 1)), build: [
            Winch(a: At(0, 1), b: At(0, 0), keys: (forward: Some('o'), back: Some('l'))),
        ])";
        let scene = scene::parse("crane", text).expect("a valid scene");
        Sandbox::new(scene::NamedScene { name: "crane".to_owned(), scene }).expect("the scene builds")
    }

    const fn command(key: char, held: bool) -> Command {
        Command::HoldKey { key, held }
    }

    #[test]
    fn only_bound_keys_are_taken_from_the_program() {
        let sandbox = crane();
        let bound = |code| bound_key(machine_keys(code), sandbox.world());
        assert_eq!([KeyCode::O, KeyCode::L, KeyCode::G].map(bound), [Some('o'), Some('l'), None]);
        assert_eq!([KeyCode::Space, KeyCode::Escape, KeyCode::F1].map(bound), [None; 3]);
        assert_eq!(bound_keys(sandbox.world()), ['o', 'l']);
    }

    #[test]
    fn several_keys_are_held_at_once_and_released_alone() {
        let mut keys = MachineKeys::default();
        let [o, l] = [KeyCode::O, KeyCode::L].map(Holder::Key);
        assert_eq!([keys.hold(o, 'o'), keys.hold(l, 'l')], [Some(command('o', true)), Some(command('l', true))]);
        assert_eq!(keys.release(o), Some(Some(command('o', false))));
        assert!(keys.is_holding(l));
        assert_eq!(keys.release(o), None, "its release is the program's");
    }

    #[test]
    fn key_that_is_held_twice_is_released_once() {
        let mut keys = MachineKeys::default();
        keys.hold(Holder::Key(KeyCode::O), 'o');
        assert_eq!(keys.hold(Holder::Finger(3), 'o'), None);
        assert_eq!(keys.release(Holder::Key(KeyCode::O)), Some(None), "the finger still holds it");
        assert_eq!(keys.release(Holder::Finger(3)), Some(Some(command('o', false))));
    }

    #[test]
    fn lost_focus_releases_every_key() {
        let mut sandbox = crane();
        let mut keys = MachineKeys::default();
        let held = [(Holder::Key(KeyCode::O), 'o'), (Holder::Pointer, 'o'), (Holder::Finger(1), 'l')];
        held.into_iter().filter_map(|(holder, key)| keys.hold(holder, key)).for_each(|held| sandbox.apply(&held));
        assert_eq!(sandbox.world().held_keys(), ['l', 'o']);
        keys.release_all().iter().for_each(|released| sandbox.apply(released));
        assert_eq!(sandbox.world().held_keys(), []);
        assert!(!keys.is_holding(Holder::Pointer) && keys.release_all().is_empty());
    }
}
