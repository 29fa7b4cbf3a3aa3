import type { Channel, Plan, Role } from "../../schema/vocabulary.ts";

/** The roles and the plan that an action requires. Without `plan`, Free includes the action. */
type Demand = { roles: readonly Role[]; plan?: "pro" };

const EVERYONE = ["owner", "manager", "member", "viewer"] as const;
const CHANGERS = ["owner", "manager", "member"] as const;
/** Excludes members, whose own rights are narrower than the secrets that these actions hand out. */
const KEEPERS = ["owner", "manager"] as const;
const OWNER = ["owner"] as const;

/** The permissions of all roles and plans. No other place decides them. */
const DEMANDS = {
  read_home: { roles: EVERYONE },
  read_activity: { roles: EVERYONE },
  // The IP address of a sign-in reveals where the person is.
  read_caller_addresses: { roles: KEEPERS },
  acknowledge_alert: { roles: CHANGERS },
  manage_quiet: { roles: CHANGERS },
  manage_devices: { roles: CHANGERS },
  manage_sensors: { roles: CHANGERS },
  manage_feeds: { roles: CHANGERS },
  manage_rules: { roles: CHANGERS },
  pin_notes: { roles: CHANGERS },
  manage_notifications: { roles: CHANGERS },
  // Escalation also calls people without an account, so it speaks to strangers in the home's name.
  manage_escalation: { roles: KEEPERS },
  manage_share_links: { roles: CHANGERS },
  override_mood: { roles: CHANGERS },
  register_puck: { roles: CHANGERS },
  register_push: { roles: CHANGERS, plan: "pro" },
  // Everyone may remove their own phone, even after a downgrade of the plan or the role.
  remove_push: { roles: EVERYONE },
  reveal_ingest_key: { roles: KEEPERS },
  rotate_ingest_key: { roles: KEEPERS },
  manage_api_keys: { roles: KEEPERS, plan: "pro" },
  manage_inbound: { roles: KEEPERS, plan: "pro" },
  // A key or token doesn't open anything on Free, but would again on Pro.
  revoke_keys: { roles: KEEPERS },
  manage_household: { roles: KEEPERS },
  manage_members: { roles: OWNER },
  change_plan: { roles: OWNER },
  delete_household: { roles: OWNER },
  export_household: { roles: OWNER },
  manage_emergency_card: { roles: CHANGERS },
  // An evidence document names who did what, and goes to strangers.
  read_evidence: { roles: KEEPERS },
  // Checked with `planAllows`, since a key or a token has no role.
  use_api: { roles: EVERYONE, plan: "pro" },
  use_inbound: { roles: EVERYONE, plan: "pro" },
} as const satisfies Record<string, Demand>;

export type Action = keyof typeof DEMANDS;
export const ACTIONS = Object.keys(DEMANDS) as Action[];

const demandOf = (action: Action): Demand => DEMANDS[action];

/** Checks role and plan. Names the role first if both refuse, since another plan wouldn't help then. */
export function may(action: Action, { plan, role }: { plan: Plan; role: Role }): "yes" | "role" | "plan" {
  if (!demandOf(action).roles.includes(role)) return "role";
  return planAllows(action, plan) ? "yes" : "plan";
}

/** Checks the plan alone, for callers without a role: API keys and inbound tokens. */
export function planAllows(action: Action, plan: Plan): boolean {
  const demanded = demandOf(action).plan;
  return demanded === undefined || demanded === plan;
}

/** Channels that cost the operator money or need Firebase. */
const PRO_CHANNELS: readonly Channel[] = ["sms", "push", "call"];

/** Tells if the plan includes the channel. */
export const hasChannel = (plan: Plan, channel: Channel): boolean =>
  plan === "pro" || !PRO_CHANNELS.includes(channel);
