//! The 255 colours of an animation. All its frames have the same (or, where the end is not known at the start, for as long
//! as nothing comes up that none of them is near), and what rounding to them leaves over is spread by a pattern that
//! stands still: what does not move does not flicker.

use color_quant::NeuQuant;

/// What a pixel has that stays as it was.
pub const SAME: u8 = 255;

/// Colours at the most.
const MOST: usize = SAME as usize;

/// Bits of a channel by which colours are told apart.
const BITS: u32 = 6;

/// How many colours can be told apart.
const CELLS: usize = 1 << (3 * BITS);

/// Steps of a channel over which the pattern spreads a colour: two cells.
const SPREAD: i32 = 8;

/// Thresholds of ordered dithering, 0 to 63 (Bayer 1973).
const BAYER: [[u8; 8]; 8] = bayer();

/// How far from the nearest colour of a palette another may be that is still near, by [`Palette::closest`]'s measure: 20
/// of 255 in each channel. The pattern spreads over 8.
const NEAR: i32 = 10 * 20 * 20;

/// How often each colour is seen in an animation.
pub struct Census {
    /// A cell's number of pixels, and the sums of their channels.
    cells: Vec<(u32, [u32; 3])>,
}

impl Default for Census {
    fn default() -> Self {
        Self::new()
    }
}

impl Census {
    /// Nothing seen yet.
    #[must_use]
    pub fn new() -> Self {
        Self { cells: vec![(0, [0; 3]); CELLS] }
    }

    /// Counts a frame's colours. `rgba`: its pixels.
    pub fn count(&mut self, rgba: &[u8]) {
        for pixel in rgba.chunks_exact(4) {
            let (count, sums) = &mut self.cells[cell([pixel[0], pixel[1], pixel[2]])];
            // What is seen as often is seen often enough.
            if *count < 1 << 24 {
                *count += 1;
                sums.iter_mut().zip(pixel).for_each(|(sum, &channel)| *sum += u32::from(channel));
            }
        }
    }

    /// The colours for all of it.
    #[must_use]
    pub fn palette(&self) -> Palette {
        let seen = self.cells.iter().filter(|(count, _)| *count > 0);
        let means = seen.map(|&(count, sums)| (count, sums.map(|sum| ((sum + count / 2) / count) as u8)));
        let means: Vec<(u32, [u8; 3])> = means.collect();
        let rgb = if means.len() <= MOST {
            means.into_iter().map(|(_, mean)| mean).collect()
        } else {
            // By the root of how often it is seen: else all would go to the sky, and none to a pin.
            let most = means.iter().map(|(count, _)| *count).max().unwrap_or(1);
            let times = |count: u32| 1 + (31.0 * (f64::from(count) / f64::from(most)).sqrt()) as usize;
            let sample = |&(count, [r, g, b]): &(u32, [u8; 3])| std::iter::repeat_n([r, g, b, 255], times(count));
            let samples: Vec<u8> = means.iter().flat_map(sample).flatten().collect();
            NeuQuant::new(1, MOST, &samples).color_map_rgb().chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect()
        };
        let served = self.cells.iter().map(|(count, _)| *count > 0).collect();
        Palette { rgb, nearest: vec![SAME; CELLS], served }
    }
}

/// The colours, and which of them is nearest to what.
pub struct Palette {
    rgb: Vec<[u8; 3]>,
    /// For each cell; [`SAME`] where nobody has asked yet.
    nearest: Vec<u8>,
    /// For each cell: these colours were chosen for it among others, or one of them is near to it.
    served: Vec<bool>,
}

impl Palette {
    /// How many of a frame's pixels have a colour that was not known when these were chosen, and that none of these is
    /// near to. `rgba`: its pixels.
    pub fn strangers(&mut self, rgba: &[u8]) -> usize {
        let is_stranger = |pixel: &&[u8]| {
            let cell = cell([pixel[0], pixel[1], pixel[2]]);
            if !self.served[cell] {
                self.served[cell] = self.closest(cell).1 <= NEAR;
            }
            !self.served[cell]
        };
        rgba.chunks_exact(4).filter(is_stranger).count()
    }

    /// As a file has it: red, green, blue of 256 colours.
    #[must_use]
    pub fn table(&self) -> Vec<u8> {
        let mut table = self.rgb.concat();
        table.resize(3 * (MOST + 1), 0);
        table
    }

    /// A frame in these colours, a byte a pixel, into `to`. `rgba`: its pixels in rows of `width`.
    pub fn reduce(&mut self, rgba: &[u8], width: usize, to: &mut Vec<u8>) {
        to.clear();
        for (thresholds, row) in BAYER.iter().cycle().zip(rgba.chunks_exact(4 * width)) {
            for (threshold, pixel) in thresholds.iter().cycle().zip(row.chunks_exact(4)) {
                let shift = SPREAD * i32::from(*threshold) / 64 - SPREAD / 2;
                // The cast follows a clamp.
                let moved = |channel: u8| (i32::from(channel) + shift).clamp(0, 255) as u8;
                let cell = cell([moved(pixel[0]), moved(pixel[1]), moved(pixel[2])]);
                if self.nearest[cell] == SAME {
                    self.nearest[cell] = self.closest(cell).0;
                }
                to.push(self.nearest[cell]);
            }
        }
    }

    /// The colour nearest to a cell's middle, and how far it is from it.
    fn closest(&self, cell: usize) -> (u8, i32) {
        let middle = |place: u32| {
            let channel = (cell >> (place * BITS)) as i32 & ((1 << BITS) - 1);
            (channel << (8 - BITS)) + (1 << (7 - BITS))
        };
        let [r, g, b] = [2, 1, 0].map(middle);
        let distance = |&[x, y, z]: &[u8; 3]| {
            let [x, y, z] = [i32::from(x) - r, i32::from(y) - g, i32::from(z) - b];
            // The eye tells green apart best, and blue worst.
            3 * x * x + 6 * y * y + z * z
        };
        let nearest = (0..).zip(self.rgb.iter().map(distance)).min_by_key(|&(_, distance)| distance);
        nearest.unwrap_or((0, i32::MAX))
    }
}

/// Where a colour stands.
fn cell(rgb: [u8; 3]) -> usize {
    rgb.into_iter().fold(0, |cell, channel| cell << BITS | usize::from(channel >> (8 - BITS)))
}

/// Each threshold as far from those beside it as can be: the bits of column and row, interleaved from the last on.
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

    #[test]
    fn every_threshold_is_there_once() {
        let mut all = BAYER.concat();
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<u8>>());
    }

    /// A gradient, and a few pixels of a colour that nothing else has.
    fn picture() -> Vec<u8> {
        let sky = (0..256 * 64).map(|i| [(i / 256) as u8, (i / 512) as u8 + 20, 90, 255]);
        sky.enumerate().flat_map(|(i, pixel)| if i % 2_000 < 4 { [250, 20, 10, 255] } else { pixel }).collect()
    }

    #[test]
    fn a_rare_colour_is_kept() {
        let mut census = Census::new();
        census.count(&picture());
        let mut palette = census.palette();
        let mut reduced = Vec::new();
        palette.reduce(&picture(), 256, &mut reduced);
        let [r, g, b] = palette.rgb[usize::from(reduced[2_001])];
        assert!(r > 220 && g < 60 && b < 60, "a red pixel has become {r} {g} {b}");
    }

    #[test]
    fn a_colour_that_comes_up_later_is_noticed_once() {
        let mut census = Census::new();
        census.count(&picture());
        let mut palette = census.palette();
        assert_eq!(palette.strangers(&picture()), 0);
        let shade: Vec<u8> = [30, 40, 92, 255].repeat(50);
        assert_eq!(palette.strangers(&shade), 0, "it is as good as there");
        let green: Vec<u8> = [20, 240, 20, 255].repeat(50);
        assert_eq!(palette.strangers(&green), 50);
        census.count(&green);
        palette = census.palette();
        assert_eq!(palette.strangers(&green), 0);
    }

    #[test]
    fn an_even_patch_has_its_own_colour_on_average() {
        let mut census = Census::new();
        census.count(&picture());
        let mut palette = census.palette();
        let even: Vec<u8> = [33, 37, 90, 255].repeat(64 * 64);
        let mut reduced = Vec::new();
        palette.reduce(&even, 64, &mut reduced);
        for (channel, wanted) in [33, 37, 90].into_iter().enumerate() {
            let sum: i32 = reduced.iter().map(|&index| i32::from(palette.rgb[usize::from(index)][channel])).sum();
            let mean = sum as f32 / reduced.len() as f32;
            assert!((mean - wanted as f32).abs() < 2.5, "channel {channel}: {mean} instead of {wanted}");
        }
    }
}
