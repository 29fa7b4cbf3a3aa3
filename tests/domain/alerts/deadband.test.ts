import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bandsToKeep, deadband } from "../../../lib/alerts/deadband/deadband.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { IngestFacts, SensorFacts, WeekFloor } from "../../../lib/alerts/facts.ts";
import { judgePost, leavesToTick } from "../../../lib/alerts/judge-sensors.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../../../lib/alerts/settings.ts";
import type { Overrides } from "../../../lib/devices/alert-settings.ts";
import { PLACEMENTS, type SensorKind } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { deviceOf, householdOf, thermometer, usualAt } from "./things.ts";

/** `DEADBAND_HOMES=100000 npm test tests/domain/alerts/deadband.test.ts` for the long run. */
const HOMES = Number(process.env.DEADBAND_HOMES ?? 1_000);

const UNITS: Partial<Record<SensorKind, (string | null)[]>> = {
  temperature: ["°F", "°C", "K", null],
  humidity: ["%", null],
  power: ["W"],
};
const KINDS: SensorKind[] = ["temperature", "temperature", "humidity", "flood", "door", "motion", "power"];

const celsius = fc.double({ min: -30, max: 45, noNaN: true, noDefaultInfinity: true });
const temperature = celsius.map((value) => ({ value, unit: "°C" }));
const percent = fc.integer({ min: 0, max: 100 }).map((value) => ({ value, unit: "%" }));
const overrides: fc.Arbitrary<Overrides> = fc.record(
  {
    freeze: fc.record(
      {
        enabled: fc.boolean(),
        warning: fc.option(temperature),
        critical: fc.option(temperature),
        vacationWarning: fc.option(temperature),
      },
      { requiredKeys: [] },
    ),
    humidity: fc.record(
      { enabled: fc.boolean(), high: fc.option(percent), low: fc.option(percent) },
      { requiredKeys: [] },
    ),
    leak: fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
    cold_storage: fc.record({ enabled: fc.boolean(), warm: fc.option(temperature) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const rule: fc.Arbitrary<RuleSettings> = fc.record({
  enabled: fc.boolean(),
  name: fc.constant("Mine"),
  is: fc.constantFrom("above", "below", "equals"),
  limit: fc.record({
    value: fc.oneof(fc.integer({ min: -20, max: 110 }), celsius),
    unit: fc.constantFrom("°F", "°C", "%", "W", null),
  }),
  forMs: fc.constantFrom(0, 10 * MINUTE),
  hysteresis: fc.record({ value: fc.integer({ min: 0, max: 5 }), unit: fc.constant(null) }),
  cooldownMs: fc.constantFrom(null, HOUR),
  severity: fc.constantFrom("warning", "critical"),
});

const state = fc.constantFrom(
  NO_EPISODE,
  { ...NO_EPISODE, episode: 3, closedAt: T0 - HOUR, openings: [T0 - HOUR] },
  { ...NO_EPISODE, doubted: T0 - HOUR },
  { ...NO_EPISODE, pendingSince: T0 - MINUTE },
  { ...NO_EPISODE, open: true, episode: 1, severity: "warning" as const, openedAt: T0 - HOUR },
);

const readingOf = (kind: SensorKind): fc.Arbitrary<number> =>
  kind === "temperature"
    ? fc.oneof(celsius, fc.integer({ min: -20, max: 110 }), fc.constantFrom(0, 16, 85, 289.15))
    : kind === "flood" || kind === "door" || kind === "motion"
      ? fc.constantFrom(0, 1)
      : fc.integer({ min: 0, max: 100 });

const weekFloor: fc.Arbitrary<WeekFloor | null> = fc.option(
  fc.record({ celsius: fc.array(fc.option(celsius), { minLength: 24, maxLength: 24 }), days: fc.nat(7) }),
);

const sensor: fc.Arbitrary<SensorFacts> = fc.constantFrom(...KINDS).chain((kind) => {
  const isState = kind === "flood" || kind === "door" || kind === "motion";
  return fc.record({
    id: fc.constant("sen_1"),
    kind: fc.constant(kind),
    isState: fc.constant(isState),
    label: fc.constantFrom("Sensor", "Freezer", "Fridge", "Garden"),
    unit: isState ? fc.constant(null) : fc.constantFrom(...(UNITS[kind] ?? [null])),
    faultyAt: fc.constantFrom(null, null, null, T0 - HOUR),
    settings: overrides,
    value: readingOf(kind),
    at: fc.constantFrom(T0, T0, T0 - 30 * MINUTE),
    valueBefore: fc.option(readingOf(kind)),
    placement: fc.oneof(fc.constant(null), fc.constantFrom(...PLACEMENTS)),
    weekFloor,
  });
});

const home: fc.Arbitrary<IngestFacts> = fc.record({
  household: fc.record({
    id: fc.constant("hh_1"),
    settings: overrides,
    quiet: fc.record({
      snoozedUntil: fc.constantFrom(null, T0 + HOUR),
      vacation: fc.constantFrom(null, { until: null }, { until: T0 + HOUR }, { until: T0 - HOUR }),
    }),
  }),
  device: fc.record({
    id: fc.constant("dev_1"),
    type: fc.constant("push" as const),
    name: fc.constant("Node"),
    space: fc.constantFrom("", "Cellar"),
    enabled: fc.constantFrom(true, true, true, false),
    settings: overrides,
    lastSeenAt: fc.constant(T0),
    gaps: fc.constantFrom([], [60], [900, 900, 900]),
  }),
  sensors: fc.tuple(sensor),
  rules: fc.array(
    rule.map((settings) => ({ id: "rul_1", sensorId: "sen_1", settings })),
    { maxLength: 1 },
  ),
  states: fc.array(
    fc.record({
      kind: fc.constantFrom("freeze" as const, "humidity" as const, "leak" as const, "rule" as const),
      subject: fc.constantFrom("sen_1", "rul_1", "vacation:sen_1"),
      version: fc.constant(1),
      state,
    }),
    { maxLength: 2 },
  ),
});

/** The next reading's place within the band (as a share), and the time until it comes. */
const next = fc.record({
  share: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  afterMs: fc.constantFrom(0, MINUTE, 15 * MINUTE, 2 * HOUR, 30 * 24 * HOUR),
});

const within = (low: number, high: number, share: number): number => {
  const [from, to] = [Math.max(low, -200), Math.min(high, 400)];
  return Math.min(Math.max(from + share * (to - from), low), high);
};

type Row = {
  of: string;
  /** Null for no band. */
  low: number | null;
  /** Null for no end. */
  high: number | null;
  sensor?: Partial<SensorFacts>;
  settings?: Overrides;
  rules?: {
    id: string;
    sensorId: string;
    settings: Omit<RuleSettings, keyof typeof RULE_DEFAULTS> & Partial<RuleSettings>;
  }[];
  floor?: number;
  subject?: string;
  state?: Partial<EpisodeState>;
};

const moves = (facts: IngestFacts, now: number): boolean =>
  judgePost(facts, now).length > 0 || leavesToTick(facts, now);

describe("a deadband", () => {
  test(`moves nothing in ${HOMES} random homes, wherever in it the next readings lie`, () => {
    let bands = 0;
    fc.assert(
      fc.property(home, next, next, (facts, one, two) => {
        const [first] = facts.sensors;
        const band = first === undefined ? null : deadband(facts, first, T0);
        if (first === undefined || band === null) return;
        bands += 1;
        let valueBefore = first.value;
        let now = T0;
        for (const { share, afterMs } of [one, two]) {
          now += afterMs;
          const value = within(band.low, band.high, share);
          const device = { ...facts.device, lastSeenAt: now, gaps: [afterMs / 1_000, ...facts.device.gaps] };
          const sensors = [{ ...first, value, valueBefore, at: now }];
          expect(moves({ ...facts, device, sensors }, now)).toBe(false);
          valueBefore = value;
        }
      }),
      { numRuns: HOMES },
    );
    expect(bands).toBeGreaterThan(HOMES / 5);
  });

  test.each(readLines<Row>(new URL("deadbands.jsonl", import.meta.url)))(
    "of $of reaches from $low to $high",
    ({ low, high, sensor, settings = {}, rules = [], floor, subject = "sen_1", state }) => {
      const facts: IngestFacts = {
        household: householdOf({ settings }),
        device: deviceOf({ name: "Node", gaps: [60, 60, 60] }),
        sensors: [
          thermometer("sen_1", { valueBefore: sensor?.value ?? 20, ...(floor && usualAt(floor)), ...sensor }),
        ],
        rules: rules.map((each) => ({ ...each, settings: { ...RULE_DEFAULTS, ...each.settings } })),
        states: state ? [{ kind: "freeze", subject, version: 1, state: { ...NO_EPISODE, ...state } }] : [],
      };
      const kept = bandsToKeep(facts, T0);
      expect(kept).toEqual(
        low === null
          ? []
          : [
              {
                position: 1,
                low: expect.closeTo(low, 3),
                high: high === null ? Infinity : expect.closeTo(high, 3),
              },
            ],
      );
    },
  );

  test("that is kept is not worked out again", () => {
    const sensors = [thermometer("sen_1"), thermometer("sen_2", { position: 2 })];
    const device = deviceOf({ gaps: [60, 60, 60], deadbandLow: [16, null] });
    const kept = bandsToKeep({ household: householdOf(), device, sensors, rules: [], states: [] }, T0);
    expect(kept.map(({ position }) => position)).toEqual([2]);
  });
});
