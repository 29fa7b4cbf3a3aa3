import type { EvidenceContent } from "../../schema/wire/evidence.ts";
import type { Finding } from "../alerts/finding.ts";
import { type AlertRecord, type RecordedFinding, shownAlert } from "../alerts/shown-alert.ts";
import type { SensorOfDevice } from "../devices/home-device.ts";
import type { StoredValue } from "../history/buckets.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { sensorName } from "../language/sensor-name.ts";
import { maskedRecipient } from "../outbox/shown-delivery.ts";
import { shownFinding } from "../sharing/alerts/shown-finding.ts";
import { EVIDENCE_LIMITS } from "./canonical-text.ts";

const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = HOUR_MS;
/** For a long alert, its first and its last hours are included as measured. */
const START_MS = 2 * HOUR_MS;
const END_MS = 2 * HOUR_MS;

/** What people did about the alert itself, and not about the home. */
const OF_THE_ALERT = new Set(["alert_acknowledged", "alert_answered", "alert_handed_over"]);

/** Everything that is known about an alert, but for its readings; names and addresses are not masked yet. */
export type EvidenceFacts = Pick<EvidenceContent, "home" | "messages" | "escalation"> & {
  alert: AlertRecord;
  /** The alerts that it speaks for. */
  owned: (EvidenceContent["owned_alerts"][number] & { sensorId: string | null })[];
  findings: RecordedFinding[];
  acts: Act[];
};

/** A line of the home's activity. */
type Act = EvidenceContent["actions"][number];

export type Span = { from: Date; to: Date };

/** The sensors that the decisions rest on, the most telling first; all of its device's where no reading was named. */
export function sensorsInQuestion({ alert, owned, findings }: EvidenceFacts): string[] {
  const named = [
    alert.sensorId,
    ...findings.map(({ finding }) => finding.evidence?.sensorId ?? null),
    ...owned.map(({ sensorId }) => sensorId),
  ];
  return [...new Set(named.filter((id) => id !== null))].slice(0, EVIDENCE_LIMITS.sensorsMax);
}

/** The hours around the beginning and around the end: one span where they touch. */
export function spansAround(
  { openedAt, closedAt }: Pick<AlertRecord, "openedAt" | "closedAt">,
  now: Date,
): Span[] {
  const from = openedAt - BEFORE_MS;
  const until = now.getTime();
  const to = closedAt === null ? until : Math.min(closedAt + AFTER_MS, Math.max(until, closedAt));
  const endFrom = (closedAt ?? until) - END_MS;
  const startTo = openedAt + START_MS;
  if (endFrom <= startTo) return [span(from, to)];
  return [span(from, startTo), span(endFrom, to)];
}

const span = (from: Moment, to: Moment): Span => ({ from: new Date(from), to: new Date(to) });

const isOfTheAlert = ({ action, subject }: Act, alertId: string): boolean =>
  subject === alertId || (subject === null && OF_THE_ALERT.has(action));

type EvidenceParts = {
  facts: EvidenceFacts;
  /** The version of each finding's settings, in the order of the findings. */
  versions: string[];
  sensors: SensorOfDevice[];
  spans: Span[];
  readings: StoredValue[];
  /** True if there were more readings than were read. */
  readingsCut: boolean;
};

/**
 * The content of a document about an alert, the same for every reader and time. Addresses are masked: strangers
 * read documents.
 */
export function evidenceContent(parts: EvidenceParts): EvidenceContent {
  const { facts, versions, sensors, spans, readings, readingsCut } = parts;
  const { home, alert, owned, findings, acts } = facts;
  const { duration_seconds: _, acknowledged_by: by, ...shown } = shownAlert(alert, new Date(alert.openedAt));
  // An alert keeps the title that it opened with, which is the bare key of a sensor that nobody has named.
  const titleOf = (title: string, sensorId: string | null): string => {
    const { sensor, device } = sensors.find((each) => each.sensor.id === sensorId) ?? {};
    if (!sensor || ![sensor.key, `${sensor.key} (${device?.space})`].includes(title)) return title;
    return sensorName(sensor) + title.slice(sensor.key.length);
  };
  const [own, others] = [true, false].map((isOwn) =>
    acts.filter((act) => isOfTheAlert(act, alert.id) === isOwn).map(shownAct),
  );
  return {
    home,
    alert: { ...shown, title: titleOf(alert.title, alert.sensorId), acknowledged_by: by },
    owned_alerts: owned.map(({ sensorId, ...each }) => ({ ...each, title: titleOf(each.title, sensorId) })),
    rules: rulesOf(
      findings.map(({ finding }) => finding),
      versions,
    ),
    evaluations: findings.map((recorded, index) => ({
      ...shownFinding(recorded),
      sequence: recorded.finding.sequence,
      rule_version: versions[index] ?? "",
    })),
    sensors: sensors.map(({ sensor, device }) => ({
      ...{ id: sensor.id, name: sensorName(sensor), kind: sensor.kind, unit: sensor.unit },
      ...{ device: device.name, space: device.space },
    })),
    readings: {
      spans: spans.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      items: readings.map(({ recordedAt, sensorId, value, resolution }) => ({
        at: recordedAt.toISOString(),
        sensor_id: sensorId,
        ...{ value, resolution },
      })),
    },
    messages: facts.messages.map(({ recipient, ...message }) => ({
      ...message,
      recipient: maskedRecipient(message.channel, recipient),
    })),
    escalation: facts.escalation.map(({ name, ...step }) => ({ ...step, name: maskedName(name) })),
    acknowledgements: own ?? [],
    actions: others ?? [],
    cut: cutOf(facts, readingsCut),
  };
}

/** The lists that came as long as they may be. */
function cutOf(
  { owned, findings, messages, escalation, acts }: EvidenceFacts,
  readingsCut: boolean,
): string[] {
  return [
    ...(owned.length >= EVIDENCE_LIMITS.ownedMax ? ["owned_alerts"] : []),
    ...(findings.length >= EVIDENCE_LIMITS.findingsMax ? ["evaluations"] : []),
    ...(messages.length >= EVIDENCE_LIMITS.messagesMax ? ["messages"] : []),
    ...(escalation.length >= EVIDENCE_LIMITS.stepsMax ? ["escalation"] : []),
    ...(acts.length >= EVIDENCE_LIMITS.actsMax ? ["actions"] : []),
    ...(readingsCut ? ["readings"] : []),
  ];
}

/** Each set of settings once, in the order in which they were first used. */
function rulesOf(findings: readonly Finding[], versions: readonly string[]): EvidenceContent["rules"] {
  return [...new Set(versions)].map((version) => {
    const used = findings.filter((_, index) => versions[index] === version);
    const at = (finding: Finding | undefined) => new Date(finding?.at ?? 0).toISOString();
    return {
      version,
      settings: { ...used[0]?.settings },
      first_used_at: at(used[0]),
      last_used_at: at(used.at(-1)),
    };
  });
}

/** A contact's name stays as it is; a member is known by their address. */
const maskedName = (name: string | null): string | null =>
  name?.includes("@") ? maskedRecipient("email", name) : name;

const shownAct = ({ by, details, ...act }: Act): Act => ({
  ...act,
  by: { ...by, name: maskedName(by.name) },
  details: Object.fromEntries(
    Object.entries(details).filter(([, value]) => value === null || typeof value !== "object"),
  ),
});
