use super::*;

fn linear(Colour { r, g, b, .. }: Colour) -> [f32; 3] {
    [r, g, b].map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// Relative luminance (WCAG 2.1).
fn luminance(colour: Colour) -> f32 {
    let [r, g, b] = linear(colour);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

type Matrix = [[f32; 3]; 3];

fn times(matrix: Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Linear colours as seen with all cones, without those for red, and without those for green (Machado, Oliveira,
/// Fernandes 2009, full severity).
const EYES: [(&str, Matrix); 3] = [
    ("everybody", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "a protanope",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "a deuteranope",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
];

/// A colour in Oklab (Ottosson 2020), where a distance of about 0.02 is just visible side by side.
fn perceived(colour: Colour, eyes: Matrix) -> [f32; 3] {
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
    Theme::ALL.into_iter().flat_map(|theme| {
        [Colours::Hemp, Colours::Harbour, Colours::Alpine, Colours::Slate]
            .map(|colours| (theme, colours, Palette::new(theme, colours)))
    })
}

#[test]
fn colours_contrast_with_the_whole_sky() {
    for (theme, colours, palette) in all() {
        let SceneryColours { sky, horizon, .. } = palette.scenery;
        let MaterialColours { rope, net, beam, .. } = palette.materials;
        let MarkerColours { dot, grab, blade, arrow, locked, ghost, .. } = palette.markers;
        let named = [("rope", rope, 2.4), ("net", net, 3.0), ("dot", dot, 4.5), ("grab", grab, 2.8)];
        let others = [("blade", blade, 2.6), ("arrow", arrow, 3.0), ("locked", locked, 1.6), ("beam", beam, 2.0)];
        let others = others.into_iter().chain([("ghost", ghost, 3.0)]);
        for (name, colour, min) in named.into_iter().chain(others) {
            for behind in [sky, horizon] {
                let found = contrast(colour, behind);
                let min = if theme == Theme::Contrast { 4.5 } else { min };
                assert!(found >= min, "{theme:?} {colours:?}: {name} against {behind:?} is {found:.2}");
            }
        }
    }
}

#[test]
fn ghost_differs_from_tension_scale_for_all_eyes() {
    for (theme, colours, palette) in all() {
        for (who, eyes) in EYES {
            let ghost = perceived(palette.markers.ghost, eyes);
            for place in 0..=32 {
                let below = (place / 8).min(3);
                let step =
                    palette.markers.ramp[below].mix(palette.markers.ramp[below + 1], (place - 8 * below) as f32 / 8.0);
                let found = distance(ghost, perceived(step, eyes));
                assert!(found >= 0.1, "{theme:?} {colours:?}, {who}: {found:.3} from {step:?}");
            }
        }
    }
}

#[test]
fn high_contrast_shows_everything_against_all_backgrounds() {
    for (_, colours, palette) in all().filter(|(theme, ..)| *theme == Theme::Contrast) {
        let SceneryColours { sky, ground, depth, edge, .. } = palette.scenery;
        let MaterialColours { rope, net, cloth, hem, beam, pin, iron, .. } = palette.materials;
        let named = [("rope", rope), ("net", net), ("cloth", cloth), ("hem", hem), ("beam", beam), ("pin", pin)];
        for (name, colour) in named.into_iter().chain([("iron", iron), ("edge", edge)]) {
            for behind in [sky, ground, depth, palette.stone()] {
                let found = contrast(colour, behind);
                assert!(found >= 4.5, "{colours:?}: {name} against {behind:?} is {found:.2}");
            }
        }
        let black_rubber = palette.visible(Colour::rgb(20, 20, 24));
        assert!(contrast(black_rubber, sky) >= 4.5, "{black_rubber:?}");
        assert_eq!(palette.visible(rope), rope);
    }
}
