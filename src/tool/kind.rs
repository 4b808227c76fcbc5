//! The list of all tools.

use super::{Behaviour, IconShape, blower, grab, net, obstacle, pin, rope, scissors, weight};

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
    /// Key that chooses the tool. The tools for obstacles share one, which alternates between them.
    #[must_use]
    pub fn key(self) -> char {
        self.behaviour().key()
    }

    /// Name in the toolbar and the status line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.behaviour().name()
    }

    /// Tooltip, without the name and the key.
    #[must_use]
    pub fn tip(self) -> &'static str {
        self.behaviour().tip()
    }

    /// Icon in the toolbar.
    #[must_use]
    pub fn icon(self) -> Vec<IconShape> {
        self.behaviour().icon()
    }

    /// Whether a double tap of a finger acts as a right click.
    #[must_use]
    pub fn has_double_tap(self) -> bool {
        self.behaviour().has_double_tap()
    }

    /// Whether a press takes a particle, for which a finger reaches further than it draws.
    #[must_use]
    pub fn takes_particle(self) -> bool {
        self.behaviour().takes_particle()
    }

    /// Whether the tool draws obstacles.
    #[must_use]
    pub fn is_for_obstacles(self) -> bool {
        self.behaviour().draws_obstacles()
    }
}
