import type { Json } from "./route.ts";

const DESCRIPTIONS: Record<string, string> = {
  deviceKey: "The device's ingest key, hw_ing_…",
  token: "The opaque token that the link was made with",
  id: "What the list of these calls it",
  device_id: "What the puck calls itself",
  bay_id: "What the list of bays calls it",
};

/** The parameters that a path names in braces. */
export const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: DESCRIPTIONS[name] ?? name,
    schema: { type: "string" },
  }));
