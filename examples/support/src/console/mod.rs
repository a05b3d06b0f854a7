//! Arguments, reports, tables and progress bars on a terminal.

pub mod given;
pub mod print;
pub mod progress;
pub mod table;
