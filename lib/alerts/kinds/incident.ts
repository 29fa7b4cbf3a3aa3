import type { Severity } from "../../../schema/vocabulary.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { type Evidence, plain, type Reason } from "../reason.ts";
import { nextReminder } from "../reminders.ts";
import type { Circumstances } from "../sensor-input.ts";
import type { IncidentSettings } from "../settings.ts";
import type { Silence } from "../silence.ts";
import type { Course, Verdict } from "../verdict.ts";

/** A room that is still heard, as messages name it. */
export type NamedRoom = { sensorId: string; deviceId: string; name: string };

export type IncidentInput = Circumstances & {
  /** Devices that are silent together now; null where they are not. */
  silence: Silence | null;
  /** `powerLostAt` of the home; null while there is power, or nobody says. */
  powerLost: Moment | null;
  /** How many of those that the open incident began with have been heard since. */
  backShare: number;
  /** `earliestFreeze` of the rooms; null where nothing can freeze, or there is no thermometer. */
  notBefore: Moment | null;
  /** The room that this is about; null or absent for none, or while it is silent. */
  first?: NamedRoom | null;
  coldestCelsius: number | null;
  /** One of its rooms was notified as critical and still is critical, so a freeze ahead is nothing new. */
  isRoomCritical: boolean;
};

/**
 * Everything in a home has fallen silent at once, or its power is out while it gets cold. Subject: the household.
 */
export function judgeIncident(
  state: EpisodeState,
  input: IncidentInput,
  settings: IncidentSettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    remind: isSoonUrgent(input, now) ? null : nextReminder(state, REMIND_FIRST_MS),
  };
  return advance(
    state,
    verdictOn(state, input, settings, now),
    course,
    { kind: "incident", ...input, settings },
    now,
  );
}

const REMIND_FIRST_MS = DAY_MS;
/** A room may freeze so soon that the message about that is the next one. */
const NO_REMINDER_MS = 12 * HOUR_MS;
const isSoonUrgent = ({ notBefore }: IncidentInput, now: Moment): boolean =>
  notBefore !== null && notBefore - now > SOON_MS && notBefore - now <= NO_REMINDER_MS;
/**
 * The incident ends when this share of the offline devices is back online; the others become outages of their own.
 */
const BACK_SHARE = 0.5;
/** The message is urgent from this long before a room may freeze. */
const SOON_MS = 3 * HOUR_MS;

function verdictOn(
  state: EpisodeState,
  input: IncidentInput,
  settings: IncidentSettings,
  now: Moment,
): Verdict {
  if (!input.enabled || !settings.enabled) return { is: "over", reason: "disabled" };
  const { silence, powerLost, notBefore } = input;
  if (silence === null && powerLost === null && !state.open)
    return { is: "unknown", why: plain("not_all_offline") };
  const isBack = state.open && powerLost === null && (isPowerOut(state) || input.backShare >= BACK_SHARE);
  const isSaid = input.isRoomCritical && state.severity !== "critical";
  const rung = isSaid ? 0 : rungAt(notBefore, now);
  const severity: Severity = rung > 0 ? "critical" : "warning";
  const named = severity === "critical" && !isBack ? (input.first ?? null) : null;
  const evidence = evidenceOf(state, input, named, now);
  return {
    is: "measured",
    severity: isBack ? null : severity,
    holds: isBack ? null : severity,
    badness: rung,
    rung,
    evidence,
    limit: null,
    why: isBack ? plain("power_back") : whyOpen(evidence),
    ...(named === null ? {} : { about: [named.sensorId] }),
    provenUntil: now,
  };
}

type Known = Evidence & { more: NonNullable<Evidence["more"]> };

const whyOpen = ({ more }: Known): Reason =>
  more.cause === POWER_OUT
    ? plain("power_out")
    : { code: "devices_offline", values: { devices: Number(more.devices) } };

const POWER_OUT = "power_out";

/** What it began with is what it is about. */
const isPowerOut = ({ peak }: EpisodeState): boolean => peak?.evidence.more?.cause === POWER_OUT;

/** Told again, once, when a room may freeze within three hours; by name where the room is still heard. */
const rungAt = (notBefore: Moment | null, now: Moment): number =>
  Number(notBefore !== null && notBefore - now <= SOON_MS);

function evidenceOf(state: EpisodeState, input: IncidentInput, named: NamedRoom | null, now: Moment): Known {
  const known = state.open ? state.peak?.evidence : undefined;
  const since = known?.at ?? input.silence?.since ?? input.powerLost ?? now;
  const cause = input.silence === null ? POWER_OUT : "power_or_internet";
  return {
    sensorId: named?.sensorId ?? null,
    deviceId: named?.deviceId ?? null,
    value: Math.floor((now - since) / MINUTE_MS),
    unit: "min",
    at: since,
    more: {
      cause: known?.more?.cause ?? cause,
      devices: known?.more?.devices ?? input.silence?.devices.length ?? 0,
      not_before: input.notBefore,
      ...(named === null ? {} : { room: named.name }),
      coldest_celsius: input.coldestCelsius,
    },
  };
}
