//! Notices obstacles that stop, and says once for each what holds it back.

use crate::physics::{MotorLag, Obstruction, Shape, ShapeId};
use crate::sandbox::Sandbox;
use crate::tool::Tool;

/// Least duration of a stop that is reported, s of simulated time: a knock is shorter.
const STOPPED_SECONDS: f64 = 0.5;

/// An obstacle that was stopped, and has not moved freely since.
#[derive(Clone, Copy, Debug)]
struct Stop {
    shape: ShapeId,
    /// Simulated time at which it was stopped, s.
    since: f64,
    is_reported: bool,
}

/// The obstacles that are stopped.
#[derive(Debug, Default)]
pub struct ObstacleStops(Vec<Stop>);

impl ObstacleStops {
    /// Follows all obstacles. Returns why one has stopped, unless that was reported before.
    pub fn news(&mut self, sandbox: &Sandbox) -> Option<String> {
        let (world, now) = (sandbox.world(), sandbox.time());
        let is_slowed = |shape: &Shape| shape.lag != MotorLag::default();
        self.0.retain(|stop| stop.since <= now && world.colliders().shape(stop.shape).is_some_and(is_slowed));
        let mut news = None;
        for shape in world.colliders().shapes() {
            let Some(obstruction) = world.obstruction(shape) else { continue };
            match self.0.iter_mut().find(|stop| stop.shape == shape.id) {
                None => self.0.push(Stop { shape: shape.id, since: now, is_reported: false }),
                Some(stop) if news.is_none() && !stop.is_reported && now - stop.since >= STOPPED_SECONDS => {
                    stop.is_reported = true;
                    news = Some(sentence(shape, obstruction));
                }
                Some(_) => {}
            }
        }
        news
    }
}

/// Why a shape has stopped.
fn sentence(shape: &Shape, obstruction: Obstruction) -> String {
    let why = match obstruction {
        Obstruction::TautLink => "a taut rope holds it back",
        Obstruction::Contact => "what it presses does not give way",
    };
    format!("{} stopped: {why}", Tool::of(shape.def.form).info().name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;
    use crate::scene::NamedScene;

    #[test]
    fn winch_with_a_taut_rope_says_once_why_it_stops() {
        let text = "(version: 1, title: \"t\", view: (min: (-2, -2), max: (2, 2)), build: [
            Circle(at: (0, 0), radius: 0.2, turns: -3),
            Rope(name: \"r\", from: At(-1, 0.2), to: At(0, 0.2), particles: 21, length: 1.05, pins: First),
            Anchor(on: Of(\"r\", 20), obstacle: 0)])";
        let scene = scene::parse("winch", text).expect("it reads");
        let mut sandbox = Sandbox::new(NamedScene { name: "winch".to_owned(), scene }).expect("it builds");
        let mut stops = ObstacleStops::default();
        let mut news = Vec::new();
        for _ in 0..240 {
            sandbox.step();
            news.extend(stops.news(&sandbox));
        }
        assert_eq!(news, ["Circle stopped: a taut rope holds it back"]);
    }
}
