//! A part of a plane in the picture.

use support::drawing::frame::Frame;

use crate::density::Density;

/// What is shown, where, and how large.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    /// What is shown \[m\].
    pub(crate) frame: Frame,
    /// The upper left corner in the picture \[px\].
    pub(crate) at: [f64; 2],
    /// Pixels of a metre.
    pub(crate) scale: f64,
}

impl Window {
    /// A window so wide \[px\], at the origin.
    pub(crate) fn new(frame: Frame, width: f64) -> Self {
        let scale = width / frame.size().0;
        let at = [0.0; 2];
        Self { frame, at, scale }
    }

    /// Width and height \[px\].
    pub(crate) fn size(&self) -> [f64; 2] {
        let (width, height) = self.frame.size();
        [width, height].map(|size| (size * self.scale).round())
    }

    /// Where a place is in the picture \[px\].
    pub(crate) fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let right = (x - self.frame.low.0) * self.scale;
        let down = (self.frame.high.1 - y) * self.scale;
        [self.at[0] + right, self.at[1] + down]
    }

    /// Counts pieces of sizes at places, told by `pieces`, in each pixel.
    pub(crate) fn density(&self, pieces: impl IntoIterator<Item = (usize, [f32; 2])>) -> Density {
        let origin = Self {
            at: [0.0; 2],
            ..*self
        };
        let mut density = Density::new(self.size().map(|size| size as usize));
        for (size, [x, y]) in pieces {
            let place = origin.place(x.into(), y.into());
            density.add(size, place.map(|coordinate| coordinate as f32));
        }
        density
    }
}
