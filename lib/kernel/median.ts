/** The median of at least one number. A typed array is sorted without a comparison: some callers have thousands. */
export function median(numbers: readonly number[]): number {
  const sorted = new Float64Array(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
