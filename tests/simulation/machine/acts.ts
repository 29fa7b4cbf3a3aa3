import { chown, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../stage/chance.ts";
import { openDisk } from "./disk.ts";
import type { Machine } from "./machine.ts";
import { anotherUser } from "./user.ts";

const POSTS_MAX = 4;
const KILLS = 2;
const FREEZE_MS_MAX = 1_500;
/** Long enough for the functions to be asked before they have read it. */
const REFUSED_BYTES = 250_000;
const REFUSED_POSTS = 12;
/** About as long as a backup takes. */
const BACKUP_MS = 1_500;
const BACKUP_DISK_MEGABYTES = 24;
const HOUR_SECONDS = 3_600;
/** A small computer without a clock of its own begins with the time of its last stop, or with a wrong one. */
const WRONG_BY_SECONDS = [-20, -1, -0.02, 0, 0.02, 1, 20].map((hours) => hours * HOUR_SECONDS);
const COUNTED = /\d+ devices, (\d+) recent readings/;

export interface Act {
  name: string;
  /** How often it is drawn: what takes long comes seldom. */
  weight: number;
  perform(machine: Machine, chance: Chance, name: string): Promise<void>;
  /** Where it cannot be played. */
  needs?: "clock" | "disk";
}

export const ACTS: readonly Act[] = [
  {
    name: "posts",
    weight: 8,
    perform: (machine, chance) => machine.post(chance.int(1, POSTS_MAX)),
  },
  {
    name: "good posts beside refused ones",
    weight: 3,
    perform: async (machine) => {
      const refused = async () => {
        for (let count = 0; count < REFUSED_POSTS; count += 1) await machine.refusedUnread(REFUSED_BYTES);
      };
      await Promise.all([refused(), refused(), machine.post(REFUSED_POSTS), machine.post(REFUSED_POSTS)]);
    },
  },
  {
    name: "PostgreSQL is killed while posts arrive",
    weight: 4,
    perform: async (machine, chance) => {
      // Once is an accident; whoever keeps a server up does so as often as it ends.
      for (let times = 0; times < KILLS; times += 1) {
        const posting = machine.post(chance.int(1, POSTS_MAX));
        await machine.signalDatabase("SIGKILL");
        await posting;
        await machine.comesBack();
      }
    },
  },
  {
    name: "PostgreSQL stands still for a while",
    weight: 4,
    perform: async (machine, chance) => {
      await machine.signalDatabase("SIGSTOP");
      const posting = machine.post(1);
      await sleep(chance.int(50, FREEZE_MS_MAX));
      await machine.signalDatabase("SIGCONT");
      await posting;
      await machine.comesBack();
    },
  },
  {
    name: "the service stands still for a while",
    weight: 2,
    perform: async (machine, chance) => {
      machine.freeze("SIGSTOP");
      const posting = machine.post(1);
      await sleep(chance.int(50, FREEZE_MS_MAX));
      machine.freeze("SIGCONT");
      await posting;
      await machine.comesBack();
    },
  },
  {
    name: "the service is killed",
    weight: 1,
    perform: (machine, chance) => killed(machine, chance, false),
  },
  {
    name: "the power fails",
    weight: 1,
    perform: (machine, chance) => killed(machine, chance, true),
  },
  {
    name: "the service is stopped and started",
    weight: 1,
    perform: async (machine) => {
      await machine.stop();
      await machine.start();
    },
  },
  {
    name: "the clock jumps",
    weight: 2,
    needs: "clock",
    perform: async (machine, chance) => {
      const posting = machine.post(POSTS_MAX);
      await machine.clock?.set(chance.pick(WRONG_BY_SECONDS));
      await posting;
      await machine.post(POSTS_MAX);
      await machine.comesBack();
    },
  },
  {
    name: "the disk is full for a while",
    weight: 2,
    needs: "disk",
    perform: async (machine, chance) => {
      await machine.disk?.fill();
      await machine.post(chance.int(1, POSTS_MAX));
      await machine.signalDatabase(chance.pick(["SIGCONT", "SIGKILL"]));
      await machine.post(chance.int(1, POSTS_MAX));
      await machine.disk?.free();
      await machine.comesBack();
    },
  },
  { name: "a backup is made and put back beside", weight: 1, perform: putBackBeside },
  { name: "PostgreSQL is killed while a backup is made", weight: 1, perform: interrupted },
  { name: "a backup is damaged", weight: 1, perform: damaged },
  { name: "a backup's disk is full", weight: 1, needs: "disk", perform: backupDiskFull },
  { name: "the machine is replaced by another, from a backup", weight: 1, perform: replaced },
  { name: "a newer release is started", weight: 1, perform: upgraded },
];

async function killed(machine: Machine, chance: Chance, all: boolean): Promise<void> {
  const posting = machine.post(chance.int(1, POSTS_MAX));
  await machine.kill(all);
  await posting;
  await machine.start();
}

const placesOf = (machine: Machine, name: string): [string, string] => [
  path.join(machine.folder, "copies", name),
  path.join(machine.folder, "copies", `${name}-again`),
];

/** Makes a backup; null where that fails. */
async function backedUp(machine: Machine, copy: string): Promise<number | null> {
  const before = machine.acknowledged.length;
  const said = machine.run("backup", [copy]);
  const code = await said.exited;
  machine.requireSentence(said);
  if (code === 0 && machine.isRunning && !said.output().includes("while Hearthwatch was running"))
    machine.broke(
      `a running database was copied as if it stood still: ${said.output()} ${machine.notified()}`,
    );
  if (code === 0) return before;
  machine.broke(`a backup failed: ${said.output()}`);
  return null;
}

/** A whole backup holds what was acknowledged before it was made. */
async function restored(machine: Machine, copy: string, target: string, before: number): Promise<boolean> {
  const said = machine.run("restore", [copy], target);
  const code = await said.exited;
  machine.requireSentence(said);
  if (code !== 0) machine.broke(`a whole backup could not be restored: ${said.output()}`);
  const counted = COUNTED.exec(said.output());
  const readings = Number(counted?.[1] ?? 0);
  if (code === 0 && readings < before)
    machine.broke(`a backup held ${readings} of ${before} acknowledged readings: ${said.output()}`);
  return code === 0;
}

async function refused(machine: Machine, copy: string, target: string, why: string): Promise<void> {
  const said = machine.run("restore", [copy], target);
  const code = await said.exited;
  machine.requireSentence(said);
  if (code === 0) machine.broke(`${why} was put back as if whole: ${said.output()}`);
  if ((await stat(target).catch(() => null)) !== null) machine.broke(`${why} left a data folder behind`);
}

async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const each of [folder, `${folder}.partial`, `${folder}.restoring`])
      await rm(each, { recursive: true, force: true });
}

async function putBackBeside(machine: Machine, chance: Chance, name: string): Promise<void> {
  const [copy, again] = placesOf(machine, name);
  const posting = machine.post(chance.int(1, POSTS_MAX));
  const before = await backedUp(machine, copy);
  await posting;
  if (before !== null) await restored(machine, copy, again, before);
  await removeAll([copy, again]);
}

/** It is whole, or it was not made. */
async function interrupted(machine: Machine, chance: Chance, name: string): Promise<void> {
  const [copy, again] = placesOf(machine, name);
  const said = machine.run("backup", [copy]);
  await sleep(chance.int(0, BACKUP_MS));
  await machine.signalDatabase("SIGKILL");
  const code = await said.exited;
  machine.requireSentence(said);
  if (code === 0) await restored(machine, copy, again, 0);
  await removeAll([copy, again]);
  await machine.comesBack();
}

/** Each byte of it counts: whatever is gone, cut off or changed, and what its manifest claims beyond it. */
async function damaged(machine: Machine, chance: Chance, name: string): Promise<void> {
  const [copy, again] = placesOf(machine, name);
  if ((await backedUp(machine, copy)) === null) return;
  for (const { why, file, damage } of DAMAGES) {
    const place = path.join(copy, file ?? (await anyFile(copy, chance)));
    const whole = await readFile(place);
    await damage(place, whole.toString());
    await refused(machine, copy, again, `a backup ${why} (${path.relative(copy, place)})`);
    await writeFile(place, whole);
  }
  await removeAll([copy, again]);
}

type Damage = { why: string; file?: string; damage(place: string, text: string): Promise<void> };

const DAMAGES: readonly Damage[] = [
  { why: "that lacks a file", damage: (place) => rm(place) },
  { why: "with a file cut off", file: "postgres/PG_VERSION", damage: (place) => truncate(place, 1) },
  {
    // Of the same length; a start would read nothing wrong in it.
    why: "with a file that has changed",
    file: "secrets.json",
    damage: (place, text) =>
      writeFile(
        place,
        text.replace(/: "(.)/, (_, first) => `: "${first === "x" ? "y" : "x"}`),
      ),
  },
  {
    why: "whose manifest says more than it holds",
    file: "manifest.json",
    damage: (place, text) => {
      const { counts, ...manifest } = JSON.parse(text);
      const more = { ...counts, recentReadings: counts.recentReadings + 1 };
      return writeFile(place, JSON.stringify({ ...manifest, counts: more }));
    },
  },
];

async function anyFile(copy: string, chance: Chance): Promise<string> {
  const found = await readdir(copy, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return path.relative(
    copy,
    chance.pick(files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted()),
  );
}

async function backupDiskFull(machine: Machine, _: Chance, name: string): Promise<void> {
  const folder = path.join(machine.folder, name);
  const disk = await openDisk(folder, BACKUP_DISK_MEGABYTES);
  const said = machine.run("backup", [path.join(folder, "copy")]);
  const code = await said.exited;
  machine.requireSentence(said);
  if (code === 0) machine.broke(`a backup on a full disk was made as if whole: ${said.output()}`);
  const left = await readdir(folder);
  if (left.length > 0) machine.broke(`a backup on a full disk left ${left} there`);
  await machine.comesBack();
  await disk?.close();
}

/** Another disk, and where that can be played another user. */
async function replaced(machine: Machine, _: Chance, name: string): Promise<void> {
  const [copy] = placesOf(machine, name);
  const target = path.join(path.dirname(machine.dataDir), name);
  await machine.stop();
  const before = await backedUp(machine, copy);
  if (before !== null) {
    const [former, user] = [machine.dataDir, anotherUser() ?? undefined];
    if (user !== undefined) {
      machine.user = machine.user === undefined ? user : undefined;
      if (machine.user !== undefined) await giveTo(machine.user, copy);
    }
    if (await restored(machine, copy, target, before)) {
      machine.dataDir = target;
      await removeAll([former]);
    }
  }
  await machine.start();
  await removeAll([copy]);
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true }))
    await chown(path.join(folder, name), uid, gid);
}

/** Upgrades keep what was acknowledged; an older program refuses, and an older backup is upgraded. */
async function upgraded(machine: Machine, chance: Chance, name: string): Promise<void> {
  const [copy, again] = placesOf(machine, name);
  const before = await backedUp(machine, copy);
  await machine.stop();
  const older = machine.release;
  machine.release = await machine.nextRelease();
  await machine.start();
  await machine.post(chance.int(1, POSTS_MAX));
  await machine.kill(true);
  await machine.startRefused(older, "was upgraded by a newer version");
  if (before !== null) await restored(machine, copy, again, before);
  await machine.start();
  await removeAll([copy, again]);
}
