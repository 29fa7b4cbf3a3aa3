import { DOCUMENT, operationFor, undocumented } from "./documented.ts";
import { headerFaults } from "./header-faults.ts";
import { appFor, type Group, type House } from "./house.ts";
import type { Json } from "./json-schema.ts";
import { CRON_SECRET } from "./services.ts";

type Sent = { body?: unknown; headers?: Record<string, string> };

const BROWSER = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };

/** Compares answers with the document as they arrive: collects what is wrong, and counts what was asked. */
export function answering(house: House, key: string) {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const ask = async (group: Group, line: string, { body, headers = {} }: Sent = {}): Promise<Response> => {
    const [method = "", path = ""] = line.split(" ");
    const answer = await appFor(house, path).request(path, {
      method,
      headers: { "CF-Connecting-IP": "203.0.113.7", ...headersFor(group, house, key), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    wrong.push(...(await undocumented(method, path, answer)));
    const isGuarded = JSON.stringify(operationFor(method, path)?.security ?? []) !== "[]";
    wrong.push(...(await headerFaults(answer, isGuarded)).map((fault) => `${line}: ${fault}`));
    wrong.push(...countedOtherwise(line, answer));
    if (answer.status < 400) seen.add(String(operationFor(method, path)?.operationId));
    else wrong.push(`${line}: ${answer.status} ${await answer.clone().text()}`);
    return answer;
  };
  const read = async <T = Record<string, string>>(...call: Parameters<typeof ask>): Promise<T> =>
    (await (await ask(...call)).json()) as T;
  return { ask, read, wrong, seen };
}

/** Returns faults unless an answer has the headers of its limit exactly where the document says so. */
export function countedOtherwise(line: string, answer: Response): string[] {
  const [method = "", path = ""] = line.split(" ");
  const operation = operationFor(method, path);
  const said = (operation?.responses as Record<string, Json> | undefined)?.[String(answer.status)];
  if (said === undefined || "$ref" in said) return [];
  const isSaid = Object.hasOwn((said.headers ?? {}) as Json, "RateLimit");
  return isSaid === answer.headers.has("RateLimit")
    ? []
    : [`${line}: RateLimit ${isSaid ? "lacks" : "unsaid"}`];
}

/** Returns the headers that let Ada into a group. */
export function headersFor(
  group: Group,
  { cookie, phone }: Pick<House, "cookie" | "phone">,
  key: string,
): Record<string, string> {
  switch (group) {
    case "account":
      return { ...BROWSER, Cookie: cookie };
    case "v1":
      // Routes that programs may use get the key, all others the session.
      return { ...BROWSER, Cookie: cookie, Authorization: `Bearer ${key}` };
    case "companion":
      return { Authorization: `Bearer ${phone.accessToken}`, "X-SB-Refresh-Token": phone.refreshToken };
    case "cron":
      return { Authorization: `Bearer ${CRON_SECRET}` };
    default:
      return {};
  }
}

export const OPERATION_IDS = Object.values(DOCUMENT.paths as Record<string, Record<string, Json>>).flatMap(
  (methods) => Object.values(methods).map(({ operationId }) => String(operationId)),
);
