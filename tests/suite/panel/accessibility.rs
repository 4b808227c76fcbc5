//! The tree of widgets for screen readers.

use egui::accesskit;

use super::*;

/// The nodes of a frame.
fn nodes(desk: &mut Desk) -> Vec<accesskit::Node> {
    desk.context.enable_accesskit();
    let (context, input) = (desk.context.clone(), desk.input(Vec::new()));
    let mut output = context.run_ui(input, |root| desk.show(root, &mut Vec::new()));
    output.textures_delta.clear();
    let tree = output.platform_output.accesskit_update.expect("a tree");
    tree.nodes.into_iter().map(|(_, node)| node).collect()
}

#[test]
fn every_control_has_a_name_and_a_role() {
    for sections in [all_sections(), vec![Section::Scenes]] {
        let mut desk = Desk::new("welcome", &sections);
        let (mut named, mut lacking) = (0, Vec::new());
        for node in nodes(&mut desk) {
            let is_control =
                node.supports_action(accesskit::Action::Click) && node.bounds().is_some_and(|at| at.x1 > at.x0);
            let is_named = node.label().is_some_and(|label| !label.is_empty()) || node.value().is_some();
            if is_control && is_named && node.role() != accesskit::Role::Unknown {
                named += 1;
            } else if is_control {
                lacking.push(format!("{:?} {:?} at {:?}", node.role(), node.label(), node.bounds()));
            }
        }
        assert!(lacking.is_empty(), "{lacking:#?}");
        assert!(named > 20, "{named} controls");
    }
}

#[test]
fn slider_and_number_are_read_with_the_label_of_their_row() {
    let mut desk = Desk::new("welcome", &[Section::World]);
    let nodes = nodes(&mut desk);
    let label = ropewalk::physics::Setting::named("drag").expect("a setting").row.words.label;
    for role in [accesskit::Role::Slider, accesskit::Role::SpinButton] {
        let found = nodes.iter().find(|node| node.role() == role && node.label() == Some(label));
        let found = found.unwrap_or_else(|| panic!("no {role:?} for \"{label}\""));
        assert_eq!(found.numeric_value(), Some(f64::from(desk.sandbox.world().settings().drag)));
    }
}
