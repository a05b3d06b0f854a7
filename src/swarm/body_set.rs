//! A set of bodies, which threads fill together.

use alloc::vec::Vec;
use core::ops::Range;
use core::slice::Iter;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::NoMemoryError;

/// Bodies per word.
const BITS: usize = usize::BITS as usize;

/// A set of bodies: one bit for the place of each.
#[derive(Debug, Default)]
pub(super) struct BodySet {
    words: Vec<AtomicUsize>,
}

impl BodySet {
    /// Removes all bodies, and makes room for the places below `capacity`.
    pub(super) fn clear(&mut self, capacity: usize) -> Result<(), NoMemoryError> {
        self.words.clear();
        let words = capacity.div_ceil(BITS);
        (self.words.try_reserve_exact(words)).map_err(|_| NoMemoryError { capacity })?;
        self.words.resize_with(words, AtomicUsize::default);
        Ok(())
    }

    /// Adds those of the bodies from the place `first` on that are marked.
    pub(super) fn add(&self, first: usize, mut marked: &[bool]) {
        let mut place = first;
        while !marked.is_empty() {
            let bit = place % BITS;
            let (piece, rest) = marked.split_at(marked.len().min(BITS - bit));
            let bits = (piece.iter().zip(bit..)).fold(0, |bits, (is_marked, bit)| {
                bits | (usize::from(*is_marked) << bit)
            });
            if let Some(word) = self.words.get(place / BITS).filter(|_| bits != 0) {
                word.fetch_or(bits, Ordering::Relaxed);
            }
            place += piece.len();
            marked = rest;
        }
    }

    /// The number of bodies in the set before a place.
    pub(super) fn count_before(&self, place: usize) -> usize {
        let whole = self.words.iter().take(place / BITS);
        let whole: usize = whole.map(|word| count(read(word))).sum();
        let last = self.words.get(place / BITS).map_or(0, read);
        whole + count(last & !(usize::MAX << (place % BITS)))
    }

    /// The places of the bodies in the set within a range, in ascending order.
    pub(super) fn places(&self, range: Range<usize>) -> Places<'_> {
        let first = range.start / BITS;
        let words = first..range.end.div_ceil(BITS).max(first);
        let mut words = self.words.get(words).unwrap_or_default().iter();
        Places {
            bits: words.next().map_or(0, read) & (usize::MAX << (range.start % BITS)),
            start: first * BITS,
            words,
            end: range.end,
        }
    }

    /// The places of the bodies in the set, without the first `skipped`.
    pub(super) fn places_after(&self, mut skipped: usize) -> Places<'_> {
        let mut first = 0;
        for number in self.words.iter().map(|word| count(read(word))) {
            if skipped < number {
                break;
            }
            skipped -= number;
            first += BITS;
        }
        let mut places = self.places(first..self.words.len() * BITS);
        places.by_ref().take(skipped).for_each(drop);
        places
    }
}

/// The places of bodies in a set, in ascending order.
pub(super) struct Places<'a> {
    /// Bodies of the present word that are left.
    bits: usize,
    /// The place of the first bit of this word.
    start: usize,
    /// The words after it.
    words: Iter<'a, AtomicUsize>,
    end: usize,
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.bits = read(self.words.next()?);
            self.start += BITS;
        }
        let place = self.start + self.bits.trailing_zeros() as usize;
        // without the lowest bit
        self.bits &= self.bits - 1;
        (place < self.end).then_some(place)
    }
}

fn read(word: &AtomicUsize) -> usize {
    word.load(Ordering::Relaxed)
}

fn count(word: usize) -> usize {
    word.count_ones() as usize
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Against a list of flags, with blocks that begin and end within words.
    #[test]
    fn a_set_is_a_list_of_flags() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut set = BodySet::default();
        for count in [0, 1, 63, 64, 65, 500] {
            set.clear(count).unwrap();
            let mut flags = vec![false; count];
            for _ in 0..6 {
                let first = random.random_range(0..=count);
                let length = random.random_range(0..=count - first);
                let block: Vec<bool> = (0..length).map(|_| random.random_bool(0.2)).collect();
                set.add(first, &block);
                for (flag, marked) in flags[first..].iter_mut().zip(block) {
                    *flag |= marked;
                }
            }
            let all: Vec<usize> = (0..count).filter(|place| flags[*place]).collect();
            for place in 0..=count {
                let before = all.partition_point(|other| *other < place);
                assert_eq!(set.count_before(place), before, "{count} {place}");
                let end = random.random_range(place..=count);
                let until = all.partition_point(|other| *other < end);
                let places: Vec<usize> = set.places(place..end).collect();
                assert_eq!(places, all[before..until], "{place}..{end} of {count}");
            }
            for skipped in 0..=all.len() {
                let places: Vec<usize> = set.places_after(skipped).collect();
                assert_eq!(places, all[skipped..], "{count} without {skipped}");
            }
        }
    }
}
