//! A server of files, strict about what pages may do.

use std::path::PathBuf;
use std::thread;

use tiny_http::{Header, Response, Server};

/// What a careful host allows a page: its own files, and WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/// Files are not at the root, so that links have to be relative.
const PREFIX: &str = "/some/where/";

/// Serves a folder until the tests end; returns its address.
pub(crate) fn serve(folder: PathBuf) -> String {
    let server = Server::http("127.0.0.1:0").unwrap();
    let address = format!("http://{}{PREFIX}", server.server_addr());
    thread::spawn(move || {
        for request in server.incoming_requests() {
            let path = request.url().strip_prefix(PREFIX).unwrap_or("nothing");
            let path = if path.is_empty() { "index.html" } else { path };
            let kind = match path.rsplit('.').next() {
                Some("html") => "text/html",
                Some("css") => "text/css",
                Some("js") => "text/javascript",
                _ => "image/svg+xml",
            };
            let file = std::fs::read(folder.join(path));
            let (status, body) = file.map_or((404, Vec::new()), |body| (200, body));
            let header = |name, value| Header::from_bytes(name, value).unwrap();
            let response = Response::from_data(body)
                .with_header(header("Content-Type", kind))
                .with_header(header("Content-Security-Policy", POLICY));
            // a browser that hangs up in the middle is no fault
            request.respond(response.with_status_code(status)).ok();
        }
    });
    address
}
