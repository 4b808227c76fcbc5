//! Data structures without physics.
//!
//! - `csr_lists`: many short lists in one array (compressed sparse rows)
//! - `radix_sort`: stable sorting by integer keys
//! - `refill`: replacement of all items of a list
//! - `slot_list`: a list with removal in O(1) that keeps its order
//! - `union_find`: disjoint sets

pub mod csr_lists;
pub mod radix_sort;
pub mod refill;
pub mod slot_list;
pub mod union_find;

pub(crate) use self::{csr_lists::*, refill::*, slot_list::*};
