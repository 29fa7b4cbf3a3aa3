import { accessSync, constants } from "node:fs";
import path from "node:path";

export function isOnPath(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
}
