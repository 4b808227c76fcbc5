//! Reads Rust sources: the words of a file without comments and strings, and the modules that its paths name.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// A word or a mark of a source file.
struct Token {
    line: usize,
    text: String,
}

/// A path that a file names, as the segments below its package.
pub struct Named {
    pub line: usize,
    pub path: Vec<String>,
}

/// A file of a package.
pub struct Source {
    pub file: PathBuf,
    /// The module that the file holds, as segments below its package.
    pub module: Vec<String>,
    /// Each path that begins with `crate`, `super` or `self`, or that a `use` declaration imports.
    pub paths: Vec<Named>,
    /// `paths` without those in items under `#[cfg(test)]`.
    pub shipped: Vec<Named>,
    /// Modules that are declared under `#[cfg(test)]` and stand in files of their own.
    test_modules: Vec<Vec<String>>,
}

impl Source {
    fn read(root: &Path, file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let below = file.strip_prefix(root).expect("a file below its root").with_extension("");
        let mut module: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            module.pop();
        }
        let tokens = tokens(&text);
        let mut test_modules = Vec::new();
        let shipped = Reader { tokens: &tokens, module: module.clone(), test_modules: Some(&mut test_modules) }.paths();
        let paths = Reader { tokens: &tokens, module: module.clone(), test_modules: None }.paths();
        Self { file, module, paths, shipped, test_modules }
    }
}

/// All Rust files below a package's source folder.
pub fn sources(root: &Path) -> Vec<Source> {
    files(root).into_iter().map(|file| Source::read(root, file)).collect()
}

/// The same without files that only tests use.
pub fn sources_without_tests(root: &Path) -> Vec<Source> {
    let mut sources = sources(root);
    let tests: HashSet<Vec<String>> = sources.iter().flat_map(|source| source.test_modules.clone()).collect();
    sources.retain(|source| (0..=source.module.len()).all(|end| !tests.contains(&source.module[..end])));
    sources
}

/// All Rust files of a folder and of the folders in it.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a folder's entry").path());
    let mut files: Vec<PathBuf> =
        paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files
}

/// Words, `::` and single marks; comments, strings, characters and lifetimes are left out.
fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: usize| characters.get(index).copied().unwrap_or('\0');
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let (mut found, mut index, mut line) = (Vec::new(), 0, 1);
    while index < characters.len() {
        let start = index;
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < characters.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => index = end_of_comment(&characters, index),
            '"' => index = end_of_string(&characters, index),
            'r' if raw_hashes(&characters, index + 1).is_some() => {
                let hashes = raw_hashes(&characters, index + 1).unwrap_or(0);
                index += hashes + 2;
                while index < characters.len()
                    && !(at(index) == '"' && (1..=hashes).all(|offset| at(index + offset) == '#'))
                {
                    index += 1;
                }
                index += hashes + 1;
            }
            '\'' if at(index + 1) == '\\' => {
                index += 3;
                while index < characters.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            '\'' if at(index + 2) == '\'' => index += 3,
            '\'' => index += 1,
            character if is_word(character) => {
                while is_word(at(index)) {
                    index += 1;
                }
                found.push(Token { line, text: characters[start..index].iter().collect() });
            }
            ':' if at(index + 1) == ':' => {
                index += 2;
                found.push(Token { line, text: "::".to_owned() });
            }
            character => {
                index += 1;
                if !character.is_whitespace() {
                    found.push(Token { line, text: character.to_string() });
                }
            }
        }
        let end = index.min(characters.len());
        line += characters[start..end].iter().filter(|character| **character == '\n').count();
    }
    found
}

/// The index after the block comment that begins here. Such comments may be nested.
fn end_of_comment(characters: &[char], start: usize) -> usize {
    let (mut index, mut depth) = (start, 0);
    while let Some(pair) = characters.get(index..index + 2) {
        depth += i32::from(pair == ['/', '*']) - i32::from(pair == ['*', '/']);
        index += if [['/', '*'], ['*', '/']].iter().any(|mark| pair == mark) { 2 } else { 1 };
        if depth == 0 {
            return index;
        }
    }
    characters.len()
}

/// The index after the string that begins here.
fn end_of_string(characters: &[char], start: usize) -> usize {
    let mut index = start + 1;
    while let Some(character) = characters.get(index) {
        match character {
            '"' => return index + 1,
            '\\' => index += 2,
            _ => index += 1,
        }
    }
    index
}

/// The number of `#` before the quote of a raw string; `None` if no raw string begins here.
fn raw_hashes(characters: &[char], start: usize) -> Option<usize> {
    let hashes = characters[start..].iter().take_while(|character| **character == '#').count();
    (characters.get(start + hashes) == Some(&'"')).then_some(hashes)
}

/// Collects the paths of a file's tokens. With `test_modules`, it passes over items under `#[cfg(test)]`.
struct Reader<'a> {
    tokens: &'a [Token],
    module: Vec<String>,
    test_modules: Option<&'a mut Vec<Vec<String>>>,
}

impl<'a> Reader<'a> {
    fn text(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.text.as_str())
    }

    fn paths(mut self) -> Vec<Named> {
        let (mut found, mut index, mut depth) = (Vec::new(), 0, 0);
        // The depth at which each inline module began.
        let mut inline = Vec::new();
        while index < self.tokens.len() {
            match self.text(index) {
                "#" if self.test_modules.is_some() && self.is_test_attribute(index) => {
                    index = self.skip_item(index);
                    continue;
                }
                "mod" if self.text(index + 2) == "{" => {
                    inline.push(depth);
                    self.module.push(self.text(index + 1).to_owned());
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inline.last() == Some(&depth) {
                        inline.pop();
                        self.module.pop();
                    }
                }
                "crate" | "super" | "self"
                    if self.text(index + 1) == "::" && (index == 0 || self.text(index - 1) != "::") =>
                {
                    let module = self.module.clone();
                    index = self.tree(index, &module, &mut found);
                    continue;
                }
                "use" if !["crate", "super", "self"].contains(&self.text(index + 1)) => {
                    let module = self.module.clone();
                    index = self.tree(index + 1, &module, &mut found);
                    continue;
                }
                _ => {}
            }
            index += 1;
        }
        found
    }

    /// Adds the paths of a tree of imports; returns the index after it.
    fn tree(&self, mut index: usize, prefix: &[String], found: &mut Vec<Named>) -> usize {
        let mut path = prefix.to_vec();
        let line = self.tokens.get(index).map_or(0, |token| token.line);
        loop {
            match self.text(index) {
                "crate" => path.clear(),
                "super" => {
                    path.pop();
                }
                "self" => {}
                "{" => {
                    index += 1;
                    while !["}", ""].contains(&self.text(index)) {
                        index = self.tree(index, &path, found);
                        while self.text(index) == "," {
                            index += 1;
                        }
                    }
                    return index + 1;
                }
                segment => path.push(segment.to_owned()),
            }
            index += 1;
            let next = self.text(index + 1);
            let goes_on = next.starts_with(|character: char| character.is_alphanumeric() || "_{*".contains(character));
            if self.text(index) != "::" || !goes_on {
                break;
            }
            index += 1;
        }
        if self.text(index) == "as" {
            index += 2;
        }
        found.push(Named { line, path });
        index
    }

    /// Whether `#[cfg(...)]` with `test` in it stands here.
    fn is_test_attribute(&self, index: usize) -> bool {
        let words: Vec<&str> =
            self.tokens[index..].iter().map(|token| token.text.as_str()).take_while(|text| *text != "]").collect();
        words.get(2) == Some(&"cfg") && words.contains(&"test") && !words.contains(&"not")
    }

    /// The index after an item with its attributes. Records a module that has a file of its own.
    fn skip_item(&mut self, mut index: usize) -> usize {
        let mut nested = 0;
        while index < self.tokens.len() {
            let text = self.text(index);
            if text == "mod" && self.text(index + 2) == ";" {
                let module = self.module.iter().cloned().chain([self.text(index + 1).to_owned()]).collect();
                self.test_modules.iter_mut().for_each(|modules| modules.push(Vec::clone(&module)));
            }
            nested += i32::from(["(", "[", "{"].contains(&text)) - i32::from([")", "]", "}"].contains(&text));
            if nested == 0 && (text == ";" || text == "}" && self.text(index + 1) != ";") {
                return index + 1;
            }
            if nested < 0 {
                return index;
            }
            index += 1;
        }
        index
    }
}
