import type { WebPush } from "../../lib/kernel/ports.ts";
import { type Environment, optional } from "./environment.ts";

const FIELDS = [
  "apiKey",
  "appId",
  "messagingSenderId",
  "projectId",
] as const satisfies (keyof WebPush["config"])[];

/**
 * FIREBASE_WEB_CONFIG (the web app's configuration as JSON) and FIREBASE_WEB_VAPID_KEY (its public key for web push);
 * null where neither is set.
 * @throws Error naming the variable that is missing or makes no sense, so that a slip is found at the start
 */
export function webPush(environment: Environment): WebPush | null {
  const text = optional(environment, "FIREBASE_WEB_CONFIG");
  const vapidKey = optional(environment, "FIREBASE_WEB_VAPID_KEY");
  if (text === undefined && vapidKey === undefined) return null;
  if (text === undefined) throw new Error("FIREBASE_WEB_CONFIG is not set, but FIREBASE_WEB_VAPID_KEY is");
  if (vapidKey === undefined)
    throw new Error("FIREBASE_WEB_VAPID_KEY is not set, but FIREBASE_WEB_CONFIG is");
  return { config: configOf(text), vapidKey };
}

function configOf(text: string): WebPush["config"] {
  const given = parsed(text);
  const fields = FIELDS.map((name) => [name, given[name]] as const);
  const wrong = fields.find(([, value]) => typeof value !== "string" || value === "");
  if (wrong !== undefined) throw new Error(`FIREBASE_WEB_CONFIG has no ${wrong[0]}`);
  return Object.fromEntries(fields) as WebPush["config"];
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Said below, like any other text that is no object.
  }
  throw new Error("FIREBASE_WEB_CONFIG is no JSON object");
}
