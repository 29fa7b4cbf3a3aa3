/** Small magnitudes become small counts: 0, -1, 1, -2 … → 0, 1, 2, 3 …. Exact up to 2^52. */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

export const unzigzag = (count: number): number => (count % 2 === 0 ? count / 2 : -(count + 1) / 2);
