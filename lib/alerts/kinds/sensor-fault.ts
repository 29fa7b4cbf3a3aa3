import type { SensorFault, Severity } from "../../../schema/vocabulary.ts";
import { MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import { type EpisodeState, rank } from "../episode.ts";
import { type Evidence, type PlainReason, plain, type Quantity } from "../reason.ts";
import { nextReminder } from "../reminders.ts";
import type { Circumstances } from "../sensor-input.ts";
import type { SensorFaultSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

/** A loose wire comes and goes: it is mended once it has measured for so long. */
const MENDED_MS = 3_600_000;

export type SensorFaultInput = Circumstances & {
  sensorId: string;
  deviceId: string;
  /** Null while the sensor is believed. */
  fault: { is: SensorFault; since: Moment } | null;
  /** What nobody sees any more while it is faulty. */
  guards: "freeze" | "water" | null;
  /** The nearest sensor of its sort that is believed, and what it says; null where there is none. */
  standIn: StandIn | null;
};

/** `severity`: what the value comes to by the faulty sensor's own limits of frost; null for fine. */
export type StandIn = Quantity & { label: string; severity: Severity | null };

/** A sensor that cannot be believed: what it guards is watched by its neighbour, or by nobody. Subject: the sensor. */
export function judgeSensorFault(
  state: EpisodeState,
  input: SensorFaultInput,
  settings: SensorFaultSettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    forMs: settings.forMs,
    closing: { readings: 1, ms: MENDED_MS },
    remind: nextReminder(state, settings.remindMs),
    reopenQuietMs: settings.reopenQuietMs,
  };
  return advance(
    state,
    verdictOn(state, input, settings, now),
    course,
    { kind: "sensor_fault", ...input, settings },
    now,
  );
}

function verdictOn(
  state: EpisodeState,
  input: SensorFaultInput,
  settings: SensorFaultSettings,
  now: Moment,
): Verdict {
  if (!input.enabled || !settings.enabled) return { is: "over", reason: "disabled" };
  const severity = severityOf(input);
  const since = input.fault?.since ?? state.closing?.at ?? now;
  return {
    is: "measured",
    severity,
    holds: severity,
    badness: 0,
    rung: rank(input.standIn?.severity ?? null) + 1,
    evidence: evidenceOf(input, since, now),
    limit: null,
    why: plain(input.fault === null ? "measures_again" : WHY[input.fault.is]),
    provenUntil: now,
  };
}

const WHY = {
  unplugged: "probe_unplugged",
  stuck: "value_repeats",
} as const satisfies Record<SensorFault, PlainReason>;

/** That it repeats itself is a suspicion; that it says it is unplugged is a fact, and so is what its neighbour says. */
function severityOf({ fault, guards, standIn }: SensorFaultInput): Severity | null {
  if (fault === null) return null;
  if (standIn?.severity === "critical") return "critical";
  return guards !== null && fault.is === "unplugged" ? "critical" : "warning";
}

/** The value: minutes of blindness. */
const evidenceOf = (input: SensorFaultInput, since: Moment, now: Moment): Evidence => ({
  sensorId: input.sensorId,
  deviceId: input.deviceId,
  value: Math.max(0, Math.floor((now - since) / MINUTE_MS)),
  unit: "min",
  at: since,
  more: {
    fault: input.fault?.is ?? null,
    guards: input.guards,
    stand_in: input.standIn?.label ?? null,
    stand_in_value: input.standIn?.value ?? null,
    stand_in_unit: input.standIn?.unit ?? null,
    stand_in_severity: input.standIn?.severity ?? null,
  },
});
