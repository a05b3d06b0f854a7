//! The files that are written.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use support::files::cannot_be_written;

use crate::experiment::Experiment;
use crate::section::{Part, Section};

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
    pub(crate) fn create(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| cannot_be_written(path))?;
        Ok(Self {
            path: path.to_owned(),
            findings: writer(&path.join(FINDINGS))?,
        })
    }

    /// Writes the data of every figure and table, and all findings.
    pub(crate) fn write(self, results: &[(&Experiment, Section)]) -> Result<()> {
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
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let probe = path.join(".probe");
        (fs::create_dir_all(path).and_then(|()| fs::write(&probe, "")))
            .and_then(|()| fs::remove_file(&probe))
            .with_context(|| cannot_be_written(path))?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Writes every figure.
    pub(crate) fn write(self, results: &[(&Experiment, Section)]) -> Result<()> {
        for (experiment, section) in results {
            for part in &section.parts {
                let Part::Figure(figure) = part else { continue };
                let file = (self.path).join(format!("{}-{}.svg", experiment.name, figure.name));
                fs::write(&file, figure.chart.svg()).with_context(|| cannot_be_written(&file))?;
            }
        }
        Ok(())
    }
}

fn writer(file: &Path) -> Result<csv::Writer<File>> {
    let file = File::create(file).with_context(|| cannot_be_written(file))?;
    Ok(csv::Writer::from_writer(file))
}

fn write_rows(file: &Path, mut writer: csv::Writer<File>, rows: &[Vec<String>]) -> Result<()> {
    for row in rows {
        (writer.write_record(row)).with_context(|| cannot_be_written(file))?;
    }
    writer.flush().with_context(|| cannot_be_written(file))
}
