//! Links that tear: by strain, and by the weight that they carry.

pub mod overload;
pub mod strain;
