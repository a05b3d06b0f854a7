//! Flights without a window, in words.
