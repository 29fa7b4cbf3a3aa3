import { LIMITS } from "../../schema/limits.ts";
import type { HouseholdExport } from "../../schema/wire/account/household-export.ts";
import { listRules } from "../alerts/rules/rules.actions.ts";
import { listDevices } from "../devices/devices.actions.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { listHandedOut } from "./handed-out.queries.ts";
import { showHousehold } from "./home.actions.ts";
import { listInvitations } from "./invitations.queries.ts";
import { listActivity } from "./list-activity.actions.ts";
import { listMembers } from "./members.queries.ts";

type ExportedHousehold = HouseholdExport;

/** All that a home has but its readings, as its lists show it: no list of it is longer than one page. */
export async function exportHousehold(
  ports: Pick<Services, "db" | "clock">,
  householdId: string,
): Promise<Outcome<ExportedHousehold>> {
  const { db } = ports;
  const now = ports.clock();
  const limit = LIMITS.pageMax;
  const household = await showHousehold(ports, householdId);
  if (!household.ok) return household;
  const devices = await listDevices(ports, householdId, { limit });
  if (!devices.ok) return devices;
  const rules = await listRules(ports, householdId, { limit });
  if (!rules.ok) return rules;
  const page = await listActivity(ports, { householdId, before: null, limit, withAddresses: true });
  return done({
    exported_at: now.toISOString(),
    household: household.value.household,
    members: await listMembers(db, householdId),
    invitations: await listInvitations(db, householdId, now),
    devices: devices.value.devices,
    rules: rules.value.rules,
    handed_out: await listHandedOut(db, { householdId, by: null, now }),
    activity: page.activity,
  });
}
