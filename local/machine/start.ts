// The built program that `npm start` runs: dist/machine/start.js.
import { runStart } from "../start/main.ts";

// The functions compute in UTC on every platform, whatever this machine's time zone is.
process.env.TZ = "UTC";

await runStart(async () => (await import("./start-machine.ts")).startMachine);
