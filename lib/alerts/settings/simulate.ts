import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { usualIntervalMs } from "../../devices/device-status.ts";
import type { Moment } from "../../kernel/time.ts";
import { advance } from "../advance.ts";
import { tellAlone } from "../decide/decide.ts";
import { NO_EPISODE } from "../episode.ts";
import { factsAt, type Placed, type SensorFacts } from "../facts.ts";
import { inputOf, SENSOR_RULES } from "../judge-sensors.ts";
import type { SensorRule, TimedValue } from "../sensor-input.ts";
import type { SettingsOf } from "../settings.ts";
import { shownEvidence } from "../shown-alert.ts";
import { type Finding, TICK_MS } from "../verdict.ts";

export type SimulatedKind = "freeze" | "humidity" | "leak" | "rule";

/** The kind and settings to simulate. */
export type Drafted<K extends SimulatedKind = SimulatedKind> = {
  [Kind in K]: { kind: Kind; settings: SettingsOf[Kind] };
}[K];

type Watched = {
  placed: Placed<SensorFacts>;
  /** Oldest first. */
  readings: readonly TimedValue[];
  /** When watching ends: the end of the history asked for. */
  until: Moment;
};

/** `severity`: the highest one reached. `notices`: how many would have been sent, opening and closing included. */
export type Firing = RuleSimulationAnswer["firings"][number];

/** Ticks simulated after one reading: 8 days of them. Later ones can't change its result. */
const TICKS_MAX = 8 * 24 * 4;

/** Returns the firings that the settings would have had over these readings, by the rule for live readings. */
export function simulate<K extends SimulatedKind>(
  { kind, settings }: Drafted<K>,
  { placed, readings, until }: Watched,
): Firing[] {
  if (!settings.enabled) return [];
  const judge: SensorRule<SettingsOf[K]> = SENSOR_RULES[kind];
  const { id: subject } = placed.sensor;
  const usual = usualIntervalMs(readings.map(({ at }) => at));
  let state = NO_EPISODE;
  const findings: Finding[] = [];
  readings.forEach((reading, index) => {
    const next = readings[index + 1]?.at ?? until;
    const { sensor, ...facts } = factsAt(placed, readings, index);
    for (const now of momentsOf(reading.at, next)) {
      const occasion = now === reading.at ? "ingest" : "tick";
      const known = { ...facts, states: [{ kind, subject, version: 0, state }] };
      // What is tried is a limit, also where the live one would be lower for a room that is usually cold.
      const { usualLow: _, ...seen } = inputOf({ facts: known, occasion, now }, sensor);
      const input = { ...seen, usualIntervalMs: usual };
      const scene = { kind, subject, quiet: input.quiet, trust: input.trust, settings };
      const told = tellAlone(advance(state, judge(state, input, settings, now), scene, now));
      state = told.state;
      findings.push(...told.findings);
    }
  });
  return firingsOf(findings, state.peak?.evidence ?? null);
}

/**
 * Returns the reading's time, then the ticks (at :00, :15, :30, :45) before the next reading: an open door sends
 * nothing more, but its alert still has to open.
 */
function momentsOf(at: Moment, next: Moment): Moment[] {
  const moments = [at];
  const firstTick = (Math.floor(at / TICK_MS) + 1) * TICK_MS;
  for (let now = firstTick; now < next && moments.length <= TICKS_MAX; now += TICK_MS) moments.push(now);
  return moments;
}

/** `latestPeak`: the worst of the last episode, which may still be open. */
const firingsOf = (findings: readonly Finding[], latestPeak: Finding["peak"]): Firing[] =>
  [...Map.groupBy(findings, ({ episode }) => episode).values()].flatMap(([opened, ...rest]) =>
    opened === undefined ? [] : [firingOf(opened, rest, latestPeak)],
  );

/** An episode begins with the finding that it has opened. */
function firingOf(opened: Finding, rest: readonly Finding[], latestPeak: Finding["peak"]): Firing {
  const all = [opened, ...rest];
  const closed = all.find(({ transition }) => transition === "closed");
  const isCritical = all.some(({ severity }) => severity === "critical");
  const peak = closed === undefined ? latestPeak : closed.peak;
  return {
    opened_at: new Date(opened.at).toISOString(),
    closed_at: closed === undefined ? null : new Date(closed.at).toISOString(),
    reason: closed?.reason ?? null,
    severity: isCritical ? "critical" : opened.severity,
    opening: opened.evidence === null ? null : shownEvidence(opened.evidence),
    peak: peak === null ? null : shownEvidence(peak),
    notices: all.filter(({ suppressedBy }) => suppressedBy === null).length,
  };
}
