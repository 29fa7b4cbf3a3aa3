import type { CommandPorts } from "./command.ts";
import { CommandError } from "./command-error.ts";
import type { Profile } from "./profile.ts";

type Ask = { method?: string; path: string; body?: unknown; signal?: AbortSignal };

/**
 * The operations that the commands call, by their ids in the OpenAPI document; a test holds them against it.
 */
export const OPERATIONS = {
  "devices.list": { method: "get", path: "/api/v1/devices" },
  "alerts.list": { method: "get", path: "/api/v1/alerts" },
  "alerts.acknowledge": { method: "post", path: "/api/v1/alerts/{id}/ack" },
  "quiet.set": { method: "post", path: "/api/v1/quiet" },
  "readings.export": { method: "get", path: "/api/v1/readings.csv" },
  "ingest.post": { method: "post", path: "/api/ingest/{deviceKey}" },
} as const;

/**
 * A call with the profile's API key.
 * @throws CommandError with the service's own sentence where it refuses
 */
export async function callApi(
  { fetch }: Pick<CommandPorts, "fetch">,
  { url, key }: Profile,
  { method = "GET", path, body, signal }: Ask,
): Promise<Response> {
  const answer = await reach(fetch, url + path, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  return accepted(answer);
}

export async function reach(
  fetch: CommandPorts["fetch"],
  url: string,
  init?: RequestInit,
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(`${new URL(url).origin} cannot be reached: ${cause}`);
  }
}

export async function accepted(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new CommandError(`The service answered ${answer.status}: ${await sentenceOf(answer)}`);
}

async function sentenceOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : text;
  } catch {
    // Somebody else's answer, like a proxy's page.
    return text.slice(0, 200);
  }
}

export function requireProfile({ profile }: Pick<CommandPorts, "profile">): Profile {
  if (profile !== null) return profile;
  throw new CommandError("Log in first: hearthwatch login URL API_KEY");
}
