import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { judgeVacation, vacationRule, vacationSubject } from "../../../lib/alerts/kinds/rule.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { reasonSaid } from "../../support/reason-said.ts";
import { openState } from "./machine.ts";
import { HOUR, type Judge, notified, type Post, post, T0 } from "./posts.ts";

/** Everything that one reading comes to at T0. */
function saidOf(judge: Judge, given: Post, from: EpisodeState = NO_EPISODE) {
  const { findings } = tellAlone(judge(from, post(T0, given), T0));
  const [finding] = findings;
  return {
    notified: notified(findings),
    kind: finding?.kind,
    why: reasonSaid(finding?.why),
    limit: finding?.limit,
    evidence: finding?.evidence,
  };
}

describe("a leak", () => {
  const judge: Judge = (state, input, now) => judgeLeak(state, input, settingsFor("leak"), now);
  const dry: Judge = (state, input, now) =>
    judgeLeak(state, input, { ...settingsFor("leak"), dryMs: 0 }, now);

  test.each([1, 0.2, -1])("opens at any value but 0, and says by what: %d", (value) => {
    expect(saidOf(judge, { value, unit: null, isState: true })).toEqual({
      notified: ["opened critical"],
      kind: "leak",
      why: "The sensor detects water",
      limit: { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 },
      evidence: { value, unit: null, at: T0, sensorId: "sen_1", deviceId: "dev_1" },
    });
  });

  test("is over once it is dry", () => {
    const wet = openState({ severity: "critical" });
    expect(saidOf(dry, { value: 0, unit: null, isState: true }, wet)).toMatchObject({
      notified: ["closed critical"],
      why: "The sensor is dry",
    });
  });
});

describe("what a vacation watches", () => {
  test("are doors and motion, in words", () => {
    expect(vacationRule("door")).toEqual({
      cooldownMs: HOUR,
      severity: "warning",
      enabled: true,
      name: "Opened while you are away",
      is: "equals",
      limit: { value: 1, unit: null },
      forMs: 0,
      hysteresis: { value: 0, unit: null },
    });
    expect(vacationRule("motion")?.name).toBe("Motion while you are away");
    expect(vacationRule("flood")).toBeNull();
    expect(vacationSubject("sen_1")).toBe("vacation:sen_1");
  });

  test("is cleared by name and place when somebody is back", () => {
    const settings = vacationRule("door") ?? expect.fail();
    const { findings } = tellAlone(
      judgeVacation(openState(), post(T0, { value: 1, unit: null }), settings, T0),
    );
    expect(findings).toMatchObject([
      { transition: "closed", reason: "cleared", kind: "rule", subject: "sen_1", settings },
    ]);
  });
});
