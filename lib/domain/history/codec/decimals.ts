/** Values that are `integer / 10^places`; `isSingle` where the sender computed in 32-bit floats. */
export type Decimals = { places: number; isSingle: boolean; integers: Float64Array };

export const PLACES_MAX = 6;

/** Half of the span of an integer series, so that any two lie within it. */
export const INTEGER_MAX = 2 ** 45;

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

export const fromDecimals = ({ places, isSingle, integers }: Decimals): Float64Array =>
  integers.map((integer) => restored(integer, 10 ** places, isSingle));
