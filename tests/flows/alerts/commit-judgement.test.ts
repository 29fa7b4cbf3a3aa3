import { expect, test } from "vitest";
import { commitJudgement } from "../../../lib/alerts/commit-judgement.actions.ts";
import type { Change } from "../../../lib/alerts/decide/decide.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { ALERT_LIMITS } from "../../../lib/alerts/settings.ts";
import { dbOf } from "../../../lib/kernel/db.queries.ts";
import type { CoreServices } from "../../../lib/kernel/services.actions.ts";
import { cryptoRandom, type Reported, testClock } from "../../support/services.ts";

const change = (subject: string): Change => ({
  kind: "leak",
  subject,
  version: 0,
  state: NO_EPISODE,
  findings: [],
  about: { title: subject, deviceId: null, sensorId: null },
});

/** Evaluates what is left of two leaks; `wins` says which changes win at each commit. */
async function judgeTwoLeaks(wins: string[][], afterwards = (left: string[]) => left.slice(1)) {
  const reports: Reported[] = [];
  const judgedFacts: string[][] = [];
  let left = ["cellar", "bath"];
  const won = async () =>
    (wins.shift() ?? []).map((subject) => ({ householdId: "home_1", kind: "leak", subject }));
  const db = dbOf(won as Parameters<typeof dbOf>[0]);
  const services = {
    db,
    clock: testClock(),
    random: cryptoRandom,
    report: (line) => void reports.push(line),
  } satisfies Partial<CoreServices> as Partial<CoreServices> as CoreServices;
  const judged = await commitJudgement(services, {
    householdId: "home_1",
    facts: left,
    judge: (facts) => {
      judgedFacts.push(facts);
      return facts.map(change);
    },
    reload: async () => {
      left = afterwards(left);
      return left;
    },
  });
  return { judged, judgedFacts, events: reports.map(({ event }) => event) };
}

test("a judgement that wins everything is committed once", async () => {
  const { judgedFacts, events } = await judgeTwoLeaks([["cellar", "bath"]]);
  expect(judgedFacts).toEqual([["cellar", "bath"]]);
  expect(events).toEqual([]);
});

test("what another was first to move is judged anew, over what is true now", async () => {
  const { judged, judgedFacts, events } = await judgeTwoLeaks([["cellar"], ["bath"]]);
  expect(judgedFacts).toEqual([["cellar", "bath"], ["bath"]]);
  expect(judged.hasMoved).toBe(true);
  expect(events).toEqual([]);
});

test("gives up a judgement that never wins after a few attempts, and notifies the operator", async () => {
  const { judgedFacts, events } = await judgeTwoLeaks([], (left) => left);
  expect(judgedFacts).toHaveLength(ALERT_LIMITS.judgeAttemptsMax);
  expect(events).toEqual(["judgement_given_up"]);
});
