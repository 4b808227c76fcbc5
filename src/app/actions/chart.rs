//! Which plots there are, and which are shown.

/// A plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Kinetic, potential, total.
    Energy,
    /// Of the most stretched link, and the mean.
    Stretch,
    /// Of stepping and of drawing, beside a frame's budget.
    Time,
}

impl Chart {
    /// All of them, from above.
    pub const ALL: [Self; 3] = [Self::Energy, Self::Stretch, Self::Time];

    /// Its name, with the unit.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Energy => "Energy, J",
            Self::Stretch => "Stretch, %",
            Self::Time => "Time, ms",
        }
    }

    /// The key that shows and hides it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Energy => "F6",
            Self::Stretch => "F7",
            Self::Time => "F8",
        }
    }

    /// What to see in it.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Energy => {
                "Kinetic, potential (above its lowest in these ten seconds) and total energy. Without drag the total stays \
                 what it is; where it grows by itself, the solver is about to explode."
            }
            Self::Stretch => "How far beyond its length the most stretched link is, and the mean of all links.",
            Self::Time => {
                "What the steps and the drawing of a frame take, beside the 16.7 ms that a frame has at 60 a second. \
                 Above that line, play falls behind."
            }
        }
    }
}

/// Which plots are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charts([bool; 3]);

impl Charts {
    /// Whether a plot is shown.
    #[must_use]
    pub const fn has(self, chart: Chart) -> bool {
        self.0[chart as usize]
    }

    /// Shows or hides one.
    pub const fn set(&mut self, chart: Chart, on: bool) {
        self.0[chart as usize] = on;
    }

    /// Shows a hidden one, and hides a shown one.
    pub const fn toggle(&mut self, chart: Chart) {
        self.set(chart, !self.has(chart));
    }

    /// Hides all if any is shown, else shows all.
    pub fn toggle_all(&mut self) {
        self.0 = [!self.any(); 3];
    }

    /// Whether any is shown.
    #[must_use]
    pub fn any(self) -> bool {
        self.0.contains(&true)
    }
}
