//! The settings that a command changes, which distinguish one slider from another.

use super::Before;
use crate::physics::{Settings, SoftGround, Springs, Wind};
use crate::sandbox::Command;
use crate::scene::Rival;

/// A set of settings, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedSettings(u32);

/// Stands for no soft ground in comparisons.
pub const NO_SOFT_GROUND: SoftGround =
    SoftGround { height: f32::NEG_INFINITY, repulsion: 0.0, friction: 0.0, absorption: 0.0 };

impl ChangedSettings {
    /// The settings of the world or the ghost that a command changes.
    pub fn by(command: &Command, before: &Before) -> Self {
        match (command, &before.ghost) {
            (Command::SetSettings(settings), _) => Self::between(&before.settings, settings),
            (Command::SetGhost(Some(rival)), Some(last)) if rival.name == last.name => {
                let whole = |rival: &Rival| rival.settings.onto(&before.settings);
                Self::between(&whole(last), &whole(rival))
            }
            _ => Self::default(),
        }
    }

    /// The settings that differ.
    fn between(old: &Settings, new: &Settings) -> Self {
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
        let (soft, was_soft) = (ground.unwrap_or(NO_SOFT_GROUND), old.springs.ground.unwrap_or(NO_SOFT_GROUND));
        let SoftGround { height, repulsion, friction: soft_friction, absorption } = soft;
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
            soft_friction != was_soft.friction,
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

    /// Whether two sets have a setting in common. An empty set shares with any.
    pub const fn shares(self, other: Self) -> bool {
        other.0 == 0 || self.0 & other.0 != 0
    }
}
