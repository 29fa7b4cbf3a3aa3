import { eq } from "drizzle-orm";
import { newId, newSecret } from "../lib/kernel/secret.ts";
import { secretHash } from "../lib/kernel/statements.queries.ts";
import { HOUR_MS } from "../lib/kernel/time.ts";
import { type DemoRows, hashed, withRows } from "../local/demo/rows.ts";
import { devices } from "../schema/tables/device.ts";
import { shareLinks } from "../schema/tables/handed-out.ts";
import { households } from "../schema/tables/household.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../schema/vocabulary.ts";
import type { Given } from "./doctor.ts";
import { directAddress } from "./migrate-step.ts";
import type { Step } from "./targets.ts";

const TEMPERATURE_F = 61.5;
const ANSWER_MS_MAX = 30_000;
const KEY = "deployment_check";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

type CheckHome = { householdId: string; ingestKey: string; shareToken: string };

export const smokeStep = (given: Given): Step => ({
  title: `Check ${given.BASE_URL}: a reading, the latest readings, a tick and the metrics`,
  run: async () => {
    const { BASE_URL = "", CRON_SECRET = "" } = given;
    await smoke({ baseUrl: BASE_URL, cronSecret: CRON_SECRET, connectionString: directAddress(given) });
    return "works";
  },
});

/**
 * Sends a reading through a deployment and checks that people can see it. Creates a home for the check, and deletes it.
 * @throws Error with the request and its answer if that isn't as expected
 */
export const smoke = (place: { baseUrl: string; cronSecret: string; connectionString: string }) =>
  withRows(place.connectionString, async (rows) => {
    const home = await addCheckHome(rows);
    try {
      await checkRequests(place, home);
    } finally {
      await rows.delete(households).where(eq(households.id, home.householdId));
    }
  });

async function checkRequests(
  { baseUrl, cronSecret }: { baseUrl: string; cronSecret: string },
  { ingestKey, shareToken }: CheckHome,
): Promise<void> {
  const ask = expecting(baseUrl);
  const body = JSON.stringify({
    sensors: [{ key: KEY, kind: "temperature", value: TEMPERATURE_F, unit: "°F" }],
  });
  await ask("POST", `/api/ingest/${ingestKey}`, '"ok":true', { body });
  await ask("GET", `/api/share/${shareToken}/latest`, String(TEMPERATURE_F));
  // A POST runs the job now, as by hand. A GET would be taken for the trigger of the platform's clock.
  await ask("POST", "/api/cron/collect-history", '"ok":true', {
    headers: { Authorization: `Bearer ${cronSecret}` },
  });
  await ask("GET", `/api/share/${shareToken}/metrics`, "hearthwatch_temperature_celsius");
}

const expecting =
  (baseUrl: string) =>
  async (method: string, path: string, shows: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(baseUrl + path, {
      ...init,
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const text = await answer.text();
    if (answer.ok && text.includes(shows)) return;
    // A path may hold a secret, so its last segment isn't shown.
    const shown = path.split("/").slice(0, 3).join("/");
    throw new Error(`${method} ${shown} answered ${answer.status}: ${text.slice(0, 300)}`);
  };

async function addCheckHome(rows: DemoRows): Promise<CheckHome> {
  const householdId = newId(ID_PREFIXES.household, random);
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const shareToken = newSecret(SECRET_TYPES.shareToken, random);
  const createdAt = new Date();
  const own = { householdId, name: "Deployment check", createdAt };
  await rows.insert(households).values({ ...own, id: householdId, plan: "pro" });
  await rows.insert(devices).values({
    ...own,
    id: newId(ID_PREFIXES.device, random),
    type: "push",
    space: "",
    ingestKeyHash: await secretHash(ingestKey),
  });
  await rows.insert(shareLinks).values({
    ...own,
    id: newId(ID_PREFIXES.shareLink, random),
    scope: "metrics",
    ...(await hashed(shareToken)),
    expiresAt: new Date(createdAt.getTime() + HOUR_MS),
  });
  return { householdId, ingestKey, shareToken };
}
