//! Targets of the figures, and the tables of figures and targets. A missed target is printed and does not fail the run.

use super::{Figures, Workload, workload::Shape};

/// Targets of one workload.
struct WorkloadTargets {
    name: &'static str,
    /// Budget of a step, ms on the machine for which the budgets were set; see [`Figures::budget_ms`].
    budget: f64,
    /// Greatest stretch at rest, %.
    settled: f64,
    /// Greatest stretch in a yank, %.
    yank: f64,
    /// Least share of energy after a free swing (the greatest is 1.02); `None` without a target.
    energy: Option<f64>,
}

const WORKLOAD_TARGETS: [WorkloadTargets; 6] = [
    WorkloadTargets { name: "rope-100", budget: 0.1, settled: 0.01, yank: 0.05, energy: Some(0.98) },
    WorkloadTargets { name: "rope-1000", budget: 1.0, settled: 0.02, yank: 0.5, energy: Some(0.95) },
    WorkloadTargets { name: "rope-5000", budget: 4.0, settled: 0.05, yank: 1.0, energy: Some(0.9) },
    WorkloadTargets { name: "net-50", budget: 1.0, settled: 0.02, yank: 0.5, energy: Some(0.98) },
    WorkloadTargets { name: "net-200", budget: 4.0, settled: 0.1, yank: 3.0, energy: Some(0.9) },
    WorkloadTargets { name: "net-200-corners", budget: 4.0, settled: 3.0, yank: 20.0, energy: None },
];

fn workload_targets(name: &str) -> Option<&'static WorkloadTargets> {
    WORKLOAD_TARGETS.iter().find(|targets| targets.name == name)
}

/// Budget of a step of a workload, ms on the machine for which the budgets were set.
pub(super) fn budget(name: &str) -> Option<f64> {
    workload_targets(name).map(|targets| targets.budget)
}

/// A figure and its target range.
struct Target {
    figure: &'static str,
    unit: &'static str,
    found: f64,
    min: Option<f64>,
    max: Option<f64>,
}

impl Target {
    fn at_most(figure: &'static str, unit: &'static str, found: f64, max: f64) -> Self {
        Self { figure, unit, found, min: None, max: Some(max) }
    }

    fn at_least(figure: &'static str, unit: &'static str, found: f64, min: f64) -> Self {
        Self { figure, unit, found, min: Some(min), max: None }
    }

    fn line(&self, name: &str) -> String {
        let &Self { figure, unit, found, min, max } = self;
        let met = min.is_none_or(|min| found >= min) && max.is_none_or(|max| found <= max);
        let range = match (min, max) {
            (Some(min), Some(max)) => format!("{} to {}", number(min), number(max)),
            (Some(min), None) => format!("at least {}", number(min)),
            (None, Some(max)) => format!("at most {}", number(max)),
            (None, None) => String::new(),
        };
        let verdict = if met { "met" } else { "missed" };
        let line = format!("{name:16} {figure:15} {:>9}  {range:16} {unit:4} {verdict}", number(found));
        line.trim_end().to_owned()
    }
}

/// The targets of a workload, each with its figure.
fn targets(figures: &Figures) -> Vec<Target> {
    let shape = Workload::named(&figures.name).map(|workload| workload.shape).ok();
    let mut targets = vec![Target::at_least("ratio", "x", figures.ratio, least_ratio(figures, shape))];
    if let Some(budget) = figures.budget_ms {
        targets.push(Target::at_most("step", "ms", figures.step_ms, budget));
    } else if figures.name == "net-1m" && figures.threads >= 2 {
        targets.push(Target::at_most("step", "ms", figures.step_ms, 16.0));
    }
    let mut at_most = |figure, unit, found: Option<f64>, max: Option<f64>| {
        targets.extend(found.zip(max).map(|(found, max)| Target::at_most(figure, unit, found, max)));
    };
    let own = workload_targets(&figures.name);
    let percent = |share: Option<f64>| share.map(|share| share * 100.0);
    at_most("settled stretch", "%", percent(figures.settled_max), own.map(|own| own.settled));
    at_most("yank stretch", "%", percent(figures.yank_max), own.map(|own| own.yank));
    // A web bounces in its ring, and a net that hangs from its corners has to move when it is cut.
    at_most("most energy", "", figures.energy_max, (shape != Some(Shape::Web)).then_some(1.05));
    at_most("release speed", "m/s", figures.release_speed, Some(30.0));
    at_most("calm after", "s", figures.calm_s, Some(1.0));
    let straight = matches!(shape, Some(Shape::Rope(_) | Shape::Net(_)));
    at_most("cut kick", "m/s", figures.cut_kick, straight.then_some(0.05));
    if let Some((found, min)) = figures.energy_5s.zip(own.and_then(|own| own.energy)) {
        targets.push(Target { max: Some(1.02), ..Target::at_least("energy at end", "", found, min) });
    }
    targets
}

/// Target of the speed relative to the reference.
fn least_ratio(figures: &Figures, shape: Option<Shape>) -> f64 {
    match (figures.name.as_str(), shape) {
        ("net-100k", _) if figures.threads >= 2 => 40.0,
        ("net-1m", _) => 30.0,
        // Its links are solved through index lists, which cost loads.
        (_, Some(Shape::Web)) => 7.0,
        (_, Some(Shape::Rope(_))) => 15.0,
        _ => 20.0,
    }
}

/// The lines that say which targets are met, with a heading: one for each target of each workload.
#[must_use]
pub fn targets_of(all: &[Figures]) -> String {
    let mut lines = vec!["Targets (times scaled to this machine by its reference projections):".to_owned()];
    for figures in all {
        lines.extend(targets(figures).iter().map(|target| target.line(&figures.name)));
    }
    lines.join("\n")
}

/// Width of the columns of numbers, unless the heading is wider: most numbers have four digits.
const NUMBER_WIDTH: usize = 6;

/// Headings of the columns, in two lines: figure and unit.
const HEADS: [(&str, &str); 18] = [
    ("name", ""),
    ("links", ""),
    ("ours", "ns"),
    ("plain", "ns"),
    ("ratio", ""),
    ("substeps", ""),
    ("step", "ms"),
    ("yanked", "ms"),
    ("budget", "ms"),
    ("settled", "%"),
    ("yank", "%"),
    ("yank up", "%"),
    ("E end", ""),
    ("E most", ""),
    ("release", "m/s"),
    ("calm", "s"),
    ("cut", "m/s"),
    ("threads", ""),
];

fn cells(figures: &Figures) -> [String; HEADS.len()] {
    let share = |share: Option<f64>| optional(share.map(|share| share * 100.0));
    [
        figures.name.clone(),
        figures.links.to_string(),
        number(figures.ns_per_projection),
        number(figures.reference_ns),
        number(figures.ratio),
        figures.substeps.to_string(),
        number(figures.step_ms),
        number(figures.step_ms_yank),
        optional(figures.budget_ms),
        share(figures.settled_max),
        share(figures.yank_max),
        share(figures.yank_up_max),
        optional(figures.energy_5s),
        optional(figures.energy_max),
        optional(figures.release_speed),
        optional(figures.calm_s),
        optional(figures.cut_kick),
        figures.threads.to_string(),
    ]
}

/// The figures as a table, a row for each workload, printed while the next one is measured: so the widths of its
/// columns do not depend on the figures.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    name_width: usize,
}

impl Table {
    /// A table of these workloads.
    #[must_use]
    pub fn new(workloads: &[Workload]) -> Self {
        Self { name_width: workloads.iter().map(|workload| workload.name().len()).max().unwrap_or(0) }
    }

    /// The two lines of headings.
    #[must_use]
    pub fn head(self) -> String {
        let lines = [HEADS.map(|head| head.0.to_owned()), HEADS.map(|head| head.1.to_owned())];
        lines.map(|cells| self.line(&cells)).join("\n")
    }

    /// The row of a workload.
    #[must_use]
    pub fn row(self, figures: &Figures) -> String {
        self.line(&cells(figures))
    }

    /// A line: the name aligned to the left, numbers to the right.
    fn line(self, cells: &[String; HEADS.len()]) -> String {
        let aligned = cells.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:width$}", width = self.name_width),
            _ => format!("{cell:>width$}", width = HEADS[column].0.len().max(NUMBER_WIDTH)),
        });
        aligned.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), number)
}

/// A number with some four significant digits.
fn number(value: f64) -> String {
    let whole_digits = if value.abs() >= 1.0 { value.abs().log10().floor() as usize + 1 } else { 0 };
    match (whole_digits, value.abs()) {
        (0, size) if size != 0.0 && size < 1e-4 => format!("{value:.1e}"),
        (0, _) => format!("{value:.4}"),
        (digits, _) => format!("{value:.*}", 4_usize.saturating_sub(digits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_line_says_whether_it_is_met() {
        let target = Target { max: Some(1.02), ..Target::at_least("energy at end", "", 0.97, 0.98) };
        assert!(target.line("rope-100").ends_with("0.9800 to 1.020       missed"), "{}", target.line("rope-100"));
        assert!(Target::at_most("step", "ms", 0.5, 1.0).line("net-50").ends_with(" ms   met"));
    }
}
