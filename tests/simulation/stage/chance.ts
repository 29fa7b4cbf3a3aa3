/** A history's source of randomness, from one number: the same series in every run. */
export type Chance = {
  /** From 0 up to 1, exclusive. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  happens(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
};

export function chanceOf(seed: number): Chance {
  let state = mixed(seed) || 1;
  // Marsaglia's xorshift32.
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    happens: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[int(0, choices.length - 1)];
      if (choice === undefined) throw new Error("There is nothing to choose from");
      return choice;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
  };
}

/** Mixes a seed, so that neighboring seeds begin unrelated series. */
function mixed(seed: number): number {
  let hash = (seed + 0x9e37_79b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}
