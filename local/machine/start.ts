// What `npm start` runs when it is built: dist/machine/start.js.
import { runStart } from "../start/main.ts";
import { WORKERD } from "../start/settings.ts";
import { StartError } from "../start/start-error.ts";

// The functions compute in UTC on every platform, whatever this machine's own time zone is.
process.env.TZ = "UTC";

await runStart(async () => {
  if (process.env.EDGE === WORKERD)
    throw new StartError(
      `EDGE=${WORKERD} needs a checkout with its development dependencies, not a release.`,
    );
  return (await import("./start-machine.ts")).startMachine;
});
