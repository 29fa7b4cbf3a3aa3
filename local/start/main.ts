import type { RunningPlatform, startMachine } from "../machine/start-machine.ts";
import { lockDataFolder } from "./data-lock.ts";
import { StartError } from "./project.ts";
import { addOnOptions, readSettings, type StartSettings } from "./settings.ts";
import { Interrupted, StartSteps } from "./steps.ts";

const PRODUCTION = "--production";
const STOP_MS_MAX = 60_000;

const steps = new StartSteps((line) => console.log(line));

/** Runs `npm start` in this process, to its end. */
export async function runStart(loadPlatform: () => Promise<typeof startMachine>): Promise<never> {
  ignoreLostOutput();
  process.exitCode = await main(loadPlatform);
  // Whatever still keeps the event loop alive (an idle connection) no longer matters.
  process.exit();
}

/** Returns the exit code. */
async function main(loadPlatform: () => Promise<typeof startMachine>): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(START_HELP);
    return 0;
  }
  const asked = stopAsked().then(() => steps.interrupt());
  let code = 0;
  try {
    const unknown = args.find((arg) => arg !== PRODUCTION);
    if (unknown !== undefined)
      throw new StartError(`npm start does not know "${unknown}"; see npm start -- --help.`);
    const given = { ...process.env, ...(await addOnOptions(process.env)) };
    const settings = readSettings(given, args.includes(PRODUCTION));
    await start(settings, loadPlatform);
    await asked;
  } catch (error) {
    if (!(error instanceof Interrupted)) {
      console.error(error instanceof StartError ? `\n${error.message}` : error);
      code = 1;
    }
  }
  return Math.max(code, await stop());
}

async function start(settings: StartSettings, loadPlatform: () => Promise<typeof startMachine>) {
  console.log("Hearthwatch is starting");
  await steps.run("Data", async () => ({
    made: undefined,
    close: await lockDataFolder(settings.dataDir),
    report: settings.dataDir,
  }));
  // Loading the platform takes a second or more: commands that only print something don't wait for it.
  const startPlatform = await loadPlatform();
  const platform = await startPlatform(settings, steps);
  const lines = settings.seedDemo ? await seed(settings, platform) : [];
  steps.throwIfInterrupted();
  const { operatorLines, productionLines } = await import("./production.ts");
  const own = settings.production ? await productionLines(settings, platform) : [];
  const operators = operatorLines(settings, platform);
  const report = [...lines, ...own, ...sandboxLines(platform), ...operators, "Ctrl-C stops it."];
  console.log(["", `Hearthwatch is ready: ${platform.baseUrl}`, ...report].join("\n"));
}

function sandboxLines({ sandboxUrl }: RunningPlatform): string[] {
  if (sandboxUrl === undefined) return [];
  return ["See the messages the demo would have sent, and play a bad night:", `  ${sandboxUrl}/messages`, ""];
}

function seed(settings: StartSettings, platform: RunningPlatform): Promise<string[]> {
  return steps.run("Demo", async () => {
    const { dataDir, seedHistory: history } = settings;
    const { connectionString, baseUrl, sandboxUrl, secrets } = platform;
    const { seedDemo } = await import("../demo/seed.ts");
    const { keepPosting } = await import("../demo/live.ts");
    const place = { connectionString, baseUrl, sandboxUrl };
    const { lines, demo } = await seedDemo({ ...place, secrets, dataDir, history });
    const posting = keepPosting(connectionString, demo);
    return { made: lines, close: posting.stop, report: "ready; its devices post every quarter of an hour" };
  });
}

async function stop(): Promise<number> {
  if (!steps.anyToClose) return 0;
  console.log("Stopping…");
  // After this time something hangs, and the caller must not wait.
  setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
  const failures = await steps.closeAll();
  for (const failure of failures) console.error(failure);
  if (failures.length === 0) console.log("Stopped.");
  return failures.length === 0 ? 0 : 1;
}

/** Resolves on a signal, or at the end of run.mjs, which has the channel's other end. Repeats change nothing. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(name, () => resolve());
  });
}

/** The text of `npm start -- --help`. */
const START_HELP = `npm start runs Hearthwatch on this machine: PostgreSQL, the functions and a demo home.

  npm start                   with a demo home, and stand-ins for the providers that are not configured
  npm start -- --production   for a home of your own: no demo, no stand-ins

Settings are environment variables. The most common ones:

  PORT           the port to listen on (8787; 0 picks a free one)
  HOST           the address to listen on (127.0.0.1)
  BASE_URL       the address that people and devices use, like https://home.example
  HTTP_COOKIES=1 let browsers sign in although the address has no TLS (only in a network that you trust)
  DATA_DIR       the folder of the data (.local)
  SEED_DEMO=0    start without the demo home
  BACKUP_DIR     the folder for a backup each day (none)
  DATABASE_URL   use this PostgreSQL instead of the embedded one

docs/configuration.md lists every setting. Ctrl-C stops everything and keeps the data.`;

/**
 * Ignores output that can't be written, on a full disk or to a closed terminal, and loses it: a service that stops
 * because of its log helps nobody.
 */
export function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
