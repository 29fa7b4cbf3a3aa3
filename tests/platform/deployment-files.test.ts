import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import * as z from "zod";
import { addOnOptions } from "../../local/start/settings.ts";
import { PROJECT_FOLDER } from "../support/processes.ts";
import { isOnPath } from "../support/programs.ts";

const FOLDER = path.join(PROJECT_FOLDER, "docs", "self-hosting");
const textOf = (file: string) => readFile(path.join(FOLDER, file), "utf8");
const yamlOf = async (file: string): Promise<unknown> => load(await textOf(file));

/** The keys of the compose specification that our file uses, and their shapes. */
const Service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  image: z.string(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string()),
  depends_on: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  restart: z.enum(["no", "always", "on-failure", "unless-stopped"]),
});
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.strictObject({})),
});

/** The keys of developers.home-assistant.io/docs/add-ons/configuration that our file uses, and their shapes. */
const AddOn = z.strictObject({
  name: z.string(),
  slug: z.string().regex(/^[-_.A-Za-z0-9]+$/),
  version: z.string(),
  description: z.string(),
  url: z.url(),
  arch: z.array(z.enum(["aarch64", "amd64"])),
  init: z.boolean(),
  startup: z.enum(["initialize", "system", "services", "application", "once"]),
  boot: z.enum(["auto", "manual", "manual_only"]),
  ingress: z.boolean(),
  webui: z.string().regex(/^(?:https?|\[PROTO:\w+\]):\/\/\[HOST\]:\[PORT:\d+\].*$/),
  watchdog: z.string().regex(/^(?:https?|\[PROTO:\w+\]|tcp):\/\/\[HOST\]:\[PORT:\d+\].*$/),
  ports: z.record(z.string().regex(/^\d+\/tcp$/), z.number()),
  ports_description: z.record(z.string(), z.string()),
  environment: z.record(z.string().regex(/^[A-Z]\w*$/), z.string()),
  map: z.array(z.strictObject({ type: z.enum(["backup", "data", "share", "ssl"]), read_only: z.boolean() })),
  backup: z.enum(["hot", "cold"]),
  timeout: z.number().min(10).max(300),
  options: z.record(z.string(), z.string()),
  schema: z.record(z.string(), z.string().regex(/^(str|url|password|email|bool|port)\??$/)),
});

test("compose.yaml keeps to the compose specification, and gives the service nothing that it does not need", async () => {
  const { services, volumes } = Compose.parse(await yamlOf("compose.yaml"));
  expect(services.hearthwatch).toMatchObject({ read_only: true, cap_drop: ["ALL"], volumes: ["data:/data"] });
  expect(services.hearthwatch?.ports).toBeUndefined();
  expect(Object.keys(volumes)).toEqual(["data", "certificates"]);
});

test("the Home Assistant add-on keeps to the supervisor's schema, and each option is a setting", async () => {
  const { options, schema, version } = AddOn.parse(await yamlOf("home-assistant/hearthwatch/config.yaml"));
  expect(Object.keys(schema)).toEqual(expect.arrayContaining(Object.keys(options)));
  const settings = await readFile(path.join(PROJECT_FOLDER, "docs", "configuration.md"), "utf8");
  for (const name of Object.keys(schema)) expect(settings).toContain(`\`${name.toUpperCase()}`);
  const { version: own } = JSON.parse(await readFile(path.join(PROJECT_FOLDER, "package.json"), "utf8"));
  expect(version).toBe(own);
  // The supervisor's /data belongs to root.
  const image = (await textOf("home-assistant/hearthwatch/Dockerfile")).split("\n");
  expect(image).toEqual(expect.arrayContaining([expect.stringMatching(`^FROM .+:${own}$`), "USER root"]));
});

test("an add-on's options become settings, and outside of an add-on nothing is read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-options-"));
  const file = path.join(folder, "options.json");
  await writeFile(file, '{"base_url":"http://ha.local:8787","smtp_url":"","backup_dir":null}');
  expect(await addOnOptions({ SUPERVISOR_TOKEN: "t" }, file)).toEqual({ BASE_URL: "http://ha.local:8787" });
  expect(await addOnOptions({}, file)).toEqual({});
  await writeFile(file, "{ broken");
  await expect(addOnOptions({ SUPERVISOR_TOKEN: "t" }, file)).rejects.toThrow("cannot be read");
  await rm(folder, { recursive: true });
});

test("the image is built of named files alone, and runs as nobody in particular", async () => {
  const [first, ...taken] = (await readFile(path.join(PROJECT_FOLDER, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(first).toBe("*");
  expect(taken.every((line) => line.startsWith("!"))).toBe(true);
  expect(taken.join()).not.toMatch(/env|\.local|secrets|\.git|node_modules/);
  const lines = (await textOf("Containerfile")).split("\n");
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const words = last.flatMap((line) => /^([A-Z]+) /.exec(line)?.[1] ?? []);
  for (const word of ["USER", "HEALTHCHECK", "VOLUME", "STOPSIGNAL", "ENTRYPOINT"])
    expect(words).toContain(word);
  expect(last).toContain("USER 10001");
});

test.skipIf(!isOnPath("systemd-analyze"))("the unit is one that systemd takes", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-unit-"));
  const unit = path.join(folder, "hearthwatch.service");
  // The unit's program isn't installed here.
  await writeFile(
    unit,
    (await textOf("hearthwatch.service")).replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"),
  );
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
  expect(stderr.split("\n").filter((line) => line.includes("hearthwatch.service"))).toEqual([]);
  await rm(folder, { recursive: true });
});
