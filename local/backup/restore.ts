// npm run restore -- FOLDER: restores a copy into an empty data folder.
import { runCommand } from "./failure.ts";
import { putBack } from "./put-back.ts";

process.exitCode = await runCommand("restore", async ({ dataDir, folder }) => {
  const { manifest, contents } = await putBack(folder, dataDir);
  return `${folder}, made ${manifest.createdAt} by Hearthwatch ${manifest.version}: restored to ${dataDir} and test-started: ${contents}. The next start uses it.`;
});
