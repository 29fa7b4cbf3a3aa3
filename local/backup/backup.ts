// npm run backup -- FOLDER: a copy of this machine's data, also while Hearthwatch runs.

import { backUp } from "./back-up.ts";
import { runCommand } from "./command.ts";

process.exitCode = await runCommand("backup", async ({ dataDir, folder }) => {
  const { running } = await backUp(dataDir, folder);
  return `${dataDir} was copied to ${folder}${running ? " while Hearthwatch ran" : ""}. It holds secrets: keep it where only you can read it.`;
});
