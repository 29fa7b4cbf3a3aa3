import { expect, test } from "vitest";
import { decide } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE, type Notified } from "../../../lib/alerts/episode.ts";
import type { StateFacts } from "../../../lib/alerts/facts.ts";
import type { Course, Measured } from "../../../lib/alerts/verdict.ts";
import { ALERT_KINDS, type AlertKind, type Severity } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { assessed, at, evidenceAt, measured, notifiedAt, openState } from "./machine.ts";
import { on, thermometer } from "./things.ts";

const damp = thermometer("h1", { kind: "humidity", unit: "%" });
/** A home of three rooms, two of them on one device. */
const DEVICES = [
  on([thermometer("t1"), thermometer("t2"), damp], { id: "dev_1" }),
  on([thermometer("t3")], { id: "dev_2" }),
];

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
const SILENT = { value: 1, unit: "min", at: at(0), sensorId: null, deviceId: null };

/** `isNamed`: it is open as a warning, and only another alert's message has named a room of it. */
type Judged = { severity?: Severity; minute?: number; isNamed?: true } & Partial<Measured>;
const NAMED = openState({ notified: null, named: { episode: 1, at: at(0) } });

/** The kind that speaks for an alert while these others are open, or why it isn't sent, or `told`. */
function heldBy(
  states: StateFacts[],
  kind: AlertKind,
  subject: string,
  { severity = "warning", minute = 5, isNamed, ...rest }: Judged = {},
): string {
  const ruled = { verdict: measured(minute, severity, rest), course: {} };
  const assessment = assessed(kind, subject, isNamed ? NAMED : NO_EPISODE, ruled, at(minute));
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

/** An alert that is open or over, what was told of it, and another alert that asks to be told beside it. */
type Row = {
  of: string;
  beside: Partial<Notified> & {
    is: "question" | "silence" | AlertKind;
    subject?: string;
    isCritical?: true;
    isOver?: true;
    isPowerOut?: true;
  };
  asks: Judged & { kind: AlertKind; subject: string; sensorId?: string };
  hears: string;
};

function besideOf({ is, subject = "", isCritical, isOver, isPowerOut, ...rest }: Row["beside"]): StateFacts {
  const told: Partial<Notified> = { ...(isCritical && { severity: "critical", criticalAt: at(0) }), ...rest };
  if (is === "question") return question(told);
  if (is !== "silence") return known(is, subject, told);
  const evidence = { ...SILENT, ...(isPowerOut && { more: { cause: "power_out" } }) };
  const over = isOver && { open: false, severity: null, closedAt: at(0) };
  return known("incident", "hh_1", told, { peak: { badness: 0, evidence }, ...over });
}

test.each(readLines<Row>(new URL("speaks-for.jsonl", import.meta.url)))(
  "of $of a home hears as it should: $hears",
  ({ beside, asks: { kind, subject, sensorId, ...judged }, hears }) => {
    const evidence = sensorId === undefined ? {} : { evidence: { ...evidenceAt(5), sensorId } };
    expect(heldBy([besideOf(beside)], kind, subject, { ...judged, ...evidence })).toBe(hears);
  },
);

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
