//! The colours.

use super::{
    draw::Colour,
    style::{Colours, Theme},
};
use crate::physics::LinkKind;

/// All colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything, at the upper edge of the window.
    pub sky: Colour,
    /// The same at the lower edge.
    pub horizon: Colour,
    /// Lines a metre apart.
    pub grid: Colour,
    /// The ground, at its surface.
    pub ground: Colour,
    /// The ground, further down.
    pub depth: Colour,
    /// The ground's edge, and walls.
    pub edge: Colour,
    /// Shadows. Where many lie on each other they come to this and no darker.
    pub shadow: Colour,
    /// Ropes.
    pub rope: Colour,
    /// Nets.
    pub net: Colour,
    /// Cloth in full light.
    pub cloth: Colour,
    /// Cloth in a fold.
    pub fold: Colour,
    /// Cloth's hem.
    pub hem: Colour,
    /// Bars of solid bodies.
    pub beam: Colour,
    /// Pins.
    pub pin: Colour,
    /// Heavy weights.
    pub iron: Colour,
    /// Free points, where a scene shows them: white, as their authors have them.
    pub point: Colour,
    /// Particles in the points view.
    pub dot: Colour,
    /// Pinned points, where a scene or the view shows them.
    pub locked: Colour,
    /// Velocity arrows.
    pub arrow: Colour,
    /// The hand, the hover ring.
    pub hand: Colour,
    /// The scissors.
    pub blade: Colour,
    /// A second world, behind the first: no colour of the stress view's scale, nor like one to people who do not tell red
    /// from green.
    pub ghost: Colour,
    /// The flash where something tore.
    pub flash: Colour,
    /// The stress view's scale from none to most. Its lightness runs one way, so that it is read without seeing hues,
    /// and away from the sky's, so that what is pulled hardest stands out most.
    pub ramp: [Colour; 5],
}

/// Dark: a dusk sky.
const DARK: Palette = Palette {
    sky: Colour::rgb(34, 41, 56),
    horizon: Colour::rgb(78, 88, 104),
    grid: Colour::rgb(255, 255, 255).alpha(10),
    ground: Colour::rgb(52, 58, 60),
    depth: Colour::rgb(30, 34, 38),
    edge: Colour::rgb(150, 160, 160).alpha(120),
    shadow: Colour::rgb(15, 18, 27).alpha(96),
    rope: Colour::rgb(222, 184, 128),
    net: Colour::rgb(206, 220, 214),
    cloth: Colour::rgb(222, 88, 74),
    fold: Colour::rgb(92, 24, 34),
    hem: Colour::rgb(150, 46, 48),
    beam: Colour::rgb(196, 140, 84),
    pin: Colour::rgb(232, 184, 84),
    iron: Colour::rgb(120, 130, 142),
    point: Colour::rgb(250, 250, 250),
    dot: Colour::rgb(250, 250, 250),
    locked: Colour::rgb(236, 64, 56),
    arrow: Colour::rgb(110, 210, 255),
    hand: Colour::rgb(255, 226, 120),
    blade: Colour::rgb(255, 140, 120),
    ghost: Colour::rgb(250, 190, 255),
    flash: Colour::rgb(255, 240, 200),
    ramp: [
        Colour::rgb(108, 140, 214),
        Colour::rgb(84, 172, 202),
        Colour::rgb(110, 194, 146),
        Colour::rgb(204, 216, 86),
        Colour::rgb(255, 244, 150),
    ],
};

/// Light: paper.
const LIGHT: Palette = Palette {
    sky: Colour::rgb(246, 244, 238),
    horizon: Colour::rgb(222, 226, 228),
    grid: Colour::rgb(30, 50, 80).alpha(14),
    ground: Colour::rgb(196, 190, 176),
    depth: Colour::rgb(168, 162, 150),
    edge: Colour::rgb(96, 92, 84).alpha(150),
    shadow: Colour::rgb(128, 126, 134).alpha(100),
    rope: Colour::rgb(168, 118, 58),
    net: Colour::rgb(66, 84, 92),
    cloth: Colour::rgb(208, 66, 58),
    fold: Colour::rgb(106, 22, 34),
    hem: Colour::rgb(142, 34, 40),
    beam: Colour::rgb(170, 112, 58),
    pin: Colour::rgb(204, 146, 34),
    iron: Colour::rgb(92, 100, 112),
    point: Colour::rgb(255, 255, 255),
    dot: Colour::rgb(44, 52, 66),
    locked: Colour::rgb(206, 36, 40),
    arrow: Colour::rgb(0, 104, 180),
    hand: Colour::rgb(180, 96, 0),
    blade: Colour::rgb(204, 52, 36),
    ghost: Colour::rgb(0, 132, 24),
    flash: Colour::rgb(255, 150, 40),
    ramp: [
        Colour::rgb(72, 130, 178),
        Colour::rgb(70, 100, 184),
        Colour::rgb(104, 62, 160),
        Colour::rgb(132, 20, 104),
        Colour::rgb(88, 0, 34),
    ],
};

impl Palette {
    /// The colours of a theme.
    #[must_use]
    pub const fn new(theme: Theme, colours: Colours) -> Self {
        match (theme, colours) {
            (Theme::Dark, Colours::Hemp) => DARK,
            (Theme::Light, Colours::Hemp) => LIGHT,
            (Theme::Dark, Colours::Harbour) => Self {
                sky: Colour::rgb(16, 34, 52),
                shadow: Colour::rgb(4, 13, 24).alpha(100),
                horizon: Colour::rgb(48, 82, 104),
                rope: Colour::rgb(232, 236, 240),
                net: Colour::rgb(120, 208, 220),
                cloth: Colour::rgb(240, 238, 228),
                fold: Colour::rgb(84, 104, 128),
                hem: Colour::rgb(84, 140, 200),
                beam: Colour::rgb(214, 168, 112),
                iron: Colour::rgb(126, 142, 158),
                ..DARK
            },
            (Theme::Light, Colours::Harbour) => Self {
                sky: Colour::rgb(236, 244, 248),
                horizon: Colour::rgb(202, 222, 232),
                rope: Colour::rgb(30, 62, 118),
                net: Colour::rgb(22, 96, 120),
                cloth: Colour::rgb(112, 172, 224),
                fold: Colour::rgb(34, 78, 136),
                hem: Colour::rgb(40, 92, 156),
                beam: Colour::rgb(158, 108, 62),
                ..LIGHT
            },
            (Theme::Dark, Colours::Alpine) => Self {
                sky: Colour::rgb(36, 34, 54),
                horizon: Colour::rgb(86, 84, 112),
                rope: Colour::rgb(255, 122, 60),
                net: Colour::rgb(176, 232, 110),
                cloth: Colour::rgb(64, 184, 172),
                fold: Colour::rgb(14, 58, 72),
                hem: Colour::rgb(24, 116, 116),
                beam: Colour::rgb(224, 176, 74),
                pin: Colour::rgb(206, 212, 222),
                ..DARK
            },
            (Theme::Light, Colours::Alpine) => Self {
                sky: Colour::rgb(248, 248, 250),
                horizon: Colour::rgb(220, 228, 240),
                rope: Colour::rgb(214, 66, 18),
                net: Colour::rgb(44, 118, 34),
                cloth: Colour::rgb(22, 148, 140),
                fold: Colour::rgb(6, 60, 72),
                hem: Colour::rgb(10, 88, 92),
                beam: Colour::rgb(176, 118, 22),
                pin: Colour::rgb(120, 130, 146),
                // The nets are green here.
                ghost: Colour::rgb(192, 0, 252),
                ..LIGHT
            },
            (Theme::Dark, Colours::Slate) => Self {
                sky: Colour::rgb(34, 36, 40),
                horizon: Colour::rgb(70, 73, 78),
                rope: Colour::rgb(212, 214, 218),
                net: Colour::rgb(186, 190, 196),
                cloth: Colour::rgb(178, 182, 190),
                fold: Colour::rgb(62, 66, 74),
                hem: Colour::rgb(116, 120, 128),
                beam: Colour::rgb(158, 162, 170),
                pin: Colour::rgb(240, 240, 240),
                ..DARK
            },
            (Theme::Light, Colours::Slate) => Self {
                sky: Colour::rgb(248, 248, 248),
                horizon: Colour::rgb(226, 227, 229),
                ground: Colour::rgb(190, 191, 194),
                depth: Colour::rgb(164, 165, 168),
                rope: Colour::rgb(84, 88, 96),
                net: Colour::rgb(74, 78, 86),
                cloth: Colour::rgb(156, 160, 168),
                fold: Colour::rgb(62, 66, 74),
                hem: Colour::rgb(58, 62, 70),
                beam: Colour::rgb(104, 108, 116),
                pin: Colour::rgb(36, 38, 42),
                ..LIGHT
            },
        }
    }

    /// The colour of a link.
    #[must_use]
    pub const fn link(&self, kind: LinkKind) -> Colour {
        match kind {
            LinkKind::Rope => self.rope,
            LinkKind::Net | LinkKind::Lattice => self.net,
            LinkKind::Cloth | LinkKind::Hem | LinkKind::Brace | LinkKind::Stop => self.hem,
            LinkKind::Beam => self.beam,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(Colour { r, g, b, .. }: Colour) -> [f32; 3] {
        [r, g, b].map(|channel| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Relative luminance, as the accessibility guidelines have it (WCAG 2.1).
    fn luminance(colour: Colour) -> f32 {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    type Matrix = [[f32; 3]; 3];

    fn times(matrix: Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
        matrix.map(|[a, b, c]| a * x + b * y + c * z)
    }

    /// What linear colours are to people with all three kinds of cones, without those for red, and without those for green
    /// (Machado, Oliveira, Fernandes 2009, at full severity).
    const EYES: [(&str, Matrix); 3] = [
        ("everybody", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "a protanope",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "a deuteranope",
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        ),
    ];

    /// A colour in a space in which equal distances look equally different: Oklab (Ottosson 2020), in which two colours
    /// side by side are just told apart at about 0.02.
    fn seen(colour: Colour, eyes: Matrix) -> [f32; 3] {
        let cones: Matrix = [
            [0.412_221_47, 0.536_332_54, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_84, 0.629_978_7],
        ];
        let opponents: Matrix = [
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ];
        let light = times(eyes, linear(colour)).map(|channel| channel.clamp(0.0, 1.0));
        times(opponents, times(cones, light).map(f32::cbrt))
    }

    fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt()
    }

    fn contrast(a: Colour, b: Colour) -> f32 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    fn all() -> impl Iterator<Item = (Theme, Colours, Palette)> {
        [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| {
            [Colours::Hemp, Colours::Harbour, Colours::Alpine, Colours::Slate]
                .map(|colours| (theme, colours, Palette::new(theme, colours)))
        })
    }

    #[test]
    fn everything_stands_out_against_the_whole_sky() {
        for (theme, colours, palette) in all() {
            let Palette { sky, horizon, rope, net, dot, hand, blade, arrow, locked, beam, ghost, .. } = palette;
            let named = [("rope", rope, 2.4), ("net", net, 3.0), ("dot", dot, 4.5), ("hand", hand, 2.8)];
            let others = [("blade", blade, 2.6), ("arrow", arrow, 3.0), ("locked", locked, 1.6), ("beam", beam, 2.0)];
            let others = others.into_iter().chain([("ghost", ghost, 3.0)]);
            for (name, colour, least) in named.into_iter().chain(others) {
                for behind in [sky, horizon] {
                    let found = contrast(colour, behind);
                    assert!(found >= least, "{theme:?} {colours:?}: {name} against {behind:?} is {found:.2}");
                }
            }
        }
    }

    #[test]
    fn the_stress_scale_is_read_by_lightness_alone() {
        for (theme, colours, palette) in all() {
            let light: Vec<f32> = palette.ramp.iter().map(|&colour| luminance(colour)).collect();
            let up = light.windows(2).all(|pair| pair[1] > 1.15 * pair[0]);
            let down = light.windows(2).all(|pair| pair[0] > 1.15 * pair[1]);
            assert!(if theme == Theme::Dark { up } else { down }, "{theme:?}: {light:?}");
            let least = if theme == Theme::Dark { 2.1 } else { 2.9 };
            for behind in [palette.sky, palette.horizon] {
                let found = contrast(palette.ramp[0], behind);
                assert!(found >= least, "{theme:?} {colours:?}: the lowest against {behind:?} is {found:.2}");
            }
        }
    }

    #[test]
    fn a_ghost_is_told_apart_from_the_whole_stress_scale_by_all_eyes() {
        // Found: light 0.17 (of Alpine 0.10), dark 0.12. Violet in both, it was 0.03 and 0.07.
        for (theme, colours, palette) in all() {
            for (who, eyes) in EYES {
                let ghost = seen(palette.ghost, eyes);
                for place in 0..=32 {
                    let below = (place / 8).min(3);
                    let step = palette.ramp[below].mix(palette.ramp[below + 1], (place - 8 * below) as f32 / 8.0);
                    let found = distance(ghost, seen(step, eyes));
                    assert!(found >= 0.1, "{theme:?} {colours:?}, {who}: {found:.3} from {step:?}");
                }
            }
        }
    }
}
