import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const CODE_POINT_MAX = 0x10_ffff;

/** Every code point but half a pair, like fast-check's "binary", which builds a table of a million in each worker. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: CODE_POINT_MAX - SURROGATES }).map(
  (place) => String.fromCodePoint(place < SURROGATES_FROM ? place : place + SURROGATES),
  (character) => {
    const point = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error("No character");
    return point < SURROGATES_FROM ? point : point - SURROGATES;
  },
);
