//! The list of all tools.

use super::{Behaviour, IconShape, ToolInfo, blower, grab, net, obstacle, pin, rope, scissors, weight};

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
    /// Draws a rope from point to point.
    Rope => rope::Rope,
    /// Draws a net into a rectangle.
    Net => net::Net,
    /// Draws, moves, turns and removes walls.
    Wall => obstacle::Kind::Wall,
    /// Draws, moves and removes circles.
    Circle => obstacle::Kind::Circle,
    /// Draws, moves, turns and removes boxes.
    Box => obstacle::Kind::Box,
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
