import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { prepareData } from "../support/prepared-data.ts";
import type { Spoken } from "../support/processes.ts";
import { startedPlatform } from "../support/started-platform.ts";

/** A separate file system, which can really be full. */
const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=300m,mode=0777", "tmpfs", folder]);
const isMounted = mounted.status === 0;
if (!isMounted) console.warn("SKIPPED: only root can mount a disk that is full");
let spoken: Spoken | undefined;
afterAll(async () => {
  spoken?.child.kill("SIGTERM");
  await spoken?.exited;
  if (isMounted) spawnSync("umount", ["--lazy", folder]);
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!isMounted)("a disk that is full for a while loses no acknowledged reading", async () => {
  const dataDir = path.join(folder, "data");
  await prepareData(dataDir);
  const platform = await startedPlatform(dataDir, await freePort(), (started) => {
    spoken = started;
  });
  const { ingestKey } = await addDevice(platform, await addHome(platform));
  const acknowledged: number[] = [];
  const post = async (count: number) => {
    const body = JSON.stringify({ count });
    const answer = await fetch(`${platform.url}/api/ingest/${ingestKey}`, { method: "POST", body });
    if (answer.status === 200) acknowledged.push(count);
    return answer.status;
  };
  expect(await post(1)).toBe(200);
  const filler = path.join(folder, "filler");
  const [error] = await once(createReadStream("/dev/zero").pipe(createWriteStream(filler)), "error");
  expect(error).toMatchObject({ code: "ENOSPC" });
  for (let count = 2; count <= 5; count += 1) expect([200, 500, 503]).toContain(await post(count));
  await rm(filler);
  await expect.poll(() => post(6 + acknowledged.length), { timeout: 60_000, interval: 500 }).toBe(200);
  const rows = await platform.query<{ value: number }>(`select "values"[1] as value from snapshots`);
  expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(acknowledged));
  await platform.disconnect();
});
