import { describe, expect, test } from "vitest";
import type { EscalationStep } from "../../../lib/alerts/escalation.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { countKey } from "../../../lib/budget/counts.ts";
import type {
  DueFinding,
  DueHome,
  DueStep,
  NotifiedBefore,
  Outsider,
  Person,
} from "../../../lib/messages/audience/due-finding.ts";
import { planMessages } from "../../../lib/messages/audience/plan-messages.ts";
import type { Contact } from "../../../lib/outbox/message.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import {
  ADA,
  contact,
  dueFinding,
  dueHome,
  emailContact,
  freeze,
  HOUSEHOLD,
  POLICY,
  T0,
} from "./notice-fixtures.ts";

const PHONE = "+15555550100";
const NOW = T0 + 3_600_000;
const WITH_ALL: Person = {
  ...ADA,
  contacts: [...ADA.contacts, contact("sms", PHONE), contact("push", "tok")],
};

const OVER = { transition: "closed", severity: "warning", reason: "recovered", closedAt: T0 } as const;

const due = (finding: Partial<Finding>, rest: Partial<DueFinding> = {}): DueFinding =>
  dueFinding(freeze({ ...OVER, sequence: 1, ...finding }), rest);

const home = (findings: DueFinding[], people: Person[] = [WITH_ALL], rest: Partial<DueHome> = {}): DueHome =>
  dueHome(findings, people, rest);

const plan = (asked: DueHome, policy = POLICY) => planMessages(asked, policy, NOW);
const channels = (asked: DueHome) =>
  plan(asked)
    .messages.map((message) => message.contact.channel)
    .toSorted();

const critical = due({ transition: "opened", severity: "critical" });
const sentBefore = (
  scope: "home" | "address" | "instance",
  subject: string,
  period: string,
  sent: number,
) => ({
  [countKey({ channel: "sms", scope, subject, period })]: sent,
});
const DAY = new Date(NOW).toISOString().slice(0, 10);

describe("a reminder", () => {
  test.each([
    [4, 0],
    [6, 2],
  ])("%i minutes after older news goes to %i channels", (minutes, notified) => {
    const reminded = due({ transition: "reminded" }, { lastNotifiedAt: NOW - minutes * 60_000 });
    expect(channels(home([reminded]))).toHaveLength(notified);
  });
});

type AsStep = [whom: string, channels: Channel[] | null, afterMinutes: number];
const stepOf = ([whom, channels, afterMinutes]: AsStep): EscalationStep => ({ whom, channels, afterMinutes });

type Told = {
  it: string;
  /** Ben's phone and preferences. */
  ben?: Partial<Contact> & { preferences?: Person["preferences"] };
  /** The person and channel of each message, with its delay in minutes, if any; for outsiders, the reason. */
  said: string[];
};

const BEN_PHONE = "+15555550101";
const outsider = (name: string, address: string, rest: Partial<Outsider>): Outsider => ({
  ...{ contactId: `hct_${name}`, name, tells: "urgent", spaces: [], contact: contact("sms", address) },
  ...rest,
});
const OUTSIDERS = [
  outsider("nora", "+15555550111", {}),
  outsider("rob", "+15555550112", { tells: "leaks", spaces: ["Cellar"] }),
  outsider("new", "+15555550113", { contact: contact("sms", "+15555550113", { isVerified: false }) }),
];

function tell(
  { ben: { preferences = {}, ...phone } = {} }: Told,
  findings: DueFinding[],
  rest: Partial<DueHome>,
) {
  const ben: Person = {
    ...{ ...ADA, userId: "usr_ben", preferences },
    contacts: [emailContact("ben@example.com"), contact(phone.channel ?? "sms", BEN_PHONE, phone)],
  };
  const { messages, requests, started } = plan(
    home(findings, [WITH_ALL, ben], { outsiders: OUTSIDERS, ...rest }),
  );
  const later = (at: number) => (at === NOW ? "" : ` +${(at - NOW) / 60_000}`);
  return {
    said: [
      ...messages.map(({ person, contact: to, at, findings: [first] }) => {
        const again = first?.stage?.isRenewal === true ? " again" : "";
        return `${person.userId.slice(4)} ${to.channel}${later(at)}${again}`;
      }),
      ...requests.map(({ outsider: { name: who }, reason, name }) => `${who} ${reason} ${name}`),
    ].toSorted(),
    started: started.map(
      ({ alertId, place, dueAt, isNotified }) =>
        `${alertId}/${place} at ${(dueAt - NOW) / 60_000}${isNotified ? " notified" : ""}`,
    ),
  };
}

type StepRow = Told & {
  step: AsStep;
  place?: number;
  before?: AsStep[];
  membersNotified?: boolean;
  just?: [Channel, string][];
  kind?: "leak";
  space?: string | null;
  openMinutes?: number;
};

test.each(readLines<StepRow>(new URL("steps.jsonl", import.meta.url)))("a step reaches $it", (row) => {
  const { step, place = 2, before = [], membersNotified = false, just = [], kind = "freeze" } = row;
  const { space = "Cellar", openMinutes = 60 } = row;
  const last = due(
    { kind, transition: "opened", severity: "critical" },
    { openedAt: NOW - openMinutes * 60_000, names: { sensor: "Pipe", device: "Node", space } },
  );
  const asked: DueStep = {
    ...{ stepId: 1, round: 1, place, step: stepOf(step), before: before.map(stepOf), membersNotified },
    justNotified: just.map(([channel, recipient]) => ({ channel, recipient })),
    due: last,
  };
  expect(tell(row, [], { steps: [asked] }).said).toEqual(row.said);
});

test("a request for help with several alerts speaks of the leak first", () => {
  const steps = (["freeze", "leak"] as const).map((kind, stepId): DueStep => {
    const asked = due({ kind, transition: "opened", severity: "critical" }, { alertId: kind });
    const step = stepOf(["contacts", null, 15]);
    return { ...{ stepId, round: 1, place: 2, step, before: [], membersNotified: true }, due: asked };
  });
  const [request] = plan(home([], [WITH_ALL], { steps, outsiders: OUTSIDERS })).requests;
  expect(request?.findings.map(({ alertId }) => alertId)).toEqual(["leak", "freeze"]);
});

type NewsRow = Told & { steps: AsStep[]; finding?: Partial<Finding>; started: string[]; texts?: number };

test.each(readLines<NewsRow>(new URL("first-news.jsonl", import.meta.url)))("news reaches $it", (row) => {
  const { steps, finding, said, started, texts = 0 } = row;
  const news = due({ transition: "opened", severity: "critical", ...finding });
  const sent = sentBefore("home", "hh_ada", new Date(NOW).toISOString().slice(0, 7), texts);
  expect(tell(row, [news], { escalation: steps.map(stepOf), sent })).toEqual({ said, started });
});

describe("news that a leak sensor keeps getting damp", () => {
  const damp = due({
    kind: "leak",
    transition: "flapping",
    severity: "warning",
    why: { code: "keeps_getting_damp", values: {} },
  });
  const machine = contact("webhook", "https://example.com/hook");

  test("goes out by mail alone, and to machines", () => {
    expect(channels(home([damp], [{ ...WITH_ALL, contacts: [...WITH_ALL.contacts, machine] }]))).toEqual([
      "email",
      "webhook",
    ]);
  });

  test("goes by the other channels to somebody who wants no mail", () => {
    expect(channels(home([damp], [{ ...WITH_ALL, preferences: { email: false } }]))).toEqual(["push"]);
  });
});

describe("an end that is a warning", () => {
  const news = (
    transition: Finding["transition"],
    severity: Finding["severity"],
    notifiedAt = T0,
  ): NotifiedBefore => ({
    news: [{ transition, severity, notifiedAt }],
    recipients: [],
  });
  const called = { ...WITH_ALL, contacts: [...WITH_ALL.contacts, contact("call", PHONE)] };
  const ending = (notifiedBefore: NotifiedBefore, person: Person = called) =>
    home([due({}, { notifiedBefore })], [person]);

  test.each<[string, NotifiedBefore, string[]]>([
    ["a critical opening", news("opened", "critical"), ["email", "push", "sms"]],
    ["that it got critical", news("worsened", "critical"), ["email", "push", "sms"]],
    ["that it goes on and off, in a summary", news("flapping", "critical"), ["email", "push"]],
    ["nothing since they joined", news("opened", "critical", T0 - 1), []],
    ["nothing", { news: [], recipients: [{ channel: "email", recipient: "ben@example.com" }] }, []],
    [
      "it by text, before they left and came back",
      { news: [], recipients: [{ channel: "sms", recipient: PHONE }] },
      ["email", "push", "sms"],
    ],
    ["it by a call", { news: [], recipients: [{ channel: "call", recipient: PHONE }] }, ["email", "push"]],
    [
      "it by mail, before they left and came back",
      { news: [], recipients: [{ channel: "email", recipient: "ada@example.com" }] },
      ["email", "push"],
    ],
  ])("goes to whoever was notified of %s", (_, notifiedBefore, expected) => {
    expect(channels(ending(notifiedBefore))).toEqual(expected);
  });

  test("uses no channel on which nobody was notified, though the address is the same", () => {
    const before = { news: [], recipients: [{ channel: "webhook" as const, recipient: "ada@example.com" }] };
    expect(channels(ending(before))).toEqual([]);
  });

  test("never goes where messages are switched off by now", () => {
    const off = { ...WITH_ALL, preferences: { email: false, push: false, sms: "off" as const } };
    const recipients = [
      { channel: "sms" as const, recipient: PHONE },
      { channel: "email" as const, recipient: "ada@example.com" },
    ];
    expect(channels(ending({ ...news("opened", "critical"), recipients }, off))).toEqual([]);
  });
});

describe("a phone number", () => {
  const withPhone = (rest: Partial<Contact>) => ({
    ...WITH_ALL,
    contacts: [emailContact("ada@example.com"), contact("sms", PHONE, rest)],
  });

  test("counts only once it is verified", () => {
    expect(channels(home([critical], [withPhone({ isVerified: false })]))).toEqual(["email"]);
  });

  test("that is gone has a mail in its place that says so, also for who gets none otherwise", () => {
    const person = { ...withPhone({ isGone: true }), preferences: { email: false } };
    const { messages } = plan(home([critical], [person]));
    expect(messages).toMatchObject([{ contact: { channel: "email" } }]);
    expect(messages[0]?.notes[0]).toBe("number_gone");
  });
});

test("an app that is gone gets no push, and no mail in its place", () => {
  const gone = { ...WITH_ALL, contacts: [contact("push", "tok", { isGone: true })] };
  expect(plan(home([critical], [gone])).messages).toEqual([]);
});

test("a push message of a home on Free comes as mail that says so", () => {
  const pushed = { ...WITH_ALL, preferences: { email: false, push: true, sms: "off" as const } };
  const { messages } = plan(home([critical], [pushed], { household: { ...HOUSEHOLD, plan: "free" } }));
  expect(messages).toMatchObject([{ contact: { channel: "email" }, notes: ["push_not_in_plan"] }]);
});

describe("a message that comes as mail instead", () => {
  const blocked = (contacts: Contact[]) =>
    home([critical], [{ ...WITH_ALL, contacts: [...contacts, contact("sms", PHONE, { isGone: true })] }]);

  test("comes to the address that its reader signs in with, the first", () => {
    const two = [emailContact("ada@example.com"), emailContact("other@example.com")];
    const noted = plan(blocked(two)).messages.filter(({ notes }) => notes.length > 0);
    expect(noted.map((message) => message.contact.address)).toEqual(["ada@example.com"]);
  });
});

describe("text messages", () => {
  const only = { ...WITH_ALL, preferences: { email: false, push: false, sms: "all" as const } };
  const warning = due({ transition: "opened", severity: "warning" });
  const noteOf = (asked: DueHome, policy = POLICY) => plan(asked, policy).messages[0]?.notes[0] ?? null;
  const MONTH = DAY.slice(0, 7);
  const ofHome = (period: string, count: number) => sentBefore("home", "hh_ada", period, count);

  test("are counted against the home's month and the installation's day", () => {
    expect(plan(home([critical], [only])).charges).toEqual([
      { channel: "sms", scope: "home", subject: "hh_ada", period: MONTH, max: 50, add: 1 },
      { channel: "sms", scope: "instance", subject: "", period: DAY, max: 500, add: 1 },
    ]);
  });

  test.each<[string, DueFinding, Record<string, number>, Partial<DueHome["household"]>, string]>([
    ["the month is used up", critical, ofHome(MONTH, 50), {}, "month_used_up"],
    ["the plan has none", critical, {}, { plan: "free" }, "not_in_plan"],
    ["the installation's day is used up", critical, sentBefore("instance", "", DAY, 500), {}, "all_used_up"],
    ["a home on trial has had ten today", critical, ofHome(DAY, 10), { isTrial: true }, "trial_used_up"],
    ["the number has had ten today", warning, sentBefore("address", PHONE, DAY, 10), {}, "number_used_up"],
  ])("come as mail that says so where %s", (_, finding, sent, household, block) => {
    const asked = home([finding], [only], { sent, household: { ...HOUSEHOLD, ...household } });
    expect(noteOf(asked)).toBe(block);
    expect(channels(asked)).toEqual(["email"]);
  });

  test("that are critical or a leak are never counted against their reader's own number", () => {
    expect(channels(home([critical], [only], { sent: sentBefore("address", PHONE, DAY, 10) }))).toEqual([
      "sms",
    ]);
  });

  test("about a leak that begins go by the month first, and by twenty a day beyond it", () => {
    const leak = due({ kind: "leak", transition: "opened", severity: "critical" });
    const sentWith = (month: number, day: number) =>
      channels(home([leak], [only], { sent: { ...ofHome(MONTH, month), ...ofHome(DAY, day) } }));
    expect([sentWith(30, 20), sentWith(50, 19), sentWith(50, 20)]).toEqual([["sms"], ["sms"], ["email"]]);
  });

  test("that are the last of the month go to the members, and not to somebody outside", () => {
    const step: DueStep = {
      ...{ stepId: 1, round: 1, place: 1, step: stepOf(["contacts", null, 0]), before: [] },
      ...{ membersNotified: true, due: critical },
    };
    const asked = home([critical], [only], { steps: [step], outsiders: OUTSIDERS, sent: ofHome(MONTH, 49) });
    expect([channels(asked), plan(asked).requests]).toEqual([["sms"], []]);
  });

  test("go to no country that the operator has not allowed", () => {
    const german = { ...only, contacts: [emailContact("ada@example.com"), contact("sms", "+4915155550100")] };
    expect(noteOf(home([critical], [german]))).toBe("country");
    expect(noteOf(home([critical], [german]), { ...POLICY, smsPrefixes: ["+1", "+49"] })).toBeNull();
  });
});

describe("several findings of a home", () => {
  const opened = (number: number, rest: Partial<Finding> = {}) =>
    due(
      { transition: "opened", severity: "warning", sequence: number, ...rest },
      { findingId: number, alertId: `alr_${number}` },
    );

  test("are one message a person and contact: 256 alerts for four members are four mails", () => {
    const findings = Array.from({ length: 256 }, (_, number) => opened(number));
    const people = ["ada", "ben", "cleo", "dora"].map((name) => ({
      ...WITH_ALL,
      userId: `usr_${name}`,
      contacts: [emailContact(`${name}@example.com`)],
    }));
    const { messages } = plan(home(findings, people));
    expect(messages).toHaveLength(4);
    expect(messages.every((message) => message.findings.length === 256)).toBe(true);
  });

  test("stand worst first: water, critical, cold before a sensor's fault, what is over; alike in the order of their rooms", () => {
    const findings = [
      opened(6, { kind: "sensor_fault" }),
      opened(1),
      { ...opened(5), names: { sensor: "Pipe", device: "Node", space: "Attic" } },
      opened(2, { transition: "closed" }),
      opened(3, { severity: "critical" }),
      opened(4, { kind: "leak", severity: "critical" }),
    ].map((each) => ({ ...each, notifiedBefore: null, lastNotifiedAt: null }));
    const [mail] = plan(home(findings)).messages;
    expect(mail?.findings.map(({ alertId }) => alertId)).toEqual(
      [4, 3, 5, 1, 6, 2].map((alert) => `alr_${alert}`),
    );
  });

  test("of one alert are reported by the last of them alone", () => {
    const first = due({ transition: "opened", severity: "critical", sequence: 0 });
    const worse = due({ transition: "worsened", severity: "critical", sequence: 1 }, { findingId: 2 });
    const { messages } = plan(home([first, worse]));
    expect(messages.map(({ findings }) => findings)).toEqual([[worse], [worse], [worse]]);
  });

  test.each<[string, Finding["transition"], string[]]>([
    ["its end", "closed", ["closed"]],
    ["a reminder", "reminded", ["reminded"]],
    ["that it eased", "eased", ["opened", "eased"]],
  ])("of one alert, the second %s, are sent as far as they have a point", (_, second, notified) => {
    const first = due({ transition: "opened", severity: "warning", sequence: 0 });
    const then = due({ transition: second, severity: "warning", sequence: 1 }, { findingId: 2 });
    const [mail] = plan(home([first, then])).messages;
    expect(mail?.findings.map(({ finding }) => finding.transition)).toEqual(notified);
  });

  test("that may arrive at different times are different messages", () => {
    const quietHours = { from: "00:00", to: "23:59", timeZone: "UTC" };
    const night = { ...WITH_ALL, contacts: [emailContact("ada@example.com")], preferences: { quietHours } };
    const { messages } = plan(home([opened(1), opened(2, { severity: "critical" })], [night]));
    expect(messages.map(({ findings }) => findings[0]?.alertId).toSorted()).toEqual(["alr_1", "alr_2"]);
    expect(new Set(messages.map(({ at }) => at)).size).toBe(2);
  });
});
