//! Where a drawn part begins and ends: at particles near the pointer, and with Shift on a grid and at round angles.

use glam::Vec2;

use super::{DragForm, DrawnEnd};
use crate::sandbox::Sandbox;
use crate::tool::object::MARGIN;
use crate::tool::{PointerEvent, joint::shape_at};

/// Distance of the lines of the grid, m.
const GRID: f32 = 0.1;

/// Step of angles, degrees.
const ANGLE: f32 = 15.0;

/// Where a drag starts.
pub fn start(drag: DragForm, event: PointerEvent, is_shift_down: bool, sandbox: &Sandbox) -> DrawnEnd {
    let at = if is_shift_down { on_grid(event.at) } else { event.at };
    joined(drag, event, sandbox).unwrap_or_else(|| in_the_air(drag, at, event, sandbox))
}

/// Where a drag from `from` ends.
pub fn end(drag: DragForm, from: DrawnEnd, event: PointerEvent, is_shift_down: bool, sandbox: &Sandbox) -> DrawnEnd {
    let start = from.now(sandbox).at;
    let at = match drag {
        _ if !is_shift_down => event.at,
        DragForm::Corners => on_grid(event.at),
        DragForm::Ends | DragForm::Places | DragForm::Radius | DragForm::Height => start + round(event.at - start),
    };
    let joined = joined(drag, event, sandbox).filter(|end| end.particle != from.particle);
    joined.unwrap_or_else(|| in_the_air(drag, at, event, sandbox))
}

/// The particle near the pointer, if ends join particles.
fn joined(drag: DragForm, event: PointerEvent, sandbox: &Sandbox) -> Option<DrawnEnd> {
    let particle = event.nearest(sandbox).filter(|_| drag == DragForm::Ends)?;
    Some(DrawnEnd { at: event.at, particle: Some(particle), shape: None }.now(sandbox))
}

/// An end without a particle; on the surface of obstacles, which would push it out at once.
fn in_the_air(drag: DragForm, at: Vec2, event: PointerEvent, sandbox: &Sandbox) -> DrawnEnd {
    let world = sandbox.world();
    let is_end = matches!(drag, DragForm::Ends | DragForm::Corners);
    let obstacle = shape_at(at, event.margin(MARGIN), world).filter(|_| drag == DragForm::Ends);
    let at = obstacle.map_or(at, |obstacle| obstacle.at);
    let at = if is_end { world.colliders().outside(at) } else { at };
    DrawnEnd { at, particle: None, shape: obstacle.map(|obstacle| obstacle.shape) }
}

/// The nearest point of the grid, m.
fn on_grid(at: Vec2) -> Vec2 {
    (at / GRID).round() * GRID
}

/// The nearest vector with a round angle and a length on the grid, m.
fn round(span: Vec2) -> Vec2 {
    let angle = (span.y.atan2(span.x).to_degrees() / ANGLE).round() * ANGLE;
    let length = (span.length() / GRID).round() * GRID;
    let direction = Vec2::from_angle(angle.to_radians());
    // An upright rope has no sideways part, not one of a millionth.
    let is_upright = angle.rem_euclid(90.0) == 0.0;
    length * if is_upright { direction.round() } else { direction }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_rounds_angle_to_15_degrees_and_length_to_the_grid() {
        assert_eq!(round(Vec2::new(1.02, 0.04)), Vec2::new(1.0, 0.0));
        assert_eq!(round(Vec2::new(0.03, -0.71)), Vec2::new(0.0, -0.7));
        let slanted = round(Vec2::new(0.9, 0.5));
        assert!((slanted.length() - 1.0).abs() < 1e-6 && (slanted.y / slanted.x - 0.577_35).abs() < 1e-4, "{slanted}");
        assert_eq!(on_grid(Vec2::new(0.26, -1.04)), Vec2::new(0.3, -1.0));
    }
}
