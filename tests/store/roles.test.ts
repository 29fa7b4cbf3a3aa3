import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import {
  accountOf,
  giveRights,
  groupVariables,
  ROLES,
  type RoleName,
  roleOf,
  roleVariable,
} from "../../deploy/migrate-step.ts";
import { GROUP_NAMES } from "../../functions/_platform/variables.ts";
import { accountApp } from "../../functions/account/app.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { publicApp } from "../../functions/public/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { alertLinkExpiry, linkUrl } from "../../lib/outbox/links/tokens.ts";
import { startSqlEndpoint } from "../edge/neon/endpoint.ts";
import { answerDirectly } from "../support/direct-sql.ts";
import { addAlert, addDevice, addShareLink } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readLines } from "../support/json-lines.ts";
import { addAlertLink } from "../support/outsiders.ts";
import { testServices } from "../support/services.ts";

const NAMES = Object.keys(ROLES) as RoleName[];
const PASSWORD = "it's of the tests";

type As = {
  services: ReturnType<typeof testServices>;
  refused(statement: string): Promise<string>;
  stop(): Promise<void>;
};

const house = await openHouse();
const given = Object.fromEntries(NAMES.map((name) => [roleVariable(name), addressOf(name)]));
expect(await giveRights(house.database.connectionString, given)).toEqual(NAMES);
const as: Record<RoleName, As> = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await connectAs(name)])),
) as typeof as;
afterAll(async () => {
  for (const name of NAMES) await as?.[name].stop();
});

function addressOf(name: RoleName): string {
  const url = new URL(house.database.connectionString);
  url.username = accountOf(name);
  url.password = encodeURIComponent(PASSWORD);
  return url.href;
}

/** Returns a group's services, whose statements PostgreSQL checks against the role's rights. */
async function connectAs(name: RoleName): Promise<As> {
  const connectionString = addressOf(name);
  const endpoint = await startSqlEndpoint({ connectionString });
  const hangUp = answerDirectly(connectionString, {
    url: endpoint.url,
    answer: endpoint.answer,
    hasFaults: () => false,
  });
  const database = { ...house.database, connectionString, fetchEndpoint: endpoint.url };
  const client = new Client({ connectionString });
  await client.connect();
  return {
    services: { ...house.services, ...testServices(database, house.clock) },
    refused: async (statement) =>
      await client.query(statement).then(
        () => "done",
        (error: { code?: string }) => error.code ?? "",
      ),
    stop: async () => {
      await client.end();
      hangUp();
      await endpoint.stop();
    },
  };
}

/** The errors for missing rights, and for a write in a read-only transaction. */
const DENIED = ["42501", "25006"];

describe("a role of the database", () => {
  test("is there for every group but the clock, which makes and drops partitions", () => {
    expect(GROUP_NAMES.filter((group) => roleOf(group) === null)).toEqual(["cron"]);
  });

  test.each([
    ["share", "share"],
    ["ingest", "owner"],
    ["cron", "owner"],
    ["public", "app"],
  ] as const)(
    "lets %s connect as %s, where those of share and of the app have addresses",
    (group, account) => {
      const given = {
        DATABASE_URL: "of the owner",
        DATABASE_URL_SHARE: "of the share",
        DATABASE_URL_APP: "of the app",
      };
      expect(groupVariables(group, given).DATABASE_URL).toBe(`of the ${account}`);
    },
  );

  test("is refused an address of another account, and changes nothing where none is given", async () => {
    const { connectionString } = house.database;
    expect(await giveRights(connectionString, { DATABASE_URL: connectionString })).toEqual([]);
    const wrong = { DATABASE_URL_SHARE: "postgresql://owner:x@db/h" };
    await expect(giveRights(connectionString, wrong)).rejects.toThrow("must connect as hearthwatch_share");
  });

  test("lets its groups do their work", async () => {
    const device = await addDevice(house.database, house.home);
    const post = async (body: object) =>
      (
        await ingestApp({ ...house.services, ...as.ingest.services }).request(
          `/api/ingest/${device.ingestKey}`,
          {
            method: "POST",
            headers: { "Idempotency-Key": JSON.stringify(body).replace(/\W/g, "") },
            body: JSON.stringify(body),
          },
        )
      ).status;
    expect(await post({ temp1: 61, leak1: false, battery: 80 })).toBe(200);
    house.clock.advance(3_600_000);
    expect(await post({ temp1: 20, leak1: true })).toBe(200);
    // A day without a partition.
    house.clock.advance(40 * 86_400_000);
    expect(await post({ temp1: 61, leak1: false })).toBe(200);
    const token = await addShareLink(house.database, house.home, { scope: "history" });
    const metrics = await addShareLink(house.database, house.home, { scope: "metrics" });
    const share = shareApp({ ...house.services, ...as.share.services });
    for (const path of [`${token}/latest`, `${token}/readings`, `${metrics}/metrics`])
      expect([path, (await share.request(`/api/share/${path}`)).status]).toEqual([path, 200]);
    const account = accountApp({ ...house.services, ...as.app.services });
    const v1 = v1App({ ...house.services, ...as.app.services });
    const headers = { Cookie: await house.as(house.ada), "Sec-Fetch-Site": "same-origin" };
    expect((await account.request("/api/account/session", { headers })).status).toBe(200);
    for (const path of ["household", "devices", "readings"])
      expect([path, (await v1.request(`/api/v1/${path}`, { headers })).status]).toEqual([path, 200]);
    expect((await v1.request("/api/v1/devices")).status).toBe(401);
  });

  test("lets the status page and the links in messages do their work", async () => {
    const { services, database, clock, home, ada } = house;
    const app = publicApp({ ...services, ...as.public.services });
    const alert = await addAlert(database, home);
    const link = { home, userId: ada.userId, alerts: [alert.id], endsAt: alertLinkExpiry(clock()) };
    const button = await addAlertLink(database, link);
    const decline = await services.linkTokens.sign("decline", {
      householdId: home,
      email: "guest@example.com",
    });
    const subscriber = await services.linkTokens.sign("status", { email: "reader@example.com" });
    const asked: [string, string, object?][] = [
      ["GET", "/api/status"],
      ["GET", "/api/status/feed"],
      ["GET", "/api/health/ready"],
      ["GET", "/.well-known/hearthwatch-evidence.json"],
      ["POST", "/api/status/subscribe", { email: "reader@example.com" }],
      ["POST", `/api/status/unsubscribe/${subscriber}`],
      ["POST", `/api/channels/ntfy/${button}`],
      ["POST", linkUrl("", "decline", decline)],
    ];
    const failed: [string, number][] = [];
    for (const [method, path, body] of asked) {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const { status } = await app.request(path, { method, ...given });
      if (status >= 400) failed.push([`${method} ${path}`, status]);
    }
    expect(failed).toEqual([]);
    const [{ acknowledged } = { acknowledged: false }] = await database.query<{ acknowledged: boolean }>(
      "select acknowledged_at is not null as acknowledged from alerts where id = $1",
      [alert.id],
    );
    expect(acknowledged).toBe(true);
  });

  test.each(readLines<[string, RoleName, string]>(new URL("refused-statements.jsonl", import.meta.url)))(
    "%s",
    async (_, name, statement) => {
      expect(DENIED).toContain(await as[name].refused(statement));
    },
  );

  test.each(NAMES)("%s reads and writes its own tables, and is refused at every other", async (name) => {
    const tables = await house.database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
         and relkind in ('r', 'p') and not relispartition order by relname`,
    );
    const { reads, writes, never } = ROLES[name];
    const has = (list: readonly string[] | "all", table: string) =>
      !never.includes(table) && (list === "all" || list.includes(table));
    const wrong: string[] = [];
    // A thief of an address could turn this off: then only rights protect the tables.
    expect(await as[name].refused("set default_transaction_read_only = off")).toBe("done");
    for (const { name: table } of tables) {
      const notified = await as[name].refused(`select 1 from "${table}" limit 1`);
      if (DENIED.includes(notified) === has(reads, table)) wrong.push(`select ${table}: ${notified}`);
      const deleted = await as[name].refused(`delete from "${table}" where false`);
      if (!has(writes, table) && deleted !== "42501") wrong.push(`delete ${table}: ${deleted}`);
    }
    expect(tables.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  test.each(NAMES)("%s ends a statement that hangs", async (name) => {
    const [row] = await house.database.query<{ setting: string }>(
      "select array_to_string(rolconfig, ',') as setting from pg_roles where rolname = $1",
      [accountOf(name)],
    );
    expect(row?.setting).toContain(`statement_timeout=${ROLES[name].statementSeconds}s`);
    await as[name].refused("set statement_timeout = 50");
    expect(await as[name].refused("select pg_sleep(5)")).toBe("57014");
  });
});
