//! The options of the tools: plain numbers that decide what a tool draws, with the words and ranges that a form shows.

use serde::{Deserialize, Serialize};

use crate::physics::Material;
use crate::scene::PRESETS;

/// Words of the values of [`ToolOption::EndPins`].
const END_PINS: &[&str] = &["none", "the upper", "both"];

/// Words of the values of [`ToolOption::ClothTears`].
const CLOTH_TEARS: &[&str] = &["as its material", "by hand"];

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
    /// Words for its values from 0 on; empty for a plain number.
    pub words: &'static [&'static str],
    /// Present value.
    pub value: f32,
}

/// Defines the options from one table: the name in files; label, unit and tip; least, greatest and first value; whether
/// they are whole, or the words of their values.
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
}

impl OptionField {
    /// Whether the values are materials.
    pub fn is_material(&self) -> bool {
        self.words == MATERIALS
    }
}

impl ToolOptions {
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
