import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

const WIDENED =
  "A random id or a serial of its own: household_id can be added to the key, and no row meets another.";
const SECRET = "The hash of a secret that is shown before its home is known: a directory finds the home.";
const DEVICE =
  "Of one device: its number or id would be replaced by (household_id, number) when homes are spread.";
const PERSON = "Of a person, who may belong to several homes: stays in the directory.";
const INSTALLATION = "Of the whole installation: stays in the directory.";

/**
 * Every unique key without household_id, `table(columns)`, and why homes can be spread over databases all the
 * same.
 */
const WITHOUT_HOME: Record<string, string> = {
  "activity(id)": WIDENED,
  "alert_links(token_hash)": SECRET,
  "alert_rules(id)": WIDENED,
  "alerts(id)": WIDENED,
  "api_keys(id)": WIDENED,
  "api_keys(key_hash)": SECRET,
  "battery_days(day,device_number)": DEVICE,
  "card_photos(id)": WIDENED,
  "chart_notes(id)": WIDENED,
  "city_aggregates(city,day)": INSTALLATION,
  "clock_checks(id)": INSTALLATION,
  "companion_refresh_tokens(token_hash)": SECRET,
  "companion_sessions(access_hash)": SECRET,
  "companion_sessions(id)": WIDENED,
  "contact_points(address,channel,user_id)": PERSON,
  "contact_points(id)": PERSON,
  "declined_invitations(email,home)": PERSON,
  "devices(id)": WIDENED,
  "devices(ingest_key_hash)": SECRET,
  "devices(number)": DEVICE,
  "evidence_documents(id)": WIDENED,
  "evidence_keys(generation)": INSTALLATION,
  "evidence_keys(kid)": INSTALLATION,
  "escalation_steps(alert_id,place,round)": WIDENED,
  "escalation_steps(id)": WIDENED,
  "findings(alert_id,sequence)": WIDENED,
  "findings(id)": WIDENED,
  "drill_messages(id)": WIDENED,
  "drill_messages(token_hash)": SECRET,
  "drills(id)": WIDENED,
  "home_contacts(id)": WIDENED,
  "home_contacts(token_hash)": SECRET,
  "carried_values(device_number,from_bucket,position)": DEVICE,
  "history_15m(bucket,device_number,position)": DEVICE,
  "history_1d(bucket,device_number,position)": DEVICE,
  "history_1h(bucket,device_number,position)": DEVICE,
  "history_15m_months(device_number,month,position)": DEVICE,
  "history_1h_months(device_number,month,position)": DEVICE,
  "history_chunks(day,device_number,position)": DEVICE,
  "host_pace(host)": INSTALLATION,
  "households(id)": WIDENED,
  "inbound_receipts(content_hash,token_id)": WIDENED,
  "inbound_tokens(id)": WIDENED,
  "inbound_tokens(token_hash)": SECRET,
  "incidents(subject)": INSTALLATION,
  "ingest_receipts(device_id,key_hash)": DEVICE,
  "invitations(id)": WIDENED,
  "job_runs(job,tick)": INSTALLATION,
  "network_pace(network)": INSTALLATION,
  "outbox(dedupe_key)": WIDENED,
  "outbox(id)": WIDENED,
  "passkeys(credential_id)": PERSON,
  "passkeys(id)": PERSON,
  "puck_claims(nonce_hash)": SECRET,
  "pucks(device_id)": DEVICE,
  "pull_feeds(device_id)": DEVICE,
  "received_bodies(device_id)": DEVICE,
  "recovery_codes(code_hash,user_id)": PERSON,
  "removed_devices(number)": DEVICE,
  "removed_objects(key)": INSTALLATION,
  "rolled_days(day,device_number)": DEVICE,
  "responder_links(token_hash)": SECRET,
  "sealed_days(is_only)": INSTALLATION,
  "sending_counts(channel,period,scope,subject)": INSTALLATION,
  "sending_pace(channel)": INSTALLATION,
  "sensors(device_id,key)": DEVICE,
  "sensors(device_id,position)": DEVICE,
  "sensors(id)": WIDENED,
  "sessions(id)": PERSON,
  "sessions(token_hash)": SECRET,
  "share_links(id)": WIDENED,
  "share_links(token_hash)": SECRET,
  "sign_in_challenges(challenge_hash)": SECRET,
  "sign_in_challenges(id)": PERSON,
  "sign_in_challenges(link_hash)": SECRET,
  "sign_in_failures(id)": PERSON,
  "snapshots(device_number,recorded_at)": DEVICE,
  "status_incidents(id)": INSTALLATION,
  "status_incidents(subject)": INSTALLATION,
  "status_news(id)": INSTALLATION,
  "status_subscribers(confirm_hash)": INSTALLATION,
  "status_subscribers(email)": INSTALLATION,
  "used_passkey_challenges(challenge_hash)": SECRET,
  "users(email)": PERSON,
  "users(id)": PERSON,
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

test("every unique key has the home in it, or says why homes can be spread over databases all the same", async () => {
  const rows = await database.query<{ key: string }>(`
    select relation.relname || '(' || string_agg(attribute.attname, ',' order by attribute.attname) || ')' as key
    from pg_index unique_index
    join pg_class relation on relation.oid = unique_index.indrelid and not relation.relispartition
    join pg_attribute attribute
      on attribute.attrelid = relation.oid and attribute.attnum = any (unique_index.indkey)
    where unique_index.indisunique and relation.relnamespace = 'public'::regnamespace
      and relation.relkind in ('r', 'p')
    group by relation.relname, unique_index.indexrelid
    having not bool_or(attribute.attname = 'household_id')`);
  expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(WITHOUT_HOME).sort());
});

test("no function whose body is stored as it was read looks into a table: Citus can't run it where it keeps the table", async () => {
  const rows = await database.query(`
    select distinct proname as name from pg_proc
    join pg_depend on classid = 'pg_proc'::regclass and objid = pg_proc.oid and refclassid = 'pg_class'::regclass
    join pg_class on pg_class.oid = refobjid
    where prosqlbody is not null and pronamespace = current_schema()::regnamespace
      and pg_get_function_sqlbody(pg_proc.oid) ~* ('(from|join)[ (]+(\\w+\\.)?' || relname || '\\M')`);
  expect(rows).toEqual([]);
});
