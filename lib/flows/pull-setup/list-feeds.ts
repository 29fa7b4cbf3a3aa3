import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { ShownFeed } from "../../domain/pull-setup/shown-setup.ts";
import { loadPullSetup } from "../../store/pull-setup.ts";
import type { EndPorts } from "../alerts/end-with-owner.ts";
import { deleteDevice } from "../devices/delete-device.ts";
import { type ShowSetupPorts, showPullSetup } from "./show-pull-setup.ts";

/** The household's feeds in the order of making, each with how its polls go. */
export async function listFeeds(
  ports: ShowSetupPorts,
  householdId: string,
  mayManageFeeds: boolean,
): Promise<Outcome<{ feeds: ShownFeed[] }>> {
  const setup = await showPullSetup(ports, householdId, mayManageFeeds);
  return setup.ok ? done({ feeds: setup.value.feeds }) : setup;
}

/** A feed with its device, everything that it ever read, and its alerts. */
export async function deleteFeed(
  ports: EndPorts,
  acting: Acting,
  feedId: string,
): Promise<Outcome<{ ok: true }>> {
  const { feeds } = await loadPullSetup(ports.db, acting.householdId);
  const feed = feeds.find(({ id }) => id === feedId);
  return feed === undefined ? refuse("not_found") : deleteDevice(ports, acting, feed.deviceId);
}
