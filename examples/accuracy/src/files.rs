//! The files that are written.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, Write};
use std::path::{Path, PathBuf};

use crate::experiment::Experiment;
use crate::failure::Failure;
use crate::section::{Part, Section};

/// The file of the page or of the picture, open for writing.
#[derive(Debug)]
pub(crate) struct OutputFile {
    name: String,
    file: File,
}

impl OutputFile {
    /// Creates the file and its directory. What is already there stays until it is written anew.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let open = || {
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory)?;
            }
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false).open(path)
        };
        match open() {
            Ok(file) => Ok(Self { name, file }),
            Err(error) => Err(Failure::Write { file: name, error }),
        }
    }

    /// Writes all of it.
    pub(crate) fn write(mut self, text: &str) -> Result<(), Failure> {
        let mut write = || {
            // what is no regular file, such as /dev/null, has no length
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
            self.file.write_all(text.as_bytes())
        };
        write().map_err(|error| Failure::Write {
            file: self.name,
            error,
        })
    }
}

/// The file of all findings.
const FINDINGS: &str = "findings.csv";

/// A directory for CSV files.
#[derive(Debug)]
pub(crate) struct TableDirectory {
    path: PathBuf,
    findings: csv::Writer<File>,
}

impl TableDirectory {
    /// Creates the directory, and in it the file of all findings.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| failure(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            findings: writer(&path.join(FINDINGS))?,
        })
    }

    /// Writes the data of every figure and table, and all findings.
    pub(crate) fn write(self, results: &[(&Experiment, Section)]) -> Result<(), Failure> {
        let mut findings = vec![
            ["experiment", "part", "finding"]
                .map(str::to_owned)
                .to_vec(),
        ];
        for (experiment, section) in results {
            for part in &section.parts {
                let (experiment, part_name) = (experiment.name, part.name());
                let file = self.path.join(format!("{experiment}-{part_name}.csv"));
                let records = part.records();
                let rows = [&[records.header], records.rows.as_slice()].concat();
                write_rows(&file, writer(&file)?, &rows)?;
                let finding = part.finding().unwrap_or_default();
                findings.push([experiment, part_name, finding].map(str::to_owned).to_vec());
            }
        }
        write_rows(&self.path.join(FINDINGS), self.findings, &findings)
    }
}

/// A directory for pictures.
#[derive(Debug)]
pub(crate) struct PictureDirectory {
    path: PathBuf,
}

impl PictureDirectory {
    /// Creates the directory, and sees whether files can be created in it.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let probe = path.join(".probe");
        (fs::create_dir_all(path).and_then(|()| fs::write(&probe, "")))
            .and_then(|()| fs::remove_file(&probe))
            .map_err(|error| failure(path, error))?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Writes every figure.
    pub(crate) fn write(self, results: &[(&Experiment, Section)]) -> Result<(), Failure> {
        for (experiment, section) in results {
            for part in &section.parts {
                let Part::Figure(figure) = part else { continue };
                let file = (self.path).join(format!("{}-{}.svg", experiment.name, figure.name));
                fs::write(&file, figure.chart.svg()).map_err(|error| failure(&file, error))?;
            }
        }
        Ok(())
    }
}

fn writer(file: &Path) -> Result<csv::Writer<File>, Failure> {
    let file = File::create(file).map_err(|error| failure(file, error))?;
    Ok(csv::Writer::from_writer(file))
}

fn write_rows(
    file: &Path,
    mut writer: csv::Writer<File>,
    rows: &[Vec<String>],
) -> Result<(), Failure> {
    for row in rows {
        (writer.write_record(row)).map_err(|error| failure(file, error.into()))?;
    }
    writer.flush().map_err(|error| failure(file, error))
}

fn failure(file: &Path, error: Error) -> Failure {
    Failure::Write {
        file: file.display().to_string(),
        error,
    }
}
