import { LIMITS } from "../../../schema/limits.ts";
import type { HouseholdExport } from "../../../schema/wire/account/household-export.ts";
import { done, type Outcome } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { listHandedOut } from "../../store/account/handed-out.ts";
import { listInvitations } from "../../store/account/invitations.ts";
import { listMembers } from "../../store/account/members.ts";
import type { Db } from "../../store/db.ts";
import { listDevices } from "../devices/list-devices.ts";
import { listRules } from "../rules/list-rules.ts";
import { showHousehold } from "./change-household.ts";
import { listActivity } from "./list-activity.ts";

export type ExportedHousehold = HouseholdExport;

/** All that a home has but its readings, as its lists show it: no list of it is longer than one page. */
export async function exportHousehold(
  ports: { db: Db; clock: Clock },
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
