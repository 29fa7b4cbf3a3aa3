import type { EvidenceContent } from "../../schema/wire/evidence.ts";
import type { Finding } from "../alerts/finding.ts";
import { shownAlert, shownFinding } from "../alerts/shown-alert.ts";
import { sensorName } from "../devices/sensor-name.ts";
import { maskedRecipient } from "../messages/delivery/shown-delivery.ts";
import type { ReadingSensor } from "../readings/api-reading.ts";
import type { StoredValue } from "../readings/bucket-fields.ts";
import { EVIDENCE_LIMITS } from "./chain.ts";
import {
  type EvidenceFacts,
  isOfTheAlert,
  type RecordedAct,
  type RecordedMessage,
  type RecordedStep,
  type Span,
} from "./evidence-facts.ts";

type EvidenceParts = {
  facts: EvidenceFacts;
  /** The version of each finding's settings, in the order of the findings. */
  versions: string[];
  sensors: ReadingSensor[];
  spans: Span[];
  readings: StoredValue[];
  /** Whether there were more readings than were read. */
  readingsCut: boolean;
};

/** What a document tells of an alert, whoever asks and whenever. Addresses are masked: a document goes to strangers. */
export function evidenceContent(parts: EvidenceParts): EvidenceContent {
  const { facts, versions, sensors, spans, readings, readingsCut } = parts;
  const { home, alert, owned, findings, messages, steps, acts } = facts;
  const { duration_seconds: _, acknowledged_by: by, ...shown } = shownAlert(alert, alert.openedAt);
  const [own, others] = [true, false].map((isOwn) =>
    acts.filter((act) => isOfTheAlert(act, alert.id) === isOwn).map(shownAct),
  );
  return {
    home: { id: home.id, name: home.name, time_zone: home.timeZone },
    alert: { ...shown, acknowledged_by: by },
    owned_alerts: owned.map(({ id, kind, title, openedAt, closedAt }) => ({
      ...{ id, kind, title },
      opened_at: openedAt,
      closed_at: closedAt,
    })),
    rules: rulesOf(
      findings.map(({ finding }) => finding),
      versions,
    ),
    evaluations: findings.map((recorded, index) => ({
      ...shownFinding(recorded),
      sequence: recorded.finding.sequence,
      rule_version: versions[index] ?? "",
    })),
    sensors: sensors.map(({ sensorId, key, label, kind, unit, deviceName, space }) => ({
      ...{ id: sensorId, name: sensorName({ key, label, kind }), kind, unit },
      ...{ device: deviceName, space },
    })),
    readings: {
      spans: spans.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      items: readings.map(({ recordedAt, sensorId, value, resolution }) => ({
        at: recordedAt.toISOString(),
        sensor_id: sensorId,
        ...{ value, resolution },
      })),
    },
    messages: messages.map(shownMessage),
    escalation: steps.map(shownStep),
    acknowledgements: own ?? [],
    actions: others ?? [],
    cut: cutOf(facts, readingsCut),
  };
}

/** The lists that came as long as they may be. */
function cutOf({ owned, findings, messages, steps, acts }: EvidenceFacts, readingsCut: boolean): string[] {
  return [
    ...(owned.length >= EVIDENCE_LIMITS.ownedMax ? ["owned_alerts"] : []),
    ...(findings.length >= EVIDENCE_LIMITS.findingsMax ? ["evaluations"] : []),
    ...(messages.length >= EVIDENCE_LIMITS.messagesMax ? ["messages"] : []),
    ...(steps.length >= EVIDENCE_LIMITS.stepsMax ? ["escalation"] : []),
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

const shownMessage = (message: RecordedMessage): EvidenceContent["messages"][number] => ({
  id: message.id,
  kind: message.kind,
  channel: message.channel,
  recipient: maskedRecipient(message.channel, message.recipient),
  state: message.state,
  attempts: message.attempts,
  provider_id: message.providerId,
  error: message.lastError,
  written_at: message.createdAt,
  handed_over_at: message.attemptedAt,
  settled_at: message.settledAt,
  receipt: message.receipt,
  receipt_at: message.receiptAt,
});

const shownStep = ({
  round,
  place,
  step,
  name,
  ...times
}: RecordedStep): EvidenceContent["escalation"][number] => ({
  round,
  step: place + 1,
  whom: step.whom,
  name: maskedName(name),
  channels: step.channels === null ? null : [...step.channels],
  after_minutes: step.afterMinutes,
  due_at: times.dueAt,
  notified_at: times.notifiedAt,
  ended_at: times.endedAt,
  messages: times.messageIds,
});

/** A contact's name stays as it is; a member is known by their address. */
const maskedName = (name: string | null): string | null =>
  name?.includes("@") ? maskedRecipient("email", name) : name;

const shownAct = ({
  at,
  action,
  subject,
  details,
  actor,
}: RecordedAct): EvidenceContent["actions"][number] => ({
  at,
  action,
  subject,
  by: { ...actor, name: maskedName(actor.name) },
  details: Object.fromEntries(
    Object.entries(details).filter(([, value]) => value === null || typeof value !== "object"),
  ),
});
