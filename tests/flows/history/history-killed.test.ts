import { expect, test } from "vitest";
import { compactDays } from "../../../lib/history/compact.actions.ts";
import { everyKill, killedAt } from "../../support/killed.ts";
import { at, DAY_MS, openHistory, quarterHours } from "./history-home.ts";

let nextDay = at("2026-01-01T00:00:00Z");
const history = await openHistory();

/** Two devices with a day that is closed by now, another one each time. */
async function filledDay() {
  const [from, to] = [new Date(nextDay), new Date(nextDay + DAY_MS)];
  nextDay += DAY_MS;
  history.clock.set(new Date(from.getTime() + 9 * DAY_MS));
  const day = from.toISOString().slice(0, 10);
  const devices = [await history.device(["temperature", "door"]), await history.device(["temperature"])];
  for (const device of devices)
    await history.fill(
      device,
      quarterHours(day, (index) => [20 + index / 10, index % 2].slice(0, device.sensors.length)),
    );
  return { day, range: { from, to }, sensors: devices.flatMap((device) => device.sensors) };
}

test("killed at any of its calls, a seal neither loses nor doubles a reading, and the next goes on", async () => {
  let calls = 0;
  for (const kill of everyKill()) {
    const { day, range, sensors } = await filledDay();
    const read = async () => [
      await history.page(sensors, range),
      await history.page(sensors, { ...range, resolution: "1h" }),
    ];
    const before = await read();
    const { db, isKilled } = killedAt(history.services.db, kill);
    const sealing = await compactDays({ ...history.services, db }).catch((error: Error) => error.message);
    expect(await read(), `${kill.moment} call ${kill.call}`).toEqual(before);
    if (!isKilled()) break;
    calls = kill.call;
    expect(sealing).toBe("killed");
    await history.compact();
    expect(await read(), `${kill.moment} call ${kill.call}`).toEqual(before);
    expect(await history.count("history_chunks", `day = '${day}'`)).toBe(3);
  }
  expect(calls).toBeGreaterThan(4);
  expect(await history.count("snapshots")).toBe(0);
});
