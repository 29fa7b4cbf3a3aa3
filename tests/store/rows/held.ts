import type * as z from "zod";
import type { World } from "./world.ts";

/** A read of the store, and the shape that its TypeScript type promises. */
export type RowCase = { read: string; hold: (world: World) => Promise<void> };

/**
 * The compiler holds the shape against the read's type, and the test holds the database's answer against the
 * shape.
 */
export const held = <T>(
  read: string,
  ask: (world: World) => Promise<T>,
  shape: z.ZodType<NoInfer<NonNullable<T>>>,
): RowCase => ({
  read,
  hold: async (world) => {
    shape.parse(await ask(world));
  },
});
