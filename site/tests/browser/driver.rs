//! A browser, driven by the WebDriver protocol: JSON over HTTP to a chromedriver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A session of Chromium without a window.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

const HELP: &str = "on Debian, apt-get install chromium chromium-driver; elsewhere set CHROMEDRIVER and CHROMIUM to their paths";
/// What takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// Nothing but the page, on machines without a GPU.
const FLAGS: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--window-size=1280,1000",
];

fn program(variable: &str, usual: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| usual.to_owned())
}

impl Browser {
    /// Starts one.
    pub(crate) fn start() -> Self {
        let mut driver = Command::new(program("CHROMEDRIVER", "chromedriver"))
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver does not run ({error}): {HELP}"));
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            port.trim_end_matches('.').parse().ok()
        });
        let mut browser = Self {
            driver,
            port: port.expect("chromedriver tells its port"),
            session: String::new(),
        };
        let options = json!({ "binary": program("CHROMIUM", "/usr/bin/chromium"), "args": FLAGS });
        let wishes = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" } } } });
        let session = browser.request("POST", "/session", Some(&wishes));
        session["sessionId"]
            .as_str()
            .expect("a session has an id")
            .clone_into(&mut browser.session);
        browser
    }

    /// What the driver answers.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text).unwrap();
        let mut answer: Value = serde_json::from_slice(&text).unwrap();
        let value = answer["value"].take();
        assert!(
            value.get("error").is_none(),
            "{path}: {}: {HELP}",
            value["message"]
        );
        value
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.request(
            "POST",
            &format!("/session/{}/{command}", self.session),
            Some(body),
        )
    }

    /// Opens an address anew, as if nothing had been open before.
    pub(crate) fn open(&self, address: &str) {
        self.post("url", &json!({ "url": "about:blank" }));
        self.post("url", &json!({ "url": address }));
    }

    /// Runs a function body in the page, and returns what it returns.
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
            let waited = started.elapsed();
            assert!(waited < PATIENCE, "not after {waited:?}: {script}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A command of the DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post(
            "goog/cdp/execute",
            &json!({ "cmd": command, "params": parameters }),
        )
    }

    /// The size of the page \[CSS px\]; a phone has two pixels for one.
    pub(crate) fn resize(&self, [width, height]: [u32; 2], ratio: f64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": width < 500 });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// A picture of the page from top to bottom, as PNG in base64.
    pub(crate) fn screenshot(&self) -> String {
        let picture = self.devtools(
            "Page.captureScreenshot",
            &json!({ "captureBeyondViewport": true }),
        );
        picture["data"].as_str().unwrap().to_owned()
    }

    /// Entries of a log since it was last asked for.
    fn log(&self, kind: &str) -> Vec<Value> {
        let entries = self.post("se/log", &json!({ "type": kind }));
        entries.as_array().cloned().unwrap_or_default()
    }

    /// What the console said since it was last asked.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.log("browser");
        entries
            .iter()
            .map(|entry| format!("{}: {}", entry["level"], entry["message"]))
            .collect()
    }

    /// The addresses that were asked for since this was last asked.
    pub(crate) fn requests(&self) -> Vec<String> {
        let messages = self.log("performance").into_iter().filter_map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let event = &message["message"];
            let sent = event["method"] == "Network.requestWillBeSent";
            sent.then(|| {
                event["params"]["request"]["url"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned()
            })
        });
        messages.collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // the browser first: it outlives its driver. No `request`, since this may be the end of a test that fails
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = write!(
                stream,
                "DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n",
                self.session
            );
            let _ = stream.read(&mut [0; 64]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
