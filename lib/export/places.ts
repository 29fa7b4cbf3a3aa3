/** The column that holds a home's or a person's key in an exported table. */
export type HomeKey = "id" | "household_id" | "device_id" | "device_number";
export type PersonKey = "id" | "user_id" | "email" | "recipient" | "actor_id" | "acknowledged_by";

/**
 * A table's part in the exports. `home` and `person` name the column by which each export finds its rows. `hides` names
 * columns that grant access or mean nothing to a reader. `readings` are exported as CSV; `because` says why a table is
 * in neither export.
 */
type Place =
  | { home?: HomeKey; person?: PersonKey; hides?: readonly string[] }
  | { readings: true }
  | { because: string };

const OF_THE_CLOCKWORK = "of no home and no person";
const FOR_A_MOMENT = "kept for a day at most, so that the same request is not done twice";

/** Every table of the schema; a test fails if a new table is missing. */
export const EXPORT_PLACES: Readonly<Record<string, Place>> = {
  households: { home: "id" },
  memberships: { home: "household_id", person: "user_id" },
  users: { person: "id" },
  devices: { home: "household_id", hides: ["callout_ingest_key"] },
  sensors: { home: "device_id" },
  received_bodies: { home: "device_id" },
  pull_feeds: { home: "household_id", hides: ["url"] },
  probes: { home: "household_id" },
  alert_rules: { home: "household_id" },
  alerts: { home: "household_id", person: "acknowledged_by" },
  findings: { home: "household_id" },
  chart_notes: { home: "household_id", person: "user_id" },
  emergency_cards: { home: "household_id" },
  card_photos: { home: "household_id" },
  escalations: { home: "household_id" },
  escalation_steps: { home: "household_id" },
  home_contacts: { home: "household_id" },
  outbox: { home: "household_id", person: "recipient" },
  activity: { home: "household_id", person: "actor_id" },
  invitations: { home: "household_id", person: "email" },
  api_keys: { home: "household_id" },
  inbound_tokens: { home: "household_id" },
  share_links: { home: "household_id" },
  bays: { home: "household_id" },
  pucks: { home: "household_id" },
  contact_points: { person: "user_id" },
  sessions: { person: "user_id" },
  passkeys: { person: "user_id" },
  companion_sessions: { person: "user_id" },
  sign_in_challenges: { person: "email" },
  declined_invitations: { person: "email" },
  status_subscribers: { person: "email" },
  snapshots: { readings: true },
  history_chunks: { readings: true },
  history_15m_chunks: { readings: true },
  history_1h_chunks: { readings: true },
  history_1d: { readings: true },
  carried_values: { because: "follow from the readings: how long each stood" },
  rolled_days: { because: "which days are in the coarser tiers already" },
  alert_states: { because: "how far an alert is; what came of it is in alerts and findings" },
  household_checks: { because: "when the home is looked at next" },
  alert_links: { because: "hashes of links in messages, which open an alert" },
  companion_refresh_tokens: { because: "hashes of tokens, which open a session" },
  puck_claims: { because: "hashes of claims, which end within minutes" },
  ingest_receipts: { because: FOR_A_MOMENT },
  request_receipts: { because: FOR_A_MOMENT },
  used_passkey_challenges: { because: FOR_A_MOMENT },
  inbound_receipts: { because: FOR_A_MOMENT },
  removed_devices: { because: "devices whose readings are being erased" },
  removed_objects: { because: "files of removed photos, until the store has removed them" },
  sending_counts: { because: "how many messages a number or a home was sent in a month, for the caps" },
  city_aggregates: { because: "of cities: no home can be told from them" },
  host_pace: { because: OF_THE_CLOCKWORK },
  incidents: { because: OF_THE_CLOCKWORK },
  job_runs: { because: OF_THE_CLOCKWORK },
  sealed_days: { because: OF_THE_CLOCKWORK },
  status_incidents: { because: OF_THE_CLOCKWORK },
  status_news: { because: OF_THE_CLOCKWORK },
};

export type Exported = { table: string; key: HomeKey | PersonKey; hides: readonly string[] };

/** Returns the tables of an export, in the order of `EXPORT_PLACES`. */
export const exportedTables = (whose: "home" | "person"): Exported[] =>
  Object.entries(EXPORT_PLACES).flatMap(([table, place]) => {
    const key = "readings" in place || "because" in place ? undefined : place[whose];
    return key === undefined ? [] : [{ table, key, hides: ("hides" in place && place.hides) || [] }];
  });

/** True for hashes and sealed values: nothing in an export may grant access. */
export const isSecretColumn = ({ name, type }: { name: string; type: string }): boolean =>
  type === "bytea" || name.startsWith("sealed_");
