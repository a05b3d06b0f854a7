//! Tests of the accuracy page in Chromium, at three widths, light and dark: it needs no other
//! files, and nothing is cut off.
//!
//! ```text
//! cargo run --release -p accuracy
//! cargo test --release -p site --test browser -- --ignored accuracy
//! ```

use serde_json::json;
use site::cargo::Workspace;

use crate::browser;

/// Maximum size of the page \[bytes\].
const SIZE: u64 = 1_500_000;
/// Widths of the window \[CSS px\].
const WIDTHS: [u32; 3] = [360, 800, 1920];
/// Finds texts that extend beyond their drawing.
const CUT: &str = "
    const visible = [...document.querySelectorAll('figure svg')].filter((svg) => svg.getBoundingClientRect().width > 0);
    return visible.flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
        });
    }).map((text) => text.textContent).join('; ')";

#[test]
#[ignore = "needs the page: cargo run --release -p accuracy"]
fn the_accuracy_page_needs_no_more_than_itself() {
    let workspace = Workspace::find().unwrap();
    let page = workspace.target.join("accuracy/index.html");
    let size = std::fs::metadata(&page).expect("the page is written").len();
    assert!(size < SIZE, "{size} bytes");
    let address = format!("file://{}", page.canonicalize().unwrap().display());
    let pictures = workspace.target.join("accuracy/screenshots");
    std::fs::create_dir_all(&pictures).unwrap();

    let (_turn, browser) = browser();
    for width in WIDTHS {
        browser.resize([width, 900], 1.0);
        for scheme in ["light", "dark"] {
            let media =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            browser.devtools("Emulation.setEmulatedMedia", &media);
            browser.open(&address);
            browser.wait("return performance.getEntriesByType('navigation')[0].loadEventEnd > 0");
            crate::save(&browser, &pictures.join(format!("{width}-{scheme}.png")));
            let wide = browser.run("return document.documentElement.scrollWidth");
            assert!(wide.as_u64() <= Some(width.into()), "{wide} px at {width}");
            assert_eq!(browser.text(CUT), "", "cut at {width} px");
            // drawings have the background of the page
            let papers = browser.text(
                "return [document.body, document.querySelector('.hero svg rect')].map((it) => getComputedStyle(it))
                    .map((style, place) => place ? style.fill : style.backgroundColor).join(' ')",
            );
            let [body, drawing] = [0, 1].map(|place| papers.split(") ").nth(place).unwrap());
            assert_eq!(body.trim_end_matches(')'), drawing.trim_end_matches(')'));
        }
    }
    let charts = browser.run("return document.querySelectorAll('figure').length");
    assert!(charts.as_u64() >= Some(20), "{charts} charts");

    assert_eq!(browser.console(), Vec::<String>::new());
    let strays = browser.requests().into_iter().filter(|url| {
        let own = [&address, "about:blank", "data:"];
        !own.iter().any(|start| url.starts_with(*start))
    });
    assert_eq!(strays.collect::<Vec<_>>(), Vec::<String>::new());
}
