import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { SENSOR_KINDS } from "../../schema/vocabulary.ts";
import { type ParsedFamily, parseExposition } from "../support/exposition.ts";
import { addAlert, addApiKey, addDevice, addShareLink } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { serveHouse } from "../support/served-house.ts";
import { spawnProgram } from "../support/spawned.ts";

const FOLDER = path.join(PROJECT_FOLDER, "integrations");
const read = (name: string): string => readFileSync(path.join(FOLDER, name), "utf8");

/** A sensor of every kind, in a unit of its metric family. */
const SENSORS = SENSOR_KINDS.map((kind) => ({ key: `${kind}_1`, kind, ...sample(kind) }));
function sample(kind: (typeof SENSOR_KINDS)[number]) {
  if (kind === "door" || kind === "motion" || kind === "flood") return { bool: true };
  const units: Partial<Record<typeof kind, string>> = {
    temperature: "°C",
    humidity: "%",
    co2: "ppm",
    power: "W",
  };
  return { value: 40, unit: units[kind] ?? "" };
}

const house = await serveHouse();
const device = await addDevice(house.database, house.home, { name: "Cellar node", space: "Cellar" });
const body = JSON.stringify({ sensors: SENSORS, battery_pct: 87, rssi: -60 });
await fetch(`${house.url}/api/ingest/${device.ingestKey}`, { method: "POST", body });
const [sensor] = await house.database.sql<{ id: string }>`select id from sensors where kind = 'temperature'`;
const sensorId = sensor?.id ?? "";
await addAlert(house.database, house.home, {
  ...{ kind: "time_to_freeze", subject: sensorId, sensorId, deviceId: device.id, openedAt: house.clock() },
});
const key = await addApiKey(house.database, house.home);
const share = await addShareLink(house.database, house.home);
const answer = await fetch(`${house.url}/api/v1/metrics`, { headers: { Authorization: `Bearer ${key}` } });
const families: Map<string, ParsedFamily> = parseExposition(await answer.text());

const METRIC = /\bhearthwatch_[a-z0-9_]+/g;
const LABELS = /\{\{\s*\$?(?:labels\.)?(\w+)\s*\}\}/g;
/** Labels that Prometheus adds to scraped samples. */
const ADDED = ["instance", "job"];
const WORDS = ["value"];

/** Returns the metrics of an expression that a scrape lacks, and the labels of a text that its samples lack. */
function missing(expression: string, text: string): string[] {
  const names = [...expression.matchAll(METRIC)].map(([name]) => name);
  const labels = names.flatMap((name) => Object.keys(families.get(name)?.samples[0]?.labels ?? {}));
  const said = [...text.matchAll(LABELS)].map(([, label = ""]) => label);
  return [
    ...names.filter((name) => !families.has(name)),
    ...said.filter((label) => ![...labels, ...ADDED, ...WORDS].includes(label)),
  ];
}

type Panel = {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
};
type Dashboard = { panels: Panel[]; templating: { list: { definition?: string }[] } };

describe("the dashboard for Grafana", () => {
  const dashboard = JSON.parse(read("grafana/hearthwatch-dashboard.json")) as Dashboard;

  test("asks only for metrics and labels that a scrape of a running service has", () => {
    const targets = dashboard.panels.flatMap((panel) => panel.targets);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.flatMap(({ expr, legendFormat }) => missing(expr, legendFormat))).toEqual([]);
    expect(dashboard.templating.list.flatMap(({ definition = "" }) => missing(definition, ""))).toEqual([]);
  });

  test("has panels of one id each, beside one another", () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(squares).size).toBe(squares.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

type Rule = { alert: string; expr: string; annotations: Record<string, string> };
const hasPromtool = isOnPath("promtool");
if (!hasPromtool) console.warn("SKIPPED: the rules for Prometheus are tested by promtool, which is missing");

describe("the rules for Prometheus", () => {
  const rules = (
    load(read("prometheus/hearthwatch.rules.yml")) as { groups: { rules: Rule[] }[] }
  ).groups.flatMap((group) => group.rules);

  test("ask only for metrics and labels that a scrape of a running service has", () => {
    const found = rules.flatMap(({ expr, annotations }) =>
      missing(expr, Object.values(annotations).join(" ")),
    );
    expect([rules.length > 5, found]).toEqual([true, []]);
  });

  const promtool = (...words: string[]) =>
    spawnSync("promtool", words, { cwd: path.join(FOLDER, "prometheus"), encoding: "utf8" });

  test.skipIf(!hasPromtool)("are rules, by promtool", () => {
    const { status, stdout, stderr } = promtool("check", "rules", "hearthwatch.rules.yml");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${rules.length} rules found`);
  });

  test.skipIf(!hasPromtool)("fire when they should and only then, by promtool", () => {
    const { status, stdout, stderr } = promtool("test", "rules", "hearthwatch.rules.test.yml");
    expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining("SUCCESS")]);
    const tests = read("prometheus/hearthwatch.rules.test.yml");
    for (const { alert } of rules) expect(tests).toContain(`alertname: ${alert}`);
  });
});

type Node = {
  id: string;
  type: string;
  z?: string;
  func?: string;
  wires?: string[][];
  env?: { name: string; type: string }[];
  in?: { wires: { id: string }[] }[];
  out?: { wires: { id: string; port: number }[] }[];
};
type Message = Record<string, unknown>;
type Asked = Message & { url: string; method: string; headers: Record<string, string> };

const SUBFLOW = JSON.parse(read("node-red/hearthwatch-subflow.json")) as Node[];
const nodeOf = (id: string) => SUBFLOW.find((node) => node.id === id);

test("the integration for Home Assistant has what HACS asks of one", () => {
  const folder = "home-assistant/custom_components/hearthwatch";
  const keys = ["domain", "documentation", "issue_tracker", "codeowners", "name", "version"];
  expect(Object.keys(JSON.parse(read(`${folder}/manifest.json`)))).toEqual(expect.arrayContaining(keys));
  // In a PNG's header: 256 by 256 pixels.
  const icon = readFileSync(path.join(FOLDER, `${folder}/brand/icon.png`));
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([256, 256]);
});

describe("the subflow for Node-RED", () => {
  test("wires only nodes of its own, and keeps the key as a credential", () => {
    const [subflow, ...inner] = SUBFLOW;
    expect(subflow?.type).toBe("subflow");
    expect(new Set(SUBFLOW.map(({ id }) => id)).size).toBe(SUBFLOW.length);
    expect(inner.every(({ z }) => z === subflow?.id)).toBe(true);
    const wired = [
      ...inner.flatMap(({ wires = [] }) => wires.flat()),
      ...[...(subflow?.in ?? []), ...(subflow?.out ?? [])].flatMap(({ wires }) => wires.map(({ id }) => id)),
    ];
    expect(wired.filter((id) => nodeOf(id)?.z !== subflow?.id)).toEqual([]);
    expect(subflow?.env?.map(({ name, type }) => [name, type])).toEqual([
      ["HEARTHWATCH_ADDRESS", "str"],
      ["HEARTHWATCH_KEY", "cred"],
    ]);
  });

  const errors: string[] = [];
  /** Runs a function node as Node-RED does: one message for each output, or a list of them. */
  const run = (id: string, msg: Message, env: Record<string, string>): Message[][] => {
    const body = nodeOf(id)?.func ?? "";
    const node = { error: (text: string) => errors.push(text), status: () => undefined };
    const given = new Function("msg", "node", "env", body)(msg, node, { get: (name: string) => env[name] }) as
      | Message
      | (Message | Message[] | null)[]
      | null;
    const outputs = Array.isArray(given) ? given : [given];
    return outputs.map((output) => (output === null ? [] : [output].flat()));
  };
  /** Runs the three nodes one after the other; the middle one calls the running service. */
  async function flow(env: Record<string, string>, msg: Message = {}): Promise<[Message[], Message[]]> {
    const values: Message[] = [];
    const alerts: Message[] = [];
    for (const asked of run("hearthwatch-request", msg, env).flat()) {
      const { url, method, headers, payload } = asked as Asked;
      const body = method === "GET" ? {} : { body: JSON.stringify(payload) };
      const answer = await fetch(url, { method, headers, ...body });
      const got = { ...asked, statusCode: answer.status, payload: await answer.json() };
      const [first = [], second = []] = run("hearthwatch-answer", got, env);
      values.push(...first);
      alerts.push(...second);
    }
    return [values, alerts];
  }
  const byLink = () => ({ HEARTHWATCH_ADDRESS: `${house.url}/s/${share}` });
  const byKey = () => ({ HEARTHWATCH_ADDRESS: house.url, HEARTHWATCH_KEY: key });

  test("reads each sensor of a running service by link and by key, and alerts by key", async () => {
    for (const env of [byLink(), byKey()]) {
      const [values, alerts] = await flow(env);
      expect(values).toHaveLength(SENSORS.length);
      expect(values.find(({ topic }) => topic === "temperature_1")).toMatchObject({
        ...{ payload: 40, unit: "°C", kind: "temperature", device: "Cellar node", space: "Cellar" },
      });
      expect(values.find(({ topic }) => topic === "flood_1")).toMatchObject({ payload: true, unit: null });
      expect(alerts.length).toBe("HEARTHWATCH_KEY" in env ? 1 : 0);
    }
  });

  test("acknowledges and snoozes by key, and says why a link cannot", async () => {
    const [, [open]] = await flow(byKey());
    const [alert] = (open?.payload ?? []) as { id: string }[];
    const [, [done]] = await flow(byKey(), { action: "acknowledge", alert_id: alert?.id });
    expect(done).toMatchObject({ topic: "done", payload: { alert: { id: alert?.id } } });
    const [, [snoozed]] = await flow(byKey(), { action: "snooze", hours: 2 });
    expect(snoozed).toMatchObject({ payload: { ok: true, action: "snooze" } });
    errors.length = 0;
    await flow(byLink(), { action: "acknowledge", alert_id: alert?.id });
    await flow({ HEARTHWATCH_ADDRESS: house.url, HEARTHWATCH_KEY: "hw_key_wrong" });
    await flow({ HEARTHWATCH_ADDRESS: "" });
    expect(errors).toEqual([
      expect.stringContaining("A share link only reads"),
      "Hearthwatch: Invalid API key",
      "Hearthwatch: Invalid API key",
      expect.stringContaining("Set the address"),
    ]);
  });

  const hasNodeRed = isOnPath("node-red");
  if (!hasNodeRed)
    console.warn("SKIPPED: the subflow with Node-RED itself needs node-red on the PATH (docs/testing.md)");

  test.skipIf(!hasNodeRed)(
    "runs in Node-RED",
    async () => {
      const folder = await memoryFolder("hearthwatch-subflow-");
      const env = [{ name: "HEARTHWATCH_ADDRESS", type: "str", value: `${house.url}/s/${share}` }];
      const at = (x: number) => ({ z: "tab", x, y: 100 });
      const flows = [
        ...SUBFLOW,
        { id: "tab", type: "tab", label: "Home" },
        { ...at(100), id: "go", type: "inject", once: true, onceDelay: 0.1, props: [], wires: [["home"]] },
        { ...at(300), id: "home", type: "subflow:hearthwatch-home", env, wires: [["show"], []] },
        { ...at(500), id: "show", type: "debug", active: true, console: true, complete: "true" },
      ];
      await writeFile(path.join(folder, "flows.json"), JSON.stringify(flows));
      await writeFile(
        path.join(folder, "settings.js"),
        `module.exports = { flowFile: "flows.json", credentialSecret: false, telemetry: { enabled: false },
          uiHost: "127.0.0.1", uiPort: ${await freePort()}, httpAdminRoot: false };`,
      );
      const nodeRed = spawnProgram("node-red", ["--userDir", folder], { cwd: folder });
      try {
        await expect.poll(() => nodeRed.output()).toMatch(/topic: 'temperature_1'/);
      } finally {
        await nodeRed.end();
        await rm(folder, { recursive: true, force: true });
      }
    },
    120_000,
  );
});
