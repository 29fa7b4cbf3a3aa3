import type { Random } from "./ports.ts";

export const webRandom: Random = (count) => crypto.getRandomValues(new Uint8Array(count));
