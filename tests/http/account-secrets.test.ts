import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, askForCode, cookieOf, openAccount, pathOf, signInMailTo } from "../support/account.ts";
import { addDevice } from "../support/fixtures.ts";
import { everyRow, foundInRows, foundInTexts } from "../support/secret-hunt.ts";

let account: Account;
/** Every secret that was made, by what it is. */
const secrets: Record<string, string> = {};
/** What was answered after a secret's own answer. */
const laterAnswers: string[] = [];

beforeAll(async () => {
  account = await openAccount();
  await makeSecrets();
  await readEverything();
  await provokeErrors();
});
afterAll(() => account.database.close());

const call = (method: string, path: string, body?: unknown) =>
  account.call(method, path, {
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
const made = async (path: string, body: unknown) =>
  (await (await call("POST", path, body)).json()) as Record<string, string>;

async function makeSecrets(): Promise<void> {
  const asked = await askForCode(account, "new@example.com");
  const signedIn = await account.call("POST", "/api/account/sign-in/link", {
    cookie: null,
    body: { token: asked.link },
  });
  const open = await askForCode(account, "open@example.com");
  Object.assign(secrets, {
    "used code": asked.code,
    "used link": asked.link,
    "open code": open.code,
    "open link": open.link,
  });
  secrets["new session"] = cookieOf(signedIn).split("=")[1] ?? "";
  secrets["Ada's session"] = account.cookie.split("=")[1] ?? "";
  secrets["API key"] = (await made("/acts/api-keys", { name: "k", scope: "write" })).secret ?? "";
  secrets["share token"] = (await made("/api/v1/share-links", {})).token ?? "";
  const inbound = await made("/acts/inbound-tokens", { name: "i", with_signing_secret: true });
  secrets["inbound token"] = inbound.token ?? "";
  secrets["signing secret"] = inbound.signing_secret ?? "";
  const device = await addDevice(account.database, account.home);
  secrets["old ingest key"] = device.ingestKey;
  secrets["ingest key"] = (await made(`/api/v1/devices/${device.id}/rotate-ingest-key`, {})).ingest_key ?? "";
  await call("POST", "/api/devices/reveal-ingest-key", { device_id: device.id });
}

async function readEverything(): Promise<void> {
  const lists = [
    "session",
    "sessions",
    "household",
    "members",
    "invitations",
    "api-keys",
    "share-links",
    "inbound-tokens",
    "activity",
  ];
  for (const list of lists) laterAnswers.push(await (await call("GET", pathOf(list))).text());
}

/** Answers and log lines about requests that carry a secret where it does not belong. */
async function provokeErrors(): Promise<void> {
  for (const secret of Object.values(secrets)) {
    for (const [method, path, body] of [
      ["DELETE", `/acts/api-keys/${secret}`],
      ["GET", `/api/account/sign-in/link/x${secret}`],
      ["POST", "/api/account/sign-in/code", { email: "ada@example.com", code: secret }],
      ["PATCH", "/api/v1/household", { time_zone: secret }],
      ["POST", "/api/devices/reveal-ingest-key", { device_id: secret }],
    ] as const)
      laterAnswers.push(await (await call(method, path, body)).text());
    account.database.failNext({ kind: "pg_error", code: "22000", message: "made to fail" });
    laterAnswers.push(await (await account.call("GET", "/api/account/session")).text());
  }
}

test("every secret was made", () => {
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThanOrEqual(6);
  expect(Object.keys(secrets)).toHaveLength(12);
});

test("no secret stands in any table, neither in clear nor as its bytes", async () => {
  const rows = await everyRow(account.database);
  expect(rows.length).toBeGreaterThan(20);
  expect(foundInRows(secrets, rows)).toEqual([]);
});

test("the mail in the outbox is sealed, and opens for the sender alone", async () => {
  const rows = await account.database.query<{ sealed_message: string }>("select sealed_message from outbox");
  expect(rows.length).toBeGreaterThan(0);
  for (const { sealed_message } of rows) expect(sealed_message).toMatch(/^v1\.[0-9a-f]{8}\./);
  expect(await signInMailTo(account, "open@example.com")).toEqual({
    code: secrets["open code"],
    link: secrets["open link"],
  });
});

test("no secret is in an answer but the one that shows it, nor in a line of the log", () => {
  expect(account.ports.reports.length).toBeGreaterThan(0);
  const said = [...laterAnswers, ...account.ports.reports.map((report) => JSON.stringify(report))];
  expect(foundInTexts(secrets, said)).toEqual([]);
});
