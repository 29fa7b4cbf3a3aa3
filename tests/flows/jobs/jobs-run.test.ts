import { describe, expect, test } from "vitest";
import type { Job } from "../../../lib/jobs/jobs.ts";
import { JOB_LIMITS } from "../../../lib/jobs/limits.ts";
import { type Jobs, WORK } from "../../../lib/jobs/registry.actions.ts";
import { type JobAsk, runJob } from "../../../lib/jobs/run-job.actions.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { tellOperators } from "../../../lib/messages/operators.actions.ts";
import { eachTest } from "../../support/each-test.ts";
import { OPERATOR_EMAIL, openJobs, runsOf } from "../../support/jobs.ts";

const house = eachTest(() => openJobs("2026-11-20T10:00:01Z"));

/** The ticks that the fake job has run, in order. */
let ran: string[];
const fake = (job: Job, work: () => Promise<Record<string, number>> = async () => ({ done: 1 })): Jobs => {
  ran = [];
  return {
    ...WORK,
    dispatch: async () => ({}),
    [job]: async (_: unknown, tick: Date) => {
      ran.push(tick.toISOString());
      return await work();
    },
  };
};

const tellOfATest = () =>
  tellOperators(house.services, { subject: "test", faultIn: () => ({ title: "A test", reason: "none" }) });

const clockCalls = (job: Job, jobs: Jobs, at: Date = house.clock()) =>
  runJob(house.services, job, { trigger: "clock", at }, jobs);

const stateOf = async (job: Job) =>
  (await runsOf(house, job)).map(({ tick, attempts, error, finished_at }) => [
    tick.toISOString().slice(11, 16),
    attempts,
    error === null ? (finished_at === null ? "open" : "ok") : "failed",
  ]);

describe("a tick", () => {
  test("runs once however often it fires", async () => {
    const jobs = fake("collect-history");
    expect(await clockCalls("collect-history", jobs)).toMatchObject({ kind: "ran", counts: { done: 1 } });
    house.clock.advance(7_000);
    expect(await clockCalls("collect-history", jobs)).toEqual({ kind: "skipped" });
    expect(ran).toEqual(["2026-11-20T10:00:00.000Z"]);
    expect(await stateOf("collect-history")).toEqual([["10:00", 1, "ok"]]);
  });

  test("that fires late is made good by the present one, which then has run", async () => {
    const jobs = fake("collect-history");
    await clockCalls("collect-history", jobs);
    house.clock.set("2026-11-20T10:31:00Z");
    const late = await clockCalls("collect-history", jobs, new Date("2026-11-20T10:15:00Z"));
    expect(late).toMatchObject({ kind: "ran" });
    expect(await clockCalls("collect-history", jobs)).toEqual({ kind: "skipped" });
    expect(ran.map((tick) => tick.slice(11, 16))).toEqual(["10:00", "10:30"]);
  });

  test("while the one before is at work does nothing, and is caught up by the next", async () => {
    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<Record<string, number>>();
    const jobs = fake("collect-history", () => {
      begun.resolve();
      return ran.length === 1 ? slow.promise : Promise.resolve({});
    });
    house.clock.set("2026-11-20T10:13:00Z");
    const first = clockCalls("collect-history", jobs);
    await begun.promise;
    house.clock.set("2026-11-20T10:15:01Z");
    expect(await clockCalls("collect-history", jobs)).toEqual({ kind: "running" });
    slow.resolve({ polled: 3 });
    expect(await first).toMatchObject({ kind: "ran", counts: { polled: 3 } });
    house.clock.set("2026-11-20T10:16:00Z");
    await clockCalls("collect-history", jobs);
    expect(ran.map((tick) => tick.slice(11, 16))).toEqual(["10:00", "10:15"]);
  });
});

describe("a run that dies in the middle", () => {
  /** Leaves a run as a killed function does: claimed, and never finished. */
  const die = async () => {
    const never = fake("maintenance", () => new Promise(() => undefined));
    void clockCalls("maintenance", never);
    while (ran.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test("is taken over when its lease is over, and no sooner", async () => {
    await die();
    house.clock.advance(JOB_LIMITS.jobLeaseMs - 1_000);
    const jobs = fake("maintenance");
    expect(await clockCalls("maintenance", jobs)).toEqual({ kind: "running" });
    house.clock.advance(2_000);
    expect(await clockCalls("maintenance", jobs)).toMatchObject({ kind: "ran" });
    expect(await stateOf("maintenance")).toEqual([["10:00", 2, "ok"]]);
  });

  test("holds up nothing where its clock was ahead", async () => {
    house.clock.advance(24 * HOUR_MS);
    await die();
    house.clock.advance(-24 * HOUR_MS);
    expect(await clockCalls("maintenance", fake("maintenance"))).toMatchObject({ kind: "ran" });
  });

  test("is given up after three attempts, until the next tick", async () => {
    for (let attempt = 1; attempt <= JOB_LIMITS.jobAttemptsMax; attempt += 1) {
      await die();
      house.clock.advance(JOB_LIMITS.jobLeaseMs + 1_000);
    }
    const jobs = fake("maintenance");
    expect(await clockCalls("maintenance", jobs)).toEqual({ kind: "skipped" });
    house.clock.advance(HOUR_MS);
    expect(await clockCalls("maintenance", jobs)).toMatchObject({ kind: "ran" });
  });
});

describe("run by hand", () => {
  const byHand = (job: Job, jobs: Jobs, ask: JobAsk = { trigger: "manual" }) =>
    runJob(house.services, job, ask, jobs);

  test("a job runs although its tick has run, on the same line of the ledger", async () => {
    const jobs = fake("collect-history", async () => ({ polled: 2 }));
    await clockCalls("collect-history", jobs);
    expect(await byHand("collect-history", jobs)).toMatchObject({ kind: "ran", counts: { polled: 2 } });
    expect(await runsOf(house, "collect-history")).toMatchObject([{ attempts: 2, error: null }]);
    expect(await clockCalls("collect-history", jobs)).toEqual({ kind: "skipped" });
  });

  test("a job that is under way is left alone; sending is not", async () => {
    await tellOfATest();
    const slow = Promise.withResolvers<Record<string, number>>();
    for (const [job, kind] of [
      ["weekly-digest", "running"],
      ["dispatch", "ran"],
    ] as const) {
      const jobs = fake(job, () => (ran.length === 1 ? slow.promise : Promise.resolve({})));
      const first = byHand(job, jobs);
      while (ran.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await byHand(job, jobs)).kind, job).toBe(kind);
      slow.resolve({});
      await first;
    }
  });
});

test("a dispatch that finds nothing to do looks once and writes nothing, whoever calls and however often", async () => {
  house.database.resetCalls();
  for (let call = 0; call < 20; call += 1)
    expect(await runJob(house.services, "dispatch", { trigger: "manual" })).toMatchObject({
      kind: "ran",
      counts: { notified: 0, sent: 0 },
    });
  expect(house.database.calls()).toBe(20);
  house.database.resetCalls();
  expect((await runJob(house.services, "dispatch", { trigger: "clock", at: house.clock() })).kind).toBe(
    "ran",
  );
  expect(house.database.calls()).toBe(1);
  expect(await runsOf(house, "dispatch")).toEqual([]);
});

test("what is queued already is sent in three calls", async () => {
  await tellOfATest();
  house.database.resetCalls();
  await runJob(house.services, "dispatch", { trigger: "manual" });
  expect(house.sent).toHaveLength(1);
  expect(house.database.calls()).toBe(3);
});

test("a dispatch by hand that fails tells the operators, and the clock's next one that works ends that", async () => {
  await tellOfATest();
  const broken = fake("dispatch", async () => {
    throw new TypeError("no such thing");
  });
  await expect(runJob(house.services, "dispatch", { trigger: "manual" }, broken)).rejects.toThrow(
    "no such thing",
  );
  house.clock.advance(MINUTE_MS);
  await clockCalls("dispatch", WORK);
  expect(house.sent.map(({ content }) => content.subject).toSorted()).toEqual([
    "Hearthwatch: A test",
    "Hearthwatch: The job dispatch fails",
  ]);
  house.clock.advance(MINUTE_MS);
  await clockCalls("dispatch", WORK);
  expect(house.sent.at(-1)?.content.subject).toBe("Hearthwatch: job/dispatch works again");
});

describe("a job that fails", () => {
  const broken = () =>
    fake("maintenance", async () => {
      throw new TypeError("no such thing");
    });
  const mails = () => house.sent.filter(({ recipient }) => recipient === OPERATOR_EMAIL);

  test("says why in the ledger, and is tried again at the next call, three times in all", async () => {
    const jobs = broken();
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await expect(clockCalls("maintenance", jobs)).rejects.toThrow("no such thing");
    expect(await clockCalls("maintenance", jobs)).toEqual({ kind: "skipped" });
    const [row] = await runsOf(house, "maintenance");
    expect([row?.attempts, row?.error]).toEqual([3, "TypeError: no such thing"]);
  });

  test("tells the operators once until it has worked in between", async () => {
    const failing = { ...broken(), dispatch: WORK.dispatch };
    for (let hour = 0; hour < 3; hour += 1) {
      await expect(clockCalls("maintenance", failing)).rejects.toThrow();
      house.clock.advance(HOUR_MS);
    }
    expect(mails().map(({ content }) => content.subject)).toEqual(["Hearthwatch: The job maintenance fails"]);
    expect(mails()[0]?.content.text).toContain("TypeError: no such thing");
    expect(house.chat).toHaveLength(1);

    await clockCalls("maintenance", { ...fake("maintenance"), dispatch: WORK.dispatch });
    expect(mails().at(-1)?.content.subject).toBe("Hearthwatch: job/maintenance works again");
    house.clock.advance(HOUR_MS);
    await expect(clockCalls("maintenance", failing)).rejects.toThrow();
    expect(mails()).toHaveLength(3);
    expect(house.chat).toHaveLength(3);
  });
});

test("pings the dead man's watcher after each successful collection, and after no other job", async () => {
  await clockCalls("collect-history", fake("collect-history"));
  await clockCalls("maintenance", fake("maintenance"));
  house.clock.advance(15 * MINUTE_MS);
  await expect(
    clockCalls(
      "collect-history",
      fake("collect-history", async () => {
        throw new Error("no");
      }),
    ),
  ).rejects.toThrow();
  expect(house.pings).toEqual(["2026-11-20T10:00:01.000Z"]);
});
