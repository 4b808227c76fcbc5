//! The random generator of a world. Its seed is part of the state, so that a run can be repeated to the bit.

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
///
/// Eight bytes of state, and the same numbers on every platform and in every version of this crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SplitMix64 {
    pub state: u64,
}

impl SplitMix64 {
    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A random number below `bound`; 0 if `bound` is 0.
    ///
    /// Lemire 2019, "Fast random integer generation in an interval", without its rejection step: the bias is below 1e-9
    /// for the bounds used here.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
