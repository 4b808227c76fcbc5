//! Disjoint sets: what is tied together with what. Ways to the root are halved as they are walked (R. Tarjan and J. van
//! Leeuwen, "Worst-case analysis of set union algorithms", 1984).
//!
//! In `first` stands for each member a lower one of its set, or itself: that is the root, the lowest of them all.

/// The first of a member's set; the way there is half as long for the next that asks.
pub(crate) fn find_root(first: &mut [u32], mut member: u32) -> u32 {
    while first[member as usize] != member {
        let before = first[first[member as usize] as usize];
        first[member as usize] = before;
        member = before;
    }
    member
}

/// Makes one set of those of two members.
pub(crate) fn union(first: &mut [u32], one: u32, other: u32) {
    let ends = [one, other].map(|member| find_root(first, member));
    first[ends[0].max(ends[1]) as usize] = ends[0].min(ends[1]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_the_same_first_and_nothing_else_has() {
        let mut first: Vec<u32> = (0..6).collect();
        for (one, other) in [(4, 5), (1, 3), (3, 5), (5, 1)] {
            union(&mut first, one, other);
        }
        let found: Vec<u32> = (0..6).map(|member| find_root(&mut first, member)).collect();
        assert_eq!(found, [0, 1, 2, 1, 1, 1]);
    }
}
