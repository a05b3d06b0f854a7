//! The accuracy page in Chromium: it needs no more than itself, says what is under the pointer, and hides curves.
//!
//! ```text
//! cargo run --release -p accuracy
//! cargo test --release -p site --test browser -- --ignored accuracy
//! ```

use serde_json::json;
use site::cargo::Workspace;

use crate::browser;
use crate::driver::Browser;

/// The most that the page may weigh \[bytes\].
const SIZE: u64 = 1_500_000;
/// Widths at which it is looked at \[CSS px\].
const WIDTHS: [u32; 3] = [400, 1280, 1920];

/// The number that a script returns.
fn count(browser: &Browser, script: &str) -> u64 {
    browser.run(script).as_u64().unwrap_or_default()
}

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
            browser.wait("return document.querySelectorAll('.hero polyline').length > 0");
            crate::save(&browser, &pictures.join(format!("{width}-{scheme}.png")));
            let wide = count(&browser, "return document.documentElement.scrollWidth");
            assert!(wide <= u64::from(width), "{wide} px at {width}");
        }
    }

    // every plot is drawn once somebody looks
    browser.run(
        "document.querySelectorAll('details').forEach((part) => (part.open = true)); return ''",
    );
    browser.wait("return [...document.querySelectorAll('figure')].every((figure) => figure.querySelector('.plot polyline, .plot circle'))");
    let figures = count(
        &browser,
        "return document.querySelectorAll('figure').length",
    );
    assert!(figures > 30, "{figures} plots");
    assert_eq!(
        figures,
        count(
            &browser,
            "return document.querySelectorAll('a.csv[href^=\"data:text/csv\"]').length"
        )
    );

    let curves = "return document.querySelectorAll('.hero polyline').length";
    let before = count(&browser, curves);
    browser.run("document.querySelector('.hero .legend button').click(); return ''");
    assert_eq!(count(&browser, curves), before - 1);

    let told = browser.text(
        "const svg = document.querySelector('.hero svg'), line = svg.querySelector('polyline').points, box = svg.getBoundingClientRect();
         const { x, y } = line[line.length - 1];
         svg.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + x, clientY: box.top + y, bubbles: true }));
         return document.querySelector('.hero .told').textContent",
    );
    // the curve ends after three hours
    assert!(told.contains("time [s] 10800"), "{told}");

    assert_eq!(browser.console(), Vec::<String>::new());
    let strays = browser.requests().into_iter().filter(|url| {
        let own = [&address, "about:blank", "data:"];
        !own.iter().any(|start| url.starts_with(*start))
    });
    assert_eq!(strays.collect::<Vec<_>>(), Vec::<String>::new());
}
