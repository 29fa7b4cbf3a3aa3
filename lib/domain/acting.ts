import type { Actor } from "./activity.ts";

/** The home that a flow works in, and who acts. They come from a key or a session, never from a body. */
export type Acting = { householdId: string; actor: Actor };
