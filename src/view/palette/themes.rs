//! The colours of each theme.

use super::{Colour, MarkerColours, MaterialColours, Palette, Relief, SceneryColours};

/// Hemp on a dusk sky.
pub const DARK: Palette = Palette {
    scenery: SceneryColours {
        sky: Colour::rgb(34, 41, 56),
        horizon: Colour::rgb(78, 88, 104),
        grid: Colour::rgb(255, 255, 255).alpha(10),
        ground: Colour::rgb(52, 58, 60),
        depth: Colour::rgb(30, 34, 38),
        edge: Colour::rgb(150, 160, 160).alpha(120),
        shadow: Colour::rgb(15, 18, 27).alpha(96),
    },
    materials: MaterialColours {
        rope: Colour::rgb(222, 184, 128),
        net: Colour::rgb(206, 220, 214),
        cloth: Colour::rgb(222, 88, 74),
        fold: Colour::rgb(92, 24, 34),
        hem: Colour::rgb(150, 46, 48),
        beam: Colour::rgb(196, 140, 84),
        pin: Colour::rgb(232, 184, 84),
        iron: Colour::rgb(120, 130, 142),
    },
    markers: MarkerColours {
        point: Colour::rgb(250, 250, 250),
        dot: Colour::rgb(250, 250, 250),
        locked: Colour::rgb(236, 64, 56),
        arrow: Colour::rgb(110, 210, 255),
        grab: Colour::rgb(255, 226, 120),
        blade: Colour::rgb(255, 140, 120),
        ghost: Colour::rgb(250, 190, 255),
        warning: Colour::rgb(255, 140, 110),
        flash: Colour::rgb(255, 240, 200),
        ramp: [
            Colour::rgb(108, 140, 214),
            Colour::rgb(84, 172, 202),
            Colour::rgb(110, 194, 146),
            Colour::rgb(204, 216, 86),
            Colour::rgb(255, 244, 150),
        ],
    },
    relief: Relief { outline: 1.0, iron: 0.5, incision: Colour::rgb(0, 0, 0), least_lightness: 0.0 },
};

/// Hemp on paper.
pub const LIGHT: Palette = Palette {
    scenery: SceneryColours {
        sky: Colour::rgb(246, 244, 238),
        horizon: Colour::rgb(222, 226, 228),
        grid: Colour::rgb(30, 50, 80).alpha(14),
        ground: Colour::rgb(196, 190, 176),
        depth: Colour::rgb(168, 162, 150),
        edge: Colour::rgb(96, 92, 84).alpha(150),
        shadow: Colour::rgb(128, 126, 134).alpha(100),
    },
    materials: MaterialColours {
        rope: Colour::rgb(168, 118, 58),
        net: Colour::rgb(66, 84, 92),
        cloth: Colour::rgb(208, 66, 58),
        fold: Colour::rgb(106, 22, 34),
        hem: Colour::rgb(142, 34, 40),
        beam: Colour::rgb(170, 112, 58),
        pin: Colour::rgb(204, 146, 34),
        iron: Colour::rgb(92, 100, 112),
    },
    markers: MarkerColours {
        point: Colour::rgb(255, 255, 255),
        dot: Colour::rgb(44, 52, 66),
        locked: Colour::rgb(206, 36, 40),
        arrow: Colour::rgb(0, 104, 180),
        grab: Colour::rgb(180, 96, 0),
        blade: Colour::rgb(204, 52, 36),
        ghost: Colour::rgb(0, 132, 24),
        warning: Colour::rgb(176, 40, 20),
        flash: Colour::rgb(255, 150, 40),
        ramp: [
            Colour::rgb(72, 130, 178),
            Colour::rgb(70, 100, 184),
            Colour::rgb(104, 62, 160),
            Colour::rgb(132, 20, 104),
            Colour::rgb(88, 0, 34),
        ],
    },
    relief: Relief { outline: 1.0, iron: 0.5, incision: Colour::rgb(0, 0, 0), least_lightness: 0.0 },
};

/// Blue and white on a dusk sky.
pub const DARK_HARBOUR: Palette = Palette {
    scenery: SceneryColours {
        sky: Colour::rgb(16, 34, 52),
        horizon: Colour::rgb(48, 82, 104),
        shadow: Colour::rgb(4, 13, 24).alpha(100),
        ..DARK.scenery
    },
    materials: MaterialColours {
        rope: Colour::rgb(232, 236, 240),
        net: Colour::rgb(120, 208, 220),
        cloth: Colour::rgb(240, 238, 228),
        fold: Colour::rgb(84, 104, 128),
        hem: Colour::rgb(84, 140, 200),
        beam: Colour::rgb(214, 168, 112),
        iron: Colour::rgb(126, 142, 158),
        ..DARK.materials
    },
    ..DARK
};

/// Blue and white on paper.
pub const LIGHT_HARBOUR: Palette = Palette {
    scenery: SceneryColours { sky: Colour::rgb(236, 244, 248), horizon: Colour::rgb(202, 222, 232), ..LIGHT.scenery },
    materials: MaterialColours {
        rope: Colour::rgb(30, 62, 118),
        net: Colour::rgb(22, 96, 120),
        cloth: Colour::rgb(112, 172, 224),
        fold: Colour::rgb(34, 78, 136),
        hem: Colour::rgb(40, 92, 156),
        beam: Colour::rgb(158, 108, 62),
        ..LIGHT.materials
    },
    ..LIGHT
};

/// Climbing ropes on a dusk sky.
pub const DARK_ALPINE: Palette = Palette {
    scenery: SceneryColours { sky: Colour::rgb(36, 34, 54), horizon: Colour::rgb(86, 84, 112), ..DARK.scenery },
    materials: MaterialColours {
        rope: Colour::rgb(255, 122, 60),
        net: Colour::rgb(176, 232, 110),
        cloth: Colour::rgb(64, 184, 172),
        fold: Colour::rgb(14, 58, 72),
        hem: Colour::rgb(24, 116, 116),
        beam: Colour::rgb(224, 176, 74),
        pin: Colour::rgb(206, 212, 222),
        ..DARK.materials
    },
    ..DARK
};

/// Climbing ropes on paper.
pub const LIGHT_ALPINE: Palette = Palette {
    scenery: SceneryColours { sky: Colour::rgb(248, 248, 250), horizon: Colour::rgb(220, 228, 240), ..LIGHT.scenery },
    materials: MaterialColours {
        rope: Colour::rgb(214, 66, 18),
        net: Colour::rgb(44, 118, 34),
        cloth: Colour::rgb(22, 148, 140),
        fold: Colour::rgb(6, 60, 72),
        hem: Colour::rgb(10, 88, 92),
        beam: Colour::rgb(176, 118, 22),
        pin: Colour::rgb(120, 130, 146),
        ..LIGHT.materials
    },
    markers: MarkerColours {
        // Unlike the nets, which are green.
        ghost: Colour::rgb(192, 0, 252),
        ..LIGHT.markers
    },
    ..LIGHT
};

/// Greys on a dusk sky.
pub const DARK_SLATE: Palette = Palette {
    scenery: SceneryColours { sky: Colour::rgb(34, 36, 40), horizon: Colour::rgb(70, 73, 78), ..DARK.scenery },
    materials: MaterialColours {
        rope: Colour::rgb(212, 214, 218),
        net: Colour::rgb(186, 190, 196),
        cloth: Colour::rgb(178, 182, 190),
        fold: Colour::rgb(62, 66, 74),
        hem: Colour::rgb(116, 120, 128),
        beam: Colour::rgb(158, 162, 170),
        pin: Colour::rgb(240, 240, 240),
        ..DARK.materials
    },
    ..DARK
};

/// Greys on paper.
pub const LIGHT_SLATE: Palette = Palette {
    scenery: SceneryColours {
        sky: Colour::rgb(248, 248, 248),
        horizon: Colour::rgb(226, 227, 229),
        ground: Colour::rgb(190, 191, 194),
        depth: Colour::rgb(164, 165, 168),
        ..LIGHT.scenery
    },
    materials: MaterialColours {
        rope: Colour::rgb(84, 88, 96),
        net: Colour::rgb(74, 78, 86),
        cloth: Colour::rgb(156, 160, 168),
        fold: Colour::rgb(62, 66, 74),
        hem: Colour::rgb(58, 62, 70),
        beam: Colour::rgb(104, 108, 116),
        pin: Colour::rgb(36, 38, 42),
        ..LIGHT.materials
    },
    ..LIGHT
};

/// Hemp on black.
pub const CONTRAST: Palette = Palette {
    scenery: SceneryColours {
        sky: Colour::rgb(0, 0, 0),
        horizon: Colour::rgb(0, 0, 0),
        grid: Colour::rgb(255, 255, 255).alpha(40),
        ground: Colour::rgb(26, 26, 26),
        depth: Colour::rgb(10, 10, 10),
        edge: Colour::rgb(255, 255, 255),
        shadow: Colour::rgb(0, 0, 0).alpha(0),
    },
    materials: MaterialColours {
        rope: Colour::rgb(255, 214, 150),
        net: Colour::rgb(235, 245, 240),
        cloth: Colour::rgb(255, 128, 108),
        fold: Colour::rgb(196, 72, 62),
        hem: Colour::rgb(255, 160, 142),
        beam: Colour::rgb(240, 190, 120),
        pin: Colour::rgb(255, 224, 64),
        iron: Colour::rgb(196, 206, 220),
    },
    markers: MarkerColours {
        locked: Colour::rgb(255, 110, 100),
        blade: Colour::rgb(255, 160, 140),
        warning: Colour::rgb(255, 160, 140),
        ..DARK.markers
    },
    relief: Relief { outline: 2.0, iron: 0.1, incision: Colour::rgb(255, 255, 255), least_lightness: 0.22 },
};

/// Blue and white on black.
pub const CONTRAST_HARBOUR: Palette = Palette {
    materials: MaterialColours {
        rope: Colour::rgb(245, 248, 255),
        net: Colour::rgb(130, 225, 240),
        cloth: Colour::rgb(240, 240, 232),
        fold: Colour::rgb(140, 160, 185),
        hem: Colour::rgb(130, 185, 245),
        beam: Colour::rgb(240, 195, 130),
        ..CONTRAST.materials
    },
    ..CONTRAST
};

/// Climbing ropes on black.
pub const CONTRAST_ALPINE: Palette = Palette {
    materials: MaterialColours {
        rope: Colour::rgb(255, 160, 100),
        net: Colour::rgb(190, 245, 120),
        cloth: Colour::rgb(90, 220, 205),
        fold: Colour::rgb(40, 140, 140),
        hem: Colour::rgb(120, 235, 220),
        beam: Colour::rgb(250, 205, 90),
        pin: Colour::rgb(230, 235, 245),
        ..CONTRAST.materials
    },
    ..CONTRAST
};

/// Greys on black.
pub const CONTRAST_SLATE: Palette = Palette {
    materials: MaterialColours {
        rope: Colour::rgb(235, 236, 240),
        net: Colour::rgb(215, 218, 224),
        cloth: Colour::rgb(205, 208, 215),
        fold: Colour::rgb(124, 128, 136),
        hem: Colour::rgb(240, 240, 240),
        beam: Colour::rgb(195, 198, 205),
        pin: Colour::rgb(255, 255, 255),
        ..CONTRAST.materials
    },
    ..CONTRAST
};
