import { SMS } from "../../../lib/channels/sms/rules.ts";
import { type Message, Player, type Sent } from "../player.ts";
import { type Chance, HOUR_MS, QUARTER_MS } from "../weather.ts";
import { type Line, lineAtOnce, lineForHalfAnHour } from "./anchors.ts";
import { outdoorsAt } from "./climate.ts";
import type { Story, StoryDevice, StorySensor } from "./home.ts";
import { type Space, STEP_HOURS } from "./spaces.ts";

/** Local midnight in a place at 93° west, in January. */
const START = Date.UTC(2027, 0, 4, 6);
const STEP_MS = STEP_HOURS * HOUR_MS;
const LOCATION = { latitude: 45, longitude: -93 };
const FREEZING = 0;
const CRITICAL = 1.66;

/**
 * What one watcher told of a story: hours of its messages, how many of them only reminded or said an end, and how many were
 * texts or came by night.
 */
export type Notified = { hours: number[]; reminders: number; ends: number; texts: number; night: number };

export type Outcome = {
  story: Story;
  messages: Message<StoryDevice>[];
  product: Notified;
  lines: Record<"at once" | "30 min", Notified>;
  /** When the first guarded space was at 32 °F; null for never. */
  frozenAt: number | null;
  /** Guarded spaces that froze without a message that could be about them, and that were critical without their name. */
  missed: string[];
  unnamed: string[];
};

const celsiusTo = (unit: string | null, celsius: number): number =>
  unit === "°F" ? (celsius * 9) / 5 + 32 : celsius;

/** Plays a story through the rules, and through two plain lines at 40 °F. */
export function tellStory(story: Story, chance: Chance, without: readonly string[] = []): Outcome {
  const bias = chance.normal() * 1.2;
  const player = new Player<StoryDevice>(
    {
      devices: story.devices,
      location: story.isLocated ? LOCATION : null,
      forecast: (now) => forecastOf(story, now, bias),
    },
    false,
    without,
  );
  const lines = { "at once": lineAtOnce(), "30 min": lineForHalfAnHour() };
  const frozen = new Map<Space, number>();
  const critical = new Map<StorySensor, number>();
  const offsets = story.devices.map(() => chance.between(0, STEP_MS));
  for (let step = 0; step * STEP_HOURS < story.to; step += 1) {
    const hours = step * STEP_HOURS;
    const at = START + step * STEP_MS;
    for (const space of story.spaces) {
      space.later({
        hours,
        outdoors: outdoorsAt(story.climate, hours),
        heating: story.heating(space, hours),
      });
      const isNew = space.isGuarded && hours >= story.from && space.celsius <= FREEZING && !frozen.has(space);
      if (isNew) frozen.set(space, hours);
    }
    for (const [index, device] of story.devices.entries()) {
      const every = Math.round(device.everyMinutes / 60 / STEP_HOURS);
      if ((step + index * 3) % every !== 0 || chance.isHit(device.loss) || isSilent(device, hours)) continue;
      const sent = device.sensors.map((sensor) => readBy(sensor, chance, hours));
      const postedAt = at + (offsets[index] ?? 0);
      if (isKept(device, index, hours)) {
        player.keep(index, sent, postedAt);
        continue;
      }
      for (const [position, sensor] of device.sensors.entries()) {
        const value = sent[position];
        if (sensor.kind !== "temperature" || !sensor.place.isGuarded || typeof value !== "number") continue;
        const fahrenheit = sensor.unit === "°F" ? value : (value * 9) / 5 + 32;
        for (const line of Object.values(lines)) line.read(sensor, fahrenheit, hoursOf(postedAt));
        const isCritical =
          sensor.place.placement !== "unheated" && fahrenheit <= 35 && sensor.place.celsius <= CRITICAL;
        if (isCritical && hours >= story.from && !critical.has(sensor)) critical.set(sensor, hours);
      }
      player.post(index, sent, postedAt);
    }
    if (((step + 1) * STEP_MS) % QUARTER_MS === 0) player.tick(at + STEP_MS);
  }
  const counted = player.messages.filter((message) => hoursOf(message.at) >= story.from);
  return {
    story,
    messages: counted,
    product: productOf(counted),
    lines: { "at once": lineOf(lines["at once"], story), "30 min": lineOf(lines["30 min"], story) },
    frozenAt: frozen.size === 0 ? null : Math.min(...frozen.values()),
    missed: [...frozen]
      .filter(([space, hours]) => !isNotified(counted, story, space, hours))
      .map(([space]) => nameOf(story, space)),
    unnamed: [...critical]
      .filter(([sensor, hours]) => !isNamed(player.messages, sensor, hours, story))
      .map(([sensor]) => sensor.label),
  };
}

export const hoursOf = (at: number): number => (at - START) / HOUR_MS;

const isSilent = ({ silent, isHeard }: StoryDevice, hours: number): boolean =>
  isHeard?.(hours) === false || (silent !== undefined && hours >= silent.from && hours < silent.to);

const MINUTES_APART = 40;

/** Whether it only keeps what it measures for the burst that comes. */
const isKept = ({ burstMinutes }: StoryDevice, index: number, hours: number): boolean =>
  burstMinutes !== undefined && (Math.round(hours * 60) + index * MINUTES_APART) % burstMinutes !== 0;

function readBy(sensor: StorySensor, chance: Chance, hours: number): Sent[number] {
  if (sensor.says !== undefined) return sensor.says(hours);
  const exact = sensor.place.celsius + (sensor.disturbed?.(hours) ?? 0) + sensor.noise * chance.heavy();
  const value = Math.round(celsiusTo(sensor.unit, exact) / sensor.step) * sensor.step;
  return Number(value.toFixed(3));
}

/** Off by a bias of its own, and by more the further ahead it is. */
function forecastOf({ climate }: Story, now: number, bias: number) {
  const first = Math.floor(hoursOf(now));
  return Array.from({ length: 120 }, (_, index) => first - 48 + index)
    .filter((hour) => hour >= 0 && hour < climate.length)
    .map((hour) => {
      const ahead = Math.max(0, hour - first);
      const error = bias * (0.4 + ahead / 24) + Math.sin(hour / 7 + bias * 9) * Math.sqrt(ahead / 24);
      return { at: START + hour * HOUR_MS, celsius: (climate[hour] ?? 0) + error };
    });
}

const isNight = (hours: number): boolean => hours % 24 >= 22 || hours % 24 < 7;

/** What is told at one moment is one message. */
function productOf(messages: readonly Message<StoryDevice>[]): Notified {
  const together = [...Map.groupBy(messages, ({ at }) => at)];
  const hours = together.map(([at]) => hoursOf(at));
  const isText = ({ finding }: Message<StoryDevice>) => SMS.wants(finding.kind, finding, "critical");
  const count = (is: (transition: string) => boolean) =>
    together.filter(([, group]) => group.every(({ finding }) => is(finding.transition))).length;
  return {
    hours,
    reminders: count((transition) => transition === "reminded"),
    ends: count((transition) => transition === "closed"),
    texts: together.filter(([, group]) => group.some(isText)).length,
    night: hours.filter(isNight).length,
  };
}

function lineOf(line: Line, { from }: Story): Notified {
  const hours = line.notified.filter((hour) => hour >= from);
  return { hours, reminders: 0, ends: 0, texts: hours.length, night: hours.filter(isNight).length };
}

const ABOUT_COLD = ["freeze", "time_to_freeze", "heating_stopped", "incident", "forecast"];
const NEWS = ["opened", "worsened"];
export const isAboutCold = ({ finding }: Message<StoryDevice>): boolean =>
  ABOUT_COLD.includes(finding.kind) && finding.subject !== "outdoor" && NEWS.includes(finding.transition);

function isNotified(
  messages: readonly Message<StoryDevice>[],
  { devices }: Story,
  space: Space,
  hours: number,
): boolean {
  return messages.some((message) => {
    const isBefore = hoursOf(message.at) <= hours;
    const isHome = message.finding.kind === "incident" || message.finding.kind === "heating_stopped";
    const isOfIt = devices.some(
      (device) => device === message.device && device.sensors.some(({ place }) => place === space),
    );
    return isBefore && isAboutCold(message) && (isHome || isOfIt);
  });
}

const NAMED_BEFORE_HOURS = 3;
/** Each level is told once a day: a reading that errs may say so hours before the room is there. */
const NAMED_ITSELF_HOURS = 24;
const WITHIN_HOURS = 0.3;

/** A critical message that names its room went out with the reading, or lately. */
function isNamed(
  messages: readonly Message<StoryDevice>[],
  sensor: StorySensor,
  hours: number,
  { devices }: Story,
): boolean {
  return messages.some(({ finding, device, at }) => {
    const lead = hours - hoursOf(at);
    const isNear = lead <= (finding.kind === "freeze" ? NAMED_ITSELF_HOURS : NAMED_BEFORE_HOURS);
    const owner = devices.findIndex(({ sensors }) => sensors.includes(sensor));
    const isOfIt = device === devices[owner] || finding.evidence?.deviceId === `dev_${owner}`;
    return isNear && lead >= -WITHIN_HOURS && finding.severity === "critical" && isOfIt;
  });
}

const nameOf = ({ devices }: Story, space: Space): string =>
  devices.find(({ sensors }) => sensors.some(({ place }) => place === space))?.name ?? "no sensor";
