//! The options of the tools: plain numbers that decide what a tool draws, with the words and ranges that a form shows.

use serde::{Deserialize, Serialize};

use crate::physics::Material;
use crate::scene::PRESETS;

/// Words of the values of [`ToolOption::EndPins`].
const END_PINS: &[&str] = &["none", "the upper", "both"];

/// Words of the values of [`ToolOption::ClothTears`].
const CLOTH_TEARS: &[&str] = &["as its material", "by hand"];

/// Words of the options that say how a key works a machine.
const KEY_USE: &[&str] = &["while it is held", "on and off"];

/// Words of an option that is off or on.
const NO_YES: &[&str] = &["no", "yes"];

/// Words for the material of a part: that of none, then the presets. Settings files hold the number.
pub const MATERIALS: &[&str] = &{
    let mut words = [Material::NONE.label; PRESETS.len() + 1];
    let mut number = 0;
    while number < PRESETS.len() {
        words[number + 1] = PRESETS[number];
        number += 1;
    }
    words
};

/// An option of a tool, as a form shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionField {
    /// The option.
    pub option: ToolOption,
    /// Its name, to be shown.
    pub label: &'static str,
    /// Unit; empty for a plain number.
    pub unit: &'static str,
    /// Its effect, in at most 60 characters.
    pub tip: &'static str,
    /// Least and greatest value.
    pub range: (f32, f32),
    /// Whether only whole numbers make sense.
    pub is_whole: bool,
    /// Whether it is a key: the number of its character, 0 for none.
    pub is_key: bool,
    /// Words for its values from 0 on; empty for a plain number.
    pub words: &'static [&'static str],
    /// Present value.
    pub value: f32,
}

/// Defines the options from one table: the name in files; label, unit and tip; least, greatest and first value; whether
/// they are whole or keys, or the words of their values.
macro_rules! tool_options {
    ($($(#[$doc:meta])* $option:ident = $field:ident {
        $label:literal, $unit:literal, $tip:literal, $min:literal..=$max:literal, $first:literal $(, $whole:ident)? $(; $words:ident)?
    })*) => {
        /// An option of a tool.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum ToolOption {
            $($(#[$doc])* $option,)*
        }

        /// The values of all options of all tools.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct ToolOptions {
            $($(#[$doc])* pub $field: f32,)*
        }

        impl Default for ToolOptions {
            fn default() -> Self {
                Self { $($field: $first,)* }
            }
        }

        impl ToolOptions {
            /// An option as a form shows it.
            pub fn field(&self, option: ToolOption) -> OptionField {
                match option {
                    $(ToolOption::$option => OptionField {
                        option,
                        label: $label,
                        unit: $unit,
                        tip: $tip,
                        range: ($min, $max),
                        is_key: concat!($(stringify!($whole))?) == "key",
                        is_whole: !concat!($(stringify!($whole))? $(stringify!($words))?).is_empty(),
                        words: [$($words,)? &[]][0],
                        value: self.$field,
                    },)*
                }
            }

            /// Sets an option to a value within its range; one that is no number changes nothing.
            pub fn set(&mut self, option: ToolOption, value: f32) {
                let OptionField { range: (min, max), is_whole, .. } = self.field(option);
                if value.is_nan() {
                    return;
                }
                let value = if is_whole { value.round() } else { value }.clamp(min, max);
                match option {
                    $(ToolOption::$option => self.$field = value,)*
                }
            }

            /// The same with all values within their ranges: they may come from a file.
            #[must_use]
            pub fn sanitised(self) -> Self {
                let mut options = Self::default();
                $(options.set(ToolOption::$option, self.$field);)*
                options
            }
        }
    };
}

tool_options! {
    /// Excess of a rope's length over the distance of its ends, %.
    Slack = slack { "Slack", "%", "How much longer a drawn rope is than its span", 0.0..=100.0, 5.0 }
    /// Longest link of a rope, m.
    LinkLength = link_length { "Link length", "m", "Longest link of a drawn rope", 0.02..=1.0, 0.08 }
    /// Ends of a rope in the air that are pinned: none, one that is higher than the other end, or both.
    EndPins = end_pins { "Pinned ends", "", "Ends in the air that get a pin; of level ends the first", 0.0..=2.0, 1.0; END_PINS }
    /// Length of a bar of a chain, m.
    BarLength = bar_length { "Bar length", "m", "Length of the bars of a drawn chain", 0.05..=2.0, 0.3 }
    /// Width of a net's mesh, m.
    NetMesh = net_mesh { "Mesh", "m", "Width of the meshes of a drawn net", 0.03..=1.0, 0.12 }
    /// Distance of a cloth's threads, m.
    ClothMesh = cloth_mesh { "Mesh", "m", "Distance of the threads of a drawn cloth", 0.03..=0.5, 0.08 }
    /// Meshes of a cloth from one pin of its upper edge to the next; 0: pins at its corners alone.
    ClothPins = cloth_pins { "Squares between pins", "", "Along the upper edge; 0: pins at its corners alone", 0.0..=50.0, 6.0, whole }
    /// Whether a hand tears a cloth of any material.
    ClothTears = cloth_tears { "Tears", "", "By hand: its threads break at 150 N", 0.0..=1.0, 0.0; CLOTH_TEARS }
    /// Thickness of a plank, m.
    Thickness = thickness { "Thickness", "m", "Thickness of a drawn plank", 0.02..=1.0, 0.08 }
    /// Length of a bridge's planks, m.
    PlankLength = plank_length { "Plank length", "m", "Length of the planks of a drawn bridge", 0.1..=2.0, 0.4 }
    /// Spokes of a wheel.
    Spokes = spokes { "Spokes", "", "Number of spokes of a drawn wheel", 3.0..=60.0, 16.0, whole }
    /// Threads of a web.
    Threads = threads { "Threads", "", "Number of threads of a drawn web", 3.0..=60.0, 14.0, whole }
    /// Distance of the turns of a web's spiral, m.
    WebMesh = web_mesh { "Mesh", "m", "Distance of the turns of a drawn web", 0.03..=0.5, 0.12 }
    /// Mass of a solid body per area, kg/m².
    Density = density { "Density", "kg/m²", "Mass of a drawn body for its size", 0.1..=1000.0, 10.0 }
    /// Restitution of a ball, %.
    Bounce = bounce { "Bounce", "%", "Share of its speed that a ball keeps in an impact", 0.0..=100.0, 50.0 }
    /// Mass of a pendulum's weight, kg.
    Bob = bob { "Weight", "kg", "Mass at the end of a drawn pendulum", 0.01..=1000.0, 2.0 }
    /// Mass of the next weight, kg: that of the last one.
    WeightMass = weight_mass { "Mass", "kg", "Mass of the next weight that is hung", 0.001..=1000.0, 1.0 }
    /// The material of drawn ropes, as a number of [`MATERIALS`].
    RopeMaterial = rope_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn nets, as a number of [`MATERIALS`].
    NetMaterial = net_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn cloths, as a number of [`MATERIALS`].
    ClothMaterial = cloth_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn beams, as a number of [`MATERIALS`].
    BeamMaterial = beam_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn chains, as a number of [`MATERIALS`].
    ChainMaterial = chain_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn bridges' planks, as a number of [`MATERIALS`].
    BridgeMaterial = bridge_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn webs, as a number of [`MATERIALS`].
    WebMaterial = web_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn dolls, as a number of [`MATERIALS`].
    DollMaterial = doll_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// The material of drawn pendulums, as a number of [`MATERIALS`].
    PendulumMaterial = pendulum_material { "Material", "", "Material of what is drawn", 0.0..=11.0, 0.0; MATERIALS }
    /// Shortest length of a winch, % of its length as drawn.
    WinchMin = winch_min { "Shortest", "%", "Wound in, as a share of the length that you draw", 1.0..=100.0, 10.0 }
    /// Longest length of a winch, % of its length as drawn.
    WinchMax = winch_max { "Longest", "%", "Let out, as a share of the length that you draw", 100.0..=1000.0, 200.0 }
    /// Speed of a winch, m/s.
    WinchSpeed = winch_speed { "Speed", "m/s", "Rope that it winds in or lets out in a second", 0.01..=20.0, 0.5 }
    /// Greatest force of a winch, N.
    WinchForce = winch_force { "Greatest force", "N", "A heavier load makes it stall", 0.01..=1e6, 500.0 }
    /// The key that winds in.
    WinchIn = winch_in { "Key: wind in", "", "One character; without keys it goes to and fro", 0.0..=1_114_111.0, 0.0, key }
    /// The key that lets out.
    WinchOut = winch_out { "Key: let out", "", "One character; without keys it goes to and fro", 0.0..=1_114_111.0, 0.0, key }
    /// Shortest length of a piston, % of its length as drawn.
    PistonMin = piston_min { "Shortest", "%", "Pulled in, as a share of the length that you draw", 1.0..=100.0, 100.0 }
    /// Longest length of a piston, % of its length as drawn.
    PistonMax = piston_max { "Longest", "%", "Pushed out, as a share of the length that you draw", 100.0..=1000.0, 150.0 }
    /// Speed of a piston, m/s.
    PistonSpeed = piston_speed { "Speed", "m/s", "How fast its length changes", 0.01..=20.0, 0.5 }
    /// Greatest force of a piston, N.
    PistonForce = piston_force { "Greatest force", "N", "A greater load makes it stall", 0.01..=1e6, 500.0 }
    /// The key that pushes.
    PistonOut = piston_out { "Key: push", "", "One character; without keys it goes to and fro", 0.0..=1_114_111.0, 0.0, key }
    /// The key that pulls.
    PistonIn = piston_in { "Key: pull", "", "One character; without keys it goes to and fro", 0.0..=1_114_111.0, 0.0, key }
    /// Amplitude of a muscle, % of its length.
    Amplitude = amplitude { "Amplitude", "%", "How far it grows and shrinks", 0.0..=90.0, 20.0 }
    /// Period of a muscle, s.
    Period = period { "Period", "s", "Time in which it grows and shrinks once", 0.05..=60.0, 1.0 }
    /// Phase of a muscle, %.
    Phase = phase { "Phase", "%", "Part of the period by which it is ahead", 0.0..=100.0, 0.0 }
    /// Greatest force of a muscle, N.
    MuscleForce = muscle_force { "Greatest force", "N", "A greater load makes it stall", 0.01..=1e6, 500.0 }
    /// The key that drives a muscle.
    MuscleKey = muscle_key { "Key", "", "One character; without a key it never rests", 0.0..=1_114_111.0, 0.0, key }
    /// The key that drives a muscle back.
    MuscleBack = muscle_back { "Key: backwards", "", "One character; its wave then runs backwards", 0.0..=1_114_111.0, 0.0, key }
    /// How the key of a muscle works it.
    MuscleUse = muscle_use { "It works", "", "By its key", 0.0..=1.0, 0.0; KEY_USE }
    /// Length of a spring at rest, % of its length as drawn.
    SpringLength = spring_length { "Rest length", "%", "As a share of the length that you draw", 1.0..=1000.0, 100.0 }
    /// Stiffness of a spring, N/m.
    SpringStiffness = spring_stiffness { "Stiffness", "N/m", "Force for each metre that it is stretched or pressed", 0.1..=1e6, 200.0 }
    /// Damping of a spring, N s/m.
    SpringDamping = spring_damping { "Damping", "N s/m", "Force against each metre a second. 0: it swings on", 0.0..=1000.0, 0.0 }
    /// Greatest force of a spring, N.
    SpringForce = spring_force { "Greatest force", "N", "Beyond this force it gives way", 0.01..=1e6, 1e6 }
    /// Turning speed of a motor, turns/s.
    MotorSpeed = motor_speed { "Speed", "turns/s", "Below 0 clockwise: a cart then drives to the right", -30.0..=30.0, -1.0 }
    /// Greatest torque of a motor, N m.
    MotorTorque = motor_torque { "Greatest torque", "N m", "Against a greater torque it stalls", 0.001..=1e5, 10.0 }
    /// Whether a motor holds while no key drives it.
    MotorBrakes = motor_brakes { "Brakes", "", "Whether it holds while no key turns it", 0.0..=1.0, 0.0; NO_YES }
    /// Whether a motor never turns against its speed.
    MotorOneWay = motor_one_way { "One way", "", "Whether it never turns against its speed", 0.0..=1.0, 0.0; NO_YES }
    /// The key that turns a motor forward.
    MotorKey = motor_key { "Key: forward", "", "One character; without keys it always turns", 0.0..=1_114_111.0, 0.0, key }
    /// The key that turns a motor back.
    MotorBack = motor_back { "Key: back", "", "One character; without keys it always turns", 0.0..=1_114_111.0, 0.0, key }
    /// How the key of a motor works it.
    MotorUse = motor_use { "It works", "", "By its forward key", 0.0..=1.0, 0.0; KEY_USE }
}

impl OptionField {
    /// Whether the values are materials.
    pub fn is_material(&self) -> bool {
        self.words == MATERIALS
    }
}

impl ToolOptions {
    /// The key that an option chooses.
    pub fn key(&self, option: ToolOption) -> Option<char> {
        char::from_u32(self.field(option).value as u32).filter(|&key| key != '\0')
    }

    /// Whether an option has an effect: without a key there is no use of it.
    pub fn is_effective(&self, option: ToolOption) -> bool {
        match option {
            ToolOption::MuscleUse => self.key(ToolOption::MuscleKey).is_some(),
            ToolOption::MotorUse => self.key(ToolOption::MotorKey).is_some(),
            _ => true,
        }
    }

    /// Name of the material that an option chooses; `None` for none.
    pub fn material_name(&self, option: ToolOption) -> Option<&'static str> {
        (self.field(option).value as usize).checked_sub(1).and_then(|number| PRESETS.get(number).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_is_kept_within_its_range() {
        let mut options = ToolOptions::default();
        for (value, kept) in [(250.0, 100.0), (-3.0, 0.0), (12.5, 12.5), (f32::NAN, 12.5)] {
            options.set(ToolOption::Slack, value);
            assert_eq!(options.field(ToolOption::Slack).value, kept, "{value}");
        }
        let words = |option| options.field(option).words.len() as f32;
        assert_eq!(words(ToolOption::EndPins), 1.0 + options.field(ToolOption::EndPins).range.1);
        assert_eq!(words(ToolOption::ClothTears), 1.0 + options.field(ToolOption::ClothTears).range.1);
        assert_eq!(words(ToolOption::RopeMaterial), 1.0 + options.field(ToolOption::RopeMaterial).range.1);
        options.set(ToolOption::Spokes, 7.6);
        assert_eq!(options.spokes, 8.0, "spokes are whole");
        let wild = ToolOptions { slack: f32::INFINITY, density: f32::NAN, ..options };
        assert_eq!(wild.sanitised(), ToolOptions { slack: 100.0, density: 10.0, ..options });
    }
}
