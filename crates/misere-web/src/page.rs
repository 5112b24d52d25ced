//! The page: files that are part of the program, by name. Nothing is read from the disk.

/// A file of the page.
pub(crate) struct File {
    name: &'static str,
    pub(crate) content: &'static [u8],
}

/// The files of `page/` with these names.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(File { name: $name, content: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

/// The files of the page. A file that is added to `page/` is added here by its name.
#[rustfmt::skip]
static FILES: &[File] = files![
    "ask.mjs",
    "board.mjs",
    "busy.mjs",
    "cards.mjs",
    "cells.mjs",
    "compare.mjs",
    "copy.mjs",
    "dom.mjs",
    "fields.mjs",
    "form.mjs",
    "frame.mjs",
    "index.html",
    "layered.mjs",
    "main.mjs",
    "notation.mjs",
    "options.mjs",
    "order.mjs",
    "page.mjs",
    "panel.mjs",
    "play.mjs",
    "reasons.mjs",
    "replies.mjs",
    "rules.mjs",
    "separate.mjs",
    "state.mjs",
    "stix-OFL.txt",
    "stix-italic.woff2",
    "stix-regular.woff2",
    "structure.mjs",
    "style.css",
    "tree.mjs",
    "typeset.mjs",
    "values.mjs",
];

impl File {
    /// The file that a path names: `/` is the page itself.
    pub(crate) fn find(path: &str) -> Option<&'static File> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        FILES.iter().find(|file| file.name == name)
    }

    /// The type of the content, by the ending of the name.
    pub(crate) fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("mjs") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("woff2") => "font/woff2",
            _ => "text/plain; charset=utf-8",
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The names of the files below a folder, with `/` between folders.
    fn names(folder: &Path, before: &str) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{before}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => all.extend(names(&entry.path(), &format!("{name}/"))),
                false => drop(all.insert(name)),
            }
        }
        all
    }

    #[test]
    fn every_file_of_the_page_is_served_under_its_name() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let served: BTreeSet<String> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(served, names(&folder, ""));
        for file in FILES {
            let found = File::find(&format!("/{}", file.name)).unwrap();
            assert_eq!(found.content, std::fs::read(folder.join(file.name)).unwrap());
            let is_text = found.content_type().starts_with("text/plain");
            assert_eq!(is_text, file.name.ends_with(".txt"), "{} has no content type", file.name);
        }
    }

    #[test]
    fn other_paths_name_nothing() {
        assert!(File::find("/").is_some());
        for path in
            ["", "index.html", "//", "//index.html", "/../index.html", "/%2e%2e/index.html", "/./", "*"]
        {
            assert!(File::find(path).is_none(), "{path}");
        }
    }
}
