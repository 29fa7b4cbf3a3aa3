import { ingestApp } from "../../../functions/ingest/app.ts";
import { openIncident } from "../../../lib/alerts/incidents.queries.ts";
import { ensureHistoryMonth } from "../../../lib/history/carried.queries.ts";
import { rollUpDevices } from "../../../lib/history/roll-up.queries.ts";
import { claimRun, finishRun } from "../../../lib/jobs/job-runs.queries.ts";
import type { Db } from "../../../lib/kernel/db.queries.ts";
import { byteaText, secretHash } from "../../../lib/kernel/statements.queries.ts";
import { enqueueMessages } from "../../../lib/messages/enqueue.queries.ts";
import { addChallenge } from "../../../lib/people/challenges.queries.ts";
import { REPORT_LIMITS } from "../../../lib/reports/limits.ts";
import { openStatusIncident } from "../../../lib/status/incidents.queries.ts";
import { addPhone, type Phone } from "../../support/companion.ts";
import { addContactPoint, addSent } from "../../support/contacts.ts";
import type { TestDatabase } from "../../support/database.ts";
import { addFeed, addProbe } from "../../support/feeds.ts";
import {
  addAlert,
  addDevice,
  addHome,
  addInboundToken,
  addMember,
  addShareLink,
  signIn,
} from "../../support/fixtures.ts";
import { addOutsider } from "../../support/outsiders.ts";
import { testClock, testPorts } from "../../support/ports.ts";

export const NOW = new Date("2026-11-20T10:00:00Z");
/** Two days of readings before today; the first is in the tiers. */
export const DAYS = ["2026-11-17", "2026-11-18"] as const;
const HOUR_MS = 3_600_000;

/** A home that has something in every place that the store reads. */
export type World = {
  db: Db;
  home: string;
  device: { id: string; number: number; ingestKey: string };
  sensor: { id: string; position: number };
  user: string;
  alert: string;
  /** What opens something. */
  tokens: {
    session: string;
    button: string;
    share: string;
    metrics: string;
    alertLink: string;
    call: string;
    signInLink: string;
    phone: Phone;
  };
};

export async function openWorld(database: TestDatabase): Promise<World> {
  const { db, ...ports } = testPorts(database, testClock(NOW));
  const home = await addHome(database);
  await database.query(
    "update households set city = 'Utica', share_city_aggregates = true, latitude = 43.1, longitude = -75.2",
  );
  const owner = await addMember(database, home);
  const session = (await signIn(database, owner, NOW)).replace("__Host-session=", "");
  const { id, ingestKey } = await addDevice(database, home);
  const posted = await ingestApp({ ...ports, db }).request(`/api/ingest/${ingestKey}`, {
    method: "POST",
    body: JSON.stringify({ temp1: 30, flood1: true, battery: 80 }),
  });
  if (!posted.ok) throw new Error(`The reading is answered ${posted.status}`);
  const [row] = await database.query<{ number: number; sensor: string; position: number }>(
    `select device.number, sensor.id as sensor, sensor.position
     from devices device join sensors sensor on sensor.device_id = device.id where sensor.key = 'temp1'`,
  );
  const device = { id, ingestKey, number: row?.number ?? 0 };
  const sensor = { id: row?.sensor ?? "", position: row?.position ?? 0 };
  const world = { db, home, device, sensor, user: owner.userId };
  const { id: alert } = await addAlert(database, home, {
    deviceId: id,
    sensorId: sensor.id,
    openedAt: new Date(NOW.getTime() - 6 * HOUR_MS),
  });
  await addPast(database, world);
  await addNews(database, world, alert);
  const outsider = await addEscalation(database, world);
  await addCard(database, home);
  await addService(database, db);
  return {
    ...world,
    alert,
    tokens: {
      session,
      button: (await addInboundToken(database, home)).token,
      share: await addShareLink(database, home),
      metrics: await addShareLink(database, home, { scope: "metrics" }),
      alertLink: await addAlertLink(database, world, alert),
      call: await addCall(database, home, outsider, alert),
      signInLink: await addSignInLink(db, owner.email),
      phone: await addPhone(database, owner, NOW),
    },
  };
}

type Place = Pick<World, "db" | "home" | "device" | "sensor" | "user">;

/** Days before today, the first of them rolled up, and what maintenance keeps of a device. */
async function addPast(database: TestDatabase, { db, device, home, sensor }: Place): Promise<void> {
  for (const day of DAYS) {
    await database.query("select ensure_snapshot_day($1::date)", [day]);
    for (const hour of ["08", "09", "20"])
      await database.query("select store_snapshot($1, $2, array_fill(40.5::float8, array[$3::integer]))", [
        device.number,
        `${day}T${hour}:00:00Z`,
        sensor.position,
      ]);
  }
  await ensureHistoryMonth(db, DAYS[0]);
  await rollUpDevices(db, DAYS[0], [device.number]);
  await database.query("insert into battery_days (device_number, day, pct) values ($1, '2026-11-18', 81)", [
    device.number,
  ]);
  await addFeed(database, home, "porch");
  await addProbe(database, home, "porch", { key: "temp1", label: "Porch", visible: true });
  await database.query(
    `insert into alert_rules (id, household_id, sensor_id, settings, created_at, updated_at)
     values ('rul_1', $1, $2, '{}', now(), now())`,
    [home, sensor.id],
  );
  await database.query(
    "insert into bays (household_id, bay_id, name, updated_at, created_at) values ($1, 'bay-1', 'Desk', now(), now())",
    [home],
  );
  await addNeighbours(database, device.number);
  await database.query(
    `insert into city_aggregates (city, day, homes, freeze_share, outage_share, lowest_celsius)
     values ('utica', '2026-11-19', 12, 0.1, 0, -4.5)`,
  );
}

/** As many homes as a city's count needs, each with a thermometer that was as cold as ours. */
async function addNeighbours(database: TestDatabase, like: number): Promise<void> {
  await database.query(
    `with home as (
       insert into households (id, name, plan, city, share_city_aggregates, created_at)
       select 'hou_' || n, 'Neighbour', 'free', 'Utica', true, '2020-01-01' from generate_series(1, $1::integer) n returning id),
     device as (
       insert into devices (id, household_id, type, name, space, latest_values, created_at)
       select 'dev_' || id, id, 'pull', 'Porch', '', array[40], '2020-01-01' from home returning id),
     sensor as (
       insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
       select 'sen_' || id, id, 1, 'temp1', 'Porch', 'temperature', '°F', false, '2020-01-01' from device)
     select count(*) from device`,
    [REPORT_LIMITS.cityHomesMin],
  );
  await database.query(
    `insert into history_1d
     select (jsonb_populate_record(cell, jsonb_build_object('device_number', device.number, 'position', 1))).*
     from history_1d cell, devices device
     where cell.device_number = $1 and cell.position = 1 and device.id like 'dev_hou_%'`,
    [like],
  );
}

/** A finding that is to be told, a message that waits, and what a person has chosen. */
async function addNews(database: TestDatabase, { db, home, user }: Place, alert: string): Promise<void> {
  await database.query(
    `insert into findings (alert_id, household_id, sequence, finding, at, tell_at)
     select alert_id, household_id, 1, finding || '{"transition": "closed"}', at, at from findings where alert_id = $1`,
    [alert],
  );
  await addContactPoint(database, user, "sms", "+15555550123");
  await addSent(database, home, "2026-11", 3);
  await database.query(
    "insert into activity (household_id, at, actor_type, actor_id, action) values ($1, $2, 'user', $3, 'signed_in')",
    [home, NOW, user],
  );
  const message = {
    id: "msg_1",
    householdId: home,
    channel: "email" as const,
    recipient: "ada@example.com",
    dedupeKey: `${alert}/1`,
    kind: "test",
    sealedContent: "sealed",
    alertIds: [alert],
  };
  await enqueueMessages(db, [message], NOW);
}

/** A step that is due, somebody outside the home, and a frost that was taken on. */
async function addEscalation(database: TestDatabase, { home, user }: Place): Promise<string> {
  const step = { whom: "contacts", channels: ["email"], afterMinutes: 0 };
  await database.query("insert into escalations (household_id, steps, updated_at) values ($1, $2, $3)", [
    home,
    JSON.stringify([step]),
    NOW,
  ]);
  await database.query(
    `insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at)
     select id, household_id, 1, place, $2, false, $3 from alerts, generate_series(0, 1) place
     where household_id = $1 and kind = 'leak'`,
    [home, JSON.stringify(step), NOW],
  );
  await database.query(
    "update alerts set acknowledged_at = $2, acknowledged_by = $3 where household_id = $1 and kind = 'freeze'",
    [home, NOW, user],
  );
  const { id } = await addOutsider(database, home, { spaces: ["Cellar"] });
  return id;
}

/** The link of a call, and what was answered there. */
async function addCall(
  database: TestDatabase,
  home: string,
  outsider: string,
  alert: string,
): Promise<string> {
  const token = "0123456789012345678901";
  await database.query(
    `insert into responder_links (token_hash, household_id, contact_id, alert_ids, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [byteaText(await secretHash(token)), home, outsider, [alert], NOW, new Date(NOW.getTime() + HOUR_MS)],
  );
  await database.query(
    `insert into activity (household_id, at, actor_type, actor_id, action, subject, details)
     values ($1, $2, 'contact', $3, 'responder_answered', $4, '{"answer": "there", "name": "Nora"}')`,
    [home, NOW, outsider, alert],
  );
  return token;
}

/** What the home's people wrote down for an emergency and show to their family. */
async function addCard(database: TestDatabase, home: string): Promise<void> {
  const places = { shutoff: "Behind the stove", breaker: "", boiler: "" };
  const card = { places, steps: { freeze: "", leak: "", power: "" }, calls: [] };
  await database.query(
    "insert into emergency_cards (household_id, card, is_shared, version, updated_at) values ($1, $2, true, 1, $3)",
    [home, card, NOW],
  );
}

/** What belongs to no home: runs of jobs, incidents of both kinds and a reader of the status. */
async function addService(database: TestDatabase, db: Db): Promise<void> {
  const run = { job: "collect-history" as const, tick: NOW };
  await claimRun(db, { ...run, now: NOW, again: false, beside: false });
  await finishRun(db, { ...run, attempt: 1, now: NOW }, { homes: 1 }, { subjects: [], messages: [] });
  await openIncident(db, { subject: "job/maintenance", reason: "It failed", messages: [], at: NOW });
  await database.query(
    "insert into status_subscribers (email, confirmed_at, created_at) values ('reader@example.com', $1, $1)",
    [new Date(NOW.getTime() - HOUR_MS)],
  );
  await openStatusIncident(
    db,
    {
      id: "sti_1",
      title: "Mail is late",
      impact: "degraded",
      components: ["email"],
    },
    { id: "stn_1", text: "We look into it.", at: NOW },
  );
}

async function addAlertLink(
  database: TestDatabase,
  { home, user }: Pick<World, "home" | "user">,
  alert: string,
): Promise<string> {
  await database.query(
    "insert into alert_links (token_hash, household_id, user_id, alert_ids, expires_at) values ($1, $2, $3, $4, $5)",
    [byteaText(await secretHash("a link")), home, user, [alert], new Date(NOW.getTime() + HOUR_MS)],
  );
  return "a link";
}

async function addSignInLink(db: Db, email: string): Promise<string> {
  const linkToken = "a link to sign in";
  await addChallenge(db, {
    id: "chl_1",
    email,
    ipBucket: "192.0.2.1",
    network: "192.0.2.0",
    sealedCode: "sealed",
    linkToken,
    challengeToken: "a challenge",
    charges: [],
    mail: {
      id: "msg_2",
      householdId: null,
      channel: "email",
      recipient: email,
      dedupeKey: "2",
      kind: "sign_in",
      sealedContent: "sealed",
    },
    now: NOW,
    countedSince: new Date(NOW.getTime() - HOUR_MS),
    expiresAt: new Date(NOW.getTime() + HOUR_MS),
  });
  return linkToken;
}
