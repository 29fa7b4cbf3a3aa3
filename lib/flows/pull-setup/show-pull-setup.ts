import { done, type Outcome } from "../../domain/outcome.ts";
import { maskedFeed, type ShownSetup, shownSetup } from "../../domain/pull-setup/shown-setup.ts";
import type { Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { openPullSetup } from "./open-pull-setup.ts";

export type ShowSetupPorts = { db: Db; serverVault: Vault };

/**
 * The household's feeds and probes as they are, in the order of making; URLs in full for who may change them.
 */
export async function showPullSetup(
  ports: ShowSetupPorts,
  householdId: string,
  mayManageFeeds: boolean,
): Promise<Outcome<ShownSetup>> {
  const setup = shownSetup(await openPullSetup(ports, householdId), { feeds: [], probes: [] });
  return done(mayManageFeeds ? setup : { ...setup, feeds: setup.feeds.map(maskedFeed) });
}
