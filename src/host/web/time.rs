//! Clocks. Those of `std` panic on this target.

use std::{
    ops::{Add, Sub},
    time::Duration,
};

use super::page;

/// A moment, relative to the opening of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// The present moment.
    #[must_use]
    pub fn now() -> Self {
        Self(milliseconds(page::clock()))
    }

    /// Time from an earlier moment to this one; zero if that one is later.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Time from this moment until now.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().duration_since(self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, later: Duration) -> Self {
        Self(self.0 + later)
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, earlier: Duration) -> Self {
        Self(self.0.saturating_sub(earlier))
    }
}

/// A time of the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SystemTime(pub(super) Duration);

impl SystemTime {
    /// The present time.
    #[must_use]
    pub fn now() -> Self {
        Self(milliseconds(page::date()))
    }

    /// Time from an earlier time to this one.
    ///
    /// # Errors
    /// With the difference, when that one is later.
    pub fn duration_since(self, earlier: Self) -> Result<Duration, Duration> {
        self.0.checked_sub(earlier.0).ok_or_else(|| earlier.0 - self.0)
    }
}

fn milliseconds(count: f64) -> Duration {
    // A clock that is set to before 1970 counts as 1970.
    Duration::try_from_secs_f64(count / 1e3).unwrap_or_default()
}
