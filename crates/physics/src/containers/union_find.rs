//! Disjoint sets with path halving (Tarjan and van Leeuwen 1984, "Worst-case analysis of set union algorithms").
//!
//! `parent[i]` is a member of the same set as `i` with a lower or equal index. The root of a set is its lowest member.

/// Returns the root of a member's set, and halves the path to it.
pub(crate) fn find_root(parent: &mut [u32], mut member: u32) -> u32 {
    while parent[member as usize] != member {
        let grandparent = parent[parent[member as usize] as usize];
        parent[member as usize] = grandparent;
        member = grandparent;
    }
    member
}

/// Merges the sets of two members. Returns whether they were apart.
pub(crate) fn union(parent: &mut [u32], a: u32, b: u32) -> bool {
    let [a, b] = [a, b].map(|member| find_root(parent, member));
    parent[a.max(b) as usize] = a.min(b);
    a != b
}
