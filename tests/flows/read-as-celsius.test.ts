import { afterEach, beforeEach, expect, test } from "vitest";
import { readAsCelsius } from "../../lib/flows/devices/read-as-celsius.ts";
import { type Alerts, openAlerts } from "../support/alerts.ts";

let world: Alerts;
beforeEach(async () => {
  world = await openAlerts();
});
afterEach(() => world.database.close());

const mend = () => {
  const acting = {
    householdId: world.home,
    actor: { type: "user", id: world.owner.userId, ip: null },
  } as const;
  return readAsCelsius(world.ports, acting, world.device.id);
};

test("a frost that was °C taken for °F ends with the mend, and the leak beside it goes on", async () => {
  await world.post({ temp1: 21, flood1: true });
  expect(await world.alerts("freeze")).toMatchObject([{ severity: "critical", closed_at: null }]);
  expect(await mend()).toMatchObject({ ok: true });
  expect(await world.alerts("freeze")).toMatchObject([{ close_reason: "misread" }]);
  expect(await world.alerts("leak")).toMatchObject([{ closed_at: null }]);
  // What is cold in °C is told anew, and no second mend ends it.
  for (const minutes of [1, 2]) {
    world.clock.advance(minutes * 60_000);
    await world.post({ temp1: -5 });
  }
  expect(await mend()).toMatchObject({ ok: true });
  expect((await world.alerts("freeze")).at(-1)).toMatchObject({ closed_at: null });
});
