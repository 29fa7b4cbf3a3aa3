import { drizzle } from "drizzle-orm/neon-http";

/** Writes typed statements that become part of another one. It has no connection and can run nothing. */
export const draft = drizzle.mock();
