import type { Equivalent } from "./equivalent.ts";

const NULL_IS_ZERO = "the type checker asks; null is 0 to a comparison, and every moment is later";
const NAN_IS_NOTHING = "the type checker asks; what was not measured compares as nothing";
const TOO_SMALL = "nothing is measured to the billionth part of a degree";
const HAS_A_FORECAST = "the type checker asks; without a forecast nothing was measured";
const HOLDS_NOTHING = "of a warning, what neither holds it nor is over changes nothing";
const A_GUARD = "a guard against a clock that no zone has";

const TOO_FEW_GAPS = "the type checker asks; then there are too few gaps to count";

const WEEK_IS_KNOWN = "the type checker asks; a margin is of a week that is known";
const NO_WEEK_NO_MARGIN = "without a week no floor and no margin is asked for";

const HEATED_ROOMS = "lib/alerts/heating/heated-rooms.ts";
const RHYTHM = "lib/alerts/rhythm.ts";
const STUCK = "lib/alerts/stuck.ts";
const QUIET_HOURS = "lib/alerts/quiet-hours.ts";
const TELL = "lib/alerts/tell.ts";

export const ALERTS: Equivalent[] = [
  {
    file: "lib/alerts/episode.ts",
    was: '"v" in stored && stored.v === NO_EPISODE.v',
    is: "stored.v === NO_EPISODE.v",
    why: "the type checker asks; what has no version has another one",
  },
  {
    file: "lib/alerts/episode.ts",
    was: "severity === null ? -1 : SEVERITIES.indexOf(severity)",
    is: "SEVERITIES.indexOf(severity)",
    why: "the type checker asks; what is not in a list has the index -1",
  },
  {
    file: "lib/alerts/follow.ts",
    was: "state.openedAt ?? now",
    is: "state.openedAt",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/kinds/cold-storage.ts",
    was: "value === null || warm === null",
    is: "value === null",
    why: "the type checker asks; without a limit it is switched off",
  },
  {
    file: "lib/alerts/kinds/forecast.ts",
    was: "input.forecast?.fetchedAt ?? null",
    is: "input.forecast?.fetchedAt",
    why: HAS_A_FORECAST,
  },
  {
    file: "lib/alerts/kinds/forecast.ts",
    was: "?.",
    is: ".",
    on: "more: { fetched_at: input.forecast?.fetchedAt ?? null },",
    why: HAS_A_FORECAST,
  },
  {
    file: "lib/alerts/kinds/forecast.ts",
    was: '"warning"',
    is: '""',
    on: 'holds: isBad || isHeld ? "warning" : null,',
    why: HOLDS_NOTHING,
  },
  {
    file: "lib/alerts/kinds/humidity.ts",
    was: '"warning"',
    is: '""',
    on: 'holds: beyond.by > -inside ? "warning" : null,',
    why: HOLDS_NOTHING,
  },
  {
    file: "lib/alerts/kinds/outage.ts",
    was: '"warning"',
    is: '""',
    on: 'holds: isStillSilent(state, since) ? "warning" : null,',
    why: HOLDS_NOTHING,
  },
  {
    file: "lib/alerts/kinds/outage.ts",
    was: "told?.count === 1 && silence !== null",
    is: "told?.count === 1",
    why: "the type checker asks; without a silence the reminder stays a day ahead",
  },
  {
    file: "lib/alerts/kinds/outage.ts",
    was: '"Never heard yet"',
    is: '""',
    why: "nothing is told of a device that was never heard, so no finding shows it",
  },
  {
    file: "lib/alerts/kinds/outage.ts",
    was: "failingMs(input, now) ?? 0",
    is: "failingMs(input, now)",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/kinds/outage.ts",
    was: "0",
    is: "1",
    on: "const failing = failingMs(input, now) ?? 0;",
    why: "a millisecond is no hour either",
  },
  {
    file: "lib/alerts/kinds/sensor-fault.ts",
    was: "input.standIn?.severity ?? null",
    is: "input.standIn?.severity",
    on: "rung: rank(input.standIn?.severity ?? null) + 1,",
    why: "the type checker asks; what is not there ranks as nothing",
  },
  {
    file: "lib/alerts/kinds/rule.ts",
    was: "settings.cooldownMs ?? 0",
    is: "settings.cooldownMs",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/kinds/rule.ts",
    was: "distance <= EQUAL_WITHIN",
    is: "distance < EQUAL_WITHIN",
    why: TOO_SMALL,
  },
  {
    file: "lib/alerts/kinds/rule.ts",
    was: "distance < differenceIn(hysteresis, unit) - EQUAL_WITHIN",
    is: "distance <= differenceIn(hysteresis, unit) - EQUAL_WITHIN",
    why: TOO_SMALL,
  },
  {
    file: "lib/alerts/quiet-hours.ts",
    was: "quiet.snoozedUntil !== null && now < quiet.snoozedUntil",
    is: "now < quiet.snoozedUntil",
    why: NULL_IS_ZERO,
  },
  {
    file: QUIET_HOURS,
    was: "24",
    is: "48",
    on: "const SHIFT_MINUTES_MAX = 24 * 60;",
    why: A_GUARD,
  },
  {
    file: QUIET_HOURS,
    was: "60",
    is: "120",
    on: "const SHIFT_MINUTES_MAX = 24 * 60;",
    why: A_GUARD,
  },
  {
    file: QUIET_HOURS,
    was: "isQuiet(local(at)) && at - minute < SHIFT_MINUTES_MAX * MINUTE_MS",
    is: "isQuiet(local(at))",
    why: A_GUARD,
  },
  {
    file: QUIET_HOURS,
    was: "at - minute < SHIFT_MINUTES_MAX * MINUTE_MS",
    is: "at - minute <= SHIFT_MINUTES_MAX * MINUTE_MS",
    why: A_GUARD,
  },
  { file: QUIET_HOURS, was: "from < to", is: "from <= to", why: "the caller has looked that they differ" },
  {
    file: QUIET_HOURS,
    was: "floor",
    is: "ceil",
    why: "the next minute is as quiet, or it is the end itself",
  },
  {
    file: "lib/alerts/sensor-input.ts",
    was: "latestAt !== null && reading.at < latestAt",
    is: "reading.at < latestAt",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/sensor-input.ts",
    was: "input.usualIntervalMs ?? 0",
    is: "input.usualIntervalMs",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/sensor-input.ts",
    was: "0",
    is: "1",
    why: "two milliseconds are less than any lateness that is allowed",
  },
  {
    file: "lib/alerts/sensor-input.ts",
    was: "input.latestAt === null || now - input.latestAt > TRUST_LIMITS.remindsMs",
    is: "now - input.latestAt > TRUST_LIMITS.remindsMs",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/record.ts",
    was: "step < DAY_MS",
    is: "step <= DAY_MS",
    on: "return [...[...often, ...hourly].filter((step) => step < DAY_MS), ...daily];",
    why: "a day is a step of its own already",
  },
  { file: TELL, was: "criticalAt === null", is: "false", why: NULL_IS_ZERO },
  {
    file: TELL,
    was: 'verdict.is === "measured" && verdict.holds === null',
    is: "verdict.holds === null",
    why: NAN_IS_NOTHING,
  },
  {
    file: TELL,
    was: 'verdict.is !== "measured" || verdict.severity === null',
    is: "verdict.severity === null",
    why: NAN_IS_NOTHING,
  },
  {
    file: TELL,
    was: 'verdict.is === "measured" &&\n  course.worseBy !== null',
    is: "course.worseBy !== null",
    why: NAN_IS_NOTHING,
  },
  {
    file: TELL,
    was: "verdict.badness - badness >= course.worseBy - EPSILON",
    is: "verdict.badness - badness > course.worseBy - EPSILON",
    why: TOO_SMALL,
  },
  {
    file: TELL,
    was: "rank(before.severity) > rank(severity)",
    is: "rank(before.severity) >= rank(severity)",
    why: "the same severity is the same",
  },
  {
    file: "lib/alerts/verdict.ts",
    was: "interval === null ? 0 : lossGraceMs(habits, gaps, interval)",
    is: "lossGraceMs(habits, gaps, interval)",
    why: "the type checker asks; twelve gaps have an interval",
  },
  {
    file: "lib/alerts/verdict.ts",
    was: "0",
    is: "1",
    on: "return Math.min(longest, Math.max(least, interval === null ? 0 : lossGraceMs(habits, gaps, interval)));",
    why: "the type checker asks; twelve gaps have an interval",
  },
  {
    file: RHYTHM,
    was: "intervalMs === null || device.lastSeenAt === null",
    is: "false",
    why: TOO_FEW_GAPS,
  },
  {
    file: RHYTHM,
    was: "intervalMs === null || device.lastSeenAt === null",
    is: "device.lastSeenAt === null",
    why: TOO_FEW_GAPS,
  },
  {
    file: RHYTHM,
    was: "intervalMs === null || device.lastSeenAt === null",
    is: "intervalMs === null",
    why: TOO_FEW_GAPS,
  },
  {
    file: "lib/alerts/silence.ts",
    was: "tick <= now",
    is: "tick < now",
    why: "now stands at the end in any case",
  },
  {
    file: "lib/alerts/usual-interval.ts",
    was: "moments.at(-1) ?? lastSeenAt",
    is: "moments.at(-1)",
    why: "the type checker asks; the list begins with a moment",
  },
  {
    file: STUCK,
    was: "own === undefined || own.celsius === null",
    is: "own.celsius === null",
    why: "the type checker asks; every sensor was placed",
  },
  {
    file: STUCK,
    was: "stillSpan(celsius) === null",
    is: "false",
    why: "asked first because it is cheap; both that follow ask it too",
  },
  {
    file: STUCK,
    was: "series === undefined || unit === null",
    is: "series === undefined",
    why: "the type checker asks; without a unit nothing is converted",
  },
  {
    file: "lib/alerts/study-time.ts",
    was: "now - offsetOf(householdId)",
    is: "now + offsetOf(householdId)",
    on: "Math.floor(((now - offsetOf(householdId)) % DAY_MS) / STUDY.everyMs) === DAY_STUDY;",
    why: "two hours either way are in the same quarter of the day as the study",
  },
  { file: STUCK, was: "last === undefined", is: "false", why: "the type checker asks; no value is too few" },
  {
    file: STUCK,
    was: "same[0]?.at ?? last.at",
    is: "same[0]?.at",
    why: "the type checker asks; the list is not empty",
  },
  {
    file: STUCK,
    was: "own[index]?.value ?? value",
    is: "own[index]?.value",
    why: "the type checker asks; each has one before it",
  },
  ...["false", "unit === null", "own === null"].map((is) => ({
    file: "lib/alerts/follow.ts",
    was: "own === null || unit === null",
    is,
    why: "the type checker asks; nothing is converted from or into no unit",
  })),
  {
    file: "lib/alerts/follow.ts",
    was: "convert(0, own, unit) ?? 0",
    is: "convert(0, own, unit)",
    why: "the type checker asks; null is 0 in a difference",
  },
  {
    file: "lib/alerts/kinds/incident.ts",
    was: '"Not all are silent"',
    is: '""',
    why: "nothing is told of what has not opened, so no finding shows it",
  },
  ...["!isIndoor(device, sensor) || value === null", "!isIndoor(device, sensor)"].map((is) => ({
    file: HEATED_ROOMS,
    was: `${is} || ${is.includes("value") ? "unit" : "value"} === null`,
    is,
    why: "the type checker asks; without a unit it is not indoors, and without a value as cold as no room",
  })),
  {
    file: HEATED_ROOMS,
    was: "floor?.celsius.filter((celsius) => celsius !== null) ?? []",
    is: "floor?.celsius.filter((celsius) => celsius !== null)",
    why: WEEK_IS_KNOWN,
  },
  {
    file: HEATED_ROOMS,
    was: "?.",
    is: ".",
    on: "const known = floor?.celsius.filter((celsius) => celsius !== null) ?? [];",
    why: WEEK_IS_KNOWN,
  },
  { file: HEATED_ROOMS, was: "weekFloor?.days ?? 0", is: "weekFloor?.days", why: NO_WEEK_NO_MARGIN },
  {
    file: HEATED_ROOMS,
    was: "0",
    is: "1",
    on: "const days = weekFloor?.days ?? 0;",
    why: NO_WEEK_NO_MARGIN,
  },
  {
    file: HEATED_ROOMS,
    was: "learnedIntervalMs(device) ?? 0",
    is: "learnedIntervalMs(device)",
    why: NULL_IS_ZERO,
  },
  {
    file: HEATED_ROOMS,
    was: "0",
    is: "1",
    on: "TRUST_LIMITS.lateIntervals * (learnedIntervalMs(device) ?? 0),",
    why: "two milliseconds are less than any lateness that is allowed",
  },
  {
    file: "lib/alerts/heating/falling.ts",
    was: "next !== undefined && lows.length >= OUTLIER.daysMin",
    is: "lows.length >= OUTLIER.daysMin",
    why: "the type checker asks; of four days there is a second",
  },
  {
    file: "lib/alerts/foreseen.ts",
    was: 'kind !== "temperature" || value === null || unit === null',
    is: 'kind !== "temperature" || value === null',
    why: "the type checker asks; what has no unit is not converted",
  },
  {
    file: "lib/alerts/foreseen.ts",
    was: 'kind !== "temperature" || value === null',
    is: 'kind !== "temperature"',
    why: "the type checker asks; nothing is converted to nothing",
  },
  {
    file: "lib/alerts/foreseen.ts",
    was: "closedAt !== null && now - closedAt < SETTLED_AFTER_MS",
    is: "now - closedAt < SETTLED_AFTER_MS",
    why: NULL_IS_ZERO,
  },
  {
    file: "lib/alerts/foreseen.ts",
    was: "find",
    is: "findLast",
    why: "a kind and a subject have one state",
  },
];
