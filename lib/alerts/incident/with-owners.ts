import type { AlertKind } from "../../../schema/vocabulary.ts";
import { placementOf } from "../../devices/placement/placement.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { advance } from "../advance.ts";
import { type CloseReason, type EpisodeState, type Notified, readEpisodeState } from "../episode.ts";
import type { DeviceFacts, HouseholdFacts, SensorFacts, StateFacts } from "../facts.ts";
import { NO_QUIET, type Quiet } from "../quiet/quiet.ts";
import { type AlertSubject, type Change, changeOf } from "../record.ts";
import type { RuleSettings, SettingsOf } from "../settings.ts";
import { COLD_RUNG, coldRung, OUTDOOR_SUBJECT, OWNER_KINDS, type Owner, type OwnerKind } from "./owned.ts";

/**
 * A home that was notified of nothing about its cold for this long: an alert that speaks for several of its rooms
 * no longer does. A question that was last notified above 40 °F, hours ago, leaves it to the first room that gets there: 40 °F
 * is said once.
 */
const SPEAKS_MS = 36 * HOUR_MS;
/** A forecast is of the day that follows, and is remembered as a word about the cold for longer. */
export const QUESTION_OLD_MS = 5 * HOUR_MS;
const FORETOLD = { speaksMs: DAY_MS, countsMs: 3 * DAY_MS } as const;
const OF_NOTHING: Pick<Owner, "covers" | "attaches"> = { covers: [], attaches: [] };
/** When a home has power again, its rooms get this long to warm up before a mere warning is notified. */
const SETTLES_MS = 1.5 * HOUR_MS;
/**
 * A critical alert is notified three hours ahead: a room that reaches its critical limit within them behaves as
 * announced.
 */
const NAMED_MS = 3 * HOUR_MS;
/** The steps that were notified with a question, and with a critical alert. */
const NOTIFIED_RUNGS = { warning: 1, critical: 3 } as const;

/** Alerts that are open, or a silence that has just ended, and that somebody was notified of. */
export function ownersOf(
  states: readonly StateFacts[],
  reachOf: (kind: OwnerKind, subject: string, state: EpisodeState) => Pick<Owner, "covers" | "attaches">,
  now: Moment,
): Owner[] {
  const speaking = states.flatMap(({ kind, subject, state: stored }) => {
    if (!isOwnerKind(kind)) return [];
    const state = readEpisodeState(stored);
    const { open, notified, episode, severity } = state;
    const speaks = (open && severity !== null) || isSettling(kind, state, now);
    if (!speaks || notified?.episode !== episode) return [];
    return kind === "forecast" && now - notified.at > FORETOLD.countsMs
      ? []
      : [{ kind, subject, state, notified }];
  });
  const lastWord = Math.max(...speaking.map(({ notified }) => notified.at));
  return speaking.map(({ kind, subject, state, notified }) => ({
    kind,
    subject,
    severity: notified.severity,
    notifiedAt: notified.at,
    words: notified.count,
    isSilence: kind === "incident" && state.open && state.peak?.evidence.more?.cause !== "power_out",
    isOld: kind === "heating_stopped" && isOldAbove(notified, now),
    ...notifiedIn(OF_ROOMS.includes(kind) ? (notified.named ?? null) : subject, notified, now),
    isForgotten: kind === "incident" && isForgotten(kind, notified, now - lastWord, now),
    ...(kind !== "incident" && isForgotten(kind, notified, now - lastWord, now)
      ? OF_NOTHING
      : reachOf(kind, subject, state)),
  }));
}

/** They name one of several rooms. */
const OF_ROOMS: readonly OwnerKind[] = ["heating_stopped", "incident"];

const isForgotten = (kind: OwnerKind, { at, badness }: Notified, silentMs: number, now: Moment): boolean =>
  (kind === "forecast" && now - at > FORETOLD.speaksMs) ||
  (silentMs > SPEAKS_MS &&
    (kind === "incident" || (kind === "heating_stopped" && coldRung(-badness) >= COLD_RUNG)));

/** True if the last notification is hours old and was above 40 °F. */
const isOldAbove = ({ at, badness }: Notified, now: Moment): boolean =>
  now - at >= QUESTION_OLD_MS && coldRung(-badness) < COLD_RUNG;

const isSettling = (kind: OwnerKind, { open, closedAt }: EpisodeState, now: Moment): boolean =>
  kind === "incident" && !open && closedAt !== null && now - closedAt < SETTLES_MS;

function notifiedIn(
  named: string | null,
  notified: Notified,
  now: Moment,
): Pick<Owner, "notifiedRung" | "namedCritical"> {
  const isLately = notified.criticalAt != null && now - notified.criticalAt <= NAMED_MS;
  return {
    notifiedRung: Math.max(NOTIFIED_RUNGS[notified.severity], coldRung(-notified.badness)),
    namedCritical: isLately ? named : null,
  };
}

const isOwnerKind = (kind: AlertKind): kind is OwnerKind =>
  OWNER_KINDS.some((ownerKind) => ownerKind === kind);

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

/**
 * A silent home covers everything in it; the question about the heating covers the rooms that it was notified for.
 */
function coveredBy(
  kind: OwnerKind,
  subject: string,
  { notified }: EpisodeState,
  householdId: string,
  devices: Devices,
): string[] {
  if (kind === "heating_stopped") return [OUTDOOR_SUBJECT, ...(notified?.about ?? [])];
  // People who were just notified of the cold don't need a message about frost outdoors.
  if (kind !== "incident") return [subject, OUTDOOR_SUBJECT];
  return [
    householdId,
    OUTDOOR_SUBJECT,
    ...devices.flatMap(({ device, sensors }) => [device.id, ...sensors.map(({ id }) => id)]),
  ];
}

/** The pipes of a home that gets cold get cold with it; a pipe that is ahead of the rooms is notified by itself. */
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
  const keyOf = ({ kind, subject }: Pick<StateFacts, "kind" | "subject">) => `${kind}/${subject}`;
  const replaced = new Set(moved.map(keyOf));
  return [...states.filter((row) => !replaced.has(keyOf(row))), ...moved];
}

/** An open episode that a device or one of its sensors owns. */
export type OwnedEpisode = {
  kind: AlertKind;
  subject: string;
  version: number;
  state: unknown;
  about: AlertSubject;
  /** The settings of its last finding: the rule that it ran by. */
  settings: SettingsOf[AlertKind];
};

/**
 * Why a device gives up its alerts: it is switched off, deleted, stands somewhere else now, or was misread.
 */
export type EndReason = Extract<CloseReason, "disabled" | "removed" | "moved" | "misread">;

/** The end of each of them, notified like any other end. */
export const endOwned = (
  episodes: readonly OwnedEpisode[],
  quiet: Quiet,
  reason: EndReason,
  now: Moment,
): Change[] =>
  episodes.flatMap(({ kind, subject, version, state: stored, about, settings }) => {
    const known = { version, state: readEpisodeState(stored) };
    const scene = { kind, subject, quiet, settings };
    return changeOf(known, kind, subject, about, (state) =>
      advance(state, { is: "over", reason }, {}, scene, now),
    );
  });

/** A rule that is switched off, and the state of its episodes. */
export type StoppedRule = {
  id: string;
  sensorId: string;
  settings: RuleSettings;
  version: number;
  state: unknown;
};

/** The end of its open episode, as the rule would end it that finds itself switched off. */
export function closeEpisodeOf(
  { id, sensorId, settings, version, state }: StoppedRule,
  now: Moment,
): Change[] {
  const about = { title: settings.name, deviceId: null, sensorId };
  const off = { ...settings, enabled: false };
  const episode = { kind: "rule", subject: id, version, state, about, settings: off } as const;
  return endOwned([episode], NO_QUIET, "disabled", now);
}
