//! Bytes as a short line of letters, digits, `-` and `_`: compressed (deflate, RFC 1951), then in the base 64 of
//! addresses and file names (RFC 4648, section 5, without padding).

use miniz_oxide::{
    DataFormat, MZFlush, MZStatus, StreamResult,
    deflate::compress_to_vec,
    inflate::{
        decompress_to_vec_with_limit,
        stream::{InflateState, inflate},
    },
};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Level of compression: 1 is fast, 10 is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionLevel(pub u8);

/// Packs bytes for [`unpack`].
#[must_use]
pub fn pack(bytes: &[u8], level: CompressionLevel) -> String {
    encode(&compress_to_vec(bytes, level.0.clamp(1, 10)))
}

/// Unpacks bytes. `None` if the text is damaged or holds more than `max` bytes.
#[must_use]
pub fn unpack(packed: &str, max: usize) -> Option<Vec<u8>> {
    decompress_to_vec_with_limit(&decode(packed)?, max).ok()
}

/// Unpacks the bytes at the beginning of a text, whatever follows them. Returns the length of their packed form,
/// characters, with them; `None` if the text does not begin with a whole packed form of at most `max` bytes.
#[must_use]
pub fn unpack_first(text: &str, max: usize) -> Option<(usize, Vec<u8>)> {
    let length = text.bytes().take_while(|byte| ALPHABET.contains(byte)).count();
    // Filled up to whole groups of four: the packed form ends before the fill, or is cut off.
    let fill = &"AAA"[..length.next_multiple_of(4) - length];
    let packed = decode(&[&text[..length], fill].concat())?;
    let mut state = InflateState::new_boxed(DataFormat::Raw);
    let (mut read, mut unpacked, mut piece) = (0, Vec::new(), vec![0; 1 << 15]);
    loop {
        let StreamResult { bytes_consumed, bytes_written, status } =
            inflate(&mut state, &packed[read..], &mut piece, MZFlush::None);
        read += bytes_consumed;
        unpacked.extend_from_slice(&piece[..bytes_written]);
        let is_at_end = status.ok()? == MZStatus::StreamEnd;
        if unpacked.len() > max || !is_at_end && bytes_consumed + bytes_written == 0 {
            return None;
        }
        if is_at_end {
            let packed_length = (4 * read).div_ceil(3);
            return (packed_length <= length).then_some((packed_length, unpacked));
        }
    }
}

fn encode(bytes: &[u8]) -> String {
    let character = |bits: u32| char::from(ALPHABET[(bits & 63) as usize]);
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        text.extend((0..=three.len()).map(|place| character(bits >> (18 - 6 * place))));
    }
    text
}

/// Decodes base 64. `None` for other characters and for surplus bits, so that different texts give different bytes.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for &character in four {
            let value = match character {
                b'A'..=b'Z' => character - b'A',
                b'a'..=b'z' => character - b'a' + 26,
                b'0'..=b'9' => character - b'0' + 52,
                b'-' => 62,
                b'_' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        let (whole, left) = match four.len() {
            4 => (3, 0),
            3 => (2, 2),
            2 => (1, 4),
            _ => return None,
        };
        if bits & ((1 << left) - 1) != 0 {
            return None;
        }
        let bits = bits >> left;
        bytes.extend((0..whole).rev().map(|place| (bits >> (8 * place)) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn encoding_follows_the_standard() {
        // RFC 4648, section 10.
        let pairs = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")];
        for (plain, text) in pairs {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text), Some(plain.as_bytes().to_vec()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
        for odd in ["A", "Zg==", "Zm9+", "Zh", "Z g", "Zm9vY", "é"] {
            assert_eq!(decode(odd), None, "{odd}");
        }
    }

    #[test]
    fn unpacking_refuses_too_many_bytes() {
        let packed = pack(&vec![0; 1_000_000], CompressionLevel(6));
        assert!(packed.len() < 2_000, "{}", packed.len());
        assert_eq!(unpack(&packed, 999_999), None);
        assert_eq!(unpack(&packed, 1_000_000).map(|bytes| bytes.len()), Some(1_000_000));
    }

    #[test]
    fn packed_form_ends_by_itself() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|index| (index % 251) as u8).collect();
        for length in [1, 2, 3, 100, 100_000] {
            let packed = pack(&bytes[..length], CompressionLevel(6));
            for after in ["", "A", "Cheers", "-", ".", ">"] {
                let found = unpack_first(&format!("{packed}{after}"), length);
                assert_eq!(found, Some((packed.len(), bytes[..length].to_vec())), "{length}, {after:?}");
            }
            assert_eq!(unpack_first(&packed, length - 1), None, "{length} are more than that");
            assert_eq!(unpack_first(&packed[..packed.len() - 1], length), None, "{length}: cut off");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

        #[test]
        fn packed_bytes_survive(bytes in proptest::collection::vec(any::<u8>(), 0..300), level in 0..12u8) {
            prop_assert_eq!(unpack(&pack(&bytes, CompressionLevel(level)), 300), Some(bytes));
        }

        #[test]
        fn unpacking_never_panics(text in "[A-Za-z0-9_=-]{0,80}") {
            let _ = unpack(&text, 1 << 16);
        }
    }
}
