import { placementOf } from "../placement/placement.ts";
import type { Moment } from "../time.ts";
import type { Point } from "../time-to-freeze/points.ts";
import { convert } from "../units.ts";
import { type Change, changeOf, stateIndex } from "./change.ts";
import { readEpisodeState } from "./episode.ts";
import { earliestFreeze, type LastHeard } from "./incident/earliest-freeze.ts";
import { powerLostAt } from "./incident/power-lost.ts";
import { type Listened, silentTogether } from "./incident/silent-together.ts";
import { ALERT_RULES } from "./registry.ts";
import { settingsFor } from "./settings.ts";
import { type Span, signsOf } from "./silence.ts";
import type { TickDevice, TickFacts, TickSensor } from "./tick-facts.ts";

const KIND = "incident";

type Around = { forecast: { hours: readonly Point[] } | null; ownGaps: readonly Span[] };

/** Whether the whole home is silent; if not, whether all of one of its spaces is. */
export function judgeIncidents(facts: TickFacts, around: Around, now: Moment): Change[] {
  const enabled = facts.devices.filter(({ device }) => device.enabled);
  const home = judgeScope(facts, enabled, null, around, now);
  const isHomeSilent = home.some(({ state }) => state.open) || isOpen(facts, facts.household.id);
  const spaces = isHomeSilent ? [] : [...new Set(enabled.map(({ device }) => device.space))].filter(Boolean);
  const inSpaces = spaces.flatMap((space) => {
    const devices = enabled.filter(({ device }) => device.space === space);
    return devices.length < enabled.length ? judgeScope(facts, devices, space, around, now) : [];
  });
  return [...home, ...inSpaces];
}

/** The subject of its state: the household's id, or the space's. */
export const scopeOf = (householdId: string, space: string | null): string =>
  space === null ? householdId : `space:${space}`;

const isOpen = ({ states }: TickFacts, subject: string): boolean =>
  stateIndex(states)(KIND, subject).state.open;

function judgeScope(
  facts: TickFacts,
  devices: readonly TickDevice[],
  space: string | null,
  { forecast, ownGaps }: Around,
  now: Moment,
): Change[] {
  const { household, states } = facts;
  const subject = scopeOf(household.id, space);
  const known = stateIndex(states)(KIND, subject);
  const began = known.state.open ? (known.state.peak?.evidence.at ?? now) : null;
  const silence = silentTogether(
    devices.map((device) => listenedTo(facts, device, ownGaps)),
    household.quiet,
    now,
  );
  const powerLost = space === null ? powerLostAt(devices, now) : null;
  if (silence === null && began === null && powerLost === null) return [];
  const back = devices.filter(({ device }) => began !== null && (device.lastSeenAt ?? 0) > began);
  const rooms = devices.flatMap(lastHeardIn);
  const input = {
    subject,
    quiet: household.quiet,
    enabled: true,
    silence,
    powerLost,
    backShare: back.length / Math.max(1, devices.length),
    notBefore: earliestFreeze(rooms, forecast?.hours ?? []),
    coldestCelsius: rooms.length === 0 ? null : Math.min(...rooms.map(({ celsius }) => celsius)),
    place: space,
  };
  const about = { title: space ?? "Power or internet", deviceId: null, sensorId: null };
  const settings = settingsFor(KIND, household.settings);
  return changeOf(known, KIND, subject, about, (state) => ALERT_RULES[KIND](state, input, settings, now));
}

function listenedTo(
  { household, states }: TickFacts,
  { device }: TickDevice,
  ownGaps: readonly Span[],
): Listened {
  const outage = states.find(({ kind, subject }) => kind === "outage" && subject === device.id);
  const { open, told, episode } = readEpisodeState(outage?.state);
  return {
    ...signsOf(device, ownGaps),
    deviceId: device.id,
    settings: settingsFor("outage", household.settings, device.settings),
    isOutAlone: open && told?.episode === episode,
  };
}

/** The rooms and pipes that can freeze, as they were last heard of; a freezer and the outdoors cannot. */
function lastHeardIn({ device, sensors }: TickDevice): LastHeard[] {
  return sensors.flatMap((sensor) => {
    const celsius = celsiusOf(sensor);
    const isInside = !["freezer", "fridge", "outdoor", "greenhouse"].includes(placementOf(sensor, device));
    if (celsius === null || sensor.at === null || !isInside || sensor.faultyAt !== null) return [];
    return [{ at: sensor.at, celsius, tauHours: sensor.tauHours }];
  });
}

const celsiusOf = ({ kind, value, unit }: TickSensor): number | null =>
  kind !== "temperature" || value === null || unit === null ? null : convert(value, unit, "°C");
