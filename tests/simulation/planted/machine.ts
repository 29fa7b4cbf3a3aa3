import type { PlantedBug } from "./bug.ts";

/** Of one machine: its supervisor and its backups. */
export const MACHINE_BUGS: readonly PlantedBug[] = [
  {
    breaks: "a PostgreSQL that ends a second time stays away",
    file: "local/postgres/keep-server.ts",
    find: "if (!this.#isStopping) void",
    replace: "if (!this.#isStopping && this.#ends < 1) void",
    suite: "tests/platform/start.test.ts",
  },
  {
    breaks: "a backup made as root has a label that PostgreSQL may not read",
    file: "local/backup/back-up.ts",
    find: "if (process.getuid?.() === 0) await chown(file, owner.uid, owner.gid);",
    replace: "void owner; void chown;",
    suite: "tests/platform/backup.test.ts",
  },
  {
    breaks: "a manifest whose checksums are wrong is believed",
    file: "local/backup/manifest.ts",
    find: "(await checksumOf(file)) !== sha256",
    replace: 'sha256 === ""',
    suite: "tests/platform/backup.test.ts",
  },
  {
    breaks: "a manifest that says more than the backup holds is believed",
    file: "local/backup/put-back.ts",
    find: "if (!isLess) return;",
    replace: "if (isLess || !isLess) return;",
    suite: "tests/platform/backup.test.ts",
  },
];
