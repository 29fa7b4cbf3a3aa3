// npm run restore -- FOLDER: puts a copy back into an empty data folder.
import { runCommand } from "./failure.ts";
import { putBack, wordsOf } from "./put-back.ts";

process.exitCode = await runCommand("restore", async ({ dataDir, folder }) => {
  const { manifest, counts } = await putBack(folder, dataDir);
  return `${folder}, made ${manifest.createdAt} by Hearthwatch ${manifest.version}: restored to ${dataDir} and test-started: ${wordsOf(counts)}. The next start uses it.`;
});
