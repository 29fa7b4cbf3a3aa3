import type { BuiltInKind } from "../../schema/alert-fields.ts";
import type { AlertKind } from "../../schema/vocabulary.ts";
import {
  type BuiltInSettings,
  coldCorner,
  sensorSettings,
  settingsFor,
  unknownPlace,
} from "../devices/alert-settings.ts";
import { isRoom } from "../devices/placement/placement.ts";
import { DAY_MS, type Moment } from "../kernel/time.ts";
import { type Assessment, assess } from "./advance.ts";
import { type CloseReason, type EpisodeState, readEpisodeState } from "./episode.ts";
import {
  enabledSensors,
  findPlaced,
  type Placed,
  type StateFacts,
  type TickFacts,
  type TickSensor,
} from "./facts.ts";
import { VACATION_SUBJECT } from "./kinds/thresholds.ts";
import { withWetting } from "./kinds/wettings.ts";
import { isOn, OUTDOOR_SUBJECT } from "./settings.ts";

/**
 * Ends the open alerts that no rule evaluates any more: their subject was removed, disabled or read in the wrong unit,
 * or their forecast is over without a new one. Otherwise they would stay open forever and speak for others.
 */
export function endsOfUnspoken(facts: TickFacts, now: Moment): Assessment[] {
  return facts.states.flatMap((row) => {
    const { open, pendingSince } = readEpisodeState(row.state);
    const reason = open || pendingSince !== null ? reasonToEnd(row, facts, now) : null;
    if (reason === null) return [];
    const { kind, subject } = row;
    const settings = settingsFor("incident", facts.household.settings);
    // A frost that didn't come isn't news.
    const course = { tellsEnd: kind !== "forecast" && reason !== "recovered" };
    const verdict = { is: "over", reason } as const;
    const rule = (state: EpisodeState) => ({
      verdict,
      course,
      state: kind === "leak" ? withWetting(state, verdict, now) : state,
    });
    return [assess(facts, { kind, subject, about: NOBODY, settings }, rule, now)];
  });
}

/** The subjects of alerts whose device, sensor, custom rule or (in older releases) space is gone. */
export const goneSubjects = (facts: TickFacts): string[] =>
  facts.states.filter((row) => isWatched(row, facts) === null).map(({ subject }) => subject);

/** A placeholder: an end doesn't change the stored subject of an alert. */
const NOBODY = { title: "", deviceId: null, sensorId: null };

function reasonToEnd(row: StateFacts, facts: TickFacts, now: Moment): CloseReason | null {
  const is = isWatched(row, facts);
  if (is === null) return "removed";
  const state = readEpisodeState(row.state);
  const found = findPlaced(facts.devices, row.subject);
  if (found?.device.enabled && isMisread(row.kind, state, found.sensor)) return "misread";
  if (is) return found !== null && row.kind === "forecast" && isOver(state, now) ? "recovered" : null;
  // Its place was learned as one that is always this cold: nobody has turned anything off.
  return row.kind === "time_to_freeze" && found?.device.enabled && isAlwaysSoCold(found)
    ? "always_so_cold"
    : "disabled";
}

/** True if the subject is still evaluated, false if its kind, rule or device is turned off, null if it is gone. */
function isWatched({ kind, subject }: StateFacts, facts: TickFacts): boolean | null {
  const { household, devices, place, rules } = facts;
  if (kind === "rule") {
    const rule = rules.find(({ id }) => id === subject);
    const isVacation = subject.startsWith(VACATION_SUBJECT);
    const sensorId = isVacation ? subject.slice(VACATION_SUBJECT.length) : rule?.sensorId;
    const found = findPlaced(devices, sensorId ?? "");
    if (found === null) return null;
    return found.device.enabled && (isVacation || rule?.settings.enabled === true);
  }
  if (kind === "forecast" && place === null) return false;
  // Older releases stored an incident for a space: below, its subject counts as gone.
  if (subject === household.id || subject === OUTDOOR_SUBJECT) {
    if (kind === "heating_stopped" && !enabledSensors(devices).some(isThermometer)) return false;
    if (kind === "incident" && !devices.some(({ device }) => device.enabled)) return false;
    return isOn(settingsFor(kind, household.settings), subject);
  }
  const device = devices.find((each) => each.device.id === subject)?.device;
  if (device !== undefined) return device.enabled && settingsFor("outage", household.settings).enabled;
  const found = findPlaced(devices, subject);
  if (found === null) return null;
  const settings: BuiltInSettings[BuiltInKind] = sensorSettings(kind, household, found.device, found.sensor);
  return found.device.enabled && isOn(settings, subject);
}

const isAlwaysSoCold = ({ device, sensor }: Placed): boolean =>
  coldCorner(sensor, device) !== null || unknownPlace(sensor, device) !== null;

/** Kinds that were compared in the sensor's unit: if that was settled as another one since, the readings were wrong. */
const COMPARED: readonly AlertKind[] = ["freeze", "cold_storage"];
const isMisread = (kind: AlertKind, { open, peak }: EpisodeState, { unit, unitSource }: TickSensor) =>
  open && unitSource === "settled" && COMPARED.includes(kind) && peak !== null && peak.evidence.unit !== unit;

const isThermometer = ({ device, sensor }: Placed): boolean =>
  sensor.kind === "temperature" && isRoom(sensor, device);

/** Ends a forecast alert this long after its hour: a space that is heated by now gets no other forecast to end it. */
const OVER_MS = 3 * DAY_MS;
const isOver = ({ peak, openedAt }: EpisodeState, now: Moment): boolean =>
  now - Math.max(peak?.evidence.at ?? 0, openedAt ?? 0) > OVER_MS;
