import { and, inArray, lt } from "drizzle-orm";
import { messageOf } from "../../lib/kernel/text.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { devices } from "../../schema/tables/device.ts";
import { ADA, CLEO, type DemoDevice } from "./demo.ts";
import type { DemoFile } from "./demo-file.ts";
import { withRows } from "./rows.ts";

const LOOK_MS = MINUTE_MS;
/** As often as the history that the demo begins with. */
const SILENT_MS = 15 * MINUTE_MS;
const NODES: readonly DemoDevice[] = [...ADA.devices, ...CLEO.devices];

/** Answers a post's HTTP status. */
type Post = (ingestKey: string, body: Record<string, number>) => Promise<number>;

/** Posts as every device does, over HTTP. */
export const postTo =
  (baseUrl: string): Post =>
  async (ingestKey, body) => {
    const answer = await fetch(`${baseUrl}/api/ingest/${ingestKey}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.body?.cancel();
    return answer.status;
  };

/** Each key of the demo's devices by the device's id. */
const keysOf = ({ push_device, garage_device, free }: DemoFile): ReadonlyMap<string, string> =>
  new Map([push_device, garage_device, free.push_device].map(({ id, ingest_key }) => [id, ingest_key]));

/**
 * Posts for the demo's devices that have been silent for a quarter of an hour: one for which somebody else posts is left alone.
 * @returns the names of those whose key is no longer taken
 */
export async function postForSilent(
  connectionString: string,
  demo: DemoFile,
  post: Post,
  now: Date,
): Promise<string[]> {
  const keys = keysOf(demo);
  const before = new Date(now.getTime() - SILENT_MS);
  const silent = await withRows(connectionString, (rows) =>
    rows
      .select({ id: devices.id })
      .from(devices)
      .where(and(inArray(devices.id, [...keys.keys()]), lt(devices.lastSeenAt, before))),
  );
  const refused: string[] = [];
  for (const { id } of silent) {
    const node = NODES.find((each) => each.id === id);
    const key = keys.get(id);
    if (node === undefined || key === undefined) continue;
    const values = node.sensors.map((sensor) => [sensor.key, sensor.at(now.getTime())] as const);
    const status = await post(key, Object.fromEntries(values));
    if (status === 401) refused.push(node.name);
  }
  return refused;
}

/** The demo's devices go on posting until `stop`, or until one's key is replaced. */
export function keepPosting(connectionString: string, demo: DemoFile): { stop: () => Promise<void> } {
  let looking = Promise.resolve();
  const look = async () => {
    const refused = await postForSilent(connectionString, demo, postTo(demo.base_url), new Date());
    if (refused.length === 0) return;
    clearInterval(timer);
    console.log(`The demo's devices no longer post: the key of ${refused.join(", ")} was replaced.`);
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      console.error(`The demo's devices could not post: ${messageOf(error)}`);
    });
  }, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
