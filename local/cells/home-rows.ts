/** The column that a table's rows of a home are found by, or the table in between. */
type Key =
  | "household_id"
  | "device_id"
  | "device_number"
  | "user_id"
  | "members"
  | { column: string; of: "home" | "people" | "leavers" }
  | { column: string; in: string };

/** `first`: others hang on it. `copied`: of people, who may have homes in both places. `moved`: it hangs on what is there. */
type Way = "first" | "copied" | "moved";
type HomeRows = { table: string; key: Key; way: Way };

const rows = (way: Way, key: Key, ...tables: string[]): HomeRows[] =>
  tables.map((table) => ({ table, key, way }));

/** Every table with rows of a home, in an order in which each finds what it refers to; locks are taken in it too. */
export const HOME_ROWS: readonly HomeRows[] = [
  ...rows("first", { column: "id", of: "home" }, "households"),
  ...rows("first", "household_id", "devices"),
  ...rows("first", "device_id", "sensors"),
  ...rows("first", "household_id", "alerts", "home_contacts", "drills", "inbound_tokens"),
  ...rows("moved", { column: "email", of: "leavers" }, "sign_in_challenges", "sign_in_failures"),
  ...rows("copied", { column: "id", of: "people" }, "users"),
  ...rows("copied", "user_id", "contact_points", "passkeys", "recovery_codes"),
  ...rows("first", "household_id", "companion_sessions"),
  ...rows("moved", "members", "sessions"),
  ...rows("moved", { column: "subject", of: "home" }, "sending_counts"),
  ...rows("moved", "household_id", "alert_states", "alert_rules", "alert_links", "findings"),
  ...rows("moved", "household_id", "escalations", "escalation_steps", "responder_links", "drill_messages"),
  ...rows("moved", "household_id", "evidence_documents", "chart_notes", "activity"),
  ...rows("moved", "household_id", "memberships", "invitations", "api_keys", "share_links"),
  ...rows("moved", "household_id", "emergency_cards", "card_photos", "pull_feeds", "probes"),
  ...rows("moved", "household_id", "bays", "pucks", "puck_claims", "request_receipts", "outbox"),
  ...rows("moved", { column: "home", of: "home" }, "declined_invitations"),
  ...rows("moved", "device_id", "received_bodies", "ingest_receipts"),
  ...rows("moved", { column: "token_id", in: "inbound_tokens" }, "inbound_receipts"),
  ...rows("moved", { column: "session_id", in: "companion_sessions" }, "companion_refresh_tokens"),
  ...rows("moved", "device_number", "snapshots", "carried_values", "rolled_days", "battery_days"),
  ...rows("moved", "device_number", "history_chunks", "history_15m", "history_15m_months"),
  ...rows("moved", "device_number", "history_1h", "history_1h_months", "history_1d"),
  // Last: the earlier inserts have marked the home as due.
  ...rows("moved", "household_id", "household_checks"),
];

/** Tables whose rows stay where they are, with the reason. */
export const STAYS: Readonly<Record<string, string>> = {
  used_passkey_challenges: "of an address, and over within minutes",
  status_subscribers: "of a place's service",
  status_incidents: "of a place's service",
  status_news: "of a place's service",
  incidents: "of a place's service",
  city_aggregates: "of cities: each place counts its own homes",
  clock_checks: "of a place's clock",
  job_runs: "of a place's clock",
  departures: "of a place: who is leaving it",
  sealed_days: "of a place's clock: a home moves between places that have sealed as far",
  evidence_keys: "a new place begins with those of the one that it is founded from",
  host_pace: "of a place's own calls",
  network_pace: "of a place's own calls",
  sending_pace: "of a place's own calls",
  removed_devices: "readings that are being erased where they are",
  removed_objects: "files that are being removed",
};

/** Which rows of the table are of the home `$1`, with everything named in `schema`, which is quoted. */
export function whereOf({ table, key }: Pick<HomeRows, "table" | "key">, schema: string): string {
  if (key === "household_id") return "household_id = $1";
  if (key === "members") return `household_id = $1 and user_id in (${membersOf(schema)})`;
  if (key === "user_id") return `user_id in (${peopleOf(schema)})`;
  if (key === "device_id" || key === "device_number") {
    const column = key === "device_id" ? "id" : "number";
    return `${key} in (select ${column} from ${schema}.devices where household_id = $1)`;
  }
  if ("in" in key) return `${key.column} in (select id from ${schema}.${key.in} where household_id = $1)`;
  if (key.of === "home") return `${table}.${key.column} = $1`;
  return `${table}.${key.column} in (${key.of === "people" ? peopleOf(schema) : leaversOf(schema)})`;
}

const membersOf = (schema: string): string =>
  `select user_id from ${schema}.memberships where household_id = $1`;

/** The addresses of members who have no other home there: their account goes, and how they signed in with it. */
const leaversOf = (schema: string): string =>
  `select email from ${schema}.users person where id in (${membersOf(schema)}) and not exists (
     select from ${schema}.memberships where user_id = person.id and household_id <> $1)`;

const OF_PEOPLE = [
  ["memberships", "user_id"],
  ["invitations", "invited_by"],
  ["alert_links", "user_id"],
  ["chart_notes", "user_id"],
  ["companion_sessions", "user_id"],
  ["drill_messages", "user_id"],
] as const;

const peopleOf = (schema: string): string =>
  OF_PEOPLE.map(([table, column]) => `select ${column} from ${schema}.${table} where household_id = $1`).join(
    " union ",
  );
