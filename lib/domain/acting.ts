import type { Actor } from "./activity.ts";

/** Whose home a flow works in, and who is at it. Comes from a key or a session, never from a body. */
export type Acting = { householdId: string; actor: Actor };
