//! The memory of a world, estimated from its size before anything is built.

use crate::physics::Settings;

/// Memory of a particle in a world that steps, bytes.
const PARTICLE_BYTES: u64 = 224;

/// Further memory of a particle where ropes meet each other, bytes.
const CONTACT_BYTES: u64 = 416;

/// Memory of a link in a world that steps, bytes.
const LINK_BYTES: u64 = 104;

/// Maximum memory of what the recipes of a scene build, bytes: 256 MiB less 16 MiB for the program itself.
pub const MAX_MEMORY: u64 = 240 << 20;

/// An upper bound of the memory of a world with these settings, bytes. The constants bound what the recipes were
/// measured to need while they are built and step, whatever joins their particles.
pub fn estimate_memory(particles: u64, links: u64, settings: &Settings) -> u64 {
    let contacts = if settings.rope_contact.is_some() { CONTACT_BYTES } else { 0 };
    particles.saturating_mul(PARTICLE_BYTES + contacts).saturating_add(links.saturating_mul(LINK_BYTES))
}
