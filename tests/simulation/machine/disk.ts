import { spawnSync } from "node:child_process";
import { mkdir, open, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemErrorCode } from "../../../local/start/start-error.ts";

const FILLER = "filler";
const BLOCK = Buffer.alloc(1024 * 1024);

/** A file system of its own, which can really be full. */
export interface Disk {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** A tmpfs; null where this user may mount none. */
export async function openDisk(folder: string, megabytes: number): Promise<Disk | null> {
  await mkdir(folder, { recursive: true });
  const size = `size=${megabytes}m,mode=0777`;
  if (
    process.getuid?.() !== 0 ||
    spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]).status !== 0
  )
    return null;
  const filler = path.join(folder, FILLER);
  return {
    folder,
    fill: async () => {
      await writeFile(filler, "");
      const file = await open(filler, "a");
      try {
        for (let left = BLOCK.length; left > 0; ) {
          const { bytesWritten } = await file.write(BLOCK, 0, left).catch((error: unknown) => {
            if (systemErrorCode(error) !== "ENOSPC") throw error;
            return { bytesWritten: 0 };
          });
          if (bytesWritten === 0) left = 0;
        }
      } finally {
        await file.close();
      }
      const { bavail } = await statfs(folder);
      if (bavail > 0) throw new Error(`${bavail} blocks of ${folder} are still free`);
    },
    free: () => rm(filler, { force: true }),
    close: async () => {
      // Lazily: what still has a file open there keeps it until it ends.
      spawnSync("umount", ["--lazy", folder]);
    },
  };
}
