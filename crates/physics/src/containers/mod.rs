//! Data structures without physics: lists with gaps, compressed rows, disjoint sets, a radix sort.

pub mod csr_lists;
pub mod radix_sort;
pub mod slot_list;
pub mod union_find;
