import type { SetupFeed, SetupPlan, SetupProbe, StoredSetup } from "./setup.ts";

type ShownFeed = {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  jsonRoot: string | null;
  device_id: string;
};

type ShownProbe = { id: string; feedId: string; key: string; label: string; visible: boolean };

/** The household's whole setup, what the request named first and in its order. */
export type ShownSetup = { ok: true; feeds: ShownFeed[]; probes: ShownProbe[] };

export const shownSetup = (stored: StoredSetup, plan: SetupPlan): ShownSetup => ({
  ok: true,
  feeds: savedFirst(plan.feeds, stored.feeds).map(shownFeed),
  probes: savedFirst(plan.probes, stored.probes).map(shownProbe),
});

const savedFirst = <Row extends { id: string }>(saved: Row[], stored: Row[]): Row[] => {
  const ids = new Set(saved.map(({ id }) => id));
  return [...saved, ...stored.filter(({ id }) => !ids.has(id))];
};

const shownFeed = ({ id, name, url, enabled, jsonRoot, deviceId }: SetupFeed): ShownFeed => ({
  id,
  name,
  url,
  enabled,
  jsonRoot,
  device_id: deviceId,
});

const shownProbe = ({ id, feedId, key, label, visible }: SetupProbe): ShownProbe => ({
  id,
  feedId,
  key,
  label,
  visible,
});
