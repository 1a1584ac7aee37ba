//! Embeds the client in `static/` in the binary. The client is packed into few files. Each file is embedded
//! in plain form, compressed with brotli and compressed with gzip, together with a hash of its content.
//! Writes `assets.rs`, which contains the digest of the whole client (the build), and a table of the files,
//! sorted by path. Sets `BONEYARD_VERSION`, which `--version` and the foot of each page show.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use boneyard_pack::{Files, Plan};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// The fewest bytes that a compressed form must save. If the form saves fewer bytes, the file is sent in
/// plain form: decompressing would cost the client more time than it saves.
const SAVES_AT_LEAST_BYTES: usize = 64;

/// The scripts of `index.html` and of `offline.html`, the service worker, and the style sheets that pages
/// request. The packer finds all other modules by their imports.
const PLAN: Plan<'_> = Plan {
    at_once: &["js/first.js", "js/app.js"],
    alone: &["js/offline/retry.js", "sw.js"],
    styles: &[
        "css/all.css",
        "css/accounts.css",
        "css/later.css",
        "css/match.css",
        "css/line.css",
        "css/people.css",
        "css/race.css",
        "css/race_learn.css",
        "css/records.css",
        "css/tournaments.css",
        "css/trains.css",
        "css/trains_learn.css",
    ],
    source_maps: false,
};

fn main() -> io::Result<()> {
    let manifest_dir = variable("CARGO_MANIFEST_DIR")?;
    let client = manifest_dir.join("../../static");
    println!("cargo::rerun-if-changed={}", client.display());

    let mut found = Vec::new();
    find_files(&client, &mut found)?;
    let mut files = Files::new();
    for file in found {
        files.insert(path_in(&client, &file)?, fs::read(&file)?);
    }
    let how = Plan {
        // Only developers need source maps, which are several times as long as the scripts.
        source_maps: !is_release(),
        ..PLAN
    };
    let (words, files): (Files, Files) = files
        .into_iter()
        .partition(|(path, _)| path.starts_with("locales/"));
    let mut files = boneyard_pack::pack(files, &how)
        .map_err(|error| io::Error::other(format!("static/{error}")))?;
    files.extend(divided(&words)?);
    let build = build(&files);
    let version = version();
    println!("cargo::rustc-env=BONEYARD_VERSION={version}");
    let files = placed(files, &build, &version);
    let out_dir = variable("OUT_DIR")?;
    let mut table = format!(
        "/// Which build of the client this is: the folder of its scripts and style sheets.\n\
         pub(crate) const BUILD: &str = {build:?};\n\nstatic ASSETS: &[Asset] = &[\n"
    );
    for (number, (path, content)) in files.iter().enumerate() {
        let write = |name: &str, content: &[u8]| -> io::Result<String> {
            let to = out_dir.join(format!("{number}.{name}"));
            fs::write(&to, content)?;
            Ok(format!("include_bytes!({:?})", to.display().to_string()))
        };
        let form = |name: &str, packed: Vec<u8>| -> io::Result<String> {
            if packed.len() + SAVES_AT_LEAST_BYTES > content.len() {
                return Ok("None".to_owned());
            }
            Ok(format!("Some({})", write(name, &packed)?))
        };
        let brotli = form("br", brotli(content)?)?;
        let gzip = form("gz", gzip(content)?)?;
        let plain = write("plain", content)?;
        let etag = etag(content);
        writeln!(
            table,
            "    Asset {{ path: {path:?}, etag: {etag:?}, plain: {plain}, brotli: {brotli}, \
             gzip: {gzip} }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("];\n");
    fs::write(out_dir.join("assets.rs"), table)
}

/// The words of each language in the parts that pages fetch: `locales/en.json` becomes `locales/en/start.json`
/// and others. The part `server` is left out, since only the server uses it.
fn divided(words: &Files) -> io::Result<Files> {
    let mut parts = Files::new();
    for (path, content) in words {
        let language: Map<String, Value> = serde_json::from_slice(content)
            .map_err(|error| io::Error::other(format!("static/{path}: {error}")))?;
        let folder = path.trim_end_matches(".json");
        for (part, words) in language.into_iter().filter(|(part, _)| part != "server") {
            let content = serde_json::to_vec(&words)?;
            parts.insert(format!("{folder}/{part}.json"), content);
        }
    }
    Ok(parts)
}

/// A digest of the whole client. A digest of a single script would not work: the scripts contain each
/// other's paths, in some cases in a circle.
fn build(files: &Files) -> String {
    let mut hash = Sha256::new();
    for (path, content) in files {
        for part in [path.as_bytes(), content] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hex(&hash.finalize()[..8])
}

/// The version of the server, with the commit if `scripts/release` has named it: `0.1.0 (0123456789ab)`.
fn version() -> String {
    println!("cargo::rerun-if-env-changed=BONEYARD_COMMIT");
    let version = env!("CARGO_PKG_VERSION");
    match env::var("BONEYARD_COMMIT") {
        Ok(commit) => format!("{version} ({commit})"),
        Err(_) => version.to_owned(),
    }
}

/// The files by the paths at which they are served. The folder of the scripts, style sheets, fonts and words has
/// the digest of the client as its name, so each of their URLs always returns the same content. The URLs of the
/// other files never change. The page names the version of the server.
fn placed(files: Files, build: &str, version: &str) -> Files {
    let place = |(path, content): (String, Vec<u8>)| {
        let (folder, _) = path.split_once('/').unwrap_or_default();
        if path.rsplit('.').next() == Some("html") {
            let page = String::from_utf8_lossy(&content)
                .replace("\"/js/", &format!("\"/{build}/js/"))
                .replace("\"/css/", &format!("\"/{build}/css/"))
                .replace("\"/fonts/", &format!("\"/{build}/fonts/"))
                .replace("\"Boneyard\"", &format!("\"Boneyard {version}\""));
            (path, page.into_bytes())
        } else if ["js", "css", "fonts", "locales"].contains(&folder) {
            (format!("{build}/{path}"), content)
        } else {
            (path, content)
        }
    };
    files.into_iter().map(place).collect()
}

fn variable(name: &str) -> io::Result<PathBuf> {
    env::var_os(name)
        .map(PathBuf::from)
        .ok_or_else(|| io::Error::other(format!("{name} is not set")))
}

/// Finds all files of a directory that are served. Hidden files, and the `.d.ts` files and the settings of
/// the type checker, are not served.
fn find_files(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if name.starts_with('.') || name.ends_with(".d.ts") {
            continue;
        }
        if path.is_dir() {
            find_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A file's path, in the form that URLs contain: `js/table.js`.
fn path_in(directory: &Path, file: &Path) -> io::Result<String> {
    let path = file.strip_prefix(directory).map_err(io::Error::other)?;
    Ok(path.to_string_lossy().replace('\\', "/"))
}

fn brotli(content: &[u8]) -> io::Result<Vec<u8>> {
    // The best quality takes seconds in an unoptimised build script, and developers build often.
    let params = brotli::enc::BrotliEncoderParams {
        quality: if is_release() { 11 } else { 5 },
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut packed, &params)?;
    Ok(packed)
}

fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content)?;
    encoder.finish()
}

fn is_release() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// A weak entity tag, which the compressed forms share: half of the content's SHA-256.
fn etag(content: &[u8]) -> String {
    format!("W/\"{}\"", hex(&Sha256::digest(content)[..16]))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        // Writing into a String can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
