import { rm } from "node:fs/promises";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { localSecrets, requireSameSecret } from "../../local/start/local-secrets.ts";
import { operatorLines, productionLines } from "../../local/start/production.ts";
import { openTestDatabase } from "../support/database.ts";
import { memoryFolder } from "../support/memory-folder.ts";

const database = await openTestDatabase();

const platform = () => ({ connectionString: database.connectionString, baseUrl: "https://home.example" });

test("a production start without mail names what is not configured and shows the operator a link", async () => {
  const lines = await productionLines(
    { handedOn: { ADMIN_EMAILS: "Ada@home.example" }, smtp: undefined },
    platform(),
  );
  expect(lines.join("\n")).toContain("Mail: not configured (RESEND_API_KEY, or SMTP_URL)");
  expect(lines.at(-2)).toMatch(/^ {2}https:\/\/home\.example\/sign-in\/link\/hw_sgn_\w+$/);
  const [made] = await database.sql<{ email: string }>`select email from sign_in_challenges`;
  expect(made?.email).toBe("ada@home.example");
});

test("a production start with mail shows no link", async () => {
  const handedOn = { RESEND_API_KEY: "re_x", ADMIN_EMAILS: "ada@home.example" };
  expect((await productionLines({ handedOn, smtp: undefined }, platform())).join("\n")).not.toContain(
    "sign-in/link",
  );
});

test("a production start without mail and operator says how to get a link", async () => {
  expect((await productionLines({ handedOn: {}, smtp: undefined }, platform())).join("\n")).toContain(
    "Set ADMIN_EMAILS",
  );
});

test("a start says where the operators' pages are, or how to open them", () => {
  const said = (handedOn: { ADMIN_EMAILS?: string }) => operatorLines({ handedOn }, platform()).join("\n");
  expect(said({ ADMIN_EMAILS: "ada@home.example" })).toContain("https://home.example/operator");
  expect(said({})).toContain("set ADMIN_EMAILS");
});

test("machines that are given SERVER_SECRET and keep nothing have the same other secrets, and kept ones stay", async () => {
  const [kept, lost] = await Promise.all([
    memoryFolder("hearthwatch-kept-"),
    memoryFolder("hearthwatch-lost-"),
  ]);
  const given = { SERVER_SECRET: "g".repeat(43) };
  const first = await localSecrets(kept, given);
  expect(await localSecrets(lost, given)).toEqual(first);
  expect(new Set(Object.values(first)).size).toBe(3);
  const { CRON_SECRET, INGEST_KEY_ENCRYPTION_SECRET } = first;
  expect(await localSecrets(kept, { SERVER_SECRET: "h".repeat(43) })).toMatchObject({
    CRON_SECRET,
    INGEST_KEY_ENCRYPTION_SECRET,
  });
  await Promise.all([kept, lost].map((folder) => rm(folder, { recursive: true })));
});

test("a machine joins a database only with the secret that the database belongs to", async () => {
  const { connectionString } = platform();
  await database.query("create schema if not exists drizzle");
  const [first, next, other] = ["a", "b", "c"].map((letter) => letter.repeat(32)) as [string, string, string];
  await requireSameSecret(connectionString, first);
  await requireSameSecret(connectionString, first);
  await expect(requireSameSecret(connectionString, other)).rejects.toThrow("copy secrets.json");
  await expect(requireSameSecret(connectionString, next, other)).rejects.toThrow("copy secrets.json");
  await requireSameSecret(connectionString, next, first);
  await expect(requireSameSecret(connectionString, first)).rejects.toThrow("copy secrets.json");
});

test("two machines that open a new database at once don't both join it with secrets of their own", async () => {
  await database.query("create schema if not exists drizzle");
  await database.query("comment on schema drizzle is null");
  const slow = new Client({ connectionString: database.connectionString });
  await slow.connect();
  await slow.query("begin; comment on schema drizzle is 'not committed'");
  const joined = Promise.allSettled(
    ["a", "b"].map((letter) => requireSameSecret(database.connectionString, letter.repeat(32))),
  );
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await database.query(waiting)).length === 2);
  await slow.query("rollback");
  await slow.end();
  expect((await joined).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
