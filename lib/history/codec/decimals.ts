import { type ByteSink, type ByteSource, CorruptChunk } from "./bytes.ts";
import { readIntegers, writeIntegers } from "./integer-series.ts";

/** Further apart than this is not near. */
export const ULPS_MAX = 2 ** 40;
const HALF = 2 ** 32;
/** What some additions and a change of unit (×1.8 + 32) leave. */
const ULPS_NEAR = 64;
const SINGLE = 8;
const NEAR = 16;
/** Names the form of values that are near no decimals. */
export const APART = 7;

/** Values that are `integer / 10^places`; `isSingle` where the sender computed in 32-bit floats. */
type Decimals = { places: number; isSingle: boolean; integers: Float64Array };

export const PLACES_MAX = 6;

/** Half of the span of an integer series, so that any two lie within it. */
const INTEGER_MAX = 2 ** 45;

const restored = (integer: number, scale: number, isSingle: boolean): number =>
  isSingle ? Math.fround(integer / scale) : integer / scale;

// Adding 0 turns -0 into 0, which is then seen not to come back.
const scaled = (value: number, scale: number): number => Math.round(value * scale) + 0;

function fits(values: Float64Array, scale: number, isSingle: boolean): boolean {
  return values.every((value) => {
    const integer = scaled(value, scale);
    return Math.abs(integer) <= INTEGER_MAX && Object.is(restored(integer, scale, isSingle), value);
  });
}

/** The fewest places with which every value comes back bit for bit; null where none of 0 to 6 do. */
export function asDecimals(values: Float64Array): Decimals | null {
  for (const isSingle of [false, true]) {
    for (let places = 0; places <= PLACES_MAX; places += 1) {
      const scale = 10 ** places;
      if (fits(values, scale, isSingle)) {
        return { places, isSingle, integers: values.map((value) => scaled(value, scale)) };
      }
    }
  }
  return null;
}

export function fromDecimals({ places, isSingle, integers }: Decimals): Float64Array {
  const scale = 10 ** places;
  const values = new Float64Array(integers.length);
  for (let index = 0; index < values.length; index += 1)
    values[index] = restored(integers[index] ?? 0, scale, isSingle);
  return values;
}

const bits = new DataView(new ArrayBuffer(16));

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

/**
 * Values that are `integer / 10^places`, of senders that computed in 32-bit floats rounded to one, and as many
 * float64 values away from it as `ulps` says; null where all are exact. `negativeZeros` are the places of -0.
 */
export type NearDecimals = {
  places: number;
  isSingle: boolean;
  integers: Float64Array;
  ulps: Float64Array | null;
  negativeZeros: number[];
};

/** Null where no 0 to 6 places bring all values near. */
export function asNearDecimals(values: Float64Array): NearDecimals | null {
  const negativeZeros = Array.from(values.keys()).filter((index) => Object.is(values[index], -0));
  // Adding 0 turns -0 into 0.
  const plain = negativeZeros.length === 0 ? values : values.map((value) => value + 0);
  const exact = asDecimals(plain);
  if (exact !== null) return { ...exact, ulps: null, negativeZeros };
  for (let places = 0; places <= PLACES_MAX; places += 1) {
    const near = nearWith(plain, places);
    if (near !== null) return { ...near, negativeZeros };
  }
  return null;
}

function nearWith(values: Float64Array, places: number): Omit<NearDecimals, "negativeZeros"> | null {
  const scale = 10 ** places;
  const integers = new Float64Array(values.length);
  const ulps = new Float64Array(values.length);
  for (const [index, value] of values.entries()) {
    const integer = Math.round(value * scale) + 0;
    const away = Math.abs(integer) <= INTEGER_MAX ? ulpsBetween(integer / scale, value) : null;
    if (away === null || Math.abs(away) > ULPS_NEAR) return null;
    integers[index] = integer;
    ulps[index] = away;
  }
  return { places, isSingle: false, integers, ulps };
}

/** The values again, bit for bit. */
export function fromNearDecimals(near: NearDecimals): Float64Array {
  const { places, isSingle, integers, ulps, negativeZeros } = near;
  const scale = 10 ** places;
  const values = integers.map((integer, index) => {
    const value = integer / scale;
    return isSingle ? Math.fround(value) : ulpsAway(value, ulps?.[index] ?? 0);
  });
  for (const index of negativeZeros) values[index] = -0;
  return values;
}

/** The byte that names the form; never `APART`. */
export const formOf = ({ places, isSingle, ulps }: NearDecimals): number =>
  places + (isSingle ? SINGLE : 0) + (ulps === null ? 0 : NEAR);

type NearForm = { places: number; isSingle: boolean; isNear: boolean };

export function nearForm(form: number): NearForm {
  const places = form % SINGLE;
  if (form >= 2 * NEAR || places > PLACES_MAX) throw new CorruptChunk("an unknown form of values");
  return { places, isSingle: form % NEAR >= SINGLE, isNear: form >= NEAR };
}

/** What the integers do not tell. */
export function writeOddities(sink: ByteSink, { ulps, negativeZeros }: NearDecimals): void {
  if (ulps !== null) writeIntegers(sink, ulps);
  sink.unsigned(negativeZeros.length);
  if (negativeZeros.length > 0) writeIntegers(sink, Float64Array.from(negativeZeros));
}

type Oddities = Pick<NearDecimals, "ulps" | "negativeZeros">;

export function readOddities(source: ByteSource, { isNear }: NearForm, length: number): Oddities {
  const ulps = isNear ? readIntegers(source, length) : null;
  const zeros = source.unsigned();
  if (zeros > length) throw new CorruptChunk("more zeros than values");
  return { ulps, negativeZeros: zeros === 0 ? [] : [...readIntegers(source, zeros)] };
}
