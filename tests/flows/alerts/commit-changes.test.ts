import { beforeEach, expect, test } from "vitest";
import { advance } from "../../../lib/alerts/advance.ts";
import { commitChanges, type IdentifiedChange } from "../../../lib/alerts/commit-changes.queries.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { Verdict } from "../../../lib/alerts/verdict.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { plain } from "../../../lib/language/reason.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addDevice, addHome } from "../../support/fixtures.ts";
import { testServices } from "../../support/services.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

let home: string;
let device: string;
const database = await openTestDatabase();
beforeEach(async () => {
  await database.sql`delete from households`;
  home = await addHome(database);
  device = (await addDevice(database, home)).id;
});

/** An outage that an evaluation opens without having seen an earlier state. */
function opening(alertId: string): IdentifiedChange {
  const kind = "outage";
  const scene = {
    kind,
    subject: device,
    quiet: NO_QUIET,
    trust: { is: "ok" },
    settings: settingsFor(kind),
  } as const;
  const at = NOW.getTime();
  const verdict: Verdict = {
    is: "measured",
    severity: "warning",
    holds: "warning",
    badness: 1,
    rung: 0,
    provenUntil: at,
    limit: null,
    evidence: { value: 60, unit: "min", sensorId: null, deviceId: device, at },
    why: plain("water"),
  };
  const assessed = advance(NO_EPISODE, { verdict }, scene, at);
  const about = { title: "Cellar", deviceId: device, sensorId: null };
  return { ...tellAlone(assessed), kind, subject: device, version: 0, about, alertId };
}
const commit = (alertId: string) =>
  commitChanges(testServices(database).db, [{ householdId: home, changes: [opening(alertId)], now: NOW }]);
const stored = () =>
  database.sql`select id, (select count(*)::integer from findings) as findings from alerts order by id`;

test("of two judgements of the same moment the first counts, and the second wins nothing", async () => {
  expect(await commit("alr_first")).toEqual([{ householdId: home, kind: "outage", subject: device }]);
  expect(await commit("alr_second")).toEqual([]);
  expect(await stored()).toEqual([{ id: "alr_first", findings: 1 }]);
});

test.each([
  ["was switched off", "update devices set enabled = false"],
  ["was deleted", "delete from devices"],
])("nothing opens for a device that %s meanwhile", async (_, statement) => {
  await database.query(statement);
  expect(await commit("alr_late")).toEqual([]);
  expect(await stored()).toEqual([]);
});
