import { describe, expect, test } from "vitest";
import type { Job } from "../../../lib/jobs/jobs.ts";
import { JOB_LIMITS } from "../../../lib/jobs/limits.ts";
import { runJob } from "../../../lib/jobs/run-job.actions.ts";
import { addFeed, fakeFeeds, feedAnswer } from "../../support/feeds.ts";
import { addHome, addMember } from "../../support/fixtures.ts";
import { openJobs, runsOf } from "../../support/jobs.ts";
import { everyKill, killedAt } from "../../support/killed.ts";
import type { TestServices } from "../../support/services.ts";

const MONDAY_MS = Date.parse("2026-11-16T08:00:01Z");
const WEEK_MS = 7 * 86_400_000;
const READERS = ["ada@example.com", "ben@example.com", "cleo@example.com"];

let weeks = 0;
const house = await openJobs("2026-11-16T08:00:01Z");

/**
 * Ada's home, which Ben reads too, and Cleo's: each with a feed of a freezing cellar, on another Monday each
 * time.
 */
async function freshHomes(): Promise<void> {
  await house.database.query("delete from households");
  await house.database.query("delete from outbox");
  await house.database.query("delete from job_runs");
  house.sent.length = 0;
  weeks += 1;
  house.clock.set(new Date(MONDAY_MS + weeks * WEEK_MS));
  for (const members of [READERS.slice(0, 2), READERS.slice(2)]) {
    const home = await addHome(house.database);
    for (const email of members) await addMember(house.database, home, "owner", email);
    await addFeed(house.database, home, "cellar");
  }
}

const services = (): TestServices => ({
  ...house.services,
  fetchFeed: fakeFeeds({}, feedAnswer({ temp1: 33 })),
  operators: { emails: [], chat: null },
});
const fires = (job: Job, by = services()) => runJob(by, job, { trigger: "clock", at: house.clock() });

/** The platform's next calls, once nobody waits for the dead any more. */
async function clockGoesOn(job: Job): Promise<void> {
  house.clock.advance(JOB_LIMITS.jobLeaseMs + 60_000);
  await fires(job);
  await fires("dispatch");
}

/** What has arrived, by who got it: a provider takes the same message under the same id once. */
const arrived = () => {
  const once = new Map(house.sent.map((message) => [message.id, message]));
  return [...once.values()].map(({ recipient }) => recipient).toSorted();
};

/** Kills the job at every call that it makes, one after the other; answers at how many. */
async function killEverywhere(
  job: Job,
  prepare: () => Promise<void>,
  check: (at: string) => Promise<void>,
): Promise<number> {
  for (const kill of everyKill()) {
    await prepare();
    const { db, isKilled } = killedAt(house.services.db, kill);
    const outcome = await fires(job, { ...services(), db }).catch((error: Error) => error);
    if (!isKilled()) {
      expect(outcome).toMatchObject({ kind: "ran" });
      return kill.call - 1;
    }
    await clockGoesOn(job);
    await check(`${kill.moment} call ${kill.call}`);
  }
  throw new Error("It never ends");
}

describe("killed at any of its calls", () => {
  test("has polled, evaluated and notified everything once in the end", async () => {
    const calls = await killEverywhere("collect-history", freshHomes, async (at) => {
      const snapshots = await house.database.query(
        "select 1 from snapshots s join devices d on d.number = s.device_number",
      );
      const alerts = await house.database.query("select household_id from alerts where kind = 'freeze'");
      const [run] = await runsOf(house, "collect-history");
      expect([snapshots.length, alerts.length, arrived(), run?.error], at).toEqual([2, 2, READERS, null]);
      expect(run?.finished_at, at).not.toBeNull();
    });
    expect(calls).toBeGreaterThan(15);
  });

  test("a digest reaches every reader, and nobody twice", async () => {
    const prepare = async () => {
      await freshHomes();
      await house.database.query("update devices set last_seen_at = $1", [house.clock()]);
    };
    const calls = await killEverywhere("weekly-digest", prepare, async (at) => {
      expect(arrived(), at).toEqual(READERS);
    });
    expect(calls).toBeGreaterThan(10);
  });
});
