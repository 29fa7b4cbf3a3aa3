import { describe, expect, test } from "vitest";
import { openApi } from "../support/api.ts";
import { eachTest } from "../support/each-test.ts";
import { addDevice } from "../support/fixtures.ts";

const api = eachTest(openApi);

/** Returns the freeze alerts after a device in the cellar posts a body three times, ten minutes apart. */
const raised = async (body: unknown): Promise<string[]> => {
  const device = await addDevice(api.database, api.home, { name: "Node", space: "Cellar" });
  for (let round = 0; round < 3; round += 1) {
    expect((await api.post(device, body)).status).toBe(200);
    api.clock.advance(600_000);
  }
  const rows = await api.database.sql<{ severity: string }>`
    select severity from alerts where kind = 'freeze'`;
  return rows.map(({ severity }) => severity);
};

const entity = (name: string, state: string) => ({
  entity_id: `sensor.${name.toLowerCase().replaceAll(" ", "_")}`,
  state,
  attributes: { unit_of_measurement: "°C", device_class: "temperature", friendly_name: name },
});

describe("a first temperature below freezing", () => {
  test.each([
    ["is critical where its name is a room's", entity("Living room temperature", "-5"), ["critical"]],
    ["raises nothing where it is worked out", entity("Dew point", "-2"), []],
  ])("%s", async (_, body, severities) => {
    expect(new Set(await raised(body))).toEqual(new Set(severities));
  });

  test("is a warning by mail alone under a word that may be anything", async () => {
    const device = await addDevice(api.database, api.home, { name: "Node", space: "Cellar" });
    for (const celsius of [12, 7, 2, -3, -5, -5]) {
      expect((await api.post(device, entity("Zorp", String(celsius)))).status).toBe(200);
      api.clock.advance(600_000);
    }
    const alerts = await api.database.sql<{ severity: string }>`
      select severity from alerts where kind = 'freeze'`;
    expect(alerts.map(({ severity }) => severity)).toEqual(["warning"]);
    const asking = await api.database.sql`
      select id from findings where finding #> '{evidence,more,place_unknown}' = '1'`;
    expect(asking.length).toBeGreaterThan(0);
    const sent = await api.database.sql`select channel from outbox where channel <> 'email'`;
    expect(sent).toEqual([]);
  });
});
