import type { EvidenceContent } from "../../schema/wire/evidence.ts";
import type { TimelineEntry } from "../../schema/wire/timeline.ts";
import { type AlertRecord, type AlertStory, shownAlert } from "../alerts/shown-alert.ts";
import { eachSensor, type SensorOfDevice } from "../devices/home-device.ts";
import type { StoredValue } from "../history/buckets.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { sensorName } from "../language/sensor-name.ts";
import { maskedRecipient } from "../outbox/shown-delivery.ts";
import { type Story, shownFinding, timelineOf } from "../sharing/alerts/timeline.ts";
import type { PageHome } from "../sharing/home-page/page-home.ts";
import { EVIDENCE_LIMITS } from "./canonical-text.ts";

const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = HOUR_MS;
/** Of a long alert, the document has readings only from the first hours and the last hours. */
const START_MS = 2 * HOUR_MS;
const END_MS = 2 * HOUR_MS;

/** Everything about an alert except its readings. */
type Known = AlertStory & Story & { home: Pick<PageHome, "name" | "timeZone" | "devices"> };

export type Span = { from: Date; to: Date };

/** Returns the sensors that alert and findings name, the alert's own first; if none, all sensors of its device. */
export function sensorsInQuestion({ alert, findings, home }: Known): SensorOfDevice[] {
  const all = eachSensor(home.devices);
  const named = [alert.sensorId, ...findings.map(({ finding }) => finding.evidence?.sensorId ?? null)];
  const found = [...new Set(named)].flatMap((id) => all.filter(({ sensor }) => sensor.id === id));
  const chosen = found.length > 0 ? found : all.filter(({ device }) => device.id === alert.deviceId);
  return chosen.slice(0, EVIDENCE_LIMITS.sensorsMax);
}

/** Returns the hours around the alert's start and around its end, as one span if they overlap. */
export function spansAround({ openedAt, closedAt }: Pick<AlertRecord, "openedAt" | "closedAt">, now: Date) {
  const from = openedAt - BEFORE_MS;
  const end = closedAt ?? now.getTime();
  // The hour after the end may still run. With the present time, the document's number would change without news.
  const to = closedAt === null ? end : end + AFTER_MS;
  const startTo = openedAt + START_MS;
  if (end - END_MS <= startTo) return [span(from, to)];
  return [span(from, startTo), span(end - END_MS, to)];
}

const span = (from: Moment, to: Moment): Span => ({ from: new Date(from), to: new Date(to) });

type EvidenceParts = {
  householdId: string;
  story: Known;
  sensors: SensorOfDevice[];
  spans: Span[];
  readings: StoredValue[];
  /** False if the document leaves out readings because there are too many. */
  isComplete: boolean;
};

/** Returns the content of an alert's document, the same for every reader. Masks addresses: strangers may read it. */
export function evidenceContent(parts: EvidenceParts): EvidenceContent {
  const { householdId, story, sensors, spans, readings, isComplete } = parts;
  const { home, alert, findings } = story;
  const { duration_seconds: _, ...shown } = shownAlert(alert, new Date(alert.openedAt));
  return {
    home: { id: householdId, name: home.name, time_zone: home.timeZone },
    alert: { ...shown, title: titleOf(alert, sensors) },
    decisions: findings.map(shownFinding),
    timeline: timelineOf(story).map(masked),
    sensors: sensors.map(({ sensor, device }) => ({
      id: sensor.id,
      name: sensorName(sensor),
      kind: sensor.kind,
      unit: sensor.unit,
      device: device.name,
      space: device.space,
    })),
    readings: {
      spans: spans.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
      items: readings.map(({ recordedAt, sensorId, value, resolution }) => ({
        at: recordedAt.toISOString(),
        sensor_id: sensorId,
        value,
        resolution,
      })),
      complete: isComplete,
    },
  };
}

/** Replaces a bare sensor key in the title by the sensor's name: an alert keeps the title that it opened with. */
function titleOf({ title, sensorId }: AlertRecord, sensors: readonly SensorOfDevice[]): string {
  const { sensor, device } = sensors.find((each) => each.sensor.id === sensorId) ?? {};
  if (!sensor || ![sensor.key, `${sensor.key} (${device?.space})`].includes(title)) return title;
  return sensorName(sensor) + title.slice(sensor.key.length);
}

/** Masks email addresses: a person without a name appears by their address. */
const masked = (entry: TimelineEntry): TimelineEntry => ({
  ...entry,
  who: maskedAddress(entry.who),
  what: maskedAddress(entry.what),
});

const maskedAddress = (text: string | null): string | null =>
  text?.includes("@") ? maskedRecipient("email", text) : text;
