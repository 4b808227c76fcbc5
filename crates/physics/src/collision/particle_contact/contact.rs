//! Two discs that touch: where, and what was done to them there.

use glam::Vec2;

/// Two discs that touch, and what was done to them in this substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The lower and the upper.
    pub a: u32,
    pub b: u32,
    /// Unit vector from the lower to the upper.
    pub normal: Vec2,
    /// How far they may come towards each other, m: the gap that was between them before.
    pub gap: f32,
    /// How deep they were in each other before, m.
    pub depth: f32,
    /// So deep that neither sleeps, nor what either lies at.
    pub is_deep: bool,
    /// One is a ball: what is drawn into that is put out again at once, or nets would slip into it instead of tearing.
    pub is_hard: bool,
    /// They are of very different masses, and what hangs on the lighter one counts: see [`crate::collision::particle_contact::effective_mass`].
    pub is_uneven: bool,
    /// How the upper moved beside the lower when they were found to touch, m.
    pub relative: Vec2,
    /// Which shares of a push move either.
    pub shares: [f32; 2],
    /// What was pushed so far along the normal, and across it, m.
    pub pushed: f32,
    pub dragged: f32,
}

impl Contact {
    /// Whether two discs that now move `relative` to each other (m a substep) are near each other and no more: nothing was
    /// pushed, and nothing is to be.
    #[inline]
    pub fn is_idle(&self, relative: Vec2) -> bool {
        self.pushed <= 0.0 && relative.dot(self.normal) + self.gap >= 0.0
    }

    /// Takes from two discs that now move `relative` to each other (m a substep) what brings them into each other, and slows
    /// them where they slide along each other by Coulomb's law: no more than by the share `friction` of what they were pushed
    /// apart. Returns the change of that motion. Done twice it changes nothing more.
    ///
    /// Sliding is told from the motion before the push, which does not change it: what each push of a disc waits for is the one
    /// before it, and that is what contacts cost.
    #[inline]
    pub fn push(&mut self, relative: Vec2, friction: f32) -> Vec2 {
        let across = self.normal.perp();
        let sliding = self.dragged - relative.dot(across);
        let pushed = self.pushed - self.gap - relative.dot(self.normal);
        let pushed = if pushed > 0.0 { pushed } else { 0.0 };
        let most = friction * pushed;
        let dragged = if sliding > most { most } else { sliding };
        let dragged = if dragged < -most { -most } else { dragged };
        let change = self.normal * (pushed - self.pushed) + across * (dragged - self.dragged);
        (self.pushed, self.dragged) = (pushed, dragged);
        change
    }
}

/// Where two that are in one place part to: each pair another way, or a whole crowd of them would lie in a line, of which
/// none could come out.
pub(crate) fn apart(a: u32, b: u32) -> Vec2 {
    const WAYS: [Vec2; 5] =
        [Vec2::new(0.8, 0.6), Vec2::new(-0.6, 0.8), Vec2::new(-0.96, 0.28), Vec2::new(0.28, 0.96), Vec2::X];
    WAYS[(a.wrapping_mul(7).wrapping_add(b) % 5) as usize]
}

/// Which way two discs were from each other when they met that have passed each other, or gone through each other, in this
/// substep, and how far they have come along it by now (m, less than nothing where they are on each other's side). `None` where they have not met, or have
/// gone less than a radius.
#[inline]
pub(crate) fn meeting(way: Vec2, relative: Vec2, reach: f32) -> Option<(Vec2, f32)> {
    let gone = relative.x * relative.x + relative.y * relative.y;
    if gone * 4.0 < reach * reach {
        return None;
    }
    let met = way - relative * passing(way, relative, gone, reach)?;
    let size = (met.x * met.x + met.y * met.y).sqrt();
    (size > 1e-6).then(|| (met / size, (met / size).dot(way)))
}

/// Which share of what they have `gone` (squared) relative to each other has to be taken back until two discs touch that have
/// passed each other; `None` where they have not come near.
#[inline]
fn passing(way: Vec2, relative: Vec2, gone: f32, reach: f32) -> Option<f32> {
    let start = way - relative;
    let along = start.dot(relative);
    let apart = start.dot(start) - reach * reach;
    let root = along * along - gone * apart;
    // They were overlapping, go apart, or go past each other.
    if apart <= 0.0 || along >= 0.0 || root <= 0.0 {
        return None;
    }
    let time = (-along - root.sqrt()) / gone;
    (time <= 1.0).then_some(1.0 - time)
}
