import { expect, test } from "vitest";
import { type LifecycleEmailFacts, lifecycleEmailsDue } from "../../../lib/outbox/mail/account-mails.ts";

const NOW = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
/** A home with a month of readings and no trial: no email is due. */
const SETTLED: LifecycleEmailFacts = {
  plan: "free",
  trialEndsAtMs: null,
  createdAtMs: NOW - 31 * DAY,
  firstDeviceAtMs: NOW - 31 * DAY,
  firstReadingAtMs: NOW - 30 * DAY,
};
const due = (facts: Partial<LifecycleEmailFacts>) => lifecycleEmailsDue({ ...SETTLED, ...facts }, NOW);

test.each<[string, number, string[]]>([
  ["a millisecond more than a week", 7 * DAY + 1, []],
  ["a week", 7 * DAY, ["trial_7_days"]],
  ["a millisecond more than three days", 3 * DAY + 1, ["trial_7_days"]],
  ["three days", 3 * DAY, ["trial_3_days"]],
  ["a millisecond more than a day", DAY + 1, ["trial_3_days"]],
  ["a day", DAY, ["trial_1_day"]],
  ["a millisecond", 1, ["trial_1_day"]],
  ["nothing", 0, ["trial_ended"]],
  ["nothing, since almost a week", -7 * DAY + 1, ["trial_ended"]],
  ["nothing, since a week", -7 * DAY, []],
])("an owner on trial with %s left", (_, leftMs, emails) => {
  expect(due({ trialEndsAtMs: NOW + leftMs })).toEqual(emails);
  expect(due({ trialEndsAtMs: NOW + leftMs, plan: "pro" })).toEqual([]);
});

test("a home without a trial, and with nothing new, gets no email", () => {
  expect(due({})).toEqual([]);
});

test.each<[string, (ageMs: number) => Partial<LifecycleEmailFacts>, string, number]>([
  [
    "made, without a device",
    (age) => ({ createdAtMs: NOW - age, firstDeviceAtMs: null, firstReadingAtMs: null }),
    "no_device",
    DAY,
  ],
  [
    "given a device that was never heard",
    (age) => ({ firstDeviceAtMs: NOW - age, firstReadingAtMs: null }),
    "no_reading",
    DAY,
  ],
  ["heard first", (age) => ({ firstReadingAtMs: NOW - age }), "first_reading", 0],
])("a home that was %s is written to in time, and never a week late", (_, factsAt, email, fromMs) => {
  expect(due(factsAt(fromMs - 1))).toEqual([]);
  expect(due(factsAt(fromMs))).toEqual([email]);
  expect(due(factsAt(fromMs + 7 * DAY - 1))).toEqual([email]);
  expect(due(factsAt(fromMs + 7 * DAY))).toEqual([]);
});

test("both emails are due on one day: of the trial and of what is missing", () => {
  const facts = { trialEndsAtMs: NOW + DAY, createdAtMs: NOW - 2 * DAY, firstDeviceAtMs: null };
  expect(due({ ...facts, firstReadingAtMs: null })).toEqual(["trial_1_day", "no_device"]);
});
