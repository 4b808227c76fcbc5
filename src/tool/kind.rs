//! The list of all tools.

use super::part::catalogue;
use super::{Behaviour, IconShape, ToolInfo, blower, grab, joint, motor, obstacle, pin, scissors, select, weight};

/// Defines [`Tool`] from a list of variants, each with the [`Behaviour`] of its file.
macro_rules! tools {
    ($($(#[$attribute:meta])* $tool:ident => $behaviour:expr,)*) => {
        /// A tool.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Tool {
            $($(#[$attribute])* $tool,)*
        }

        impl Tool {
            /// All tools, in the order of the toolbar.
            pub const ALL: [Self; [$(stringify!($tool)),*].len()] = [$(Self::$tool),*];

            /// The implementation in the tool's file.
            pub(super) fn behaviour(self) -> &'static dyn Behaviour {
                match self {
                    $(Self::$tool => &$behaviour,)*
                }
            }
        }
    };
}

tools! {
    /// Drags the nearest particle.
    #[default]
    Grab => grab::Grab,
    /// Cuts the links that its disc touches.
    Scissors => scissors::Scissors,
    /// Pins and unpins particles.
    Pin => pin::Pin,
    /// Draws a rope from end to end.
    Rope => catalogue::ROPE,
    /// Draws a net into a rectangle.
    Net => catalogue::NET,
    /// Takes whole things to move, turn, scale, copy or delete them.
    Select => select::Select,
    /// Draws a cloth into a rectangle.
    Cloth => catalogue::CLOTH,
    /// Draws a bar from end to end.
    Beam => catalogue::BEAM,
    /// Draws a plank from end to end.
    Plank => catalogue::PLANK,
    /// Draws a chain of bars from end to end.
    Chain => catalogue::CHAIN,
    /// Draws a bridge from bank to bank.
    Bridge => catalogue::BRIDGE,
    /// Draws a solid box into a rectangle.
    Box => catalogue::BOX,
    /// Draws a wheel around its hub.
    Wheel => catalogue::WHEEL,
    /// Draws a ball around its centre.
    Ball => catalogue::BALL,
    /// Draws a spider's web around its hub.
    Web => catalogue::WEB,
    /// Draws a doll from feet to head.
    Doll => catalogue::DOLL,
    /// Draws a pendulum from its pin to its weight.
    Pendulum => catalogue::PENDULUM,
    /// Draws a rope that is wound in and let out, from its drum to its load.
    Winch => catalogue::WINCH,
    /// Draws a bar that pushes and pulls.
    Piston => catalogue::PISTON,
    /// Draws a bar that grows and shrinks in waves.
    Muscle => catalogue::MUSCLE,
    /// Draws a spring from end to end.
    Spring => catalogue::SPRING,
    /// Puts motors on axles.
    Motor => motor::Motor,
    /// Draws, moves, turns and removes walls.
    Wall => obstacle::Kind::Wall,
    /// Draws, moves and removes circles.
    Circle => obstacle::Kind::Circle,
    /// Draws, moves, turns and removes blocks.
    Block => obstacle::Kind::Block,
    /// Joins two things at a point.
    Hinge => joint::Joint::Hinge,
    /// Pins the hub of a wheel.
    Axle => joint::Joint::Axle,
    /// Ties a point to an obstacle.
    Anchor => joint::Joint::Anchor,
    /// Hangs weights on particles, changes and removes them.
    Weight => weight::Weight,
    /// Draws, moves, turns and removes blowers.
    Wind => blower::Wind,
}

impl Tool {
    /// Texts and properties.
    pub fn info(self) -> ToolInfo {
        self.behaviour().info()
    }

    /// Icon in the toolbar.
    pub fn icon(self) -> Vec<IconShape> {
        self.behaviour().icon()
    }
}
