import { expect, test } from "vitest";
import { decide } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE, type Notified } from "../../../lib/alerts/episode.ts";
import type { StateFacts } from "../../../lib/alerts/facts.ts";
import type { Course, Measured } from "../../../lib/alerts/verdict.ts";
import { ALERT_KINDS, type AlertKind, type Severity } from "../../../schema/vocabulary.ts";
import { assessed, at, measured, notifiedAt, openState } from "./machine.ts";
import { on, thermometer } from "./things.ts";

/** A home of two rooms. */
const DEVICES = [
  on([thermometer("t1"), thermometer("t2"), thermometer("h1", { kind: "humidity", unit: "%" })], {
    id: "dev_1",
  }),
];
const HOUR = 60;

/** An open alert that was notified at minute 0. */
const known = (
  kind: AlertKind,
  subject: string,
  told: Partial<Notified> = {},
  rest: Partial<EpisodeState> = {},
): StateFacts => ({
  kind,
  subject,
  version: 1,
  state: openState({ severity: told.severity ?? "warning", notified: notifiedAt(0, told), ...rest }),
});
const question = (told: Partial<Notified> = {}) =>
  known("heating_stopped", "hh_1", { badness: -4.4, about: ["t1"], named: "t1", ...told });
const CRITICAL = { severity: "critical", criticalAt: at(0) } as const;
const silence = (told: Partial<Notified> = {}, rest: Partial<EpisodeState> = {}) =>
  known("incident", "hh_1", told, {
    peak: { badness: 0, evidence: { value: 1, unit: "min", at: at(0), sensorId: null, deviceId: null } },
    ...rest,
  });

type Judged = { severity?: Severity; minute?: number; from?: EpisodeState } & Partial<Measured>;

/** The kind that speaks for an alert while these others are open, or why it isn't sent, or `told`. */
function heldBy(
  states: StateFacts[],
  kind: AlertKind,
  subject: string,
  { severity = "warning", minute = 5, from = NO_EPISODE, ...rest }: Judged = {},
  course: Partial<Course> = {},
): string {
  const verdict = measured(minute, severity, rest);
  const assessment = assessed(kind, subject, from, { verdict, course }, at(minute));
  const home = { householdId: "hh_1", devices: DEVICES, states };
  const [finding] = decide(home, [assessment], "tick", at(minute)).flatMap(({ findings }) => findings);
  return finding === undefined ? "nothing" : (finding.heldBy?.kind ?? finding.suppressedBy ?? "told");
}

test.each<[AlertKind, string, AlertKind[]]>([
  ["incident", "hh_1", ["freeze", "forecast", "time_to_freeze", "heating_stopped", "humidity", "outage"]],
  ["heating_stopped", "hh_1", ["freeze", "forecast", "humidity", "time_to_freeze"]],
  ["freeze", "t1", ["forecast", "humidity", "time_to_freeze"]],
  ["time_to_freeze", "t1", ["freeze", "forecast", "humidity"]],
  ["forecast", "t1", ["freeze", "time_to_freeze"]],
])("an open %s of %s speaks for these kinds alone: %j", (kind, subject, kinds) => {
  const state = known(kind, subject, { about: ["t1"], badness: -4.4 });
  const held = ALERT_KINDS.filter((child) => child !== kind && heldBy([state], child, "t1") === kind);
  expect(held.toSorted()).toEqual(kinds.toSorted());
});

const NEWLY = { severity: "critical", badness: -1 } as const;
const ASKS = { ...NEWLY, about: ["t1"], evidence: { ...measured(5, null).evidence, sensorId: "t1" } };

test.each<[string, string, string]>([
  ["a room that the question does not name", heldBy([question()], "freeze", "t2"), "told"],
  ["a room at its critical limit", heldBy([question()], "freeze", "t1", NEWLY), "told"],
  [
    "a room that a critical message has just named",
    heldBy([question({ ...CRITICAL })], "freeze", "t1", NEWLY),
    "heating_stopped",
  ],
  [
    "a room beside the one that it named",
    heldBy([question({ ...CRITICAL, named: "t2" })], "freeze", "t1", NEWLY),
    "told",
  ],
  [
    "a critical question about a room whose frost was told as critical",
    heldBy([known("freeze", "t1", CRITICAL)], "heating_stopped", "hh_1", { ...ASKS, minute: 999 }),
    "freeze",
  ],
  [
    "a critical question about a room whose frost was told as a warning",
    heldBy([known("freeze", "t1")], "heating_stopped", "hh_1", ASKS),
    "told",
  ],
  [
    "few hours left beside a cold that was told as a warning",
    heldBy([known("freeze", "t1")], "time_to_freeze", "t1", NEWLY),
    "told",
  ],
  [
    "a question about rooms that were all told of one by one",
    heldBy([known("freeze", "t1")], "heating_stopped", "hh_1", { about: ["t1"] }),
    "freeze",
  ],
  [
    "a question about one more room",
    heldBy([known("freeze", "t1")], "heating_stopped", "hh_1", { about: ["t1", "t2"] }),
    "told",
  ],
  [
    "a room that comes to 40 °F hours after a question above it",
    heldBy([question({ badness: -6 })], "freeze", "t1", { minute: 5 * HOUR }),
    "told",
  ],
  [
    "the first word of a room after a silence, however cold",
    heldBy([silence()], "freeze", "t1", NEWLY),
    "incident",
  ],
  [
    "a critical room of a home without power",
    heldBy(
      [
        silence(
          {},
          { peak: { badness: 0, evidence: { ...measured(0, null).evidence, more: { cause: "power_out" } } } },
        ),
      ],
      "freeze",
      "t1",
      NEWLY,
    ),
    "told",
  ],
  ["a critical room that was foretold", heldBy([known("forecast", "t1")], "freeze", "t1", NEWLY), "told"],
  [
    "a room a day and a half after the home's last word",
    heldBy([question()], "freeze", "t1", { minute: 36 * HOUR + 1 }),
    "told",
  ],
  ["a silent device by then", heldBy([silence()], "outage", "dev_1", { minute: 36 * HOUR + 1 }), "incident"],
  ["damp air where the heating may be off", heldBy([question()], "humidity", "h1"), "heating_stopped"],
  ["damp air beside a cold room", heldBy([known("freeze", "t1")], "humidity", "h1"), "freeze"],
  [
    "damp air beside a room that was notified of long ago",
    heldBy([known("freeze", "t1")], "humidity", "h1", { minute: 36 * HOUR }),
    "told",
  ],
  ["damp air on the day of another room's", heldBy([known("humidity", "h2")], "humidity", "h1"), "cooldown"],
  [
    "damp air a day after another room's",
    heldBy([known("humidity", "h2")], "humidity", "h1", { minute: 24 * HOUR }),
    "told",
  ],
  ["a space for a day after its forecast", heldBy([known("forecast", "t1")], "freeze", "t1"), "forecast"],
  [
    "a room in the hour and a half after a silence",
    heldBy([silence({}, { open: false, severity: null, closedAt: at(0) })], "freeze", "t1", { minute: 89 }),
    "incident",
  ],
  [
    "a room of a question that nobody was told of",
    heldBy([question({ episode: 0 })], "freeze", "t1"),
    "told",
  ],
])("of %s a home hears as it should", (_, is, expected) => {
  expect(is).toBe(expected);
});

test("of two leaks that are due within a while of each other a home is reminded at once, by the tick", () => {
  const remind = (minute: number) => ({ remind: { at: at(minute), quietMs: 0, cadence: null } });
  const water = (subject: string, course: Partial<Course>) =>
    assessed("leak", subject, openState(), { verdict: measured(60, "warning"), course }, at(60));
  const reminded = (later: number, occasion: "ingest" | "tick") => {
    const states = ["w1", "w2"].map((subject) => known("leak", subject));
    const home = { householdId: "hh_1", devices: DEVICES, states };
    const both = [water("w1", remind(60)), water("w2", remind(later))];
    return decide(home, both, occasion, at(60)).map(({ subject }) => subject);
  };
  expect(reminded(110, "tick")).toEqual(["w1", "w2"]);
  expect(reminded(130, "tick")).toEqual(["w1", "w2"]);
  expect(reminded(110, "ingest")).toEqual([]);
});
