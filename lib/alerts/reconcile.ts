import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { AlertKind } from "../../schema/vocabulary.ts";
import { type BuiltInSettings, settingsFor } from "../devices/alert-settings.ts";
import { coldCorner, sensorSettings, unknownPlace } from "../devices/placement/sensor-settings.ts";
import { DAY_MS, type Moment } from "../kernel/time.ts";
import { type Assessment, assess } from "./assessment.ts";
import { type CloseReason, type EpisodeState, readEpisodeState } from "./episode.ts";
import { enabledSensors, type Placed, type StateFacts, type TickFacts, type TickSensor } from "./facts.ts";
import { isRoom } from "./heating/heated-rooms.ts";
import { VACATION_SUBJECT } from "./kinds/limits.ts";
import { withWetting } from "./kinds/wettings.ts";
import { isOn, OUTDOOR_SUBJECT } from "./settings.ts";

/**
 * Ends the open alerts that no rule speaks of any more: what they are about has been removed or disabled, was read in the wrong
 * unit, or its forecast is over and there is no other. Otherwise they would stay open for ever, and speak for others.
 */
export function endsOfUnspoken(facts: TickFacts, now: Moment): Assessment[] {
  return facts.states.flatMap((row) => {
    const { open, pendingSince } = readEpisodeState(row.state);
    const reason = open || pendingSince !== null ? reasonToEnd(row, facts, now) : null;
    if (reason === null) return [];
    const { kind, subject } = row;
    const settings = settingsFor("incident", facts.household.settings);
    // That a frost didn't come is no news, nor is the end of what nobody can name any more.
    const course = { tellsEnd: kind !== "forecast" && reason !== "recovered" };
    const verdict = { is: "over", reason } as const;
    const rule = (state: EpisodeState) => ({
      ...{ verdict, course },
      state: kind === "leak" ? withWetting(state, verdict, now) : state,
    });
    return [assess(facts, { kind, subject, about: NOBODY, settings }, rule, now)];
  });
}

/** An end changes nothing of whom an alert is about. */
const NOBODY = { title: "", deviceId: null, sensorId: null };

function reasonToEnd(row: StateFacts, facts: TickFacts, now: Moment): CloseReason | null {
  const { kind, subject } = row;
  const { household, devices } = facts;
  switch (kind) {
    case "outage": {
      const found = devices.find(({ device }) => device.id === subject);
      if (found === undefined) return "removed";
      const { device } = found;
      return offUnless(device.enabled && settingsFor(kind, household.settings).enabled);
    }
    case "rule":
      return reasonOfRule(subject, facts);
    case "heating_stopped":
      if (!enabledSensors(devices).some(isThermometer)) return "removed";
      return offUnless(settingsFor(kind, household.settings).enabled);
    case "incident":
      // Of a space: by an earlier version.
      if (subject !== household.id) return "removed";
      return offUnless(
        devices.some(({ device }) => device.enabled) && settingsFor(kind, household.settings).enabled,
      );
    case "forecast":
      if (facts.place === null) return "removed";
      if (subject === OUTDOOR_SUBJECT) return offUnless(isOn(settingsFor(kind, household.settings), subject));
      return (
        reasonOfSensor(kind, row, facts) ?? (isOver(readEpisodeState(row.state), now) ? "recovered" : null)
      );
    default:
      return reasonOfSensor(kind, row, facts);
  }
}

const offUnless = (isWatched: boolean): CloseReason | null => (isWatched ? null : "disabled");

function placed({ devices }: TickFacts, sensorId: string): Placed | null {
  for (const { device, sensors } of devices) {
    const sensor = sensors.find(({ id }) => id === sensorId);
    if (sensor !== undefined) return { device, sensor };
  }
  return null;
}

function reasonOfSensor(
  kind: BuiltInKind,
  { subject, state }: StateFacts,
  facts: TickFacts,
): CloseReason | null {
  const found = placed(facts, subject);
  if (found === null) return "removed";
  const { device, sensor } = found;
  if (!device.enabled) return "disabled";
  if (isMisread(kind, readEpisodeState(state), sensor)) return "misread";
  const settings: BuiltInSettings[BuiltInKind] = sensorSettings(kind, facts.household, device, sensor);
  if (isOn(settings, subject)) return null;
  // Its place has been learned as one that is always so cold: nobody has turned anything off.
  const isAlwaysSoCold = coldCorner(sensor, device) !== null || unknownPlace(sensor, device) !== null;
  return kind === "time_to_freeze" && isAlwaysSoCold ? "always_so_cold" : "disabled";
}

function reasonOfRule(subject: string, facts: TickFacts): CloseReason | null {
  const rule = facts.rules.find(({ id }) => id === subject);
  const isVacation = subject.startsWith(VACATION_SUBJECT);
  const found = placed(facts, isVacation ? subject.slice(VACATION_SUBJECT.length) : (rule?.sensorId ?? ""));
  if (found === null) return "removed";
  return offUnless(found.device.enabled && (isVacation || rule?.settings.enabled === true));
}

/** Compared in the unit of the sensor, of which somebody has said by now that it is another: what it said is not so. */
const COMPARED: readonly AlertKind[] = ["freeze", "cold_storage"];
const isMisread = (
  kind: AlertKind,
  { open, peak }: EpisodeState,
  { unit, unitSource }: TickSensor,
): boolean =>
  open && unitSource === "settled" && COMPARED.includes(kind) && peak !== null && peak.evidence.unit !== unit;

const isThermometer = ({ device, sensor }: Placed): boolean =>
  sensor.kind === "temperature" && isRoom(sensor, device);

/** The hour that was foretold is days ago: a space that is heated by now has no other forecast. */
const OVER_MS = 3 * DAY_MS;
const isOver = ({ peak, openedAt }: EpisodeState, now: Moment): boolean =>
  now - Math.max(peak?.evidence.at ?? 0, openedAt ?? 0) > OVER_MS;
