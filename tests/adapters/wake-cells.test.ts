import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Door, KNOWN } from "../../functions/_doors/door.ts";
import { inItsCell } from "../../functions/_platform/cells.ts";
import { wakeDispatch } from "../../functions/_platform/cron-calls.ts";
import type { Environment } from "../../functions/_platform/environment.ts";
import { type LoopbackServer, listenOnLoopback } from "../../local/processes/loopback-server.ts";

const CRON_SECRET = "c".repeat(43);
const OWN = "postgresql://a@one.example/a";
const THEIRS = "postgresql://b@two.example/b";

/** The deployments of the own cell and of another one; each answers whatever it is called for. */
let servers: LoopbackServer[];
let asked: { at: number; line: string; secret: string | undefined }[];
beforeAll(async () => {
  servers = await Promise.all(
    [0, 1].map((at) =>
      listenOnLoopback(
        createServer(({ method, url, headers }: IncomingMessage, response) => {
          asked.push({ at, line: `${method} ${url}`, secret: headers.authorization });
          response.end('{"ok":true}');
        }),
      ),
    ),
  );
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));
beforeEach(() => {
  asked = [];
});

const addressOf = (at: number) => `http://127.0.0.1:${servers[at]?.port}`;

/** Every home is in the other cell. */
const door: Door = () => ({
  mark: "home",
  knownIn: async () => KNOWN.yes,
  isUnknown: ({ status }) => status === 401,
});

/** Asks for a home of the cell that has this database; whoever has it queues a message and wakes whoever sends. */
async function queueIn(url: string, more: Partial<Environment>): Promise<void> {
  const app = inItsCell(door, (environment) => ({
    fetch: async () => {
      if (environment.DATABASE_URL !== url) return new Response(null, { status: 401 });
      await wakeDispatch(environment)();
      return new Response("queued");
    },
  }))({ DATABASE_URL: OWN, BASE_URL: addressOf(0), CRON_SECRET, ...more });
  expect(await (await app.fetch(new Request("https://hearth.example.net/"))).text()).toBe("queued");
}

const woken = (at: number) => ({ at, line: "POST /api/cron/dispatch", secret: `Bearer ${CRON_SECRET}` });

test("what a home of another cell queues is sent by the deployment that CELLS names for it", async () => {
  await queueIn(THEIRS, { CELLS: `${THEIRS}#${addressOf(1)}` });
  expect(asked).toEqual([woken(1)]);
});

test("what a home of the own cell queues is sent by its own deployment", async () => {
  await queueIn(OWN, { CELLS: `${THEIRS}#${addressOf(1)}` });
  expect(asked).toEqual([woken(0)]);
});

test("a platform's binding of the sending function is the own cell's alone", async () => {
  const bound: string[] = [];
  const fetch = async (request: Request) => {
    bound.push(request.url);
    return new Response();
  };
  const environment = { CELLS: `${THEIRS}#${addressOf(1)}`, CRON: { fetch } };
  await queueIn(OWN, environment);
  expect([bound, asked]).toEqual([[`${addressOf(0)}/api/cron/dispatch`], []]);
  await queueIn(THEIRS, environment);
  expect([bound.length, asked]).toEqual([1, [woken(1)]]);
});

test("nobody else's deployment is woken for a cell that CELLS names without one", async () => {
  await queueIn(THEIRS, { CELLS: THEIRS });
  expect(asked.map(({ at }) => at)).toEqual([0]);
});
