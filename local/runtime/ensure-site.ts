import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { buildSite, readSiteNames } from "./site.ts";
import type { FunctionGroup } from "./wrangler-config.ts";

const UNWRITABLE = ["EACCES", "EPERM", "EROFS"];

/**
 * Builds what browsers load. In a checkout that cannot be written, what was built there before is served.
 * @throws StartError where there is none either
 */
export async function ensureSite(
  build: () => Promise<unknown> = buildSite,
  findBuilt: () => Promise<unknown> = readSiteNames,
): Promise<void> {
  try {
    await build();
  } catch (error) {
    const code = systemErrorCode(error) ?? "";
    if (!UNWRITABLE.includes(code)) throw error;
    await findBuilt().catch(() => {
      throw new StartError(
        `The pages cannot be built into this checkout, which cannot be written (${code}); run "node run.mjs site" as its owner first.`,
      );
    });
  }
}

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
