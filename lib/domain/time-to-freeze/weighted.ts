export type Weighted = { value: number; weight: number };

/** The value that the share of the weight lies below: straight between two values' middles, ∞ sorts last. */
export const quantile = (values: readonly Weighted[], share: number): number =>
  quantileOfSorted(sortedByValue(values), share);

export const sortedByValue = (values: readonly Weighted[]): Weighted[] =>
  values.toSorted((a, b) => a.value - b.value);

/** The same of values that are sorted already, for who asks for several shares. */
export function quantileOfSorted(sorted: readonly Weighted[], share: number): number {
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  let before: { value: number; at: number } | null = null;
  for (const { value, weight } of sorted) {
    const at = (sum + weight / 2) / whole;
    if (at >= share) return before === null ? value : between(before, { value, at }, share);
    before = { value, at };
    sum += weight;
  }
  return before?.value ?? Number.NaN;
}

function between(a: { value: number; at: number }, b: { value: number; at: number }, share: number): number {
  const part = (share - a.at) / Math.max(b.at - a.at, 1e-12);
  if (!Number.isFinite(b.value)) return part < 0.5 ? a.value : b.value;
  return a.value + part * (b.value - a.value);
}

/** Standard deviation of the logarithm. */
export function logSpread(values: readonly Weighted[]): number {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0);
  const moment = (of: (log: number) => number): number =>
    values.reduce((sum, { value, weight }) => sum + (weight / whole) * of(Math.log(value)), 0);
  const middle = moment((log) => log);
  return Math.sqrt(
    Math.max(
      0,
      moment((log) => (log - middle) ** 2),
    ),
  );
}
