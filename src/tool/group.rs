//! Groups of tools, as the palette shows them.

use super::Tool;

/// A group of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolGroup {
    /// Tools that take, cut and fix existing things.
    Hands,
    /// Things that bend.
    Lines,
    /// Things that keep their shape.
    Bodies,
    /// Machines: links and axles that move by themselves or by keys.
    Machines,
    /// Things that stand: obstacles and blowers.
    Fixed,
}

impl ToolGroup {
    /// All groups, from top to bottom.
    pub const ALL: [Self; 5] = [Self::Hands, Self::Lines, Self::Bodies, Self::Machines, Self::Fixed];

    /// The title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Hands => "Hands",
            Self::Lines => "Lines",
            Self::Bodies => "Bodies",
            Self::Machines => "Drives",
            Self::Fixed => "Fixed",
        }
    }

    /// Its tools, in the order of [`Tool::ALL`].
    pub fn tools(self) -> impl Iterator<Item = Tool> {
        Tool::ALL.into_iter().filter(move |tool| tool.group() == self)
    }
}

impl Tool {
    /// Its group in the palette.
    pub const fn group(self) -> ToolGroup {
        match self {
            Self::Grab | Self::Scissors | Self::Pin | Self::Select | Self::Weight => ToolGroup::Hands,
            Self::Hinge | Self::Axle | Self::Anchor => ToolGroup::Hands,
            Self::Rope | Self::Net | Self::Cloth | Self::Chain | Self::Bridge | Self::Web => ToolGroup::Lines,
            Self::Beam | Self::Plank | Self::Box | Self::Wheel | Self::Ball | Self::Doll | Self::Pendulum => {
                ToolGroup::Bodies
            }
            Self::Winch | Self::Piston | Self::Muscle | Self::Spring | Self::Motor => ToolGroup::Machines,
            Self::Wall | Self::Circle | Self::Block | Self::Wind => ToolGroup::Fixed,
        }
    }
}
