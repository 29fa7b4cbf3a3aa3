// npm run bench reads: calls of the database and CPU of what people look at, over a handler that does nothing
// The functions of one machine, in this process, over a durable PostgreSQL of this measurement with the demo's homes:
// CPU of Node and of PostgreSQL a request, one request at a time. npm run bench reads -- [--rounds 40]
// [--only /home] measures the pages whose name holds that.
import { rm } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import pg, { Client } from "pg";
import type { GROUPS } from "../functions/all/groups.ts";
import { newId, newSecret, secretHint } from "../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../lib/kernel/statements.queries.ts";
import { ADA } from "../local/demo/demo.ts";
import { seedDemo } from "../local/demo/seed.ts";
import { openSqlConnections } from "../local/machine/sql-client.ts";
import { localSecrets } from "../local/start/local-secrets.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../schema/vocabulary.ts";
import { type BenchServer, startBenchServer } from "./bench-database.ts";
import { cpuOfFamily } from "./process-cpu.ts";
import { formatTable } from "./table.ts";

/** A person may look 120 times a minute, and a link 60 times. */
const READERS = 24;
const ROUNDS = 40;
const CPU_MS_GOAL = 3;
const PROJECT_FOLDER = path.resolve(import.meta.dirname, "..");
const BASE_URL = "http://127.0.0.1:8080";

const { values } = parseArgs({ options: { rounds: { type: "string" }, only: { type: "string" } } });
const rounds = Math.min(ROUNDS, Number(values.rounds ?? ROUNDS));
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

let calls = 0;
const CONTEXT = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

type Reader = { cookie: string; share: string };
type Page = {
  name: string;
  group: keyof typeof GROUPS;
  path: (reader: Reader) => string;
  /** Asked again with the tag of what was answered before. */
  isHeld?: true;
};

const PAGES: readonly Page[] = [
  { name: "nothing (a token that can be none)", group: "share", path: () => "/api/share/none/latest" },
  { name: "/home", group: "pages", path: () => "/home" },
  { name: "/home/live", group: "pages", path: () => "/home/live" },
  { name: "/home/live, unchanged", group: "pages", path: () => "/home/live", isHeld: true },
  { name: "/s/{token}", group: "pages", path: ({ share }) => `/s/${share}` },
  {
    name: "/s/{token}/live, unchanged",
    group: "pages",
    path: ({ share }) => `/s/${share}/live`,
    isHeld: true,
  },
  {
    name: "/api/share/{token}/latest",
    group: "share",
    path: ({ share }) => `/api/share/${share}/latest`,
  },
];

const file = path.join(PROJECT_FOLDER, "dist", `bench-reads-${process.pid}.mjs`);
const server = await startBenchServer();
const url = await server.addDatabase("reads");
const connections = openSqlConnections(url);
try {
  const readers = await seed(server, url);
  const groups = await built();
  countCalls();
  const bindings = {
    ...(await localSecrets(server.folder, {})),
    BASE_URL,
    MACHINE: { queries: connections.queries },
  };
  const rows: string[][] = [];
  for (const page of PAGES)
    if (page.name.includes(values.only ?? "")) rows.push(await measured(page, groups, bindings, readers));
  console.log(formatTable(["page", "calls", "ms", "Node CPU µs", "PostgreSQL CPU µs", "KB"], rows));
  console.log(`Goals: one call, ${CPU_MS_GOAL} ms of CPU over nothing; no call where nothing has changed.`);
} finally {
  await connections.close();
  await server.stop();
  await rm(file, { force: true });
}
process.exit();

async function measured(
  page: Page,
  groups: typeof GROUPS,
  bindings: object,
  readers: Reader[],
): Promise<string[]> {
  const tags = new Map<Reader, string>();
  const ask = async (reader: Reader) => {
    const headers: Record<string, string> = { Cookie: reader.cookie, "CF-Connecting-IP": "203.0.113.7" };
    const held = tags.get(reader);
    if (held !== undefined && page.isHeld) headers["If-None-Match"] = held;
    const request = new Request(BASE_URL + page.path(reader), { headers });
    const answer = await groups[page.group].fetch(request, bindings as never, CONTEXT);
    const text = await answer.text();
    const tag = answer.headers.get("ETag");
    if (tag !== null) tags.set(reader, tag);
    return { status: answer.status, length: text.length };
  };
  for (const reader of readers) for (let round = 0; round < 4; round += 1) await ask(reader);
  const [callsBefore, cpuBefore, postgresBefore] = [
    calls,
    process.cpuUsage(),
    cpuOfFamily(server.postmasterPid),
  ];
  const begun = performance.now();
  let last = { status: 0, length: 0 };
  for (let round = 0; round < rounds; round += 1) for (const reader of readers) last = await ask(reader);
  const count = rounds * readers.length;
  const { user, system } = process.cpuUsage(cpuBefore);
  return [
    `${page.name} (${last.status})`,
    ((calls - callsBefore) / count).toFixed(2),
    ((performance.now() - begun) / count).toFixed(2),
    ((user + system) / count).toFixed(0),
    ((cpuOfFamily(server.postmasterPid) - postgresBefore) / count).toFixed(0),
    (last.length / 1_024).toFixed(1),
  ];
}

/** Each call takes a connection once, and so does a batch. */
function countCalls(): void {
  const { connect } = pg.Pool.prototype;
  const counted: () => Promise<pg.PoolClient> = function (this: pg.Pool) {
    calls += 1;
    return (connect as typeof counted).call(this);
  };
  Object.assign(pg.Pool.prototype, { connect: counted });
}

/** As the machine's own build: Node reads no JSX. */
async function built(): Promise<typeof GROUPS> {
  await build({
    entryPoints: [path.join(PROJECT_FOLDER, "functions/all/groups.ts")],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    minify: true,
    keepNames: true,
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["pg-native"],
    alias: {
      "@react-email/render": path.join(PROJECT_FOLDER, "lib/channels/email/no-react-email.vendor.ts"),
      "@upstash/core-analytics": path.join(PROJECT_FOLDER, "lib/kernel/no-analytics.vendor.ts"),
      "@neondatabase/serverless": path.join(PROJECT_FOLDER, "deploy/neon-over-http.mjs"),
    },
    logLevel: "error",
  });
  const { GROUPS: groups } = (await import(pathToFileURL(file).href)) as { GROUPS: typeof GROUPS };
  return groups;
}

/** The demo's homes with their history, and so many people and links of the first. */
async function seed(at: BenchServer, connectionString: string): Promise<Reader[]> {
  const secrets = await localSecrets(at.folder, {});
  await seedDemo({ connectionString, baseUrl: BASE_URL, dataDir: at.folder, history: true, secrets });
  const client = new Client({ connectionString });
  await client.connect();
  const readers: Reader[] = [];
  for (let index = 0; index < READERS; index += 1) {
    const [session, share] = [
      newSecret(SECRET_TYPES.session, random),
      newSecret(SECRET_TYPES.shareToken, random),
    ];
    const user = newId(ID_PREFIXES.user, random);
    const home = ADA.householdId;
    await client.query("insert into users (id, email, created_at) values ($1, $1 || '@example.com', now())", [
      user,
    ]);
    await client.query(
      "insert into memberships (household_id, user_id, role, created_at) values ($1, $2, 'viewer', now())",
      [home, user],
    );
    await client.query(
      `insert into sessions (id, user_id, household_id, token_hash, token_hint, user_agent, last_used_at, expires_at,
         created_at) values ($1, $1, $2, $3, $4, 'Bench', now(), now() + interval '1 day', now())`,
      [user, home, byteaText(await secretHash(session)), secretHint(session)],
    );
    await client.query(
      `insert into share_links (id, household_id, name, scope, token_hash, token_hint, created_at)
       values ($1, $2, 'Bench', 'history', $3, $4, now())`,
      [newId(ID_PREFIXES.shareLink, random), home, byteaText(await secretHash(share)), secretHint(share)],
    );
    readers.push({ cookie: `__Host-session=${session}`, share });
  }
  await client.query("vacuum analyze");
  await client.end();
  return readers;
}
