import { describe, expect, test } from "vitest";
import { accountApp } from "../../../functions/account/app.ts";
import { warnOfCaps } from "../../../lib/jobs/collect-history.actions.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { eachTest } from "../../support/each-test.ts";
import { OPERATOR_EMAIL, openJobs } from "../../support/jobs.ts";
import { testServices } from "../../support/services.ts";

const house = eachTest(() => openJobs("2026-11-20T10:00:01Z"));

/** Returns the mails to an address since the last call for that address, oldest first. */
function mailsTo(address: string): { subject: string; text: string }[] {
  const news = house.sent.filter(({ recipient }) => recipient === address);
  house.sent.splice(0, house.sent.length, ...house.sent.filter(({ recipient }) => recipient !== address));
  return news.map(({ content }) => ({ subject: content.subject, text: content.text }));
}
const mailed = () => mailsTo(OPERATOR_EMAIL);
const subjects = () => mailed().map(({ subject }) => subject);

describe("a day's emails to newcomers", () => {
  const sendingPolicy = () => ({ ...house.services.sendingPolicy, newcomerMailsPerDay: 5 });

  /** Requests sign-in mails for strangers in sequence, each from another network, and returns the HTTP statuses. */
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

  test("notify operators once when most are used, once when all are, and again the next day", async () => {
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
