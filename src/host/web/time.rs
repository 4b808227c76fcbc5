//! Clocks. Those of `std` do not exist on this target: they panic.

use std::{
    ops::{Add, Sub},
    time::Duration,
};

use super::page;

/// A moment, since the page was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This one.
    #[must_use]
    pub fn now() -> Self {
        Self(milliseconds(page::clock()))
    }

    /// From another moment to this one; zero if that is later.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// From this moment until now.
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

/// What the clock on the wall says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SystemTime(pub(super) Duration);

impl SystemTime {
    /// Now.
    #[must_use]
    pub fn now() -> Self {
        Self(milliseconds(page::date()))
    }

    /// From another time to this one.
    ///
    /// # Errors
    /// When that is later: by how much.
    pub fn duration_since(self, earlier: Self) -> Result<Duration, Duration> {
        self.0.checked_sub(earlier.0).ok_or_else(|| earlier.0 - self.0)
    }
}

fn milliseconds(count: f64) -> Duration {
    // A clock that was set to before 1970 says nothing that we need.
    Duration::try_from_secs_f64(count / 1e3).unwrap_or_default()
}
