//! Notices that the goal of a scene is reached.

use std::sync::Arc;

use super::session::Timeline;
use crate::scene;
use crate::scene::{GoalParticles, NamedScene};

/// Simulated time for which a goal must hold, s.
const HOLDING_SECONDS: f64 = 5.0;

/// Watches whether the goal of the session's scene is reached: something was built since the scene was opened, and the
/// goal has held for 5 s of simulated time. Noticed once for each build: until the scene is opened again, all is undone, or
/// the present is what was built again.
#[derive(Debug, Default)]
pub struct GoalWatch {
    /// The scene, and its goal.
    scene: Option<(Arc<NamedScene>, Option<GoalParticles>)>,
    /// Simulated time since which the goal holds, s.
    since: Option<f64>,
    is_noticed: bool,
}

impl GoalWatch {
    /// Looks at the session's present. Returns whether its goal is reached now and was not before.
    pub fn is_reached(&mut self, session: &Timeline) -> bool {
        let scene = session.sandbox().shared_scene();
        if self.scene.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, scene)) {
            let goal = scene::goal_particles(&scene.scene);
            *self = Self { scene: Some((Arc::clone(scene), goal)), ..Self::default() };
        }
        let Some((_, Some(goal))) = &self.scene else { return false };
        self.is_noticed &= session.is_edited() && session.sandbox().design().is_some();
        if self.is_noticed || !session.is_edited() || session.is_looking_back() || !holds(goal, session) {
            self.since = None;
            return false;
        }
        let now = session.sandbox().time();
        // An undo may have led to an earlier time.
        let since = self.since.filter(|since| *since <= now).unwrap_or(now);
        self.since = Some(since);
        self.is_noticed = now - since >= HOLDING_SECONDS;
        self.is_noticed
    }

    /// Whether the goal holds, but not for long enough yet: it needs time although nothing moves.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.since.is_some() && !self.is_noticed
    }
}

/// Whether a goal holds at this moment. It does not while particles up to its own are gone, whose ids then name others.
fn holds(goal: &GoalParticles, session: &Timeline) -> bool {
    let last = goal.ids().map(|id| id.0).max().unwrap_or(0);
    goal.holds(session.sandbox().world()) && !session.lacks(0..=last)
}
