//! The parts. To add one, write its recipe and its icon, list it here, and name it in `tool/kind.rs`.

use super::{DragForm, Part, icons, recipes};
use crate::tool::ToolOption as Is;

/// Defines each part as a static from one table: key, with Shift or not, name, tip, drag, options.
macro_rules! parts {
    ($($part:ident = $recipe:ident { $($shift:ident +)? $key:literal, $name:literal, $tip:literal, $drag:ident, [$($option:ident),*] })*) => {
        $(pub static $part: Part = Part {
            name: $name,
            key: $key,
            needs_shift: !concat!($(stringify!($shift))?).is_empty(),
            tip: $tip,
            drag: DragForm::$drag,
            options: &[$(Is::$option),*],
            icon: icons::$recipe,
            recipe: recipes::$recipe,
        };)*
    };
}

parts! {
    ROPE = rope { '4', "Rope", "drag end to end; in the air its upper end gets a pin", Ends, [Slack, LinkLength, EndPins, RopeMaterial] }
    NET = net { '5', "Net", "drag a rectangle; its upper corners are pinned", Corners, [NetMesh, NetMaterial] }
    CLOTH = cloth { 'C', "Cloth", "drag a rectangle; its upper edge is pinned", Corners, [ClothMesh, ClothPins, ClothTears, ClothMaterial] }
    BEAM = beam { 'E', "Beam", "drag from end to end; ends join points", Ends, [BeamMaterial] }
    PLANK = plank { 'K', "Plank", "drag along its upper edge", Ends, [Thickness, Density] }
    CHAIN = chain { 'N', "Chain", "drag from end to end: bars joined by hinges", Ends, [BarLength, EndPins, ChainMaterial] }
    BRIDGE = bridge { 'I', "Bridge", "drag from one bank to the other", Places, [PlankLength, BridgeMaterial] }
    BOX = solid_box { 'X', "Box", "drag a rectangle: a box that falls", Corners, [Density] }
    WHEEL = wheel { 'W', "Wheel", "drag from its hub to its rim", Radius, [Spokes, Density] }
    BALL = ball { 'A', "Ball", "drag from its centre to its edge", Radius, [Density, Bounce] }
    WEB = web { 'S', "Web", "drag from its hub to its pins", Radius, [Threads, WebMesh, WebMaterial] }
    DOLL = doll { 'D', "Doll", "drag from its feet to its head", Height, [Density, DollMaterial] }
    PENDULUM = pendulum { 'U', "Pendulum", "drag from its pin to its weight", Places, [Bob, LinkLength, PendulumMaterial] }
    WINCH = winch { Shift + 'C', "Winch", "drag from its drum to its load; a drum in the air gets a pin", Ends, [WinchMin, WinchMax, WinchSpeed, WinchForce, WinchOut, WinchIn] }
    PISTON = piston { Shift + 'I', "Piston", "drag from end to end; ends join points", Ends, [PistonMin, PistonMax, PistonSpeed, PistonForce, PistonOut, PistonIn] }
    MUSCLE = muscle { Shift + 'U', "Muscle", "drag from end to end; it grows and shrinks in waves", Ends, [Amplitude, Period, Phase, MuscleForce, MuscleKey, MuscleBack, MuscleUse] }
    SPRING = spring { Shift + 'S', "Spring", "drag from end to end; ends join points", Ends, [SpringLength, SpringStiffness, SpringDamping, SpringForce] }
}
