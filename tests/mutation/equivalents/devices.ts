import type { Equivalent } from "./equivalent.ts";

/** Of `lib/devices`. */
export const DEVICES: Equivalent[] = [
  {
    file: "lib/devices/placement/placement.ts",
    was: "2_000",
    is: "4000",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "known !== undefined",
    is: "false",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "guesses.set(all, guess);",
    is: ";",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/name-words.ts",
    was: "from > 0",
    is: "from >= 0",
    why: "the whole token has been looked up among all words already",
  },
  {
    file: "lib/devices/placement/name-words.ts",
    was: "UNSPACED.test(token) && parts.some((word) => token.includes(word))",
    is: "parts.some((word) => token.includes(word))",
    why: "a token without such a script holds no word of one; it is only found out sooner",
  },
];
