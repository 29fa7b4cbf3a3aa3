import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";

const PROGRAM = `
const told = {};
for (const file of process.argv.slice(1)) {
  const before = process.cpuUsage();
  await import(file);
  const { user, system } = process.cpuUsage(before);
  told[file] = (user + system) / 1000;
}
console.log(JSON.stringify(told));`;

/**
 * CPU milliseconds that V8 takes to load each module of `folder/<group>/index.js` and to run what stands at
 * its top.
 */
export async function startUpCpuMs(
  folder: string,
  groups: readonly string[],
): Promise<Record<string, number>> {
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  const fileOf = (group: string) => path.join(folder, group, "index.js");
  const args = ["--input-type=module", "--eval", PROGRAM, ...groups.map(fileOf)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const notified = JSON.parse(stdout) as Record<string, number>;
  return Object.fromEntries(groups.map((group) => [group, notified[fileOf(group)] ?? Number.NaN]));
}
