import { beforeEach, expect, test } from "vitest";
import { cronApp } from "../../../functions/cron/app.ts";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { v1App } from "../../../functions/v1/app.ts";
import type { ForecastHour } from "../../../lib/kernel/ports.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { type Account, openAccount } from "../../support/account.ts";
import { addDevice, addHome, addMember, type TestDevice } from "../../support/fixtures.ts";
import { jobServices } from "../../support/jobs.ts";
import { postTo } from "../../support/readings.ts";
import { closedLimiter } from "../../support/services.ts";

const HOMES = 100;
/** The homes whose devices have just been cold: the tick fetches their forecasts. */
const COLD = 10;
const RENAMES = 24;
const CRON_SECRET = "c".repeat(43);

let house: Account;
let devices: TestDevice[];
beforeEach(async () => {
  house = await openAccount("2026-11-20T10:07:00Z");
  const { database } = house;
  devices = await Promise.all(
    Array.from({ length: HOMES }, async (_, index) => {
      const home = await addHome(database, `Home ${index}`);
      await addMember(database, home, "owner", `owner-${index}@example.com`);
      await database.sql`update households set latitude = 45, longitude = -93 where id = ${home}`;
      return addDevice(database, home, { name: `Cellar ${index}`, space: "Cellar" });
    }),
  );
});

test("leaks of ninety homes notify while a tick waits for other homes' weather, and somebody's writes are refused", async () => {
  const { services, sent } = jobServices(house.database, house.clock);
  const weather = Promise.withResolvers<ForecastHour[] | null>();
  let isAsked = false;
  const forecast = () => {
    isAsked = true;
    return weather.promise;
  };
  const ingest = ingestApp({ ...services, wake: async () => void (await dispatch(services)) });
  const post = async ({ ingestKey }: TestDevice, body: object) => {
    const answer = await postTo(ingest, { ingestKey }, body);
    expect(answer.status).toBe(200);
  };
  for (const device of devices.slice(0, COLD)) await post(device, { temp1: 41 });
  house.clock.advance(8 * 60_000);
  for (const device of devices.slice(0, COLD)) await post(device, { temp1: 39 });
  sent.length = 0;

  let isOver = false;
  const cron = cronApp({ ...services, forecast, cronSecret: CRON_SECRET });
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  const tick = Promise.resolve(
    cron.request("/api/cron/collect-history", { method: "POST", headers }),
  ).finally(() => {
    isOver = true;
  });
  await expect.poll(() => isAsked).toBe(true);

  const refusing = v1App({ ...house.services, limiter: closedLimiter });
  const renames = Array.from({ length: RENAMES }, (_, index) =>
    house.call("PATCH", "/api/v1/household", {
      body: { name: `Ada's home ${index}` },
      ...(index % 4 === 0 ? {} : { app: refusing }),
    }),
  );
  await Promise.all(devices.slice(COLD).map((device) => post(device, { flood1: true })));
  const answered = (await Promise.all(renames)).map(({ status }) => status);
  await dispatch(services);

  expect(isOver).toBe(false);
  expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(
    new Set(devices.slice(COLD).map((_, index) => `owner-${index + COLD}@example.com`)),
  );
  expect(new Set(answered)).toEqual(new Set([200, 429]));
  weather.resolve(null);
  expect((await tick).status).toBe(200);
});
