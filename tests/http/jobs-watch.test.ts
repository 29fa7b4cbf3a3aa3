import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { reportSilentClock, runJob } from "../../lib/jobs/run-job.actions.ts";
import { clockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import type { ChatWebhook } from "../../lib/kernel/ports.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { type JobHouse, openJobs } from "../support/jobs.ts";
import { postTo } from "../support/readings.ts";

describe("ingest notices a silent clock", () => {
  let house: JobHouse;
  let device: TestDevice;
  beforeEach(async () => {
    house = await openJobs("2026-11-20T10:00:01Z");
    isCronThere = true;
    device = await addDevice(house.database, await addHome(house.database));
  });

  let isCronThere = true;
  const reportSilence = async () => {
    if (!isCronThere) throw new Error("It answers 503");
    await reportSilentClock(house.services);
  };

  /** An instance of the ingest function, with the checks that it runs after its responses. */
  function instance(chat: ChatWebhook | null = house.services.operators.chat) {
    const looks: Promise<void>[] = [];
    const watch = clockWatch({ ...house.services, reportSilence, chat });
    const watchClock = () => {
      const look = watch();
      if (look !== null) looks.push(look.catch(() => undefined));
      return look;
    };
    const app = ingestApp({ ...house.services, watchClock });
    return async (body: unknown = { temp1: 60 }) => {
      const answer = await postTo(app, device, body);
      await Promise.all(looks);
      return answer.status;
    };
  }
  const collect = () => runJob(house.services, "collect-history", { trigger: "clock", at: house.clock() });
  const incidents = () => house.database.sql`select 1 from outbox where kind = 'incident'`;

  test("after 35 minutes, once an incident, whichever instances look", async () => {
    await collect();
    const [one, other] = [instance(), instance()];
    house.clock.advance(35 * MINUTE_MS);
    await one();
    expect(await incidents()).toHaveLength(0);
    house.clock.advance(6 * MINUTE_MS);
    await Promise.all([one(), other()]);
    house.clock.advance(60 * MINUTE_MS);
    await Promise.all([one(), other(), instance()()]);
    expect(await incidents()).toHaveLength(1);
    expect(house.chat).toHaveLength(1);
    expect(house.sent.map(({ content }) => content.subject)).toEqual(["Hearthwatch: The clock is silent"]);

    await collect();
    expect(house.sent.at(-1)?.content.subject).toBe("Hearthwatch: clock works again");
    expect(house.chat.at(-1)).toMatch(/^Hearthwatch: clock works again, after 60 minutes/);
    await collect();
    expect(house.sent.filter(({ content }) => content.subject.includes("works again"))).toHaveLength(1);
    house.clock.advance(41 * MINUTE_MS);
    await one();
    expect(await incidents()).toHaveLength(2);
  });

  test("and says so in the chat alone, once, while the cron function answers nobody", async () => {
    await collect();
    isCronThere = false;
    house.clock.advance(41 * MINUTE_MS);
    await Promise.all([instance()(), instance()()]);
    await instance()();
    expect(house.chat).toEqual([expect.stringMatching(/^Hearthwatch: The clock is silent\. /)]);
    isCronThere = true;
    await instance()();
    expect([await incidents(), house.chat.length]).toEqual([[], 1]);
    await collect();
    expect(house.sent.map(({ content }) => content.subject)).toEqual(["Hearthwatch: clock works again"]);
  });

  test("and leaves the mail to the cron function where there is no chat", async () => {
    await collect();
    isCronThere = false;
    house.clock.advance(41 * MINUTE_MS);
    await instance(null)();
    isCronThere = true;
    await instance(null)();
    expect(await incidents()).toHaveLength(1);
  });

  test("with one look in five minutes, and none after a post that is refused", async () => {
    await collect();
    const ingest = instance();
    // A device's first post also stores its deadband.
    await ingest();
    await ingest();
    house.database.resetCalls();
    await ingest({});
    await ingest();
    expect(house.database.calls()).toBe(1);
    house.clock.advance(5 * MINUTE_MS);
    expect(await ingest({})).toBe(400);
    expect(house.database.calls()).toBe(1);
    await ingest();
    expect(house.database.calls()).toBe(3);
  });

  test("but says nothing of a clock that never was", async () => {
    await instance()();
    expect(await incidents()).toEqual([]);
  });

  test("a device doesn't notice a clock check that fails", async () => {
    const watchClock = async () => {
      throw new Error("no database");
    };
    const app = ingestApp({ ...house.services, watchClock });
    const request = { method: "POST", body: '{"temp1":60}' };
    expect((await app.request(`/api/ingest/${device.ingestKey}`, request)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(house.services.reports).toContainEqual(expect.objectContaining({ event: "clock_watch_failed" }));
  });
});
