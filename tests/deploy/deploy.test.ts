import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cloudflareSteps } from "../../deploy/cloudflare/steps.ts";
import { withDomain } from "../../deploy/cloudflare/wrangler-file.ts";
import { hashOf, openState } from "../../deploy/deployed-state.ts";
import { diagnose, type Given } from "../../deploy/doctor.ts";
import { drawSecrets, parseSettings, readGiven, undrawn } from "../../deploy/given-settings.ts";
import { groupVariables, householdVariables } from "../../deploy/group-variables.ts";
import { directAddress } from "../../deploy/migrate-step.ts";
import type { RunProgram } from "../../deploy/step.ts";
import { type Options, readOptions } from "../../deploy/targets.ts";
import { readWranglerConfig } from "../../local/runtime/wrangler-config.ts";

const CLOUDFLARE: Options = {
  target: "cloudflare",
  household: false,
  plan: "pro",
  dryRun: false,
  force: false,
};
const GIVEN = {
  DATABASE_URL: "postgresql://ada:secret@ep-cold-1-pooler.eu.aws.neon.tech/home",
  UPSTASH_REDIS_REST_URL: "https://one.upstash.io",
  UPSTASH_REDIS_REST_TOKEN: "redis-token",
  BASE_URL: "https://home.example",
  SERVER_SECRET: "s".repeat(43),
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  RESEND_API_KEY: "re_key",
  EMAIL_FROM: "home@home.example",
} satisfies Given;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-deploy-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the words of the command", () => {
  test("name a target and its options", () => {
    expect(readOptions(["cloudflare", "--household", "--dry-run"])).toMatchObject({
      target: "cloudflare",
      household: true,
      dryRun: true,
    });
    expect(readOptions(["vercel", "--plan=hobby"])).toMatchObject({ target: "vercel", plan: "hobby" });
  });

  test.each([
    [[]],
    [["aws"]],
    [["vercel", "--household"]],
    [["cloudflare", "--plan=hobby"]],
    [["vercel", "-x"]],
  ])("that make no sense are refused: %j", (words) => {
    expect(readOptions(words)).toBeNull();
  });
});

describe("the doctor", () => {
  test("finds nothing missing where everything required is set, and notes what will not work", () => {
    const { missing, notes } = diagnose(CLOUDFLARE, GIVEN);
    expect(missing).toEqual([]);
    expect(notes.join("\n")).toContain("TWILIO_FROM");
    expect(notes.join("\n")).not.toContain("Mail:");
  });

  test("tells everything that is missing at once", () => {
    const { missing } = diagnose(CLOUDFLARE, {});
    for (const name of ["DATABASE_URL", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "BASE_URL"])
      expect(missing).toContain(`${name} is not set.`);
    expect(missing.join()).not.toContain("SERVER_SECRET");
  });

  test("says what a setting must look like", () => {
    const wrong = {
      ...GIVEN,
      BASE_URL: "http://home.example/x",
      DATABASE_URL: "mysql://x",
      SERVER_SECRET: "short",
    };
    expect(diagnose(CLOUDFLARE, wrong).missing).toEqual([
      expect.stringContaining("DATABASE_URL must look like"),
      expect.stringContaining("BASE_URL must look like"),
      "SERVER_SECRET must have at least 32 characters.",
    ]);
  });

  test("says that Vercel's hobby plan needs a clock from elsewhere", () => {
    const { notes } = diagnose({ ...CLOUDFLARE, target: "vercel", plan: "hobby" }, GIVEN);
    expect(notes.join()).toContain("npm run deploy -- clock");
  });
});

describe("settings", () => {
  test("come from deploy.env, and the environment comes first", async () => {
    const file = path.join(folder, "deploy.env");
    await writeFile(
      file,
      '# mine\nBASE_URL="https://file.example"\nEMAIL_FROM = me@x.example\nEMPTY=\nnot a line\n',
    );
    expect(await readGiven(file, { BASE_URL: "https://given.example", EMAIL_FROM: "" })).toMatchObject({
      BASE_URL: "https://given.example",
      EMAIL_FROM: "me@x.example",
    });
    expect(parseSettings("A_B='x'\r\nEMPTY=\n")).toEqual({ A_B: "x" });
  });

  test("that can be drawn are drawn once, kept with tight permissions, and never drawn again", async () => {
    const file = path.join(folder, "deploy.env");
    await writeFile(file, "BASE_URL=https://home.example");
    const first = await drawSecrets(file, undrawn({}));
    expect(Object.keys(first).toSorted()).toEqual([
      "CRON_SECRET",
      "INGEST_KEY_ENCRYPTION_SECRET",
      "SERVER_SECRET",
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const given = await readGiven(file, {});
    expect(given).toEqual({ BASE_URL: "https://home.example", ...first });
    const before = await readFile(file, "utf8");
    expect(await drawSecrets(file, undrawn(given))).toEqual({});
    expect(await readFile(file, "utf8")).toBe(before);
  });
});

describe("each function", () => {
  test("is given the variables of its row, and a placeholder for a provider's secret that it only looks at", () => {
    expect(groupVariables("share", GIVEN)).not.toHaveProperty("SERVER_SECRET");
    expect(groupVariables("account", GIVEN)).toMatchObject({ RESEND_API_KEY: "configured" });
    expect(groupVariables("cron", GIVEN)).toMatchObject({ RESEND_API_KEY: "re_key" });
    expect(householdVariables(GIVEN)).toEqual(GIVEN);
  });
});

test("migrations go to the direct address of a pooled database", () => {
  expect(directAddress(GIVEN)).toContain("@ep-cold-1.eu.aws.neon.tech/");
  expect(directAddress({ ...GIVEN, DATABASE_URL_DIRECT: "postgresql://direct.example/x" })).toBe(
    "postgresql://direct.example/x",
  );
});

test("routes move to one's own domain and zone", () => {
  const text = '{ pattern = "hearthwatch.example/api/v1/*", zone_name = "hearthwatch.example" }';
  expect(withDomain(text, "home.ada.example", "ada.example")).toBe(
    '{ pattern = "home.ada.example/api/v1/*", zone_name = "ada.example" }',
  );
});

describe("a deployment to Cloudflare", () => {
  test("deploys the clock first, hands over secrets in a file that is gone afterwards, and repeats nothing", async () => {
    const ran: string[] = [];
    const handed: Record<string, unknown>[] = [];
    let queues = "";
    const run: RunProgram = async ([, , ...args]) => {
      ran.push(args.slice(0, 2).join(" "));
      if (args[0] === "queues" && args[1] === "create") queues += args[2];
      const file = args[args.indexOf("--secrets-file") + 1];
      if (args[0] === "deploy" && file !== undefined) {
        handed.push({
          env: args[args.indexOf("--env") + 1],
          file,
          ...JSON.parse(await readFile(file, "utf8")),
        });
      }
      return queues;
    };
    const all = await readWranglerConfig();
    const config = {
      ...all,
      groups: all.groups.filter(({ group }) => group === "share" || group === "cron"),
    };
    const deployOnce = async () => {
      const state = await openState(path.join(folder, "deployed.json"));
      const steps = cloudflareSteps(config, GIVEN, CLOUDFLARE, { run, state });
      // The first applies migrations and the last checks the service: both have tests with a database.
      const came: string[] = [];
      for (const { run: runStep } of steps.slice(1, -1)) came.push(await runStep());
      return came;
    };
    const first = await deployOnce();
    expect(first.filter((word) => word === "deployed")).toHaveLength(config.groups.length);
    expect(handed[0]).toMatchObject({ env: "cron", RESEND_API_KEY: "re_key" });
    expect(handed.find(({ env }) => env === "share")).not.toHaveProperty("CRON_SECRET");
    for (const { file } of handed) await expect(stat(String(file))).rejects.toThrow("ENOENT");
    expect(ran.filter((words) => words === "queues create")).toHaveLength(1);

    const deployed = handed.length;
    const second = await deployOnce();
    expect(second).not.toContain("deployed");
    expect(second).not.toContain("made");
    expect(handed).toHaveLength(deployed);
  });

  test("deploys again where a variable differs", () => {
    expect(hashOf("code", "a")).not.toBe(hashOf("code", "b"));
    expect(hashOf("ab", "c")).not.toBe(hashOf("a", "bc"));
  });
});
