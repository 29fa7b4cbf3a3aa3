/**
 * Fewer are put in order by hand: most callers have a handful, and a typed array costs more to make than to
 * sort.
 */
const FEW = 12;

/**
 * The median of at least one number. A typed array is sorted without a comparison: some callers have
 * thousands.
 */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.length <= FEW ? fewSorted(numbers) : new Float64Array(numbers).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Each is moved down to where it belongs. */
function fewSorted(numbers: readonly number[]): number[] {
  const sorted = numbers.slice();
  for (let index = 1; index < sorted.length; index += 1) {
    const own = sorted[index] ?? 0;
    let place = index;
    for (; place > 0 && (sorted[place - 1] ?? 0) > own; place -= 1) sorted[place] = sorted[place - 1] ?? 0;
    sorted[place] = own;
  }
  return sorted;
}
