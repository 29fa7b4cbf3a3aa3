// npm run bench alarm-load: what a home is told in a year, by kind and placement, in simulated homes
/**
 * Simulates the messages of a home in a year, by kind and placement: with the defaults and no acknowledgements, and
 * with an owner who has placed every sensor and acknowledges. Counts false freeze alerts in unheated places, and false
 * outages by the share of lost posts. Plays homes that the rules were tuned on, then others with another physics and
 * other seeds. While nothing cools or is offline, it evaluates once an hour instead of four times. A home's year takes
 * some minutes, so each month is printed as it ends.
 * npm run bench alarm-load -- [--homes 3] [--hours 8760] [--only tuned|held-out] [--owner defaults|careful]
 *   [--from hours after 1 July]
 */
import { parseArgs } from "node:util";
import { homeOf, type SimulatedDevice } from "./alarm-load/homes.ts";
import { playYear, type Year } from "./alarm-load/play.ts";
import type { Message } from "./alarm-load/player.ts";
import { HOUR_MS, START, YEAR_HOURS } from "./alarm-load/weather.ts";
import { formatTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    homes: { type: "string" },
    hours: { type: "string" },
    only: { type: "string" },
    owner: { type: "string" },
    from: { type: "string" },
  },
});
const homes = Number(values.homes ?? 3);
const hours = Number(values.hours ?? YEAR_HOURS);
const from = Number(values.from ?? 0);
const FREEZING = 32;
const FIRST_DAY_HOURS = 24;

const placementOf = (device: SimulatedDevice | null): string =>
  device === null ? "home" : (device.sensors[0]?.place.placement ?? "home");

const perYear = (count: number, of: number): string =>
  of === 0 ? "not played" : ((count * YEAR_HOURS) / hours / of).toFixed(2);

const notifiedAs = ({ finding, device }: Pick<Message, "finding" | "device">): string =>
  `${finding.kind} ${finding.transition}, ${placementOf(device)}`;

function byKind(years: Year[]): string[][] {
  const counts = new Map<string, number>();
  for (const { finding, device } of years.flatMap(({ messages }) => messages)) {
    const key = notifiedAs({ finding, device });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([key, count]) => [key, perYear(count, years.length)]);
}

const isOpening = ({ finding }: Message, kind: string): boolean =>
  finding.kind === kind && finding.transition === "opened";

/** Returns, per sensor and year, the freeze alerts in unheated places without 32 °F from 6 h before to 24 h after. */
function falseFreezes(years: Year[]): string {
  let [wrong, sensors] = [0, 0];
  for (const { home, messages, coldest } of years) {
    sensors += home.devices.filter((device) => placementOf(device) === "unheated").length;
    for (const message of messages) {
      if (!isOpening(message, "freeze") || placementOf(message.device) !== "unheated") continue;
      const lows = message.device === null ? undefined : coldest.get(message.device);
      const hour = Math.floor((message.at - START) / HOUR_MS);
      const around = lows?.slice(Math.max(0, hour - 6), hour + 24) ?? [];
      if (Math.min(...around) > FREEZING) wrong += 1;
    }
  }
  return perYear(wrong, sensors);
}

/** Returns, per device and year (or for its first day), the outage alerts of devices that were alive. */
function falseOutages(years: Year[], of: (device: SimulatedDevice) => boolean, isFirstDay = false): string {
  let [wrong, devices] = [0, 0];
  for (const { home, messages } of years) {
    devices += home.devices.filter(of).length;
    for (const message of messages) {
      if (!isOpening(message, "outage") || message.device === null || !of(message.device)) continue;
      const elapsed = (message.at - START) / HOUR_MS;
      const { diesAt } = message.device;
      const isTrue = diesAt !== null && elapsed > diesAt && elapsed < diesAt + 60;
      if (!isTrue && (!isFirstDay || elapsed < FIRST_DAY_HOURS)) wrong += 1;
    }
  }
  return isFirstDay ? (wrong / Math.max(1, devices)).toFixed(2) : perYear(wrong, Math.max(1, devices));
}

function goals(defaults: Year[], careful: Year[]): string[][] {
  const total = (years: Year[]) => perYear(years.flatMap(({ messages }) => messages).length, years.length);
  const damp = defaults.flatMap(({ messages }) =>
    messages.filter(
      ({ finding, device }) => finding.kind === "humidity" && placementOf(device) === "bathroom",
    ),
  );
  const loss = (share: number) => falseOutages(defaults, (device) => device.loss === share);
  const slow = falseOutages(defaults, ({ everyMinutes }) => everyMinutes >= 60, true);
  return [
    ["messages a home and year, defaults, unacknowledged", total(defaults), "<= 150"],
    ["the same, a careful owner who acknowledges", total(careful), "<= 40"],
    ["false freeze openings, crawl space and garage, a sensor and year", falseFreezes(defaults), "<= 0.3"],
    ["humidity messages, bathroom, a year", perYear(damp.length, defaults.length), "<= 12"],
    ["false outages a device and year, loses 5 %", loss(0.05), "<= 0.5"],
    ["the same, loses 10 %", loss(0.1), "<= 0.5"],
    ["the same, loses 20 %", loss(0.2), "<= 0.5"],
    ["false outages on a slow device's first day", slow, "0"],
    ["false outages a device and year, all devices", falseOutages(defaults, () => true), "<= 0.5"],
  ];
}

for (const [title, isHeldOut, firstSeed] of [
  ["homes the rules were tuned on", false, 1],
  ["held out: another physics and other seeds", true, 9_001],
] as const) {
  if (values.only !== undefined && values.only !== (isHeldOut ? "held-out" : "tuned")) continue;
  const started = performance.now();
  const year = (who: "defaults" | "careful"): Year[] => {
    if (values.owner !== undefined && values.owner !== who) return [];
    return Array.from({ length: homes }, (_, index) =>
      playYear(
        homeOf(firstSeed + index, isHeldOut),
        who === "careful",
        { from, hours },
        (month, messages) => {
          const seconds = Math.round((performance.now() - started) / 1_000);
          const notified = messages.map(notifiedAs).join("; ");
          console.log(
            `home ${index + 1}, ${who}, month ${month}, ${seconds} s: ${messages.length} (${notified})`,
          );
        },
      ),
    );
  };
  const [defaults, careful] = [year("defaults"), year("careful")];
  console.log(
    `\n${title}: ${homes} homes, ${hours} hours, ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  console.log(formatTable(["figure", "here", "goal"], goals(defaults, careful)));
  console.log(
    `\n${formatTable(["defaults: told of, and where", "a home and year"], byKind(defaults).slice(0, 24))}`,
  );
  console.log(`\n${formatTable(["careful owner", "a home and year"], byKind(careful).slice(0, 16))}`);
}
