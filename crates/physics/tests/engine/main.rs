//! The engine's tests through its public interface. One program, which is linked once and keeps all cores busy to its end.

mod anchors;
mod atwood;
mod bounces;
mod compliance;
mod elastic;
mod far_away;
mod hands;
mod hits;
mod led_shapes;
mod local_effects;
mod machines;
mod materials;
mod placements;
mod sleep;
mod stacks;
mod support;
mod swings;
mod throws;
mod weights;
mod wheels;
mod wires;
mod work;
