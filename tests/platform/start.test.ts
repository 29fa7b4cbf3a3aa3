import { rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort, requirePort } from "../../local/processes/free-port.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import { descendantsOf } from "../support/process-family.ts";
import { PROJECT_FOLDER, type Spoken, speak } from "../support/processes.ts";
import { isRunning } from "../support/running-process.ts";
import { spawnProgram } from "../support/spawned.ts";

const READY = "Hearthwatch is ready";

let dataDir: string;
let port: number;
let started: Spoken[];

beforeEach(async () => {
  dataDir = path.join(await memoryFolder("hearthwatch-start-"), "data");
  port = await freePort();
  started = [];
});
afterEach(async () => {
  for (const { child, exited } of started) {
    child.kill("SIGTERM");
    await exited;
  }
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

/** Starts without the demo, because these tests are about the platform. */
function start(env: Record<string, string> = {}): Spoken {
  const spoken = speak(["local/start/start.ts"], {
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED_DEMO: "0",
    ...env,
  });
  started.push(spoken);
  return spoken;
}

/** Starts a mail server on this machine, which records its mails. */
async function startMailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _, done) => {
      stream.setEncoding("utf8").on("data", (text: string) => void mails.push(text));
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { mails, url: `smtp://127.0.0.1:${port}`, stop: () => server.close() };
}

test("it comes up, answers, mails, refuses a second start, and SIGTERM leaves nothing running", async () => {
  const mail = await startMailServer();
  const first = start({ SMTP_URL: mail.url, EMAIL_FROM: "alerts@home.example" });
  await first.says(READY);
  const answer = await fetch(`http://127.0.0.1:${port}/api/no-such-route`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
  for (const name of ["secrets.json", "postgres.password"])
    expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600);

  const base = `http://127.0.0.1:${port}`;
  const asked = await fetch(`${base}/api/account/sign-in`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: base },
    body: JSON.stringify({ email: "ada@home.example" }),
  });
  expect(asked.status).toBeLessThan(300);
  await expect.poll(() => mail.mails.join()).toContain("To: ada@home.example");
  mail.stop();

  const second = start({ PORT: String(await freePort()) });
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(`already runs on ${dataDir} (process ${first.child.pid})`);
  expect(second.output()).not.toContain("    at ");

  const family = descendantsOf(first.child.pid ?? 0);
  if (process.platform !== "win32") expect(family.length).toBeGreaterThan(2);
  first.child.kill("SIGTERM");
  expect(await first.exited, first.output()).toBe(0);
  // A process that has been told to end may take a moment to be gone.
  await expect.poll(() => family.filter(isRunning)).toEqual([]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
});

test("a port that is taken is one sentence", async () => {
  const other = createServer().listen(port, "127.0.0.1");
  const refused = start();
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(refused.output()).not.toContain("    at ");
  other.close();
});

test.each([freePort, (host: string) => requirePort(port, host)])(
  "a HOST of another machine is one sentence",
  async (asked) => {
    await expect(asked("192.0.2.1")).rejects.toThrow(/^192\.0\.2\.1 is not an address of this machine/);
  },
);

// Windows knows no signals, and npm.cmd is a script of its shell.
test.skipIf(process.platform === "win32")("SIGINT to npm alone ends everything that it started", async () => {
  await prepareData(dataDir);
  const { HOME = "" } = process.env;
  const env = { HOME, BASE_URL: "", DATA_DIR: dataDir, PORT: String(port), SEED_DEMO: "0" };
  const { child: npm, output } = spawnProgram("npm", ["start"], { cwd: PROJECT_FOLDER, env });
  await expect.poll(output, { timeout: 90_000 }).toContain(READY);
  const family = descendantsOf(npm.pid ?? 0);
  npm.kill("SIGINT");
  await expect.poll(output).toContain("Stopped.");
  await expect.poll(() => family.filter(isRunning)).toEqual([]);
});
