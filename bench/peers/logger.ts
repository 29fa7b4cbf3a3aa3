// What a maker writes in an evening: Express takes a post, SQLite keeps it, one limit is looked at. A process of its own.
// node bench/peers/logger.ts PACKAGES_FOLDER DATABASE_FILE PORT
import { createRequire } from "node:module";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

type Reply = { json(body: object): void };
type Handler = (request: { params: { device: string }; body: Record<string, unknown> }, reply: Reply) => void;
type Express = (() => {
  use(middleware: unknown): void;
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
  listen(port: number, host: string): void;
}) & { json(): unknown };

const FREEZING_SOON = 38;
const [packages = "", file = "", port = ""] = process.argv.slice(2);
const express = createRequire(path.join(packages, "package.json"))("express") as Express;

const db = new DatabaseSync(file);
// As durable as we are: each commit is on the disk before it is answered.
db.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create table readings (device text, key text, at integer, value real);
  create index readings_of on readings (device, key, at)`);
const insert = db.prepare("insert into readings values (?, ?, ?, ?)");

const app = express();
app.use(express.json());
app.get("/", (_request, reply) => reply.json({ ok: true }));
app.post("/post/:device", ({ params, body }, reply) => {
  const at = Date.now();
  db.exec("begin");
  for (const [key, value] of Object.entries(body)) insert.run(params.device, key, at, Number(value));
  db.exec("commit");
  if (Number(body.temp1) < FREEZING_SOON) console.log(`${params.device} is cold`);
  reply.json({ ok: true });
});
app.listen(Number(port), "127.0.0.1");
