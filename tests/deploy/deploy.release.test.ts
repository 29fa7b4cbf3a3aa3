import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  absentSecrets,
  databaseRegion,
  diagnose,
  type Given,
  generateSecrets,
  readGiven,
  vercelRegion,
} from "../../deploy/doctor.ts";
import { directAddress, groupVariables } from "../../deploy/migrate-step.ts";
import {
  cloudflareSteps,
  type RunProgram,
  vercelSteps,
  withDomain,
  withPlacement,
} from "../../deploy/step.ts";
import { type Options, readOptions } from "../../deploy/targets.ts";
import { cronOf } from "../../deploy/vercel/build-output.ts";
import { groupsOf, readWranglerConfig, readWranglerText } from "../../deploy/wrangler-toml.ts";
import { JOB_NAMES } from "../../lib/jobs/jobs.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { speak } from "../support/processes.ts";

const CLOUDFLARE: Options = { target: "cloudflare", plan: "pro", dryRun: false };
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

async function shareAndCron() {
  const config = await readWranglerConfig();
  const env = Object.entries(config.env).filter(([group]) => group === "share" || group === "cron");
  return { ...config, env: Object.fromEntries(env) };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-deploy-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the words of the command", () => {
  test("name a target and its options", () => {
    expect(readOptions(["cloudflare", "--dry-run"])).toMatchObject({ target: "cloudflare", dryRun: true });
    expect(readOptions(["vercel", "--plan=hobby"])).toMatchObject({ target: "vercel", plan: "hobby" });
  });

  test.each([[[]], [["aws"]], [["cloudflare", "--plan=hobby"]], [["vercel", "-x"]]])(
    "that make no sense are refused: %j",
    (words) => {
      expect(readOptions(words)).toBeNull();
    },
  );
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
      SMS_COUNTRY_PREFIXES: "49",
    };
    expect(diagnose(CLOUDFLARE, wrong).missing).toEqual([
      expect.stringContaining("DATABASE_URL is not Neon's"),
      expect.stringContaining("BASE_URL must look like"),
      expect.stringContaining("DATABASE_URL must look like"),
      "SERVER_SECRET is shorter than 32 characters.",
      expect.stringContaining("SMS_COUNTRY_PREFIXES"),
    ]);
  });

  test("says that Vercel's hobby plan needs a clock from elsewhere", () => {
    const { notes } = diagnose({ ...CLOUDFLARE, target: "vercel", plan: "hobby" }, GIVEN);
    expect(notes.join()).toContain("let another clock call");
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
  });

  test("that can be drawn are drawn once, kept with tight permissions, and never drawn again", async () => {
    const file = path.join(folder, "deploy.env");
    await writeFile(file, "BASE_URL=https://home.example");
    const first = await generateSecrets(file, absentSecrets({}));
    expect(Object.keys(first).toSorted()).toEqual([
      "CRON_SECRET",
      "INGEST_KEY_ENCRYPTION_SECRET",
      "SERVER_SECRET",
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const given = await readGiven(file, {});
    expect(given).toEqual({ BASE_URL: "https://home.example", ...first });
    const before = await readFile(file, "utf8");
    expect(await generateSecrets(file, absentSecrets(given))).toEqual({});
    expect(await readFile(file, "utf8")).toBe(before);
  });
});

test("each function is given the variables of its row, and a placeholder for a provider's secret that it only looks at", () => {
  expect(groupVariables("share", GIVEN)).not.toHaveProperty("SERVER_SECRET");
  expect(groupVariables("account", GIVEN)).toMatchObject({ RESEND_API_KEY: '{"configured":true}' });
  expect(groupVariables("cron", GIVEN)).toMatchObject({ RESEND_API_KEY: "re_key" });
  const posted = { RESEND_WEBHOOK_SECRET: "whsec_x", TWILIO_AUTH_TOKEN: "token" };
  expect(groupVariables("public", { ...GIVEN, ...posted })).toMatchObject({
    ...posted,
    RESEND_API_KEY: '{"configured":true}',
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

test("a deployment to Cloudflare deploys the clock first, hands over secrets in a file that is gone afterwards, and makes the queue once", async () => {
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
  const config = await shareAndCron();
  const deployOnce = async () => {
    const steps = cloudflareSteps(config, GIVEN, run);
    // The first step applies migrations and the last two check the service: their tests have a database.
    const came: string[] = [];
    for (const { run: runStep } of steps.slice(1, -1)) came.push(await runStep());
    return came;
  };
  const first = await deployOnce();
  expect(first.filter((word) => word === "deployed")).toHaveLength(2);
  expect(handed[0]).toMatchObject({ env: "cron", RESEND_API_KEY: "re_key" });
  expect(handed.find(({ env }) => env === "share")).not.toHaveProperty("CRON_SECRET");
  for (const { file } of handed) await expect(stat(String(file))).rejects.toThrow("ENOENT");
  await deployOnce();
  expect(ran.filter((words) => words === "queues create")).toHaveLength(1);
});

describe("a deployment to Vercel", () => {
  type VercelJson = { buildCommand: string; crons: object[] };
  const VERCEL_JSON = path.join(PROJECT_FOLDER, "vercel.json");
  type Ran = { words: string[]; env: Record<string, string>; input: string | undefined };
  const TOKEN = "vercel-token";
  const output = path.join(PROJECT_FOLDER, ".vercel", "output");

  const ran: Ran[] = [];
  const modes: Record<string, number> = {};
  beforeAll(async () => {
    const run: RunProgram = async (words, { env = {}, input } = {}) => {
      ran.push({ words: [...words], env, input });
      if (words.includes("--prebuilt"))
        for (const file of ["functions/cron.func/.vc-config.json", "."])
          modes[file] = (await stat(path.join(output, file))).mode & 0o777;
      return "";
    };
    const config = await shareAndCron();
    const given = { ...GIVEN, VERCEL_TOKEN: TOKEN };
    const steps = vercelSteps(config, given, { ...CLOUDFLARE, target: "vercel" }, run);
    for (const { run: runStep } of steps.slice(1, -1)) await runStep();
  });
  const wordsOf = (ran: Ran[]) => ran.map(({ words }) => words.join(" "));

  test("gives the project the secret that its triggers send, before it deploys", async () => {
    const given = ran.findIndex(({ words }) => words.includes("env"));
    expect(wordsOf(ran)[given]).toMatch(/vc\.js env add CRON_SECRET production --force --sensitive$/);
    expect(ran[given]?.input).toBe(GIVEN.CRON_SECRET);
    expect(ran.findIndex(({ words }) => words.includes("--prebuilt"))).toBeGreaterThan(given);
  });

  test("keeps the token and secrets out of what programs are called with", async () => {
    for (const secret of [TOKEN, ...Object.values(GIVEN)])
      expect(wordsOf(ran).join("\n")).not.toContain(secret);
    const vercel = ran.filter(({ words }) => words[0] !== "npm");
    expect(vercel.map(({ env }) => env)).toEqual(vercel.map(() => ({ VERCEL_TOKEN: TOKEN })));
  });

  test("uses the CLI of its own lockfile, and no other", async () => {
    expect(wordsOf(ran)[0]).toMatch(/^npm install --no-save --prefix deploy.vercel.cli --ignore-scripts/);
    const cli = path.join("deploy", "vercel", "cli");
    for (const { words } of ran.slice(1))
      expect(words[1]).toContain(path.join(cli, "node_modules", "vercel"));
    const lock = JSON.parse(await readFile(path.join(PROJECT_FOLDER, cli, "package-lock.json"), "utf8"));
    const packages = Object.entries(lock.packages as Record<string, { integrity?: string }>);
    expect(packages.filter(([name, { integrity }]) => name !== "" && !integrity)).toEqual([]);
  });

  test("writes secrets into files that only this user reads, and removes them", async () => {
    expect(modes).toEqual({ "functions/cron.func/.vc-config.json": 0o600, ".": 0o700 });
    await expect(stat(output)).rejects.toThrow("ENOENT");
  });

  test("of a preview by vercel.json's own build gives each function the preview's address, and the file the triggers", async () => {
    const { buildCommand, crons } = JSON.parse(await readFile(VERCEL_JSON, "utf8")) as VercelJson;
    expect(crons).toEqual(JOB_NAMES.map(cronOf));
    const [, ...words] = buildCommand.split(" ");
    const preview = { VERCEL_ENV: "preview", VERCEL_URL: "hearthwatch-ada.vercel.app", DATABASE_URL: "" };
    const built = speak(words, preview);
    expect(await built.exited, built.output()).toBe(0);
    const read = async (file: string) =>
      JSON.parse(await readFile(path.join(output, file), "utf8")) as object;
    expect(await read("functions/ingest.func/.vc-config.json")).toMatchObject({
      environment: { EDGE: "vercel", BASE_URL: "https://hearthwatch-ada.vercel.app" },
    });
    // vercel.json adds the triggers.
    expect(await read("config.json")).toMatchObject({ version: 3, crons: [] });
    await rm(output, { recursive: true, force: true });
  });
});

test("a second installation in one account has names of its own, and calls its own functions", async () => {
  const text = await readWranglerText("staging");
  expect(text).not.toContain('"hearthwatch-');
  const config = await readWranglerConfig("staging");
  for (const [group, { name }] of groupsOf(config)) expect(name).toBe(`staging-${group}`);
  expect(await readWranglerText("")).toContain('service = "hearthwatch-cron"');
});

test("functions run beside the database, where its address tells the region", () => {
  expect(withPlacement('[placement]\nmode = "smart"', databaseRegion(GIVEN))).toBe(
    '[placement]\nmode = "smart"',
  );
  const there = { DATABASE_URL: "postgresql://a:b@ep-one-1-pooler.c-2.eu-central-1.aws.neon.tech/home" };
  expect(withPlacement('mode = "smart"', databaseRegion(there))).toBe('region = "aws:eu-central-1"');
  expect([vercelRegion(there), vercelRegion(GIVEN)]).toEqual(["fra1", null]);
});

describe("docs/deploy.md", () => {
  const shown = readFileSync(path.join(PROJECT_FOLDER, "docs", "deploy.md"), "utf8");
  const commands = [...shown.matchAll(/^npm run (deploy|doctor) -- ([^#\n]+)/gm)].map(
    ([, verb, words = ""]) => ({ verb, words: words.trim().split(/ +/) }),
  );

  test("shows no command that this one does not know", () => {
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter(({ words }) => readOptions(words) === null)).toEqual([]);
  });

  test("removes every worker that a deployment makes, and its queue", async () => {
    const groups = groupsOf(await readWranglerConfig());
    const removed = /for group in ([\w ]+); do\n {2}npx wrangler delete --name hearthwatch-\$group/.exec(
      shown,
    )?.[1];
    expect(removed?.split(" ").toSorted()).toEqual(groups.map(([group]) => group).toSorted());
    const queues = groups.flatMap(([, worker]) => worker.queues?.producers ?? []);
    expect(queues).toHaveLength(1);
    for (const { queue } of queues) expect(shown).toContain(`npx wrangler queues delete ${queue}\n`);
  });
});
