import { describe, expect, test } from "vitest";
import { NO_EPISODE } from "../../../lib/domain/alerts/episode.ts";
import type { Finding } from "../../../lib/domain/alerts/finding.ts";
import { judgeFreeze } from "../../../lib/domain/alerts/kinds/freeze.ts";
import { settingsFor } from "../../../lib/domain/alerts/settings.ts";
import { deliveriesOf, type Person, type ToTell } from "../../../lib/domain/outgoing/audience/audience.ts";
import type { ToldBefore } from "../../../lib/domain/outgoing/audience/heard.ts";
import { judgeAll, T0 } from "../alerts/posts.ts";

const ADA: Person = {
  ...{ userId: "usr_ada", email: "ada@example.com", phone: "+15555550100", phoneGone: false },
  ...{ pushTokens: ["tok"], memberSince: T0, preferences: {} },
};
const ROOM = { cap: 50, sent: 0 };
const NOW = T0 + 3_600_000;

const [end] = judgeAll(
  (state, input, now) => judgeFreeze(state, input, settingsFor("freeze", { freeze: { sureMs: 0 } }), now),
  [38, 50, 50].map((value, minute) => ({ minute, value })),
  NO_EPISODE,
).findings.slice(-1);

/** The end of a freeze that is a warning at last. */
const ending = (toldBefore: ToldBefore, person = ADA): ToTell => ({
  finding: end as Finding,
  people: [person],
  toldBefore,
});
const channels = (toTell: ToTell) => deliveriesOf(toTell, ROOM, NOW).map(({ channel }) => channel);

const news = (transition: Finding["transition"], severity: Finding["severity"], toldAt = T0) => ({
  news: [{ transition, severity, toldAt }],
  recipients: [],
});

describe("an end that is a warning", () => {
  test("is the end of a warning", () => {
    expect(end).toMatchObject({ transition: "closed", severity: "warning", heldBy: null });
  });

  test.each<[string, ToldBefore, string[]]>([
    ["a critical opening", news("opened", "critical"), ["email", "sms", "push"]],
    ["that it got critical", news("worsened", "critical"), ["email", "sms", "push"]],
    ["a warning, told late though it had been critical once", news("opened", "warning"), ["email", "push"]],
    ["only a reminder, which is no text message", news("reminded", "critical"), ["email", "push"]],
    ["that it goes on and off, in a summary", news("flapping", "critical"), ["email", "push"]],
    ["nothing since they joined", news("opened", "critical", T0 - 1), []],
    ["nothing", { news: [], recipients: ["ben@example.com"] }, []],
    [
      "it by text, before they left and came back",
      { news: [], recipients: ["+15555550100"] },
      ["email", "sms", "push"],
    ],
    [
      "it by mail, before they left and came back",
      { news: [], recipients: ["ada@example.com"] },
      ["email", "push"],
    ],
  ])("goes to who has heard %s", (_, toldBefore, expected) => {
    expect(channels(ending(toldBefore))).toEqual(expected);
  });

  test("counts as every text does, and is a mail that says so where none is left", () => {
    const toTell = ending(news("opened", "critical"), { ...ADA, preferences: { email: false, push: false } });
    expect(channels(toTell)).toEqual(["sms"]);
    const instead = deliveriesOf(toTell, { cap: 50, sent: 50 }, NOW);
    expect(instead).toMatchObject([{ channel: "email", insteadOfSms: "month_used_up" }]);
  });

  test("never goes where messages are switched off by now", () => {
    const off = { ...ADA, preferences: { email: false, push: false, sms: "off" as const } };
    const reached = { ...news("opened", "critical"), recipients: ["+15555550100", "ada@example.com"] };
    expect(channels(ending(reached, off))).toEqual([]);
  });
});

test("what is no end goes by what it is itself, whoever has heard what", () => {
  const opening = { ...(end as Finding), transition: "opened" as const };
  const toTell = (severity: Finding["severity"]): ToTell => ({
    ...{ finding: { ...opening, severity }, people: [{ ...ADA, memberSince: NOW }], toldBefore: null },
  });
  expect(channels(toTell("warning"))).toEqual(["email", "push"]);
  expect(channels(toTell("critical"))).toEqual(["email", "sms", "push"]);
});
