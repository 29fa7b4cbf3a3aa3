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
 * One request of the management API or the account, by an instance of its own; null where it ended before.
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

/** What of a wish is known once it was answered, or was not. */
export function outcomeOf(answer: Answer | null): "done" | "refused" | "unknown" {
  if (answer === null || answer.status >= 500) return "unknown";
  return answer.status < 300 ? "done" : "refused";
}
