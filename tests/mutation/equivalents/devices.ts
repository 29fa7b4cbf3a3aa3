import type { Equivalent } from "./equivalent.ts";

/** Of `lib/devices`. */
export const DEVICES: Equivalent[] = [
  {
    file: "lib/devices/placement/placement.ts",
    was: "500",
    is: "1000",
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
    was: "remembered.size >= REMEMBERED_MAX",
    is: "false",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "remembered.size >= REMEMBERED_MAX",
    is: "true",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "remembered.size >= REMEMBERED_MAX",
    is: "remembered.size > REMEMBERED_MAX",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "remembered.size >= REMEMBERED_MAX",
    is: "remembered.size < REMEMBERED_MAX",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "remembered.clear();",
    is: ";",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
  {
    file: "lib/devices/placement/placement.ts",
    was: "remembered.set(all, guess);",
    is: ";",
    why: "guessed anew a name says the same; it takes longer, or more memory",
  },
];
