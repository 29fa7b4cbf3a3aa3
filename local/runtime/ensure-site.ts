import { StartError, systemErrorCode } from "../start/start-error.ts";
import { buildSite, readSiteNames } from "./site.ts";

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
