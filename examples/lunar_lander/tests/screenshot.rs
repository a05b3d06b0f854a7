//! Whether a picture of the window shows something. The script that opens the window runs this.

use std::collections::HashSet;

use tiny_skia::Pixmap;

/// The file is named by the environment.
#[test]
#[ignore = "there is no screenshot unless window.sh took one"]
fn a_screenshot_is_not_blank() {
    let file = std::env::var("SCREENSHOT").unwrap();
    let picture = Pixmap::load_png(&file).unwrap();
    let colors: HashSet<_> = picture
        .pixels()
        .iter()
        .map(|it| [it.red(), it.green(), it.blue()])
        .collect();
    println!(
        "{file}: {} by {} pixels, {} colours",
        picture.width(),
        picture.height(),
        colors.len()
    );
    // a sky alone has some dozens
    assert!(colors.len() > 300, "{} colours", colors.len());
    // the sky is at the top and not the ground: the picture stands upright
    let rows = |from: u32| -> u64 {
        let first = (from * picture.width()) as usize;
        let count = (picture.height() / 40 * picture.width()) as usize;
        let pixels = picture.pixels()[first..first + count].iter();
        pixels.map(|it| u64::from(it.blue())).sum()
    };
    let [top, middle] = [0, picture.height() / 2].map(rows);
    assert!(
        top < middle,
        "the top is brighter than the horizon: {top}, {middle}"
    );
}
