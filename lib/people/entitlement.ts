import type { Plan, Role } from "../../schema/vocabulary.ts";

/** The role and plan that an action asks for; no plan means that Free has it too. */
type Demand = { roles: readonly Role[]; plan?: "pro" };

const EVERYONE = ["owner", "manager", "member", "viewer"] as const;
const CHANGERS = ["owner", "manager", "member"] as const;
/** What hands out a secret that opens more than its maker may do is not for members. */
const KEEPERS = ["owner", "manager"] as const;
const OWNER = ["owner"] as const;

/** The one place that says what a role and a plan may do. */
const DEMANDS = {
  read_home: { roles: EVERYONE },
  read_activity: { roles: EVERYONE },
  // The place from where people sign in says where they are.
  read_caller_addresses: { roles: KEEPERS },
  acknowledge_alert: { roles: CHANGERS },
  manage_quiet: { roles: CHANGERS },
  manage_devices: { roles: CHANGERS },
  manage_sensors: { roles: CHANGERS },
  manage_feeds: { roles: CHANGERS },
  manage_rules: { roles: CHANGERS },
  pin_notes: { roles: CHANGERS },
  manage_notifications: { roles: CHANGERS },
  // Who is called when nobody answers, the people without an account among them: it speaks to strangers in the home's name.
  manage_escalation: { roles: KEEPERS },
  manage_share_links: { roles: CHANGERS },
  override_mood: { roles: CHANGERS },
  register_puck: { roles: CHANGERS },
  register_push: { roles: CHANGERS, plan: "pro" },
  // One's own phone, also after a downgrade of the plan or the role.
  remove_push: { roles: EVERYONE },
  reveal_ingest_key: { roles: KEEPERS },
  rotate_ingest_key: { roles: KEEPERS },
  manage_api_keys: { roles: KEEPERS, plan: "pro" },
  manage_inbound: { roles: KEEPERS, plan: "pro" },
  manage_household: { roles: KEEPERS },
  manage_members: { roles: OWNER },
  change_plan: { roles: OWNER },
  delete_household: { roles: OWNER },
  export_household: { roles: OWNER },
  manage_emergency_card: { roles: CHANGERS },
  // It names who did what, and goes to strangers.
  read_evidence: { roles: KEEPERS },
  // Asked with `planAllows`: a key or a token has no role.
  use_api: { roles: EVERYONE, plan: "pro" },
  use_inbound: { roles: EVERYONE, plan: "pro" },
} as const satisfies Record<string, Demand>;

export type Action = keyof typeof DEMANDS;
export const ACTIONS = Object.keys(DEMANDS) as Action[];

const demandOf = (action: Action): Demand => DEMANDS[action];

/** Says which of the two refuses; the role first, for another plan would not help. */
export function may(action: Action, { plan, role }: { plan: Plan; role: Role }): "yes" | "role" | "plan" {
  if (!demandOf(action).roles.includes(role)) return "role";
  return planAllows(action, plan) ? "yes" : "plan";
}

/** For callers without a role: an API key, an inbound token. */
export function planAllows(action: Action, plan: Plan): boolean {
  const demanded = demandOf(action).plan;
  return demanded === undefined || demanded === plan;
}
