import { afterAll, beforeEach, expect, test } from "vitest";
import { aesVault } from "../../lib/kernel/runtime.vendor.ts";
import { newId } from "../../lib/kernel/secret.ts";
import { type Sandbox, startSandbox } from "../../local/sandbox/sandbox.ts";
import { sandboxEnv } from "../../local/start/sandbox.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { openTestRedis, type TestRedis } from "../support/redis.ts";
import { tellSandbox } from "../support/sandbox.ts";
import { cryptoRandom } from "../support/services.ts";
import { startEdge } from "./edge.ts";
import { environmentOf, SECRETS } from "./served-groups.ts";

const RECIPIENTS = {
  email: "ada@example.com",
  sms: "+15550100001",
  push: "token-of-ada",
  webhook: "http://127.0.0.1/…00000000",
};
const CHANNELS = ["email", "sms", "push"] as const;

const vault = aesVault({ current: SECRETS.SERVER_SECRET });
let database: TestDatabase;
let redis: TestRedis;
let sandbox: Sandbox;

[database, redis, sandbox] = await Promise.all([openTestDatabase(), openTestRedis(), startSandbox()]);
const env = { ...environmentOf({ database, redis }), ...sandboxEnv(sandbox) };
const runtime = await startEdge({ workers: ["public", "cron"], env, sandboxUrl: sandbox.url });
afterAll(async () => {
  await runtime?.stop();
  await sandbox?.stop();
  await redis?.close();
});
beforeEach(async () => {
  await database.sql`delete from outbox`;
  await tellSandbox(sandbox.url, "DELETE", "/messages");
  await tellSandbox(sandbox.url, "DELETE", "/faults");
});

async function queue(
  channel: keyof typeof RECIPIENTS,
  recipient: string = RECIPIENTS[channel],
): Promise<string> {
  const id = newId(ID_PREFIXES.message, cryptoRandom);
  const content = {
    subject: "Freeze in the cellar",
    text: "Cellar: 33 °F and falling.",
    html: "<b>33 °F</b>",
  };
  await database.sql`
    insert into outbox (id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at,
    created_at) values (${id}, ${channel}, ${recipient}, ${id}, 'test',
    ${await vault.seal("message", id, JSON.stringify(content))}, now(), now())`;
  return id;
}

async function dispatch(): Promise<unknown> {
  const headers = { authorization: `Bearer ${SECRETS.CRON_SECRET}` };
  const answer = await fetch(`${runtime.url}/api/cron/dispatch`, { method: "POST", headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

type Stored = { state: string; last_error: string | null; provider_id: string | null; wait: number | null };
async function stored(id: string): Promise<Stored | undefined> {
  const [row] = await database.sql<Stored>`select state, last_error, provider_id,
       case when state = 'pending' then extract(epoch from next_attempt_at - now())::int end as wait
     from outbox where id = ${id}`;
  return row;
}
const fault = (provider: string, kind: string, more: object = {}) =>
  tellSandbox(sandbox.url, "POST", "/faults", { provider, kind, ...more });

test("one message a channel arrives through the real packages in the edge runtime", async () => {
  const ids = { email: await queue("email"), sms: await queue("sms"), push: await queue("push") };
  expect(await dispatch()).toMatchObject({ ok: true, sent: 3, waiting: 0, dead: 0 });
  const arrived = sandbox.messages().toSorted((a, b) => a.channel.localeCompare(b.channel));
  expect(arrived).toMatchObject([
    { channel: "email", to: RECIPIENTS.email, subject: "Freeze in the cellar", idempotency_key: ids.email },
    { channel: "push", to: RECIPIENTS.push, subject: "Freeze in the cellar", idempotency_key: ids.push },
    { channel: "sms", to: RECIPIENTS.sms, subject: null, idempotency_key: null },
  ]);
  for (const { body } of arrived) expect(body).toContain("33 °F and falling.");
  for (const channel of CHANNELS)
    expect(await stored(ids[channel])).toMatchObject({ state: "sent", provider_id: expect.any(String) });
  expect(await dispatch()).toMatchObject({ sent: 0 });
});

test("twenty pushes at once and over several requests use one instance without a hitch", async () => {
  for (let count = 0; count < 20; count += 1) await queue("push", `token-${count}`);
  await Promise.all([dispatch(), dispatch(), dispatch()]);
  expect(new Set(sandbox.messages().map(({ to }) => to)).size).toBe(20);
  expect(sandbox.messages()).toHaveLength(20);
});

test("Twilio, Resend and FCM accept and never answer: each message arrives once", async () => {
  for (const provider of ["resend", "twilio", "fcm"]) await fault(provider, "timeout_after");
  const ids = [await queue("email"), await queue("sms"), await queue("push")];
  expect(await dispatch()).toMatchObject({ sent: 0, waiting: 3 });
  expect(sandbox.messages()).toHaveLength(3);
  await database.sql`update outbox set next_attempt_at = now()`;
  expect(await dispatch()).toMatchObject({ sent: 3 });
  expect(sandbox.messages()).toHaveLength(3);
  for (const id of ids) expect((await stored(id))?.state).toBe("sent");
});
