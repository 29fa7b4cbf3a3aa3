import { describe, expect, test } from "vitest";
import { acknowledge, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeHumidity } from "../../../lib/alerts/kinds/humidity.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { judgeRule, judgeVacation, vacationRule } from "../../../lib/alerts/kinds/rule.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import {
  type Overrides,
  RULE_DEFAULTS,
  type RuleSettings,
  settingsFor,
} from "../../../lib/alerts/settings.ts";
import { HOUR, judgeAll, MINUTE, notified, type Post, T0 } from "./posts.ts";

type Posts = (Post & { minute: number })[];

describe("humidity", () => {
  const humidity = (posts: Posts, overrides: Overrides = {}) =>
    judgeAll(
      (state, input, now) => judgeHumidity(state, input, settingsFor("humidity", overrides), now),
      posts,
    );
  const every5 = (values: number[], rest: Post = {}) =>
    values.map((value, index) => ({ minute: index * 5, value, unit: "%", ...rest }));
  const steady = (value: number, minutes: number) =>
    every5(Array.from({ length: minutes / 5 + 1 }, () => value));

  test("opens after 30 minutes at or above 60 %, not before", () => {
    expect(humidity(steady(60, 25)).findings).toEqual([]);
    const { findings } = humidity(steady(60, 30));
    expect(notified(findings)).toEqual(["opened warning"]);
    expect(findings[0]?.limit).toMatchObject({ name: "high", value: 60, unit: "%", forMs: 30 * MINUTE });
  });

  test("starts again when it was better for one reading", () => {
    expect(humidity(every5([65, 65, 65, 65, 59, 65, 65, 65, 65])).findings).toEqual([]);
  });

  test("a ratio is a percentage", () => {
    expect(notified(humidity(every5(Array(7).fill(0.6), { unit: "/" })).findings)).toEqual([
      "opened warning",
    ]);
  });

  test("low is off until somebody wants it", () => {
    expect(humidity(steady(10, 60)).findings).toEqual([]);
    const low = { humidity: { low: { value: 30, unit: "%" } } };
    const { findings } = humidity(steady(30, 60), low);
    expect(notified(findings)).toEqual(["opened warning"]);
    expect(findings[0]?.limit?.name).toBe("low");
  });

  test("a device that died while it was damp proves nothing about the half hour", () => {
    const tick = { minute: 40, value: 65, unit: "%", at: T0, occasion: "tick" } as const;
    expect(humidity([{ minute: 0, value: 65, unit: "%" }, tick]).findings).toEqual([]);
  });

  test("is told again after a day, and a new episode within three months waits for that; its end is told to nobody", () => {
    const { findings } = humidity([
      ...steady(65, 30),
      { minute: 60, value: 50, unit: "%" },
      ...steady(65, 30).map((each) => ({ ...each, minute: each.minute + 90 })),
      ...[24, 2160.4, 2160.6, 2162].map((hours) => ({ minute: hours * 60, value: 65, unit: "%" })),
    ]);
    expect(notified(findings)).toEqual([
      "opened warning",
      "[minor: closed warning]",
      "[cooldown: opened warning]",
      "late opened warning",
    ]);
    expect(findings[3]?.at).toBe(T0 + 2160.6 * HOUR);
  });
});

describe("leak", () => {
  const leak = (posts: Posts, from = NO_EPISODE) =>
    judgeAll(
      (state, input, now) => judgeLeak(state, { ...input, isState: true }, settingsFor("leak"), now),
      posts.map((each) => ({ unit: null, ...each })),
      from,
    );
  /** What a tick sees of a sensor that only speaks when something changes. */
  const unchanged = (minute: number, value: number, saidAt: number) =>
    ({ minute, value, at: T0 + saidAt * MINUTE, occasion: "tick" }) as const;

  test("the first true is critical at once", () => {
    expect(notified(leak([{ minute: 0, value: 1 }]).findings)).toEqual(["opened critical"]);
    expect(leak([{ minute: 0, value: 0 }]).findings).toEqual([]);
  });

  test("is told again ten minutes later and twenty after that until somebody takes it on", () => {
    const wet = [0, 9, 10, 29, 30].map((minute) => ({ minute, value: 1 }));
    const { state, findings } = leak(wet);
    expect(notified(findings)).toEqual(["opened critical", "reminded critical", "reminded critical"]);
    const acked = acknowledge(state, "Ada", T0 + 31 * MINUTE);
    expect(leak([{ minute: 60, value: 1 }], acked).findings).toEqual([]);
  });

  test("closes when it has been dry for five minutes, by a tick where the sensor says no more", () => {
    const posts = [{ minute: 0, value: 1 }, { minute: 3, value: 0 }, unchanged(7, 0, 3)];
    expect(notified(leak(posts).findings)).toEqual(["opened critical"]);
    expect(notified(leak([...posts, unchanged(8, 0, 3)]).findings)).toEqual([
      "opened critical",
      "closed critical",
    ]);
    expect(notified(leak([...posts, unchanged(600, 0, 3)]).findings).at(-1)).toBe("closed critical");
  });

  test("wet again within the five minutes is the same leak", () => {
    const posts = [
      { minute: 0, value: 1 },
      { minute: 2, value: 0 },
      { minute: 4, value: 1 },
      { minute: 6, value: 0 },
      unchanged(10, 0, 6),
    ];
    expect(notified(leak(posts).findings)).toEqual(["opened critical"]);
  });

  test("a dry reading that comes late does not close it", () => {
    const late = { minute: 60, value: 0, at: T0 + MINUTE, latestAt: T0 + 2 * MINUTE };
    expect(leak([{ minute: 0, value: 1 }, late, { ...late, minute: 70 }]).state.open).toBe(true);
  });
});

const RULE: RuleSettings = {
  ...RULE_DEFAULTS,
  name: "Wine cellar",
  is: "above",
  limit: { value: 60, unit: "°F" },
  hysteresis: { value: 1, unit: "°F" },
};

describe("a rule of the household's own", () => {
  const rule = (settings: Partial<RuleSettings>, posts: Posts, from = NO_EPISODE) =>
    judgeAll((state, input, now) => judgeRule(state, input, { ...RULE, ...settings }, now), posts, from);
  const values = (...all: number[]) => all.map((value, index) => ({ minute: index * 5, value }));
  const OPEN = ["opened warning"];

  test("is silent while it is switched off", () => {
    expect(rule({ enabled: false }, values(80)).findings).toEqual([]);
  });

  test("a limit in °C judges a sensor in °F", () => {
    const limit = { value: 20, unit: "°C" };
    expect(notified(rule({ limit }, values(68)).findings)).toEqual([]);
    expect(notified(rule({ limit }, values(68.1)).findings)).toEqual(OPEN);
  });

  test("a door that stands open for ten minutes, without saying so again", () => {
    const open = { is: "equals", limit: { value: 1, unit: null }, forMs: 10 * MINUTE } as const;
    const door = { unit: null, isState: true, value: 1, at: T0, occasion: "tick" } as const;
    const ticks = [0, 5, 9].map((minute) => ({ ...door, minute }));
    expect(rule(open, ticks).findings).toEqual([]);
    expect(notified(rule(open, [...ticks, { ...door, minute: 60 }]).findings)).toEqual(OPEN);
  });

  test("its cooldown is between reminders, and before a new episode", () => {
    const { findings } = rule({ cooldownMs: 30 * MINUTE }, [
      { minute: 0, value: 61 },
      { minute: 30, value: 61 },
      { minute: 35, value: 50 },
      { minute: 40, value: 61 },
      { minute: 59, value: 61 },
      { minute: 60, value: 61 },
    ]);
    expect(notified(findings)).toEqual([
      "opened warning",
      "reminded warning",
      "closed warning",
      "[cooldown: opened warning]",
      "late opened warning",
    ]);
  });

  test("without a cooldown it is told once", () => {
    const posts = [0, 60, 600].map((minute) => ({ minute, value: 61 }));
    expect(notified(rule({ cooldownMs: null }, posts).findings)).toEqual(OPEN);
  });
});

describe("on vacation", () => {
  const settings = vacationRule("motion") ?? expect.fail();
  const quiet = { ...NO_QUIET, vacation: { until: null } };
  const motion = (posts: Posts) =>
    judgeAll((state, input, now) => {
      const watched = { ...input, isState: true, subject: "vacation:sen_1" };
      return judgeVacation(state, watched, settings, now);
    }, posts);

  test("motion and doors alert, other sensors don't", () => {
    expect(vacationRule("door")?.name).toBe("Opened while you are away");
    expect(vacationRule("temperature")).toBeNull();
    const { findings } = motion([{ minute: 0, value: 1, unit: null, quiet }]);
    expect(notified(findings)).toEqual(["opened warning"]);
    expect(findings[0]).toMatchObject({ kind: "rule", subject: "vacation:sen_1" });
  });

  test("at home they don't, and coming home clears what is open", () => {
    expect(motion([{ minute: 0, value: 1, unit: null }]).findings).toEqual([]);
    const { findings } = motion([
      { minute: 0, value: 1, unit: null, quiet },
      { minute: 5, value: 1, unit: null },
    ]);
    expect(findings.at(-1)).toMatchObject({ transition: "closed", reason: "cleared" });
  });
});
