//! Data structures without physics.
//!
//! - `csr_lists`: many short lists in one array (compressed sparse rows)
//! - `pair_key`: pairs of numbers as one number to sort by
//! - `radix_sort`: stable sorting by integer keys
//! - `refill`: replacement of all items of a list
//! - `slot_list`: a list with removal in O(1) that keeps its order
//! - `union_find`: disjoint sets

pub mod csr_lists;
pub mod pair_key;
pub mod radix_sort;
pub mod refill;
pub mod slot_list;
pub mod union_find;

pub(crate) use self::{csr_lists::*, pair_key::*, refill::*, slot_list::*};

/// Stands for no item where a number names one of a list.
pub(crate) const NONE: u32 = u32::MAX;
