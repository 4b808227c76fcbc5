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
