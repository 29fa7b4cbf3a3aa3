import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { HOUSEHOLD_UNITS, PLANS, ROLES, ROOM_ICONS, SHARE_SCOPES } from "../../vocabulary.ts";
import { changeOf, instant, shownName, shownText, yesNo } from "../text.ts";
import { emailAddress } from "./sign-in.ts";

/** `plan` is the effective plan, `chosen_plan` the one after the trial. */
export const Household = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(PLANS),
  chosen_plan: z.enum(PLANS),
  trial_ends_at: z.nullable(instant),
  time_zone: z.string(),
  temperature_unit: z.enum(HOUSEHOLD_UNITS),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  city: z.nullable(z.string()),
  /** True if the home counts in its city's daily figures, which cover at least ten homes. */
  share_city_aggregates: z.boolean(),
  created_at: instant,
});
export type Household = z.output<typeof Household>;

export const HouseholdAnswer = z.object({ household: Household });
export type HouseholdAnswer = z.output<typeof HouseholdAnswer>;

const degrees = (max: number) => z.nullable(z.number().check(z.minimum(-max), z.maximum(max)));

export const timeZone = shownText(1, LIMITS.idCharactersMax).check(
  z.refine(isTimeZone, { error: "must be an IANA time zone such as Europe/Berlin" }),
  z.meta({ description: "An IANA time zone such as Europe/Berlin", pattern: "^[A-Za-z][A-Za-z0-9/_+-]*$" }),
);

export const HouseholdChange = changeOf({
  name: shownName,
  time_zone: timeZone,
  temperature_unit: z.enum(HOUSEHOLD_UNITS),
  latitude: degrees(90),
  longitude: degrees(180),
  city: z.nullable(shownText(1, LIMITS.cityCharactersMax)),
  share_city_aggregates: yesNo,
}).check(
  z.refine((change) => typeof change.latitude === typeof change.longitude, {
    error: "must have latitude and longitude together, as numbers or null",
  }),
  z.meta({ minProperties: 1, dependentRequired: { latitude: ["longitude"], longitude: ["latitude"] } }),
);
export type HouseholdChange = z.output<typeof HouseholdChange>;

/** Moves a room by one place, or changes its icon. */
export const RoomChange = z.strictObject({
  room: shownName,
  move: z.optional(z.enum(["up", "down"])),
  icon: z.optional(z.enum(ROOM_ICONS)),
});
export type RoomChange = z.output<typeof RoomChange>;

/** Refuses offsets such as +02:00: Intl knows them, but they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    // Intl throws a RangeError for an unknown name.
    return false;
  }
}

export const PlanChoice = z.strictObject({ plan: z.enum(PLANS) });

const days = z.nullable(z.int());

/** The limits of a plan; null means no limit. */
export const PlanLimits = z.object({
  plan: z.enum(PLANS),
  devices: z.int(),
  feeds: z.int(),
  rules: z.int(),
  share_links: z.int(),
  share_scopes: z.array(z.enum(SHARE_SCOPES)),
  share_never_expires: z.boolean(),
  text_messages_per_month: z.int(),
  push_messages: z.boolean(),
  api: z.boolean(),
  automation_webhooks: z.boolean(),
  history_days: z.object({ raw: days, "15m": days, "1h": days, "1d": days }),
  log_days: days,
});

/** `plan` and `limits` are current, `chosen_plan` is the one after the trial; `plans` lists all plans. */
export const PlanAnswer = z.extend(
  z.pick(Household, { plan: true, chosen_plan: true, trial_ends_at: true }),
  { limits: PlanLimits, plans: z.array(PlanLimits) },
);
export type PlanAnswer = z.output<typeof PlanAnswer>;

const role = z.enum(ROLES);

export const RoleChange = z.strictObject({ role });

export const NewInvitation = z.strictObject({ email: emailAddress, role });
