import { beforeEach, describe, expect, test } from "vitest";
import { HOUSEKEEPING_TABLES } from "../../../lib/jobs/housekeeping.queries.ts";
import { maintenance } from "../../../lib/jobs/registry.actions.ts";
import { runJob } from "../../../lib/jobs/run-job.actions.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import { sendLifecycleEmails } from "../../../lib/messages/send-lifecycle-emails.actions.ts";
import { addDevice, addHome, addMember, signIn, type TestMember } from "../../support/fixtures.ts";
import { type JobHouse, openJobs, runsOf } from "../../support/jobs.ts";

let house: JobHouse;
let home: string;
let ada: TestMember;
beforeEach(async () => {
  house = await openJobs("2026-11-20T10:00:01Z");
  home = await addHome(house.database);
  await house.database.sql`update households set created_at = '2025-01-01'`;
  ada = await addMember(house.database, home, "owner", "ada@example.com");
});

const query = <Row>(text: string, params: unknown[] = []) => house.database.query<Row>(text, params);
const run = () => maintenance(house.services, house.clock());
const at = (days: number): Date => new Date(house.clock().getTime() + days * DAY_MS);

describe("housekeeping deletes what is due and nothing else", () => {
  test("of sessions: those that have ended or were not used for two weeks", async () => {
    await signIn(house.database, ada, at(-1));
    await signIn(house.database, ada, at(-15));
    await signIn(house.database, ada, at(-91));
    await query("update sessions set last_used_at = $1 where expires_at < $2", [at(-1), at(0)]);
    expect(await run()).toMatchObject({ deleted: 2 });
    expect(await query("select 1 from sessions")).toHaveLength(1);
  });

  test("of mails: those settled 30 days ago; one that waits stays however old", async () => {
    const mail = (id: string, state: string, settledAt: Date | null) =>
      query(
        `insert into outbox (id, channel, recipient, dedupe_key, kind, sealed_message, state, next_attempt_at,
          created_at, settled_at) values ($1, 'email', 'x@example.com', $1, 'sign_in', 'x', $2, $3, $3, $4)`,
        [id, state, at(-60), settledAt],
      );
    await mail("old", "sent", at(-31));
    await mail("dead", "dead", at(-31));
    await mail("new", "sent", at(-29));
    await mail("waits", "pending", null);
    await run();
    expect(await query("select id from outbox order by id")).toEqual([{ id: "new" }, { id: "waits" }]);
  });

  test("of invitations, codes, claims, receipts and the ledger: those whose time is over", async () => {
    const { id: device } = await addDevice(house.database, home);
    const add = async (days: number) => {
      const [when, key] = [at(days), `\\x${String(Math.round(days * 10) + 5_000).padStart(8, "0")}`];
      await query(
        `insert into invitations (id, household_id, email, role, invited_by, expires_at, created_at)
         values ($1, $2, $1, 'viewer', $3, $4, $4)`,
        [`i${days}`, home, ada.userId, when],
      );
      await query(
        `insert into sign_in_challenges (id, email, sealed_code, link_hash, expires_at, created_at)
         values ($1, 'x', 'x', $2, $3, $3)`,
        [`c${days}`, key, when],
      );
      await query(
        `insert into puck_claims (nonce_hash, household_id, device_id, expires_at, created_at)
         values ($1, $2, 'p', $3, $3)`,
        [key, home, when],
      );
      await query(
        `insert into ingest_receipts (device_id, key_hash, readings, sensors_created, created_at)
         values ($1, $2, 1, 1, $3)`,
        [device, key, when],
      );
      await query(
        `insert into job_runs (job, tick, started_at, lease_until, finished_at) values ('dispatch', $1, $1, $1, $1)`,
        [when],
      );
    };
    await add(-100);
    await add(-2);
    await add(0.5);
    // A challenge that was used two days ago is kept: it shows from where its address signs in.
    await query("update sign_in_challenges set used_at = created_at where created_at = $1", [at(-2)]);
    await run();
    const left = async (table: string) => (await query(`select 1 from ${table}`)).length;
    expect([await left("invitations"), await left("sign_in_challenges")]).toEqual([1, 2]);
    expect([await left("puck_claims"), await left("ingest_receipts")]).toEqual([1, 1]);
    expect(await query("select 1 from job_runs where job = 'dispatch'")).toHaveLength(2);
  });

  test("of a callout: the key that it showed, once its time is up", async () => {
    const [old, young] = [await addDevice(house.database, home), await addDevice(house.database, home)];
    await query("update devices set callout_ingest_key = 'sealed', callout_until = $2 where id = $1", [
      old.id,
      at(-0.01),
    ]);
    await query("update devices set callout_ingest_key = 'sealed', callout_until = $2 where id = $1", [
      young.id,
      at(0.01),
    ]);
    await run();
    expect(await query("select id from devices where callout_ingest_key is not null")).toEqual([
      { id: young.id },
    ]);
  });

  test("of alerts and activity: what the plan keeps no longer; an alert that is open stays", async () => {
    const free = await addHome(house.database, "Cleo's home", "free");
    const fresh = await addHome(house.database, "Dora's home", "free");
    await query("update households set downgraded_at = $2 where id = $1", [fresh, at(-29)]);
    for (const household of [home, free, fresh])
      for (const [days, isOpen] of [
        [-401, false],
        [-91, false],
        [-91, true],
        [-89, false],
      ] as const) {
        const id = `${household}${days}${isOpen}`;
        await query(
          `insert into alerts (id, household_id, kind, subject, episode, severity, opened_at, closed_at, title)
           values ($1, $2, 'leak', $1, 1, 'warning', $3, $4, 'Washer')`,
          [id, household, at(days), isOpen ? null : at(days)],
        );
        if (!isOpen)
          await query(
            "insert into activity (household_id, at, actor_type, action) values ($1, $2, 'user', 'signed_in')",
            [household, at(days)],
          );
      }
    await run();
    const kept = (household: string) =>
      query<{ days: number }>(
        `select round(extract(epoch from opened_at - $2::timestamptz) / 86400)::int as days from alerts
         where household_id = $1 order by opened_at, id`,
        [household, at(0)],
      );
    const days = async (household: string) => (await kept(household)).map((row) => row.days);
    expect([await days(home), await days(free), await days(fresh)]).toEqual([
      [-91, -91, -89],
      [-91, -89],
      [-91, -91, -89],
    ]);
    const entries = await query("select 1 from activity where household_id = $1", [free]);
    expect(entries).toHaveLength(1);
  });

  test("in every table that it names", async () => {
    expect(HOUSEKEEPING_TABLES.length).toBeGreaterThan(12);
    expect(await run()).toMatchObject({ deleted: 0 });
  });
});

describe("owners are written to", () => {
  const emails = async (email = "ada@example.com") =>
    (
      await query<{ kind: string }>(
        "select kind from outbox where recipient = $1 order by created_at, kind",
        [email],
      )
    ).map(({ kind }) => kind);

  test("a week, three days and a day before the trial ends, and after; each once", async () => {
    await query("update households set plan = 'free', trial_ends_at = $1", [at(10)]);
    // The job's other parts take most of the time and don't matter here.
    for (let hour = 0; hour < 30 * 24; hour += 12) {
      await sendLifecycleEmails(house.services);
      house.clock.advance(12 * 3_600_000);
    }
    expect(await emails()).toEqual(["trial_7_days", "trial_3_days", "trial_1_day", "trial_ended"]);
  });

  test("of a trial: not who has chosen Pro, and not who only looks on", async () => {
    await addMember(house.database, home, "viewer", "ben@example.com");
    await query("update households set trial_ends_at = $1", [at(2)]);
    await run();
    expect(await emails()).toEqual([]);
    await query("update households set plan = 'free'");
    await run();
    expect([await emails(), await emails("ben@example.com")]).toEqual([["trial_3_days"], []]);
  });

  test("at their first steps: no device, no reading, the first reading", async () => {
    await query("update households set created_at = $1", [at(0)]);
    const days = async (count: number) => {
      house.clock.advance(count * DAY_MS);
      await run();
      await run();
    };
    await days(0.9);
    expect(await emails()).toEqual([]);
    await days(0.2);
    expect(await emails()).toEqual(["no_device"]);
    const { id } = await addDevice(house.database, home);
    await query("update devices set created_at = $1", [house.clock()]);
    await days(1.1);
    expect(await emails()).toEqual(["no_device", "no_reading"]);
    await query(
      `insert into sensors (id, device_id, position, key, label, kind, is_state, created_at)
       values ('s', $1, 1, 'temp1', 'temp1', 'temperature', false, $2)`,
      [id, house.clock()],
    );
    await days(0.05);
    await days(40);
    expect(await emails()).toEqual(["no_device", "no_reading", "first_reading"]);
  });
});

test("a part that fails keeps no other from its work, and fails the run", async () => {
  await query("drop table removed_devices");
  await query("update households set plan = 'free', trial_ends_at = $1", [at(2)]);
  const asked = runJob(house.services, "maintenance", { trigger: "clock", at: house.clock() });
  await expect(asked).rejects.toThrow(/housekeeping: .*removed_devices/);
  expect(await query("select 1 from outbox where kind = 'trial_3_days'")).toHaveLength(1);
  expect((await runsOf(house, "maintenance"))[0]?.error).toContain("removed_devices");
  expect(house.sent.map(({ content }) => content.subject)).toContain(
    "Hearthwatch: The job maintenance fails",
  );
});
