import { expect, test } from "vitest";
import { simulateRule } from "../../../lib/alerts/settings/simulate.actions.ts";
import { addHome } from "../../support/fixtures.ts";
import { DAY_MS, openHistory } from "./history-home.ts";

const NOW = "2026-11-20T10:30:00Z";
const LONG_AGO = "2026-11-05";
const history = await openHistory("2026-11-04T08:00:00Z");
const home = await addHome(history.database, "Home", "free");

test.each([
  ["closed", 0],
  ["open", 1],
] as const)(
  "a rule over quarter hours sees a door that was open for minutes, where 1 means %s",
  async (means, open) => {
    const door = await history.device(["door"], home);
    await history.database.query("update sensors set true_means = $1 where device_id = $2", [means, door.id]);
    history.clock.set("2026-11-06T08:00:00Z");
    await history.fillDay(door, LONG_AGO, (index) => [index === 601 ? open : 1 - open], 1);
    history.clock.set(NOW);
    await history.compact();
    await history.drop();
    const replayed = await simulateRule(history.services, home, {
      sensorId: door.first.sensorId,
      from: new Date(Date.parse(NOW) - 20 * DAY_MS),
      draft: { rule: { name: "Open", is: "equals", value: 1 } },
    });
    expect(replayed).toMatchObject({
      ok: true,
      value: { firings: [{ opened_at: `${LONG_AGO}T10:00:00.000Z` }] },
    });
  },
);
