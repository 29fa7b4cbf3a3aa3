import { ALERT_KINDS } from "../../../schema/vocabulary.ts";
import { deviceFamilies, faultFamily, infoFamilies } from "./device-families.ts";
import { exposition, type Family } from "./exposition.ts";
import { type LiveReading, liveReadings, unixSeconds } from "./live-reading.ts";
import type { MetricsHome } from "./metrics-home.ts";
import { familyValue, VALUE_FAMILIES } from "./value-families.ts";

/** Prometheus text format 0.0.4 of a household's state at `now`; ends with a line feed. */
export function renderMetrics(home: MetricsHome, now: Date): string {
  const live = home.devices.flatMap((device) => liveReadings(device, now));
  return exposition([
    ...valueFamilies(live),
    readingTimes(live),
    ...deviceFamilies(home.devices, now),
    faultFamily(home.devices),
    ...infoFamilies(home.devices),
    activeAlerts(home),
    timeToFreeze(home, live),
    flag("snoozed", "1 while the household's warnings are snoozed, else 0.", home.quiet?.snoozed),
    flag("vacation", "1 while the household is on vacation, else 0.", home.quiet?.vacation),
  ]);
}

function valueFamilies(live: LiveReading[]): Family[] {
  const placed = live.map(({ sensor, labels, value }) => ({ labels, ...familyValue(sensor, value) }));
  const byName = Map.groupBy(placed, ({ family }) => family.name);
  return Object.values(VALUE_FAMILIES).map(({ name, help }) => ({
    name,
    help,
    samples: byName.get(name) ?? [],
  }));
}

const readingTimes = (live: LiveReading[]): Family => ({
  name: "reading_timestamp_seconds",
  help: "When the latest reading was taken, in Unix time.",
  samples: live.map(({ labels, recordedAt }) => ({ labels, value: unixSeconds(recordedAt) })),
});

const activeAlerts = ({ activeAlerts }: MetricsHome): Family => ({
  name: "alerts_active",
  help: "Open alerts by kind.",
  samples: ALERT_KINDS.map((kind) => ({ labels: [["kind", kind]], value: activeAlerts[kind] ?? 0 })),
});

/** A prediction from readings that are stale is none. */
function timeToFreeze({ timeToFreezeSeconds }: MetricsHome, live: LiveReading[]): Family {
  const labelsOf = new Map(live.map(({ sensor, labels }) => [sensor.id, labels]));
  const samples = timeToFreezeSeconds.flatMap(({ sensorId, seconds }) => {
    const labels = labelsOf.get(sensorId);
    return labels === undefined ? [] : [{ labels, value: seconds }];
  });
  const help = "Time until a cooling sensor reaches freezing; absent while it is not cooling.";
  return { name: "time_to_freeze_seconds", help, samples };
}

const flag = (name: string, help: string, isOn: boolean | undefined): Family => ({
  name,
  help,
  samples: isOn === undefined ? [] : [{ labels: [], value: isOn ? 1 : 0 }],
});
