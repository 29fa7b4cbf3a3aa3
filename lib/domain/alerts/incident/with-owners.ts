import { placementOf } from "../../placement/placement.ts";
import type { Moment } from "../../time.ts";
import type { Change } from "../change.ts";
import type { EpisodeState } from "../episode.ts";
import type { DeviceFacts, HouseholdFacts, SensorFacts, StateFacts } from "../facts.ts";
import { OUTDOOR_SUBJECT } from "./outdoor-subject.ts";
import type { OwnerKind } from "./owned.ts";
import { ownersOf } from "./owner.ts";

type Devices = readonly { device: DeviceFacts; sensors: readonly SensorFacts[] }[];

/** The household with those of its open alerts that speak for others, by the states at hand. */
export function withOwners<F extends { household: HouseholdFacts; states: readonly StateFacts[] }>(
  facts: F,
  devices: Devices,
  now: Moment,
): F {
  const reachOf = (kind: OwnerKind, subject: string, state: EpisodeState) => ({
    covers: coveredBy(kind, subject, state, facts.household.id, devices),
    attaches: kind === "heating_stopped" ? pipesOf(devices) : [],
  });
  const owners = ownersOf(facts.states, reachOf, now);
  const { household } = facts;
  return { ...facts, household: { ...household, quiet: { ...household.quiet, owners } } };
}

/** A silent place covers all that is in it, the question about the heating the rooms that it was told of. */
function coveredBy(
  kind: OwnerKind,
  subject: string,
  { peak, told }: EpisodeState,
  householdId: string,
  devices: Devices,
): string[] {
  if (kind === "heating_stopped") return [OUTDOOR_SUBJECT, ...(told?.about ?? [])];
  if (kind !== "incident") return [subject];
  const { place = null } = peak?.evidence.more ?? {};
  const silent = devices.filter(({ device }) => place === null || device.space === place);
  const within = silent.flatMap(({ device, sensors }) => [device.id, ...sensors.map(({ id }) => id)]);
  return place === null ? [householdId, OUTDOOR_SUBJECT, ...within] : within;
}

/**
 * The pipes of a home that gets cold get cold with it; one that is ahead of the rooms is told of by itself.
 */
const pipesOf = (devices: Devices): string[] =>
  devices.flatMap(({ device, sensors }) =>
    sensors.filter((sensor) => placementOf(sensor, device) === "pipe").map(({ id }) => id),
  );

/** The states as they will stand once the changes are committed. */
export function statesAfter(states: readonly StateFacts[], changes: readonly Change[]): StateFacts[] {
  const moved = changes.map(({ kind, subject, expectedVersion: version, state }) => ({
    kind,
    subject,
    version,
    state,
  }));
  const isMoved = (row: StateFacts) =>
    moved.some(({ kind, subject }) => kind === row.kind && subject === row.subject);
  return [...states.filter((row) => !isMoved(row)), ...moved];
}
