import { accountApp } from "../../../functions/account/app.ts";
import { v1App } from "../../../functions/v1/app.ts";
import type { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import type { Scene } from "../world/world.ts";
import { wakingServices } from "./waking-ports.ts";

export type Call = { method: string; path: string; body?: unknown; headers: Record<string, string> };
export type Answer = { status: number; body: Record<string, unknown> };

const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };

export const asProgram = (apiKey: string) => ({
  Authorization: `Bearer ${apiKey}`,
  "CF-Connecting-IP": "203.0.113.9",
});
export const asPerson = (cookie: string) => ({ ...BROWSER, Cookie: cookie });

/**
 * Sends a request of the management API or the account through its own instance; null if that ended before answering.
 */
export async function call(
  scene: Scene,
  weather: Weather,
  { method, path, body, headers }: Call,
): Promise<Answer | null> {
  const instance = new Instance(scene.world.stage, weather);
  const services = wakingServices(instance, scene);
  const app = path.startsWith("/api/v1/") ? v1App(services) : accountApp(services);
  return await instance.run(async () => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await app.request(path, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : {} };
  });
}

/** Returns what is known of a wish after its answer, or without one. */
export function outcomeOf(answer: Answer | null): "done" | "refused" | "unknown" {
  if (answer === null || answer.status >= 500) return "unknown";
  return answer.status < 300 ? "done" : "refused";
}
