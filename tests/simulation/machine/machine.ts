import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { backUp } from "../../../local/backup/back-up.ts";
import { putBack } from "../../../local/backup/put-back.ts";
import { freePort } from "../../../local/processes/free-port.ts";
import { PROBLEMS } from "../../../schema/problems.ts";
import { addDevice, addHome } from "../../support/cast.ts";
import { type Spoken, speak } from "../../support/processes.ts";

const BACK_MS_MAX = 60_000;
const ANSWER_MS_MAX = 25_000;
const POLL_MS = 100;
/** A post's number as a humidity, which any number from 0 to 100 may be. */
const PARTS = 1_000;
/** Each may post 60 times a minute, which is not what this is about. */
const DEVICES = 40;
/** What a device may be told while the machine is in trouble: come again. Anything else is a broken promise. */
const COME_AGAIN = PROBLEMS.store_failed;

/** The real process tree of one machine, and what it has acknowledged. */
export class Machine {
  readonly #folder: string;
  readonly #port: number;
  readonly #ingestKeys: string[] = [];
  #spoken: Spoken | undefined;
  #value = 0;
  /** A value for each post that was answered with 200. */
  readonly acknowledged: number[] = [];
  readonly violations: string[] = [];

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async open(folder: string): Promise<Machine> {
    const machine = new Machine(folder, await freePort());
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

  get dataDir(): string {
    return path.join(this.#folder, "data");
  }

  async start(): Promise<void> {
    this.#spoken = speak(["local/start/start.ts", "--production"], {
      DATA_DIR: this.dataDir,
      PORT: String(this.#port),
    });
    await this.#spoken.says("Hearthwatch is ready");
  }

  async stop(): Promise<void> {
    this.#spoken?.child.kill("SIGTERM");
    const code = await this.#spoken?.exited;
    if (code !== 0) this.violations.push(`a stop ended with ${code}: ${this.#spoken?.output().slice(-400)}`);
  }

  async kill(): Promise<void> {
    this.#spoken?.child.kill("SIGKILL");
    await this.#spoken?.exited;
  }

  /** Posts go on as a device would: what is refused for now is sent again, and only a 200 counts. */
  async post(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      this.#value += 1;
      const status = await this.#postOnce(this.#value);
      if (status === 200) this.acknowledged.push(this.#value);
      else if (status !== null) this.violations.push(`a post was answered with ${status}`);
    }
  }

  async #postOnce(value: number): Promise<number | null> {
    const key = this.#ingestKeys[value % DEVICES];
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/api/ingest/${key}`, {
        method: "POST",
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
        body: JSON.stringify({ humidity1: value / PARTS }),
      });
      const text = await answer.text();
      return answer.status === COME_AGAIN.status && text.includes(COME_AGAIN.error) ? null : answer.status;
    } catch {
      // Nobody listens just now, or nobody answers in time.
      return null;
    }
  }

  async signalDatabase(signal: NodeJS.Signals): Promise<void> {
    const text = await readFile(path.join(this.dataDir, "postgres", "postmaster.pid"), "utf8").catch(
      () => "",
    );
    const pid = Number.parseInt(text, 10);
    if (pid > 0) process.kill(pid, signal);
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
    this.violations.push(`the machine did not come back: ${this.#spoken?.output().slice(-400)}`);
  }

  /** A live backup, damaged or not, put back beside: whole ones hold what was acknowledged, others are refused. */
  async backUpAndRestore(name: string, damage: (copy: string) => Promise<boolean>): Promise<void> {
    const [copy, again] = [path.join(this.#folder, name), path.join(this.#folder, `${name}-again`)];
    const before = this.acknowledged.length;
    await backUp(this.dataDir, copy);
    const isWhole = !(await damage(copy));
    try {
      const { counts } = await putBack(copy, again);
      if (!isWhole) this.violations.push("a damaged backup was put back as if whole");
      if ((counts?.recentReadings ?? 0) < before)
        this.violations.push(`a backup held ${counts?.recentReadings} of ${before} acknowledged readings`);
    } catch (error) {
      if (isWhole) this.violations.push(`a whole backup could not be restored: ${String(error)}`);
    }
    for (const folder of [copy, again, `${again}.restoring`])
      await rm(folder, { recursive: true, force: true });
  }

  /** Every acknowledged reading stands in the database, once. */
  async check(): Promise<void> {
    const rows = await this.withDatabase(
      async (client) =>
        (
          await client.query<{ value: number; times: number }>(
            `select round("values"[1]::numeric * ${PARTS})::integer as value, count(*)::integer as times from snapshots group by 1`,
          )
        ).rows,
    );
    const times = new Map(rows.map(({ value, times: count }) => [value, count]));
    const missing = this.acknowledged.filter((value) => !times.has(value));
    if (missing.length > 0) this.violations.push(`acknowledged readings are missing: ${missing.slice(0, 5)}`);
    const twice = rows.filter(({ times: count }) => count > 1);
    if (twice.length > 0)
      this.violations.push(`readings are stored twice: ${JSON.stringify(twice.slice(0, 5))}`);
  }

  async withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const password = (await readFile(path.join(this.dataDir, "postgres.password"), "utf8")).trim();
    const status = await readFile(path.join(this.dataDir, "postgres", "postmaster.pid"), "utf8");
    const port = status.split("\n")[3];
    const client = new Client({
      connectionString: `postgresql://hearthwatch:${password}@127.0.0.1:${port}/hearthwatch`,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await mkdir(this.#folder, { recursive: true });
    await rm(this.#folder, { recursive: true, force: true });
  }
}
