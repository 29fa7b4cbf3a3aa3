import { statfs } from "node:fs/promises";
import type { WatchServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { SECOND_MS } from "../../lib/kernel/time.ts";
import { FAULTS } from "../../lib/language/languages.ts";
import { closeTrouble, openTrouble } from "../../lib/messages/operators.actions.ts";
import { DISK_SUBJECT, type DiskRoom, inMegabytes, judgeDiskRoom } from "../../lib/status/judge-status.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { repeat } from "./clock.ts";

/** A disk that fills up leaves no minute to say so. */
const LOOK_MS = 5 * SECOND_MS;
const TITLE = "The disk is almost full";

interface DiskWatchOptions {
  services: WatchServices;
  /** How much room there is now. */
  room(): Promise<DiskRoom>;
  /** What this process knows to be broken: a disk that is full takes no note of it. */
  faults: Set<string>;
  onLog(line: string): void;
}

/** The room of the file system that holds a folder. */
export async function roomOf(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Looks at the disk every few seconds: its last 5 % are an incident and a mail while there still is room to write them. */
export function watchDisk({ services, room, faults, onLog }: DiskWatchOptions): { stop(): Promise<void> } {
  let before: "full" | "well" | null = null;
  const check = async () => {
    const now = await room();
    const judged = judgeDiskRoom(now);
    if (judged === "between" || judged === before) return;
    if (judged === "well") faults.delete(DISK_SUBJECT);
    else faults.add(DISK_SUBJECT);
    if (judged === "well") await closeTrouble(services, DISK_SUBJECT);
    else {
      const { free, total } = inMegabytes(now);
      const faultIn = (language: Language) => FAULTS[language].diskFull(free, total);
      onLog(`${TITLE}: ${faultIn("en").reason}`);
      await openTrouble(services, { subject: DISK_SUBJECT, faultIn });
    }
    before = judged;
  };
  const { tick, stop } = repeat(LOOK_MS, () =>
    check().catch((error: unknown) => onLog(`The disk cannot be watched: ${messageOf(error)}`)),
  );
  tick();
  return { stop };
}
