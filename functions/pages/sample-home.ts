import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import { type DrawnSensor, roomsOf } from "../../lib/sharing/home-page/cards.ts";
import { type HomePageJson, pageHome } from "../../lib/sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { linesOf, scalesOf } from "./format/chart-lines.ts";
import type { Teller } from "./format/teller.tsx";
import sample from "./sample-home.json" with { type: "json" };

const HOME = pageHome(sample.home as unknown as HomePageJson);
const NIGHT_BEGINS = Date.parse("2027-01-16T00:00:00Z");
const ALERT = {
  severity: "warning",
  openedAt: NIGHT_BEGINS + 130 * MINUTE_MS,
  closedAt: NIGHT_BEGINS + 430 * MINUTE_MS,
} as const;

/** Spreads values evenly over a time. */
const pointsOf = (values: readonly number[], from: number, to: number) =>
  values.map((value, index) => ({
    at: from + ((to - from) * index) / (values.length - 1),
    value,
    low: value,
    high: value,
  }));

/** A home to look at for readers who have none, with its last day until now. */
export function sampleHome({ now, words }: Teller) {
  const { names } = words.landing.sample;
  const nameOf = (id: string): string => (names as Readonly<Record<string, string>>)[id] ?? id;
  const home = {
    ...HOME,
    devices: HOME.devices.map((device) => ({
      ...device,
      space: nameOf(device.id),
      lastSeenAt: now,
      sensors: device.sensors.map((each) => ({ ...each, label: nameOf(each.id), recordedAt: now })),
    })),
  };
  const moments = { changedAt: now.getTime() - 9 * DAY_MS, lastOnDay: null, hourBefore: null };
  const drawn = new Map<string, DrawnSensor>();
  for (const { id } of home.devices.flatMap(({ sensors }) => sensors)) {
    const day: readonly number[] = (sample.day as Readonly<Record<string, number[]>>)[id] ?? [];
    const series = pointsOf(day, now.getTime() - DAY_MS, now.getTime());
    drawn.set(id, { series, moments: { ...moments, hourBefore: series.at(-3) ?? null } });
  }
  return { home, rooms: roomsOf(home, drawn, now) };
}

/** A night in the sample's first room, as a chart draws it with its alert. */
export function sampleNight({ devices: [device] }: PageHome, teller: Teller) {
  const [from, to] = [new Date(NIGHT_BEGINS), new Date(NIGHT_BEGINS + 8 * HOUR_MS)];
  const points = pointsOf(sample.night, from.getTime(), to.getTime());
  const [sensor] = device?.sensors ?? [];
  const traces = device && sensor ? [{ sensor, device, points, stepMs: HOUR_MS, gapMs: HOUR_MS }] : [];
  const { lines, states } = linesOf({ from, to, range: null, traces }, HOME, teller);
  return { from, to, lines, states, scales: scalesOf(lines), alerts: [ALERT], notes: [] };
}
