import type { SimulatedDevice, SimulatedHome, SimulatedSensor } from "./homes.ts";
import { type Message, Player, type Sent } from "./player.ts";
import { forecastAt, HOUR_MS, QUARTER_MS, START, weatherAt, YEAR_HOURS } from "./weather.ts";

const STEP_MS = 5 * 60_000;
const DEAD_HOURS = 48;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** What became of a home in a year: what was told, and the coldest that each unheated place really was by hour. */
export type Year = { home: SimulatedHome; messages: Message[]; coldest: Map<SimulatedDevice, Float64Array> };

type Habit = { stuckAt: number; pluggedOutAt: number; stuckValue: number | null };

/** `from`: hours after 1 July at which it begins. `atMonth` hears of the messages of each thirty days once they are over. */
export function playYear(
  home: SimulatedHome,
  isCareful: boolean,
  { from = 0, hours = YEAR_HOURS } = {},
  atMonth: (months: number, messages: Message[]) => void = () => {},
): Year {
  const bias = home.chance.normal() * 2;
  const player = new Player(
    {
      devices: home.devices,
      location: { latitude: 45, longitude: -93 },
      forecast: (now) => forecastAt(home.weather, now, bias),
    },
    isCareful,
  );
  const offsets = home.devices.map(() => Math.floor(home.chance.between(0, STEP_MS)));
  const habits = home.devices.map(
    (): Habit => ({
      stuckAt: home.chance.between(2_000, 7_000),
      pluggedOutAt: home.chance.between(2_000, 7_000),
      stuckValue: null,
    }),
  );
  const coldest = new Map(
    home.devices.map((device) => [device, new Float64Array(from + hours + 1).fill(999)]),
  );
  for (let step = (from * HOUR_MS) / STEP_MS; step < ((from + hours) * HOUR_MS) / STEP_MS; step += 1) {
    const at = START + step * STEP_MS;
    const elapsed = (at - START) / HOUR_MS;
    movePlaces(home, at, elapsed);
    for (const [index, device] of home.devices.entries()) {
      const lows = coldest.get(device);
      const truth = device.sensors[0]?.place.fahrenheit ?? 999;
      if (lows !== undefined) lows[Math.floor(elapsed)] = Math.min(lows[Math.floor(elapsed)] ?? 999, truth);
      const every = Math.round((device.everyMinutes * 60_000) / STEP_MS);
      if ((step + index) % every !== 0 || home.chance.isHit(device.loss) || isDead(device, elapsed)) continue;
      const habit = habits[index];
      if (habit === undefined) continue;
      const sent = device.sensors.map((sensor) => sentBy(home, sensor, habit, elapsed));
      player.post(index, sent, at + (offsets[index] ?? 0) + Math.floor(home.chance.between(0, 4_000)));
    }
    if (((step + 1) * STEP_MS) % QUARTER_MS === 0) player.tick(at + STEP_MS);
    if (((step + 1) * STEP_MS) % MONTH_MS === 0)
      atMonth(
        ((step + 1) * STEP_MS) / MONTH_MS,
        player.messages.filter((message) => message.at > at + STEP_MS - MONTH_MS),
      );
  }
  return { home, messages: player.messages, coldest };
}

const isDead = ({ diesAt }: SimulatedDevice, elapsed: number): boolean =>
  diesAt !== null && elapsed > diesAt && elapsed < diesAt + DEAD_HOURS;

function movePlaces(home: SimulatedHome, at: number, elapsed: number): void {
  const hour = elapsed % 24;
  const season = Math.cos((2 * Math.PI * (elapsed - 14 * 24)) / YEAR_HOURS);
  for (const place of home.places) place.later(hour, weatherAt(home.weather, at), season);
}

function sentBy(home: SimulatedHome, sensor: SimulatedSensor, habit: Habit, elapsed: number): Sent[number] {
  const { chance } = home;
  const { kind, place, noise, step, trouble } = sensor;
  if (kind === "flood") return 0;
  if (kind === "door") return chance.isHit(0.2) ? 1 : 0;
  if (trouble === "unplugged" && elapsed > habit.pluggedOutAt && elapsed < habit.pluggedOutAt + 72)
    return "fault";
  const exact = kind === "humidity" ? place.humidity : place.fahrenheit;
  const value = Math.round((exact + noise * chance.heavy()) / step) * step;
  if (trouble === "glitches" && kind === "temperature") {
    if (chance.isHit(2e-4)) return "fault";
    if (chance.isHit(2e-4)) return chance.isHit(0.5) ? 0 : 185;
  }
  if (trouble === "stuck" && elapsed > habit.stuckAt && elapsed < habit.stuckAt + 96) {
    habit.stuckValue ??= value;
    return habit.stuckValue;
  }
  return value;
}
