import { LIMITS } from "../../../schema/limits.ts";
import { cleanKey } from "../ingest/sensor-keys.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import type { ProbeWish, SetupFeed, SetupPlan, SetupProbe, StoredSetup } from "./setup.ts";

type PlannedProbe = SetupPlan["probes"][number];

/** The probes of a save: each refers to a feed of the request or of the household, and has its key alone. */
export function planProbes(
  stored: StoredSetup,
  feeds: SetupFeed[],
  wishes: ProbeWish[],
  newProbeId: () => string,
): Outcome<PlannedProbe[]> {
  const feedIds = new Set([...stored.feeds, ...feeds].map(({ id }) => id));
  const onlyFeed = feeds.length === 1 ? feeds[0]?.id : undefined;
  const planned: PlannedProbe[] = [];
  for (const [index, wish] of wishes.entries()) {
    const probe = planProbe(stored.probes, wish, onlyFeed, newProbeId);
    if (!probe.ok) return refuse("invalid_request", `Probe ${nameOf(wish, index)}: ${probe.why}`);
    const why = clash(probe.value, feedIds, stored.probes, planned);
    if (why !== null) return refuse("invalid_request", `Probe ${nameOf(wish, index)}: ${why}`);
    planned.push(probe.value);
  }
  const ids = new Set([...stored.probes, ...planned].map(({ id }) => id));
  return ids.size > LIMITS.householdProbesMax
    ? refuse("invalid_request", `Too many probes: ${LIMITS.householdProbesMax} at most in a household`)
    : done(planned);
}

type Planned = { ok: true; value: PlannedProbe } | { ok: false; why: string };

function planProbe(
  stored: SetupProbe[],
  wish: ProbeWish,
  onlyFeed: string | undefined,
  newProbeId: () => string,
): Planned {
  const named = stored.find(({ id }) => id === wish.id);
  const feedId = wish.feedId ?? named?.feedId ?? onlyFeed;
  if (feedId === undefined) return { ok: false, why: "it needs a feedId" };
  const key = cleanKey(wish.key ?? named?.key ?? "");
  if (key === null) return { ok: false, why: "it needs a key" };
  const sameKey = stored.find((probe) => probe.feedId === feedId && probe.key === key);
  const known = wish.id === undefined ? sameKey : named;
  const value = {
    id: wish.id ?? known?.id ?? newProbeId(),
    feedId,
    key,
    label: wish.label ?? known?.label ?? key,
    visible: wish.visible ?? known?.visible ?? true,
    sensorLabel: wish.label ?? null,
    sensorVisible: wish.visible ?? null,
  };
  return { ok: true, value };
}

function clash(
  probe: SetupProbe,
  feedIds: Set<string>,
  stored: SetupProbe[],
  planned: SetupProbe[],
): string | null {
  if (!feedIds.has(probe.feedId)) return `there is no feed "${probe.feedId}"`;
  if (planned.some(({ id }) => id === probe.id)) return "it is named twice";
  const holdsKey = ({ id, feedId, key }: SetupProbe) =>
    id !== probe.id && feedId === probe.feedId && key === probe.key;
  const holder = planned.find(holdsKey) ?? stored.find(holdsKey);
  return holder === undefined ? null : `its feed has the probe "${holder.id}" for this key already`;
}

const nameOf = (wish: ProbeWish, index: number): string =>
  wish.id === undefined ? String(index + 1) : `"${wish.id}"`;
