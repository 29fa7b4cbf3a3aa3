import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Objects } from "../../lib/kernel/ports.ts";
import { r2Objects } from "../../lib/kernel/r2-objects.vendor.ts";
import { diskObjects } from "../../local/machine/disk-objects.ts";

const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-objects-"));
afterAll(() => rm(folder, { recursive: true }));

/** A bucket as Workers pass it. */
function bucket() {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (key: string, value: Uint8Array) => files.set(key, value),
    get: async (key: string) => {
      const found = files.get(key);
      return found === undefined ? null : { arrayBuffer: async () => Uint8Array.from(found).buffer };
    },
    delete: async (keys: string[]) => {
      for (const key of keys) files.delete(key);
    },
  };
}

describe.each<[string, () => Objects]>([
  ["on a disk", () => diskObjects(path.join(folder, "objects"))],
  ["in a bucket of R2", () => r2Objects(bucket())],
])("files %s", (_, open) => {
  test("are what was put there until they are removed, and removing them twice is no fault", async () => {
    const objects = open();
    expect(await objects.get("photos/pho_1")).toBeNull();
    await objects.put("photos/pho_1", Uint8Array.of(1, 2, 3), "image/png");
    expect(await objects.get("photos/pho_1")).toEqual(Uint8Array.of(1, 2, 3));
    await objects.remove(["photos/pho_1", "photos/pho_2"]);
    await objects.remove(["photos/pho_1"]);
    expect(await objects.get("photos/pho_1")).toBeNull();
  });
});

test("files on a disk are the service's own, and none lies outside their folder", async () => {
  const objects = diskObjects(path.join(folder, "own"));
  await objects.put("photos/pho_1", Uint8Array.of(1), "image/png");
  expect(await readdir(path.join(folder, "own", "photos"))).toEqual(["pho_1"]);
  if (process.platform !== "win32")
    expect((await stat(path.join(folder, "own", "photos", "pho_1"))).mode & 0o077).toBe(0);
  for (const key of ["../x", "photos/../../x", "/etc/passwd", "photos/a.b", ""])
    await expect(objects.get(key)).rejects.toThrow("form of its own");
});
