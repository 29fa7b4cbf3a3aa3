import * as z from "zod/mini";
import { Device } from "../devices.ts";
import { Rule } from "../rules.ts";
import { Household, Invitation, MemberItem } from "./household.ts";
import { HandedOut } from "./keys.ts";
import { ActivityItem } from "./sessions.ts";

/**
 * What the home has, but for its readings, which have an export of their own; nothing that opens anything.
 */
export const HouseholdExport = z.object({
  exported_at: z.iso.datetime(),
  household: Household,
  members: z.array(MemberItem),
  invitations: z.array(Invitation),
  devices: z.array(Device),
  rules: z.array(Rule),
  handed_out: HandedOut,
  /** The newest entries. */
  activity: z.array(ActivityItem),
});

/** All that is kept about a person: in `data`, a list of rows for each table that names them. */
export const PersonExport = z.object({
  exported_at: z.iso.datetime(),
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

export type HouseholdExport = z.output<typeof HouseholdExport>;
