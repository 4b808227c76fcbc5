//! The colours of the interface in each theme.

use egui::{
    Color32, Context, CornerRadius, Shadow, Stroke, Visuals, epaint::FontColorTransferFunction, style::HandleShape,
    style::ScrollAnimation, style::WidgetVisuals,
};

use crate::view::{Theme, draw::Colour};

/// The colours of text and background. Each text colour has a contrast of at least 4.5 to 1 on `solid`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UiTheme {
    /// Text.
    pub text: Color32,
    /// Secondary text: units, counts.
    pub dim: Color32,
    /// Titles, and chosen items.
    pub bright: Color32,
    /// Errors.
    pub warning: Color32,
    /// Translucent background of labels over the picture.
    pub glass: Color32,
    /// Background of the panel.
    pub solid: Color32,
    /// Fields and buttons.
    pub raised: Color32,
    /// Fields and buttons under the pointer.
    pub hovered: Color32,
    /// Thin lines.
    pub line: Color32,
    /// Width of the outlines of buttons and fields, points; 0 for none.
    pub outline: f32,
}

impl UiTheme {
    const DARK: Self = Self {
        text: Color32::from_rgb(222, 228, 236),
        dim: Color32::from_rgb(150, 160, 174),
        bright: Color32::from_rgb(255, 214, 130),
        warning: Color32::from_rgb(255, 140, 110),
        glass: Color32::from_rgba_premultiplied(16, 20, 28, 220),
        solid: Color32::from_rgb(22, 27, 37),
        raised: Color32::from_rgb(44, 52, 67),
        hovered: Color32::from_rgb(60, 70, 90),
        line: Color32::from_rgb(62, 71, 88),
        outline: 0.0,
    };

    const LIGHT: Self = Self {
        text: Color32::from_rgb(38, 42, 50),
        dim: Color32::from_rgb(92, 98, 108),
        bright: Color32::from_rgb(146, 78, 0),
        warning: Color32::from_rgb(176, 40, 20),
        glass: Color32::from_rgba_premultiplied(232, 230, 224, 236),
        solid: Color32::from_rgb(246, 243, 236),
        raised: Color32::from_rgb(229, 224, 213),
        hovered: Color32::from_rgb(214, 207, 192),
        line: Color32::from_rgb(200, 193, 178),
        outline: 0.0,
    };

    /// Each text colour has a contrast of at least 7 to 1 on everything it stands on.
    const CONTRAST: Self = Self {
        text: Color32::WHITE,
        dim: Color32::from_rgb(220, 220, 220),
        bright: Color32::from_rgb(255, 224, 64),
        warning: Color32::from_rgb(255, 160, 140),
        glass: Color32::BLACK,
        solid: Color32::BLACK,
        raised: Color32::from_rgb(24, 24, 24),
        hovered: Color32::from_rgb(64, 64, 64),
        line: Color32::from_rgb(190, 190, 190),
        outline: 1.5,
    };

    /// The colours of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::DARK,
            Theme::Light => Self::LIGHT,
            Theme::Contrast => Self::CONTRAST,
        }
    }

    /// Outline of buttons and fields.
    pub fn outline(self) -> Stroke {
        Stroke::new(self.outline, self.line)
    }

    /// Gives egui's own widgets these colours.
    pub fn apply(self, context: &Context, theme: Theme) {
        let (mut visuals, ours) = match theme {
            Theme::Dark | Theme::Contrast => (Visuals::dark(), egui::Theme::Dark),
            Theme::Light => (Visuals::light(), egui::Theme::Light),
        };
        context.set_theme(ours);
        let look = |fill, line: Stroke, text| WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: line,
            corner_radius: CornerRadius::same(4),
            fg_stroke: Stroke::new(1.2, text),
            expansion: 0.0,
        };
        visuals.widgets.noninteractive = look(self.solid, Stroke::new(1.0, self.line), self.text);
        visuals.widgets.inactive = look(self.raised, self.outline(), self.text);
        visuals.widgets.hovered = look(self.hovered, Stroke::new(1.0, self.dim), self.text);
        visuals.widgets.active = look(self.hovered, Stroke::new(1.0, self.bright), self.bright);
        // The title of a window.
        visuals.widgets.open = look(self.solid, Stroke::NONE, self.text);
        visuals.selection.bg_fill = self.bright.gamma_multiply(0.55);
        visuals.selection.stroke = Stroke::new(1.0, self.text);
        visuals.panel_fill = self.solid;
        visuals.window_fill = self.solid;
        visuals.window_stroke = Stroke::new(1.0, self.line);
        visuals.extreme_bg_color = self.raised;
        visuals.window_shadow = Shadow::NONE;
        visuals.popup_shadow = Shadow { offset: [0, 3], blur: 10, spread: 0, color: Color32::from_black_alpha(70) };
        visuals.slider_trailing_fill = true;
        visuals.handle_shape = HandleShape::Circle;
        // The font has no instructions for it.
        visuals.text_options.font_hinting = false;
        // Thin strokes are as strong in the light theme as in the dark one.
        visuals.text_options.color_transfer_function = FontColorTransferFunction::DARK_MODE_DEFAULT;
        context.set_visuals(visuals);
        // A press on a label must not select its text.
        context.all_styles_mut(|style| {
            style.interaction.selectable_labels = false;
            style.spacing.tooltip_width = 260.0;
            // Faded text would have less contrast.
            style.spacing.scroll.fade.strength = 0.0;
        });
    }
}

/// Lets egui move things, or not: windows fade in, lists scroll smoothly, the text cursor blinks. Call it after
/// [`UiTheme::apply`].
pub fn set_motion(context: &Context, less: bool) {
    let usual = egui::Style::default();
    let (time, scroll) =
        if less { (0.0, ScrollAnimation::none()) } else { (usual.animation_time, usual.scroll_animation) };
    context.all_styles_mut(|style| {
        (style.animation_time, style.scroll_animation) = (time, scroll);
        style.visuals.text_cursor.blink = !less;
    });
}

/// Converts a colour of the picture to egui's type.
pub fn egui_colour(Colour { r, g, b, a }: Colour) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Style;

    /// Relative luminance by WCAG 2.
    fn luminance(colour: Color32) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    #[test]
    fn warnings_have_one_colour_in_panel_and_picture() {
        for theme in Theme::ALL {
            let [red, green, blue, _] = UiTheme::of(theme).warning.to_array();
            let picture = Style { theme, ..Style::default() }.palette().markers.warning;
            assert_eq!(picture, Colour::rgb(red, green, blue), "{theme:?}");
        }
    }

    #[test]
    fn text_has_contrast_in_every_theme() {
        for name in Theme::ALL {
            let (theme, min) = (UiTheme::of(name), if name == Theme::Contrast { 7.0 } else { 4.5 });
            let behind = luminance(theme.solid);
            for text in [theme.text, theme.dim, theme.bright, theme.warning] {
                let (one, other) = (luminance(text) + 0.05, behind + 0.05);
                let contrast = (one / other).max(other / one);
                assert!(contrast >= min, "{theme:?}: {text:?} has a contrast of {contrast:.1}");
            }
            for raised in [theme.raised, theme.hovered] {
                let (one, other) = (luminance(theme.text) + 0.05, luminance(raised) + 0.05);
                assert!((one / other).max(other / one) >= min, "{theme:?}: text on {raised:?}");
            }
        }
    }
}
