import { chmod, copyFile, lchown, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../../lib/kernel/text.ts";
import { allSettledOrThrow } from "../start/steps.ts";

/** A cluster is a thousand small files: what a file waits for, another one uses. */
export const FILES_AT_ONCE = 16;

/**
 * Copies a folder with its permissions and owners, but for what `leavesOut` says by its path in that folder. A file that
 * disappears meanwhile is left out: a running PostgreSQL removes files, and its log makes up for that when the copy is started.
 */
export async function copyTree(
  from: string,
  to: string,
  leavesOut: (relative: string) => boolean = () => false,
  relative = "",
): Promise<void> {
  const source = path.join(from, relative);
  const found = await unlessGone(lstat(source));
  if (found === null || leavesOut(relative)) return;
  const target = path.join(to, relative);
  // A server's, or one that it left behind: nobody listens at a copy of it.
  if (found.isSocket()) return;
  if (found.isDirectory()) {
    await mkdir(target, { recursive: true, mode: found.mode });
    const names = (await unlessGone(readdir(source))) ?? [];
    for (let first = 0; first < names.length; first += FILES_AT_ONCE)
      // Throws once none is in progress any more: a later cleanup meets no writer.
      await allSettledOrThrow(
        names
          .slice(first, first + FILES_AT_ONCE)
          .map((name) => copyTree(from, to, leavesOut, path.join(relative, name))),
      );
  } else if (found.isSymbolicLink()) await symlink(await readlink(source), target);
  else if ((await unlessGone(copyFile(source, target).then(() => true))) === null) return;
  if (!found.isSymbolicLink()) await chmod(target, found.mode & 0o777);
  // Only root may give files away, and only as root do they belong to somebody else.
  if (process.getuid?.() === 0) await lchown(target, found.uid, found.gid);
}

async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
