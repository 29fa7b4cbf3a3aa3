import type { StoryDevice } from "./home.ts";
import { odd } from "./spaces.ts";
import type { Builder, Draft, World } from "./worlds.ts";

export type Tale = (build: Builder, world: World) => Draft;

/** A leak sensor that says what a story wants, by its hours. */
export const leaky = (b: Builder, says: (hours: number) => number): StoryDevice =>
  b.device(
    "Washer",
    odd("bathroom", () => 19),
    { everyMinutes: 10 },
    { label: "Leak", kind: "flood", unit: null, says },
  );
