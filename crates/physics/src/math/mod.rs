//! Vectors, ranges, line segments and random numbers. Only IEEE add, sub, mul, div and sqrt.

pub mod bounds;
pub mod random;
pub mod segment;
pub mod vector;
