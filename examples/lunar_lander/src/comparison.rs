//! One schedule of burns, at several frame rates.
