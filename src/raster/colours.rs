//! The palette of an animation: 255 colours for all its frames. An animation whose end is not known changes its palette
//! when new colours appear. Ordered dithering with a fixed pattern spreads the rounding error, so still parts do not
//! flicker.

use color_quant::NeuQuant;

/// Index of an unchanged, transparent pixel.
pub const SAME: u8 = 255;

/// Maximum number of colours of a palette.
const MAX_COLOURS: usize = SAME as usize;

/// Significant bits of a channel.
const BITS: u32 = 6;

/// Number of distinct colours, called cells.
const CELLS: usize = 1 << (3 * BITS);

/// Width of the dithering, in steps of a channel: two cells.
const SPREAD: i32 = 8;

/// Thresholds of ordered dithering, 0 to 63 (Bayer 1973).
const BAYER: [[u8; 8]; 8] = bayer();

/// Greatest distance of similar colours, as [`Palette::closest`] measures it: 20 of 255 in each channel.
const NEAR: i32 = 10 * 20 * 20;

/// A histogram of the colours of an animation.
pub struct Histogram {
    cells: Vec<Cell>,
}

/// Pixels of similar colours.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Number of pixels.
    count: u32,
    /// Sums of their channels.
    sums: [u32; 3],
}

impl Cell {
    /// Maximum count of a cell, so that its sums do not overflow. Further pixels are ignored.
    const FULL: u32 = 1 << 24;

    fn mean(self) -> [u8; 3] {
        self.sums.map(|sum| ((sum + self.count / 2) / self.count) as u8)
    }
}

impl Default for Histogram {
    fn default() -> Self {
        Self { cells: vec![Cell::default(); CELLS] }
    }
}

impl Histogram {
    /// Adds the pixels of a frame, in RGBA.
    pub fn add(&mut self, rgba: &[u8]) {
        for pixel in rgba.chunks_exact(4) {
            let Cell { count, sums } = &mut self.cells[cell_of([pixel[0], pixel[1], pixel[2]])];
            if *count < Cell::FULL {
                *count += 1;
                sums.iter_mut().zip(pixel).for_each(|(sum, &channel)| *sum += u32::from(channel));
            }
        }
    }

    /// The palette of the animation: its own colours if they are few, otherwise chosen by NeuQuant.
    #[must_use]
    pub fn palette(&self) -> Palette {
        let seen: Vec<Cell> = self.cells.iter().copied().filter(|cell| cell.count > 0).collect();
        let rgb = if seen.len() <= MAX_COLOURS {
            seen.into_iter().map(Cell::mean).collect()
        } else {
            // Weights are square roots of counts: with plain counts, the background would get all colours and a pin
            // none.
            let max_count = seen.iter().map(|cell| cell.count).max().unwrap_or(1);
            let weight = |count: u32| 1 + (31.0 * (f64::from(count) / f64::from(max_count)).sqrt()) as usize;
            let sample = |cell: &Cell| {
                let [r, g, b] = cell.mean();
                std::iter::repeat_n([r, g, b, 255], weight(cell.count))
            };
            let samples: Vec<u8> = seen.iter().flat_map(sample).flatten().collect();
            NeuQuant::new(1, MAX_COLOURS, &samples)
                .color_map_rgb()
                .chunks_exact(3)
                .map(|c| [c[0], c[1], c[2]])
                .collect()
        };
        let matched = self.cells.iter().map(|cell| cell.count > 0).collect();
        Palette { rgb, nearest: vec![SAME; CELLS], matched }
    }
}

/// The colours, and the nearest of them to each cell.
pub struct Palette {
    rgb: Vec<[u8; 3]>,
    /// Index of the nearest colour to each cell; [`SAME`] if not yet computed.
    nearest: Vec<u8>,
    /// Whether each cell was in the histogram, or has a similar colour in the palette.
    matched: Vec<bool>,
}

impl Palette {
    /// Number of pixels of a frame, in RGBA, without a similar colour in the palette.
    pub fn count_unmatched(&mut self, rgba: &[u8]) -> usize {
        let is_unmatched = |pixel: &&[u8]| {
            let cell = cell_of([pixel[0], pixel[1], pixel[2]]);
            if !self.matched[cell] {
                self.matched[cell] = self.closest(cell).1 <= NEAR;
            }
            !self.matched[cell]
        };
        rgba.chunks_exact(4).filter(is_unmatched).count()
    }

    /// The colour table of a file: red, green, blue of 256 colours.
    #[must_use]
    pub fn table(&self) -> Vec<u8> {
        let mut table = self.rgb.concat();
        table.resize(3 * (MAX_COLOURS + 1), 0);
        table
    }

    /// Writes the colour indices of a frame, in RGBA and rows of `width`, to `to`.
    pub fn reduce(&mut self, rgba: &[u8], width: usize, to: &mut Vec<u8>) {
        to.clear();
        for (thresholds, row) in BAYER.iter().cycle().zip(rgba.chunks_exact(4 * width)) {
            for (threshold, pixel) in thresholds.iter().cycle().zip(row.chunks_exact(4)) {
                let shift = SPREAD * i32::from(*threshold) / 64 - SPREAD / 2;
                let moved = |channel: u8| (i32::from(channel) + shift).clamp(0, 255) as u8;
                let cell = cell_of([moved(pixel[0]), moved(pixel[1]), moved(pixel[2])]);
                if self.nearest[cell] == SAME {
                    self.nearest[cell] = self.closest(cell).0;
                }
                to.push(self.nearest[cell]);
            }
        }
    }

    /// Index of the colour nearest to the centre of a cell, and its squared, weighted distance.
    fn closest(&self, cell: usize) -> (u8, i32) {
        let middle = |place: u32| {
            let channel = (cell >> (place * BITS)) as i32 & ((1 << BITS) - 1);
            (channel << (8 - BITS)) + (1 << (7 - BITS))
        };
        let [r, g, b] = [2, 1, 0].map(middle);
        let distance = |&[x, y, z]: &[u8; 3]| {
            let [x, y, z] = [i32::from(x) - r, i32::from(y) - g, i32::from(z) - b];
            // The eye distinguishes green best and blue worst.
            3 * x * x + 6 * y * y + z * z
        };
        let nearest = (0..).zip(self.rgb.iter().map(distance)).min_by_key(|&(_, distance)| distance);
        nearest.unwrap_or((0, i32::MAX))
    }
}

/// Index of the cell of a colour.
fn cell_of(rgb: [u8; 3]) -> usize {
    rgb.into_iter().fold(0, |cell, channel| cell << BITS | usize::from(channel >> (8 - BITS)))
}

/// The Bayer matrix: the bits of column and row, interleaved from the last one.
const fn bayer() -> [[u8; 8]; 8] {
    let mut all = [[0; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let (x, y) = (i % 8, i / 8);
        let mut bit = 0;
        while bit < 3 {
            let (column, row) = (x >> bit & 1, y >> bit & 1);
            all[y][x] |= (((column ^ row) << 1 | row) << (2 * (2 - bit))) as u8;
            bit += 1;
        }
        i += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gradient, and a few pixels of another colour.
    fn picture() -> Vec<u8> {
        let sky = (0..256 * 64).map(|i| [(i / 256) as u8, (i / 512) as u8 + 20, 90, 255]);
        sky.enumerate().flat_map(|(i, pixel)| if i % 2_000 < 4 { [250, 20, 10, 255] } else { pixel }).collect()
    }

    #[test]
    fn palette_keeps_a_rare_colour() {
        let mut histogram = Histogram::default();
        histogram.add(&picture());
        let mut palette = histogram.palette();
        let mut reduced = Vec::new();
        palette.reduce(&picture(), 256, &mut reduced);
        let [r, g, b] = palette.rgb[usize::from(reduced[2_001])];
        assert!(r > 220 && g < 60 && b < 60, "a red pixel has become {r} {g} {b}");
    }
}
