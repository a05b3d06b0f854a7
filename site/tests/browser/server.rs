//! A server of files, strict about what pages may do.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// What a careful host allows a page: its own files, and WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/// Files are not at the root, so that links have to be relative.
const PREFIX: &str = "/some/where/";

/// Serves a folder until the tests end; returns its address.
pub(crate) fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // a browser that hangs up in the middle is no fault
            thread::spawn(move || answer(stream, &folder).ok());
        }
    });
    format!("http://{address}{PREFIX}")
}

fn answer(stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(&stream).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    // headers do not matter
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request
        .split(' ')
        .nth(1)
        .and_then(|path| path.strip_prefix(PREFIX))
        .unwrap_or("..");
    let path = if path.is_empty() { "index.html" } else { path };
    let found = if path.contains("..") {
        None
    } else {
        std::fs::read(folder.join(path)).ok()
    };
    let (status, body) = found.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let kind = match Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str())
    {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let mut out = &stream;
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    out.write_all(&body)
}
