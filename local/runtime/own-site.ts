import { cp, rm } from "node:fs/promises";
import path from "node:path";
import type { FunctionGroup } from "./wrangler-config.ts";

/**
 * What browsers load, in a folder of the running service alone: whoever builds the checkout's site anew, a
 * test run for example, takes no file away to which its pages link.
 */
export async function withOwnSite(
  groups: readonly FunctionGroup[],
  dataDir: string,
): Promise<FunctionGroup[]> {
  const folder = path.join(dataDir, "site");
  await rm(folder, { recursive: true, force: true });
  return await Promise.all(
    groups.map(async (group) => {
      if (group.assetsFolder === undefined) return group;
      const own = path.join(folder, group.name);
      await cp(group.assetsFolder, own, { recursive: true });
      return { ...group, assetsFolder: own };
    }),
  );
}
