//! Long runs to a tolerance, and what ends by the budget of evaluations.

mod budget;
mod long;
