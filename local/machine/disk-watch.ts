import { statfs } from "node:fs/promises";
import type { WatchServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { SECOND_MS } from "../../lib/kernel/time.ts";
import { FAULTS } from "../../lib/language/languages.ts";
import { closeTrouble, openTrouble } from "../../lib/messages/operators.actions.ts";
import { DISK_SUBJECT, type DiskRoom, inMegabytes, judgeDiskRoom } from "../../lib/status/judge-status.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { repeat } from "./clock.ts";

/** A disk may fill up in less than a minute. */
const LOOK_MS = 5 * SECOND_MS;
const TITLE = "The disk is almost full";

interface DiskWatchOptions {
  services: WatchServices;
  /** Returns the current free and total space. */
  room(): Promise<DiskRoom>;
  /** The faults that this process knows of itself, because a full disk can't record them. */
  faults: Set<string>;
  onLog(line: string): void;
}

/** Returns the space of a folder's file system. */
export async function roomOf(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Checks the disk every few seconds. Reports its last 5 % while there is still space to write the report. */
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
