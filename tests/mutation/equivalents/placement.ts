import type { Equivalent } from "./equivalent.ts";

const NAME_GUESS = "lib/devices/placement/placement.ts";
const GUESSED_ANEW = "guessed anew a name says the same; it takes longer, or more memory";

export const PLACEMENT: Equivalent[] = [
  { file: NAME_GUESS, was: "500", is: "1000", why: GUESSED_ANEW },
  { file: NAME_GUESS, was: "known !== undefined", is: "false", why: GUESSED_ANEW },
  { file: NAME_GUESS, was: "remembered.size >= REMEMBERED_MAX", is: "false", why: GUESSED_ANEW },
  { file: NAME_GUESS, was: "remembered.size >= REMEMBERED_MAX", is: "true", why: GUESSED_ANEW },
  {
    file: NAME_GUESS,
    was: "remembered.size >= REMEMBERED_MAX",
    is: "remembered.size > REMEMBERED_MAX",
    why: GUESSED_ANEW,
  },
  {
    file: NAME_GUESS,
    was: "remembered.size >= REMEMBERED_MAX",
    is: "remembered.size < REMEMBERED_MAX",
    why: GUESSED_ANEW,
  },
  { file: NAME_GUESS, was: "remembered.clear();", is: ";", why: GUESSED_ANEW },
  { file: NAME_GUESS, was: "remembered.set(all, guess);", is: ";", why: GUESSED_ANEW },
];
