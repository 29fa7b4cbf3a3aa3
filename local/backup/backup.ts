// npm run backup -- FOLDER: copies this machine's data, even while Hearthwatch runs.

import { backUp } from "./back-up.ts";
import { runCommand } from "./failure.ts";

const MEGABYTE = 1_000_000;

process.exitCode = await runCommand("backup", async ({ dataDir, folder }) => {
  const { running, bytes } = await backUp(dataDir, folder);
  return `Copied ${dataDir} to ${folder}${running ? " while Hearthwatch was running" : ""} (${Math.ceil(bytes / MEGABYTE)} MB). It contains secrets: keep it where only you can read it.`;
});
