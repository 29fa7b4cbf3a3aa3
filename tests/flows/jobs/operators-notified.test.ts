import { describe, expect, test } from "vitest";
import { accountApp } from "../../../functions/account/app.ts";
import { runJob } from "../../../lib/jobs/run-job.actions.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { warnOfCaps } from "../../../lib/messages/operators.actions.ts";
import { eachTest } from "../../support/each-test.ts";
import { OPERATOR_EMAIL, openJobs } from "../../support/jobs.ts";
import { testServices } from "../../support/services.ts";

const HOUR_MS = 3_600_000;

const house = eachTest(() => openJobs("2026-11-20T10:00:01Z"));

/** Mails to one address since the last call for that address, oldest first. */
function mailsTo(address: string): { subject: string; text: string }[] {
  const news = house.sent.filter(({ recipient }) => recipient === address);
  house.sent.splice(0, house.sent.length, ...house.sent.filter(({ recipient }) => recipient !== address));
  return news.map(({ content }) => ({ subject: content.subject, text: content.text }));
}
const mailed = () => mailsTo(OPERATOR_EMAIL);
const subjects = () => mailed().map(({ subject }) => subject);

describe("the money left for text messages", () => {
  /** An hour's maintenance with that much left at the provider, and what was mailed of it. */
  async function anHourWith(amount: number | Error) {
    house.clock.advance(HOUR_MS);
    const readSmsBalance = async () => {
      if (amount instanceof Error) throw amount;
      return { amount, currency: "USD" };
    };
    const services = { ...house.services, readSmsBalance, smsBalanceWarning: 20 };
    await runJob(services, "maintenance", { trigger: "clock", at: house.clock() });
    await dispatch(services);
    return subjects();
  }
  const LOW = /^Hearthwatch: \d+\.\d\d USD left for text messages$/;
  const EMPTY = /^Hearthwatch: No money left for text messages/;

  test("is mailed once while it is low, also on the days after, and again after it was topped up", async () => {
    expect(await anHourWith(20.01)).toEqual([]);
    expect(await anHourWith(20)).toEqual([expect.stringMatching(LOW)]);
    expect([await anHourWith(19), await anHourWith(15)]).toEqual([[], []]);
    house.clock.advance(30 * HOUR_MS);
    expect(await anHourWith(12)).toEqual([]);
    expect(await anHourWith(80)).toEqual([]);
    expect(await anHourWith(19.5)).toEqual([expect.stringMatching(LOW)]);
  });

  test("is mailed once more when nothing is left, and again after there was some", async () => {
    await anHourWith(3);
    expect(await anHourWith(0)).toEqual([expect.stringMatching(EMPTY)]);
    expect(await anHourWith(-1.2)).toEqual([]);
    expect(await anHourWith(5)).toEqual([]);
    expect(await anHourWith(0)).toEqual([expect.stringMatching(EMPTY)]);
  });

  test("also goes to the operators' chat", async () => {
    await anHourWith(3);
    await anHourWith(2);
    expect(house.chat).toEqual([expect.stringContaining("3.00 USD left for text messages")]);
  });

  test("is mailed to an operator with an account in the account's language, and in English to the others", async () => {
    const ana = "ana@example.net";
    await house.database.query(
      "insert into users (id, email, language, created_at) values ('usr_operator_of_test', $1, 'es', now())",
      [ana],
    );
    house.services.operators.emails.push(ana);
    expect(await anHourWith(3)).toEqual([expect.stringMatching(LOW)]);
    expect(mailsTo(ana).map(({ subject }) => subject)).toEqual(["Hearthwatch: Quedan 3.00 USD para SMS"]);
  });

  test("that can't be read is logged, and is neither notified nor taken for a recovery", async () => {
    await anHourWith(3);
    expect(await anHourWith(new Error("Twilio: HTTP 503"))).toEqual([]);
    expect(house.services.reports.map(({ event }) => event)).toContain("sms_balance_unread");
    expect(await anHourWith(3)).toEqual([]);
  });
});

describe("a day's emails to newcomers", () => {
  const sendingPolicy = () => ({ ...house.services.sendingPolicy, newcomerMailsPerDay: 5 });

  /** Strangers who ask for a sign-in mail, one after the other, each from a network of their own; answers by status. */
  async function strangers(from: number, to: number): Promise<number[]> {
    const services = {
      ...testServices(house.database, house.clock),
      ...house.services,
      sendingPolicy: sendingPolicy(),
    };
    const app = accountApp({
      ...services,
      planRules: { startsOn: "trial" as const, isGranted: false, prices: null },
    });
    const statuses: number[] = [];
    for (let each = from; each <= to; each += 1) {
      const answer = await app.request("/api/account/sign-in", {
        method: "POST",
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": `203.0.${each}.7` },
        body: JSON.stringify({ email: `stranger-${each}@example-${each}.com` }),
      });
      statuses.push(answer.status);
      await dispatch(services);
      await warnOfCaps(services);
      await dispatch(services);
    }
    return statuses;
  }

  test("are told of when most and when all are used, each once, and again the next day", async () => {
    await strangers(1, 3);
    expect(subjects()).toEqual([]);
    await strangers(4, 4);
    expect(subjects()).toEqual(["Hearthwatch: 4 of 5 emails to newcomers of 2026-11-20 are used"]);
    await strangers(5, 7);
    const [all, ...more] = mailed();
    expect([all?.subject, more]).toEqual([
      "Hearthwatch: all 5 emails to newcomers of 2026-11-20 are used",
      [],
    ]);
    expect(all?.text).toContain("nobody new can sign up until midnight UTC");
    expect(all?.text).toContain("raise NEWCOMER_MAILS_PER_DAY");
    house.clock.advance(24 * HOUR_MS);
    await strangers(11, 14);
    expect(subjects()).toEqual(["Hearthwatch: 4 of 5 emails to newcomers of 2026-11-21 are used"]);
  });
});
