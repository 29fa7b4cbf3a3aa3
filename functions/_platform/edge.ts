import { type Environment, optional } from "./environment.ts";

/** Vercel tells its functions so; everything else is Workers, on Cloudflare or on one's own machine. */
export const edge = (environment: Environment): "cloudflare" | "vercel" =>
  optional(environment, "VERCEL") === undefined ? "cloudflare" : "vercel";
