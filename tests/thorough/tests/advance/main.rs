//! Long runs to a tolerance, and motions that the budget of evaluations ends.

mod budget;
mod long;
