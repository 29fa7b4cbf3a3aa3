// npm run restore -- FOLDER: puts a copy back into an empty data folder.
import { runCommand } from "./failure.ts";
import { putBack, wordsOf } from "./put-back.ts";

process.exitCode = await runCommand("restore", async ({ dataDir, folder }) => {
  const { manifest, counts } = await putBack(folder, dataDir);
  return `${folder}, made ${manifest.createdAt} by Hearthwatch ${manifest.version}, was put back into ${dataDir} and started once to try it: ${wordsOf(counts)}. npm start starts from it.`;
});
