//! A font reduced to the tables and outlines that egui reads. Left out: hinting instructions (a third of this font),
//! superseded tables, tables for other scripts, and names of glyphs. Every outline and width is unchanged.

/// Tables of the font that egui needs to lay out and draw text.
const KEPT: [&[u8; 4]; 9] = [b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name"];

/// The same glyphs in fewer bytes. `font` is in the form that is called TrueType, with long offsets of glyphs;
/// anything else panics, while the program is built.
pub fn plain(font: &[u8]) -> Vec<u8> {
    let find = |tag: &[u8; 4]| {
        let records = (0..word(font, 4)).map(|i| 12 + 16 * i);
        let record = records.into_iter().find(|&at| font[at..at + 4] == *tag).expect("the font has all tables");
        &font[long(font, record + 8)..][..long(font, record + 12)]
    };
    assert_eq!(word(find(b"head"), 50), 1, "offsets of glyphs are long");
    let (glyphs, offsets) = bare_glyphs(find(b"glyf"), find(b"loca"));
    let tables = KEPT.map(|tag| match tag {
        b"glyf" => &glyphs[..],
        b"loca" => &offsets[..],
        _ => find(tag),
    });
    // The kind of font, and how many tables; then what is for a search by halves, which nobody makes among nine.
    let mut plain = [&font[..4], &(KEPT.len() as u16).to_be_bytes(), &[0; 6]].concat();
    let mut at = plain.len() + 16 * KEPT.len();
    for (tag, table) in KEPT.iter().zip(tables) {
        plain.extend_from_slice(*tag);
        // No check sum.
        [0, at, table.len()].iter().for_each(|&number| plain.extend((number as u32).to_be_bytes()));
        at += table.len().next_multiple_of(4);
    }
    for table in tables {
        plain.extend_from_slice(table);
        plain.resize(plain.len().next_multiple_of(4), 0);
    }
    plain
}

/// The tables of glyphs and of where each begins, without the instructions of all that are not made of others.
fn bare_glyphs(glyphs: &[u8], offsets: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut bare, mut places) = (Vec::new(), 0_u32.to_be_bytes().to_vec());
    for index in 0..offsets.len() / 4 - 1 {
        let glyph = &glyphs[long(offsets, 4 * index)..long(offsets, 4 * index + 4)];
        // A box of ten bytes, and the last point of each contour; then the instructions.
        let contours = if glyph.is_empty() { -1 } else { word(glyph, 0) as u16 as i16 };
        if let Ok(contours) = usize::try_from(contours) {
            let at = 10 + 2 * contours;
            bare.extend_from_slice(&glyph[..at]);
            bare.extend_from_slice(&[0, 0]);
            bare.extend_from_slice(&glyph[at + 2 + word(glyph, at)..]);
        } else {
            bare.extend_from_slice(glyph);
        }
        bare.resize(bare.len().next_multiple_of(2), 0);
        places.extend((bare.len() as u32).to_be_bytes());
    }
    (bare, places)
}

/// A number of two bytes.
fn word(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]))
}

/// A number of four bytes.
fn long(bytes: &[u8], at: usize) -> usize {
    word(bytes, at) << 16 | word(bytes, at + 2)
}
