//! Samples of energy, stretch and times. Numbers of hidden plots are not measured.

use std::{collections::VecDeque, time::Duration};

use crate::app::actions::{Chart, Charts};
use crate::host::Instant;
use crate::physics::{Energy, Stretch, World};
use crate::sandbox::Sandbox;

/// Time span of the samples, s.
pub const SPAN: f64 = 10.0;

/// Shortest time between two samples, s. More samples would be closer together than pixels.
const SAMPLE_INTERVAL: f64 = 0.02;

/// Measurements of a world, over the frames since the last sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldSample {
    /// Energy.
    pub energy: Energy,
    /// Stretch of its links.
    pub stretch: Stretch,
    /// Longest time of steps in a frame, ms.
    pub stepping: f64,
}

/// A sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// Time since measuring began, s.
    pub at: f64,
    /// The world.
    pub world: WorldSample,
    /// Its ghost, if there is one.
    pub ghost: Option<WorldSample>,
    /// Longest time of drawing in a frame, ms.
    pub drawing: f64,
}

/// Samples of the last ten seconds.
#[derive(Debug, Default)]
pub struct Measurements {
    /// The plots that are shown.
    pub charts: Charts,
    pub(super) samples: VecDeque<Sample>,
    /// Time since measuring began, s.
    pub(super) now: f64,
    /// Longest time of each phase in a frame since the last sample.
    longest: [Duration; 3],
}

/// A phase of a frame whose time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePhase {
    /// Steps of the world.
    Stepping,
    /// Steps of the ghost.
    GhostStepping,
    /// Drawing the scene.
    Drawing,
}

impl Measurements {
    /// The present time, if times are plotted.
    pub fn clock(&self) -> Option<Instant> {
        self.charts.has(Chart::Time).then(Instant::now)
    }

    /// Records the time of a phase since it began, without the time `besides` that another phase took of it.
    pub fn record_since(&mut self, phase: FramePhase, began: Option<Instant>, besides: Duration) {
        if let Some(began) = began {
            self.record(phase, began.elapsed().saturating_sub(besides));
        }
    }

    /// Records the time of a phase.
    pub fn record(&mut self, phase: FramePhase, time: Duration) {
        let longest = &mut self.longest[phase as usize];
        *longest = (*longest).max(time);
    }

    /// Takes a sample of each plotted number, `seconds` after the last call.
    pub fn measure(&mut self, sandbox: &Sandbox, seconds: f32) {
        if !self.charts.any() {
            self.samples.clear();
            return;
        }
        self.now += f64::from(seconds);
        let last = self.samples.back().map(|sample| sample.at);
        if last.is_some_and(|last| self.now < last + SAMPLE_INTERVAL) {
            return;
        }
        let [stepping, ghost_stepping, drawing] =
            std::mem::take(&mut self.longest).map(|time| time.as_secs_f64() * 1_000.0);
        let charts = self.charts;
        let sample = |world: &World, stepping: f64| WorldSample {
            energy: if charts.has(Chart::Energy) { world.energy() } else { Energy::default() },
            stretch: if charts.has(Chart::Stretch) { world.stretch() } else { Stretch::default() },
            stepping,
        };
        self.samples.push_back(Sample {
            at: self.now,
            world: sample(sandbox.world(), stepping),
            ghost: sandbox.ghost().map(|ghost| sample(ghost.world(), ghost_stepping)),
            drawing,
        });
        while self.samples.front().is_some_and(|first| first.at < self.now - SPAN) {
            self.samples.pop_front();
        }
    }
}
