// npm run restore -- FOLDER: puts a copy back into an empty data folder.
import { runCommand } from "./command.ts";
import { putBack } from "./put-back.ts";

process.exitCode = await runCommand("restore", async ({ dataDir, folder }) => {
  await putBack(folder, dataDir);
  return `${folder} was put back into ${dataDir}. npm start starts from it.`;
});
