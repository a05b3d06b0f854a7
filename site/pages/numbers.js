// Numbers as text, and distances.

// a number with all its zeros, to the first digit that is not zero, with at least two decimals
export function spelled(value) {
  if (value === 0) return '0';
  return value.toFixed(Math.min(Math.max(Math.ceil(-Math.log10(Math.abs(value))), 2), 18));
}

// a number with two decimals, or as a power of ten if that is too small or too large
export function short(value) {
  const size = Math.abs(value);
  if (size === 0) return '0';
  return size >= 0.01 && size < 1e6 ? value.toFixed(2) : value.toExponential(0).replace('+', '');
}

// as the crate computes it, to the bit
export function distance(a, b) {
  const x = a[0] - b[0], y = a[1] - b[1];
  return Math.sqrt(x * x + y * y);
}
