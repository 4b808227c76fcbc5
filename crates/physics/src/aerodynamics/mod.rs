//! Air: uniform wind, gusts, blowers, and the drag that they exert on links.

pub mod blower;
pub mod drag;
pub mod gust;
pub mod wind;
