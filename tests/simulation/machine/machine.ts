import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../../../local/processes/free-port.ts";
import { childrenOf, type ProcessMark, signal } from "../../../local/processes/running-process.ts";
import { PROBLEMS } from "../../../schema/problems.ts";
import { addDevice, addHome } from "../../support/fixtures.ts";
import { type Clock, openClock } from "./clock.ts";
import { type Disk, openDisk } from "./disk.ts";
import { makeRelease, type Release } from "./release.ts";
import { type Said, say } from "./say.ts";
import type { User } from "./user.ts";

const BACK_MS_MAX = 60_000;
const ANSWER_MS_MAX = 25_000;
const POLL_MS = 100;
/** Of the data and one copy of it. */
const DISK_MEGABYTES = 400;
/** A post's number as a humidity, which any number from 0 to 100 may be. */
const PARTS = 1_000;
/** Each may post 60 times a minute, which is not what this is about. */
const DEVICES = 40;
/** What a device may be told while the machine is in trouble: come again. Anything else is a broken promise. */
const COME_AGAIN = PROBLEMS.store_failed;
const UNAUTHORIZED = 401;
const TOLD_MAX = 600;
const NAMED_MAX = 5;
const READY = "Hearthwatch is ready";

interface MachineOptions {
  /** Of its own, removed at the end. */
  folder: string;
  /** Whom the service runs as; undefined: whoever runs the simulator. */
  user?: User | undefined;
}

/** The real process tree of one machine, and what it has acknowledged. */
export class Machine {
  readonly folder: string;
  /** A value for each post that was answered with 200. */
  readonly acknowledged: number[] = [];
  readonly violations: string[] = [];
  readonly #port: number;
  readonly #ingestKeys: string[] = [];
  clock: Clock | null = null;
  disk: Disk | null = null;
  user: User | undefined;
  release: Release;
  dataDir: string;
  #said: Said | undefined;
  #value = 0;
  #releases: Release[];

  private constructor(options: MachineOptions, port: number, release: Release) {
    this.folder = options.folder;
    this.user = options.user;
    this.dataDir = path.join(options.folder, "disk", "data");
    this.release = release;
    this.#releases = [release];
    this.#port = port;
  }

  static async open(options: MachineOptions): Promise<Machine> {
    await chmod(options.folder, 0o755);
    const machine = new Machine(options, await freePort(), await makeRelease(options.folder, 0));
    machine.disk = await openDisk(path.join(options.folder, "disk"), DISK_MEGABYTES);
    machine.clock = await openClock(options.folder);
    for (const name of ["disk", "copies"]) {
      await mkdir(path.join(options.folder, name), { recursive: true });
      await chmod(path.join(options.folder, name), 0o777);
    }
    await machine.start();
    await machine.withDatabase(async (client) => {
      const database = {
        query: async (text: string, params?: unknown[]) => (await client.query(text, params)).rows,
      };
      const home = await addHome(database as never);
      for (let count = 0; count < DEVICES; count += 1)
        machine.#ingestKeys.push((await addDevice(database as never, home)).ingestKey);
    });
    return machine;
  }

  /** One of the machine's programs: of its release, or of another one. */
  run(
    program: "start" | "backup" | "restore",
    args: string[],
    dataDir = this.dataDir,
    of = this.release,
  ): Said {
    const file = path.join("dist", "machine", `${program}.js`);
    const child = spawn(process.execPath, [file, ...args], {
      cwd: of.folder,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: String(this.#port),
        ...this.clock?.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      ...this.user,
    });
    return say(child);
  }

  get isRunning(): boolean {
    const { child } = this.#said ?? {};
    return child?.exitCode === null && child.signalCode === null;
  }

  async start(): Promise<void> {
    this.#said = this.run("start", ["--production"]);
    await this.#said.says(READY).catch(() => this.broke(`it does not start: ${this.notified()}`));
  }

  async stop(): Promise<void> {
    this.#said?.child.kill("SIGTERM");
    const code = await this.#said?.exited;
    if (code !== 0) this.broke(`a stop ended with ${code}: ${this.notified()}`);
  }

  /** A start that must refuse, in a sentence that holds these words. */
  async startRefused(of: Release, words: string): Promise<void> {
    const said = this.run("start", ["--production"], this.dataDir, of);
    await Promise.race([said.exited, said.says(READY).catch(() => undefined)]);
    said.child.kill("SIGTERM");
    const code = await said.exited;
    if (code === 0 || !said.output().includes(words)) this.broke(`a start was not refused: ${said.output()}`);
    this.requireSentence(said);
  }

  /** The service alone, or with everything that it has started: as when the power fails. */
  async kill(all: boolean): Promise<void> {
    const { pid = 0 } = this.#said?.child ?? {};
    const family = all ? descendantsOf(pid) : [];
    this.#said?.child.kill("SIGKILL");
    for (const each of family) signal(each.pid, "SIGKILL");
    await this.#said?.exited;
  }

  freeze(signalName: "SIGSTOP" | "SIGCONT"): void {
    this.#said?.child.kill(signalName);
  }

  async nextRelease(): Promise<Release> {
    const next = await makeRelease(this.folder, this.#releases.length);
    this.#releases.push(next);
    return next;
  }

  /** Posts go on as a device would: what is refused for now is sent again, and only a 200 counts. */
  async post(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      this.#value += 1;
      const key = this.#ingestKeys[this.#value % DEVICES] ?? "";
      const answer = await this.postBody(key, JSON.stringify({ humidity1: this.#value / PARTS }));
      if (answer === 200) this.acknowledged.push(this.#value);
      else if (answer !== null) this.broke(`a good post was answered with ${answer}`);
    }
  }

  /** A request of nobody, which is refused before anybody reads its body. */
  async refusedUnread(bytes: number): Promise<void> {
    const body = "x".repeat(bytes);
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/devices`, {
      method: "POST",
      body,
    }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null && answer.status !== UNAUTHORIZED)
      this.broke(`a request without a key was answered with ${answer.status}`);
  }

  /** The status; null where the machine asks to come again, or nobody answers. */
  async postBody(key: string, body: string): Promise<number | null> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/api/ingest/${key}`, {
        method: "POST",
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
        body,
      });
      const text = await answer.text();
      return answer.status === COME_AGAIN.status && text.includes(COME_AGAIN.error) ? null : answer.status;
    } catch {
      // Nobody listens just now, or nobody answers in time.
      return null;
    }
  }

  async signalDatabase(signalName: NodeJS.Signals): Promise<void> {
    const file = path.join(this.dataDir, "postgres", "postmaster.pid");
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (pid > 0) signal(pid, signalName);
  }

  /** Waits until a post is taken again; a machine that does not come back is a broken promise. */
  async comesBack(): Promise<void> {
    const deadline = Date.now() + BACK_MS_MAX;
    while (Date.now() < deadline) {
      const before = this.acknowledged.length;
      await this.post(1);
      if (this.acknowledged.length > before) return;
      await sleep(POLL_MS);
    }
    this.broke(`the machine did not come back: ${this.notified()}`);
  }

  broke(promise: string): void {
    this.violations.push(promise.slice(0, 2 * TOLD_MAX));
  }

  /** Whatever goes wrong is told in words for people. */
  requireSentence(said: Said): void {
    if (/^ {4}at .+:\d+/m.test(said.output())) this.broke(`a stack was told: ${said.output()}`);
  }

  notified = (): string => (this.#said?.output() ?? "").slice(-TOLD_MAX);

  /** Every acknowledged reading stands in the database, once. */
  async check(): Promise<void> {
    const rows = await this.#stored();
    const times = new Map(rows.map(({ value, times: count }) => [value, count]));
    const missing = this.acknowledged.filter((value) => !times.has(value));
    if (missing.length > 0)
      this.broke(
        `acknowledged readings are missing: ${missing.slice(0, NAMED_MAX)}; it said ${this.notified()}`,
      );
    const twice = rows.filter(({ times: count }) => count > 1);
    if (twice.length > 0)
      this.broke(
        `readings are stored twice: ${JSON.stringify(twice.slice(0, NAMED_MAX))}; it said ${this.notified()}`,
      );
  }

  /** A server that was killed may have answered the last post on its way out: its successor is waited for. */
  async #stored(): Promise<{ value: number; times: number }[]> {
    const deadline = Date.now() + BACK_MS_MAX;
    for (;;) {
      try {
        return await this.withDatabase(
          async (client) =>
            (
              await client.query<{ value: number; times: number }>(
                `select round("values"[1]::numeric * ${PARTS})::integer as value, count(*)::integer as times from snapshots group by 1`,
              )
            ).rows,
        );
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  }

  async withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const password = (await readFile(path.join(this.dataDir, "postgres.password"), "utf8")).trim();
    const status = await readFile(path.join(this.dataDir, "postgres", "postmaster.pid"), "utf8");
    const client = new Client({
      connectionString: `postgresql://hearthwatch:${password}@127.0.0.1:${status.split("\n")[3]}/hearthwatch`,
    });
    // A connection that breaks fails the query that waits for it.
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.disk?.free();
    if (this.isRunning) await this.stop();
    await this.disk?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function descendantsOf(pid: number): ProcessMark[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
}
