//! Shapes of the mouse cursor.

use egui::CursorIcon;
use macroquad::miniquad::{self, window};

/// Shows a cursor, or the most similar one that miniquad has.
pub fn show(icon: CursorIcon) {
    window::show_mouse(icon != CursorIcon::None);
    window::set_mouse_cursor(similar(icon));
}

fn similar(icon: CursorIcon) -> miniquad::CursorIcon {
    use miniquad::CursorIcon as Similar;
    match icon {
        CursorIcon::Help => Similar::Help,
        CursorIcon::PointingHand | CursorIcon::Grab | CursorIcon::Grabbing => Similar::Pointer,
        CursorIcon::Wait | CursorIcon::Progress => Similar::Wait,
        CursorIcon::Crosshair | CursorIcon::Cell => Similar::Crosshair,
        CursorIcon::Text | CursorIcon::VerticalText => Similar::Text,
        CursorIcon::Move | CursorIcon::AllScroll => Similar::Move,
        CursorIcon::NotAllowed | CursorIcon::NoDrop => Similar::NotAllowed,
        CursorIcon::ResizeHorizontal | CursorIcon::ResizeEast | CursorIcon::ResizeWest | CursorIcon::ResizeColumn => {
            Similar::EWResize
        }
        CursorIcon::ResizeVertical | CursorIcon::ResizeNorth | CursorIcon::ResizeSouth | CursorIcon::ResizeRow => {
            Similar::NSResize
        }
        CursorIcon::ResizeNeSw | CursorIcon::ResizeNorthEast | CursorIcon::ResizeSouthWest => Similar::NESWResize,
        CursorIcon::ResizeNwSe | CursorIcon::ResizeNorthWest | CursorIcon::ResizeSouthEast => Similar::NWSEResize,
        _ => Similar::Default,
    }
}
