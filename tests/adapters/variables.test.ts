import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { groupVariables } from "../../deploy/migrate-step.ts";
import { groupsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import {
  type Environment,
  envOf,
  GROUP_NAMES,
  type GroupName,
  VARIABLES,
  type Variable,
  variablesOf,
} from "../../functions/_platform/variables.ts";
import { drawCredentials } from "../../local/sandbox/recorder.ts";
import values from "./variables.json" with { type: "json" };

const FUNCTIONS = path.join(import.meta.dirname, "../../functions");
/** Combines the other groups, each with its own row. */
const WITHOUT_ROW = ["all"];

const VALUES: Record<string, string> = {
  ...values,
  FIREBASE_SERVICE_ACCOUNT: drawCredentials().serviceAccount,
  FIREBASE_WEB_CONFIG: JSON.stringify({ apiKey: "a", appId: "b", messagingSenderId: "c", projectId: "d" }),
};

const EVERY = Object.fromEntries(
  Object.entries(VARIABLES)
    .filter(([, { kind }]) => kind !== "binding")
    .map(([name]) => [name, VALUES[name] ?? "s".repeat(43)]),
);

type Entry = { fetch(request: Request, bindings: Environment): Response | Promise<Response> };

const asked = new Set<string>();
const given = new Set<string>();

/** Records what a group reads of its variables. Loads the groups again, since other files may have loaded them. */
beforeAll(() => {
  vi.resetModules();
  vi.doMock("../../functions/_platform/variables.ts", async (original) => {
    const real = await original<typeof import("../../functions/_platform/variables.ts")>();
    const noted = (...args: Parameters<typeof envOf>) =>
      new Proxy(real.envOf(...args), {
        get: (read, name, self) => {
          const value: unknown = Reflect.get(read, name, self);
          if (value !== undefined) given.add(String(name));
          asked.add(String(name));
          return value;
        },
      });
    return { ...real, envOf: noted };
  });
});
/** Later files continue with the loaded modules, whose recording changes nothing. */
afterAll(() => vi.doUnmock("../../functions/_platform/variables.ts"));

/** Returns the names that a group reads at its start with every variable set, and those that it got a value of. */
async function namesReadBy(group: GroupName): Promise<Record<"read" | "got", Set<string>>> {
  asked.clear();
  given.clear();
  const { default: entry } = (await import(path.join(FUNCTIONS, group, "index.ts"))) as { default: Entry };
  await entry.fetch(new Request("https://hearthwatch.example/nowhere"), EVERY);
  return { read: new Set(asked), got: new Set(given) };
}

test("the table has a row for every group of functions", () => {
  const folders = readdirSync(FUNCTIONS).filter(
    (name) => !name.startsWith("_") && !WITHOUT_ROW.includes(name),
  );
  expect(folders.sort()).toEqual([...GROUP_NAMES].sort());
});

test.each(GROUP_NAMES)("%s reads all the variables of its row, and is given no other", async (group) => {
  const names = variablesOf(group).map(([name]) => name);
  const { read, got } = await namesReadBy(group);
  expect(names.filter((name) => !read.has(name))).toEqual([]);
  expect([...got].filter((name) => !(names as string[]).includes(name))).toEqual([]);
});

test.each(GROUP_NAMES)("%s starts with what a deployment gives it", (group) => {
  expect(() => envOf(group, groupVariables(group, EVERY))).not.toThrow();
});

test("the secret that opens the clock and the one that seals are given to no group that does without", () => {
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("share");
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("inbound");
  expect(VARIABLES.CRON_SECRET.groups).not.toContain("companion");
  expect(VARIABLES.SERVER_SECRET.groups).not.toContain("share");
  expect(VARIABLES.INGEST_KEY_ENCRYPTION_SECRET.groups).toEqual(["v1", "account", "pages"]);
});

test("the documentation names every variable that a deployment needs", async () => {
  const document = await readFile(path.join(FUNCTIONS, "../docs/configuration.md"), "utf8");
  const needed = Object.entries<Variable>(VARIABLES).filter(([, { isRequired }]) => isRequired);
  expect(needed.map(([name]) => name).filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});

test("wrangler.toml gives a group no variable that it does not read", async () => {
  for (const [group, { vars }] of groupsOf(await readWranglerConfig())) {
    const name = GROUP_NAMES.find((known) => known === group);
    const names = name === undefined ? [] : variablesOf(name).map(([variable]) => variable as string);
    expect(Object.keys(vars).filter((variable) => !names.includes(variable))).toEqual([]);
    expect(vars.EDGE).toBe(names.includes("EDGE") ? "cloudflare" : undefined);
  }
});

describe("a slip is found at the start:", () => {
  const NEEDED = {
    SERVER_SECRET: "s".repeat(43),
    CRON_SECRET: "c".repeat(43),
    BASE_URL: "https://home.example/",
  };
  const read = (given: Environment) => envOf("cron", { ...NEEDED, ...given });

  test.each<[Environment, string]>([
    [{ BASE_URL: "" }, "BASE_URL is not set"],
    [{ BASE_URL: "home" }, "BASE_URL is no web address"],
    [{ CRON_SECRET: undefined }, "CRON_SECRET is not set"],
    [{ CRON_SECRET: "short" }, "CRON_SECRET is shorter than 32 characters"],
    [{ DEAD_MAN_PING_URL: "ftp://ping.example" }, "DEAD_MAN_PING_URL is no web address"],
    [{ SMS_PER_DAY: "many" }, "SMS_PER_DAY must be a number from 0 on"],
    [{ SMS_PER_DAY: "-1" }, "SMS_PER_DAY must be a number from 0 on"],
    [{ MAILS_PER_SECOND: "0" }, "MAILS_PER_SECOND must be a number from 0.01 on"],
    [{ SMS_COUNTRY_PREFIXES: "+1, 49" }, 'SMS_COUNTRY_PREFIXES "49" is no prefix'],
    ...["0", "-1", "101", "15.5", "many", "1e9"].map((size): [Environment, string] => [
      { SHARD_SIZE: size },
      "SHARD_SIZE must be a whole number from 1 to 100",
    ]),
  ])("%j", (given, sentence) => {
    expect(() => read(given)).toThrow(sentence);
  });

  test("in a header's name", () => {
    expect(() => envOf("inbound", { ...NEEDED, INBOUND_LEGACY_SIGNATURE_HEADERS: "X-A, X Bad" })).toThrow(
      '"X Bad" is no header\'s name',
    );
  });

  test.each([
    ["no", "is no JSON object"],
    ['{"apiKey":"a"}', "FIREBASE_WEB_CONFIG.appId is not there"],
  ])("in Firebase's configuration: %s", (text, sentence) => {
    expect(() => envOf("pages", { ...NEEDED, FIREBASE_WEB_CONFIG: text })).toThrow(sentence);
  });

  test("what is right is read as what it stands for, and what isn't set has its default", () => {
    const given = read({
      SMS_COUNTRY_PREFIXES: "+1,+49:8",
      OPERATOR_EMAILS: "Ada@Home.example, ben@home.example",
    });
    expect(given).toMatchObject({
      BASE_URL: "https://home.example",
      EDGE: "none",
      SHARD_SIZE: 100,
      SMS_COUNTRY_PREFIXES: [
        { prefix: "+1", price: 1 },
        { prefix: "+49", price: 8 },
      ],
      OPERATOR_EMAILS: ["ada@home.example", "ben@home.example"],
    });
  });
});
