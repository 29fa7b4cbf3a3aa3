import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { groupsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import type { Environment } from "../../functions/_platform/environment.ts";
import { GROUP_NAMES, VARIABLES, variablesOf } from "../../functions/_platform/variables.ts";
import { drawCredentials } from "../../local/sandbox/sandbox.ts";
import { withVariables } from "../../local/write-variables.ts";

const FUNCTIONS = path.join(import.meta.dirname, "../../functions");
/** One that composes the others, each with its own row, and one that only calls the clock's routes. */
const WITHOUT_ROW = ["all", "clock"];

const VALUES: Record<string, string> = {
  DATABASE_URL: "postgresql://user:password@ep-1.neon.tech/hearthwatch",
  UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9",
  BASE_URL: "https://hearthwatch.example",
  EDGE: "cloudflare",
  OPERATOR_CHAT_WEBHOOK_URL: "https://chat.example/x",
  DEAD_MAN_PING_URL: "https://ping.example/x",
  PLANS: "chosen",
  CALLS_PER_DAY: "500",
  SMS_PER_DAY: "500",
  SMS_COUNTRY_PREFIXES: "+1",
  SMS_BALANCE_WARNING: "20",
  MAILS_PER_SECOND: "2",
  NEWCOMER_MAILS_PER_DAY: "3000",
  SHARD_SIZE: "15",
  WEBHOOK_ALLOWED_HOSTS: "hooks.home:8123",
  INBOUND_LEGACY_SIGNATURE_HEADERS: "X-Old-Signature",
  DNS_OVER_HTTPS_URL: "https://dns.example/dns-query",
  FIREBASE_SERVICE_ACCOUNT: drawCredentials().serviceAccount,
  FIREBASE_WEB_CONFIG: JSON.stringify({ apiKey: "a", appId: "b", messagingSenderId: "c", projectId: "d" }),
};

type Entry = { fetch(request: Request, bindings: Environment): Response | Promise<Response> };

/** What a group asks its platform for as it starts, everything being set. */
async function namesAskedBy(group: string): Promise<string[]> {
  const asked = new Set<string>();
  const bindings = new Proxy<Environment>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        if (VARIABLES[name as keyof typeof VARIABLES].kind === "binding") return undefined;
        return VALUES[String(name)] ?? "s".repeat(43);
      },
    },
  );
  const { default: entry } = (await import(path.join(FUNCTIONS, group, "index.ts"))) as { default: Entry };
  await entry.fetch(new Request("https://hearthwatch.example/nowhere"), bindings);
  return [...asked].sort();
}

test("the table has a row for every group of functions", () => {
  const folders = readdirSync(FUNCTIONS).filter(
    (name) => !name.startsWith("_") && !WITHOUT_ROW.includes(name),
  );
  expect(folders.sort()).toEqual([...GROUP_NAMES].sort());
});

test.each(GROUP_NAMES)("%s asks for the variables of its row, all of them and no other", async (group) => {
  const names = variablesOf(group).map(([name]) => name);
  expect(await namesAskedBy(group)).toEqual([...names].sort());
});

test("the secret that opens the clock and the one that seals are given to no group that does without", () => {
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("share");
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("inbound");
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("companion");
  expect(VARIABLES.SERVER_SECRET.groups).not.toContain("share");
  expect(VARIABLES.INGEST_KEY_ENCRYPTION_SECRET.groups).toEqual(["v1", "account", "pages"]);
});

test("the documentation has the table as it is", async () => {
  const document = await readFile(path.join(FUNCTIONS, "../docs/configuration.md"), "utf8");
  expect(withVariables(document), "run `npm run generate`").toBe(document);
});

test("wrangler.toml gives a group no variable that it does not read", async () => {
  for (const [group, { vars }] of groupsOf(await readWranglerConfig())) {
    const name = GROUP_NAMES.find((known) => known === group);
    const names = name === undefined ? [] : variablesOf(name).map(([variable]) => variable as string);
    expect(Object.keys(vars).filter((variable) => !names.includes(variable))).toEqual([]);
    expect(vars.EDGE).toBe(names.includes("EDGE") ? "cloudflare" : undefined);
  }
});
