import { type Environment, optional } from "./environment.ts";

const EDGES = ["cloudflare", "vercel", "none"] as const;
type Edge = (typeof EDGES)[number];

const isEdge = (text: string): text is Edge => EDGES.some((edge) => edge === text);

/**
 * EDGE says what stands in front of the functions, and whose header about the caller's address is therefore
 * believed. Without it none is: a header that nobody sets is anybody's to write.
 * @throws Error where it names something else
 */
export function edge(environment: Environment): Edge {
  const given = optional(environment, "EDGE") ?? "none";
  if (isEdge(given)) return given;
  throw new Error(`EDGE must be one of ${EDGES.join(", ")}`);
}
