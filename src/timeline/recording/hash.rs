//! Hashes in recordings, as hexadecimal text.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{physics::Digest, sandbox::Sandbox};

/// A sandbox's [state hash](crate::sandbox::Sandbox::state_hash), written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let is_hexadecimal = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let hash = u64::from_str_radix(&text, 16).ok().filter(|_| is_hexadecimal).map(Self);
        hash.ok_or_else(|| D::Error::custom(format!("a hash of 16 hexadecimal digits expected, found \"{text}\"")))
    }
}

/// Short hashes of the parts of a sandbox, its [digest](crate::sandbox::Sandbox::digest): six of four hexadecimal
/// digits, and six more with a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartHashes {
    /// Parts of the world.
    pub world: Digest,
    /// Parts of the ghost.
    pub ghost: Option<Digest>,
}

impl PartHashes {
    /// The hashes of a sandbox.
    #[must_use]
    pub fn of(sandbox: &Sandbox) -> Self {
        let (world, ghost) = sandbox.digest();
        Self { world, ghost }
    }

    /// The first part that differs, in words.
    #[must_use]
    pub fn difference(self, other: Self) -> &'static str {
        match (self.ghost, other.ghost) {
            _ if self.world != other.world => self.world.difference(other.world),
            (Some(one), Some(other)) if one != other => "the ghost",
            (Some(_), None) | (None, Some(_)) => "whether there is a ghost",
            _ => self.world.difference(other.world),
        }
    }
}

impl Serialize for PartHashes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let parts = self.world.0.iter().chain(self.ghost.iter().flat_map(|ghost| &ghost.0));
        to.serialize_str(&parts.map(|part| format!("{part:04x}")).collect::<Vec<_>>().join(" "))
    }
}

impl<'de> Deserialize<'de> for PartHashes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let part = |part: &str| u16::from_str_radix(part, 16).ok().filter(|_| part.len() == 4);
        let parts: Option<Vec<u16>> = text.split(' ').map(part).collect();
        let hashes = parts.and_then(|parts| {
            let mut digests = parts.chunks(6).map(|parts| parts.try_into().ok().map(Digest));
            let (world, ghost) = (digests.next()??, digests.next());
            // The second digest, if there is one, must be complete and the last.
            (ghost != Some(None) && digests.next().is_none()).then_some(Self { world, ghost: ghost.flatten() })
        });
        hashes.ok_or_else(|| {
            D::Error::custom(format!("six or twelve times four hexadecimal digits expected, found \"{text}\""))
        })
    }
}
