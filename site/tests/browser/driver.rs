//! A browser, controlled by the WebDriver protocol: JSON over HTTP to a chromedriver.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::{Engine, engine::general_purpose::STANDARD};
use minreq::Method;
use serde_json::{Value, json};

/// A session of Chromium without a window.
pub(crate) struct Browser {
    driver: Child,
    /// Address of the driver, later of the session.
    address: String,
}

const HELP: &str = "on Debian, apt-get install chromium chromium-driver; elsewhere set CHROMEDRIVER and CHROMIUM to their paths";
/// Maximum time of a command.
const PATIENCE: Duration = Duration::from_secs(60);
/// Flags without which Chromium sends requests of its own, or needs a GPU.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --force-color-profile=srgb --window-size=1280,1000";

fn program(variable: &str, usual: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| usual.to_owned())
}

impl Browser {
    /// Starts a browser.
    pub(crate) fn start() -> Self {
        // repeated, because another driver may take the port at the same time
        let (driver, port) = (0..3).find_map(|_| Self::driver()).expect(HELP);
        let address = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self { driver, address };
        let flags: Vec<&str> = FLAGS.split_whitespace().collect();
        let options = json!({ "binary": program("CHROMIUM", "/usr/bin/chromium"), "args": flags });
        let logs = json!({ "browser": "ALL", "performance": "ALL" });
        let wishes = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": logs });
        let session = browser.post("", &json!({ "capabilities": { "alwaysMatch": wishes } }));
        let id = session["sessionId"].as_str().expect("a session has an id");
        browser.address = format!("{}/{id}/", browser.address);
        browser
    }

    /// Starts a chromedriver. Returns it and its port.
    fn driver() -> Option<(Child, String)> {
        let mut driver = Command::new(program("CHROMEDRIVER", "chromedriver"));
        driver.arg("--port=0").stdout(Stdio::piped());
        let mut driver = driver.stderr(Stdio::null()).spawn().ok()?;
        let lines = BufReader::new(driver.stdout.take()?).lines();
        let mut starts = lines.map_while(Result::ok).filter_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_owned())
        });
        Some((driver, starts.next()?))
    }

    /// Sends a command to the driver and returns its answer.
    fn post(&self, command: &str, body: &Value) -> Value {
        let request = minreq::Request::new(Method::Post, format!("{}{command}", self.address));
        let request = request.with_timeout(PATIENCE.as_secs()).with_json(body);
        let mut answer: Value = request.unwrap().send().unwrap().json().unwrap();
        let value = answer["value"].take();
        assert!(value.get("error").is_none(), "{command}: {value}: {HELP}");
        value
    }

    /// Opens an address after an empty page, so that the page is loaded again.
    pub(crate) fn open(&self, address: &str) {
        self.post("url", &json!({ "url": "about:blank" }));
        self.post("url", &json!({ "url": address }));
    }

    /// Runs a function body in the page and returns its result.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text that a script returns.
    pub(crate) fn text(&self, script: &str) -> String {
        self.run(script).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&self, script: &str) {
        let started = Instant::now();
        while self.run(script) != json!(true) {
            assert!(started.elapsed() < PATIENCE, "never: {script}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends a command of the DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        let command = json!({ "cmd": command, "params": parameters });
        self.post("goog/cdp/execute", &command)
    }

    /// Sets the size of the page \[CSS px\] and the number of pixels per CSS px; a phone has two.
    pub(crate) fn resize(&self, [width, height]: [u32; 2], ratio: f64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": width < 500 });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Emulates a preference of the visitor, such as `prefers-color-scheme` `dark`.
    pub(crate) fn prefer(&self, what: &str, value: &str) {
        let features = json!({ "features": [{ "name": what, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    /// Saves a picture of the whole page as PNG.
    pub(crate) fn save(&self, file: &Path) {
        let whole = json!({ "captureBeyondViewport": true });
        let picture = self.devtools("Page.captureScreenshot", &whole);
        let picture = STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        std::fs::write(file, picture).unwrap();
    }

    /// Messages of a log since the last call.
    fn log(&self, kind: &str) -> Vec<String> {
        let entries = self.post("se/log", &json!({ "type": kind }));
        let messages = entries.as_array().unwrap().iter();
        messages
            .filter_map(|entry| Some(entry["message"].as_str()?.to_owned()))
            .collect()
    }

    /// Messages of the console since the last call.
    pub(crate) fn console(&self) -> Vec<String> {
        self.log("browser")
    }

    /// Requested addresses since the last call.
    pub(crate) fn requests(&self) -> Vec<String> {
        let events = self.log("performance").into_iter();
        let events =
            events.map(|event| serde_json::from_str::<Value>(&event).unwrap()["message"].take());
        let sent = events.filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.map(|event| {
            event["params"]["request"]["url"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // ends the browser first, because it would outlive its driver; without `post`, because this
        // may be the end of a failed test
        let end = minreq::delete(self.address.trim_end_matches('/'));
        end.with_timeout(5).send().ok();
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}
