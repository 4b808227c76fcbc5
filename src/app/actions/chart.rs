//! The plots, and the set of plots that are shown.

/// A plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Kinetic, potential and total energy.
    Energy,
    /// Largest and mean stretch.
    Stretch,
    /// Times of steps and of drawing, with a frame's budget.
    Time,
}

impl Chart {
    /// All plots, from top to bottom.
    pub const ALL: [Self; 3] = [Self::Energy, Self::Stretch, Self::Time];

    /// The title, with the unit.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Energy => "Energy, J",
            Self::Stretch => "Stretch, %",
            Self::Time => "Time, ms",
        }
    }

    /// The tooltip.
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Energy => "Without drag the total is constant; growth ends in explosion",
            Self::Stretch => "Stretch of the most stretched link, and the mean of all",
            Self::Time => "Times per frame. Above the budget of 16.7 ms play is slower",
        }
    }
}

/// The plots that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charts([bool; 3]);

impl Charts {
    /// Whether a plot is shown.
    pub const fn has(self, chart: Chart) -> bool {
        self.0[chart as usize]
    }

    /// Shows or hides a plot.
    pub const fn set(&mut self, chart: Chart, is_shown: bool) {
        self.0[chart as usize] = is_shown;
    }

    /// Shows a hidden plot, or hides a shown one.
    pub const fn toggle(&mut self, chart: Chart) {
        self.set(chart, !self.has(chart));
    }

    /// Hides all plots if any is shown, else shows all.
    pub fn toggle_all(&mut self) {
        self.0 = [!self.any(); 3];
    }

    /// Whether any plot is shown.
    pub fn any(self) -> bool {
        self.0.contains(&true)
    }
}
