import type { PlantedBug } from "./bug.ts";

/** Of one machine: its front, its supervisor and its backups. Which act a seed begins with is its place in ACTS. */
export const MACHINE_BUGS: readonly PlantedBug[] = [
  {
    breaks: "the server answers 502 for a database that is being started again",
    file: "local/machine/http-server.ts",
    find: "const response = await options.answer(request, (work) => background.add(work));",
    replace:
      'const response = await options.answer(request, (work) => background.add(work));\n    if (response.status === 500) return refused(incoming, 502, "Bad gateway", {});',
    machine: { from: 2, seeds: 1 },
  },
  {
    breaks: "a PostgreSQL that ends a second time stays away",
    file: "local/postgres/start-postgres.ts",
    find: "if (!this.#isStopping) void",
    replace: "if (!this.#isStopping && this.#ends < 1) void",
    suite: "tests/platform/start.test.ts",
    machine: { from: 2, seeds: 1 },
  },
  {
    breaks: "a backup made as root has a label that PostgreSQL may not read",
    file: "local/backup/back-up.ts",
    find: "if (process.getuid?.() === 0) await chown(file, owner.uid, owner.gid);",
    replace: "void owner; void chown;",
    suite: "tests/platform/backup.test.ts",
    machine: { from: 10, seeds: 1 },
  },
  {
    breaks: "a manifest whose checksums are wrong is believed",
    file: "local/backup/manifest.ts",
    find: "(await checksumOf(file, bytes)) === sha256",
    replace: 'sha256 !== ""',
    suite: "tests/platform/backup.test.ts",
    machine: { from: 12, seeds: 1 },
  },
  {
    breaks: "a manifest that says more than the backup holds is believed",
    file: "local/backup/put-back.ts",
    find: "if (!isLess) return;",
    replace: "if (isLess || !isLess) return;",
    suite: "tests/platform/backup.test.ts",
    machine: { from: 12, seeds: 1 },
  },
  {
    breaks: "an older program opens what a newer one has upgraded",
    file: "local/postgres/migrate.ts",
    find: "if (before > newest)",
    replace: "if (before > newest && before < newest)",
    suite: "tests/platform/backup.test.ts",
    machine: { from: 15, seeds: 1 },
  },
  {
    breaks: "a backup for which there was no room keeps what it has taken",
    file: "local/backup/back-up.ts",
    find: "await rm(partial, { recursive: true, force: true });\n    throw error;",
    replace: "throw error;",
    suite: "tests/platform/backup.test.ts",
    machine: { from: 13, seeds: 1 },
  },
];
