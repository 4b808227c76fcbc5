//! Materials as buttons, and their numbers.

use egui::Ui;

use super::SectionContext;
use super::several::SharedRow;
use crate::app::style::{Tooltip as _, UiTheme};
use crate::app::widgets::{Chip, digits, wrapped};
use crate::physics::Material;
use crate::sandbox::{Command, Facts, LinkFacts};
use crate::scene;
use crate::tool::MATERIALS;

/// Shows all presets, with a first button for none. Returns the word that was clicked and is not chosen yet. `name` begins
/// the names of the buttons, for [`crate::app::widgets::place`].
pub fn choose(ui: &mut Ui, name: &str, is_chosen: impl Fn(&str) -> bool, theme: &UiTheme) -> Option<&'static str> {
    let mut clicked = None;
    wrapped(ui, |ui| {
        for &text in MATERIALS {
            let is_chosen = is_chosen(text);
            let chip = Chip { name: &format!("{name}.{text}"), text, is_chosen }.show(ui, theme);
            let summary = scene::preset(text).map(|preset| preset.summary(|number| digits(number.into())));
            let tooltip = summary.unwrap_or_else(|| Material::NONE.tooltip.to_owned());
            if chip.tooltip(tooltip).clicked() && !is_chosen {
                clicked = Some(text);
            }
        }
    });
    ui.add_space(2.0);
    clicked
}

/// Shows the numbers of the materials of the selected links. A mass that no material sets is that with which they were
/// built, and without a strength they never tear, unless by the world's settings.
pub fn numbers(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts, links: &LinkFacts) {
    let theme = cx.theme;
    let none = Material::default();
    let LinkFacts { mass_per_metre, mass_per_area, .. } = *links;
    let built = Material { mass_per_metre, mass_per_area, ..Material::default() };
    let is_rigid = |(material, _): &(Option<Material>, _)| material.as_ref().is_none_or(|of| of.stiffness.is_none());
    let tears = cx.state.sandbox.world().settings().tear.is_some() && links.materials.iter().any(is_rigid);
    for (property, change) in Material::TABLE.iter().zip(Material::CHANGES) {
        let unset = change(None);
        let materials = links.materials.iter().filter(|(_, kind)| unset.acts_on(*kind));
        let numbers = materials.map(|(material, _)| {
            unset.value_in(material.as_ref().unwrap_or(&none)).number().or_else(|| unset.value_in(&built).number())
        });
        let mut property = *property;
        if property.name == Material::STRENGTH.name && !tears {
            property.row = property.row.lacking("never", Some(f32::INFINITY));
        }
        let row = SharedRow { name: &format!("material.{}", property.name), property: &property };
        if let Some(number) = row.show_optional(ui, numbers, &theme) {
            cx.command(Command::ChangeMaterial { things: facts.things(), change: change(number) });
        }
    }
}
