import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../cli/api.ts";
import type { CommandPorts } from "../../cli/command.ts";
import { EXIT_CODES, UsageError } from "../../cli/command-error.ts";
import { COMMANDS } from "../../cli/commands.ts";
import { profileFile, readProfile, writeProfile } from "../../cli/profile.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { PROJECT_FOLDER } from "../../local/runtime/wrangler-config.ts";
import { type Api, BASE_URL, openApi } from "../support/api.ts";
import { addAlert, addApiKey, addDevice, type TestDevice } from "../support/fixtures.ts";

let api: Api;
let device: TestDevice;
let printed: string[];
let written: string;
let ports: CommandPorts;

beforeAll(async () => {
  api = await openApi();
  device = await addDevice(api.database, api.home, { name: "Cellar node" });
});
afterAll(() => api.database.close());
beforeEach(() => {
  printed = [];
  written = "";
  ports = {
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      if (pathname === "/api/openapi.json")
        return new Response("{}", { headers: { Date: api.clock().toUTCString() } });
      return (pathname.startsWith("/api/ingest") ? ingestApp(api.ports) : api.app).request(url, init);
    },
    print: (line) => printed.push(line),
    write: async (text) => {
      written += text;
    },
    now: () => api.clock(),
    pause: async () => undefined,
    profile: { url: BASE_URL, key: api.key },
    saveProfile: async (profile) => {
      ports.profile = profile;
    },
  };
});

const run = (name: string, ...words: string[]) => COMMANDS[name]?.run(words, ports);

test("a login checks the key before it keeps it", async () => {
  ports.profile = null;
  await expect(run("devices")).rejects.toThrow("Log in first");
  await expect(run("login", BASE_URL, "hw_key_wrong")).rejects.toThrow("The service answered 401");
  expect(ports.profile).toBeNull();
  await run("login", `${BASE_URL}/home`, api.key);
  expect(ports.profile).toEqual({ url: BASE_URL, key: api.key });
});

test("readings are sent as a device sends them, listed, followed and exported", async () => {
  await run("send", device.ingestKey, "temp1=41.5", "door1=true");
  expect(printed).toEqual(["2 readings stored, 2 sensors created."]);
  await run("devices");
  expect(printed.join("\n")).toContain("  temp1: 41.5 °F");
  expect(printed.join("\n")).toContain("  door1: true");
  printed = [];
  await run("tail", "--once");
  expect(printed).toHaveLength(2);
  expect(printed[0]).toMatch(/^2026-11-20T10:00:00.*Cellar node {2}temp1 {2}41\.5 °F$/);
  await run("export", "--from", "2026-11-20T00:00:00Z");
  expect(written.split("\r\n")[0] ?? "").toContain("recorded_at");
  expect(written).toContain("41.5");
});

describe("alerts", () => {
  let id: string;
  beforeAll(async () => {
    id = (await addAlert(api.database, api.home, { openedAt: api.clock(), title: "Pipe (Cellar)" })).id;
  });
  const read = () =>
    JSON.parse(printed.at(-1) ?? "") as { alerts: { id: string; acknowledged_at: string | null }[] };

  test("are listed for people and for programs, the open ones unless asked otherwise", async () => {
    expect(await run("alerts")).toBe(0);
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^${id} .* warning {2}freeze {2}open {2}Pipe`)),
    ]);
    await run("alerts", "--json");
    expect(read().alerts.map((alert) => alert.id)).toEqual([id]);
    await run("alerts", "--state", "closed");
    expect(printed.at(-1)).toBe("There is no such alert.");
    await expect(run("alerts", "--state", "lost")).rejects.toThrow("must be open, closed or all");
  });

  test("that are open end a check with 3, and none with 0", async () => {
    expect(await run("alerts", "--check")).toBe(EXIT_CODES.alertsOpen);
    expect(await run("alerts", "--check", "--kind", "leak")).toBe(EXIT_CODES.done);
  });

  test("are acknowledged one by one or all, and a read-only key gets the reason of its refusal", async () => {
    const reader = await addApiKey(api.database, api.home, { scope: "read" });
    ports.profile = { url: BASE_URL, key: reader };
    await expect(run("ack", id)).rejects.toThrow("403");
    ports.profile = { url: BASE_URL, key: api.key };
    await run("ack", id);
    expect(printed.at(-1)).toBe(`${id} acknowledged: Pipe (Cellar)`);
    const other = await addAlert(api.database, api.home, { kind: "humidity", openedAt: api.clock() });
    await run("ack", "--all", "--json");
    expect(read().alerts).toMatchObject([{ id: other.id, acknowledged_at: expect.any(String) }]);
    await run("ack", "--all");
    expect(printed.at(-1)).toBe("No alert is waiting for somebody.");
  });

  test.each([[[]], [["alr_1", "--all"]]])("are not acknowledged by %j", async (words) => {
    await expect(run("ack", ...words)).rejects.toBeInstanceOf(UsageError);
  });

  test("that don't exist are refused in the service's own words", async () => {
    await expect(run("ack", "alr_none")).rejects.toThrow("The service answered 404: Not found");
  });
});

test("warnings are snoozed for hours, and no longer", async () => {
  await run("snooze", "8");
  expect(printed).toEqual(["Warnings are snoozed until 2026-11-20T18:00:00.000Z."]);
  await run("snooze", "off", "--json");
  expect(JSON.parse(printed.at(-1) ?? "")).toMatchObject({ status: { snoozed_until: null } });
  await run("snooze");
  expect(printed.at(-1)).toContain("2026-11-20T14:00:00.000Z");
  await expect(run("snooze", "tomorrow")).rejects.toBeInstanceOf(UsageError);
  await expect(run("snooze", "9999")).rejects.toThrow("The service answered 400");
});

test("what is shown to people is JSON for programs", async () => {
  await run("send", device.ingestKey, "temp1=42.5", "--json");
  expect(JSON.parse(printed.at(-1) ?? "")).toMatchObject({ ok: true, readings: 1 });
  await run("devices", "--json");
  expect(JSON.parse(printed.at(-1) ?? "")).toMatchObject({ devices: [{ id: device.id }] });
  printed = [];
  await run("tail", "--once", "--json");
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([
    { device: "Cellar node", sensor: { value_num: 42.5 } },
    {},
  ]);
});

describe("the program", () => {
  const start = (...words: string[]) =>
    spawnSync(process.execPath, ["cli/main.ts", ...words], { cwd: PROJECT_FOLDER, encoding: "utf8" });

  test("helps with each command, and with all", () => {
    const { status, stdout } = start("alerts", "--help");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("Usage: hearthwatch alerts [--state open|closed|all]"),
    ]);
    const all = start("--help").stdout;
    for (const name of Object.keys(COMMANDS)) expect(all).toContain(`\n  ${name}`);
  });

  test("tells a word that it doesn't know from a service that it can't reach", () => {
    expect(start("nonsense").status).toBe(EXIT_CODES.usage);
    const env = { ...process.env, HEARTHWATCH_URL: "http://127.0.0.1:9", HEARTHWATCH_API_KEY: "k" };
    const unreachable = spawnSync(process.execPath, ["cli/main.ts", "alerts"], {
      cwd: PROJECT_FOLDER,
      env,
      encoding: "utf8",
    });
    expect([unreachable.status, unreachable.stderr]).toEqual([
      1,
      expect.stringContaining("cannot be reached"),
    ]);
  });
});

test("what cannot be sent is one sentence", async () => {
  await expect(run("send", device.ingestKey, "temp1")).rejects.toThrow('"temp1" is not NAME=VALUE.');
  await expect(run("send", "hw_ing_wrong", "temp1=1")).rejects.toThrow("401: Invalid device key");
  await expect(run("export", "--nope")).rejects.toThrow("--nope");
});

test("words that the program does not know are one sentence, without a stack", () => {
  const { status, stderr } = spawnSync(process.execPath, ["cli/main.ts", "tail", "--nope"], {
    cwd: PROJECT_FOLDER,
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).toContain("Unknown option '--nope'");
  expect(stderr).not.toContain("    at ");
});

test.skipIf(process.platform === "win32")("a reader that has had enough ends a command in peace", () => {
  const { stderr, stdout } = spawnSync("sh", ["-c", '"$NODE" cli/main.ts --help | true; echo done'], {
    cwd: PROJECT_FOLDER,
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath },
  });
  expect([stderr, stdout]).toEqual(["", "done\n"]);
});

test("the doctor finds a clock that is wrong", async () => {
  await run("doctor");
  expect(printed.filter((line) => line.startsWith("ok"))).toHaveLength(4);
  ports.now = () => new Date(api.clock().getTime() + 10 * 60_000);
  await expect(run("doctor")).rejects.toThrow("10 minutes ahead");
});

test("the profile is kept so that only its owner reads it, and the environment comes first", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-cli-"));
  try {
    const variables = { XDG_CONFIG_HOME: folder };
    expect(await readProfile(variables)).toBeNull();
    await writeProfile(variables, { url: BASE_URL, key: "k" });
    expect((await stat(profileFile(variables))).mode & 0o777).toBe(0o600);
    expect(await readProfile(variables)).toEqual({ url: BASE_URL, key: "k" });
    await writeFile(profileFile(variables), "{");
    await expect(readProfile(variables)).rejects.toThrow("is damaged: delete it and log in again");
    const given = { ...variables, HEARTHWATCH_URL: "https://other.example", HEARTHWATCH_API_KEY: "o" };
    expect(await readProfile(given)).toEqual({ url: "https://other.example", key: "o" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every operation that a command calls is in the OpenAPI document under its id", async () => {
  const text = await readFile(path.join(PROJECT_FOLDER, "functions/public/openapi.json"), "utf8");
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  for (const [operationId, { method, path: route }] of Object.entries(OPERATIONS))
    expect(paths[route]?.[method]).toMatchObject({ operationId });
});
