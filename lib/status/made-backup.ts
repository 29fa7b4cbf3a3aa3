/** A whole backup of one machine: when it was begun, and its size on the disk. */
export type MadeBackup = { at: Date; bytes: number };
