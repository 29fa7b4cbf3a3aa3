const bits = new DataView(new ArrayBuffer(16));

/** Further apart than this is not near. */
export const ULPS_MAX = 2 ** 40;

const HALF = 2 ** 32;

/**
 * How many float64 values further from zero `to` lies than `from`; null where their signs differ or where there
 * are more than `ULPS_MAX`.
 */
export function ulpsBetween(from: number, to: number): number | null {
  bits.setFloat64(0, from);
  bits.setFloat64(8, to);
  const high = bits.getUint32(8) - bits.getUint32(0);
  const ulps = high * HALF + (bits.getUint32(12) - bits.getUint32(4));
  return Math.abs(ulps) <= ULPS_MAX ? ulps : null;
}

/** The float64 that lies so many values further from zero: what `ulpsBetween` counted. */
export function ulpsAway(from: number, ulps: number): number {
  if (ulps === 0) return from;
  bits.setFloat64(0, from);
  const low = bits.getUint32(4) + (ulps % HALF);
  const carry = Math.floor(low / HALF);
  bits.setUint32(0, bits.getUint32(0) + Math.trunc(ulps / HALF) + carry);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
}
