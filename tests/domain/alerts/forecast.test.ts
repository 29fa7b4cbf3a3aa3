import { expect, test } from "vitest";
import { advance } from "../../../lib/alerts/advance.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { frostRule, newsBelowTold } from "../../../lib/alerts/kinds/forecast.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { readLines } from "../../support/json-lines.ts";
import { notifiedAt, openState, sceneOf } from "./machine.ts";
import { HOUR, notified, T0 } from "./posts.ts";

const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;

type Step = {
  hour?: number;
  low: number | null;
  inHours?: number;
  sensorId?: string;
  before?: number | null;
  settings?: object;
  newsBelow?: number;
};

/** The hours ahead are at 34 °F except for one low. `before`: the low of the night before. */
function judge(steps: Step[], from: EpisodeState = NO_EPISODE) {
  let state = from;
  const findings: Finding[] = [];
  for (const { hour = 0, low, inHours = 10, sensorId = null, before = null, ...rest } of steps) {
    const now = T0 + hour * HOUR;
    const last = before === null ? [] : [{ at: T0 - 12 * HOUR, celsius: celsius(before) }];
    const ahead = Array.from({ length: 49 }, (_, index) => ({
      at: T0 + index * HOUR,
      celsius: celsius(index === inHours ? (low ?? 34) : 34),
    }));
    const forecast = low === null ? null : { fetchedAt: now, hours: [...last, ...ahead] };
    const settings = { ...settingsFor("forecast"), ...rest.settings };
    const limit = (sensorId === null ? settings.outdoorLow : settings.indoorLow) ?? { value: 0, unit: "K" };
    const frost = { sensorId, limit, isEvening: hour < 24, forecast, newsBelow: rest.newsBelow };
    const rule = frostRule(frost, settings, now);
    const judged = tellAlone(advance(state, rule(state), sceneOf({ kind: "forecast", settings }), now));
    state = judged.state;
    findings.push(...judged.findings);
  }
  return { state, findings };
}
const said = (...given: Parameters<typeof judge>) => notified(judge(...given).findings);
const OPENED = ["opened warning"];

/** A frost and the low in °F of which the home was told before. */
type Row = Step & { frost: string; newsBelow?: number; isTold: boolean };

test.each(readLines<Row>(new URL("frosts-foretold.jsonl", import.meta.url)))(
  "a forecast frost is notified: $frost",
  ({ frost: _, isTold, newsBelow, ...step }) => {
    const told = newsBelow === undefined ? {} : { newsBelow: celsius(newsBelow) };
    expect(said([{ ...step, ...told }])).toEqual(isTold ? OPENED : []);
  },
);

test("closes when it clears, which is no news, and says the low and its hour until then", () => {
  const { findings } = judge([{ low: 20 }, { hour: 1, low: 28.5 }, { hour: 2, low: 33 }]);
  expect(notified(findings)).toEqual(["opened warning", "[minor: closed warning]"]);
  expect(findings[0]).toMatchObject({
    limit: { name: "outdoor_low", value: 28, unit: "°F" },
    evidence: { at: T0 + 10 * HOUR, unit: "°C" },
  });
});

test("without a forecast nothing moves", () => {
  expect(judge([{ low: 20 }, { hour: 1, low: null }]).state.open).toBe(true);
  expect(judge([{ low: null }]).state).toEqual(NO_EPISODE);
});

/** A forecast of -3 °C that was notified so many days ago and has ended since. */
const toldDaysAgo = (days: number): EpisodeState => ({
  ...openState({ notified: notifiedAt(-days * 24 * 60, { badness: 3 }) }),
  ...{ open: false, severity: null, closedAt: T0 - HOUR },
});
const HELD = ["[cooldown: opened warning]"];
const unknownSoon = [{ low: 26.6 }, { hour: 25, low: null }].map((step) => ({ ...step, sensorId: "sen_1" }));

test.each<[string, string[], string[]]>([
  ["outdoors once a winter", said([{ low: 26.6 }], toldDaysAgo(119)), HELD],
  ["outdoors again in the next", said([{ low: 26.6 }], toldDaysAgo(120)), OPENED],
  ["outdoors again 9 °F colder", said([{ low: 17.6 }], toldDaysAgo(119)), OPENED],
  ["in an unheated space once a month", said([{ low: 26.6, sensorId: "sen_1" }], toldDaysAgo(29)), HELD],
  ["in an unheated space again after it", said([{ low: 26.6, sensorId: "sen_1" }], toldDaysAgo(30)), OPENED],
  ["late only while it is known", said(unknownSoon, toldDaysAgo(29)), HELD],
  [
    "once within a cold spell, however cold it gets",
    said([{ low: -20 }], openState({ notified: notifiedAt(-60) })),
    [],
  ],
])("is notified %s", (_, is, expected) => {
  expect(is).toEqual(expected);
});

test("notifies one that comes and goes once, and again when it gets 9 °F colder", () => {
  const flips = [20, 33, 20].map((low, hour) => ({ hour, low }));
  expect(said(flips)).toEqual(["opened warning", "[minor: closed warning]", ...HELD]);
  expect(said([20, 33, 10].map((low, hour) => ({ hour, low }))).at(-1)).toBe("opened warning");
});

test("foretells a space what its own alert would say: 8 °F colder, or after two months", () => {
  const attic = { ...settingsFor("freeze"), reopenQuietMs: 60 * 24 * HOUR };
  expect(newsBelowTold(toldDaysAgo(59), attic, T0)).toBeCloseTo(-3 - 8 / 1.8);
  expect(newsBelowTold(toldDaysAgo(60), attic, T0)).toBeUndefined();
  expect(newsBelowTold(NO_EPISODE, attic, T0)).toBeUndefined();
});
